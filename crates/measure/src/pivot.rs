//! Tables with a line for each group of rows and a column for each number
//! behind the group's name: `threads/10`, `threads/100` … make one line.

use crate::record::{Record, RowRecord};
use crate::show;
use crate::table::Table;

/// A table of groups against numbers.
#[derive(Clone, Copy, Debug)]
pub struct Pivot {
    /// What the table shows, in one line.
    pub caption: &'static str,
    /// Title of the first column.
    pub first: &'static str,
    /// Id and name of each group, in the order of the lines.
    pub groups: &'static [(&'static str, &'static str)],
    /// What stands in a cell whose row was run.
    pub cell: fn(&RowRecord) -> String,
    /// Whether the cells are in the rows' unit: one that was not run then
    /// shows the least that it could be.
    pub bounds: bool,
    /// Lines below it.
    pub notes: &'static [&'static str],
}

impl Pivot {
    pub(crate) fn of(&self, record: &Record) -> Table {
        let numbers = self.numbers(record);
        let titles: Vec<String> =
            numbers.iter().map(|n| show::count(*n as f64)).collect();
        let columns: Vec<&str> = std::iter::once(self.first)
            .chain(titles.iter().map(String::as_str))
            .collect();
        let mut table = Table::new(self.caption, &columns);
        let mut bounded = false;
        for (group, label) in self.groups {
            let mut cells = vec![(*label).to_owned()];
            for n in &numbers {
                let mut rows = record.group(group);
                let row = rows.find(|row| row.number() == Some(*n));
                let bound = row.and_then(show::bound);
                bounded |= self.bounds && bound.is_some();
                cells.push(self.text(row));
            }
            table.row(cells);
        }
        if bounded {
            table.note(
                "In brackets: not run, because arithmetic alone makes it at \
                 least so long.",
            );
        }
        self.notes.iter().for_each(|note| table.note(*note));
        table
    }

    fn text(&self, row: Option<&RowRecord>) -> String {
        let Some(row) = row else { return "–".into() };
        match (row.not_run.is_some(), show::bound(row)) {
            (false, _) => (self.cell)(row),
            (true, Some(bound)) if self.bounds => bound,
            (true, _) => "n/a".into(),
        }
    }

    /// The numbers that any row of the groups has, ascending.
    fn numbers(&self, record: &Record) -> Vec<u64> {
        let mut numbers: Vec<u64> = self
            .groups
            .iter()
            .flat_map(|(group, _)| record.group(group))
            .filter_map(RowRecord::number)
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor::Floor;
    use crate::testing::RecordBuilder;

    #[test]
    fn each_number_is_a_column_and_a_bound_stands_in_brackets() {
        const PIVOT: Pivot = Pivot {
            caption: "Waits",
            first: "variant",
            groups: &[("one", "one by one"), ("all", "all at once")],
            cell: show::median,
            bounds: true,
            notes: &["A note."],
        };
        let record = RecordBuilder::new("demo")
            .row("one/10", "s", &[1.0])
            .not_run("one/1000", "s", "can't take less than 100 s")
            .floor(Floor::hard(100.0, "1,000 × 0.1 s"))
            .row("all/1000", "s", &[0.2])
            .not_run("all/5", "s", "no such system")
            .build();
        assert_eq!(
            PIVOT.of(&record).to_text(),
            "\
Waits

variant        5      10      1,000
───────────────────────────────────
one by one     –  1.00 s  [≥ 100 s]
all at once  n/a       –     200 ms
In brackets: not run, because arithmetic alone makes it at least so long.
A note.
"
        );
    }
}
