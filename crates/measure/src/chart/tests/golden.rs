//! Whole drawings, compared with the files in `tests/golden/`.

use super::{cases, samples};
use crate::chart::Chart;
use crate::chart::svg::Sheet;
use std::path::Path;

/// Set to write the drawings instead of comparing them; look at them then.
const UPDATE: &str = "UPDATE_GOLDEN";

fn holds(file: &str, drawn: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let path = folder.join(file);
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, drawn).expect("golden file can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("`{}`: {error}; set {UPDATE}=1 to make it", path.display())
    });
    // Git may hand out the file with other line ends.
    let golden = golden.replace("\r\n", "\n");
    for (n, (is, was)) in drawn.lines().zip(golden.lines()).enumerate() {
        assert_eq!(is, was, "{file}, line {}", n + 1);
    }
    assert_eq!(drawn.lines().count(), golden.lines().count(), "{file}");
}

/// One page for each form, so that a person can look at the drawings in a
/// browser: narrow it, change the system's theme, take the colour away.
fn gallery(form: &str, cases: &[(&str, Chart)]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html class=\"light\" lang=\"en\">\n\
         <meta charset=\"utf-8\">\n<title>{form}</title>\n\
         <link rel=\"stylesheet\" href=\"gallery.css\">\n\
         <link rel=\"stylesheet\" \
         href=\"../../../course/theme/measured.css\">\n"
    );
    for (case, chart) in cases {
        page += &format!("<h2>{form}: {case}</h2>\n{}", chart.to_figure());
    }
    page
}

#[test]
fn drawings_are_as_they_were_when_somebody_looked() {
    for (form, cases) in cases::all() {
        holds(&format!("chart_{form}.html"), &gallery(&form, &cases));
    }
}

#[test]
fn a_figure_holds_both_drawings_and_the_caption() {
    let chart = &samples::all()[0];
    let expected = format!(
        "<figure class=\"m\" data-chart=\"bars\">\n\
         <figcaption><b>Two threads take 0.51 of the time of one</b>\n\
         <span>Wall time of eight equal jobs</span></figcaption>\n{}{}\
         <p>Eight equal jobs.</p>\n</figure>\n",
        chart.draw(Sheet::WIDE),
        chart.draw(Sheet::NARROW),
    );
    assert_eq!(chart.to_figure(), expected);
}

#[test]
fn a_document_stands_alone() {
    let document = samples::all()[0].to_document();
    assert!(document.starts_with("<svg class=\"m wide\" xmlns="));
    assert!(document.contains("<style>"));
    assert!(document.contains(".m .fill { fill: var(--k); }"));
}
