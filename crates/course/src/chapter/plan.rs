//! Reads the whole book and lists what is to be put where.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use mdbook_driver::book::{Book, BookItem, Chapter};

use crate::chapter::call::ExampleCall;
use crate::chapter::directive::{Directive, MDBOOK_NAMES};
use crate::chapter::includes;
use crate::chapter::invocation::Target;
use crate::chapter::project::Project;
use crate::chapter::scan::{self, Kind};
use crate::system::problem::{Place, Problem};
use crate::system::text::line_of;

/// What the chapters ask for.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The chapters with a file, in the book's order.
    pub(crate) chapters: Vec<ChapterPlan>,
}

/// What one chapter asks for.
#[derive(Debug)]
pub(crate) struct ChapterPlan {
    /// Its title.
    pub(crate) title: String,
    /// Its file below the book's source folder.
    pub(crate) path: PathBuf,
    /// What is to be replaced, in order.
    pub(crate) items: Vec<Item>,
}

/// One thing to replace.
#[derive(Debug)]
pub(crate) struct Item {
    /// Where it stands in the chapter's text, includes filled in.
    pub(crate) range: Range<usize>,
    /// Where its author finds it.
    pub(crate) place: Place,
    /// What to put there.
    pub(crate) directive: Directive,
}

impl Plan {
    /// Reads `book`, in which mdBook's own includes are filled in already.
    pub(crate) fn of(book: &Book, project: &Project) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut chapters = Vec::new();
        for chapter in written(book) {
            let Some(path) = chapter.source_path.clone() else { continue };
            let mut plan = ChapterPlan {
                title: chapter.name.clone(),
                path,
                items: Vec::new(),
            };
            plan.read(&chapter.content, project, &mut problems);
            chapters.push(plan);
        }
        (Self { chapters }, problems)
    }

    /// Everything to replace, in the book's order.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.chapters.iter().flat_map(|chapter| &chapter.items)
    }

    /// The calls of examples that need a measurement, with the first place
    /// of each. A name such as `{{#fact race.lost}}` calls the example
    /// without options.
    pub(crate) fn calls(&self) -> Vec<(ExampleCall, Place)> {
        let mut calls: Vec<(ExampleCall, Place)> = Vec::new();
        for item in self.items() {
            let call = match &item.directive {
                Directive::Command(invocation) => match &invocation.target {
                    Target::Example(call) if !call.needs_no_record() => {
                        ExampleCall {
                            slug: call.slug.clone(),
                            args: call.measurement_args(),
                        }
                    }
                    _ => continue,
                },
                other => match other.experiment() {
                    Some(slug) => {
                        ExampleCall { slug: slug.into(), args: Vec::new() }
                    }
                    None => continue,
                },
            };
            if calls.iter().all(|(known, _)| *known != call) {
                calls.push((call, item.place.clone()));
            }
        }
        calls
    }

    /// The examples to build, with the first place of each.
    pub(crate) fn examples(&self) -> BTreeMap<&str, &Place> {
        let mut examples = BTreeMap::new();
        for item in self.items() {
            let slug = match &item.directive {
                Directive::Command(invocation) => match &invocation.target {
                    Target::Example(call) => Some(call.slug.as_str()),
                    Target::Allowed => None,
                },
                other => other.experiment(),
            };
            if let Some(slug) = slug {
                examples.entry(slug).or_insert(&item.place);
            }
        }
        examples
    }

    /// The chapters that state claim `name` of experiment `slug`.
    pub(crate) fn states(
        &self,
        slug: &str,
        name: &str,
    ) -> Option<&ChapterPlan> {
        self.chapters.iter().find(|chapter| {
            chapter.items.iter().any(|item| {
                matches!(&item.directive, Directive::Claim(claim)
                    if claim.slug == slug && claim.name == name)
            })
        })
    }

    /// The chapter of experiment `slug`: the one of its name, or the first
    /// that uses it.
    pub(crate) fn chapter_of(&self, slug: &str) -> Option<&ChapterPlan> {
        let uses = |chapter: &&ChapterPlan| {
            chapter.items.iter().any(|item| match &item.directive {
                Directive::Command(invocation) => matches!(
                    &invocation.target,
                    Target::Example(call) if call.slug == slug
                ),
                other => other.experiment() == Some(slug),
            })
        };
        self.chapters
            .iter()
            .find(|chapter| chapter.path.file_stem().is_some_and(|s| s == slug))
            .or_else(|| self.chapters.iter().find(uses))
    }
}

impl ChapterPlan {
    fn read(
        &mut self,
        text: &str,
        project: &Project,
        problems: &mut Vec<Problem>,
    ) {
        let shown = project.shown(&self.path);
        let file = project.source().join(&self.path);
        // The chapter was read from here a moment ago; a chapter that another
        // program made up has no file and so no lines.
        let raw = fs::read_to_string(&file).unwrap_or_default();
        let folder = file.parent().unwrap_or(Path::new("."));
        problems.extend(includes::problems(&raw, folder, &shown));
        let mut origin = Origin { raw: &raw, seen: BTreeMap::new() };
        for marker in scan::markers(text) {
            let written = &text[marker.range.clone()];
            let at = origin.of(written);
            let is_escaped = at.is_some_and(|at| raw[..at].ends_with('\\'));
            // An include that is still there has failed, and was reported.
            if let Kind::Name { name, .. } = marker.kind
                && MDBOOK_NAMES.contains(&name)
                && !is_escaped
            {
                continue;
            }
            let place = Place {
                file: shown.clone(),
                line: at.map(|at| line_of(&raw, at)),
            };
            let directive = match is_escaped {
                true => Ok(Directive::Literal(written.into())),
                false => Directive::parse(&marker.kind, &project.allowed),
            };
            match directive {
                Ok(directive) => self.items.push(Item {
                    range: marker.range,
                    place,
                    directive,
                }),
                Err(problem) => problems.push(problem.placed(&place)),
            }
        }
    }
}

/// Finds in the chapter's own file what stands in the text made from it: the
/// same words the same number of times before.
struct Origin<'r> {
    raw: &'r str,
    seen: BTreeMap<String, usize>,
}

impl Origin<'_> {
    fn of(&mut self, written: &str) -> Option<usize> {
        let from = self.seen.get(written).copied().unwrap_or(0);
        let at = from + self.raw.get(from..)?.find(written)?;
        self.seen.insert(written.into(), at + written.len());
        Some(at)
    }
}

/// The book's chapters in order.
fn written(book: &Book) -> impl Iterator<Item = &Chapter> {
    book.iter().filter_map(|item| match item {
        BookItem::Chapter(chapter) => Some(chapter),
        _ => None,
    })
}

/// `slugs`, each once, in their order.
pub(crate) fn unique<'a>(slugs: &[&'a str]) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    slugs.iter().copied().filter(|slug| seen.insert(*slug)).collect()
}
