//! The sentences that the rows decide.

use measure::{Claim, Judgement, Missing, Record, show};

use crate::facts::{speedup, workers};

pub(crate) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "threads_scale",
            sentence: "In the first table, each thread up to the core count \
                       is used to at least 80 %.",
            judge: threads_scale,
        },
        Claim {
            id: "no_gain_beyond_cores",
            sentence: "There, more threads than cores gain less than a tenth.",
            judge: no_gain_beyond_cores,
        },
        Claim {
            id: "processes_compute_as_fast",
            sentence: "Once started, processes take at most a tenth longer \
                       than threads.",
            judge: processes_compute_as_fast,
        },
        Claim {
            id: "short_jobs_stay_home",
            sentence: "Jobs shorter than the start of a process are done \
                       sooner one after another.",
            judge: short_jobs_stay_home,
        },
        Claim {
            id: "default_pool_fits",
            sentence: "Rayon's default pool takes at most a tenth longer \
                       than the best thread count.",
            judge: default_pool_fits,
        },
        Claim {
            id: "tasks_gain_nothing",
            sentence: "Async tasks on one thread compute no faster than a \
                       loop.",
            judge: tasks_gain_nothing,
        },
        Claim {
            id: "one_lock_one_core",
            sentence: "Under one lock no number of threads is more than a \
                       tenth faster than one thread.",
            judge: one_lock_one_core,
        },
        Claim {
            id: "join_crosses_into_the_pool",
            sentence: "`rayon::join` called from outside the pool costs at \
                       least ten times as much as inside.",
            judge: join_crosses_into_the_pool,
        },
        Claim {
            id: "loop_is_run",
            sentence: "Ten times the iterations take about ten times as \
                       long, while the foldable sum takes next to nothing.",
            judge: loop_is_run,
        },
    ]
}

fn threads_scale(record: &Record) -> Result<Judgement, Missing> {
    let cores = record.machine.cores;
    let fitting: Vec<usize> = record
        .group("threads")
        .map(workers)
        .filter(|n| *n > 1 && *n <= cores)
        .collect();
    let Some(most) = fitting.iter().max() else {
        return Ok(Judgement::untestable(format!(
            "needs a row with 2 to {cores} threads; this program may use \
             {cores} of the machine's cores"
        )));
    };
    let mut worst = f64::INFINITY;
    for n in &fitting {
        worst =
            worst.min(speedup(record, &format!("threads/{n}"))? / *n as f64);
    }
    let best = record.ratio("sequential", &format!("threads/{most}"))?;
    Ok(Judgement::of(
        worst >= 0.8,
        format!(
            "{most} threads: {} of {most} × possible; lowest efficiency {:.0} %",
            show::ratio(&best),
            worst * 100.0
        ),
    )
    .likely(
        "the cores are not whole cores: hyper-threads share one, a virtual \
         machine may be given less, and clocks drop when all are busy",
    )
    .unless_noisy(record))
}

fn no_gain_beyond_cores(record: &Record) -> Result<Judgement, Missing> {
    let cores = record.machine.cores;
    let best = |fits: &dyn Fn(usize) -> bool| {
        let rows = record.group("threads").filter(|row| fits(workers(row)));
        rows.max_by_key(|row| workers(row))
    };
    let (Some(at), Some(beyond)) =
        (best(&|n| n <= cores), best(&|n| n > cores))
    else {
        return Ok(Judgement::untestable(format!(
            "needs rows on both sides of {cores} threads"
        )));
    };
    let gain = record.ratio(&at.id, &beyond.id)?;
    let jobs = record.arg("jobs", "8");
    Ok(Judgement::of(
        gain.median < 1.1,
        format!(
            "{jobs} jobs: {} threads are {} as fast as {}",
            workers(beyond),
            show::ratio(&gain),
            workers(at)
        ),
    )
    .likely(
        "more threads catch more of a processor that others use as well, or \
         share the jobs more evenly",
    )
    .unless_noisy(record))
}

