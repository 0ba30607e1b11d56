//! The timeline of the task group: who ran until when.

use crate::charts::CUT;
use crate::page::{DESKTOP, PHONE, Page};

#[test]
fn the_timeline_has_bars_of_different_lengths_and_cuts_no_text()
-> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    for width in [DESKTOP, PHONE] {
        page.open("taskgroup.html", width)?;
        let bars: Vec<(String, f64, f64)> = page.ask(
            "[...document.querySelectorAll('figure.m rect')]
               .filter((bar) => bar.checkVisibility()
                 && /o-/.test(bar.getAttribute('class')))
               .map((bar) => [bar.getAttribute('class'),
                 bar.getBoundingClientRect().width,
                 bar.getBoundingClientRect().height])",
        )?;
        for outcome in ["o-done", "o-failed", "o-cancelled", "o-leaked"] {
            let of_it = || bars.iter().filter(|(kind, ..)| kind == outcome);
            assert!(of_it().count() >= 1, "{outcome} at {width} px: {bars:?}");
            for (_, wide, high) in of_it() {
                assert!(*wide > 4.0 && *high > 4.0, "{outcome}: {bars:?}");
            }
        }
        let longest = |outcome: &str| {
            bars.iter()
                .filter(|(kind, ..)| kind == outcome)
                .map(|(_, wide, _)| *wide)
                .fold(0.0, f64::max)
        };
        assert!(longest("o-leaked") > longest("o-cancelled"), "{bars:?}");
        let cut: Vec<String> = page.ask(CUT)?;
        assert_eq!(cut, [""; 0], "at {width} px");
    }
    Ok(())
}
