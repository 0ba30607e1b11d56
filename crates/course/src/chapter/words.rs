//! The words that markers begin with.

use crate::system::suggestion::nearest;

/// The words after `{{#` that the builder knows.
pub(crate) const NAMES: [&str; 12] = [
    "fact",
    "claim",
    "chart",
    "published",
    "claims",
    "machine",
    "experiments",
    "not_run",
    "not_tried",
    "totals",
    "version",
    "rustc",
];

/// The words after `{{#` that mdBook replaces itself.
pub(crate) const MDBOOK_NAMES: [&str; 5] =
    ["include", "rustdoc_include", "playground", "playpen", "title"];

/// The words of conditions, each on a line of its own.
pub(crate) const CONDITIONS: [&str; 3] = ["if", "else", "end"];

/// The word of a comment that is a command.
pub(crate) const COMMAND: &str = "cmdrun";

/// All words that may follow `{{#`.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain(MDBOOK_NAMES).chain(CONDITIONS)
}

/// Whether `word` is one of them, whatever its case, or the end of a
/// condition in another language of templates.
pub(crate) fn is_known(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    word == "endif" || all().any(|known| known == word)
}

/// Whether `word` is, or is likely meant to be, one that puts a file into the
/// text.
pub(crate) fn is_like_include(word: &str) -> bool {
    let files = MDBOOK_NAMES.into_iter().filter(|name| *name != "title");
    is_near(&word.to_ascii_lowercase(), files)
}

/// Whether a comment that begins with `text` is likely meant to be a command.
pub(crate) fn is_like_command(text: &str) -> bool {
    // `cmd-run` and `cmd run` are two words, `cmdrun:` is one.
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let mut words = text.split(|c| !is_word(c)).filter(|w| !w.is_empty());
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    let both = first.clone() + words.next().unwrap_or_default();
    both.eq_ignore_ascii_case(COMMAND) || is_near(&first, [COMMAND])
}

/// Two letters in the wrong order are two changes.
fn is_near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> bool {
    nearest(word, known).first().is_some_and(|(steps, _)| *steps <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_command_is_seen_and_a_note_is_none() {
        for text in ["cmdrun x", "cmdrnu x", "Cmd run x", "#cmdrun", "cmd-run"]
        {
            assert!(is_like_command(text), "{text}");
        }
        for text in ["command lines", "a cmdrun", "run this", "", "cmd x"] {
            assert!(!is_like_command(text), "{text}");
        }
    }

    #[test]
    fn a_mistyped_include_is_seen_and_another_word_is_none() {
        for word in ["include", "inlcude", "Include", "rustdoc-include"] {
            assert!(is_like_include(word), "{word}");
        }
        for word in ["each", "if", "fact", "unless", ""] {
            assert!(!is_like_include(word), "{word}");
        }
    }
}
