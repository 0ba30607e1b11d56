//! What one command printed, as a piece of a page or as a failure.

use crate::chapter::call::Format;
use crate::chapter::invocation::{Invocation, Target};
use crate::page::fit;
use crate::page::piece::Piece;
use crate::page::refused;
use crate::page::relay::Answer;
use crate::system::problem::Problem;
use crate::system::text::last_lines;

/// An answer, and the command as its reader sees it.
#[derive(Clone, Debug)]
pub(crate) struct Printed {
    pub(crate) command: String,
    pub(crate) answer: Result<Answer, String>,
}

impl Printed {
    /// A chapter's command.
    pub(crate) fn command(
        &self,
        invocation: &Invocation,
        alone: bool,
    ) -> Result<Piece, Problem> {
        let text = self.text(invocation.expected)?;
        let format = match &invocation.target {
            Target::Example(call) => call.format(),
            Target::Allowed => Format::Text,
        };
        let fit = |made: Result<String, String>| {
            made.map_err(|why| self.failure(&why, ""))
        };
        match (format, alone) {
            (Format::Svg, _) => fit(fit::svg(text)).map(Piece::Block),
            (Format::Text, true) => Ok(Piece::Block(fit::fenced(text))),
            (Format::Text, false) => Ok(Piece::Inline(fit::inline_code(text))),
            (Format::Markdown, alone) => {
                let text = fit(fit::markdown(text))?;
                match alone || text.contains('\n') {
                    true => Ok(Piece::Block(text)),
                    false => Ok(Piece::Inline(text)),
                }
            }
        }
    }

    /// A chart.
    pub(crate) fn chart(&self) -> Result<Piece, Problem> {
        fit::svg(self.text(0)?)
            .map(Piece::Block)
            .map_err(|why| self.failure(&why, ""))
    }

    /// The compiler's words, `words` among them, whether it refused the
    /// program or only warned.
    pub(crate) fn rustc(&self, words: &str) -> Result<Piece, Problem> {
        let stderr = match &self.answer {
            Ok(Answer::Ended { code: Some(_), stderr, .. }) => stderr,
            _ => self.text(0)?,
        };
        let messages = refused::messages(stderr);
        let lacks = |message: &str| {
            words.split_whitespace().find(|word| !message.contains(word))
        };
        if let Some(message) =
            messages.iter().find(|message| lacks(message).is_none())
        {
            return Ok(Piece::Block(fit::fenced(message)));
        }
        let first = messages.first().map_or("", String::as_str);
        let headlines: Vec<&str> = messages
            .iter()
            .filter_map(|message| message.lines().next())
            .collect();
        let missing = lacks(first).unwrap_or_default();
        Err(self.failure(
            &format!("the compiler doesn't say `{missing}`, but"),
            &headlines.join("\n"),
        ))
    }

    fn text(&self, expected: i32) -> Result<&str, Problem> {
        match &self.answer {
            Ok(Answer::Ended { code: Some(code), stdout, .. })
                if *code == expected =>
            {
                Ok(stdout)
            }
            Ok(Answer::Ended { code, stdout, stderr }) => {
                let how = match code {
                    Some(code) => format!(
                        "it ended with exit code {code} instead of {expected}"
                    ),
                    None => "a signal ended it".into(),
                };
                let text = match stderr.trim().is_empty() {
                    true => stdout,
                    false => stderr,
                };
                Err(self.failure(&how, text))
            }
            Ok(Answer::TimedOut) => Err(self.failure(
                "it did not end in time and was stopped (--timeout allows \
                 more)",
                "",
            )),
            Ok(Answer::Flooded) => Err(self.failure(
                "it printed more than 1 MiB, which no page can show",
                "",
            )),
            Ok(Answer::Interrupted) => Err(self.failure("interrupted", "")),
            Ok(Answer::NotStarted(why)) => {
                Err(self.failure("it can't be started", why))
            }
            Err(why) => Err(self.failure("it can't be run", why)),
        }
    }

    fn failure(&self, why: &str, details: &str) -> Problem {
        let details = last_lines(details);
        let command = &self.command;
        Problem::new(
            format!("`{command}` failed: {why}\n{details}"),
            "type that command to see it alone",
        )
    }
}
