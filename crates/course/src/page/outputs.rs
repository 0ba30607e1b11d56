//! What the chapters' commands and charts print.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use crate::chapter::plan::Item;
use crate::page::printed::Printed;
use crate::page::relay::Answer;
use crate::page::sources::Sources;
use crate::page::task::Task;
use crate::records::kept::Kept;
use crate::system::interrupt;
use crate::system::problem::{Place, Problem};

/// Printing from a record measures nothing, so several may run at once.
const AT_ONCE: usize = 4;

/// How often Ctrl-C is noticed.
const PAUSE: Duration = Duration::from_millis(20);

/// The answers by the marker's place in the plan.
#[derive(Debug)]
pub(crate) struct Outputs {
    answers: Vec<(Place, usize, Printed)>,
}

/// A task and its answer, or why there is none.
type Asked = (Task, Result<Answer, String>);

/// Runs all commands and charts of the book whose answers are not kept.
pub(crate) fn collect(sources: &Sources<'_>) -> anyhow::Result<Outputs> {
    let name = format!("printed.{}", sources.profile.name());
    let mut kept = Kept::<Answer>::load(sources.records, &name);
    let mut answers = Vec::new();
    let mut todo = Vec::new();
    for page in &sources.plan.chapters {
        for item in &page.items {
            let task = Task::of(&page.path, item, sources);
            let Some(task) = task else { continue };
            let key = task.keeps.as_ref().map(|keeps| &keeps.key);
            match key.and_then(|key| kept.get(key)) {
                Some(answer) => answers.push(printed(task, Ok(answer))),
                None => todo.push(task),
            }
        }
    }
    for (task, answer) in ask(todo)? {
        if let (Some(keeps), Ok(answer)) = (&task.keeps, &answer)
            && keeps.takes(answer)
        {
            kept.put(keeps.key.clone(), answer.clone());
        }
        answers.push(printed(task, answer));
    }
    kept.save();
    Ok(Outputs { answers })
}

fn printed(
    task: Task,
    answer: Result<Answer, String>,
) -> (Place, usize, Printed) {
    (task.place, task.start, Printed { command: task.command, answer })
}

/// Asks all `tasks`.
fn ask(tasks: Vec<Task>) -> anyhow::Result<Vec<Asked>> {
    let count = tasks.len();
    let queue = Arc::new(Mutex::new(tasks.into_iter()));
    let (send, answers) = mpsc::channel();
    // The threads are not joined: where the user wants to stop, the builder
    // ends, and each relay ends with it.
    for _ in 0..AT_ONCE.min(count) {
        let (queue, send) = (Arc::clone(&queue), send.clone());
        thread::spawn(move || {
            while let Some(task) = queue.lock().ok().and_then(|mut q| q.next())
            {
                let answer = task.answer();
                if send.send((task, answer)).is_err() {
                    break;
                }
            }
        });
    }
    drop(send);
    let mut asked = Vec::with_capacity(count);
    while asked.len() < count {
        match answers.recv_timeout(PAUSE) {
            Ok(answer) => asked.push(answer),
            Err(mpsc::RecvTimeoutError::Timeout) => interrupt::check()?,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    interrupt::check()?;
    Ok(asked)
}

impl Outputs {
    /// What the marker `item` printed.
    pub(crate) fn of(&self, item: &Item) -> Result<&Printed, Problem> {
        self.answers
            .iter()
            .find(|(place, start, _)| {
                *start == item.range.start && place.file == item.place.file
            })
            .map(|(_, _, printed)| printed)
            .ok_or_else(|| {
                Problem::new(
                    "this was not run: its program is missing",
                    "type `cargo book` again",
                )
            })
    }
}
