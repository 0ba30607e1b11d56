//! `cargo lab check`: tries every attempt of every lab.

use std::collections::VecDeque;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::Ending;
use crate::compile::{Build, Progress, compile};
use crate::house::{Attempt, House, Lab};
use crate::judge::{Trial, fault, idle_tests};
use crate::run::{Report, run};
use crate::shape;

pub(crate) fn check(house: &House, slugs: &[String]) -> Result<Ending> {
    let started = Instant::now();
    let labs: Vec<&Lab> = if slugs.is_empty() {
        house.labs.iter().collect()
    } else {
        slugs.iter().map(|slug| house.lab(slug)).collect::<Result<_>>()?
    };
    let mut faults = shape::faults_beside_labs(house)?;
    for lab in &labs {
        let of_shape = shape::faults(lab)?;
        if of_shape.is_empty() {
            faults.extend(try_attempts(house, lab)?);
        } else {
            println!("{:<10} not tried, files are not in order", lab.slug);
            faults.extend(of_shape);
        }
    }
    for fault in &faults {
        eprintln!("\nerror: {fault}");
    }
    let (labs, faults) = (labs.len(), faults.len());
    let time = started.elapsed().as_secs_f64();
    println!("{labs} labs checked in {time:.1} s, {faults} faults");
    Ok(if faults == 0 { Ending::Good } else { Ending::Bad })
}

/// An attempt that was built and whose tests are running.
struct Running<'scope> {
    attempt: Attempt,
    compiling: Duration,
    trial: ScopedJoinHandle<'scope, Result<(Trial, Duration)>>,
}

fn try_attempts(house: &House, lab: &Lab) -> Result<Vec<String>> {
    let mut trials = Vec::new();
    let mut faults = Vec::new();
    // Builds stand in line for the target folder anyway; tests of what is
    // built already, which mostly wait, run beside the next build.
    thread::scope(|scope| {
        let mut running = VecDeque::new();
        let mut land = |running: Running<'_>| {
            let Running { attempt, compiling, trial } = running;
            // The thread returns errors; only a bug here makes it panic.
            let (trial, testing) = trial.join().expect("no panic in a run")?;
            print_step(lab, &attempt, &trial, compiling, testing);
            faults.extend(fault(lab, &attempt, &trial));
            trials.push((attempt, trial));
            Ok::<_, anyhow::Error>(())
        };
        for attempt in lab.attempts()? {
            let started = Instant::now();
            let build = compile(house, lab, &attempt, Progress::Hidden)?;
            let compiling = started.elapsed();
            let trial = scope.spawn(move || {
                let started = Instant::now();
                let report = match &build {
                    Build::Done { programs, .. } => run(lab, programs)?,
                    Build::Failed(_) => Report::default(),
                };
                Ok((Trial::new(build, report), started.elapsed()))
            });
            running.push_back(Running { attempt, compiling, trial });
            while let Some(first) =
                running.pop_front_if(|first| first.trial.is_finished())
            {
                land(first)?;
            }
        }
        running.into_iter().try_for_each(land)
    })?;
    faults.extend(idle_tests(lab, &trials));
    Ok(faults)
}

fn print_step(
    lab: &Lab,
    attempt: &Attempt,
    trial: &Trial,
    compiling: Duration,
    testing: Duration,
) {
    let name = attempt.feature();
    println!(
        "{:<10} {name:<32} {:<24} built {:.1} s, ran {:.1} s",
        lab.slug,
        trial.summary(),
        compiling.as_secs_f64(),
        testing.as_secs_f64(),
    );
}
