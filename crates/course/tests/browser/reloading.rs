//! A page of `cargo book serve` follows the builds.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;

use crate::page::{DESKTOP, Page};

struct Serving(Child);

impl Drop for Serving {
    /// Also a test that fails leaves no server.
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_page_that_is_open_shows_the_next_build_by_itself() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        fs::write(path, text)
    };
    write("book.toml", "[book]\ntitle = \"A test\"\n")?;
    write("src/SUMMARY.md", "- [A page](page.md)\n")?;
    write("src/page.md", "# First\n")?;
    let server = Command::new(env!("CARGO_BIN_EXE_course"))
        .args(["serve", "--port", "0"])
        .current_dir(&folder)
        .env("CARGO", env!("CARGO_BIN_EXE_fixture"))
        .env("BOOK_LOCK", folder.path().join("lock"))
        .env_remove("CARGO_TARGET_DIR")
        .stderr(Stdio::piped())
        .spawn()?;
    let mut server = Serving(server);
    let says = server.0.stderr.take().context("not piped")?;
    let mut lines = BufReader::new(says).lines().map_while(Result::ok);
    let address = lines.find_map(|line| {
        let (address, _) = line.split_once("/  (Ctrl-C stops)")?;
        Some(address.to_owned())
    });
    page.book.address = address.context("the server ended")?;
    let heading = "document.querySelector('main h1').innerText";

    page.open("page.html", DESKTOP)?;
    assert_eq!(page.ask::<String>(heading)?, "First");
    for next in ["Second", "Third"] {
        page.devtools.events.clear();
        write("src/page.md", &format!("# {next}\n"))?;
        page.devtools.wait_for("Page.loadEventFired")?;
        assert_eq!(page.ask::<String>(heading)?, next);
    }
    Ok(())
}
