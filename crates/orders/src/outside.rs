//! Finds in a source text what a model checker can't see.

/// Modules of the standard library that share or run beside each other.
const HIDDEN: [&str; 3] = ["sync", "cell", "thread"];

/// Fails if an answer goes round the model.
///
/// # Panics
///
/// If `source` uses locks, atomics, cells or threads of the standard library.
#[track_caller]
pub fn assert_inside(source: &str) {
    let found = outside(source);
    assert!(
        found.is_empty(),
        "your file uses {}, whose steps the model checker can't see: take \
         what you need from `crate::sync`",
        found.join(" and ")
    );
}

/// Paths into the standard library that go round the model, each once.
pub fn outside(source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let mut found = Vec::new();
    let mut add = |path: String| {
        if !found.contains(&path) {
            found.push(path);
        }
    };
    for (at, token) in tokens.iter().enumerate() {
        let rest = &tokens[at + 1..];
        let word = |at: usize| rest.get(at).map_or("", |word| word.as_str());
        match token.as_str() {
            "std" | "core" if word(0) == "as" => add(format!("{token} as …")),
            "std" | "core" if word(0) == ":" && word(1) == ":" => {
                for first in firsts(&rest[2..]) {
                    if HIDDEN.contains(&first) || first == "*" {
                        add(format!("`{token}::{first}`"));
                    }
                }
            }
            "thread_local" => add("`thread_local!`".to_string()),
            "extern" if word(0) == "crate" => add("`extern crate`".to_string()),
            _ => (),
        }
    }
    found
}

/// The first names after `std::`, of which braces can hold several.
fn firsts(tokens: &[String]) -> Vec<&str> {
    let Some(first) = tokens.first() else { return Vec::new() };
    if first != "{" {
        return vec![first];
    }
    let mut found = Vec::new();
    let mut depth = 0;
    let mut begins = true;
    for token in tokens {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 1 => begins = true,
            name if depth == 1 && begins => {
                found.push(name);
                begins = false;
            }
            _ => (),
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// Words and signs, without comments and texts in quotes.
fn tokens(source: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, rest)| rest);
        } else if first == '"' {
            rest = after_text(&rest[1..]);
        } else if first.is_alphanumeric() || first == '_' {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
            tokens.push(rest[..end].to_string());
            rest = &rest[end..];
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    tokens
}

fn after_text(text: &str) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return &text[at + 1..],
            _ => (),
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::outside;

    #[test]
    fn every_way_to_the_standard_library_is_found() {
        for (source, found) in [
            ("use std::sync::Mutex;", "`std::sync`"),
            ("use std::{fmt, sync::{Arc, atomic}};", "`std::sync`"),
            ("use ::core::cell::Cell;", "`core::cell`"),
            ("fn f() { std::thread::spawn(g); }", "`std::thread`"),
            ("use std::*;", "`std::*`"),
            ("use std as s;", "std as …"),
            ("thread_local! {}", "`thread_local!`"),
            ("extern crate std as x;", "`extern crate`"),
        ] {
            assert_eq!(outside(source).first().unwrap(), found, "{source}");
        }
    }

    #[test]
    fn what_shares_nothing_is_allowed() {
        for source in [
            "use std::collections::{VecDeque, hash_map::Entry};",
            "use crate::sync::{Arc, Mutex};",
            "// std::sync::Mutex\n/* std::sync */",
            "let text = \"std::sync \\\" std::cell\";",
            "std::mem::take(&mut sync)",
        ] {
            assert_eq!(outside(source), [""; 0], "{source}");
        }
    }
}
