//! A page as a test sees it: opened, resized, asked, typed on.

use std::env;
use std::io::{self, Write as _};
use std::sync::Once;

use serde::de::DeserializeOwned;
use serde_json::json;

use crate::book::Book;
use crate::chromium::Chromium;
use crate::devtools::DevTools;

/// The themes of mdBook.
pub(crate) const THEMES: [&str; 5] = ["light", "rust", "coal", "navy", "ayu"];

/// The width of a phone.
pub(crate) const PHONE: u32 = 390;

/// The width of a desktop, with mdBook's sidebar open.
pub(crate) const DESKTOP: u32 = 1280;

/// The reason is the same for all tests.
static SKIPPED: Once = Once::new();

/// Questions that several tests ask of a page.
const PROBE: &str = include_str!("probe.js");

/// A tab of a Chromium of its own, in which the built book can be opened.
pub(crate) struct Page {
    pub(crate) devtools: DevTools,
    pub(crate) book: Book,
    _chromium: Chromium,
}

impl Page {
    /// A new tab; `None` with the reason on stderr where the book or Chromium
    /// is missing, which `BROWSER_TESTS=required` turns into an error.
    pub(crate) fn new() -> anyhow::Result<Option<Self>> {
        let program = Chromium::installed();
        let folder = Book::folder();
        let (Some(program), Some(folder)) = (&program, &folder) else {
            let reason = if program.is_none() {
                "no Chromium: install it or name it in `CHROMIUM`"
            } else {
                "no book: type `cargo book --quick` or name it in `BOOK_DIR`"
            };
            let required =
                env::var_os("BROWSER_TESTS").is_some_and(|v| v == "required");
            anyhow::ensure!(!required, reason);
            // Not `eprintln!`, which a passing test doesn't show.
            SKIPPED.call_once(|| {
                let _ = writeln!(io::stderr(), "skipped: {reason}");
            });
            return Ok(None);
        };
        let book = Book::serve(folder.clone())?;
        let chromium = Chromium::start(program.clone())?;
        let mut devtools = DevTools::connect(&chromium.address)?;
        devtools.call(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({"source": PROBE}),
        )?;
        Ok(Some(Self { devtools, book, _chromium: chromium }))
    }

    /// Opens a page of the book and waits until it is laid out.
    pub(crate) fn open(
        &mut self,
        name: &str,
        width: u32,
    ) -> anyhow::Result<()> {
        self.resize(width)?;
        self.devtools.events.clear();
        let url = format!("{}/{name}", self.book.address);
        self.devtools.call("Page.navigate", json!({"url": url}))?;
        self.devtools.wait_for("Page.loadEventFired")?;
        self.settle()
    }

    /// Gives the window a width.
    pub(crate) fn resize(&mut self, width: u32) -> anyhow::Result<()> {
        let metrics = json!({
            "width": width, "height": 844,
            "deviceScaleFactor": 1, "mobile": false,
        });
        self.devtools.call("Emulation.setDeviceMetricsOverride", metrics)?;
        Ok(())
    }

    /// Switches the theme as a reader does, in mdBook's menu.
    pub(crate) fn theme(&mut self, name: &str) -> anyhow::Result<()> {
        let switched: bool = self.ask(&format!(
            "document.getElementById('mdbook-theme-{name}').click(),
             document.documentElement.classList.contains('{name}')"
        ))?;
        anyhow::ensure!(switched, "the theme `{name}` can't be chosen");
        self.settle()
    }

    /// The value of a JavaScript expression.
    pub(crate) fn ask<T: DeserializeOwned>(
        &mut self,
        expression: &str,
    ) -> anyhow::Result<T> {
        let mut answer = self.devtools.call(
            "Runtime.evaluate",
            json!({
                "expression": expression,
                "returnByValue": true, "awaitPromise": true,
            }),
        )?;
        if let Some(thrown) = answer.get("exceptionDetails") {
            anyhow::bail!("`{expression}` threw: {thrown}");
        }
        Ok(serde_json::from_value(answer["result"]["value"].take())?)
    }

    /// Presses and releases a key that types no letter.
    pub(crate) fn press(&mut self, key: &str, code: u32) -> anyhow::Result<()> {
        for kind in ["rawKeyDown", "keyUp"] {
            self.devtools.call(
                "Input.dispatchKeyEvent",
                json!({
                    "type": kind, "key": key, "code": key,
                    "windowsVirtualKeyCode": code,
                }),
            )?;
        }
        Ok(())
    }

    /// Waits for letters, styles and two frames.
    pub(crate) fn settle(&mut self) -> anyhow::Result<()> {
        let _: bool = self.ask("probe.settled()")?;
        Ok(())
    }
}
