//! What the rows say: named values and the sentences they decide.

use measure::noise::Noise;
use measure::{Claim, Fact, Judgement, Missing, Profile, Record, show};

use crate::ids::*;

pub(crate) const FACTS: &[Fact] = &[
    Fact::new("lost_percent_median", "%", "lost, work between", |record| {
        record.extra(APART, LOST_PERCENT)
    }),
    Fact::new("lost_runs", "", "runs that lost updates", |record| {
        Ok(lost_runs(record, APART)? as f64)
    }),
    Fact::new("runs", "", "runs of each variant", |record| {
        Ok(record.samples(APART)?.len() as f64)
    }),
    Fact::extra("expected", APART, EXPECTED, "increments in all"),
    Fact::extra("result_median", APART, RESULT, "what the counter showed"),
    Fact::new("lost_percent_call", "%", "lost, a call between", |record| {
        record.extra(CALL, LOST_PERCENT)
    }),
    Fact::new("lost_percent_plain", "%", "lost, nothing between", |record| {
        record.extra(PLAIN, LOST_PERCENT)
    }),
    Fact::extra("locked_ns", LOCKED, NS, "an increment, Mutex"),
    Fact::extra("fetch_add_ns", FETCH_ADD, NS, "an increment, fetch_add"),
    Fact::extra("per_thread_adjacent_ns", ADJACENT, NS, "adjacent"),
    Fact::extra("per_thread_padded_ns", PADDED, NS, "padded"),
    Fact::extra("per_thread_local_ns", LOCAL, NS, "in a local"),
    Fact::median("fold_billion_s", BILLION, "a billion additions"),
    Fact::median("paid_twice", CHECKED_FIRST, "accounts that paid twice"),
    Fact::extra("accounts", CHECKED_FIRST, ACCOUNTS, "accounts emptied"),
    Fact::new("paid_twice_runs", "", "runs with such accounts", |record| {
        let runs = record.samples(CHECKED_FIRST)?;
        Ok(runs.iter().filter(|twice| **twice > 0.0).count() as f64)
    }),
    Fact::new("standstill_runs", "", "runs that stood still", |record| {
        Ok(stuck_runs(record, AS_GIVEN)? as f64)
    }),
    Fact::new("model_schedules", "", "orders the mended pass", orders),
    Fact::median("model_lost_schedules", WRONG[0], "orders of two adds"),
    Fact::extra("model_losing_schedules", WRONG[0], WRONG_ORDERS, "losing"),
];

/// Runs of row `id` in which updates were lost.
pub(crate) fn lost_runs(record: &Record, id: &str) -> Result<usize, Missing> {
    let lost = record.extra_rounds(id, LOST_PERCENT)?.values();
    Ok(lost.iter().filter(|percent| **percent > 0.0).count())
}

/// Runs of row `id` that came to a standstill.
fn stuck_runs(record: &Record, id: &str) -> Result<usize, Missing> {
    let stuck = record.extra_rounds(id, STUCK)?.values();
    Ok(stuck.iter().filter(|stuck| **stuck == 1.0).count())
}

/// Orders that the mended programs were tried in.
fn orders(record: &Record) -> Result<f64, Missing> {
    MENDED.iter().map(|id| record.median(id)).sum()
}

pub(crate) const CLAIMS: &[Claim] = &[
    Claim::new(
        "loses_updates",
        "With work between load and store, updates are lost in every run.",
        loses_updates,
    ),
    Claim::new(
        "runs_differ",
        "Runs of this wrong program count differently.",
        runs_differ,
    ),
    Claim::new(
        "correct_is_exact",
        "Every correct version is exact in every run.",
        correct_is_exact,
    ),
    Claim::new(
        "nothing_between_hides_it",
        "With nothing between load and store, a smaller share of updates is \
         lost.",
        nothing_between_hides_it,
    ),
    Claim::new(
        "per_thread_is_fastest",
        "A count in each thread, added up at the end, is at least one and a \
         half times as fast as every shared counter.",
        per_thread_is_fastest,
    ),
    Claim::new(
        "neighbours_slow_down",
        "Counters side by side take at least a fifth longer than counters in \
         cache lines of their own.",
        neighbours_slow_down,
    ),
    Claim::new(
        "additions_fold",
        "A billion plain additions take no longer than ten times a million.",
        additions_fold,
    ),
    Claim::new(
        "two_orders_stand_still",
        "Two threads that take two locks in opposite orders come to a \
         standstill in every run, and in one order in none.",
        two_orders_stand_still,
    ),
    Claim::new(
        "model_finds_each",
        "The model checker finds an order that breaks each of the three \
         wrong programs.",
        model_finds_each,
    ),
    Claim::new(
        "mended_pass_all",
        "The corrected programs are right in every order.",
        mended_pass_all,
    ),
];

/// Whether threads that are ready may have been kept from running at one
/// time: there is one core only, or others used the cores as well.
fn kept_apart(record: &Record) -> bool {
    record.machine.cores < 2 || Noise::of(record).is_loud()
}

fn apart(seen: usize, runs: usize, what: &str) -> Judgement {
    Judgement::untestable(format!(
        "the threads hardly ran at one time, on one core or among other \
         programs; {what} in {seen} of {runs} runs"
    ))
}

