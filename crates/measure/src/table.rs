//! Tables: cells in, text out, for a terminal or as Markdown.

use std::fmt::Write as _;

/// Width of a terminal that every table should fit, in columns.
pub const TERMINAL_WIDTH: usize = 80;

/// On which side a column's cells are flush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For names.
    Left,
    /// For numbers.
    Right,
}

/// A table with a caption.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the table shows, in one line.
    pub caption: String,
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

impl Table {
    /// An empty table. The first column is flush left, the others right.
    pub fn new(caption: impl Into<String>, columns: &[&str]) -> Self {
        let align = |i| if i == 0 { Align::Left } else { Align::Right };
        Self {
            caption: caption.into(),
            columns: columns
                .iter()
                .enumerate()
                .map(|(i, title)| ((*title).into(), align(i)))
                .collect(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Makes column `index` flush left: it holds words.
    ///
    /// # Panics
    /// If there is no such column.
    #[must_use]
    pub fn words_in(mut self, index: usize) -> Self {
        self.columns[index].1 = Align::Left;
        self
    }

    /// Adds a row. Missing cells are empty.
    ///
    /// # Panics
    /// If there are more cells than columns.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let mut row: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert!(row.len() <= self.columns.len(), "row has too many cells");
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// Adds a line below the table.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// The table for a terminal: aligned, a rule under the header. Notes are
    /// wrapped at [`TERMINAL_WIDTH`].
    pub fn to_text(&self) -> String {
        let width = |i: usize| {
            let cells = self.rows.iter().map(|row| row[i].chars().count());
            cells.fold(self.columns[i].0.chars().count(), usize::max)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut line = String::new();
            for ((cell, width), (_, align)) in
                cells.zip(&widths).zip(&self.columns)
            {
                if !line.is_empty() {
                    line.push_str("  ");
                }
                match align {
                    Align::Left => write!(line, "{cell:<width$}"),
                    Align::Right => write!(line, "{cell:>width$}"),
                }
                .expect("writing to a string can't fail");
            }
            line.trim_end().to_owned() + "\n"
        };
        let mut text = wrapped(&self.caption, "");
        text.push('\n');
        text.push_str(&line(&mut self.columns.iter().map(|(t, _)| t.as_str())));
        let rule: usize =
            widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        text.push_str(&"─".repeat(rule.min(TERMINAL_WIDTH)));
        text.push('\n');
        for row in &self.rows {
            text.push_str(&line(&mut row.iter().map(String::as_str)));
        }
        for note in &self.notes {
            text.push_str(&wrapped(note, "  "));
        }
        text
    }

    /// The table as Markdown, with its notes below.
    pub fn to_markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let mut text = line(&mut self.columns.iter().map(|(t, _)| escaped(t)));
        text.push_str(&line(&mut self.columns.iter().map(|(_, align)| {
            match align {
                Align::Left => ":--".into(),
                Align::Right => "--:".into(),
            }
        })));
        for row in &self.rows {
            text.push_str(&line(&mut row.iter().map(|cell| escaped(cell))));
        }
        for note in &self.notes {
            let _ = write!(text, "\n{}\n", escaped(note));
        }
        text
    }
}

/// `text` broken at spaces so that no line is wider than the terminal, later
/// lines behind `indent`.
pub fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let length = line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && length > TERMINAL_WIDTH {
            lines.push_str(&line);
            lines.push('\n');
            line = indent.to_owned() + word;
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.push_str(&line);
    lines.push('\n');
    lines
}

/// `text` with everything escaped that Markdown or HTML would take for
/// markup, so that it reads the same in a cell, a paragraph or a list.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // Entities, not backslashes: a pipe splits cells before
            // backslashes are looked at, and braces and double hyphens would
            // be taken by mdBook's links and smart punctuation.
            '|' => out.push_str("&#124;"),
            '{' => out.push_str("&#123;"),
            '-' if out.ends_with('-') => out.push_str("&#45;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '!' | '~' | '$' => {
                out.push('\\');
                out.push(character);
            }
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table =
            Table::new("Eight equal jobs", &["mode", "1", "2 workers"]);
        table.row(["sequential", "1.70 s", "–"]);
        table.row(["threads", "1.70 s", "870 ms"]);
        table.note("A note.");
        table
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(
            table().to_text(),
            "\
Eight equal jobs

mode             1  2 workers
─────────────────────────────
sequential  1.70 s          –
threads     1.70 s     870 ms
A note.
"
        );
    }

    #[test]
    fn markdown_is_a_pipe_table() {
        assert_eq!(
            table().to_markdown(),
            "\
| mode | 1 | 2 workers |
| :-- | --: | --: |
| sequential | 1.70 s | – |
| threads | 1.70 s | 870 ms |

A note.
"
        );
    }

    #[test]
    fn a_cell_can_not_break_out() {
        assert_eq!(
            escaped("a|b <T> `x` -- {{#fact y}} *z* \u{1b}[1m\n"),
            "a&#124;b &lt;T&gt; \\`x\\` -&#45; \
             &#123;&#123;\\#fact y}} \\*z\\* \\[1m "
        );
    }

    #[test]
    fn missing_cells_are_empty() {
        let mut table = Table::new("c", &["a", "b"]);
        table.row(["x"]);
        assert!(table.to_markdown().ends_with("| x |  |\n"));
    }

    #[test]
    #[should_panic(expected = "too many cells")]
    fn surplus_cells_are_a_fault() {
        Table::new("c", &["a"]).row(["x", "y"]);
    }

    #[test]
    fn long_notes_are_wrapped_at_the_terminal_s_width() {
        let text = wrapped(&"word ".repeat(40), "  ");
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|l| l.chars().count() <= TERMINAL_WIDTH));
    }
}
