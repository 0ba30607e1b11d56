//! What the rows say: named values and the sentences they decide.

use measure::record::RowRecord;
use measure::{Claim, Fact, Judgement, Missing, Question, Record, Rounds};

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::median("sequential_s", SEQUENTIAL, "all jobs, one after another"),
    Fact::ratio("speedup_threads_2", SEQUENTIAL, THREADS_2, "2 threads"),
    Fact::ratio("speedup_threads_4", SEQUENTIAL, THREADS_4, "4 threads"),
    Fact::ratio("speedup_rayon", SEQUENTIAL, RAYON, "rayon's pool"),
    Fact::ratio("speedup_processes_2", SEQUENTIAL, PROCESSES_2, "2 processes"),
    Fact::median("process_start_8_s", START_8, "start 8 worker processes"),
    Fact::ratio("speedup_tasks", SEQUENTIAL, TASKS, "tasks on one thread"),
    Fact::ratio(
        "speedup_tasks_all_cores",
        SEQUENTIAL,
        TASKS_ALL_CORES,
        "tasks on all cores",
    ),
    Fact::extra(
        "one_more_task_s",
        TASKS_ALL_CORES,
        WAITED_S,
        "how long a task behind the jobs waited for its turn",
    ),
    Fact::ratio("speedup_locked_4", UNLOCKED, LOCKED_4, "4 under one lock"),
    Fact::ratio("speedup_half_locked_4", UNLOCKED, HALF_LOCKED_4, "4, half"),
    Fact::median("join_inside_ns", JOIN_INSIDE, "rayon::join in the pool"),
    Fact::median("join_main_ns", JOIN_MAIN, "rayon::join called from main"),
    Fact::new("cores", "", "cores this program may use", |record| {
        Ok(record.machine.cores as f64)
    }),
    Fact::new("jobs", "", "equal jobs in the first table", jobs),
    Fact::median("published_size_s", PUBLISHED_SEQUENTIAL, "lectures' size"),
    Fact::rounds("published_over_here", "×", "CPython (A) ÷ here", |record| {
        let cell = measure::published::cell("cpu_bound/A sequential 1");
        let cell = cell.ok_or_else(|| {
            Missing::Unavailable("the published cell is gone".into())
        })?;
        let here = record.rounds(PUBLISHED_SEQUENTIAL)?;
        Ok(here.map(|here| cell.value() / here))
    }),
];

/// How many equal jobs the first table's rows run.
fn jobs(record: &Record) -> Result<f64, Missing> {
    let jobs = record.option("jobs").parse();
    jobs.map_err(|_| Missing::Unavailable("the run has no jobs".into()))
}

/// How many workers a row has.
pub(crate) fn workers(row: &RowRecord) -> usize {
    row.number().map_or(1, |number| number as usize)
}

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "threads_scale",
        "Up to the core count, threads with equal jobs reach at least 80 % \
         of the speed-up that the number of jobs allows.",
        threads_scale,
    ),
    Claim::new(
        "no_gain_beyond_cores",
        "Twice as many threads as cores gain less than a fifth.",
        no_gain_beyond_cores,
    ),
    Claim::new(
        "a_thread_costs_nothing",
        "One thread takes at most a fifth longer for all jobs than no thread.",
        a_thread_costs_nothing,
    ),
    Claim::new(
        "processes_compute_as_fast",
        "Once started, processes take at most a fifth longer than threads.",
        processes_compute_as_fast,
    ),
    Claim::new(
        "short_jobs_stay_home",
        "Jobs shorter than the start of a process are done sooner one after \
         another.",
        short_jobs_stay_home,
    ),
    Claim::new(
        "default_pool_fits",
        "Rayon's pool, a thread for each core, takes at most a fifth longer \
         than as many threads, or twice as many.",
        default_pool_fits,
    ),
    Claim::new(
        "tasks_gain_nothing",
        "Async tasks on one thread compute no faster than a loop, within a \
         fifth.",
        tasks_gain_nothing,
    ),
    Claim::new(
        "tasks_fill_the_cores",
        "On a runtime with all cores, computing tasks take at most a fifth \
         longer than as many threads.",
        tasks_fill_the_cores,
    ),
    Claim::new(
        "tasks_hold_up_the_others",
        "Meanwhile any other task of that runtime waits for its turn at \
         least half as long as a job takes.",
        tasks_hold_up_the_others,
    ),
    Claim::new(
        "one_lock_one_core",
        "Under one lock no number of threads is more than a fifth faster \
         than one thread.",
        one_lock_one_core,
    ),
    Claim::new(
        "join_crosses_into_the_pool",
        "`rayon::join` called from outside the pool costs at least ten times \
         as much as inside.",
        join_crosses_into_the_pool,
    ),
    Claim::new(
        "loop_is_run",
        "Ten times the iterations take the jobs' loop about ten times as \
         long, while the foldable sum doesn't notice them.",
        loop_is_run,
    ),
];

