//! The decision diagram: for the keyboard, for ears, and for eyes.

use serde_json::{Value, json};

use crate::page::{DESKTOP, Page, THEMES};

/// The key's code.
const TAB: u32 = 9;

/// Where the diagram's answers lead, in the order of the drawing.
const ANSWERS: &str = "
    [...document.querySelectorAll('figure.decision a')]
      .map((answer) => answer.getAttribute('href') + ' ' + answer.ariaLabel)";

/// The answer that has the focus, and the contrast of what shows it.
const FOCUSED: &str = "(() => {
    const at = document.activeElement;
    if (!at.closest('figure.decision')) return null;
    const style = getComputedStyle(at);
    const ring = at.matches(':focus-visible') && style.outlineStyle !== 'none'
      && parseFloat(style.outlineWidth) >= 2
      ? probe.contrast(style.outlineColor, probe.backdrop(at.closest('svg'))) : 0;
    return [at.getAttribute('href') + ' ' + at.ariaLabel, ring];
  })()";

#[test]
fn tab_reaches_every_answer_and_shows_where_it_is() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    page.open("decide.html", DESKTOP)?;
    let answers: Vec<String> = page.ask(ANSWERS)?;
    assert!(answers.len() > 5, "{answers:?}");
    for theme in THEMES {
        page.theme(theme)?;
        let _: Option<bool> =
            page.ask("document.querySelector('main h1 a').focus()")?;
        let mut reached = Vec::new();
        // More than the links between the heading and the diagram's end.
        for _ in 0..answers.len() + 20 {
            page.press("Tab", TAB)?;
            let focused: Option<(String, f64)> = page.ask(FOCUSED)?;
            if let Some((answer, ring)) = focused {
                assert!(ring >= 3.0, "{theme}, {answer}: ring {ring}");
                reached.push(answer);
            } else if !reached.is_empty() {
                break;
            }
        }
        assert_eq!(reached, answers, "in {theme}");
    }
    Ok(())
}

#[test]
fn the_diagram_stands_out_in_every_theme() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    page.open("decide.html", DESKTOP)?;
    let mut edges = Vec::new();
    for theme in THEMES {
        page.theme(theme)?;
        let faint: Vec<String> = page.ask(
            "[...document.querySelectorAll('figure.decision svg *')]
               .flatMap((mark) => mark.matches('text')
                 ? [[mark, 4.5, probe.legible(mark)]]
                 : mark.matches('.answer, .edge, .way')
                 ? [[mark, 3, probe.contrast(getComputedStyle(mark).stroke,
                     probe.backdrop(mark.closest('svg')))]]
                 : [])
               .filter(([, wanted, found]) => !(found >= wanted))
               .map(([mark, , found]) => probe.name(mark) + ': ' + found)",
        )?;
        assert_eq!(faint, [""; 0], "in {theme}");
        edges.push(page.ask::<String>(
            "getComputedStyle(document.querySelector('.decision .edge')).stroke",
        )?);
    }
    assert_ne!(edges[0], edges[3], "one colour in light and navy");
    Ok(())
}

#[test]
fn a_screen_reader_hears_the_diagrams_name_and_every_answer()
-> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    page.open("decide.html", DESKTOP)?;
    let tree = page.devtools.call("Accessibility.getFullAXTree", json!({}))?;
    let named = |role: &str| -> Vec<String> {
        let nodes = tree["nodes"].as_array().into_iter().flatten();
        nodes
            .filter(|node| {
                node["role"]["value"] == role && node["ignored"] == false
            })
            .filter_map(|node| node["name"]["value"].as_str())
            .map(str::to_owned)
            .collect()
    };
    let groups = [named("group"), named("SvgRoot"), named("figure")].concat();
    assert!(
        groups.iter().any(|name| name.contains("Which kind of worker")),
        "the diagram has no name: {groups:?}"
    );
    let heard = named("link");
    let answers: Vec<Value> = page.ask(
        "[...document.querySelectorAll('figure.decision a')]
           .map((answer) => [answer.ariaLabel, answer.textContent])",
    )?;
    for answer in answers {
        let label = answer[0].as_str().unwrap_or_default().to_owned();
        assert!(heard.contains(&label), "`{answer}` is not heard: {heard:?}");
        // Who speaks to the page says what is written there.
        let words = answer[1].as_str().unwrap_or_default();
        let words: Vec<&str> = words.split_whitespace().collect();
        assert!(label.starts_with(&words.join(" ")), "`{answer}`");
    }
    Ok(())
}

#[test]
fn the_list_below_the_diagram_leads_to_the_same_chapters() -> anyhow::Result<()>
{
    let Some(mut page) = Page::new()? else { return Ok(()) };
    page.open("decide.html", DESKTOP)?;
    let mut links = |within: &str| -> anyhow::Result<Vec<String>> {
        page.ask(&format!(
            "[...document.querySelectorAll('{within} a[href]')]
               .map((link) => link.getAttribute('href'))"
        ))
    };
    let drawn = links("figure.decision")?;
    let listed = links("#the-same-as-a-list + ul li")?;
    assert!(drawn.len() > 5, "{drawn:?}");
    assert_eq!(drawn, listed);

    let mut texts = |of: &str| -> anyhow::Result<Vec<String>> {
        page.ask(&format!(
            "[...document.querySelectorAll('{of}')].map((question) =>
               question.textContent.toLowerCase().split(/\\s+/).join(' '))"
        ))
    };
    let drawn = texts("figure.decision .q")?;
    let mut listed = texts(
        "#the-same-as-a-list + ul > li:first-child > strong, \
         #the-same-as-a-list + ul em",
    )?;
    listed.retain(|question| question != "none of these?");
    assert_eq!(drawn.len(), listed.len(), "{drawn:?} {listed:?}");
    for (drawn, listed) in drawn.iter().zip(&listed) {
        // The list says "Is it done …" where the drawing has no room.
        let words = drawn.trim_end_matches('?');
        assert!(listed.contains(words), "`{drawn}` against `{listed}`");
    }
    Ok(())
}
