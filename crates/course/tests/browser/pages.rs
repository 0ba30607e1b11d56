//! Every page: loads whole, fits a phone, can be read and found one's way on.

use crate::page::{DESKTOP, PHONE, Page, THEMES};

#[test]
fn every_page_loads_without_errors_and_from_the_book_alone()
-> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    let mut names = page.book.pages()?;
    names.push("print.html".to_owned());
    for name in names {
        page.open(&name, DESKTOP)?;
        let home = page.book.address.clone();
        let troubles: Vec<String> = page
            .devtools
            .events
            .iter()
            .filter(|(event, told)| match event.as_str() {
                "Runtime.exceptionThrown" | "Network.loadingFailed" => true,
                "Runtime.consoleAPICalled" => {
                    told["type"] == "error" || told["type"] == "assert"
                }
                "Log.entryAdded" => told["entry"]["level"] == "error",
                "Network.responseReceived" => {
                    told["response"]["status"].as_u64() >= Some(400)
                }
                "Network.requestWillBeSent" => {
                    let url = told["request"]["url"].as_str().unwrap_or("");
                    !url.starts_with(&home) && !url.starts_with("data:")
                }
                _ => false,
            })
            .map(|(event, told)| format!("{event}: {told}"))
            .collect();
        assert_eq!(troubles, [""; 0], "on {name}");
        let asked = page.devtools.events.iter();
        let asked =
            asked.filter(|(event, _)| event == "Network.requestWillBeSent");
        assert!(asked.count() > 5, "{name} asked for its styles and scripts");
    }
    Ok(())
}

/// What sticks out of the window and can't be scrolled to in a box of its own.
const STICKING_OUT: &str = "
    [...document.querySelectorAll('main *')].filter((element) => {
      const box = element.getBoundingClientRect();
      if (!probe.shown(element) || box.right <= innerWidth + 1) return false;
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (at.matches('main')) return true;
        if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return false;
      }
    }).map(probe.name)";

#[test]
fn nothing_scrolls_sideways_on_a_phone_but_wide_tables_in_their_boxes()
-> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    let mut wide_tables = 0;
    for name in page.book.pages()? {
        page.open(&name, PHONE)?;
        let width: f64 = page.ask("document.documentElement.scrollWidth")?;
        assert!(width <= f64::from(PHONE), "{name} is {width} px wide");
        let out: Vec<String> = page.ask(STICKING_OUT)?;
        assert_eq!(out, [""; 0], "on {name}");
        let tables: usize = page.ask(
            "[...document.querySelectorAll('main table')].filter((table) =>
               table.closest('.table-wrapper')
               && table.offsetWidth > table.closest('.table-wrapper').clientWidth
             ).length",
        )?;
        wide_tables += tables;
    }
    assert!(wide_tables > 0, "no table is wide enough to try its box");
    Ok(())
}

/// What was forgotten on a page.
const FORGOTTEN: &str = "(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const level = (head) => Number(head.tagName[1]);
    const heads = all('main :is(h1, h2, h3, h4, h5, h6)');
    const ids = all('[id]').map((element) => element.id);
    return [
      ...document.documentElement.lang ? [] : ['the language'],
      ...document.title ? [] : ['the title'],
      ...heads.filter((head) => level(head) === 1).length === 1 ? []
        : ['one h1'],
      ...heads.filter((head, i) =>
          i > 0 && level(head) > level(heads[i - 1]) + 1)
        .map((head) => 'a level before ' + probe.name(head)),
      ...all('main table').filter((table) => !table.querySelector('thead th'))
        .map((table) => 'the header of ' + probe.name(table)),
      ...all('main a[href]')
        .filter((link) => !(link.ariaLabel ?? link.textContent).trim())
        .map((link) => 'a name for ' + link.href),
      ...all('main figure svg').filter((svg) => !svg.ariaLabel)
        .map((svg) => 'a name for ' + probe.name(svg)),
      ...ids.filter((id, i) => ids.indexOf(id) !== i)
        .map((id) => 'another id than ' + id),
    ];
  })()";

#[test]
fn every_page_has_what_a_screen_reader_needs() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    let mut forgotten = Vec::new();
    for name in page.book.pages()? {
        page.open(&name, DESKTOP)?;
        let here: Vec<String> = page.ask(FORGOTTEN)?;
        forgotten
            .extend(here.into_iter().map(|what| format!("{name}: {what}")));
    }
    assert_eq!(forgotten, [""; 0]);
    Ok(())
}

#[test]
fn words_and_links_stand_out_in_every_theme() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    page.open("race.html", DESKTOP)?;
    for theme in THEMES {
        page.theme(theme)?;
        let faint: Vec<String> = page.ask(
            "[...document.querySelectorAll('main :is(h1, h2, h3, p, li, a, '
               + 'summary, figcaption, td, th), main :not(pre) > code')]
               .filter((text) => probe.shown(text) && text.innerText
                 && probe.legible(text) < 4.5)
               .map((text) => probe.name(text) + ': ' + probe.legible(text))",
        )?;
        assert_eq!(faint, [""; 0], "in {theme}");
    }
    Ok(())
}
