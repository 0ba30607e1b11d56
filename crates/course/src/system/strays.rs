//! What leaves a program's group and lives on: it is found and ended, since it
//! would disturb all measurements after it.

#[cfg(target_os = "linux")]
pub(crate) use linux::Watch;

/// Other systems give such a process to the first of all processes, where
/// nobody knows whose it was.
#[cfg(not(target_os = "linux"))]
pub(crate) struct Watch;

#[cfg(not(target_os = "linux"))]
impl Watch {
    pub(crate) fn begin() -> Self {
        Self
    }

    pub(crate) fn follow(&mut self, _: u32) {}

    pub(crate) fn end(self) {}
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper,
        waitpid,
    };

    use crate::system::group::is_running;

    /// How many are watching: the builder is parent to orphans while one is.
    static WATCHING: AtomicUsize = AtomicUsize::new(0);

    /// Ending a stray makes orphans of what it started. So many generations
    /// are followed; one that still brings forth others then is a fork bomb.
    const GENERATIONS: usize = 64;

    /// From before a program starts until after its group has ended.
    pub(crate) struct Watch {
        /// In the system's ticks, as each process has it.
        since: Option<u64>,
    }

    /// What the system says of a process.
    struct Stat {
        group: u32,
        started: u64,
    }

    impl Watch {
        pub(crate) fn begin() -> Self {
            if WATCHING.fetch_add(1, Ordering::SeqCst) == 0 {
                // A kernel that refuses leaves the strays to others.
                let _ = set_child_subreaper(Some(getpid()));
            }
            Self { since: None }
        }

        /// Takes the time from `leader`: whatever is older is none of it.
        pub(crate) fn follow(&mut self, leader: u32) {
            self.since = stat(leader).map(|leader| leader.started);
        }

        /// Ends the strays.
        pub(crate) fn end(self) {
            let Some(since) = self.since else { return };
            for _ in 0..GENERATIONS {
                let strays = strays(since);
                if strays.is_empty() {
                    return;
                }
                for stray in strays {
                    // An error means that it is gone.
                    let _ = kill_process(stray, Signal::KILL);
                    let _ = waitpid(Some(stray), WaitOptions::empty());
                }
            }
        }
    }

    impl Drop for Watch {
        fn drop(&mut self) {
            if WATCHING.fetch_sub(1, Ordering::SeqCst) == 1 {
                let _ = set_child_subreaper(None);
            }
        }
    }

    /// Children that the builder did not start itself: those are in its own
    /// group or lead one that is running.
    fn strays(since: u64) -> Vec<Pid> {
        let own = stat(std::process::id()).map(|own| own.group);
        children()
            .into_iter()
            .filter(|child| {
                stat(*child).is_some_and(|child| {
                    child.started >= since
                        && Some(child.group) != own
                        && !is_running(child.group)
                })
            })
            .filter_map(|child| Pid::from_raw(i32::try_from(child).ok()?))
            .collect()
    }

    fn children() -> Vec<u32> {
        let threads = fs::read_dir("/proc/self/task").into_iter().flatten();
        threads
            .flatten()
            .filter_map(|thread| {
                fs::read_to_string(thread.path().join("children")).ok()
            })
            .flat_map(|text| {
                let numbers = text.split_whitespace();
                numbers.flat_map(str::parse).collect::<Vec<u32>>()
            })
            .collect()
    }

    fn stat(process: u32) -> Option<Stat> {
        let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name before may hold anything, also brackets and spaces.
        let (_, rest) = text.rsplit_once(") ")?;
        let mut words = rest.split(' ');
        // state, parent, group, and 16 more until the time of its start.
        let group = words.nth(2)?.parse().ok()?;
        let started = words.nth(16)?.parse().ok()?;
        Some(Stat { group, started })
    }
}