/// Threads as many as `times` the cores.
fn threads_per_core(record: &Record, times: usize) -> String {
    format!("{THREADS}/{}", times * record.machine.cores)
}

/// Asks for jobs that the cores can share evenly: else more threads than
/// cores gain by sharing them better.
fn needs_even_jobs(record: &Record) -> Result<(), Missing> {
    let (jobs, cores) = (jobs(record)?, record.machine.cores);
    match jobs as usize % cores {
        0 => Ok(()),
        _ => Err(Missing::Unavailable(format!(
            "{cores} cores can't share {jobs} jobs evenly"
        ))),
    }
}

fn threads_scale(record: &Record) -> Result<Judgement, Missing> {
    record.needs_cores(2)?;
    let jobs = jobs(record)?;
    let fitting = record
        .group(THREADS)
        .filter(|row| (2..=record.machine.cores).contains(&workers(row)));
    let questions = fitting.map(|row| {
        let most_jobs = (jobs / workers(row) as f64).ceil();
        let possible = jobs / most_jobs;
        let share = record.ratios(SEQUENTIAL, &row.id)?.times(100.0 / possible);
        let name = format!("{} threads, of {possible} ×", workers(row));
        Ok(share.at_least(80.0).in_unit("%").called(name))
    });
    let all = questions.collect::<Result<Vec<_>, Missing>>()?;
    Ok(Judgement::by_rounds(record, &Question::all(all)).likely(
        "the cores are not whole cores: hyper-threads share one, a virtual \
         machine may be given less, and clocks drop when all are busy",
    ))
}

fn no_gain_beyond_cores(record: &Record) -> Result<Judgement, Missing> {
    needs_even_jobs(record)?;
    let (at, beyond) =
        (threads_per_core(record, 1), threads_per_core(record, 2));
    let gain = record.ratios(&at, &beyond)?.at_most(1.2);
    let name = format!("{beyond} over {at}");
    Ok(Judgement::by_rounds(record, &gain.called(name)).likely(
        "more threads catch more of a processor that others use as well",
    ))
}

fn a_thread_costs_nothing(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratios(THREADS_1, SEQUENTIAL)?.at_most(1.2);
    Ok(Judgement::by_rounds(record, &ratio.called("1 thread ÷ none"))
        .likely("the start of a thread is no longer small against the jobs"))
}

/// Seconds that the start of one process takes, round by round.
fn process_start(record: &Record) -> Result<Rounds, Missing> {
    Ok(record.rounds(START_8)?.times(1.0 / 8.0))
}

fn processes_compute_as_fast(record: &Record) -> Result<Judgement, Missing> {
    // Two workers wherever there are two cores: one process would show the
    // start alone.
    let n = record.machine.cores.min(2);
    let processes = record.rounds(&format!("{PROCESSES}/{n}"))?;
    let computing = processes.minus(&process_start(record)?.times(n as f64));
    let ratio = computing.over(&record.rounds(&format!("{THREADS}/{n}"))?);
    let name = format!("{n} processes, less their start, ÷ {n} threads");
    Ok(Judgement::by_rounds(record, &ratio.at_most(1.2).called(name))
        .likely("the start was slower under load than on its own"))
}

