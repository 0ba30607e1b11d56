//! What is known of the machine: enough to compare runs, nothing that names
//! its owner.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The machine that measured. Two records are comparable where everything but
/// [`Machine::conditions`] agrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Model name of the processor.
    pub cpu: String,
    /// Cores this process may use: affinity and container quota respected.
    pub cores: usize,
    /// Physical memory in MiB, or the container's limit where that is lower.
    pub memory_mib: Option<u64>,
    /// Kind and version of the operating system.
    pub os: String,
    /// Instruction set.
    pub arch: String,
    /// `release` or `debug`: whether the program was optimised in full.
    pub build: String,
    /// Version of the compiler and of the crates that the experiment names.
    pub versions: BTreeMap<String, String>,
    /// Variables of the environment that change what is measured, where set:
    /// name → value.
    pub environment: BTreeMap<String, String>,
    /// How busy others kept the machine during the run.
    pub conditions: Conditions,
}

/// Variables by which a reader's shell would change the default pools. A
/// record names those that were set, so that it never stands in for a run
/// without them.
const POOL_VARIABLES: [&str; 2] = ["RAYON_NUM_THREADS", "TOKIO_WORKER_THREADS"];

/// How busy others kept the machine; absent values are not told by this
/// system.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// Run-queue length (one-minute load average) before the run.
    pub load_before: Option<f64>,
    /// The same after the run.
    pub load_after: Option<f64>,
    /// Share of the machine's processor time that its hypervisor gave to
    /// others, in percent.
    pub steal_percent: Option<f64>,
    /// Share of the processor time of the usable cores that other processes
    /// here took, in percent.
    pub others_percent: Option<f64>,
    /// Share of the run's wall time for which a quota of processor time kept
    /// this program's control group waiting, in percent; absent without a
    /// quota.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttled_percent: Option<f64>,
    /// How often the system took a core away from this process.
    pub involuntary_switches: Option<u64>,
}

impl Machine {
    /// Describes this machine. `versions` are name → version pairs, as
    /// [`crate::versions!`] gives them.
    pub fn here(versions: &[(&str, &str)]) -> Self {
        Self {
            cpu: cpu_model().unwrap_or_else(|| "unknown processor".into()),
            cores: usable_cores(),
            memory_mib: memory_mib(),
            os: os_version(),
            arch: std::env::consts::ARCH.into(),
            build: if cfg!(debug_assertions) { "debug" } else { "release" }
                .into(),
            versions: versions
                .iter()
                .map(|(name, version)| ((*name).into(), (*version).into()))
                .collect(),
            environment: POOL_VARIABLES
                .iter()
                .filter_map(|name| {
                    Some(((*name).into(), std::env::var(name).ok()?))
                })
                .collect(),
            conditions: Conditions::default(),
        }
    }

    /// Whether `other` is the same machine with the same tools, whatever else
    /// ran on it.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let conditions = Conditions::default;
        Self { conditions: conditions(), ..self.clone() }
            == Self { conditions: conditions(), ..other.clone() }
    }
}

/// Cores this process may use. The standard library respects affinity and
/// container quota.
pub fn usable_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The file to start or to read for this very program. On Linux it is the
/// file that runs even where a build has replaced the one of that name since;
/// elsewhere it is the file of that name.
///
/// # Errors
/// The system doesn't tell.
pub fn own_program() -> std::io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && running.exists() {
        return Ok(running.into());
    }
    std::env::current_exe()
}

/// SHA-256 of `bytes` in hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(Sha256::digest(bytes).as_slice())
}

/// SHA-256 of the file at `path` in hexadecimal.
///
/// # Errors
/// The file can't be read.
pub fn file_sha256_hex(path: &Path) -> std::io::Result<String> {
    let mut file = std::fs::File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(hasher.finalize().as_slice())),
            n => hasher.update(&buffer[..n]),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(target_os = "linux")]
fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let (_, model) = line.split_once(':')?;
    Some(model.trim().into())
}

#[cfg(target_os = "macos")]
fn cpu_model() -> Option<String> {
    output_of("sysctl", &["-n", "machdep.cpu.brand_string"])
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn cpu_model() -> Option<String> {
    std::env::var("PROCESSOR_IDENTIFIER").ok()
}

#[cfg(target_os = "linux")]
fn memory_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let physical = crate::usage::number_field(&text, "MemTotal:")? / 1024;
    // A container's limit, where the unified hierarchy names one.
    let limit = std::fs::read_to_string("/sys/fs/cgroup/memory.max")
        .ok()
        .and_then(|text| text.trim().parse::<u64>().ok())
        .map(|bytes| bytes / (1 << 20));
    Some(limit.map_or(physical, |limit| limit.min(physical)))
}

#[cfg(target_os = "macos")]
fn memory_mib() -> Option<u64> {
    let bytes = output_of("sysctl", &["-n", "hw.memsize"])?;
    Some(bytes.parse::<u64>().ok()? / (1 << 20))
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn memory_mib() -> Option<u64> {
    None
}

#[cfg(target_os = "linux")]
fn os_version() -> String {
    std::fs::read_to_string("/proc/sys/kernel/osrelease")
        .map_or_else(|_| "Linux".into(), |v| format!("Linux {}", v.trim()))
}

#[cfg(target_os = "macos")]
fn os_version() -> String {
    output_of("sw_vers", &["-productVersion"])
        .map_or_else(|| "macOS".into(), |v| format!("macOS {v}"))
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn os_version() -> String {
    std::env::consts::OS.into()
}

#[cfg(target_os = "macos")]
fn output_of(program: &str, args: &[&str]) -> Option<String> {
    let output =
        std::process::Command::new(program).args(args).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busier_hour_is_still_the_same_machine() {
        let quiet = Machine::here(&[("rustc", "1.95.0")]);
        let mut busy = quiet.clone();
        busy.conditions.load_before = Some(17.0);
        assert!(quiet.is_same_as(&busy));
    }

    #[test]
    fn a_pool_of_another_size_is_another_machine() {
        let usual = Machine::here(&[]);
        let mut other = usual.clone();
        other.environment.insert("RAYON_NUM_THREADS".into(), "64".into());
        assert!(!usual.is_same_as(&other));
    }

    #[test]
    fn another_compiler_is_another_machine() {
        let old = Machine::here(&[("rustc", "1.94.0")]);
        let new = Machine::here(&[("rustc", "1.95.0")]);
        assert!(!old.is_same_as(&new));
    }

    #[test]
    fn the_digest_is_the_published_one_of_abc() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223\
             b00361a396177a9cb410ff61f20015ad"
        );
    }
}
