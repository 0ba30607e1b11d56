//! What stands where on the page.

use crate::book::{Book, assert_shows};

const TABLE: &str =
    "<!-- cmdrun cargo run --release --example race -- --format markdown -->";

#[test]
fn the_four_ways_of_a_number_reach_the_page() {
    let book = Book::of(
        &format!(
            "# Race\n\nLost: {{{{#fact race.lost_percent}}}} of all.\n\n\
             {TABLE}\n\n{{{{#claim race.two_are_faster}}}}\n\n\
             {{{{#chart race}}}}\n\n\
             Then: {{{{#published cpu_bound/A threads 8}}}}.\n"
        ),
        "{}",
    );
    book.build();
    let page = book.page("race");
    assert_shows(
        &page,
        "<p>Lost: <span class=\"fact\" title=\"One round · [..]\">61.2\u{a0}%</span> of all.</p>",
    );
    assert_shows(
        &page,
        "<td>one</td><td style=\"text-align: right\">1.0 s</td>",
    );
    assert_shows(
        &page,
        "<div class=\"claim holds\" data-claim=\"race.two_are_faster\"><b class=\"v\">✓ held here</b><span>Two are faster than one.</span><span class=\"ev\">1.9 ×.</span></div>",
    );
    assert_shows(&page, "<figure class=\"m\">\n<svg></svg>\n</figure>");
    assert_shows(
        &page,
        "<span class=\"pubfig\" title=\"machine A: [..]\">1.85\u{a0}s (A: Apple[..]</span>",
    );
}

#[test]
fn code_stays_text() {
    let text = format!(
        "# R\n\n```\n{TABLE}\n{{{{#fact race.gone}}}}\n```\n\n\
         `{{{{#claim race.gone}}}}`\n"
    );
    let book = Book::of(&text, "{}");
    book.build();
    let page = book.page("race");
    assert_shows(&page, "[..]cmdrun cargo run --release --example race[..]");
    assert_shows(&page, "<p><code>{{#claim race.gone}}</code></p>");
    assert_eq!(book.measured(), 0);
}

#[test]
fn two_markers_on_a_line_are_two_commands() {
    let inline =
        "<!-- cmdrun cargo run --release --example race -- --format text -->";
    let book = Book::of(
        &format!("# R\n\na {inline} b {inline} c\n\n{TABLE} {TABLE}\n"),
        "{\"print\": \"x  y\"}",
    );
    book.build();
    let page = book.page("race");
    assert_shows(&page, "<p>a <code>x y</code> b <code>x y</code> c</p>");
    assert_eq!(page.matches("<p>x  y</p>").count(), 2, "{page}");
    assert_eq!(book.measured(), 1);
}

#[test]
fn a_marker_in_an_included_file_is_run() {
    let book = Book::of("# R\n\n{{#include part.txt}}\n", "{}")
        .file("src/part.txt", TABLE);
    book.build();
    assert_shows(&book.page("race"), "<td>one</td>[..]");
}

#[test]
fn a_failure_in_an_included_file_names_the_chapter() {
    let book = Book::of("# R\n\n{{#include part.txt}}\n", "{}")
        .file("src/part.txt", "{{#fact race.gone}}");
    assert_shows(
        &book.fails(),
        "[..]src/race.md (in an included file): [..]no fact `gone`",
    );
}

#[test]
fn a_marker_in_a_list_or_quote_stays_in_it() {
    let book = Book::of(
        &format!("# R\n\n- item\n\n  {TABLE}\n\n> quote\n>\n> {TABLE}\n"),
        "{\"print\": \"x\\n\\ny\"}",
    );
    book.build();
    let page: String = book.page("race").split_whitespace().collect();
    assert!(page.contains("<p>x</p><p>y</p></li></ul>"), "{page}");
    assert!(page.contains("<p>x</p><p>y</p></blockquote>"), "{page}");
}

#[test]
fn windows_line_ends_change_nothing() {
    let unix = format!(
        "# R\n\n{TABLE}\n\n{{{{#claim race.two_are_faster}}}}\n\nend\n"
    );
    let book = Book::of(&unix, "{}");
    book.build();
    let expected = book.page("race");
    book.write("src/race.md", &unix.replace('\n', "\r\n"));
    book.build();
    assert_eq!(book.page("race").replace('\r', ""), expected);
}

#[test]
fn an_escaped_marker_is_shown_as_text() {
    let book = Book::of(
        "# R\n\nWrite \\{{#fact race.gone}} or \\{{#include gone.md}}.\n",
        "{}",
    );
    book.build();
    let page = book.page("race").replace("<!---->", "");
    assert_shows(
        &page,
        "<p>Write {{#fact race.gone}} or {{#include gone.md}}.</p>",
    );
}

#[test]
fn a_value_that_is_missing_says_why() {
    let book = Book::of(
        "# R\n\nLost {{#fact race.lost_percent}}.\n",
        "{\"value\": null}",
    );
    book.build();
    assert_shows(
        &book.page("race"),
        "<p>Lost <span class=\"fact na\" title=\"too &quot;few&quot; cores\">n/a</span>.</p>",
    );
}

#[test]
fn a_claim_that_fails_is_never_shown_as_if_true() {
    let book = Book::of(
        "# R\n\n{{#claim race.two_are_faster}}\n",
        "{\"holds\": false}",
    );
    let built = book.build();
    assert_shows(
        &book.page("race"),
        "<div class=\"claim fails\"[..]✗ not here[..]Likely reason: one core.[..]",
    );
    assert_shows(
        &built.stderr,
        "0 claims held here, 1 did not, 0 can't be told",
    );
}

#[test]
fn the_status_page_has_totals_claims_machine_and_experiments() {
    let book = Book::new()
        .chapter("race", "# R\n\n{{#claim race.two_are_faster}}\n")
        .example("pools", "{\"holds\": false}")
        .chapter("part/pools", "# P\n\n{{#claim pools.two_are_faster}}\n")
        .chapter(
            "part/status",
            "# What held\n\n{{#claims}}\n\n{{#machine}}\n\n{{#experiments}}\n\n\
             {{#not_tried}}\n\ntokio {{#version tokio}}; {{#totals}}.\n",
        );
    book.build();
    let page = book.page("part/status");
    assert_shows(
        &page,
        "<div class=\"holds\"><b>1</b> held here</div>\n\
         <div class=\"fails\"><b>1</b> did not hold</div>",
    );
    assert_shows(
        &page,
        "<h2[..]Chapter race[..]</h2>\n<p><a href=\"../race.html\">Read “Chapter race”</a></p>",
    );
    assert_shows(
        &page,
        "<h2[..]Chapter part/pools[..]</h2>\n<p><a href=\"../part/pools.html\">Read “Chapter part/pools”</a></p>",
    );
    assert_shows(&page, "<td>rustc</td><td>1.0.0</td>");
    assert_shows(&page, "[..]<td><code>pools</code></td>[..]");
    assert_shows(&page, "[..]<td>Cores</td>[..]");
    assert_shows(
        &page,
        "<p>tokio 9.8.7; 1 of 2 held here, 1 did not, 0 can’t be told.</p>",
    );
}

#[test]
fn a_block_within_a_line_is_refused() {
    let book = Book::of("# R\n\nSee {{#claim race.two_are_faster}}.\n", "{}");
    assert_shows(
        &book.fails(),
        "[..]src/race.md:3: `{{#claim race.two_are_faster}}` stands within[..]",
    );
}
