//! Where each byte of a chapter's text comes from.

use std::ops::Range;

use crate::chapter::includes::{Filled, Part};
use crate::system::problem::Place;
use crate::system::text::line_of;

/// The way from a text that mdBook made back to the file that its author
/// wrote.
#[derive(Debug)]
pub(crate) struct Origin<'r> {
    file: String,
    raw: &'r str,
    filled: Filled,
    /// The parts of the filled-in text that are left, one after another.
    kept: Vec<Range<usize>>,
}

impl<'r> Origin<'r> {
    /// The origin of `text`, made from `raw` by filling in its includes, and
    /// maybe by others who changed some of it.
    pub(crate) fn of(
        file: String,
        raw: &'r str,
        filled: Filled,
        text: &str,
    ) -> Self {
        let whole = &filled.text;
        let kept = match whole == text {
            true => std::iter::once(0..whole.len()).collect(),
            false => unchanged(whole, text),
        };
        Self { file, raw, filled, kept }
    }

    /// The origin of what is left once only `ranges` are kept of the text.
    pub(crate) fn keep(&mut self, ranges: &[Range<usize>]) {
        self.kept = ranges
            .iter()
            .flat_map(|range| self.sources(range.clone()))
            .collect();
    }

    /// What stands in `range` of the text, as ranges of the filled-in one.
    fn sources(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut start = 0;
        let mut found = Vec::new();
        for kept in &self.kept {
            let (from, to) = (start, start + kept.len());
            start = to;
            let (from, to) = (
                from.max(range.start) - from,
                to.min(range.end).max(from) - from,
            );
            if from < to {
                found.push(kept.start + from..kept.start + to);
            }
        }
        found
    }

    /// Byte `at` of the text in the filled-in one.
    fn source(&self, at: usize) -> Option<usize> {
        let first = self.sources(at..at + 1).into_iter().next()?;
        (first.start < UNKNOWN).then_some(first.start)
    }

    /// The part that byte `at` belongs to.
    fn part(&self, source: usize) -> Option<&Part> {
        self.filled.parts.iter().rfind(|part| part.start <= source)
    }

    /// Where the author finds what stands at byte `at` of the text.
    pub(crate) fn place(&self, at: usize) -> Place {
        let line = self.source(at).and_then(|source| {
            let part = self.part(source)?;
            let written = part.written + source - part.start;
            (!part.is_included).then(|| line_of(self.raw, written))
        });
        Place { file: self.file.clone(), line }
    }

    /// Whether the author put a backslash before the marker at byte `at`.
    pub(crate) fn is_escaped(&self, text: &str, at: usize) -> bool {
        text[..at].ends_with('\\')
            || self
                .source(at)
                .is_some_and(|source| self.filled.escaped.contains(&source))
    }

    /// Whether an include stands at byte `at` that was reported already.
    pub(crate) fn has_failed(&self, at: usize) -> bool {
        self.source(at)
            .is_some_and(|source| self.filled.failed.contains(&source))
    }
}

/// Begins the ranges of text that nobody wrote.
const UNKNOWN: usize = usize::MAX / 2;

/// Others changed something between the first and the last difference; what
/// stands before and after is known.
fn unchanged(whole: &str, text: &str) -> Vec<Range<usize>> {
    let same = |a: &mut dyn Iterator<Item = u8>,
                b: &mut dyn Iterator<Item = u8>| {
        a.zip(b).take_while(|(a, b)| a == b).count()
    };
    let first = same(&mut whole.bytes(), &mut text.bytes());
    let last = same(&mut whole.bytes().rev(), &mut text.bytes().rev())
        .min(whole.len().min(text.len()) - first);
    let changed = text.len() - first - last;
    vec![0..first, UNKNOWN..UNKNOWN + changed, whole.len() - last..whole.len()]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn lines(
        raw: &str,
        text: &str,
        keep: &[Range<usize>],
    ) -> Vec<Option<usize>> {
        let filled = Filled::of(raw, Path::new(""), "a.md", &mut Vec::new());
        let mut origin = Origin::of("a.md".into(), raw, filled, text);
        origin.keep(keep);
        let kept: String =
            keep.iter().map(|range| &text[range.clone()]).collect();
        (0..kept.len()).map(|at| origin.place(at).line).collect()
    }

    #[test]
    fn what_is_left_keeps_its_lines() {
        let raw = "a\nb\nc\n";
        let all = lines(raw, raw, &[0..2, 4..6]);
        assert_eq!(all, [Some(1), Some(1), Some(3), Some(3)]);
    }

    #[test]
    fn what_others_changed_has_no_line_and_the_rest_has() {
        let all = lines("a\nb\nc\n", "a\nnew\nc\n", &[0..2, 2..8]);
        assert_eq!(all[0], Some(1));
        assert_eq!(all[2], None);
        assert_eq!(all[6], Some(3));
    }

    #[test]
    fn a_part_of_another_file_has_no_line() {
        let raw = "x{{#title t}}\ny";
        let all = lines(raw, "x\ny", &[0..1, 1..3]);
        assert_eq!(all, [Some(1), Some(1), Some(2)]);
    }
}
