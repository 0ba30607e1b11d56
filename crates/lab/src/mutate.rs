//! Makes wrong answers from a right one: a constant, a comparison, an order of
//! two steps is changed, or a step is left out.

/// One change to a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mutation {
    /// The line that is changed, counted from 1.
    pub(crate) line: usize,
    /// What stood there and what stands there now, without indentation.
    pub(crate) change: String,
    /// The whole text with the change.
    pub(crate) text: String,
}

/// Words and signs that can be exchanged without a change of type. With their
/// spaces, as rustfmt writes them: a `<` without is a list of types.
const EXCHANGES: [(&str, &str); 28] = [
    (" == ", " != "),
    (" != ", " == "),
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" + ", " - "),
    (" - ", " + "),
    (" += ", " -= "),
    (" -= ", " += "),
    (" && ", " || "),
    (" || ", " && "),
    ("true", "false"),
    ("false", "true"),
    (".min(", ".max("),
    (".max(", ".min("),
    (".is_some()", ".is_none()"),
    (".is_none()", ".is_some()"),
    (".is_ok()", ".is_err()"),
    (".is_err()", ".is_ok()"),
    ("if !", "if "),
    ("while !", "while "),
    ("notify_one", "notify_all"),
    ("notify_all", "notify_one"),
    ("pop_front", "pop_back"),
    ("pop_back", "pop_front"),
    ("push_back", "push_front"),
    ("break;", "continue;"),
];

/// All changes to a text, in the order of its lines.
pub(crate) fn mutations(text: &str) -> Vec<Mutation> {
    let lines: Vec<&str> = text.lines().collect();
    let mut made = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = code_of(line);
        if code.trim_start().starts_with(['#', '}'])
            || code.trim_start().starts_with("use ")
        {
            continue;
        }
        let mut put = |changed: String| {
            made.push(with_lines(&lines, at, 1, &[&changed]));
        };
        for (old, new) in EXCHANGES {
            for (place, _) in code.match_indices(old) {
                if is_whole_word(code, place, old) {
                    let end = place + old.len();
                    put(format!("{}{new}{}", &line[..place], &line[end..]));
                }
            }
        }
        for (place, number) in numbers(code) {
            let end = place + number.len();
            for new in other_numbers(number) {
                put(format!("{}{new}{}", &line[..place], &line[end..]));
            }
        }
        if is_step(code) {
            made.push(with_lines(&lines, at, 1, &[]));
            if lines.get(at + 1).is_some_and(|next| is_step(code_of(next))) {
                let swapped = [lines[at + 1], line];
                made.push(with_lines(&lines, at, 2, &swapped));
            }
        }
    }
    made
}

/// The line without its comment; nothing if it holds text in quotes, which
/// could look like anything.
fn code_of(line: &str) -> &str {
    let code = line.split("//").next().unwrap_or_default();
    if code.contains('"') { "" } else { code }
}

/// A statement on one line that does something and names nothing.
fn is_step(code: &str) -> bool {
    let code = code.trim();
    code.ends_with(';')
        && code.matches(['(', '{']).count() == code.matches([')', '}']).count()
        && ![
            "let ", "use ", "return", "pub ", "const ", "static ", "type ", ".",
        ]
        .iter()
        .any(|start| code.starts_with(start))
}

fn is_whole_word(code: &str, place: usize, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let free = |inner: Option<char>, outer: Option<char>| {
        !inner.is_some_and(part) || !outer.is_some_and(part)
    };
    let end = place + word.len();
    free(word.chars().next(), code[..place].chars().next_back())
        && free(word.chars().next_back(), code[end..].chars().next())
}

/// Whole decimal numbers, with their places.
fn numbers(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in code.char_indices().chain([(code.len(), ' ')]) {
        let inside = c.is_alphanumeric() || c == '_';
        match start {
            None if inside => start = Some(at),
            Some(from) if !inside => {
                let word = &code[from..at];
                let whole =
                    word.chars().all(|c| c.is_ascii_digit() || c == '_');
                // `.0` is a field.
                if whole && !code[..from].ends_with('.') && word != "_" {
                    found.push((from, word));
                }
                start = None;
            }
            _ => (),
        }
    }
    found
}

fn other_numbers(number: &str) -> Vec<String> {
    let digits: String = number.chars().filter(|c| *c != '_').collect();
    let Ok(value) = digits.parse::<u64>() else { return Vec::new() };
    let mut others = vec![(value + 1).to_string()];
    if value > 0 {
        others.push((value - 1).to_string());
    }
    others
}

fn with_lines(
    lines: &[&str],
    at: usize,
    count: usize,
    new: &[&str],
) -> Mutation {
    let old = &lines[at..at + count];
    let shown = |lines: &[&str]| {
        let lines: Vec<_> =
            lines.iter().map(|line| code_of(line).trim()).collect();
        lines.join(" ")
    };
    let now = if new.is_empty() { "nothing".to_string() } else { shown(new) };
    let mut text: Vec<&str> = lines[..at].to_vec();
    text.extend(new);
    text.extend(&lines[at + count..]);
    Mutation {
        line: at + 1,
        change: format!("`{}` became `{now}`", shown(old)),
        text: text.join("\n") + "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::mutations;

    fn changes(text: &str) -> Vec<String> {
        mutations(text).into_iter().map(|made| made.change).collect()
    }

    #[test]
    fn comparisons_constants_and_signs_are_changed() {
        assert_eq!(
            changes("if a < 1 {\n}\n"),
            [
                "`if a < 1 {` became `if a <= 1 {`",
                "`if a < 1 {` became `if a < 2 {`",
                "`if a < 1 {` became `if a < 0 {`",
            ]
        );
        assert_eq!(
            changes("let x = a.min(b) + c;\n"),
            [
                "`let x = a.min(b) + c;` became `let x = a.min(b) - c;`",
                "`let x = a.min(b) + c;` became `let x = a.max(b) + c;`",
            ]
        );
    }

    #[test]
    fn steps_are_left_out_and_exchanged() {
        assert_eq!(
            changes("drop(held);\njournal();\n"),
            [
                "`drop(held);` became `nothing`",
                "`drop(held);` `journal();` became `journal();` `drop(held);`"
                    .replace("` `", " ")
                    .as_str(),
                "`journal();` became `nothing`",
            ]
        );
    }

    #[test]
    fn one_change_is_made_at_a_time_and_the_rest_stays() {
        let made = mutations("a += 1;\nb == c\n");
        let texts: Vec<_> = made.iter().map(|m| m.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "a -= 1;\nb == c\n",
                "a += 2;\nb == c\n",
                "a += 0;\nb == c\n",
                "b == c\n",
                "a += 1;\nb != c\n",
            ]
        );
        assert_eq!(made[4].line, 2);
    }

    #[test]
    fn comments_texts_types_and_fields_stay() {
        for text in [
            "// a == 1\n",
            "panic!(\"a == 1\")\n",
            "fn f(a: Vec<u64>) -> u8 {\n",
            "self.0\n",
            "use a::b;\n",
            "#[x(1)]\n",
        ] {
            assert_eq!(changes(text), [""; 0], "{text}");
        }
    }
}
