//! The sentences that the rows decide.

use measure::{Claim, Judgement, Missing, Profile, Record, show};

use crate::facts::{MENDED, WRONG, lost_runs, orders, stuck_runs};

pub(crate) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "loses_updates",
            sentence: "With work between load and store, updates are lost in \
                       every run.",
            judge: loses_updates,
        },
        Claim {
            id: "runs_differ",
            sentence: "Runs of this wrong program count differently.",
            judge: runs_differ,
        },
        Claim {
            id: "correct_is_exact",
            sentence: "Every correct version is exact in every run.",
            judge: correct_is_exact,
        },
        Claim {
            id: "nothing_between_hides_it",
            sentence: "With nothing between load and store, a smaller share \
                       of updates is lost.",
            judge: nothing_between_hides_it,
        },
        Claim {
            id: "per_thread_is_fastest",
            sentence: "A count in each thread, added up at the end, is \
                       faster than every shared counter.",
            judge: per_thread_is_fastest,
        },
        Claim {
            id: "neighbours_slow_down",
            sentence: "Counters side by side are slower than counters in \
                       cache lines of their own.",
            judge: neighbours_slow_down,
        },
        Claim {
            id: "additions_fold",
            sentence: "A billion plain additions take no longer than ten \
                       times a million.",
            judge: additions_fold,
        },
        Claim {
            id: "two_orders_stand_still",
            sentence: "Two threads that take two locks in opposite orders \
                       come to a standstill in every run, and in one order \
                       in none.",
            judge: two_orders_stand_still,
        },
        Claim {
            id: "model_finds_each",
            sentence: "The model checker finds an order that breaks each of \
                       the three wrong programs.",
            judge: model_finds_each,
        },
        Claim {
            id: "mended_pass_all",
            sentence: "The mended programs are right in every order.",
            judge: mended_pass_all,
        },
    ]
}

fn one_core(seen: usize, runs: usize, what: &str) -> Judgement {
    Judgement::untestable(format!(
        "one core: a thread must be interrupted at the right place; {what} \
         in {seen} of {runs} runs"
    ))
}

/// One thread alone can't race.
fn alone(record: &Record) -> Option<Judgement> {
    let one = record.arg("threads", "4") == "1";
    one.then(|| Judgement::untestable("one thread has nobody to race with"))
}

fn loses_updates(record: &Record) -> Result<Judgement, Missing> {
    if let Some(judgement) = alone(record) {
        return Ok(judgement);
    }
    let lost = lost_runs(record, "racy/apart")?;
    let runs = record.samples("racy/apart")?.len();
    if lost < runs && record.machine.cores < 2 {
        return Ok(one_core(lost, runs, "lost"));
    }
    if lost < runs && record.profile == Profile::Quick {
        return Ok(Judgement::untestable(
            "a small round is over before the threads overlap",
        ));
    }
    Ok(Judgement::of(
        lost == runs,
        format!(
            "lost in {lost} of {runs} runs; {:.1} % at the median",
            record.extra("racy/apart", "lost_percent")?
        ),
    )
    .likely(
        "not observed here in every run, which does not prove the program \
         right: other programs kept its threads from running at one time",
    ))
}

fn runs_differ(record: &Record) -> Result<Judgement, Missing> {
    if let Some(judgement) = alone(record) {
        return Ok(judgement);
    }
    let mut results = record.extras("racy/apart", "result")?.to_vec();
    let runs = results.len();
    if runs < 2 {
        return Ok(Judgement::untestable("a single run"));
    }
    results.sort_by(f64::total_cmp);
    results.dedup();
    if results.len() == 1 && record.machine.cores < 2 {
        let lost = lost_runs(record, "racy/apart")?;
        return Ok(one_core(lost, runs, "lost"));
    }
    Ok(Judgement::of(
        results.len() > 1,
        format!(
            "{} different results in {runs} runs, from {} to {}",
            results.len(),
            show::count(results[0]),
            show::count(results[results.len() - 1])
        ),
    )
    .likely("runs that lose nothing all count the same"))
}

fn correct_is_exact(record: &Record) -> Result<Judgement, Missing> {
    let mut runs = 0;
    let mut wrong = Vec::new();
    for row in record.group("exact") {
        let lost = lost_runs(record, &row.id)?;
        runs += row.samples.len();
        if lost > 0 {
            wrong.push(row.label.as_str());
        }
    }
    if runs == 0 {
        return Err(Missing::Group("exact".into()));
    }
    let evidence = match wrong.as_slice() {
        [] => format!("{runs} of {runs} runs exact"),
        wrong => format!("not exact: {}", wrong.join(", ")),
    };
    Ok(Judgement::of(wrong.is_empty(), evidence)
        .likely("a fault of this program or of the processor"))
}

