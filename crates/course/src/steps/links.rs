//! Checks the rendered pages: every link leads somewhere, nothing is left
//! over. Links to other sites are not followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::chapter::project::Project;
use crate::steps::rendered::{self, RenderedPage};
use crate::system::problem::{Place, Problem};
use crate::system::text::line_of;

/// Not checked: its links are made for the address of a page that is missing.
const NOT_CHECKED: &str = "404.html";

/// What is wrong with the pages below `folder`.
pub(crate) fn problems(
    folder: &Path,
    project: &Project,
) -> anyhow::Result<Vec<Problem>> {
    let mut pages = BTreeMap::new();
    read(folder, Path::new(""), &mut pages)?;
    let mut problems = Vec::new();
    // The print page repeats the chapters, and so their faults.
    let mut seen = BTreeSet::new();
    for (path, page) in &pages {
        if path == Path::new(NOT_CHECKED) || is_copy(path, project) {
            continue;
        }
        for text in &page.leftovers {
            if seen.insert(("", text.clone())) {
                problems.push(Problem::new(
                    format!("`{text}` is left over on `{}`", path.display()),
                    "close the marker, or put it into back-ticks",
                ));
            }
        }
        for link in &page.links {
            let Err(why) = follow(link, path, folder, &pages) else { continue };
            if path.as_os_str() == "print.html" && !problems.is_empty() {
                continue;
            }
            if seen.insert((why, format!("{} {link}", path.display()))) {
                problems.push(broken(link, why, path, project));
            }
        }
    }
    Ok(problems)
}

/// Whether mdBook made this page from the first chapter, which has its own.
fn is_copy(page: &Path, project: &Project) -> bool {
    let has = |name| project.source().join(name).exists();
    page == Path::new("index.html") && !has("index.md") && !has("README.md")
}

fn read(
    root: &Path,
    below: &Path,
    pages: &mut BTreeMap<PathBuf, RenderedPage>,
) -> anyhow::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            read(root, &path, pages)?;
        } else if path.extension().is_some_and(|e| e == "html") {
            let text = fs::read(entry.path())?;
            pages
                .insert(path, rendered::parse(&String::from_utf8_lossy(&text)));
        }
    }
    Ok(())
}

fn broken(link: &str, why: &str, page: &Path, project: &Project) -> Problem {
    let next = "mend the link; chapters are linked as `name.md#heading`";
    let chapter = page.with_extension("md");
    let text = fs::read_to_string(project.source().join(&chapter));
    let Ok(text) = text else {
        let what = format!("link `{link}` on `{}` {why}", page.display());
        return Problem::new(what, next);
    };
    // Chapters link to each other's sources, of which mdBook makes pages.
    let written = link.replacen(".html", ".md", 1);
    let (link, at) = [written.as_str(), link]
        .into_iter()
        .find_map(|link| {
            let words = [format!("({link})"), format!("({link} "), link.into()];
            words.iter().find_map(|w| text.find(w)).map(|at| (link, Some(at)))
        })
        .unwrap_or((link, None));
    let file = project.shown(&chapter);
    let place = Place { file, line: at.map(|at| line_of(&text, at)) };
    Problem::at(&place, format!("link `{link}` {why}"), next)
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
    let mut path = match target.strip_prefix('/') {
        Some(_) => PathBuf::new(),
        None => page.parent()?.to_owned(),
    };
    for part in Path::new(target.trim_start_matches('/')).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::ParentDir if !path.pop() => return None,
            _ => {}
        }
    }
    Some(path)
}

/// `text` without percent signs.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let hex = match (first, tail) {
            (b'%', [a, b, ..]) => std::str::from_utf8(&[*a, *b])
                .ok()
                .and_then(|pair| u8::from_str_radix(pair, 16).ok()),
            _ => None,
        };
        match hex {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow_in(link: &str) -> Result<(), &'static str> {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir(root.join("part")).unwrap();
        for (path, text) in [
            ("index.html", "<h2 id=\"a-b\">x</h2>"),
            ("part/one.html", "<a name=\"é\">x</a>"),
            ("chart.svg", "<svg/>"),
        ] {
            fs::write(root.join(path), text).unwrap();
        }
        let mut pages = BTreeMap::new();
        read(root, Path::new(""), &mut pages).unwrap();
        follow(link, Path::new("part/one.html"), root, &pages)
    }

    #[test]
    fn what_exists_is_found() {
        for link in [
            "one.html",
            "../index.html",
            "../index.html#a-b",
            "#%C3%A9",
            "#",
            "../",
            "/index.html",
            "../chart.svg#x",
            "https://a.b/c#d",
            "mailto:a@b",
            "//cdn/x",
            "data:,x",
            "../index.html?q=1#a-b",
        ] {
            assert_eq!(follow_in(link), Ok(()), "{link}");
        }
    }

    #[test]
    fn what_is_missing_is_found_out() {
        for link in
            ["two.html", "../index.html#c", "#a-b", "../../x.html", "%zz"]
        {
            assert!(follow_in(link).is_err(), "{link}");
        }
    }
}
