//! How the sentences are decided that several have in common, or that need
//! more than a question or two.

use measure::{Judgement, Missing, Question, Record, Rounds, show};

use crate::ids::*;

/// "Stalled" is this share of the pause at least. A healthy heartbeat's gaps
/// are a tenth of it or so.
pub(crate) const STALLED: f64 = 0.8;

/// "Mended" is at most this share of the pause.
pub(crate) const MENDED: f64 = 1.0 / 3.0;

pub(crate) const CORE_TAKEN: &str =
    "another program had the core when a tick was due";

/// What row `id` waited as a share of its further value `whole`.
pub(crate) fn share(
    record: &Record,
    id: &str,
    whole: &str,
) -> Result<Rounds, Missing> {
    Ok(record.rounds(id)?.over(&record.extra_rounds(id, whole)?))
}

/// Asks each of the rows `ids` for its share of the pause.
fn shares(
    record: &Record,
    ids: &[&str],
    question: fn(Rounds) -> Question,
) -> Result<Judgement, Missing> {
    let each = ids.iter().map(|id| {
        let label = record.row(id).map_or(*id, |row| row.label.as_str());
        Ok(question(share(record, id, PAUSE_MS)?).called(label))
    });
    let all: Vec<_> = each.collect::<Result<_, Missing>>()?;
    Ok(Judgement::by_rounds(record, &Question::all(all)))
}

pub(crate) fn stalled(
    record: &Record,
    ids: &[&str],
) -> Result<Judgement, Missing> {
    shares(record, ids, |share| share.at_least(STALLED))
}

pub(crate) fn mended(
    record: &Record,
    ids: &[&str],
) -> Result<Judgement, Missing> {
    Ok(shares(record, ids, |share| share.at_most(MENDED))?.likely(CORE_TAKEN))
}

pub(crate) fn with_none_before(record: &Record) -> Result<String, Missing> {
    let free = show::quantity(record.median(POOL_FREE)?, "ms");
    Ok(format!("where a thread is free {free}"))
}

pub(crate) fn handler_sees_nothing(
    record: &Record,
) -> Result<Judgement, Missing> {
    let rows = STAGES.into_iter().flat_map(|group| record.group(group));
    let rows = rows.filter(|row| row.not_run.is_none());
    let each = rows.map(|row| {
        let took = record.extra_rounds(&row.id, HANDLER_MS)?;
        let told = record.extra_rounds(&row.id, TOLD_MS)?;
        let name = format!("{}, took ÷ told", row.label);
        Ok(took.over(&told).within(0.8, 1.2).called(name))
    });
    let all: Vec<_> = each.collect::<Result<_, Missing>>()?;
    Ok(Judgement::by_rounds(record, &Question::all(all))
        .likely("another program had the core when a handler was done"))
}

/// The price is that of waking a worker that sleeps: it must have gone to
/// sleep after nearly each yield, for which it needs a core.
pub(crate) fn yields_wake_the_idle(
    record: &Record,
) -> Result<Judgement, Missing> {
    let parks = record.extra_rounds(BLOCKER_YIELD, PARKS)?;
    let parks = parks.over(&record.extra_rounds(BLOCKER_YIELD, YIELDS)?);
    let each = parks.summary().map_or(0.0, |parks| parks.median);
    if each < 0.5 {
        return Ok(Judgement::untestable(format!(
            "the idle worker went to sleep {} times a yield: others had its \
             core, or this tokio wakes none",
            show::number(each)
        )));
    }
    let share = |id| record.extra_rounds(id, YIELD_SHARE);
    let ratio = share(BLOCKER_YIELD)?.over(&share(ONE_YIELD)?).at_least(3.0);
    let shown = |id| -> Result<String, Missing> {
        Ok(show::quantity(record.extra(id, YIELD_SHARE)?, "%"))
    };
    Ok(Judgement::by_rounds(record, &ratio.called("idle worker ÷ none"))
        .seen(format!(
            "{} beside an idle worker, {} on one thread; with a loop for \
             each worker {}",
            shown(BLOCKER_YIELD)?,
            shown(ONE_YIELD)?,
            shown(TWO_YIELD)?
        ))
        .likely("waking a worker is cheap here"))
}

pub(crate) fn poll_timer_finds_it(
    record: &Record,
) -> Result<Judgement, Missing> {
    let rows = record.group(ONE_THREAD).filter(|row| row.not_run.is_none());
    let each = rows.map(|row| {
        let reports = record.extra_rounds(&row.id, SLOW_POLLS)?;
        let blocks = [ONE_SLEEP, ONE_COMPUTE].contains(&row.id.as_str());
        let expected = f64::from(u8::from(blocks));
        let question = reports.within(expected, expected).in_unit("");
        Ok(question.called(row.label.as_str()).counted())
    });
    let all: Vec<_> = each.collect::<Result<_, Missing>>()?;
    let median = |id| record.extra(id, SLOW_POLLS).map(show::count);
    Ok(Judgement::by_rounds(record, &Question::all(all))
        .seen(format!(
            "thread::sleep {}, CPU loop {}",
            median(ONE_SLEEP)?,
            median(ONE_COMPUTE)?
        ))
        .likely("another program had the core for so long during a poll"))
}
