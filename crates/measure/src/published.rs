//! Figures that earlier, Python-based lectures published: facts to set beside
//! ours, always with their machine. They never stand in for a measurement.

use std::sync::LazyLock;

use serde_json::Value;

/// The data as published, one table a question.
const TEXT: &str = include_str!("../published.json");

static DATA: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(TEXT).expect("a test reads the whole file")
});

/// One published cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The value or, for a published range or list of runs, all values.
    pub values: Vec<f64>,
    /// Unit of the values.
    pub unit: String,
    /// The machine: processor, system and Python version.
    pub machine: String,
}

impl Cell {
    /// The middle of the published values.
    pub fn value(&self) -> f64 {
        crate::stats::median(&self.values).unwrap_or(f64::NAN)
    }
}

/// The cell at `path`: the table's id, then the keys below its `rows` (or
/// below another field of the table, named first), separated by spaces:
/// `cpu_bound/A threads 8`, `io_bound/A peak_rss_mb async 10000`.
pub fn cell(path: &str) -> Option<Cell> {
    let mut words = path.split_whitespace();
    let id = words.next()?;
    let table = tables().find(|table| table["id"] == id)?;
    let words: Vec<&str> = words.collect();
    let below = |start: &Value, words: &[&str]| {
        words.iter().try_fold(start, |at, word| at.get(word)).and_then(numbers)
    };
    let (values, field) = match below(&table["rows"], &words) {
        Some(values) => (values, words.last()?),
        None => (below(table, &words)?, words.first()?),
    };
    let unit = unit_of(field).or(table["unit"].as_str()).unwrap_or_default();
    let python = table["python"][*words.first()?].as_str();
    let machine = described(id, python)?;
    Some(Cell { values, unit: unit.into(), machine })
}

/// All paths that [`cell`] knows below `rows`, for error messages.
pub fn paths() -> Vec<String> {
    let mut paths = Vec::new();
    for table in tables() {
        let id = table["id"].as_str().unwrap_or_default();
        collect(&table["rows"], id, &mut paths);
    }
    paths
}

/// The machine behind table `id`, which names it after its last slash.
pub fn machine(id: &str) -> Option<String> {
    described(id, None)
}

/// The line below a table that shows figures of table `id`: their machine and
/// how often it ran; empty for an unknown table.
pub fn note(id: &str) -> String {
    let Some(machine) = machine(id) else { return String::new() };
    let letter = id.rsplit_once('/').map_or("", |(_, letter)| letter);
    match DATA["machines"][letter]["runs"].as_str() {
        None | Some("not given") => format!("Published: {machine}."),
        Some(runs) if runs.starts_with("median") => {
            format!("Published: {machine}, {runs}.")
        }
        Some(runs) => format!("Published: {machine}, {runs} runs."),
    }
}

/// The same where a row of the table names another version of Python.
fn described(id: &str, python: Option<&str>) -> Option<String> {
    let (_, letter) = id.rsplit_once('/')?;
    let machine = DATA["machines"].get(letter)?;
    let known = ["cpu", "os"]
        .iter()
        .filter_map(|key| machine[key].as_str())
        .filter(|text| *text != "not given");
    let python = match python.or(machine["python"].as_str())? {
        "not given" => "CPython".to_owned(),
        version => format!("CPython {version}"),
    };
    let parts: Vec<&str> = known.chain([python.as_str()]).collect();
    Some(format!("machine {letter}: {}", parts.join(", ")))
}

fn tables() -> impl Iterator<Item = &'static Value> {
    DATA["tables"].as_array().into_iter().flatten()
}

/// The unit that a field's name ends in, where it names one: else the field
/// has the unit of its table.
fn unit_of(field: &str) -> Option<&'static str> {
    match field.rsplit_once('_').map_or(field, |(_, last)| last) {
        "mb" => Some("MB"),
        "ms" => Some("ms"),
        "s" | "seconds" => Some("s"),
        "speedup" => Some("×"),
        // `os_switches_per_hop`: a count.
        "expected" | "ticks" | "hop" | "trip" => Some(""),
        _ => None,
    }
}

fn numbers(value: &Value) -> Option<Vec<f64>> {
    match value {
        Value::Number(number) => Some(vec![number.as_f64()?]),
        Value::Array(items) => items.iter().map(Value::as_f64).collect(),
        _ => None,
    }
}

fn collect(value: &Value, path: &str, paths: &mut Vec<String>) {
    if numbers(value).is_some() {
        paths.push(path.into());
    }
    for (key, below) in value.as_object().into_iter().flatten() {
        collect(below, &format!("{path} {key}"), paths);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_comes_with_its_unit_and_machine() {
        let cell = cell("cpu_bound/A threads 8").unwrap();
        assert_eq!(cell.values, [1.85]);
        assert_eq!(cell.unit, "s");
        assert!(cell.machine.starts_with("machine A: Apple M1 Pro"));
    }

    #[test]
    fn a_row_of_another_python_says_so() {
        let machine = |path| cell(path).unwrap().machine;
        let group = machine("taskgroup/A group error_at");
        assert!(group.ends_with("CPython 3.11.4 under translation"), "{group}");
        let gather = machine("taskgroup/A gather error_at");
        assert!(gather.contains("CPython 3.9.6"), "{gather}");
        let call = machine("race/A call_between_3.11");
        assert!(call.contains("CPython 3.11.4"), "{call}");
    }

    #[test]
    fn several_runs_are_all_kept() {
        let cell = cell("race/A unsynchronised_3.9").unwrap();
        assert_eq!(cell.values.len(), 3);
        assert_eq!(cell.value(), 2_137_778.0);
    }

    #[test]
    fn a_field_beside_the_rows_has_the_unit_in_its_name() {
        let cell = cell("io_bound/A peak_rss_mb async 10000").unwrap();
        assert_eq!((cell.value(), cell.unit.as_str()), (39.0, "MB"));
    }

    #[test]
    fn a_field_s_own_unit_comes_before_that_of_its_table() {
        let unit = |path: &str| cell(path).unwrap().unit;
        assert_eq!(unit("stall/A blocking_sleep handler"), "s");
        assert_eq!(unit("stall/A blocking_sleep max_gap_ms"), "ms");
        assert_eq!(unit("stall/A blocking_sleep ticks"), "");
        assert_eq!(unit("offload/E matmul_600 speedup"), "×");
        assert_eq!(unit("ring/B os_switches_per_hop threads_pinned"), "");
    }

    #[test]
    fn a_note_says_where_the_figures_are_from() {
        let note_a = note("cpu_bound/A");
        assert!(note_a.starts_with("Published: machine A: Apple M1 Pro"));
        assert!(note_a.ends_with(", median of 5."), "{note_a}");
        assert!(note("handoff/B").ends_with(", 3 runs."));
        assert_eq!(note("nowhere/Z"), "");
    }

    #[test]
    fn an_unknown_cell_is_none() {
        assert_eq!(cell("cpu_bound/A threads 3"), None);
        assert_eq!(cell("nowhere/Z x"), None);
        assert_eq!(cell(""), None);
    }

    #[test]
    fn every_path_that_is_offered_can_be_read() {
        let paths = paths();
        assert!(paths.len() > 50);
        for path in paths {
            assert!(cell(&path).is_some(), "{path}");
        }
    }
}
