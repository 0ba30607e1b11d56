//! Equal jobs, one after another and in each other way.

use std::time::Instant;

use measure::machine::usable_cores;
use measure::{BodyError, Row, Sample};
use tokio::runtime::Builder;

use super::warm_core;
use crate::ids::*;
use crate::variants::{self, Job};

/// Equal jobs, to be run in several ways.
pub(super) struct Set {
    pub(super) prefix: &'static str,
    pub(super) jobs: Vec<Job>,
    pub(super) answer: u64,
}

impl Set {
    pub(super) fn sequential(&self) -> Row<'static> {
        let jobs = self.jobs.clone();
        Row::timed(
            format!("{}sequential", self.prefix),
            "sequential",
            self.answer,
            move || Ok::<_, BodyError>(variants::sequential(&jobs)),
        )
        .warm_up_with(warm_core)
    }

    pub(super) fn threads(&self, workers: usize) -> Row<'static> {
        let jobs = self.jobs.clone();
        let row = Row::timed(
            format!("{}threads/{workers}", self.prefix),
            format!("threads ×{workers}"),
            self.answer,
            move || variants::threads(&jobs, workers),
        );
        self.with_floor(row.warm_up_with(warm_core), workers)
    }

    pub(super) fn processes(&self, workers: usize) -> Row<'static> {
        let jobs = self.jobs.clone();
        let row = Row::timed(
            format!("{}processes/{workers}", self.prefix),
            format!("processes ×{workers}"),
            self.answer,
            move || variants::processes(&jobs, workers),
        );
        // Each run starts its processes anew; there is nothing to warm.
        self.with_floor(row.without_warm_up(), workers)
    }

    pub(super) fn rayon(&self) -> Row<'static> {
        let jobs = self.jobs.clone();
        let row = Row::timed(RAYON, "rayon pool", self.answer, move || {
            Ok::<_, BodyError>(variants::rayon_pool(&jobs))
        });
        // The first use starts the pool.
        let row = row.warm_up_with(|| {
            variants::rayon_pool(&[Job::Nothing]);
        });
        self.with_floor(row, rayon::current_num_threads())
    }

    pub(super) fn tasks(&self) -> Row<'static> {
        self.spawned(TASKS, "async, 1 thread", 1, Builder::new_current_thread)
    }

    /// What `tokio::spawn` does in most programs.
    pub(super) fn tasks_all_cores(&self) -> Row<'static> {
        let (id, cores) = (TASKS_ALL_CORES, usable_cores());
        self.spawned(id, "async, all cores", cores, move || {
            let mut builder = Builder::new_multi_thread();
            builder.worker_threads(cores);
            builder
        })
    }

    fn spawned(
        &self,
        id: &str,
        label: &str,
        cores: usize,
        runtime: impl Fn() -> Builder + 'static,
    ) -> Row<'static> {
        let (jobs, answer) = (self.jobs.clone(), self.answer);
        let row = Row::sampled(id, label, "s", move || {
            let start = Instant::now();
            let (sum, waited) = variants::tasks(&runtime().build()?, &jobs);
            let time = start.elapsed();
            if sum != answer {
                return Err(format!("wrong sum: {sum}, not {answer}").into());
            }
            let waited = waited.as_secs_f64();
            Ok(Sample::of_time(time).with(WAITED_S, Some(waited)))
        });
        self.with_floor(row.warm_up_with(warm_core), cores)
    }

    /// No split of the jobs is faster than all cores busy to the end, nor
    /// than the worker with the most jobs.
    fn with_floor(&self, row: Row<'static>, workers: usize) -> Row<'static> {
        let jobs = self.jobs.len() as f64;
        let most_jobs = (jobs / workers as f64).ceil();
        let share = (usable_cores() as f64).min(jobs / most_jobs);
        row.floor_share_of(
            &format!("{}sequential", self.prefix),
            share,
            format!("sequential ÷ {share}"),
        )
    }
}
