//! Which markers are found in which texts.

use super::*;

fn commands(text: &str) -> Vec<&str> {
    markers(text)
        .into_iter()
        .map(|marker| match marker.kind {
            Kind::Command(command) => command,
            _ => &text[marker.range],
        })
        .collect()
}

#[test]
fn two_markers_on_a_line_are_two_commands() {
    let text = "<!-- cmdrun a -- b --> and <!--cmdrun c -->";
    assert_eq!(commands(text), ["a -- b", "c"]);
}

#[test]
fn code_is_left_alone() {
    let text = "```\n<!-- cmdrun a -->\n{{#fact x.y}}\n```\n\n\
                `<!-- cmdrun b -->` `{{#fact x.y}}`\n\n\
                ~~~~ text\n<!-- cmdrun c -->\n~~~~\n\n    \
                {{#fact indented.code}}\n\n<!-- cmdrun d -->\n";
    assert_eq!(commands(text), ["d"]);
}

#[test]
fn a_comment_hides_what_stands_in_it() {
    assert_eq!(commands("<!-- {{#fact x.y}} --> {{#claims}}").len(), 1);
    assert!(commands("<!-- never closed {{#fact x.y}}").is_empty());
}

#[test]
fn names_have_an_argument_or_none() {
    let kinds: Vec<_> = markers("{{#claims}} {{#published a/A b  8 }}")
        .into_iter()
        .map(|marker| marker.kind)
        .collect();
    assert_eq!(
        kinds,
        [
            Kind::Name { name: "claims", argument: "" },
            Kind::Name { name: "published", argument: "a/A b  8" },
        ]
    );
}

#[test]
fn a_marker_without_end_is_found_and_the_rest_still_read() {
    let text = "{{#fact x.y}\nnext {{#claims}}\n<!-- cmdrun a\n";
    let kinds: Vec<_> =
        markers(text).into_iter().map(|marker| marker.kind).collect();
    assert_eq!(kinds[0], Kind::Unclosed);
    assert_eq!(kinds[2], Kind::Unclosed);
    assert_eq!(kinds.len(), 3);
}

#[test]
fn windows_line_ends_change_nothing() {
    let text = "a\r\n\r\n<!-- cmdrun x -->\r\n```\r\n{{#fact a.b}}\r\n```";
    assert_eq!(commands(text), ["x"]);
}

#[test]
fn no_text_makes_the_scanner_panic() {
    for text in [
        "<!--",
        "<!--cmdrun -->",
        "<!-- cmdrun-->",
        "{{#",
        "{{#}}",
        "<!-->",
        "{{# }}",
        "é{{#é}}é",
        "<!-- cmdrun é",
        "{{",
        "{{ é",
        "{#",
        "{# é",
        "{{{{#",
        "```\n{{#inclde é",
    ] {
        let _ = markers(text);
    }
}
