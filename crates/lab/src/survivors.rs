//! Generated changes of a solution that leave it right, each with its reason.

use anyhow::Result;

use crate::house::Lab;
use crate::mutate::Mutation;

/// The file beside a lab's solution.
pub(crate) const FILE: &str = "survivors.md";

/// A change that is known to do no harm.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Known {
    change: String,
    reason: String,
}

/// Reads lines such as ``- `a` became `b`: because``; a lab may have none.
pub(crate) fn read(lab: &Lab) -> Result<Vec<Known>> {
    if !lab.folder.join(FILE).exists() {
        return Ok(Vec::new());
    }
    Ok(parse(&lab.read(FILE)?))
}

fn parse(text: &str) -> Vec<Known> {
    text.split("\n- ")
        .skip(1)
        .filter_map(|item| {
            let item = item.split_whitespace().collect::<Vec<_>>().join(" ");
            let (change, reason) = item.split_once("`: ")?;
            Some(Known {
                change: format!("{change}`"),
                reason: reason.to_string(),
            })
        })
        .collect()
}

/// Changes that no test notices and nobody has given a reason for, and reasons
/// for changes that are noticed by now.
pub(crate) fn faults(
    lab: &Lab,
    known: &[Known],
    survived: &[Mutation],
) -> Vec<String> {
    let file = lab.shown(FILE);
    let mut faults = Vec::new();
    for mutation in survived {
        if !known.iter().any(|known| known.change == mutation.change) {
            faults.push(format!(
                "{}:{}: {}, and no test notices: add one, or say in {file} \
                 why it is still right",
                lab.shown("solution.rs"),
                mutation.line,
                mutation.change,
            ));
        }
    }
    for known in known {
        if !survived.iter().any(|made| made.change == known.change) {
            faults.push(format!(
                "{file} excuses {} ({}), which is noticed or not made: \
                 remove it there",
                known.change, known.reason
            ));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::{faults, parse};
    use crate::house::{Lab, Sealed};
    use crate::mutate::mutations;

    const KNOWN: &str = "# Right all the same\n\n- `a < b` became `a <= b`: \
        they are\n  never equal\n";

    fn lab() -> Lab {
        let sealed = Sealed::default();
        Lab { slug: "sums".into(), folder: "".into(), sealed }
    }

    #[test]
    fn a_reason_is_read_over_its_lines() {
        let known = parse(KNOWN);
        assert_eq!(known[0].change, "`a < b` became `a <= b`");
        assert_eq!(known[0].reason, "they are never equal");
    }

    #[test]
    fn a_change_without_a_reason_is_a_fault_and_one_with_it_is_not() {
        let survived = mutations("a < b\n");
        assert_eq!(faults(&lab(), &parse(KNOWN), &survived), [""; 0]);
        let found = faults(&lab(), &[], &survived);
        assert!(found[0].starts_with("labs/sums/solution.rs:1: `a < b`"));
    }

    #[test]
    fn a_reason_without_a_change_is_a_fault() {
        let found = faults(&lab(), &parse(KNOWN), &[]);
        assert!(found[0].contains("remove it there"), "{found:?}");
    }
}
