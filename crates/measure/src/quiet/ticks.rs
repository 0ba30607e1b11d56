//! The kernel's counters of processor time: what went elsewhere.

/// Processor time of the cores that this process may use, in ticks of
/// 1/100 s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticks {
    busy: u64,
    idle: u64,
    steal: u64,
}

/// Shares of the machine's processor time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shares {
    pub(super) steal_percent: f64,
    /// Absent where this program's own part is not known.
    pub(super) others_percent: Option<f64>,
}

/// Ticks a second in `/proc/stat`: fixed in the kernel's interface.
const TICKS_PER_S: f64 = 100.0;

/// Shorter runs see only a few ticks, and a share of a few ticks is noise.
const SHORTEST_WATCH_S: f64 = 0.5;

impl Ticks {
    pub(super) fn now() -> Option<Self> {
        let stat = std::fs::read_to_string("/proc/stat").ok()?;
        let status = std::fs::read_to_string("/proc/self/status").ok();
        Self::parse(&stat, status.as_deref().and_then(allowed_cores))
    }

    /// Adds up the lines of the cores in `allowed`, or takes the line of the
    /// whole machine where the system doesn't tell which are allowed.
    fn parse(stat: &str, allowed: Option<Vec<u64>>) -> Option<Self> {
        let Some(allowed) = allowed else {
            return Self::parse_line(stat.lines().next()?, "cpu");
        };
        let cores = allowed.iter().map(|core| {
            let name = format!("cpu{core}");
            let mut lines = stat.lines();
            lines.find_map(|line| Self::parse_line(line, &name))
        });
        cores.flatten().reduce(|a, b| Self {
            busy: a.busy + b.busy,
            idle: a.idle + b.idle,
            steal: a.steal + b.steal,
        })
    }

    fn parse_line(line: &str, name: &str) -> Option<Self> {
        let (first, rest) = line.split_once(' ')?;
        if first != name {
            return None;
        }
        let numbers: Vec<u64> = rest
            .split_whitespace()
            .map_while(|word| word.parse().ok())
            .collect();
        // Guest time is already within user time.
        let [user, nice, system, idle, iowait, irq, softirq, steal, ..] =
            numbers[..]
        else {
            return None;
        };
        let busy = user + nice + system + irq + softirq;
        Some(Self { busy, idle: idle + iowait, steal })
    }

    /// What was added since `from`. Some kernels let idle and stolen time
    /// step back: a counter that did adds nothing.
    pub(super) fn since(&self, from: &Self) -> Self {
        Self {
            busy: self.busy.saturating_sub(from.busy),
            idle: self.idle.saturating_sub(from.idle),
            steal: self.steal.saturating_sub(from.steal),
        }
    }

    pub(super) fn shares(
        &self,
        own_cpu_s: Option<f64>,
        wall_s: f64,
    ) -> Option<Shares> {
        let total = (self.busy + self.idle + self.steal) as f64;
        if total == 0.0 || wall_s < SHORTEST_WATCH_S {
            return None;
        }
        let others = own_cpu_s.map(|own| {
            let others = (self.busy as f64 - own * TICKS_PER_S).max(0.0);
            100.0 * others / total
        });
        Some(Shares {
            steal_percent: 100.0 * self.steal as f64 / total,
            others_percent: others,
        })
    }
}

/// The cores that this process may use, from the text of its
/// `/proc/self/status`: `0-2,5` → 0, 1, 2, 5.
fn allowed_cores(status: &str) -> Option<Vec<u64>> {
    let list = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    let mut cores = Vec::new();
    for range in list.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        cores.extend(first.parse::<u64>().ok()?..=last.parse().ok()?);
    }
    Some(cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(stat: &str) -> Ticks {
        Ticks::parse(stat, None).unwrap()
    }

    #[test]
    fn own_time_is_not_the_time_of_others() {
        let from = parse("cpu 100 0 0 100 0 0 0 0 0 0\n");
        let to = parse("cpu 250 0 0 140 0 0 0 10 0 0\n");
        // 200 ticks in all: 150 busy, of which 1.0 s = 100 are our own.
        assert_eq!(
            to.since(&from).shares(Some(1.0), 1.0),
            Some(Shares { steal_percent: 5.0, others_percent: Some(25.0) })
        );
    }

    #[test]
    fn only_the_cores_that_may_be_used_are_looked_at() {
        let stat = "cpu 900 0 0 100 0 0 0 0\ncpu0 0 0 0 50 0 0 0 0\n\
                cpu1 900 0 0 50 0 0 0 0\n";
        let first = Ticks::parse(stat, Some(vec![0])).unwrap();
        assert_eq!((first.busy, first.idle), (0, 50));
        assert_eq!(
            allowed_cores("Cpus_allowed_list:\t0-2,5\n").unwrap(),
            [0, 1, 2, 5]
        );
        assert_eq!(allowed_cores("Name: x\n"), None);
    }

    #[test]
    fn a_counter_that_steps_back_adds_nothing() {
        let from = parse("cpu 100 0 0 500 0 0 0 90 0 0\n");
        let to = parse("cpu 200 0 0 400 0 0 0 10 0 0\n");
        assert_eq!(
            to.since(&from).shares(Some(0.5), 1.0),
            Some(Shares { steal_percent: 0.0, others_percent: Some(50.0) })
        );
    }

    #[test]
    fn a_short_watch_tells_no_shares() {
        let from = parse("cpu 100 0 0 100 0 0 0 0\n");
        let to = parse("cpu 102 0 0 102 0 0 0 0\n");
        assert_eq!(to.since(&from).shares(Some(0.0), 0.02), None);
    }

    #[test]
    fn a_strange_stat_file_tells_nothing() {
        assert!(Ticks::parse("", None).is_none());
        assert!(Ticks::parse("cpu 1 2 3\n", None).is_none());
    }
}
