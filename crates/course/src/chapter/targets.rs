//! Where in a chapter its author wrote each link and picture.

use pulldown_cmark::{Event, Tag};

use crate::chapter::scan;

/// The link that became `address` on the page: the byte at which it stands,
/// and its target as written.
pub(crate) fn find(text: &str, address: &str) -> Option<(usize, String)> {
    let wanted = rendered(address);
    let is_it = |target: &str| rendered(target) == wanted;
    scan::events(text).find_map(|(event, range)| match event {
        Event::Start(
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. },
        ) => is_it(&dest_url).then(|| (range.start, dest_url.to_string())),
        Event::Html(_) | Event::InlineHtml(_) => {
            // An attribute's value, with or without quotation marks.
            let ends = |c: char| "\"'= >".contains(c) || c.is_whitespace();
            let mut start = range.start;
            for value in text[range].split_inclusive(ends) {
                let word = value.trim_end_matches(ends);
                if is_it(word) {
                    return Some((start, word.to_owned()));
                }
                start += value.len();
            }
            None
        }
        _ => None,
    })
}

/// What mdBook makes of a link's target: chapters link to each other's
/// sources, of which it makes pages.
fn rendered(target: &str) -> String {
    let (path, rest) = match target.find(['#', '?']) {
        Some(at) => target.split_at(at),
        None => (target, ""),
    };
    let path = match path.strip_suffix(".md") {
        Some(path) => {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let slash = if path.contains('/') { "/" } else { "" };
            match name.eq_ignore_ascii_case("readme") {
                true => format!("{folder}{slash}index.html"),
                false => format!("{path}.html"),
            }
        }
        None => path.to_owned(),
    };
    (path + rest).replace("%20", " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::text::line_of;

    #[test]
    fn a_link_is_found_where_it_is_one() {
        let text = "`[a](x.md)`\n\n[a](x.md#y) ![b](b.png)\n\n\
                    <img\nsrc=\"c.png\"> [d][e]\n\n[e]: <f g.md>\n";
        let line =
            |address| find(text, address).map(|(at, _)| line_of(text, at));
        assert_eq!(line("x.html#y"), Some(3));
        assert_eq!(line("b.png"), Some(3));
        assert_eq!(line("c.png"), Some(6));
        assert_eq!(line("f%20g.html"), Some(6));
        assert_eq!(line("x.html"), None);
        let (_, written) = find(text, "x.html#y").unwrap();
        assert_eq!(written, "x.md#y");
    }

    #[test]
    fn a_readme_is_an_index() {
        assert_eq!(rendered("a/README.md#x"), "a/index.html#x");
        assert_eq!(rendered("README.md"), "index.html");
        assert_eq!(rendered("a.rs"), "a.rs");
    }
}
