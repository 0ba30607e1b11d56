//! Takes a lab's `hints.md` apart: one hint for each `## ` heading.

/// Splits the text before each heading of the second level. What stands before
/// the first one is no hint.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = text
        .match_indices("## ")
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || text[..at].ends_with('\n'))
        .collect();
    starts.push(text.len());
    starts.windows(2).map(|ends| text[ends[0]..ends[1]].trim_end()).collect()
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn each_heading_of_the_second_level_begins_a_hint() {
        let text = "# Hints\n\n## One\nfirst\n\n## Two\nsecond ## not\n";
        assert_eq!(split(text), ["## One\nfirst", "## Two\nsecond ## not"]);
    }

    #[test]
    fn other_headings_begin_no_hint() {
        assert_eq!(split("# Hints\n\ntext\n### Three\n"), [""; 0]);
    }

    #[test]
    fn an_empty_file_has_no_hints() {
        assert_eq!(split(""), [""; 0]);
    }
}
