//! Ticks, numbers, escaping and wrapping, computed by hand.

use crate::chart::text::{SIZE, SMALL, escape, number, width, wrap};
use crate::chart::*;

fn ticks(axis: &Axis, values: &[f64], zero: bool, n: usize) -> Vec<String> {
    let placed = axis.lay(values.iter().copied(), zero, (0.0, 100.0), n);
    placed.ticks().map(|(_, text)| text.replace('\u{a0}', " ")).collect()
}

#[test]
fn linear_ticks_are_one_two_five_within_the_data() {
    let axis = Axis::linear("s");
    let read = |values: &[f64], n| ticks(&axis, values, true, n);
    assert_eq!(read(&[1.85], 4), ["0 s", "0.5 s", "1 s", "1.5 s"]);
    assert_eq!(read(&[0.3], 3), ["0 s", "0.1 s", "0.2 s", "0.3 s"]);
    assert_eq!(read(&[-7.0, 7.0], 3), ["−5 s", "0 s", "5 s"]);
    assert_eq!(
        ticks(&axis, &[1.0, 8.0], false, 4),
        ["2 s", "4 s", "6 s", "8 s"]
    );
}

#[test]
fn log_ticks_are_decades_or_finer_where_there_is_room() {
    let axis = Axis::log("µs").factor(1e6);
    let read = |values: &[f64]| ticks(&axis, values, false, 5);
    assert_eq!(read(&[1.3e-7, 4.4e-5]), ["0.1 µs", "1 µs", "10 µs"]);
    assert_eq!(read(&[1e-6, 8e-6]), ["1 µs", "2 µs", "5 µs"]);
    assert_eq!(
        read(&[1e-6, 1.0]),
        ["1 µs", "100 µs", "10,000 µs", "1,000,000 µs"]
    );
}

#[test]
fn an_axis_without_a_spread_still_has_two_ends() {
    for axis in [Axis::linear(""), Axis::log("")] {
        for values in [&[][..], &[0.0], &[7.0, 7.0], &[f64::NAN], &[-3.0]] {
            for zero in [false, true] {
                let n = ticks(&axis, values, zero, 5).len();
                assert!(n >= 2, "{axis:?} {values:?} {n}");
            }
        }
    }
}

#[test]
fn a_value_lies_between_its_ticks() {
    let placed = Axis::log("").lay([1.0, 100.0], false, (0.0, 200.0), 5);
    assert_eq!(placed.at(10.0), Some(100.0));
    assert_eq!(placed.at(0.0), None);
    assert_eq!(placed.at(f64::INFINITY), None);
    let placed = Axis::linear("").factor(1e3).lay([2.0], true, (50., 150.), 4);
    assert_eq!(placed.at(1.0), Some(100.0));
    assert_eq!(placed.base(), 50.0);
}

