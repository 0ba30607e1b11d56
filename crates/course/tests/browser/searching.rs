//! The search box finds what a reader looks for.

use serde_json::json;

use crate::page::{DESKTOP, Page};

#[test]
fn typing_lost_update_into_the_search_box_leads_to_the_race()
-> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    page.open("start.html", DESKTOP)?;
    let _: Option<bool> =
        page.ask("document.getElementById('mdbook-search-toggle').click()")?;
    page.devtools.call("Input.insertText", json!({"text": "lost update"}))?;
    let links: Vec<String> = page.ask(
        "new Promise((found, missing) => {
           const end = Date.now() + 30000;
           const look = () => {
             const links = [...document.querySelectorAll(
               '#mdbook-searchresults a')].filter(probe.shown);
             if (links.length > 0) return found(
               links.map((link) => link.getAttribute('href')));
             if (Date.now() > end) return missing('no result in 30 s');
             setTimeout(look, 50);
           };
           look();
         })",
    )?;
    // Questions about it and its verdicts may come before the chapter.
    let first = links.iter().take(5).collect::<Vec<_>>();
    assert!(
        first.iter().any(|link| link.starts_with("race.html")),
        "the race is not among the first: {first:?}"
    );
    Ok(())
}
