//! Tables as data: which rows, which columns.

use crate::beside::Beside;
use crate::pivot::Pivot;
use crate::record::{Record, RowRecord};
use crate::show;
use crate::table::Table;

/// A table under the name that `--table` takes.
#[derive(Clone, Copy, Debug)]
pub struct TableOf {
    /// Name within the experiment.
    pub name: &'static str,
    body: Body,
}

#[derive(Clone, Copy, Debug)]
enum Body {
    Made(fn(&Record) -> Table),
    Plain(Plain),
    Pivot(Pivot),
    Beside(Beside),
}

/// A line for each row chosen, a cell for each column.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// What the table shows, in one line.
    pub caption: &'static str,
    /// The rows of the record that stand in it, in the record's order.
    pub rows: Select,
    /// Its columns.
    pub columns: &'static [Column],
    /// Lines below it.
    pub notes: &'static [&'static str],
}

/// Rows of a record.
#[derive(Clone, Copy, Debug)]
pub enum Select {
    /// All.
    All,
    /// Those of one of these ids or groups: `unlocked`, or `locked` for
    /// `locked/1`, `locked/2` …
    Named(&'static [&'static str]),
    /// Those that the function chooses.
    Where(fn(&RowRecord) -> bool),
}

/// A column of a plain table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    title: &'static str,
    cell: Cell,
}

#[derive(Clone, Copy, Debug)]
enum Cell {
    Label,
    Median,
    Spread,
    Floor,
    Ratio { over: Option<&'static str>, under: Option<&'static str> },
    Extra(&'static str, &'static str),
    Of(fn(&Record, &RowRecord) -> String),
}

impl Column {
    /// The row's name for people.
    pub const LABEL: Self = Self::titled("variant", Cell::Label);
    /// The median of its samples.
    pub const MEDIAN: Self = Self::titled("median", Cell::Median);
    /// Smallest and largest sample.
    pub const SPREAD: Self = Self::titled("min … max", Cell::Spread);
    /// What no honest sample is below.
    pub const FLOOR: Self = Self::titled("floor", Cell::Floor);

    const fn titled(title: &'static str, cell: Cell) -> Self {
        Self { title, cell }
    }

    /// Row `baseline` ÷ this row: how many times as fast this one is.
    pub const fn speedup(baseline: &'static str) -> Self {
        let cell = Cell::Ratio { over: Some(baseline), under: None };
        Self::titled("speed-up", cell)
    }

    /// This row ÷ row `baseline`: how many times as long this one takes.
    pub const fn times(title: &'static str, baseline: &'static str) -> Self {
        let cell = Cell::Ratio { over: None, under: Some(baseline) };
        Self::titled(title, cell)
    }

    /// The median of the row's further value `name`, in `unit`.
    pub const fn extra(
        title: &'static str,
        name: &'static str,
        unit: &'static str,
    ) -> Self {
        Self::titled(title, Cell::Extra(name, unit))
    }

    /// What `cell` makes of the row.
    pub const fn of(
        title: &'static str,
        cell: fn(&Record, &RowRecord) -> String,
    ) -> Self {
        Self::titled(title, Cell::Of(cell))
    }

    /// The same column under another title.
    #[must_use]
    pub const fn called(self, title: &'static str) -> Self {
        Self::titled(title, self.cell)
    }

    fn cell(&self, record: &Record, row: &RowRecord) -> String {
        match self.cell {
            Cell::Label => row.label.clone(),
            Cell::Median => show::median_or_bound(row),
            Cell::Spread => show::spread(row),
            Cell::Floor => show::floor(row),
            Cell::Ratio { over, under } => {
                let (over, under) =
                    (over.unwrap_or(&row.id), under.unwrap_or(&row.id));
                let ratio = record.ratio(over, under);
                ratio.map_or("n/a".into(), |ratio| show::number(ratio.median))
            }
            Cell::Extra(name, unit) => show::extra(row, name, unit),
            Cell::Of(cell) => cell(record, row),
        }
    }
}

impl Select {
    /// Whether `row` is one of them.
    pub fn has(self, row: &RowRecord) -> bool {
        match self {
            Self::All => true,
            Self::Named(names) => names.iter().any(|name| {
                row.id.strip_prefix(name).is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with('/')
                })
            }),
            Self::Where(chosen) => chosen(row),
        }
    }
}

impl TableOf {
    /// Table `name`, made by `make`.
    pub const fn made(name: &'static str, make: fn(&Record) -> Table) -> Self {
        Self { name, body: Body::Made(make) }
    }

    /// Table `name`, a list of columns over rows.
    pub const fn plain(name: &'static str, plain: Plain) -> Self {
        Self { name, body: Body::Plain(plain) }
    }

    /// Table `name`, groups against numbers.
    pub const fn pivot(name: &'static str, pivot: Pivot) -> Self {
        Self { name, body: Body::Pivot(pivot) }
    }

    /// Table `name`, the lectures' figures beside this run's.
    pub const fn beside(name: &'static str, beside: Beside) -> Self {
        Self { name, body: Body::Beside(beside) }
    }

    /// The table of `record`.
    pub fn of(&self, record: &Record) -> Table {
        match self.body {
            Body::Made(make) => make(record),
            Body::Plain(plain) => plain.of(record),
            Body::Pivot(pivot) => pivot.of(record),
            Body::Beside(beside) => beside.of(record),
        }
    }
}

impl Plain {
    fn of(&self, record: &Record) -> Table {
        let titles: Vec<&str> = self.columns.iter().map(|c| c.title).collect();
        let mut table = Table::new(self.caption, &titles);
        for row in record.rows.iter().filter(|row| self.rows.has(row)) {
            table.row(self.columns.iter().map(|c| c.cell(record, row)));
        }
        self.notes.iter().for_each(|note| table.note(*note));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor::Floor;
    use crate::testing::RecordBuilder;

    const TABLE: TableOf = TableOf::plain(
        "main",
        Plain {
            caption: "Jobs",
            rows: Select::Named(&["sequential", "threads"]),
            columns: &[
                Column::LABEL,
                Column::MEDIAN,
                Column::FLOOR,
                Column::speedup("sequential"),
                Column::extra("memory", "peak_mib", "MiB"),
                Column::of("again", |_, row| row.id.clone()).called("id"),
            ],
            notes: &["A note."],
        },
    );

    #[test]
    fn a_plain_table_is_columns_over_the_rows_chosen() {
        let record = RecordBuilder::new("demo")
            .row("sequential", "s", &[2.0, 4.0, 4.0])
            .row("threads/2", "s", &[1.0, 2.0, 4.0])
            .floor(Floor::hard(0.5, ""))
            .extra("peak_mib", &[5.0, 6.0, 7.0])
            .not_run("threads/4", "s", "would take 100 s")
            .row("threadsafe", "s", &[1.0])
            .build();
        assert_eq!(
            TABLE.of(&record).to_text(),
            "\
Jobs

variant     median   floor  speed-up    memory          id
──────────────────────────────────────────────────────────
sequential  4.00 s       –      1.00         –  sequential
threads/2   2.00 s  500 ms      2.00  6.00 MiB   threads/2
threads/4      n/a       –       n/a         –   threads/4
A note.
"
        );
    }
}
