//! The page that a book opens with.

use std::fs;
use std::io;
use std::path::Path;

use crate::chapter::plan::ChapterPlan;
use crate::page::html::escaped;
use crate::steps::address::encoded;

/// mdBook copies the first chapter's page to `index.html`. Where it lies in a
/// folder, none of the copy's links and pictures lead anywhere, so that a page
/// takes its place which leads to the chapter itself.
pub(crate) fn lead_to_first(
    folder: &Path,
    chapters: &[ChapterPlan],
    language: &str,
) -> io::Result<()> {
    let Some(first) = chapters.first() else { return Ok(()) };
    let has_own =
        chapters.iter().any(|chapter| chapter.page == Path::new("index.md"));
    let is_beside =
        first.page.parent().is_none_or(|parent| parent == Path::new(""));
    if has_own || is_beside {
        return Ok(());
    }
    let address = encoded(&first.page.with_extension("html"));
    let title = escaped(&first.title);
    let language = escaped(language);
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n\
         <meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; URL={address}\">\n\
         <link rel=\"canonical\" href=\"{address}\">\n</head>\n<body>\n\
         <p><a href=\"{address}\">{title}</a></p>\n</body>\n</html>\n"
    );
    fs::write(folder.join("index.html"), page)
}
