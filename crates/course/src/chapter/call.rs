//! The call of an example: what of it shapes the measurement, and what only
//! the output.

use measure::Profile;

/// The call of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExampleCall {
    /// Name of the example.
    pub(crate) slug: String,
    /// Everything after `--`.
    pub(crate) args: Vec<String>,
}

/// How the output of a call is to be inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// As Markdown.
    Markdown,
    /// As a chart.
    Svg,
    /// As text in a fence.
    Text,
}

/// Options that choose what is printed, not what is measured, and whether a
/// value follows.
const OUTPUT_OPTIONS: [(&str, bool); 6] = [
    ("--format", true),
    ("--table", true),
    ("--chart", true),
    ("--replay", false),
    ("--quiet", false),
    ("-q", false),
];

impl ExampleCall {
    pub(crate) fn format(&self) -> Format {
        let mut words = self.args.iter().map(String::as_str);
        let mut format = Format::Text;
        while let Some(word) = words.next() {
            let value = match word.split_once('=') {
                Some(("--format", value)) => Some(value),
                _ if word == "--format" => words.next(),
                _ => continue,
            };
            format = match value {
                Some("markdown") => Format::Markdown,
                Some("svg") => Format::Svg,
                _ => Format::Text,
            };
        }
        format
    }

    /// The arguments that shape the measurement.
    pub(crate) fn measurement_args(&self) -> Vec<String> {
        let mut kept = Vec::new();
        let mut words = self.args.iter();
        while let Some(word) = words.next() {
            let name = word.split_once('=').map_or(&word[..], |(name, _)| name);
            match OUTPUT_OPTIONS.iter().find(|(option, _)| *option == name) {
                None => kept.push(word.clone()),
                Some((_, true)) if name == word => {
                    words.next();
                }
                Some(_) => {}
            }
        }
        kept
    }

    /// The call as a reader types it.
    pub(crate) fn shown(&self) -> String {
        let mut text = format!("cargo run --release --example {}", self.slug);
        if !self.args.is_empty() {
            text.push_str(" -- ");
            text.push_str(&self.args.join(" "));
        }
        text
    }

    /// Whether the call prints something that needs no measurement.
    pub(crate) fn needs_no_record(&self) -> bool {
        let no_record = ["--list", "--help", "-h"];
        self.args.iter().any(|arg| no_record.contains(&arg.as_str()))
    }
}

/// Whether the arguments name the size of the run themselves.
fn names_profile(args: &[String]) -> bool {
    args.iter().any(|arg| arg == "--quick" || arg == "--full")
}

/// The arguments of an example for a run of size `profile`.
pub(crate) fn with_profile(args: &[String], profile: Profile) -> Vec<String> {
    let mut args = args.to_vec();
    if profile != Profile::Standard && !names_profile(&args) {
        args.push(format!("--{}", profile.name()));
    }
    args
}
