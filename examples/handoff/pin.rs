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
pub(crate) use linux::{allowed, to_core};

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
