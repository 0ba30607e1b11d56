//! Verdicts and numbers: seen, counted, and with their origin.

use crate::page::{DESKTOP, Page, THEMES};

#[test]
fn the_status_page_shows_as_many_verdicts_as_its_totals_say()
-> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    page.open("held.html", DESKTOP)?;
    let mut all = 0;
    for kind in ["holds", "fails", "na"] {
        let (told, blocks): (usize, usize) = page.ask(&format!(
            "[Number(document.querySelector('.totals .{kind} b').textContent),
              [...document.querySelectorAll('.claim.{kind}')]
                .filter(probe.shown).length]"
        ))?;
        assert_eq!(told, blocks, "the total of `{kind}`");
        all += blocks;
    }
    assert!(all > 20, "only {all} verdicts");
    Ok(())
}

#[test]
fn a_verdict_is_a_mark_and_words_that_stand_out_in_every_theme()
-> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    page.open("held.html", DESKTOP)?;
    let verdicts: Vec<String> = page.ask(
        "[...document.querySelectorAll('.claim')].map((claim) =>
           [...claim.querySelectorAll('.v')].filter(probe.shown)
             .map((verdict) => verdict.innerText).join())",
    )?;
    assert!(!verdicts.is_empty());
    for verdict in verdicts {
        let (mark, words) = verdict.split_once(' ').unwrap_or_default();
        assert!(
            mark.chars().all(|mark| !mark.is_alphanumeric())
                && words.chars().filter(|c| c.is_alphabetic()).count() > 5,
            "`{verdict}`"
        );
    }
    for theme in THEMES {
        page.theme(theme)?;
        let faint: Vec<String> = page.ask(
            "[...document.querySelectorAll(
               '.claim > *, .totals *, .m-src, .fact, .pubfig, td, th')]
               .filter((text) => probe.shown(text) && probe.legible(text) < 4.5)
               .map((text) => probe.name(text) + ': ' + probe.legible(text))",
        )?;
        assert_eq!(faint, [""; 0], "in {theme}");
    }
    Ok(())
}

#[test]
fn every_number_says_where_it_is_from() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    let (mut facts, mut figures) = (0, 0);
    for name in page.book.pages()? {
        page.open(&name, DESKTOP)?;
        let told: Vec<(String, String)> = page.ask(
            "[...document.querySelectorAll('.fact')]
               .map((fact) => [fact.title, fact.innerText])",
        )?;
        for (title, number) in &told {
            let origin = title.contains("measured") && title.contains("rustc");
            // What was not run tells why.
            let absent = number == "n/a" && title.contains("not run");
            assert!(origin || absent, "{name}, `{number}`: `{title}`");
        }
        facts += told.len();
        let published: Vec<(String, String)> = page.ask(
            "[...document.querySelectorAll('.pubfig')]
               .map((figure) => [figure.title, figure.innerText])",
        )?;
        for (title, text) in &published {
            let letter = title.strip_prefix("machine ").map(|rest| &rest[..1]);
            let shown = letter.is_some_and(|letter| {
                text.contains(&format!("({letter}:"))
                    || text.contains(&format!("({letter})"))
            });
            assert!(shown, "{name}: `{text}` doesn't show `{title}`");
        }
        figures += published.len();
        let bare: Vec<String> = page.ask(
            "[...document.querySelectorAll('aside.pub')].filter((aside) =>
               ![...aside.querySelectorAll('.machine, .pubfig')].some((machine) =>
                 probe.shown(machine) && machine.innerText.trim().length > 5)
             ).map(probe.name)",
        )?;
        assert_eq!(bare, [""; 0], "{name}: published, but where?");
    }
    assert!(facts > 20 && figures > 0, "{facts} facts, {figures} published");
    Ok(())
}
