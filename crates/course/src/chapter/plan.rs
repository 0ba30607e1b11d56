//! Reads the whole book and lists what is to be put where.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use mdbook_driver::book::{Book, BookItem, Chapter};

use crate::chapter::call::ExampleCall;
use crate::chapter::conditional;
use crate::chapter::directive::Directive;
use crate::chapter::includes::Filled;
use crate::chapter::invocation::Target;
use crate::chapter::origin::Origin;
use crate::chapter::project::Project;
use crate::chapter::scan::{self, Kind};
use crate::system::problem::{Place, Problem};

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
    /// The page made from it, with the ending `.md`.
    pub(crate) page: PathBuf,
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
    /// Reads `book`, in which mdBook's own includes are filled in already, and
    /// drops the lines whose chapter is missing from it.
    pub(crate) fn of(
        book: &mut Book,
        project: &Project,
    ) -> (Self, Vec<Problem>) {
        let names: BTreeSet<String> = written(book)
            .filter_map(|chapter| chapter.source_path.as_ref())
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .collect();
        let mut problems = Vec::new();
        let mut chapters = Vec::new();
        book.for_each_mut(|item| {
            let BookItem::Chapter(chapter) = item else { return };
            let Some(path) = chapter.source_path.clone() else { return };
            let mut plan = ChapterPlan {
                title: chapter.name.clone(),
                path,
                page: chapter.path.clone().unwrap_or_default(),
                items: Vec::new(),
            };
            plan.read(&mut chapter.content, &names, project, &mut problems);
            chapters.push(plan);
        });
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
        text: &mut String,
        names: &BTreeSet<String>,
        project: &Project,
        problems: &mut Vec<Problem>,
    ) {
        let shown = project.shown(&self.path);
        let file = project.source().join(&self.path);
        // The chapter was read from here a moment ago; a chapter that another
        // program made up has no file and so no lines.
        let raw = fs::read_to_string(&file).unwrap_or_default();
        // mdBook leaves the byte order mark out.
        let raw = raw.strip_prefix('\u{feff}').unwrap_or(&raw);
        let folder = file.parent().unwrap_or(Path::new("."));
        let filled = Filled::of(raw, folder, &shown, problems);
        let mut origin = Origin::of(shown, raw, filled, text);
        match conditional::kept(text, names) {
            Ok(None) => {}
            Ok(Some(ranges)) => {
                origin.keep(&ranges);
                *text = ranges.into_iter().map(|range| &text[range]).collect();
            }
            Err((at, what, next)) => {
                problems.push(Problem::at(&origin.place(at), what, next));
                return;
            }
        }
        for marker in scan::markers(text) {
            let start = marker.range.start;
            if origin.has_failed(start) {
                continue;
            }
            let is_escaped = origin.is_escaped(text, start);
            if is_escaped
                && matches!(marker.kind, Kind::NearMiss { is_code: true, .. })
            {
                continue;
            }
            let place = origin.place(start);
            let directive = match is_escaped {
                true => {
                    Ok(Directive::Literal(text[marker.range.clone()].into()))
                }
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
