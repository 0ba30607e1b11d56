//! Checks the rendered pages: every link leads somewhere, nothing is left
//! over. Links to other sites are not followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::chapter::plan::ChapterPlan;
use crate::chapter::project::Project;
use crate::chapter::targets;
use crate::steps::address::decoded;
use crate::steps::rendered::{self, RenderedPage};
use crate::system::problem::{Place, Problem};
use crate::system::text::line_of;

/// Not checked: its links are made for the address of a page that is missing.
const NOT_CHECKED: &str = "404.html";

/// Repeats the chapters, and so their faults: the last to be looked at.
const PRINT: &str = "print.html";

/// What is wrong with the pages below `folder`, made from `chapters`.
pub(crate) fn problems(
    folder: &Path,
    project: &Project,
    chapters: &[ChapterPlan],
) -> anyhow::Result<Vec<Problem>> {
    let mut paths = Vec::new();
    list(folder, Path::new(""), &mut paths)?;
    let pages = read(folder, paths)?;
    let mut sources: BTreeMap<PathBuf, &Path> = chapters
        .iter()
        .map(|chapter| (chapter.page.with_extension("html"), &*chapter.path))
        .collect();
    // mdBook makes this page from the first chapter, unless it has its own.
    if let Some(first) = chapters.first() {
        sources.entry("index.html".into()).or_insert(&first.path);
    }
    let mut problems = Vec::new();
    let mut seen = BTreeSet::new();
    let is_print = |path: &Path| path == Path::new(PRINT);
    let print_last = pages
        .iter()
        .filter(|(path, _)| !is_print(path))
        .chain(pages.iter().filter(|(path, _)| is_print(path)));
    for (path, page) in print_last {
        if path == Path::new(NOT_CHECKED) {
            continue;
        }
        for text in &page.leftovers {
            if seen.insert(text.clone()) {
                problems.push(Problem::new(
                    format!("`{text}` is left over on `{}`", path.display()),
                    "close the marker, or put it into back-ticks",
                ));
            }
        }
        if is_print(path) && !problems.is_empty() {
            continue;
        }
        for link in &page.links {
            let Err(why) = follow(link, path, folder, &pages) else { continue };
            let source = sources.get(path).copied();
            let problem = broken(link, why, path, source, project);
            if seen.insert(problem.to_string()) {
                problems.push(problem);
            }
        }
    }
    Ok(problems)
}

/// The pages below `root`.
fn list(root: &Path, below: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list(root, &path, found)?;
        } else if path.extension().is_some_and(|e| e == "html") {
            found.push(path);
        }
    }
    Ok(())
}

/// Reads the pages, on all cores: after a change of one word this takes
/// longer than anything else that is ours.
fn read(
    root: &Path,
    mut paths: Vec<PathBuf>,
) -> io::Result<BTreeMap<PathBuf, RenderedPage>> {
    // By far the largest page first, so that nobody waits for it in the end.
    paths.sort_by_key(|path| path != Path::new(PRINT));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut read = Vec::new();
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let text = fs::read(root.join(path))?;
            let page = rendered::parse(&String::from_utf8_lossy(&text));
            read.push((path.clone(), page));
        }
        Ok(read)
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let read: io::Result<Vec<_>> = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..cores.min(paths.len())).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(|worker| {
                let panicked =
                    || io::Error::other("the page's reader panicked");
                worker.join().unwrap_or_else(|_| Err(panicked()))
            })
            .collect()
    });
    Ok(read?.into_iter().flatten().collect())
}

fn broken(
    link: &str,
    why: &str,
    page: &Path,
    source: Option<&Path>,
    project: &Project,
) -> Problem {
    let next = "mend the link; chapters are linked as `name.md#heading`";
    let text = source.and_then(|source| {
        let text = fs::read_to_string(project.source().join(source)).ok()?;
        Some((source, text))
    });
    let Some((source, text)) = text else {
        let what = format!("link `{link}` on `{}` {why}", page.display());
        return Problem::new(what, next);
    };
    let found = targets::find(&text, link);
    let line = found.as_ref().map(|(at, _)| line_of(&text, *at));
    let place = Place { file: project.shown(source), line };
    let written = found.map_or(link.to_owned(), |(_, written)| written);
    Problem::at(&place, format!("link `{written}` {why}"), next)
}

/// Whether `link` on `page` leads somewhere.
fn follow(
    link: &str,
    page: &Path,
    folder: &Path,
    pages: &BTreeMap<PathBuf, RenderedPage>,
) -> Result<(), &'static str> {
    let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
    let target = target.split('?').next().unwrap_or(target);
    let has_scheme = target
        .split(['/', '?'])
        .next()
        .is_some_and(|first| first.contains(':') || target.starts_with("//"));
    if has_scheme {
        return Ok(());
    }
    if target.starts_with('/') {
        return Err("works only where the book is the root of a server");
    }
    let path = match target.is_empty() {
        true => page.to_owned(),
        false => {
            resolved(&decoded(target), page).ok_or("leads out of the book")?
        }
    };
    let path = match folder.join(&path) {
        full if full.is_dir() => path.join("index.html"),
        full if full.is_file() => path,
        _ => return Err("leads to no file of the book"),
    };
    let fragment = decoded(fragment);
    match pages.get(&path) {
        Some(page) if !fragment.is_empty() && fragment != "top" => {
            match page.anchors.contains(&fragment) {
                true => Ok(()),
                false => Err("names a heading that its page doesn't have"),
            }
        }
        _ => Ok(()),
    }
}

fn resolved(target: &str, page: &Path) -> Option<PathBuf> {
    let mut path = page.parent()?.to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::ParentDir if !path.pop() => return None,
            _ => {}
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests;
