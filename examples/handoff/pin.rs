//! Pinning: all threads that this one will start, to one core or two.

/// Restores, when dropped, the cores that the calling thread was allowed.
#[cfg(target_os = "linux")]
pub(crate) struct Pinned {
    found: nix::sched::CpuSet,
}

#[cfg(target_os = "linux")]
mod linux {
    use measure::BodyError;
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    use super::Pinned;

    /// Stands for the calling thread.
    const THIS: Pid = Pid::from_raw(0);

    /// The cores that the calling thread may use.
    pub(crate) fn allowed() -> Result<Vec<usize>, BodyError> {
        let set = sched_getaffinity(THIS)?;
        let cores = 0..CpuSet::count();
        Ok(cores.filter(|core| set.is_set(*core) == Ok(true)).collect())
    }

    /// Two processors that share no core, the first of those allowed and the
    /// next that will do.
    pub(crate) fn two_cores() -> Result<(usize, usize), String> {
        let allowed = allowed().map_err(|error| error.to_string())?;
        apart(&allowed, |processor| {
            let path = format!(
                "/sys/devices/system/cpu/cpu{processor}/topology/\
                 thread_siblings_list"
            );
            processors(&std::fs::read_to_string(path).ok()?)
        })
    }

    /// The same, where `siblings` names the processors of one core. Two
    /// hardware threads of a core wake each other without waking a core.
    pub(crate) fn apart(
        allowed: &[usize],
        siblings: impl Fn(usize) -> Option<Vec<usize>>,
    ) -> Result<(usize, usize), String> {
        let near = *allowed.first().ok_or("no core is allowed")?;
        let same = siblings(near)
            .ok_or("this system doesn't tell which processors share a core")?;
        let far = allowed.iter().find(|other| !same.contains(other));
        let far = far.ok_or(
            "needs two cores; this program may use the threads of one",
        )?;
        Ok((near, *far))
    }

    /// Reads the kernel's list of processors: `0-1,6`.
    pub(crate) fn processors(list: &str) -> Option<Vec<usize>> {
        let mut all = Vec::new();
        for part in list.trim().split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            all.extend(first.parse::<usize>().ok()?..=last.parse().ok()?);
        }
        Some(all)
    }

    /// Pins the calling thread to one core. Threads and processes that it
    /// starts afterwards are pinned with it.
    pub(crate) fn to_core(core: usize) -> Result<Pinned, BodyError> {
        let found = sched_getaffinity(THIS)?;
        let mut one = CpuSet::new();
        one.set(core)?;
        sched_setaffinity(THIS, &one).map_err(|error| {
            format!("the system refuses to pin to core {core}: {error}")
        })?;
        Ok(Pinned { found })
    }

    impl Drop for Pinned {
        fn drop(&mut self) {
            // What was allowed before is allowed now, unless an
            // administrator took it away meanwhile.
            let _ = sched_setaffinity(THIS, &self.found);
        }
    }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::*;

#[cfg(not(target_os = "linux"))]
pub(crate) struct Pinned;

#[cfg(not(target_os = "linux"))]
pub(crate) fn to_core(_core: usize) -> Result<Pinned, measure::BodyError> {
    Err("only tried on Linux".into())
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn allowed() -> Result<Vec<usize>, measure::BodyError> {
    Err("only tried on Linux".into())
}

/// Pins to the first core that is allowed.
pub(crate) fn to_one_core() -> Result<Pinned, measure::BodyError> {
    let first = allowed()?.first().copied();
    to_core(first.ok_or("no core is allowed")?)
}
