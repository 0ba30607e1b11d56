//! The line that tells what goes on: redrawn on a terminal, a line now and then
//! elsewhere.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use measure::show;

use crate::system::console::Console;
use crate::system::terminal;

/// How often the line is drawn again. Once a second disturbs no measurement.
const REDRAWN: Duration = Duration::from_secs(1);

/// How often a line is added to a log in which nothing can be redrawn: a reader
/// waits five seconds before he asks whether it still goes on.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// What took less is not worth a line that stays on the terminal.
const WORTH_A_LINE: Duration = Duration::from_secs(1);

/// One step, from its begin until it is dropped.
pub(crate) struct Line {
    name: &'static str,
    console: Console,
    began: Instant,
    text: Arc<Mutex<String>>,
    shown: Shown,
}

/// Where the line is.
enum Shown {
    Nowhere,
    OnTerminal(ProgressBar),
    /// The thread that gives signs of life, and how it hears of the end.
    InLog(Option<(Sender<()>, JoinHandle<()>)>),
}

impl Line {
    /// Says that step `name` begins, and what it is `about`.
    pub(crate) fn begin(
        console: Console,
        name: &'static str,
        about: &str,
    ) -> Self {
        let text = Arc::new(Mutex::new(about.to_owned()));
        let shown = match console.is_quiet() {
            true => Shown::Nowhere,
            false if terminal::can_redraw() => {
                Shown::OnTerminal(drawn(name, about))
            }
            false => {
                let write =
                    move |text: &str| terminal::write(&line(name, text));
                let text = Arc::clone(&text);
                Shown::InLog(Some(repeated(text, SIGN_OF_LIFE, write)))
            }
        };
        Self { name, console, began: Instant::now(), text, shown }
    }

    /// Says what the step does now.
    pub(crate) fn show(&self, text: &str) {
        let mut shown = locked(&self.text);
        if *shown == text {
            // Asked for many times a second while something is measured.
            return;
        }
        text.clone_into(&mut shown);
        drop(shown);
        if let Shown::OnTerminal(bar) = &self.shown {
            bar.set_message(text.to_owned());
        }
    }

    /// Says something of the step that stays.
    pub(crate) fn say(&self, text: &str) {
        self.console.say(&line(self.name, text));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        match &mut self.shown {
            Shown::Nowhere => {}
            Shown::OnTerminal(bar) => {
                bar.finish_and_clear();
                terminal::draw(None);
                let took = self.began.elapsed();
                if took >= WORTH_A_LINE {
                    let time = show::seconds(took.as_secs_f64());
                    self.say(&format!("took {time}"));
                }
            }
            Shown::InLog(thread) => {
                if let Some((end, thread)) = thread.take() {
                    drop(end);
                    // It says nothing any more once this returns.
                    let _ = thread.join();
                }
            }
        }
    }
}

fn drawn(name: &'static str, about: &str) -> ProgressBar {
    // Shown once it is complete.
    let hidden = ProgressDrawTarget::hidden();
    let bar = ProgressBar::with_draw_target(None, hidden);
    let style = "{prefix:8} {wide_msg} {elapsed:>4}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.set_prefix(name);
    bar.set_message(about.to_owned());
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.tick();
    bar.enable_steady_tick(REDRAWN);
    terminal::draw(Some(bar.clone()));
    bar
}

/// Says `text` through `write` at once and then `every` so often, as it is then,
/// with the time that has passed.
fn repeated(
    text: Arc<Mutex<String>>,
    every: Duration,
    write: impl Fn(&str) + Send + 'static,
) -> (Sender<()>, JoinHandle<()>) {
    let began = Instant::now();
    write(&locked(&text));
    let (end, ended) = mpsc::channel();
    let thread = thread::spawn(move || {
        while ended.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
            write(&timed(&locked(&text), began.elapsed()));
        }
    });
    (end, thread)
}

fn timed(text: &str, time: Duration) -> String {
    format!("{text}, {}", show::seconds(time.as_secs_f64()))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The names of the steps in a column of their own.
fn line(name: &str, text: &str) -> String {
    format!("{name:<8} {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_hears_what_goes_on_again_and_again() {
        let text = Arc::new(Mutex::new("one of two".to_owned()));
        let (say, said) = mpsc::channel();
        let every = Duration::from_millis(1);
        let (end, thread) = repeated(Arc::clone(&text), every, move |text| {
            let _ = say.send(text.to_owned());
        });
        assert_eq!(said.recv().unwrap(), "one of two");
        "two of two".clone_into(&mut locked(&text));
        let later = said.iter().find(|text| text.starts_with("two of two, "));
        assert!(later.is_some());
        drop(end);
        thread.join().unwrap();
    }
}