fn nothing_between_hides_it(record: &Record) -> Result<Judgement, Missing> {
    if let Some(judgement) = alone(record) {
        return Ok(judgement);
    }
    let apart = record.extra("racy/apart", "lost_percent")?;
    let plain = record.extra("racy/plain", "lost_percent")?;
    if apart == 0.0 {
        return Ok(Judgement::untestable("neither version lost an update"));
    }
    Ok(Judgement::of(
        plain < apart,
        format!("{plain:.1} % with nothing between, {apart:.1} % with work"),
    )
    .likely(
        "one instruction on two cores at once loses as well; it is safe \
         only from interruption",
    )
    .unless_noisy(record))
}

fn per_thread_is_fastest(record: &Record) -> Result<Judgement, Missing> {
    let fetch_add = record.ratio("exact/fetch_add", "exact/local")?;
    let locked = record.ratio("exact/locked", "exact/local")?;
    Ok(Judgement::of(
        fetch_add.median > 1.0 && locked.median > 1.0,
        format!(
            "`fetch_add` takes {}, a `Mutex` {} the time",
            show::ratio(&fetch_add),
            show::ratio(&locked)
        ),
    )
    .likely("the threads did not run at the same time")
    .unless_noisy(record))
}

fn neighbours_slow_down(record: &Record) -> Result<Judgement, Missing> {
    if let Some(judgement) = alone(record) {
        return Ok(judgement);
    }
    if record.machine.cores < 2 {
        return Ok(Judgement::untestable(
            "one core has one cache: nobody takes the line away",
        ));
    }
    let ratio = record.ratio("exact/adjacent", "exact/padded")?;
    Ok(Judgement::of(
        ratio.median >= 1.2,
        format!("side by side takes {} the time", show::ratio(&ratio)),
    )
    .likely(
        "the two cores are hyper-threads of one, which share its cache, or \
         the threads ran one after another",
    )
    .unless_noisy(record))
}

fn additions_fold(record: &Record) -> Result<Judgement, Missing> {
    let million = record.median("fold/million")?;
    let billion = record.median("fold/billion")?;
    // A clock that does not see the smaller one at all reads 0.
    Ok(Judgement::of(
        billion <= 10.0 * million.max(1e-7),
        format!(
            "a million {}, a billion {}",
            show::seconds(million),
            show::seconds(billion)
        ),
    )
    .likely("this build is not optimised, or this compiler keeps the loop"))
}

fn two_orders_stand_still(record: &Record) -> Result<Judgement, Missing> {
    let two = stuck_runs(record, "transfer/as_given")?;
    let one = stuck_runs(record, "transfer/in_order")?;
    let runs = record.samples("transfer/as_given")?.len();
    if two < runs && one == 0 && record.machine.cores < 2 {
        return Ok(one_core(two, runs, "stood still"));
    }
    Ok(Judgement::of(
        two == runs && one == 0,
        format!("two orders: {two} of {runs} runs; one order: {one} of {runs}"),
    )
    .likely("the threads' transfers did not overlap"))
}

fn model_finds_each(record: &Record) -> Result<Judgement, Missing> {
    let mut evidence = Vec::new();
    let mut each = true;
    for id in WRONG {
        let wrong = record.extra(id, "wrong")?;
        each &= wrong > 0.0;
        let orders = show::count(record.median(id)?);
        evidence.push(format!("{} of {orders} orders", show::count(wrong)));
    }
    Ok(Judgement::of(
        each,
        format!(
            "lost update {}, double withdrawal {}, deadlock {}",
            evidence[0], evidence[1], evidence[2]
        ),
    )
    .likely("the model does not see the steps of the program"))
}

fn mended_pass_all(record: &Record) -> Result<Judgement, Missing> {
    let wrong: f64 = MENDED
        .iter()
        .map(|id| record.extra(id, "wrong"))
        .sum::<Result<_, _>>()?;
    let orders = orders(record, &MENDED)?;
    Ok(Judgement::of(
        wrong == 0.0 && orders > MENDED.len() as f64,
        format!(
            "{} of {} orders wrong",
            show::count(wrong),
            show::count(orders)
        ),
    )
    .likely("a step between check and act is not under the lock"))
}
