//! `cargo lab check`: tries every attempt of every lab.

use std::collections::VecDeque;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::Exit;
use crate::compile::Build;
use crate::grade::{Report, Until, grade};
use crate::guard::Guard;
use crate::house::{Attempt, House, Lab};
use crate::judge::{Trial, fault, idle_tests};
use crate::mutant::Fate;
use crate::mutate::mutations;
use crate::scratch::Scratch;
use crate::{shape, survivors};

/// Which wrong answers are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mutants {
    /// Those in `mutants/`.
    Written,
    /// And those made from the solution.
    All,
}

pub(crate) fn check(
    house: &House,
    slugs: &[String],
    mutants: Mutants,
) -> Result<Exit> {
    let started = Instant::now();
    let labs = house.some(slugs)?;
    let mut faults = shape::faults_beside_labs(house)?;
    let mut bench = None;
    let mut tried = Tried::default();
    for lab in &labs {
        let of_shape = shape::faults(lab)?;
        if of_shape.is_empty() {
            let bench = match &mut bench {
                Some(bench) => bench,
                none => none.insert(Bench::open(house)?),
            };
            bench.scratch.take(lab)?;
            faults.extend(bench.try_attempts(lab, &mut tried)?);
            if mutants == Mutants::All {
                faults.extend(bench.try_generated(lab, &mut tried)?);
            }
        } else {
            println!("{:<12} not tried, files are not in order", lab.slug);
            faults.extend(of_shape);
        }
    }
    for fault in &faults {
        eprintln!("\nerror: {fault}");
    }
    let Tried { written, generated } = tried;
    println!(
        "{} labs checked in {:.1} s: {written} written and {generated} \
         generated mutants, {} faults",
        labs.len(),
        started.elapsed().as_secs_f64(),
        faults.len()
    );
    Ok(if faults.is_empty() { Exit::Good } else { Exit::Bad })
}

#[derive(Default)]
struct Tried {
    written: usize,
    generated: usize,
}

/// What attempts are built and run with.
struct Bench<'a> {
    scratch: Scratch<'a>,
    guard: Guard,
}

/// An answer that was built and whose tests are running.
struct Running<'scope, T> {
    answer: T,
    compiling: Duration,
    trial: ScopedJoinHandle<'scope, Result<(Trial, Duration)>>,
}

/// How long an answer took to build and to test.
struct Times {
    compiling: Duration,
    testing: Duration,
}

impl<'a> Bench<'a> {
    fn open(house: &'a House) -> Result<Bench<'a>> {
        let guard = Guard::start().context("can't start a guard process")?;
        Ok(Bench { scratch: Scratch::open(house)?, guard })
    }

    /// Builds one answer after the other and hands over what became of each,
    /// in the same order.
    fn try_all<T>(
        &mut self,
        lab: &Lab,
        until: Until,
        answers: impl Iterator<Item = (T, String)>,
        mut land: impl FnMut(T, Trial, Times),
    ) -> Result<()> {
        let Bench { scratch, guard } = self;
        let guard = &*guard;
        // Builds stand in line for the target folder anyway; tests of what is
        // built already, which mostly wait, run beside the next build.
        thread::scope(|scope| {
            let mut running = VecDeque::new();
            let mut land = |running: Running<'_, T>| {
                let Running { answer, compiling, trial } = running;
                // The thread returns errors; only a bug here makes it panic.
                let (trial, testing) =
                    trial.join().expect("no panic in a run")?;
                land(answer, trial, Times { compiling, testing });
                Ok::<_, anyhow::Error>(())
            };
            for (answer, text) in answers {
                let started = Instant::now();
                let build = scratch.build(lab, &text)?;
                let compiling = started.elapsed();
                let trial = scope.spawn(move || {
                    let started = Instant::now();
                    let trial = run(lab, build, guard, until)?;
                    Ok((trial, started.elapsed()))
                });
                running.push_back(Running { answer, compiling, trial });
                while let Some(first) =
                    running.pop_front_if(|first| first.trial.is_finished())
                {
                    land(first)?;
                }
            }
            running.into_iter().try_for_each(land)
        })
    }

    fn try_attempts(
        &mut self,
        lab: &Lab,
        tried: &mut Tried,
    ) -> Result<Vec<String>> {
        let mut answers = Vec::new();
        for attempt in lab.attempts()? {
            let text = lab.read(&attempt.file())?;
            let fate = match attempt {
                Attempt::Mutant(_) => Fate::read(&text),
                _ => Fate::default(),
            };
            tried.written += usize::from(matches!(attempt, Attempt::Mutant(_)));
            answers.push(((attempt, fate), text));
        }
        let mut trials = Vec::new();
        let mut faults = Vec::new();
        let answers = answers.into_iter();
        let until = Until::AllHaveEnded;
        self.try_all(lab, until, answers, |(attempt, fate), trial, times| {
            println!(
                "{:<12} {:<32} {:<24} built {:.1} s, ran {:.1} s",
                lab.slug,
                attempt.name(),
                trial.summary(),
                times.compiling.as_secs_f64(),
                times.testing.as_secs_f64(),
            );
            faults.extend(fault(lab, &attempt, &fate, &trial));
            trials.push((attempt, trial));
        })?;
        faults.extend(idle_tests(lab, &trials));
        Ok(faults)
    }

    fn try_generated(
        &mut self,
        lab: &Lab,
        tried: &mut Tried,
    ) -> Result<Vec<String>> {
        let known = survivors::read(lab)?;
        let made = mutations(&lab.read("solution.rs")?);
        let answers = made.into_iter().map(|mutation| {
            let text = mutation.text.clone();
            (mutation, text)
        });
        let mut survived = Vec::new();
        let (mut caught, mut refused) = (0, 0);
        let until = Until::OneFails;
        self.try_all(lab, until, answers, |mutation, trial, _| match trial {
            Trial::DoesNotCompile(_) => refused += 1,
            Trial::Ran { report, .. } if report.all_passed() => {
                survived.push(mutation);
            }
            Trial::Ran { .. } => caught += 1,
        })?;
        tried.generated += caught;
        println!(
            "{:<12} generated: {caught} caught, {} survive, {refused} don't \
             compile",
            lab.slug,
            survived.len()
        );
        Ok(survivors::faults(lab, &known, &survived))
    }
}

fn run(lab: &Lab, build: Build, guard: &Guard, until: Until) -> Result<Trial> {
    let (programs, warnings) = match build {
        Build::Failed(said) => return Ok(Trial::DoesNotCompile(said)),
        Build::Done { programs, warnings } => (programs, warnings),
    };
    let report: Report = grade(&lab.folder, &programs, guard, until, |_| ())?;
    for program in programs {
        // What is left is removed by the next check.
        let _ = std::fs::remove_file(program);
    }
    Ok(Trial::Ran { report, warnings })
}
