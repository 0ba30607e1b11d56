//! What must hold for every chart, whatever its data.

use super::{cases, samples};
use crate::chart::svg::Sheet;
use crate::chart::text::{SIZE, SMALL, width};
use crate::chart::*;

const HOSTILE: &str = "</text><script>\"'&amp; `--` {{#include x}}\n\n\
    <!-- cmdrun y --> \u{1b}[31m and on, and on, past every column there is";

/// Values that no measurement should give, and some that it does.
const VALUES: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    -5.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN_POSITIVE,
    1e-9,
    123_456_789.0,
    1e16,
];

fn axes() -> Vec<Axis> {
    let unit = "cycles/call";
    vec![
        Axis::linear("s"),
        Axis::log("µs").factor(1e6).title(HOSTILE),
        Axis::linear(unit).title("x"),
    ]
}

fn charts() -> Vec<Chart> {
    let mut charts = samples::all();
    let cases = cases::all().into_iter().flat_map(|(_, cases)| cases);
    charts.extend(cases.map(|(_, chart)| chart));
    for axis in axes() {
        let (first, more) = (vec![VALUES[2]], VALUES.to_vec());
        for values in [Vec::new(), first, vec![0.0; 3], more] {
            for label in ["a", "", HOSTILE] {
                charts.extend(
                    bodies(&axis, &values, label)
                        .map(|body| Chart::new(label, label, body)),
                );
            }
        }
    }
    charts
}

fn bodies(axis: &Axis, values: &[f64], label: &str) -> [Body; 7] {
    let pairs = || values.iter().zip(values.iter().rev());
    let bars = values.iter().map(|v| {
        let bar = Bar::new(label, Kind::Pool, *v).samples(values);
        bar.floor(-*v).published(v / 3.0).value_text(label).group(label)
    });
    let spans = pairs()
        .map(|(a, b)| Span::new(label, *a, *b, Outcome::Failed).note(label));
    let spans: Vec<_> = spans.collect();
    let rows = pairs().map(|(a, b)| Pair::new(label, Kind::Tasks, *a, *b));
    let points: Vec<_> = pairs().map(|(a, b)| (*a, *b)).collect();
    let series = (0..values.len())
        .map(|_| Series::new(label, Kind::Other, points.clone()).dashed());
    let stacks =
        pairs().map(|(a, b)| Stack::new(label, Kind::Pool, [*a, *b, 1.0]));
    let points =
        pairs().map(|(a, b)| Prediction::new(label, Kind::Pool, *a, *b));
    let bins = pairs().map(|(a, b)| Bin::new(*a, *b, u64::MAX)).collect();
    [
        Bars::new(axis.clone(), bars.collect()).into(),
        Lines::new(axis.clone(), axis.clone(), series.collect())
            .marker(1.0, label)
            .crossover(label)
            .into(),
        Stacks::new(axis.clone(), [label, label], stacks.collect()).into(),
        Scatter::new(axis.clone(), 3.0, points.collect())
            .directions(label, label)
            .into(),
        Timeline::new(axis.clone(), vec![Lane::new(label, spans)])
            .marker(1.0, label)
            .marker(0.5, label)
            .marker(f64::NAN, label)
            .into(),
        Pairs::new(axis.clone(), label, label, rows.collect()).into(),
        Histogram::new(axis.clone(), Kind::Tasks, bins)
            .counts(axis.clone())
            .marker(1.0, label)
            .into(),
    ]
}

/// The value of `name="…"` in the opening tag of `element`.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = element.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

fn coordinate(element: &str, name: &str) -> f64 {
    attribute(element, name).and_then(|v| v.parse().ok()).unwrap_or(0.0)
}

fn unescaped(element: &str) -> String {
    let (_, rest) = element.split_once('>').expect("a tag ends");
    let (text, _) = rest.rsplit_once("</").expect("an element ends");
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\"")];
    let numbered = [("&#39;", "'"), ("&#96;", "`"), ("&#123;", "{")];
    let text = named
        .iter()
        .chain(&numbered)
        .fold(text.to_string(), |text, (from, to)| text.replace(from, to));
    text.replace("&#125;", "}").replace("&amp;", "&")
}

/// Left, right, top and bottom of a text element.
fn place(element: &str) -> [f64; 4] {
    let class = attribute(element, "class").expect("texts have a class");
    let size = match class.split(' ').next() {
        Some("t2") => SMALL,
        _ => SIZE,
    };
    let (x, y) = (coordinate(element, "x"), coordinate(element, "y"));
    let own = width(&unescaped(element), size);
    let left = match attribute(element, "text-anchor") {
        None => x,
        Some("middle") => x - own / 2.0,
        Some(_) => x - own,
    };
    [left, left + own, y - size * 0.8, y + size * 0.2]
}