fn short_jobs_stay_home(record: &Record) -> Result<Judgement, Missing> {
    let job = record.rounds(SHORT_SEQUENTIAL)?.times(1.0 / jobs(record)?);
    let premise = process_start(record)?.over(&job);
    if premise.summary().is_none_or(|premise| premise.median <= 1.0) {
        let reason = "here a process starts faster than such a job is done";
        return Err(Missing::Unavailable(reason.into()));
    }
    let ratio = record.ratios(SHORT_PROCESSES, SHORT_SEQUENTIAL)?;
    let name = "2 processes ÷ one after another";
    Ok(Judgement::by_rounds(record, &ratio.at_least(1.0).called(name))
        .likely("so many short jobs are worth the start after all"))
}

fn default_pool_fits(record: &Record) -> Result<Judgement, Missing> {
    needs_even_jobs(record)?;
    let over = |times| {
        let id = threads_per_core(record, times);
        let ratio = record.ratios(RAYON, &id)?.at_most(1.2);
        Ok(ratio.called(format!("rayon ÷ {id}")))
    };
    Ok(Judgement::by_rounds(record, &over(1)?.and(over(2)?)).likely(
        "a core was taken away while the pool, which has no spare thread, \
         ran",
    ))
}

fn tasks_gain_nothing(record: &Record) -> Result<Judgement, Missing> {
    let gain = record.ratios(SEQUENTIAL, TASKS)?.at_most(1.2);
    Ok(Judgement::by_rounds(record, &gain.called("loop ÷ tasks"))
        .likely("the machine was slower while the loop ran"))
}

fn tasks_fill_the_cores(record: &Record) -> Result<Judgement, Missing> {
    needs_even_jobs(record)?;
    let id = threads_per_core(record, 1);
    let ratio = record.ratios(TASKS_ALL_CORES, &id)?.at_most(1.2);
    Ok(Judgement::by_rounds(record, &ratio.called(format!("tasks ÷ {id}")))
        .likely("a worker of the runtime slept while another had tasks"))
}

fn tasks_hold_up_the_others(record: &Record) -> Result<Judgement, Missing> {
    let (jobs, cores) = (jobs(record)?, record.machine.cores);
    if (jobs as usize) < cores {
        let reason = format!("{jobs} jobs leave some of {cores} cores free");
        return Err(Missing::Unavailable(reason));
    }
    let job = record.rounds(SEQUENTIAL)?.times(1.0 / jobs);
    let waited = record.extra_rounds(TASKS_ALL_CORES, WAITED_S)?.over(&job);
    Ok(Judgement::by_rounds(
        record,
        &waited.at_least(0.5).called("wait ÷ time of a job"),
    )
    .likely("a worker of the runtime took the task before a job"))
}

fn one_lock_one_core(record: &Record) -> Result<Judgement, Missing> {
    let questions = record.group(LOCKED).map(|row| {
        let gain = record.ratios(UNLOCKED, &row.id)?.at_most(1.2);
        Ok(gain.called(format!("{} threads", workers(row))))
    });
    let all = questions.collect::<Result<Vec<_>, Missing>>()?;
    if all.is_empty() {
        return Err(Missing::Group(LOCKED.into()));
    }
    Ok(Judgement::by_rounds(record, &Question::all(all)).likely(
        "on a busy machine threads that take turns get a share of the \
         processor each, where the one thread gets one",
    ))
}

fn join_crosses_into_the_pool(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratios(JOIN_MAIN, JOIN_INSIDE)?.at_least(10.0);
    Ok(Judgement::by_rounds(record, &ratio.called("from `main` ÷ inside"))
        .likely("with one core the pool's thread is awake already"))
}

fn loop_is_run(record: &Record) -> Result<Judgement, Missing> {
    let grows = record.ratios(TABLES_10, TABLES_1)?.within(6.0, 15.0);
    let folds = record.ratios(FORMULA_10, FORMULA_1)?.at_most(2.0);
    let both = grows.called("the jobs' loop").and(folds.called("foldable"));
    Ok(Judgement::by_rounds(record, &both).likely(
        "this compiler treats the loop differently, or this build is not \
         optimised",
    ))
}
