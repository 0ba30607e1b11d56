//! A Chromium of a test's own, which ends with the test.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::{env, thread};

use anyhow::Context as _;
use tempfile::TempDir;

/// What Chromium is called where it is on the search path.
const NAMES: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Nothing but the book: no network, no first-run pages, no sandbox, which
/// containers often lack and a trusted page doesn't need.
const OPTIONS: [&str; 16] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-quic",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-port=0",
];

/// A running Chromium.
pub(crate) struct Chromium {
    child: Child,
    /// Where it takes orders.
    pub(crate) address: String,
    // Removed after the process has ended.
    _profile: TempDir,
}

impl Chromium {
    /// Where Chromium is, if it is installed.
    pub(crate) fn installed() -> Option<PathBuf> {
        if let Some(path) = env::var_os("CHROMIUM") {
            return Some(path.into());
        }
        let folders = env::var_os("PATH")?;
        env::split_paths(&folders)
            .flat_map(|folder| NAMES.map(|name| folder.join(name)))
            .map(|path| path.with_extension(env::consts::EXE_EXTENSION))
            .find(|path| path.is_file())
    }

    /// Starts Chromium with an empty profile.
    pub(crate) fn start(program: PathBuf) -> anyhow::Result<Self> {
        let profile = tempfile::Builder::new().prefix("measured-").tempdir()?;
        let mut command = Command::new(&program);
        command
            .args(OPTIONS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        // A group of its own, so that its own children end with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .with_context(|| format!("can't start `{}`", program.display()))?;
        let stderr = child.stderr.take().expect("it was piped");
        let mut chromium =
            Self { child, address: String::new(), _profile: profile };
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let mut said = Vec::new();
        for line in lines.by_ref() {
            if let Some((_, address)) = line.split_once("listening on ws://") {
                chromium.address = address.trim().to_owned();
                // A full pipe would stop it.
                thread::spawn(move || lines.for_each(drop));
                return Ok(chromium);
            }
            said.push(line);
        }
        anyhow::bail!("Chromium ended at its start:\n{}", said.join("\n"))
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // It may have ended by itself: then there is nothing to stop.
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            let group = i32::try_from(self.child.id()).expect("a process id");
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
