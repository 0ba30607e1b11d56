//! The conventions of this project, as tests.

#[path = "common/program.rs"]
mod program;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use measure::experiment::Listing;

/// Modules in which `unsafe` is allowed, each for the reason it states.
const UNSAFE_MODULES: &[&str] = &[
    "examples/spawn_trap/fork.rs",
    "crates/course/src/system/bound.rs",
    "crates/workers/src/shared/sealed.rs",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names in `folder`, without hidden ones.
fn names(folder: &str) -> BTreeSet<String> {
    fs::read_dir(root().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('.'))
        .collect()
}

/// All files below `folder` that end in `.rs`, relative to the root.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path.strip_prefix(root()).unwrap().to_path_buf());
            }
        }
    }
    files.sort();
    files
}

fn all_sources() -> Vec<PathBuf> {
    ["crates", "examples", "labs", "tests"]
        .into_iter()
        .flat_map(sources)
        .collect()
}

#[test]
fn one_slug_has_its_four_places() {
    let summary = read("src/SUMMARY.md");
    let readme = read("README.md");
    let labs = names("labs");
    for slug in names("examples") {
        assert!(
            summary.contains(&format!("({slug}.md)")),
            "src/SUMMARY.md does not list {slug}.md"
        );
        read(format!("src/{slug}.md"));
        read(format!("tests/{slug}.rs"));
        assert!(
            readme.contains(&format!("--example {slug}`")),
            "README.md has no row for {slug}"
        );
        assert_eq!(
            labs.contains(&slug),
            readme.contains(&format!("labs/{slug}")),
            "README.md and labs/ disagree on {slug}"
        );
    }
    for lab in labs {
        assert!(names("examples").contains(&lab), "lab {lab} has no example");
    }
}

#[test]
fn every_chapter_is_in_the_summary() {
    let summary = read("src/SUMMARY.md");
    for name in names("src") {
        assert!(name.ends_with(".md"), "src/{name}: only Markdown goes there");
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "src/SUMMARY.md does not list {name}"
        );
    }
}

#[test]
fn every_source_file_says_what_it_is_for() {
    for file in all_sources() {
        let text = read(&file);
        assert!(text.starts_with("//! "), "{} needs `//!`", file.display());
    }
}

#[test]
fn unsafe_stands_only_in_the_modules_named_here() {
    for file in all_sources() {
        let allowed = UNSAFE_MODULES.iter().any(|name| file.ends_with(name))
            || file.ends_with("tests/tidy.rs");
        // Wrong answers of the labs, one of which tries to.
        let allowed = allowed
            || file.components().any(|part| part.as_os_str() == "mutants");
        let opened = read(&file).contains("unsafe_code");
        assert!(allowed || !opened, "{} opens unsafe", file.display());
    }
}

#[test]
fn leftovers_stand_only_where_a_student_is_to_work() {
    let marks = ["TO\u{44}O", "FIX\u{4d}E", "X\u{58}X"];
    let students = |file: &Path| file.starts_with("labs");
    // It looks for such marks itself.
    let checker = |file: &Path| file.starts_with("crates/lab");
    for file in all_sources() {
        if students(&file) || checker(&file) {
            continue;
        }
        let text = read(&file);
        for mark in marks {
            assert!(!text.contains(mark), "{} has {mark}", file.display());
        }
    }
}

#[test]
fn the_toolchain_s_version_stands_once() {
    let cargo = read("Cargo.toml");
    assert_eq!(cargo.matches("rust-version = \"").count(), 1);
    for krate in names("crates") {
        let manifest = read(format!("crates/{krate}/Cargo.toml"));
        assert!(
            manifest.contains("rust-version.workspace = true"),
            "crates/{krate}/Cargo.toml"
        );
    }
}

#[test]
fn crates_depend_along_the_arrows_only() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).unwrap();
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("measure", &[][..]),
        ("workers", &[][..]),
        ("measured", &["measure", "workers"][..]),
        ("course", &["measure"][..]),
        ("lab", &[][..]),
        ("orders", &[][..]),
    ]);
    // A lab may stand on the model checker's plain words, and nothing else.
    let of_lab = &["orders"][..];
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() >= allowed.len());
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let arrows = match allowed.get(name) {
            None if name.starts_with("lab_") => of_lab,
            known => known.copied().unwrap_or_default(),
        };
        for dependency in package["dependencies"].as_array().unwrap() {
            // A dependency of this workspace has a path and no source.
            if dependency["path"].is_string() {
                let on = dependency["name"].as_str().unwrap();
                assert!(arrows.contains(&on), "{name} depends on {on}");
            }
        }
    }
}

/// cargo compiles a crate once more for each other set of features, with all
/// that is built upon it.
#[test]
fn what_the_builder_compiled_serves_the_tests_and_the_examples() {
    let crates = |options: &[&str]| -> BTreeSet<String> {
        let output = Command::new(env!("CARGO"))
            .args(["tree", "--offline", "--prefix", "none"])
            .args(["--format", "{p} [{f}]"])
            .args(options)
            .current_dir(root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| line.replace(" (*)", "")).collect()
    };
    let all = crates(&["--edges", "normal,build,dev"]);
    let builder = crates(&["--package", "course", "--edges", "normal,build"]);
    let more: Vec<_> = builder.difference(&all).collect();
    assert!(
        more.is_empty(),
        "the tests compile these again, with more features; name the features \
         in the root's Cargo.toml, or in course's: {more:#?}"
    );
}

/// What a new toolchain could silently lose: the words that a chapter teaches
/// from a compiler's message.
#[test]
fn every_compiler_message_has_the_words_that_are_taught() {
    let mut messages = 0;
    for page in names("src") {
        let text = read(format!("src/{page}"));
        let markers = text.lines().filter_map(|line| {
            line.strip_prefix("{{#rustc ")?.strip_suffix("}}")
        });
        for marker in markers {
            let mut words = marker.split(' ');
            let (slug, name) = words.next().unwrap().split_once('/').unwrap();
            let file = format!("examples/{slug}/refused/{name}.rs");
            let output = Command::new("rustc")
                .args(["--edition", "2024", "--emit=metadata", "-o"])
                .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
                .arg(root().join(&file))
                .output()
                .expect("rustc is there: it built this test");
            let message = String::from_utf8_lossy(&output.stderr);
            for word in words {
                assert!(message.contains(word), "{file}: `{word}`: {message}");
            }
            messages += 1;
        }
    }
    assert!(messages > 0, "no chapter shows a compiler message");
}

/// In the chapter of its example, or on the page that the chapter was split
/// into: `stall.md`, `find_stall.md`. Once, since a verdict is said once.
#[test]
fn every_claim_stands_in_its_chapter() {
    for slug in names("examples") {
        let output =
            program::run(&slug, &["--list", "--quick", "--format", "json"]);
        let listing: Listing = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(listing.experiment, slug);
        let (own, split) = (format!("{slug}.md"), format!("_{slug}.md"));
        let chapter: String = names("src")
            .into_iter()
            .filter(|page| *page == own || page.ends_with(&split))
            .map(|page| read(format!("src/{page}")))
            .collect();
        for claim in listing.claims {
            let marker = format!("{{{{#claim {slug}.{}}}}}", claim.name);
            let times = chapter.matches(&marker).count();
            assert_eq!(times, 1, "src/{slug}.md: {marker}");
        }
    }
}
