//! A `select!` loop that loses messages, and the mended one.

use tokio::sync::mpsc::UnboundedReceiver;

/// A message arrives in two halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    Head(u32),
    Body(u32),
}

// ANCHOR: lossy
async fn message(halves: &mut UnboundedReceiver<Half>) -> Option<u32> {
    loop {
        // A body without its head belongs to nothing and is skipped.
        let Half::Head(head) = halves.recv().await? else { continue };
        // Dropped while it waits here, this future takes `head` with it.
        if halves.recv().await? == Half::Body(head) {
            return Some(head);
        }
    }
}

pub async fn lossy(
    mut halves: UnboundedReceiver<Half>,
    mut ticks: UnboundedReceiver<()>,
) -> Vec<u32> {
    let mut whole = Vec::new();
    loop {
        tokio::select! {
            message = message(&mut halves) => match message {
                Some(number) => whole.push(number),
                None => return whole,
            },
            Some(()) = ticks.recv() => {} // a heartbeat would be sent here
        }
    }
}
// ANCHOR_END: lossy

// ANCHOR: mended
struct Messages {
    halves: UnboundedReceiver<Half>,
    /// Outlives each call of `next`, so a dropped call loses nothing.
    head: Option<u32>,
}

impl Messages {
    async fn next(&mut self) -> Option<u32> {
        loop {
            match self.halves.recv().await? {
                Half::Head(head) => self.head = Some(head),
                Half::Body(body) if self.head.take() == Some(body) => {
                    return Some(body);
                }
                Half::Body(_) => {}
            }
        }
    }
}

pub async fn mended(
    halves: UnboundedReceiver<Half>,
    mut ticks: UnboundedReceiver<()>,
) -> Vec<u32> {
    let mut messages = Messages { halves, head: None };
    let mut whole = Vec::new();
    loop {
        tokio::select! {
            message = messages.next() => match message {
                Some(number) => whole.push(number),
                None => return whole,
            },
            Some(()) = ticks.recv() => {}
        }
    }
}
// ANCHOR_END: mended
