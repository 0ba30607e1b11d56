//! What the operating system counted of this process: memory, processor
//! time, context switches.

/// Counters of this process since it started; absent where the system
/// doesn't tell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Processor time of this process and its ended children, in seconds.
    pub cpu_s: Option<f64>,
    /// Context switches because a thread waited, this process only.
    pub voluntary_switches: Option<u64>,
    /// Context switches because the system took the core away, this process
    /// only.
    pub involuntary_switches: Option<u64>,
}

impl Usage {
    /// Reads the counters.
    #[cfg(unix)]
    pub fn now() -> Self {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike as _;

        let own = getrusage(UsageWho::RUSAGE_SELF).ok();
        let children = getrusage(UsageWho::RUSAGE_CHILDREN).ok();
        let cpu = |usage: &nix::sys::resource::Usage| {
            (usage.user_time().num_microseconds()
                + usage.system_time().num_microseconds()) as f64
                / 1e6
        };
        Self {
            cpu_s: own
                .as_ref()
                .map(|own| cpu(own) + children.as_ref().map_or(0.0, cpu)),
            voluntary_switches: own
                .as_ref()
                .map(|own| own.voluntary_context_switches() as u64),
            involuntary_switches: own
                .as_ref()
                .map(|own| own.involuntary_context_switches() as u64),
        }
    }

    /// Reads the counters: this system doesn't tell.
    #[cfg(not(unix))]
    pub fn now() -> Self {
        Self::default()
    }
}

/// Memory (in KiB) and threads of this process, as `/proc` has them; absent
/// elsewhere than on Linux.
///
/// The peak is `VmHWM`. `getrusage` would not do: its maximum is inherited
/// across `exec`, so the small child of a large parent reads as large.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// Largest resident set so far.
    pub peak_kib: Option<u64>,
    /// Resident set now.
    pub resident_kib: Option<u64>,
    /// Page tables of this process, kept by the kernel outside the resident
    /// set.
    pub page_tables_kib: Option<u64>,
    /// Addresses set aside, whether used or not.
    pub virtual_kib: Option<u64>,
    /// Live threads now.
    pub threads: Option<u64>,
}

impl Memory {
    /// Reads this process's figures.
    pub fn now() -> Self {
        std::fs::read_to_string("/proc/self/status")
            .map(|text| Self::parse(&text))
            .unwrap_or_default()
    }

    /// Reads the text of a `/proc/<pid>/status`.
    pub fn parse(status: &str) -> Self {
        Self {
            peak_kib: number_field(status, "VmHWM:"),
            virtual_kib: number_field(status, "VmSize:"),
            resident_kib: number_field(status, "VmRSS:"),
            page_tables_kib: number_field(status, "VmPTE:"),
            threads: number_field(status, "Threads:"),
        }
    }
}

/// Memory that the kernel holds for the stacks of all threads of the
/// machine, in KiB; absent elsewhere than on Linux.
pub fn kernel_stacks_kib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    number_field(&text, "KernelStack:")
}

/// The number behind `name` in a `/proc` text of `Name: value [kB]` lines.
pub(crate) fn number_field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATUS: &str = "Name:\trace\nVmHWM:\t    3072 kB\n\
                          VmRSS:\t    2048 kB\nVmSize:\t 9999 kB\nVmPTE:\t      44 kB\n\
                          Threads:\t5\n";

    #[test]
    fn reads_the_fields_of_a_status_file() {
        assert_eq!(
            Memory::parse(STATUS),
            Memory {
                peak_kib: Some(3072),
                resident_kib: Some(2048),
                virtual_kib: Some(9999),
                page_tables_kib: Some(44),
                threads: Some(5),
            }
        );
    }

    #[test]
    fn a_missing_or_broken_field_is_absent() {
        assert_eq!(Memory::parse(""), Memory::default());
        assert_eq!(Memory::parse("VmHWM:\tmuch kB\n").peak_kib, None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_peak_is_at_least_the_present() {
        let now = Memory::now();
        assert!(now.peak_kib >= now.resident_kib);
    }
}
