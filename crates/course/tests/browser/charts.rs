//! Charts: drawn in a size for the column, legible, in the theme's colours.

use crate::page::{DESKTOP, PHONE, Page, THEMES};

/// The pages that draw charts.
fn with_charts(page: &Page) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for name in page.book.pages()? {
        if page.book.source(&name)?.contains("<figure class=\"m\"") {
            names.push(name);
        }
    }
    anyhow::ensure!(!names.is_empty(), "no page of this book has a chart");
    Ok(names)
}

/// Frames after a change of width in which the page comes to rest.
const MOST_FRAMES: u32 = 100;

/// Of each figure, the drawings that are seen.
const SEEN: &str = "
    [...document.querySelectorAll('figure.m')].map((figure) =>
      [...figure.querySelectorAll('svg')]
        .filter((svg) => probe.shown(svg)
          && svg.getBoundingClientRect().height > 40)
        .map((svg) => svg.classList[1]))";

#[test]
fn of_a_charts_two_drawings_exactly_one_is_seen_and_it_has_a_size()
-> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    for name in with_charts(&page)? {
        page.open(&name, DESKTOP)?;
        for (width, drawing) in
            [(DESKTOP, "wide"), (700, "narrow"), (PHONE, "narrow")]
        {
            page.resize(width)?;
            let mut seen = Vec::new();
            // The sidebar slides, and the column with it, for some frames.
            for _ in 0..MOST_FRAMES {
                page.settle()?;
                seen = page.ask::<Vec<Vec<String>>>(SEEN)?;
                if seen.iter().all(|shown| shown == &[drawing]) {
                    break;
                }
            }
            assert!(!seen.is_empty(), "no chart on {name}");
            for shown in seen {
                assert_eq!(shown, [drawing], "{name} at {width} px");
            }
        }
    }
    Ok(())
}

/// Marks and letters that don't stand out enough from what is behind them.
const FAINT: &str = "
    [...document.querySelectorAll('figure.m svg')].filter(probe.shown)
      .flatMap((svg) => [
        ...[...svg.querySelectorAll('.fill, .o-done, .o-failed, .o-leaked')]
          .map((mark) => [mark, 3, probe.contrast(
             getComputedStyle(mark).fill, probe.backdrop(svg))]),
        ...[...svg.querySelectorAll('.ring, .line, .o-cancelled')]
          .map((mark) => [mark, 3, probe.contrast(
             getComputedStyle(mark).stroke, probe.backdrop(svg))]),
        ...[...svg.querySelectorAll('text')]
          .map((text) => [text, 4.5, probe.legible(text)]),
      ])
      .filter(([, wanted, found]) => !(found >= wanted))
      .map(([mark, , found]) => `${probe.name(mark)}: ${found.toFixed(2)}`)";

/// The colour of the page's first bar.
const BAR: &str = "getComputedStyle(document.querySelector(
    'figure.m :is(.fill, .o-done, .line, .ring)')).getPropertyValue('fill')
  + getComputedStyle(document.querySelector(
    'figure.m :is(.fill, .o-done, .line, .ring)')).getPropertyValue('stroke')";

#[test]
fn charts_follow_the_theme_and_stand_out_in_each() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    for name in with_charts(&page)? {
        page.open(&name, DESKTOP)?;
        let mut bars = Vec::new();
        for theme in THEMES {
            page.theme(theme)?;
            let faint: Vec<String> = page.ask(FAINT)?;
            assert_eq!(faint, [""; 0], "{name}, {theme}");
            bars.push(page.ask::<String>(BAR)?);
        }
        assert_ne!(bars[0], bars[3], "{name}: one colour in light and navy");
    }
    Ok(())
}

#[test]
fn letters_of_a_drawing_are_at_least_eleven_pixels_high_on_a_phone()
-> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    let mut names = with_charts(&page)?;
    names.push("decide.html".to_owned());
    for name in names {
        page.open(&name, PHONE)?;
        let letters: Vec<(String, f64)> = page.ask(
            "[...document.querySelectorAll('figure svg text')]
               .filter((text) => probe.shown(text))
               .map((text) => [probe.name(text), probe.letters(text)])",
        )?;
        assert!(!letters.is_empty(), "no letters in the drawings of {name}");
        for (text, height) in letters {
            assert!(height >= 11.0, "{name}: {text} is {height} px high");
        }
    }
    Ok(())
}

/// Texts that end outside of their drawing.
pub(crate) const CUT: &str = "
    [...document.querySelectorAll('figure svg')].filter(probe.shown)
      .flatMap((svg) => {
        const out = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('text')].filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < out.left - 1 || box.right > out.right + 1
            || box.top < out.top - 1 || box.bottom > out.bottom + 1;
        }).map(probe.name);
      })";

#[test]
fn no_letter_of_a_chart_is_outside_its_drawing() -> anyhow::Result<()> {
    let Some(mut page) = Page::new()? else { return Ok(()) };
    for name in with_charts(&page)? {
        for width in [DESKTOP, PHONE] {
            page.open(&name, width)?;
            let cut: Vec<String> = page.ask(CUT)?;
            assert_eq!(cut, [""; 0], "{name} at {width} px");
        }
    }
    Ok(())
}