/// One thread alone can't race.
fn needs_company(record: &Record) -> Result<(), Missing> {
    match record.option("threads") {
        "1" => {
            let reason = "one thread has nobody to race with";
            Err(Missing::Unavailable(reason.into()))
        }
        _ => Ok(()),
    }
}

fn loses_updates(record: &Record) -> Result<Judgement, Missing> {
    needs_company(record)?;
    let lost = lost_runs(record, APART)?;
    let runs = record.samples(APART)?.len();
    if lost < runs && kept_apart(record) {
        return Ok(apart(lost, runs, "lost"));
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
            record.extra(APART, LOST_PERCENT)?
        ),
    )
    .likely(
        "not observed here in every run, which does not prove the program \
         right: other programs kept its threads from running at one time",
    ))
}

fn runs_differ(record: &Record) -> Result<Judgement, Missing> {
    needs_company(record)?;
    let mut results = record.extra_rounds(APART, RESULT)?.values();
    let runs = results.len();
    if runs < 2 {
        return Ok(Judgement::untestable("a single run"));
    }
    results.sort_by(f64::total_cmp);
    results.dedup();
    if results.len() == 1 && kept_apart(record) {
        return Ok(apart(lost_runs(record, APART)?, runs, "lost"));
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
    for row in record.group(EXACT) {
        let lost = lost_runs(record, &row.id)?;
        runs += row.samples.len();
        if lost > 0 {
            wrong.push(row.label.as_str());
        }
    }
    if runs == 0 {
        return Err(Missing::Group(EXACT.into()));
    }
    let evidence = match wrong.as_slice() {
        [] => format!("{runs} of {runs} runs exact"),
        wrong => format!("not exact: {}", wrong.join(", ")),
    };
    Ok(Judgement::of(wrong.is_empty(), evidence)
        .likely("a fault of this program or of the processor"))
}

fn nothing_between_hides_it(record: &Record) -> Result<Judgement, Missing> {
    needs_company(record)?;
    let lost = |id| record.extra_rounds(id, LOST_PERCENT);
    if lost_runs(record, APART)? == 0 {
        return Ok(Judgement::untestable(
            "with work between, no update was lost",
        ));
    }
    let ratio = lost(PLAIN)?.over(&lost(APART)?).at_most(1.0);
    let name = "share lost with nothing between ÷ with work";
    Ok(Judgement::by_rounds(record, &ratio.called(name)).likely(
        "one instruction on two cores at once loses as well; it is safe \
         only from interruption",
    ))
}

fn per_thread_is_fastest(record: &Record) -> Result<Judgement, Missing> {
    let over = |id| record.ratios(id, LOCAL);
    let fetch_add = over(FETCH_ADD)?.at_least(1.5).called("`fetch_add`");
    let locked = over(LOCKED)?.at_least(1.5).called("`Mutex`");
    Ok(Judgement::by_rounds(record, &fetch_add.and(locked))
        .likely("the threads did not run at the same time"))
}

fn neighbours_slow_down(record: &Record) -> Result<Judgement, Missing> {
    needs_company(record)?;
    if record.machine.cores < 2 {
        return Ok(Judgement::untestable(
            "one core has one cache: nobody takes the line away",
        ));
    }
    let ratio = record.ratios(ADJACENT, PADDED)?.at_least(1.2);
    let name = "side by side ÷ apart";
    Ok(Judgement::by_rounds(record, &ratio.called(name)).likely(
        "the two cores are hyper-threads of one, which share its cache, or \
         the threads ran one after another",
    ))
}

fn additions_fold(record: &Record) -> Result<Judgement, Missing> {
    let ratio = record.ratios(BILLION, MILLION)?.at_most(10.0);
    Ok(Judgement::by_rounds(record, &ratio.called("a billion ÷ a million"))
        .likely("this build is not optimised, or this compiler keeps the loop"))
}

fn two_orders_stand_still(record: &Record) -> Result<Judgement, Missing> {
    let (two, one) =
        (stuck_runs(record, AS_GIVEN)?, stuck_runs(record, IN_ORDER)?);
    let runs = record.samples(AS_GIVEN)?.len();
    if two < runs && one == 0 && kept_apart(record) {
        return Ok(apart(two, runs, "stood still"));
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
    for (id, fault) in
        WRONG.iter().zip(["lost update", "double withdrawal", "deadlock"])
    {
        let wrong = record.extra(id, WRONG_ORDERS)?;
        each &= wrong > 0.0;
        let (wrong, orders) =
            (show::count(wrong), show::count(record.median(id)?));
        evidence.push(format!("{fault} {wrong} of {orders} orders"));
    }
    Ok(Judgement::of(each, evidence.join(", "))
        .likely("the model does not see the steps of the program"))
}

fn mended_pass_all(record: &Record) -> Result<Judgement, Missing> {
    let sum = |name: &str| -> Result<f64, Missing> {
        MENDED.iter().map(|id| record.extra(id, name)).sum()
    };
    let (wrong, ended) = (sum(WRONG_ORDERS)?, sum(ENDED)?);
    let orders = orders(record)?;
    // An order that breaks a program refutes the sentence at any time; none
    // found proves it only where none is left.
    if wrong == 0.0 && ended < MENDED.len() as f64 {
        return Ok(Judgement::untestable(format!(
            "the search ended before all orders were tried: {} of them",
            show::count(orders)
        )));
    }
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
