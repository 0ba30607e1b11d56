//! Reads the command of a `cmdrun` marker.
//!
//! Only plain words are taken, so that a command means the same to every
//! shell and nothing can hide in it.

use crate::chapter::call::ExampleCall;
use crate::chapter::name::is_slug;
use crate::system::problem::Problem;

/// A command of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invocation {
    /// The command as the chapter has it, without the expected code.
    pub(crate) text: String,
    /// The exit code that the chapter expects.
    pub(crate) expected: i32,
    /// What to run.
    pub(crate) target: Target,
}

/// What a command runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// An example of this package.
    Example(ExampleCall),
    /// A command that `book.toml` allows, for the shell.
    Allowed,
}

/// Reads the text of a marker; `allowed` are the further commands that
/// `book.toml` permits. The error says why it is refused and what to do.
pub(crate) fn parse(
    text: &str,
    allowed: &[String],
) -> Result<Invocation, Problem> {
    let (expected, command) = expected_code(text)?;
    if allowed.iter().any(|one| one == command) {
        let target = Target::Allowed;
        return Ok(Invocation { text: command.into(), expected, target });
    }
    let refused = |why: String| {
        Problem::new(
            format!("refused `{command}`: {why}"),
            "write `cargo run --release --example <name> -- <options>`, or \
             put this exact command into `allow` of `[preprocessor.cmdrun]` \
             in book.toml",
        )
    };
    let is_plain = |c: char| c.is_alphanumeric() || " _-./,:=+@".contains(c);
    if let Some(odd) = command.chars().find(|c| !is_plain(*c)) {
        return Err(refused(format!(
            "{odd:?} means something to a shell; only plain words are taken"
        )));
    }
    let call = example_call(command).map_err(|why| refused(why.into()))?;
    let target = Target::Example(call);
    Ok(Invocation { text: command.into(), expected, target })
}

fn example_call(command: &str) -> Result<ExampleCall, &'static str> {
    let mut words = command.split_whitespace().peekable();
    if (words.next(), words.next()) != (Some("cargo"), Some("run")) {
        return Err("only this book's examples run from a chapter");
    }
    let (mut release, mut slug) = (false, None);
    loop {
        match words.next() {
            Some("--release" | "-r") => release = true,
            Some("-q" | "--quiet") => {}
            Some("--example") => slug = words.next(),
            Some("--") | None => break,
            Some(word) => match word.strip_prefix("--example=") {
                Some(name) => slug = Some(name),
                None => {
                    return Err(
                        "of cargo's options only --release, --quiet and \
                         --example are taken; the example's own follow `--`",
                    );
                }
            },
        }
    }
    let slug = slug.ok_or("it names no --example")?;
    if !is_slug(slug) {
        return Err("an example's name is made of a-z, 0-9 and _");
    }
    if !release {
        return Err("a chapter's numbers need --release");
    }
    Ok(ExampleCall {
        slug: slug.into(),
        args: words.map(str::to_owned).collect(),
    })
}

/// Splits off mdbook-cmdrun's own options: `-1`, `--strict`,
/// `--expect-return-code 1`.
fn expected_code(text: &str) -> Result<(i32, &str), Problem> {
    let text = text.trim();
    let Some(first) = text.split_whitespace().next() else {
        return Err(Problem::new(
            "the cmdrun marker names no command",
            "write `cargo run --release --example <name>` after `cmdrun`",
        ));
    };
    let rest = text[first.len()..].trim_start();
    let (code, rest) = match first {
        "--strict" => (Some(0), rest),
        "--expect-return-code" => {
            let word = rest.split_whitespace().next().unwrap_or_default();
            (word.parse().ok(), rest[word.len()..].trim_start())
        }
        _ if first.starts_with('-') => (first[1..].parse().ok(), rest),
        _ => return Ok((0, text)),
    };
    match code {
        Some(code) if !rest.is_empty() => Ok((code, rest)),
        _ => Err(Problem::new(
            format!("`{text}` doesn't say which exit code of what to expect"),
            "write `-1 cargo run …` where exit code 1 is expected",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapter::call::Format;

    fn call(text: &str) -> ExampleCall {
        match parse(text, &[]).unwrap().target {
            Target::Example(call) => call,
            Target::Allowed => panic!("an example is no foreign command"),
        }
    }

    #[test]
    fn the_readable_form_names_example_and_arguments() {
        let call =
            call("cargo run -q --release --example race -- --format markdown");
        assert_eq!(call.slug, "race");
        assert_eq!(call.args, ["--format", "markdown"]);
        assert_eq!(call.format(), Format::Markdown);
        assert!(call.measurement_args().is_empty());
    }

    #[test]
    fn only_what_shapes_the_measurement_is_kept() {
        let call = call(
            "cargo run --release --example race -- --workers 1,2 \
             --format=svg --chart x -q --runs 3",
        );
        assert_eq!(call.format(), Format::Svg);
        assert_eq!(
            call.measurement_args(),
            ["--workers", "1,2", "--runs", "3"]
        );
    }

    #[test]
    fn foreign_commands_are_refused_unless_allowed_word_for_word() {
        for command in [
            "rm -rf /",
            "cargo test",
            "cargo run --example race",
            "cargo run --release --bin x",
            "cargo run --release --example ../x",
            "cargo run --release",
            "./cargo run --release --example race",
        ] {
            let Problem { what, next, .. } = parse(command, &[]).unwrap_err();
            assert!(what.contains(command), "{what}");
            assert!(next.contains("book.toml"), "{next}");
            assert!(parse(command, &[command.to_owned()]).is_ok());
        }
    }

    #[test]
    fn nothing_can_hide_behind_the_prefix() {
        for tail in [
            "; rm x", "| tee x", "$(id)", "`id`", "> x", "& x", "\nid",
            "%PATH%", "\"a", "'a", "*", "~", "!x", "^x", "\\x", "#x", "{a,b}",
        ] {
            let command =
                format!("cargo run --release --example race -- {tail}");
            assert!(parse(&command, &[]).is_err(), "{command}");
        }
    }

    #[test]
    fn the_expected_exit_code_is_read_in_each_spelling() {
        let code = |prefix: &str| {
            let text = format!("{prefix} cargo run --release --example race");
            parse(&text, &[]).map(|invocation| invocation.expected)
        };
        assert_eq!(code(""), Ok(0));
        assert_eq!(code("--strict"), Ok(0));
        assert_eq!(code("-1"), Ok(1));
        assert_eq!(code("--expect-return-code 101"), Ok(101));
        assert!(code("--expect-return-code").is_err());
        assert!(code("-x").is_err());
        assert!(code("--foo").is_err());
        assert!(parse("", &[]).is_err());
        assert!(parse("-1", &[]).is_err());
    }
}