fn processes_compute_as_fast(record: &Record) -> Result<Judgement, Missing> {
    // Two workers wherever there are two cores: one process would show the
    // start alone.
    let n = record.machine.cores.min(2);
    let processes = record.median(&format!("processes/{n}"))?;
    let threads = record.median(&format!("threads/{n}"))?;
    let start = record.median("start/8")? / 8.0 * n as f64;
    let computing = processes - start;
    Ok(Judgement::of(
        computing <= threads * 1.1,
        format!(
            "×{n}: processes {} less about {} of start, threads {}",
            show::seconds(processes),
            show::seconds(start),
            show::seconds(threads)
        ),
    )
    .likely("the start was slower under load than on its own")
    .unless_noisy(record))
}

fn short_jobs_stay_home(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratio("short/processes/2", "short/sequential")?;
    Ok(Judgement::of(
        ratio.median > 1.0,
        format!(
            "all short jobs: {} one after another, {} with 2 processes",
            show::seconds(record.median("short/sequential")?),
            show::seconds(record.median("short/processes/2")?)
        ),
    )
    .likely("this machine starts a process faster than it does these jobs"))
}

fn default_pool_fits(record: &Record) -> Result<Judgement, Missing> {
    let best = record
        .group("threads")
        .filter_map(|row| Some((row, row.median?)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b));
    let Some((best, _)) = best else {
        return Err(Missing::Group("threads".into()));
    };
    let ratio = record.ratio("rayon", &best.id)?;
    Ok(Judgement::of(
        ratio.median <= 1.1,
        format!("{} the time of {}", show::ratio(&ratio), best.label),
    )
    .likely(
        "a core was taken away while the pool, which has no spare thread, \
             ran",
    )
    .unless_noisy(record))
}

fn tasks_gain_nothing(record: &Record) -> Result<Judgement, Missing> {
    let gain = record.ratio("sequential", "tasks")?;
    Ok(Judgement::of(
        gain.median < 1.1,
        format!("speed-up {}", show::ratio(&gain)),
    )
    .likely("the machine was slower while the loop ran")
    .unless_noisy(record))
}

fn one_lock_one_core(record: &Record) -> Result<Judgement, Missing> {
    let mut best = (0.0, 0);
    for row in record.group("locked") {
        let gain = record.ratio("unlocked", &row.id)?.median;
        if gain > best.0 {
            best = (gain, workers(row));
        }
    }
    if best.1 == 0 {
        return Err(Missing::Group("locked".into()));
    }
    Ok(Judgement::of(
        best.0 < 1.1,
        format!("best: {:.2} × with ×{} threads", best.0, best.1),
    )
    .likely(
        "on a busy machine threads that take turns get a share of the \
         processor each, where the one thread gets one",
    )
    .unless_noisy(record))
}

fn join_crosses_into_the_pool(record: &Record) -> Result<Judgement, Missing> {
    let (inside, main) =
        (record.median("join/inside")?, record.median("join/main")?);
    Ok(Judgement::of(
        main >= 10.0 * inside,
        format!(
            "{} inside, {} from `main`",
            show::quantity(inside, "ns"),
            show::quantity(main, "ns")
        ),
    )
    .likely("with one core the pool's thread is awake already")
    .unless_noisy(record))
}

fn loop_is_run(record: &Record) -> Result<Judgement, Missing> {
    let growth = record.ratio("fold/kept_10", "fold/kept_1")?;
    let folded = record.median("fold/formula_10")?;
    let kept = record.median("fold/kept_1")?;
    Ok(Judgement::of(
        (7.0..=13.0).contains(&growth.median) && folded < kept / 100.0,
        format!(
            "`black_box`: {}; foldable, 10 million: {}",
            show::ratio(&growth),
            show::seconds(folded)
        ),
    )
    .likely(
        "this compiler treats the loop differently, or this build is not \
             optimised",
    )
    .unless_noisy(record))
}
