//! The page with the whole book on it.

use serde_json::json;

use crate::page::{DESKTOP, Page};

/// The first heading of a page.
const HEADING: &str =
    "document.querySelector('main h1')?.innerText.trim() ?? ''";

/// How many charts a page has.
const CHARTS: &str = "document.querySelectorAll('main figure.m').length";

#[test]
fn the_print_page_has_every_chapter_and_every_chart() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    let (mut headings, mut charts) = (Vec::new(), 0);
    for name in page.book.pages()? {
        // The first chapter is there twice, and an error is no chapter.
        if name == "index.html" || name == "404.html" {
            continue;
        }
        page.open(&name, DESKTOP)?;
        headings.push(page.ask::<String>(HEADING)?);
        charts += page.ask::<usize>(CHARTS)?;
    }
    page.open("print.html", DESKTOP)?;
    let printed: Vec<String> = page.ask(
        "[...document.querySelectorAll('main h1')]
           .filter(probe.shown).map((head) => head.innerText.trim())",
    )?;
    for heading in headings {
        assert!(printed.contains(&heading), "`{heading}` is not printed");
    }
    assert!(charts > 0);
    assert_eq!(page.ask::<usize>(CHARTS)?, charts, "charts");
    Ok(())
}

#[test]
fn on_paper_a_dark_theme_is_black_on_white() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    page.open("cpu_bound.html", DESKTOP)?;
    page.theme("navy")?;
    page.devtools
        .call("Emulation.setEmulatedMedia", json!({"media": "print"}))?;
    page.settle()?;
    let faint: Vec<String> = page.ask(
        "[...document.querySelectorAll('figure.m svg.wide text')]
           .filter((text) => probe.shown(text))
           .map((text) => [text, probe.contrast(
              getComputedStyle(text).fill, [255, 255, 255, 1])])
           .filter(([, found]) => found < 4.5)
           .map(([text, found]) => probe.name(text) + ': ' + found)",
    )?;
    assert_eq!(faint, [""; 0]);
    let seen: usize = page.ask(
        "[...document.querySelectorAll('figure.m svg.wide')]
           .filter(probe.shown).length",
    )?;
    assert!(seen > 0, "no chart is printed");
    Ok(())
}