#[test]
fn numbers_read_as_people_write_them() {
    let read = [
        (0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (1234.0, "1,234"),
        (-1_234_567.0, "−1,234,567"),
        (12.5, "12.5"),
        (2e9, "2·10⁹"),
        (1e-7, "10⁻⁷"),
        (-1e12, "−10¹²"),
    ];
    for (value, text) in read {
        assert_eq!(number(value), text);
    }
    assert_eq!(Axis::linear("s").value_text(0.8749), "0.875\u{a0}s");
    assert_eq!(
        Axis::log("ns").factor(1e9).value_text(1.2345e-6),
        "1,230\u{a0}ns"
    );
    assert_eq!(Axis::linear("s").value_text(f64::NAN), "n/a");
}

#[test]
fn text_cannot_leave_its_element_nor_wake_a_preprocessor() {
    assert_eq!(escape("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    assert_eq!(escape("{{#x}}"), "&#123;&#123;#x&#125;&#125;");
    assert_eq!(escape("```'"), "&#96;&#96;&#96;&#39;");
    assert_eq!(escape("a\n\n\u{1b}b\0\r\n"), "a b");
    assert_eq!(escape("<!-- cmdrun x -->"), "&lt;!-- cmdrun x --&gt;");
    assert_eq!(escape("97\u{a0}%"), "97\u{a0}%");
}

#[test]
fn wrapping_loses_no_character_and_keeps_to_the_width() {
    let text = "one two-three aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 四 end";
    for max in [1.0, 20.0, 60.0, 1000.0] {
        let lines = wrap(text, SMALL, max);
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        for line in &lines {
            let one = line.chars().count() == 1;
            assert!(one || width(line, SMALL) <= max + 1e-5, "{line} in {max}");
        }
    }
    assert_eq!(wrap("aa bb cc", SMALL, width("aa bb", SMALL)), ["aa bb", "cc"]);
}

#[test]
fn the_widest_text_of_a_column_stays_on_one_line() {
    for label in ["processes ×1", "a b c d e f", "0.134 µs · 0.134 µs"] {
        for size in [SMALL, SIZE] {
            assert_eq!(wrap(label, size, width(label, size)), [label]);
        }
    }
}

#[test]
fn each_kind_has_a_colour_of_its_own() {
    let kinds = [
        Kind::Sequential,
        Kind::Threads,
        Kind::Processes,
        Kind::Tasks,
        Kind::Pool,
        Kind::Other,
    ];
    let css = include_str!("../standalone.css");
    for kind in kinds {
        let name = kind.class().trim_start_matches("k-");
        let rule = format!(".m .k-{name} {{ --k: var(--m-{name}); }}");
        assert!(css.contains(&rule), "{rule}");
    }
}

#[test]
fn an_axis_ends_where_the_data_end_or_at_a_tick_close_beyond() {
    let ends = |axis: &Axis, value: f64| {
        let placed = axis.lay([value], true, (0.0, 100.0), 5);
        placed.at(value).expect("has a place")
    };
    let axis = Axis::linear("s");
    assert_eq!(ends(&axis, 1.7), 100.0);
    assert_eq!(ends(&axis, 0.97), 97.0);
    assert_eq!(ends(&axis, 1200.0), 100.0);
    let placed = Axis::log("").lay([9.0, 700.0], false, (0.0, 100.0), 5);
    assert_eq!(placed.at(9.0), Some(0.0));
    assert_eq!(placed.at(700.0), Some(100.0));
}

#[test]
fn ticks_stand_where_they_are_asked_for() {
    let axis = Axis::log("").ticks([1.0, 2.0, 4.0, 8.0]);
    assert_eq!(ticks(&axis, &[1.0, 8.0], false, 5), ["1", "2", "4", "8"]);
    // One value alone needs an axis all the same.
    assert_eq!(ticks(&axis.clone().ticks([3.0]), &[3.0], false, 5), ["3"]);
}

#[test]
fn values_of_unlike_size_keep_units_that_people_read() {
    let axis = Axis::log_time();
    assert_eq!(axis.value_text(2.5e-8), "25\u{a0}ns");
    assert_eq!(axis.value_text(0.0123), "12.3\u{a0}ms");
    assert_eq!(axis.value_text(0.0), "0\u{a0}s");
    let read = ticks(&axis, &[1e-9, 1e3], false, 5);
    assert_eq!(read, ["1 ns", "1 µs", "1 ms", "1 s", "1,000 s"]);
}

#[test]
fn an_interval_is_divided_into_round_steps() {
    let axis = Axis::linear("ms").factor(1e3);
    assert_eq!(axis.round_step(0.0, 0.030, 30), 0.001);
    assert_eq!(axis.round_step(0.0, 0.031, 30), 0.002);
    assert_eq!(axis.round_step(5.0, 5.0, 30), 0.5);
    assert_eq!(axis.round_step(0.0, 0.0, 30), 0.001);
}

#[test]
fn a_histogram_of_close_values_shows_how_they_differ() {
    let values = [5.01, 5.02, 5.02, 5.29];
    let histogram = Histogram::of(Axis::linear("ms"), Kind::Threads, &values);
    let counts: Vec<_> =
        histogram.bins.iter().map(|b| b.count).filter(|n| *n > 0).collect();
    assert_eq!(counts, [1, 2, 1]);
    assert!(histogram.bins.len() > 20, "{}", histogram.bins.len());
    let equal = Histogram::of(Axis::linear("ms"), Kind::Threads, &[5.0; 9]);
    assert_eq!(equal.bins.len(), 1);
    let none = [f64::NAN, f64::INFINITY];
    assert!(Histogram::of(Axis::linear(""), Kind::Pool, &none).bins.is_empty());
}

#[test]
fn two_lines_cross_where_they_are_drawn_to_cross() {
    let falling = [(1.0, 8.0), (4.0, 2.0)];
    let rising = [(1.0, 2.0), (4.0, 8.0)];
    let lines = |x: Axis, y: Axis| {
        let series = [&falling[..], &rising]
            .map(|points| Series::new("", Kind::Other, points));
        Lines::new(x, y, series.to_vec())
    };
    let linear = lines(Axis::linear(""), Axis::linear("")).crossing();
    assert_eq!(linear, Some((2.5, 5.0)));
    let (x, y) =
        lines(Axis::log(""), Axis::log("")).crossing().expect("they cross");
    assert!((x - 2.0).abs() < 1e-9 && (y - 4.0).abs() < 1e-9, "{x} {y}");
    let apart = Series::new("", Kind::Other, [(1.0, 9.0), (4.0, 9.0)]);
    let mut never = lines(Axis::linear(""), Axis::linear(""));
    never.series[1] = apart;
    assert_eq!(never.crossing(), None);
    never.series.truncate(1);
    assert_eq!(never.crossing(), None);
}

#[test]
fn a_prediction_is_off_by_a_factor_of_at_least_one() {
    let off = |predicted, measured| {
        Prediction::new("", Kind::Other, predicted, measured).off_by()
    };
    assert_eq!(off(2.0, 8.0), 4.0);
    assert_eq!(off(8.0, 2.0), 4.0);
    assert_eq!(off(3.0, 3.0), 1.0);
    assert_eq!(Axis::linear("").factor_text(5.63), "× 5.6");
}
