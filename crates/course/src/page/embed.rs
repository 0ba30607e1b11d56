//! Puts outputs, facts, claims and charts into the chapters, in one pass:
//! what is inserted is never read again.

use std::collections::BTreeMap;
use std::path::PathBuf;

use mdbook_driver::book::{Book, BookItem};

use crate::chapter::directive::Directive;
use crate::chapter::plan::{ChapterPlan, Item};
use crate::page::claim;
use crate::page::doubt;
use crate::page::fact;
use crate::page::fit;
use crate::page::machine;
use crate::page::outputs::{self, Outputs};
use crate::page::piece::Piece;
use crate::page::published;
use crate::page::sources::Sources;
use crate::page::status;
use crate::page::untried;
use crate::system::problem::{Problem, Problems};

/// Fills in the chapters of `book`.
pub(crate) fn embed(
    book: &mut Book,
    sources: &Sources<'_>,
) -> anyhow::Result<()> {
    let outputs = outputs::collect(sources)?;
    let mut problems = Vec::new();
    let pages: BTreeMap<&PathBuf, &ChapterPlan> =
        sources.plan.chapters.iter().map(|page| (&page.path, page)).collect();
    book.for_each_mut(|item| {
        let BookItem::Chapter(chapter) = item else { return };
        let page = chapter.source_path.as_ref().and_then(|p| pages.get(p));
        if let Some(page) = page {
            chapter.content = filled(
                &chapter.content,
                page,
                sources,
                &outputs,
                &mut problems,
            );
        }
    });
    problems.sort_by(|a, b| a.place.cmp(&b.place));
    Ok(Problems::check(problems)?)
}

fn filled(
    text: &str,
    page: &ChapterPlan,
    sources: &Sources<'_>,
    outputs: &Outputs,
    problems: &mut Vec<Problem>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for item in &page.items {
        out.push_str(&text[at..item.range.start]);
        at = item.range.end;
        let line = Line::of(text, item, page);
        let piece = piece(item, page, line.alone, sources, outputs);
        match piece {
            Ok(Piece::Inline(piece)) => out.push_str(&piece),
            Ok(Piece::Block(piece)) if line.alone => {
                line.block(&piece, &mut out);
            }
            Ok(Piece::Block(_)) => problems.push(Problem::at(
                &item.place,
                format!(
                    "`{}` stands within a line, but gives a block",
                    &text[item.range.clone()]
                ),
                "give it a line of its own",
            )),
            Err(problem) => problems.push(problem.placed(&item.place)),
        }
    }
    out.push_str(&text[at..]);
    doubt::doubted(out, page, sources)
}

fn piece(
    item: &Item,
    page: &ChapterPlan,
    alone: bool,
    sources: &Sources<'_>,
    outputs: &Outputs,
) -> Result<Piece, Problem> {
    let results = sources.results;
    match &item.directive {
        Directive::Command(invocation) => {
            outputs.of(item)?.command(invocation, alone)
        }
        Directive::Chart { .. } => outputs.of(item)?.chart(),
        Directive::Rustc { words, .. } => outputs.of(item)?.rustc(words),
        Directive::Fact(name) => fact::fact(name, results),
        Directive::Claim(name) => claim::claim(name, results),
        Directive::Published(path) => published::figure(path),
        Directive::Version(name) => fact::version(name, results),
        Directive::Literal(text) => Ok(Piece::Inline(fit::unmarked(text))),
        Directive::Claims => Ok(status::claims(page, sources)),
        Directive::Machine => machine::machine(results),
        Directive::Experiments => Ok(status::experiments(page, sources)),
        Directive::NotRun => Ok(status::not_run(page, sources)),
        Directive::NotTried => untried::not_tried(results),
        Directive::Totals => Ok(status::in_words(results.totals())),
    }
}

/// The line around a marker.
struct Line<'t> {
    /// White space and quote marks before the first marker: they begin each
    /// line that is inserted, so that it stays in its list or quote.
    prefix: &'t str,
    /// Whether only markers stand on the line.
    alone: bool,
}

impl<'t> Line<'t> {
    fn of(text: &'t str, item: &Item, page: &ChapterPlan) -> Self {
        let is_prefix = |c: char| matches!(c, ' ' | '\t' | '>');
        let start = text[..item.range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[item.range.end..]
            .find('\n')
            .map_or(text.len(), |at| item.range.end + at);
        let line = &text[start..end];
        let prefix =
            &line[..line.find(|c| !is_prefix(c)).unwrap_or(line.len())];
        let markers: usize = page
            .items
            .iter()
            .filter(|other| start <= other.range.start)
            .filter(|other| other.range.end <= end)
            .map(|other| {
                let words = text[other.range.clone()].split_whitespace();
                words.map(str::len).sum::<usize>()
            })
            .sum();
        let words: usize =
            line[prefix.len()..].split_whitespace().map(str::len).sum();
        Self { prefix, alone: markers == words }
    }

    /// Writes `piece` between blank lines; the first line's prefix stands in
    /// `out` already.
    fn block(&self, piece: &str, out: &mut String) {
        for line in [""].into_iter().chain(piece.lines()).chain([""]) {
            out.push_str(line);
            out.push('\n');
            out.push_str(self.prefix);
        }
    }
}
