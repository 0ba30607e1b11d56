//! What a page says at its top where its numbers were measured in noise.

use std::ptr;

use measure::noise::Noise;

use crate::chapter::plan::ChapterPlan;
use crate::page::html;
use crate::page::sources::Sources;

/// `text`, the chapter that `page` plans, with a line below its title for each
/// of its experiments that was measured in noise.
pub(crate) fn doubted(
    text: String,
    page: &ChapterPlan,
    sources: &Sources<'_>,
) -> String {
    let is_of_page = |slug: &str| {
        let chapter = sources.plan.chapter_of(slug);
        chapter.is_some_and(|chapter| ptr::eq(chapter, page))
    };
    let doubts: String = sources
        .results
        .all()
        .filter(|record| is_of_page(&record.experiment))
        .map(Noise::of)
        .filter(|noise| noise.is_loud())
        .map(|noise| {
            format!(
                "\n<p class=\"m-src m-noise\">Measured in noise: {}. A \
                 sentence closer to its bound than that can't be told \
                 here.</p>\n",
                html::escaped(&noise.to_string())
            )
        })
        .collect();
    below_title(text, &doubts)
}

/// `text` with `more` below its first line that is a title.
fn below_title(mut text: String, more: &str) -> String {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.starts_with("# ") {
            text.insert_str(at, more);
            return text;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_doubt_stands_below_the_title() {
        let below = |text: &str| below_title(text.into(), "\n<p>x</p>\n");
        assert_eq!(below("# A\n\nb\n"), "# A\n\n<p>x</p>\n\nb\n");
        assert_eq!(below("<!-- a -->\n# A\n"), "<!-- a -->\n# A\n\n<p>x</p>\n");
        assert_eq!(below("no title\n"), "no title\n");
    }
}
