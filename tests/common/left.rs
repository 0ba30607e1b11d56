//! Who of an example's processes is alive, from the process table.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use super::common::program::program;

/// All processes of a run inherit this variable.
const MARK: &str = "LEFT_BEHIND_TEST";

/// Between two looks at the process table.
const PAUSE: Duration = Duration::from_millis(2);

/// Looks until a test gives up. A busy machine needs some.
const LOOKS: u32 = 5000;

/// Tries to catch a run at some moment; it may have passed too soon.
const TRIES: u32 = 50;

/// A run of the example whose processes can be told from all others.
pub struct Marked {
    pub child: Child,
    mark: String,
}

impl Marked {
    /// Starts example `slug` in a process group of its own, as a shell does.
    pub fn start(slug: &str, args: &[&str]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        let mut command = Command::new(program(slug));
        command
            .args(args)
            .env(MARK, &mark)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().expect("the example is built");
        Self { child, mark: format!("{MARK}={mark}") }
    }

    /// A run of example `slug` at the point that `when` sees in its live
    /// processes. One that passes that point too soon is started again.
    pub fn caught(
        slug: &str,
        args: &[&str],
        when: impl Fn(&[(u32, String)]) -> bool,
    ) -> Self {
        for _ in 0..TRIES {
            let mut run = Self::start(slug, args);
            if run.reaches(&when) {
                return run;
            }
        }
        panic!("{slug} {args:?} never came to that point");
    }

    /// The live processes of the run, each with its environment. A forked
    /// child has a copy of its parent's; a zombie has none.
    pub fn alive(&self) -> Vec<(u32, String)> {
        let processes = fs::read_dir("/proc").expect("/proc is there");
        let with_mark = processes.filter_map(|entry| {
            let entry = entry.ok()?;
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let bytes = fs::read(entry.path().join("environ")).ok()?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let marked = text.split('\0').any(|entry| entry == self.mark);
            marked.then_some((pid, text))
        });
        with_mark.collect()
    }

    /// All processes of the run's own group, zombies too, as their `stat`
    /// tells them. Its first one must have been waited for.
    pub fn group(&self) -> Vec<String> {
        let group = self.child.id().to_string();
        let processes = fs::read_dir("/proc").expect("/proc is there");
        let stats = processes.filter_map(|entry| {
            fs::read_to_string(entry.ok()?.path().join("stat")).ok()
        });
        // After the name, which may hold blanks: state, parent, group.
        let in_group = |stat: &String| {
            let fields = stat.rsplit_once(") ").map(|(_, rest)| rest);
            fields.and_then(|f| f.split(' ').nth(2)) == Some(group.as_str())
        };
        stats.filter(in_group).collect()
    }

    /// Sends what Ctrl-C sends, to the whole group as a terminal does.
    pub fn interrupt(&self) {
        let group = Pid::from_raw(self.child.id().cast_signed());
        killpg(group, Signal::SIGINT).expect("the group is there");
    }

    /// Waits until `enough` is true of the live processes; false if the run
    /// ended before.
    pub fn reaches(
        &mut self,
        enough: impl Fn(&[(u32, String)]) -> bool,
    ) -> bool {
        for _ in 0..LOOKS {
            if enough(&self.alive()) {
                return true;
            }
            if self.child.try_wait().expect("it can be waited for").is_some() {
                return false;
            }
            thread::sleep(PAUSE);
        }
        panic!("the run does not end");
    }

    /// Whether all processes of the run end, without anybody's help.
    pub fn all_end(&mut self) -> bool {
        self.child.wait().expect("it can be waited for");
        (0..LOOKS).any(|_| {
            let gone = self.alive().is_empty();
            if !gone {
                thread::sleep(PAUSE);
            }
            gone
        })
    }
}

impl Drop for Marked {
    fn drop(&mut self) {
        for (pid, _) in self.alive() {
            // It may have ended by now.
            let _ = kill(Pid::from_raw(pid.cast_signed()), Signal::SIGKILL);
        }
        let _ = self.child.wait();
    }
}
