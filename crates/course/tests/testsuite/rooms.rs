//! The builder's own house: its rooms follow the way of a build, and no arrow
//! runs back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file uses those of its own room and of the rooms after it.
const ROOMS: [&str; 6] =
    ["commands", "steps", "page", "records", "chapter", "system"];

/// A module's name, `page::embed`, and its text.
type Files = BTreeMap<String, String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All files of the builder. A file and its folder are one name.
fn files() -> Files {
    let mut files = BTreeMap::new();
    let mut folders = vec![(root(), String::new())];
    while let Some((folder, above)) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let module = match above.is_empty() {
                true => name.to_owned(),
                false => format!("{above}::{name}"),
            };
            if path.is_dir() {
                folders.push((path, module));
            } else {
                files.insert(module, fs::read_to_string(path).unwrap());
            }
        }
    }
    files
}

/// The code of a file, without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// The modules that the paths `crate::…` of `text` lead into.
fn used(text: &str, files: &Files) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for line in code(text) {
        for path in line.split("crate::").skip(1) {
            let end = path.find(|c: char| {
                !(c.is_ascii_alphanumeric() || c == '_' || c == ':')
            });
            let path = &path[..end.unwrap_or(path.len())];
            let mut known = None;
            for (at, _) in path.match_indices("::").chain([(path.len(), "")]) {
                known = files.contains_key(&path[..at]).then_some(at).or(known);
            }
            let module = known.map_or("main", |at| &path[..at]);
            used.insert(module.to_owned());
        }
    }
    used
}

fn room(module: &str) -> &str {
    module.split("::").next().unwrap_or(module)
}

/// A way from `module` back to itself.
fn circle(
    module: &str,
    arrows: &BTreeMap<&str, BTreeSet<String>>,
) -> Option<Vec<String>> {
    let mut ways = vec![vec![module.to_owned()]];
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop() {
        for next in &arrows[way.last()?.as_str()] {
            let mut longer = way.clone();
            longer.push(next.clone());
            if next == module {
                return Some(longer);
            }
            if seen.insert(next.clone()) {
                ways.push(longer);
            }
        }
    }
    None
}

#[test]
fn a_room_uses_only_rooms_further_on() {
    let files = files();
    let floor = |module: &str| match module {
        "main" => 0,
        _ => {
            let known = ROOMS.iter().position(|name| *name == room(module));
            1 + known.unwrap_or_else(|| panic!("{module} is in no room"))
        }
    };
    let mut arrows = 0;
    for (module, text) in &files {
        for line in code(text).filter(|line| line.contains("super::")) {
            let is_tests = line.trim() == "use super::*;";
            assert!(is_tests, "{module}: write `crate::…` for `{line}`");
        }
        for other in used(text, &files) {
            assert!(
                floor(module) <= floor(&other),
                "{module} uses {other}, which stands before it"
            );
            assert!(
                !ROOMS.contains(&other.as_str()),
                "{module} uses {other} as a whole: name the file"
            );
            arrows += 1;
        }
    }
    assert!(arrows > files.len(), "the paths are no longer read");
}

#[test]
fn no_file_leads_back_to_itself() {
    let files = files();
    let arrows: BTreeMap<&str, BTreeSet<String>> = files
        .iter()
        .map(|(module, text)| (module.as_str(), used(text, &files)))
        .collect();
    for module in files.keys() {
        if let Some(way) = circle(module, &arrows) {
            panic!("a circle: {}", way.join(" → "));
        }
    }
}

#[test]
fn the_map_in_contributing_shows_each_file_in_its_room() {
    let path = root().join("../../../CONTRIBUTING.md");
    let map = fs::read_to_string(path).unwrap();
    let chain = ROOMS.map(|room| format!("`{room}/`")).join(" → ");
    assert!(map.contains(&chain), "CONTRIBUTING.md lacks {chain}");
    let files = files();
    for name in ROOMS {
        let here: BTreeSet<&str> = files
            .keys()
            .filter_map(|module| module.strip_prefix(name)?.strip_prefix("::"))
            .filter(|file| !file.contains("::"))
            .collect();
        let row = format!("| `{name}/` |");
        let row = map.lines().find(|line| line.starts_with(&row));
        let row = row.unwrap_or_else(|| panic!("no row for {name}/"));
        let cell = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let shown: BTreeSet<&str> =
            cell.split(['`', ',', ' ']).filter(|w| !w.is_empty()).collect();
        assert_eq!(shown, here, "CONTRIBUTING.md, room {name}/");
    }
}
