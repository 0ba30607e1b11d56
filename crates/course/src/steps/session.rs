//! From the book's text to its filled-in text: plan, compile, measure, embed.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mdbook_driver::MDBook;
use mdbook_driver::book::Book;
use mdbook_html::HtmlHandlebars;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use measure::Record;

use crate::chapter::directive::Directive;
use crate::chapter::plan::{ChapterPlan, Plan};
use crate::chapter::project::Project;
use crate::chapter::sections::PREPROCESSOR;
use crate::chapter::summary;
use crate::page::embed;
use crate::page::refused::Compiler;
use crate::page::sources::Sources;
use crate::records::digest;
use crate::records::measuring;
use crate::records::results::{Results, Totals};
use crate::records::runs::{self, Run};
use crate::records::settings::Settings;
use crate::records::toolchain::Toolchain;
use crate::records::unknown;
use crate::steps::timings::{BuildStep, Timings};
use crate::system::console::Console;
use crate::system::line::Line;
use crate::system::problem::{Problem, Problems};

/// How long a command may take to print from its record, in seconds.
const REPLAY_SECONDS: u64 = 60;

/// One build, or part of one.
pub(crate) struct Session {
    pub(crate) project: Project,
    pub(crate) toolchain: Toolchain,
    pub(crate) settings: Settings,
    pub(crate) timings: RefCell<Timings>,
    pub(crate) totals: Cell<Totals>,
    /// The chapters of the book that was filled in.
    pub(crate) chapters: RefCell<Vec<ChapterPlan>>,
}

/// Takes the book as it is once mdBook filled in its own includes.
struct Collect(Rc<RefCell<Option<Book>>>);

impl Preprocessor for Collect {
    fn name(&self) -> &str {
        PREPROCESSOR
    }

    fn run(&self, _: &PreprocessorContext, book: Book) -> anyhow::Result<Book> {
        self.0.replace(Some(book.clone()));
        Ok(book)
    }
}

/// What a build needs, checked: every name is known, every program is there.
pub(crate) struct Prepared {
    pub(crate) plan: Plan,
    pub(crate) programs: BTreeMap<String, PathBuf>,
    digests: BTreeMap<String, String>,
    compiler: Option<Result<Compiler, Problem>>,
    pub(crate) runs: Vec<Run>,
}

impl Session {
    pub(crate) fn new(project: Project, settings: Settings) -> Self {
        Self {
            project,
            toolchain: Toolchain::from_environment(),
            timings: RefCell::new(Timings::new(settings.console)),
            settings,
            totals: Cell::default(),
            chapters: RefCell::default(),
        }
    }

    pub(crate) fn console(&self) -> Console {
        self.settings.console
    }

    /// mdBook's view of the book; its output goes to `destination`.
    pub(crate) fn load(&self, destination: PathBuf) -> anyhow::Result<MDBook> {
        let mut config = self.project.config.clone();
        config.build.build_dir = destination;
        let summary = summary::read(&self.project)?;
        let root = &self.project.root;
        MDBook::load_with_config_and_summary(root, config, summary).map_err(
            |error| {
                Problem::new(
                    format!("can't read the book: {error:#}"),
                    "mend what it names and type the command again",
                )
                .into()
            },
        )
    }

    /// Plans and compiles, without measuring and rendering.
    pub(crate) fn prepare_alone(&self) -> anyhow::Result<Prepared> {
        let collected = Rc::new(RefCell::new(None));
        self.begin(BuildStep::Plan, "reading the chapters");
        let mut mdbook = self.load(self.project.destination())?;
        mdbook.with_preprocessor(Collect(Rc::clone(&collected)));
        mdbook.preprocess_book(&HtmlHandlebars::new())?;
        let mut book = collected.take().unwrap_or_default();
        self.prepare(&mut book)
    }

