//! The rows beside the group: two failures, blocking work, a `select!` loop.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use measure::{BodyError, Profile, Row, Sample};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::sleep;

use crate::blocking::{Shutdown, fetch_blocking, shut_down};
use crate::fetch::{Ending, Failure, Plan};
use crate::ids::*;
use crate::log::{How, Log};
use crate::schedule::Schedule;
use crate::select::{Half, lossy, mended};
use crate::{variants, watch};

/// When blocking work is aborted, after its start.
const ABORT_AFTER: Duration = Duration::from_millis(50);

/// What `shutdown_timeout` is given: less than the work still takes.
const SHUTDOWN_LIMIT: Duration = Duration::from_millis(50);

/// Messages sent to the `select!` loop; at every second one a tick comes
/// between the halves.
const MESSAGES: u32 = 20;

/// Two failures at the same step: the value is how many the caller sees.
pub(crate) fn two_failures(s: Schedule) -> [Row<'static>; 2] {
    let first = move || {
        let plans = s.two_failures();
        let watched = watch::tasks(|log| variants::try_join(plans, log))?;
        let seen = u8::from(watched.answer.is_err());
        let extra = watched.sample().extra;
        Ok(Sample { extra, ..Sample::of(f64::from(seen)) })
    };
    let all = move || {
        let plans = s.two_failures();
        let watched = watch::tasks(|log| variants::all_errors(plans, log))?;
        let mut seen = watched.answer.clone();
        seen.sort_by_key(|failure| format!("{failure}"));
        seen.dedup();
        let possible = [Failure::Refused('b'), Failure::Refused('c')];
        if let Some(other) = seen.iter().find(|f| !possible.contains(f)) {
            return Err((*other).into());
        }
        let extra = watched.sample().extra;
        Ok(Sample { extra, ..Sample::of(seen.len() as f64) })
    };
    [
        Row::sampled(ERRORS_FIRST, "try_join!", "count", first)
            .without_warm_up(),
        Row::sampled(ERRORS_ALL, "JoinSet, all joined", "count", all)
            .without_warm_up(),
    ]
}

/// Blocking work that is aborted; the value is how long it went on.
pub(crate) fn blocking(profile: Profile) -> Vec<Row<'static>> {
    let steps = profile.pick(30, 30, 50);
    let row = |id: &str, label: &str, how: Option<Shutdown>| {
        Row::sampled(id, label, "s", move || aborted(steps, how))
            .without_warm_up()
    };
    vec![
        row(BLOCKING_ABORT, "abort, then await", None),
        row(BLOCKING_DROP, "drop(runtime)", Some(Shutdown::Drop)),
        row(
            BLOCKING_TIMEOUT,
            "shutdown_timeout(50 ms)",
            Some(Shutdown::Timeout(SHUTDOWN_LIMIT)),
        ),
        row(
            BLOCKING_BACKGROUND,
            "shutdown_background()",
            Some(Shutdown::Background),
        ),
    ]
}

fn aborted(steps: u32, how: Option<Shutdown>) -> Result<Sample, BodyError> {
    let runtime = watch::runtime()?;
    let log = Log::start();
    let plan = Plan { name: 'x', steps, ending: Ending::Success };
    let task = runtime.spawn_blocking({
        let log = log.clone();
        move || fetch_blocking(plan, &log, &AtomicBool::new(false))
    });
    // A task that has not begun can be aborted; this one must have.
    while log.running() == 0 && log.ends().is_empty() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(ABORT_AFTER);
    let aborted = log.elapsed();
    task.abort();
    let call = Instant::now();
    match how {
        Some(how) => shut_down(runtime, how),
        None => match runtime.block_on(task) {
            // Aborted in time after all: the work's own note says so.
            Err(error) if error.is_cancelled() => {}
            ended => drop(ended??),
        },
    }
    let call = call.elapsed();
    let returned = log.elapsed();
    watch::wait_for_the_rest(&log)?;
    let end = log.ends().pop().ok_or("the work left no note")?;
    let after = |from: Duration| end.at.saturating_sub(from).as_secs_f64();
    let done = f64::from(u8::from(end.how == How::Done));
    Ok(Sample::of(after(aborted))
        .with(CALL_S, Some(call.as_secs_f64()))
        .with(AFTER_CALL_S, Some(after(returned)))
        .with(DONE, Some(done)))
}

/// The value is the number of messages that arrived whole.
pub(crate) fn select() -> [Row<'static>; 2] {
    [
        Row::sampled(SELECT_LOSSY, "head in the future", "count", || {
            received(lossy)
        })
        .without_warm_up(),
        Row::sampled(SELECT_MENDED, "head in the reader", "count", || {
            received(mended)
        })
        .without_warm_up(),
    ]
}

fn received<F: Future<Output = Vec<u32>>>(
    receive: fn(UnboundedReceiver<Half>, UnboundedReceiver<()>) -> F,
) -> Result<Sample, BodyError> {
    // With one thread the receiver takes each half before the sender's sleep
    // is over, so that the order of events is the same in every run.
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let (interrupted, whole) = runtime.block_on(async {
        let (halves, half_receiver) = unbounded_channel();
        let (ticks, tick_receiver) = unbounded_channel();
        let send = async move {
            let pause = || sleep(Duration::from_millis(1));
            let mut interrupted = 0;
            for number in 0..MESSAGES {
                halves.send(Half::Head(number))?;
                pause().await;
                if number % 2 == 1 {
                    ticks.send(())?;
                    interrupted += 1;
                    pause().await;
                }
                halves.send(Half::Body(number))?;
                pause().await;
            }
            Ok::<_, BodyError>(interrupted)
        };
        let (sent, whole) =
            tokio::join!(send, receive(half_receiver, tick_receiver));
        sent.map(|interrupted| (interrupted, whole))
    })?;
    if !whole.is_sorted_by(|one, next| one < next) {
        return Err(format!("out of order: {whole:?}").into());
    }
    Ok(Sample::of(whole.len() as f64)
        .with(SENT, Some(f64::from(MESSAGES)))
        .with(INTERRUPTED, Some(f64::from(interrupted))))
}
