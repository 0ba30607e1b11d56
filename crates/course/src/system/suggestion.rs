//! What was likely meant by a name that nobody knows.

/// Names of `known` that are likely meant by `name`, for an error message.
pub(crate) fn suggestion<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    /// Beyond this many a list hides what it should show.
    const LISTED: usize = 24;
    let mut known: Vec<&str> = known.into_iter().collect();
    if known.is_empty() {
        return "there are none".into();
    }
    let near = nearest(name, known.iter().copied());
    let near = near.first().filter(|(steps, _)| *steps <= name.len() / 3 + 1);
    known.truncate(LISTED);
    match near {
        Some((_, near)) => {
            format!("did you mean `{near}`? There are: {}", known.join(", "))
        }
        None => format!("there are: {}", known.join(", ")),
    }
}

/// `known` with the number of characters to change until each is `name`, the
/// nearest first.
pub(crate) fn nearest<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Vec<(usize, &'a str)> {
    let mut near: Vec<(usize, &str)> = known
        .into_iter()
        .map(|other| (strsim::levenshtein(name, other), other))
        .collect();
    near.sort_unstable();
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_comes_first() {
        let near = nearest("kitten", ["", "sitting", "kitten"]);
        assert_eq!(near, [(0, "kitten"), (3, "sitting"), (6, "")]);
    }

    #[test]
    fn a_typing_error_is_guessed_and_nonsense_is_not() {
        let known = ["lost_percent", "lost_count"];
        let near = suggestion("lost_precent", known);
        assert!(near.starts_with("did you mean `lost_percent`?"), "{near}");
        let far = suggestion("weather", known);
        assert_eq!(far, "there are: lost_percent, lost_count");
        assert_eq!(suggestion("x", []), "there are none");
    }
}
