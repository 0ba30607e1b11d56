//! Tables that set the lectures' figures beside this run's.

use crate::published;
use crate::record::Record;
use crate::show;
use crate::stats::Summary;
use crate::table::Table;

/// Rows of this run beside published cells.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    /// What the table shows, in one line.
    pub caption: &'static str,
    /// The published table, which names its machine: `io_bound/A`.
    pub table: &'static str,
    /// What was measured, the id of the row here, and the keys of the cell
    /// within the published table. A row or a cell that does not exist is a
    /// dash.
    pub lines: &'static [(&'static str, &'static str, &'static str)],
}

impl Beside {
    pub(crate) fn of(&self, record: &Record) -> Table {
        let letter = self.table.rsplit_once('/').map_or("", |(_, l)| l);
        let there = format!("CPython ({letter})");
        let columns = ["variant", "here", there.as_str()];
        let mut table = Table::new(self.caption, &columns);
        for (label, id, keys) in self.lines {
            let here = record.row(id).map(show::median_or_bound);
            let cell = published::cell(&format!("{} {keys}", self.table));
            table.row([
                (*label).to_owned(),
                here.unwrap_or_else(|| "–".into()),
                cell.map_or("–".into(), |cell| published_text(&cell)),
            ]);
        }
        table.note(published::note(self.table));
        table
    }
}

/// The published value; of a range or of several runs, the ends.
fn published_text(cell: &published::Cell) -> String {
    let show = |value| show::quantity(value, &cell.unit);
    match Summary::of(&cell.values) {
        Some(all) if all.runs > 1 => {
            format!("{} … {}", show(all.min), show(all.max))
        }
        _ => show(cell.value()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RecordBuilder;

    #[test]
    fn a_published_figure_stands_beside_ours_with_its_machine() {
        const BESIDE: Beside = Beside {
            caption: "The same in the lectures",
            table: "io_bound/A",
            lines: &[
                ("threads ×1,000", "threads/1000", "thread_each 1000"),
                ("not theirs", "threads/5", "thread_each 5"),
            ],
        };
        let record =
            RecordBuilder::new("demo").row("threads/1000", "s", &[0.2]).build();
        let text = BESIDE.of(&record).to_text();
        assert!(text.contains("threads ×1,000  200 ms       210 ms"), "{text}");
        assert!(text.contains("not theirs           –            –"), "{text}");
        assert!(text.contains("Published: machine A: Apple M1 Pro"), "{text}");
    }
}
