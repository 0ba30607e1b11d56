//! The list of chapters, all of it checked before anything is read or written
//! for it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use mdbook_summary::{Summary, SummaryItem};
use pulldown_cmark::{Event, Parser, Tag};

use crate::chapter::beside;
use crate::chapter::project::Project;
use crate::chapter::settings::leads_down;
use crate::system::problem::{Place, Problem, Problems};
use crate::system::text::line_of;

/// The file of the list.
const FILE: &str = "SUMMARY.md";

/// Pages that mdBook makes itself.
const RESERVED: [&str; 3] = ["print.html", "toc.html", "404.html"];

/// What means something in the address of a page, or that some system doesn't
/// take for the name of a file.
const ODD: &str = "#?%\\:*\"<>|";

/// Reads the list.
pub(crate) fn read(project: &Project) -> anyhow::Result<Summary> {
    let shown = project.shown(FILE.as_ref());
    let text = fs::read_to_string(project.source().join(FILE));
    let text = text.map_err(|error| {
        Problem::new(
            format!("can't read `{shown}`: {error}"),
            "create it: it names every chapter's file, \
             `- [Title](name.md)`",
        )
    })?;
    let summary = mdbook_summary::parse_summary(&text).map_err(|error| {
        Problem::new(
            format!("can't read `{shown}`: {error:#}"),
            "mend it: it names every chapter's file, `- [Title](name.md)`",
        )
    })?;
    let lines = lines(&text);
    let source = project.shown("".as_ref());
    let mut problems =
        beside::problems(&project.source(), source.trim_end_matches('/'));
    let mut pages = BTreeMap::new();
    for path in locations(&summary) {
        let line = lines.get(&path).copied();
        let place = Place { file: shown.clone(), line };
        if let Err(problem) = check(&path, &mut pages, project) {
            problems.push(match problem.place {
                Some(_) => problem,
                None => problem.placed(&place),
            });
        }
    }
    Problems::check(problems)?;
    Ok(summary)
}

/// The chapters' files in order.
fn locations(summary: &Summary) -> Vec<PathBuf> {
    fn add(items: &[SummaryItem], found: &mut Vec<PathBuf>) {
        for item in items {
            let SummaryItem::Link(link) = item else { continue };
            found.extend(link.location.clone());
            add(&link.nested_items, found);
        }
    }
    let mut found = Vec::new();
    add(&summary.prefix_chapters, &mut found);
    add(&summary.numbered_chapters, &mut found);
    add(&summary.suffix_chapters, &mut found);
    found
}

/// The line of each link.
fn lines(text: &str) -> BTreeMap<PathBuf, usize> {
    Parser::new(text)
        .into_offset_iter()
        .filter_map(|(event, range)| match event {
            // mdBook, too, takes only this one for a character.
            Event::Start(Tag::Link { dest_url, .. }) => Some((
                dest_url.replace("%20", " ").into(),
                line_of(text, range.start),
            )),
            _ => None,
        })
        .collect()
}

/// Checks one chapter; `pages` has those before it.
fn check(
    path: &Path,
    pages: &mut BTreeMap<String, PathBuf>,
    project: &Project,
) -> Result<(), Problem> {
    let shown = path.display();
    let wrong = |why: &str| {
        Err(Problem::new(
            format!("the path of chapter `{shown}` {why}"),
            "give it a plain path below the folder of the chapters, \
             `folder/name.md`",
        ))
    };
    let text = path.to_string_lossy();
    if !leads_down(path) {
        return wrong("leads out of the folder of the chapters, or up in it");
    }
    if let Some(odd) = text.chars().find(|c| ODD.contains(*c) || c.is_control())
    {
        return wrong(&format!(
            "has `{}`, which means something else in an address",
            odd.escape_default()
        ));
    }
    if path.extension().is_none_or(|ending| ending != "md") {
        return wrong("does not end in `.md`");
    }
    let page = page(path);
    if RESERVED.iter().any(|name| page == Path::new(name)) {
        return wrong("is that of a page which mdBook makes itself");
    }
    // Some systems make no difference between large and small letters.
    let name = page.to_string_lossy().to_lowercase();
    if let Some(other) = pages.insert(name, path.to_owned()) {
        let other = other.display();
        return wrong(&format!("gives the same page as that of `{other}`"));
    }
    let source = project.source();
    if source.join(&page).exists() {
        return Err(Problem::new(
            format!(
                "`{}` would be copied over the page of chapter `{shown}`",
                project.shown(&page)
            ),
            "rename one of the two",
        ));
    }
    readable(&source.join(path), project.shown(path))
}

/// The page of a chapter.
fn page(path: &Path) -> PathBuf {
    let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let plain: PathBuf = path.components().filter(is_name).collect();
    let is_index = plain
        .file_stem()
        .is_some_and(|stem| stem.eq_ignore_ascii_case("readme"));
    match is_index {
        true => plain.with_file_name("index.html"),
        false => plain.with_extension("html"),
    }
}

fn readable(file: &Path, shown: String) -> Result<(), Problem> {
    let bytes = fs::read(file).map_err(|error| {
        Problem::new(
            format!("chapter `{shown}` can't be read: {error}"),
            "create the file, or take the chapter out of the list",
        )
    })?;
    match String::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(&error.as_bytes()[..at]);
            let line = Some(line_of(&before, before.len()));
            Err(Problem::at(
                &Place { file: shown, line },
                "this is no UTF-8 text",
                "save the file as UTF-8",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_readme_is_the_index_of_its_folder() {
        assert_eq!(page("./a/ReadMe.md".as_ref()), Path::new("a/index.html"));
        assert_eq!(page("./a.b.md".as_ref()), Path::new("a.b.html"));
    }

    #[test]
    fn a_link_of_the_list_has_its_line() {
        let lines = lines("# S\n\n- [A](a.md)\n  - [B](<b c.md>)\n");
        assert_eq!(lines[Path::new("a.md")], 3);
        assert_eq!(lines[Path::new("b c.md")], 4);
    }
}