    /// Plans, compiles and asks every program what it measures.
    /// Lines whose chapter is missing are dropped from `book` first.
    pub(crate) fn prepare(&self, book: &mut Book) -> anyhow::Result<Prepared> {
        let (plan, mut problems) = Plan::of(book, &self.project);
        let root = &self.project.root;
        let mut examples = plan.examples();
        problems.extend(Toolchain::unknown(root, &mut examples));
        let line =
            self.begin(BuildStep::Compile, &counted(examples.len(), "example"));
        // Asked beside cargo, which takes longer.
        let asks = plan
            .items()
            .any(|item| matches!(item.directive, Directive::Rustc { .. }));
        let cargo = self.toolchain.cargo();
        let (programs, compiler) = thread::scope(|scope| {
            let asked = asks.then(|| scope.spawn(|| Compiler::find(cargo)));
            let console = self.console();
            let programs =
                self.toolchain.build(root, &examples, &line, console);
            (programs, asked.and_then(|asked| asked.join().ok()))
        });
        drop(line);
        let programs = match (programs, problems.is_empty()) {
            (Ok(programs), _) => programs,
            (Err(error), true) => return Err(error),
            (Err(error), false) => match error.downcast::<Problem>() {
                Ok(problem) => {
                    problems.push(problem);
                    return Err(Problems(problems).into());
                }
                Err(error) => return Err(error),
            },
        };
        let profile = self.settings.profile;
        self.begin(BuildStep::Plan, "asking the examples what they measure");
        let digests = digest::digests(&programs)?;
        let runs = runs::survey(plan.calls(), &programs, &digests, profile);
        let runs = match runs {
            Ok(runs) => runs,
            Err(error) => match error.downcast::<Problems>() {
                Ok(more) => {
                    problems.extend(more.0);
                    Vec::new()
                }
                Err(error) => return Err(error),
            },
        };
        problems.extend(unknown::problems(&plan, &runs));
        problems.sort_by(|a, b| a.place.cmp(&b.place));
        Problems::check(problems)?;
        Ok(Prepared { plan, programs, digests, compiler, runs })
    }

    /// All steps up to the filled-in book.
    pub(crate) fn fill(&self, mut book: Book) -> anyhow::Result<Book> {
        let prepared = self.prepare(&mut book)?;
        self.warn_of_unstated_claims(&prepared);
        self.measure(&prepared.runs)?;
        let profile = self.settings.profile;
        let results = Results::of(&prepared.runs, profile);
        self.totals.set(results.totals());
        let seconds = self.settings.timeout.as_ref().map(Duration::as_secs);
        let program = prepared.programs.values().next();
        let records = match program.and_then(|p| Record::folder(p)) {
            Some(folder) => folder,
            // A book without experiments has no record, but may show what
            // the compiler says.
            None => {
                let root = &self.project.root;
                let target = self.toolchain.target_directory(root);
                let target = target.unwrap_or_else(|_| root.join("target"));
                target.join("book-records")
            }
        };
        let sources = Sources {
            compiler: prepared.compiler,
            records: &records,
            project: &self.project,
            plan: &prepared.plan,
            programs: &prepared.programs,
            digests: &prepared.digests,
            results: &results,
            profile,
            seconds: seconds.unwrap_or(REPLAY_SECONDS),
        };
        let count = prepared.plan.items().count();
        self.begin(BuildStep::Embed, &counted(count, "marker"));
        embed::embed(&mut book, &sources)?;
        self.begin(BuildStep::Render, "the pages");
        self.chapters.replace(prepared.plan.chapters);
        Ok(book)
    }

    /// Measures what is stale among `runs`.
    pub(crate) fn measure(&self, runs: &[Run]) -> anyhow::Result<()> {
        let stale = measuring::stale(runs, self.settings);
        let line = self.begin(BuildStep::Measure, &measuring::plan(&stale));
        let timed_s = measuring::measure(&stale, self.settings, &line)?;
        self.timings.borrow_mut().timed_s = timed_s;
        Ok(())
    }

    /// Begins `step`, which ends the one before.
    pub(crate) fn begin(&self, step: BuildStep, about: &str) -> Arc<Line> {
        self.timings.borrow_mut().begin(step, about)
    }

    fn warn_of_unstated_claims(&self, prepared: &Prepared) {
        for run in &prepared.runs {
            if !run.is_standard(self.settings.profile) {
                continue;
            }
            let slug = &run.call.slug;
            for claim in &run.listing.claims {
                let name = &claim.name;
                if prepared.plan.states(slug, name).is_none() {
                    self.console().say(&format!(
                        "note: no chapter states claim `{slug}.{name}`; put \
                         `{{{{#claim {slug}.{name}}}}}` on a line of its own"
                    ));
                }
            }
        }
    }
}

/// `1 example`, `2 examples`.
fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
