//! A figure of the earlier lectures, which is never shown without its machine.

use measure::{published, show};

use crate::page::html;
use crate::page::piece::Piece;
use crate::system::problem::Problem;
use crate::system::suggestion::nearest;

/// A published figure, with its machine always in sight.
pub(crate) fn figure(path: &str) -> Result<Piece, Problem> {
    let Some(cell) = published::cell(path) else {
        return Err(Problem::new(
            format!("nothing was published as `{path}`"),
            near_paths(path),
        ));
    };
    let unit = match cell.unit.as_str() {
        "" | "count" => String::new(),
        unit => match unit.strip_prefix("us") {
            Some(rest) => format!(" µs{rest}"),
            None => format!(" {unit}"),
        },
    };
    let lowest = cell.values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = cell.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let value = match lowest == highest {
        true => as_published(lowest),
        false => {
            format!("{} to {}", as_published(lowest), as_published(highest))
        }
    };
    let text = format!("{value}{unit} ({})", short_machine(&cell.machine));
    Ok(Piece::Inline(html::figure("pubfig", &cell.machine, &text)))
}

/// The digits that were published, no more and no fewer.
fn as_published(value: f64) -> String {
    match value.fract() == 0.0 {
        true => show::count(value),
        false => value.to_string(),
    }
}

/// `machine A: Apple M1 Pro, 6 … cores, macOS, CPython 3.9.6 (…)` as
/// `A: Apple M1 Pro, CPython 3.9`.
fn short_machine(machine: &str) -> String {
    let machine = machine.strip_prefix("machine ").unwrap_or(machine);
    let first = machine.split(", ").next().unwrap_or(machine);
    let python = machine.split(", ").find_map(|part| {
        let version = part.strip_prefix("CPython ")?;
        let version = version.split(' ').next().unwrap_or(version);
        let mut parts = version.split('.');
        Some(match (parts.next(), parts.next()) {
            (Some(major), Some(minor)) => format!("CPython {major}.{minor}"),
            _ => format!("CPython {version}"),
        })
    });
    match python {
        Some(python) => format!("{first}, {python}"),
        None => first.into(),
    }
}

fn near_paths(path: &str) -> String {
    /// As many as an error message can show.
    const SHOWN: usize = 8;
    let paths = published::paths();
    let near = nearest(path, paths.iter().map(String::as_str));
    let near: Vec<&str> = near.iter().take(SHOWN).map(|(_, p)| *p).collect();
    format!("the nearest of {}: {}", paths.len(), near.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_figure_shows_its_machine_and_its_own_digits() {
        let Ok(Piece::Inline(text)) = figure("cpu_bound/A threads 8") else {
            panic!("it was published")
        };
        assert!(text.contains(">1.85\u{a0}s (A: Apple M1 Pro, CPython 3.9)<"));
        assert!(text.contains("title=\"machine A: Apple M1 Pro, 6"));
        let Ok(Piece::Inline(text)) = figure("race/A unsynchronised_3.9")
        else {
            panic!("it was published")
        };
        assert!(text.contains(">1,492,419\u{a0}to\u{a0}2,606,045 ("));
    }

    #[test]
    fn an_unknown_cell_lists_near_ones() {
        let Problem { what, next, .. } =
            figure("cpu_bound/A thread 8").unwrap_err();
        assert!(what.contains("`cpu_bound/A thread 8`"));
        assert!(next.contains("cpu_bound/A threads 8"), "{next}");
    }
}