#[test]
fn a_figure_is_one_block_without_ids_and_without_colours() {
    for chart in charts() {
        let figure = chart.to_figure();
        assert!(figure.starts_with("<figure "));
        assert!(figure.lines().all(|line| !line.trim().is_empty()));
        for banned in [" id=", " style=", " fill=", " stroke=", "<script"] {
            assert!(!figure.contains(banned), "{banned} in {figure}");
        }
        for banned in ["{{", "`", "<!--", "\u{1b}", "NaN", "inf\""] {
            assert!(!figure.contains(banned), "{banned} in {figure}");
        }
    }
}

#[test]
fn every_element_is_closed() {
    for chart in charts() {
        let figure = chart.to_figure();
        let mut open = Vec::new();
        for tag in figure.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').expect("a tag ends");
            assert!(!text.contains('>'), "{text}");
            let name = tag.split(' ').next().expect("a tag has a name");
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name)),
                None if tag.ends_with('/') => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }
}

#[test]
fn no_mark_and_no_word_lies_outside_the_drawing() {
    for chart in charts() {
        for sheet in [Sheet::WIDE, Sheet::NARROW] {
            let svg = chart.draw(sheet);
            let frame = attribute(&svg, "viewBox").expect("has a frame");
            let frame: Vec<f64> =
                frame.split(' ').map(|n| n.parse().unwrap()).collect();
            for element in svg.lines() {
                let [left, right, top, bottom] = match () {
                    () if element.starts_with("<text") => place(element),
                    () if element.starts_with("<rect") => {
                        let x = coordinate(element, "x");
                        let y = coordinate(element, "y");
                        let wide = coordinate(element, "width");
                        let high = coordinate(element, "height");
                        [x, x + wide, y, y + high]
                    }
                    () => continue,
                };
                let slack = 1.5;
                assert!(
                    left >= -slack
                        && right <= frame[2] + slack
                        && top >= -slack
                        && bottom <= frame[3] + slack,
                    "{element} in {frame:?} of {}",
                    chart.name,
                );
            }
        }
    }
}

#[test]
fn no_word_is_drawn_over_another() {
    for chart in charts() {
        for sheet in [Sheet::WIDE, Sheet::NARROW] {
            let svg = chart.draw(sheet);
            let texts: Vec<_> =
                svg.lines().filter(|line| line.starts_with("<text")).collect();
            for (i, one) in texts.iter().enumerate() {
                for other in &texts[i + 1..] {
                    let (a, b) = (place(one), place(other));
                    let slack = 1.0;
                    let apart = a[1] <= b[0] + slack
                        || b[1] <= a[0] + slack
                        || a[3] <= b[2] + slack
                        || b[3] <= a[2] + slack;
                    assert!(apart, "{one}\n{other}\n{sheet:?}");
                }
            }
        }
    }
}

#[test]
fn every_class_is_coloured_in_the_book_and_in_a_file() {
    let alone = include_str!("../standalone.css");
    let book = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../course/theme/measured.css");
    let book = std::fs::read_to_string(book).expect("the book has a style");
    for rule in alone.lines().filter(|line| line.starts_with(".m ")) {
        assert!(book.contains(rule), "measured.css lacks `{rule}`");
    }
    for chart in charts() {
        let figure = chart.to_figure();
        for element in figure.lines() {
            let classes = attribute(element, "class").unwrap_or_default();
            for class in classes.split(' ').filter(|c| !c.is_empty()) {
                let plain = ["m", "wide", "narrow", "t"].contains(&class);
                let rule = format!(".m .{class} {{");
                assert!(plain || alone.contains(&rule), "{class}");
            }
        }
    }
}

#[test]
fn every_sample_is_a_dot_and_equal_samples_share_one() {
    let dots = |samples: &[f64]| {
        let row = Bar::new("a", Kind::Threads, 1.0).samples(samples);
        let bars = Bars::new(Axis::linear("s"), vec![row]);
        let svg = Chart::new("a", "a", bars).to_svg();
        // One more dot is the legend's.
        svg.matches("class=\"dot\"").count() - 1
    };
    assert_eq!(dots(&[1.0, 1.1, 0.9, 1.05, 1.2, 0.7]), 6);
    assert_eq!(dots(&[1.0; 10_000]), 5);
}

