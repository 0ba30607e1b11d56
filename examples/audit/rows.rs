//! The rows: for each published row, how many of its cells no run can have
//! produced.

use measure::{BodyError, Request, Row, Sample};

use crate::cells;
use crate::ids::{CELLS, possible_s};

pub(crate) fn all(_: &Request<'_>) -> Result<Vec<Row<'static>>, BodyError> {
    let mut ids: Vec<String> = cells::all().iter().map(|c| c.row()).collect();
    ids.dedup();
    Ok(ids.into_iter().map(row).collect())
}

fn row(id: String) -> Row<'static> {
    let label = id.replace('/', ", ").replace('_', " ");
    Row::sampled(id.clone(), label, "count", move || {
        let cells = cells::all();
        let cells = cells.iter().filter(|cell| cell.row() == id);
        let (possible, impossible): (Vec<_>, Vec<_>) =
            cells.partition(|cell| !cell.is_impossible());
        let of = possible.len() + impossible.len();
        let sample = Sample::of(impossible.len() as f64);
        Ok(possible.iter().fold(
            sample.with(CELLS, Some(of as f64)),
            |sample, cell| {
                sample.with(&possible_s(cell.tasks), Some(cell.published_s))
            },
        ))
    })
}
