//! What the status page shows: all verdicts, the experiments, what was not run.

use std::fmt::Write as _;
use std::path::Path;

use measure::{Profile, provenance, show};

use crate::chapter::plan::ChapterPlan;
use crate::page::claim;
use crate::page::html;
use crate::page::piece::Piece;
use crate::page::sources::Sources;
use crate::records::results::Totals;

/// Totals, then the claims of each experiment under a link to its chapter.
pub(crate) fn claims(page: &ChapterPlan, sources: &Sources<'_>) -> Piece {
    let results = sources.results;
    let mut out = totals(results.totals());
    for (chapter, slugs) in by_chapter(sources) {
        let mut blocks = String::new();
        for record in slugs.iter().filter_map(|slug| results.record(slug)) {
            for claim in &record.claims {
                let block = claim::block(&record.experiment, claim);
                let _ = write!(blocks, "\n\n{block}");
            }
        }
        if !blocks.is_empty() {
            // The heading is a link to itself, so the chapter's follows it.
            let _ = write!(
                out,
                "\n\n## {}\n\n{}{blocks}",
                html::escaped(&chapter.title),
                link(page, chapter, &format!("Read “{}”", chapter.title)),
            );
        }
    }
    Piece::Block(out)
}

fn totals(totals: Totals) -> String {
    let Totals { holds, fails, untestable } = totals;
    format!(
        "<div class=\"totals\">\
         <div class=\"holds\"><b>{holds}</b> held here</div>\
         <div class=\"fails\"><b>{fails}</b> did not hold</div>\
         <div class=\"na\"><b>{untestable}</b> can’t be told</div></div>"
    )
}

/// The totals within a sentence.
pub(crate) fn in_words(totals: Totals) -> Piece {
    let Totals { holds, fails, untestable } = totals;
    let all = holds + fails + untestable;
    Piece::Inline(format!(
        "{holds} of {all} held here, {fails} did not, {untestable} can’t be \
         told"
    ))
}

/// Chapters in the book's order, each with its experiments.
fn by_chapter<'s>(
    sources: &'s Sources<'_>,
) -> Vec<(&'s ChapterPlan, Vec<&'s str>)> {
    let mut groups: Vec<(&ChapterPlan, Vec<&str>)> = Vec::new();
    for slug in sources.results.all().map(|record| record.experiment.as_str()) {
        let Some(chapter) = sources.plan.chapter_of(slug) else { continue };
        match groups.iter_mut().find(|(c, _)| c.path == chapter.path) {
            Some((_, slugs)) => slugs.push(slug),
            None => groups.push((chapter, vec![slug])),
        }
    }
    let order = |chapter: &ChapterPlan| {
        sources.plan.chapters.iter().position(|p| p.path == chapter.path)
    };
    groups.sort_by_key(|(chapter, _)| order(chapter));
    groups
}

/// A link from `page` to `chapter`.
fn link(page: &ChapterPlan, chapter: &ChapterPlan, text: &str) -> String {
    let up = page.path.parent().map_or(0, |p| p.components().count());
    let target = Path::new(&"../".repeat(up)).join(&chapter.path);
    let target = target.display().to_string().replace('\\', "/");
    format!("[{}](<{target}>)", html::escaped(text))
}

/// What was run, how long it took and how quiet the machine was.
pub(crate) fn experiments(page: &ChapterPlan, sources: &Sources<'_>) -> Piece {
    let results = sources.results;
    let rows: Vec<Vec<String>> = by_chapter(sources)
        .into_iter()
        .flat_map(|(chapter, slugs)| {
            slugs.into_iter().map(move |slug| (chapter, slug))
        })
        .filter_map(|(chapter, slug)| {
            let record = results.record(slug)?;
            let rounds = record.rows.iter().map(|row| row.samples.len());
            let quietness = match record.quietness {
                Some(percent) => format!("{percent:.0} %"),
                None => "n/a".into(),
            };
            let size = match record.profile {
                Profile::Standard => String::new(),
                other => format!(" ({})", other.name()),
            };
            Some(vec![
                link(page, chapter, &chapter.title),
                format!("<code>{}</code>{size}", html::escaped(slug)),
                record.rows.len().to_string(),
                rounds.max().unwrap_or(0).to_string(),
                html::escaped(&show::seconds(record.duration_s)),
                quietness,
                provenance::moment_html(record),
            ])
        })
        .collect();
    let head = [
        "Chapter",
        "Experiment",
        "Rows",
        "Rounds",
        "Took",
        "Quietness",
        "Measured",
    ];
    let right = [false, false, true, true, true, true, true];
    Piece::Block(html::table(&head, &right, &rows))
}

/// The rows that were not run, each with the reason.
pub(crate) fn not_run(page: &ChapterPlan, sources: &Sources<'_>) -> Piece {
    let mut rows = Vec::new();
    for (chapter, slugs) in by_chapter(sources) {
        for record in slugs.iter().filter_map(|s| sources.results.record(s)) {
            for row in &record.rows {
                let Some(reason) = &row.not_run else { continue };
                rows.push(vec![
                    link(page, chapter, &chapter.title),
                    format!(
                        "{} (<code>{}</code>)",
                        html::escaped(&row.label),
                        html::escaped(&row.id)
                    ),
                    html::escaped(reason),
                ]);
            }
        }
    }
    if rows.is_empty() {
        return Piece::Block("Every row of every experiment was run.".into());
    }
    let head = ["Chapter", "Row", "Why it was not run"];
    Piece::Block(html::table(&head, &[false, false, false], &rows))
}