#[test]
fn a_row_that_was_not_run_says_why_and_has_no_bar() {
    let row = Bar::not_run("a", Kind::Threads, "needs 4 cores");
    let bars = Bars::new(Axis::linear("s"), vec![row]);
    let svg = Chart::new("a", "a", bars).to_svg();
    assert!(svg.contains(">needs 4 cores</text>"));
    assert!(!svg.contains("<rect"));
    assert!(!svg.contains("median here"));
}

/// A word's place, grown by nothing: what a mark must not cross.
fn crosses(line: &str, word: &[f64; 4]) -> bool {
    let x = coordinate(line, "x1");
    let upright = x == coordinate(line, "x2");
    let (from, to) = (coordinate(line, "y1"), coordinate(line, "y2"));
    let inside = word[0] + 1.0 < x && x < word[1] - 1.0;
    upright && inside && from < word[3] - 2.0 && word[2] + 4.0 < to
}

#[test]
fn no_rule_runs_through_a_number_or_a_heading() {
    for chart in charts() {
        for sheet in [Sheet::WIDE, Sheet::NARROW] {
            let svg = chart.draw(sheet);
            let rules = |line: &&str| {
                line.starts_with("<line class=\"axis\"")
                    || line.starts_with("<line class=\"mark\"")
            };
            // Names with a halo stand within a plot, and interrupt its rules.
            let words = |line: &&str| {
                line.starts_with("<text class=\"h")
                    || line.starts_with("<text class=\"t\"")
                    || line.contains("text-anchor=\"middle\"")
            };
            for word in svg.lines().filter(words) {
                for rule in svg.lines().filter(rules) {
                    assert!(
                        !crosses(rule, &place(word)),
                        "{rule}\n{word}\n{sheet:?} {}",
                        chart.name
                    );
                }
            }
        }
    }
}

#[test]
fn no_bar_stands_on_a_logarithmic_axis() {
    let row = Bar::new("a", Kind::Threads, 3.0).samples([2.0, 3.0, 9.0]);
    let bars = Bars::new(Axis::log("ms"), vec![row]);
    let svg = Chart::new("a", "a", bars).to_svg();
    assert!(!svg.contains("<rect"), "{svg}");
    assert!(svg.contains("<line class=\"range\""));
    let bins = vec![Bin::new(0.0, 1.0, 9), Bin::new(1.0, 2.0, 1)];
    let histogram = Histogram::new(Axis::linear(""), Kind::Threads, bins)
        .counts(Axis::log(""));
    let svg = Chart::new("a", "a", histogram).to_svg();
    assert!(!svg.contains("<rect") && svg.contains("class=\"cap "));
}

#[test]
fn few_places_of_x_have_a_tick_each() {
    let series =
        Series::new("a", Kind::Threads, [1.0, 2.0, 4.0, 8.0].map(|x| (x, x)));
    let lines = Lines::new(Axis::log(""), Axis::linear(""), vec![series]);
    for sheet in [Sheet::WIDE, Sheet::NARROW] {
        let svg = Chart::new("a", "a", lines.clone()).draw(sheet);
        for tick in [">1</text>", ">2</text>", ">4</text>", ">8</text>"] {
            assert!(svg.contains(tick), "{tick} {sheet:?}");
        }
    }
}

#[test]
fn names_that_would_be_a_knot_on_a_phone_become_letters_with_a_key() {
    let series = |n: usize, apart: f64| -> Vec<_> {
        let line = |i| {
            let y = 1.0 + i as f64 * apart;
            Series::new(format!("mode {i}"), Kind::Tasks, [(1.0, y), (2.0, y)])
        };
        (0..n).map(line).collect()
    };
    let svg = |series| {
        let lines = Lines::new(Axis::linear(""), Axis::linear(""), series);
        Chart::new("a", "a", lines).draw(Sheet::NARROW)
    };
    assert!(svg(series(7, 0.001)).contains(">g</text>"));
    assert!(!svg(series(2, 1.0)).contains(">a</text>"));
}

#[test]
fn what_a_chart_found_is_its_heading_and_what_it_shows_stands_below() {
    let chart = &samples::all()[0];
    let plain = Chart { finding: " ".into(), ..chart.clone() };
    assert!(plain.to_figure().contains(
        "<figcaption><b>Wall time of eight equal jobs</b></figcaption>"
    ));
    let svg = chart.to_svg();
    let name = "Two threads take 0.51 of the time of one: Wall time";
    assert!(svg.contains(&format!("<title>{name}")), "{svg}");
    let document = chart.to_document();
    assert!(document.contains(">Two threads take 0.51 of the time of one<"));
}
