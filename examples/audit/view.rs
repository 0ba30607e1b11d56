//! Tables of the audit.

use measure::{Column, Plain, Record, Select, Table, TableOf, published, show};

use crate::cells::{self, Cell};
use crate::ids::CELLS;

pub(crate) const TABLES: &[TableOf] = &[
    TableOf::made("impossible", impossible),
    TableOf::plain(
        "rows",
        Plain {
            caption: "Published rows whose tasks have a known length",
            rows: Select::All,
            columns: &[
                Column::LABEL.called("published row"),
                Column::extra("cells", CELLS, ""),
                Column::MEDIAN.called("impossible"),
            ],
            notes: &[],
        },
    ),
    TableOf::made("all", |_| list("Every cell that was checked", |_| true)),
];

fn impossible(_: &Record) -> Table {
    let mut table = list(
        "Published cells that no run can have produced",
        Cell::is_impossible,
    );
    table.note(
        "The floor of submit_all is rounds × length, that of one_by_one is \
         tasks × length. A task of pools_cpu is said to take \"about 0.08 s\", \
         so at least 0.075 s.",
    );
    table.note(published::note("pools_cpu/C"));
    table
}

fn list(caption: &str, chosen: impl Fn(&Cell) -> bool) -> Table {
    let columns = ["table", "cell", "published", "at least", "which is"];
    let mut table = Table::new(caption, &columns).words_in(1);
    for cell in cells::all().iter().filter(|cell| chosen(cell)) {
        table.row([
            cell.table.to_owned(),
            cell.keys.clone(),
            show::seconds(cell.published_s),
            show::seconds(cell.floor_s),
            cell.sum.clone(),
        ]);
    }
    table
}
