//! A quota of processor time that the system gives this program's control
//! group (Linux, `cpu.max` of the unified hierarchy).

use std::fs;
use std::path::{Path, PathBuf};

/// The nearest control group above this process that has a quota.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quota {
    folder: PathBuf,
}

impl Quota {
    /// Finds it; `None` where no group has a quota or the system doesn't
    /// tell.
    pub(crate) fn find() -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        Self::find_below(Path::new("/sys/fs/cgroup"), &own)
    }

    fn find_below(root: &Path, own: &str) -> Option<Self> {
        // `0::/a/b` of the unified hierarchy; the older ones have a number
        // and names in front.
        let group = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
        let folder = root.join(group);
        folder
            .ancestors()
            .take_while(|folder| folder.starts_with(root))
            .find(|folder| {
                fs::read_to_string(folder.join("cpu.max"))
                    .is_ok_and(|text| !text.starts_with("max"))
            })
            .map(|folder| Self { folder: folder.to_owned() })
    }

    /// For how long the group had to wait for its next period so far, in
    /// seconds.
    pub(crate) fn throttled_s(&self) -> Option<f64> {
        let text = fs::read_to_string(self.folder.join("cpu.stat")).ok()?;
        let microseconds: u64 = text
            .lines()
            .find_map(|line| line.strip_prefix("throttled_usec "))?
            .trim()
            .parse()
            .ok()?;
        Some(microseconds as f64 / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups `a` (half a core) and `a/b` (no quota of its own).
    fn groups() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("cpu.max"), "max 100000\n").unwrap();
        fs::write(root.path().join("a/cpu.max"), "50000 100000\n").unwrap();
        let stat = "usage_usec 9\nnr_throttled 3\nthrottled_usec 2500000\n";
        fs::write(root.path().join("a/cpu.stat"), stat).unwrap();
        root
    }

    #[test]
    fn the_nearest_quota_above_counts() {
        let root = groups();
        let quota = Quota::find_below(root.path(), "0::/a/b\n").unwrap();
        assert_eq!(quota.folder, root.path().join("a"));
        assert_eq!(quota.throttled_s(), Some(2.5));
    }

    #[test]
    fn without_a_quota_there_is_none() {
        let root = groups();
        assert_eq!(Quota::find_below(root.path(), "0::/\n"), None);
        assert_eq!(Quota::find_below(root.path(), "4:cpu:/a\n"), None);
        assert_eq!(Quota::find_below(root.path(), ""), None);
    }
}
