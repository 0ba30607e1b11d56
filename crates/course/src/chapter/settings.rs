//! `book.toml` and the variables MDBOOK_…, read so that nothing in them stays
//! unread: mdBook drops a whole section for one mistyped key.
//!
//! The keys and their types are mdBook's own.

use std::ffi::OsString;
use std::path::{Component, Path};

use mdbook_driver::config::{Config, HtmlConfig};
use toml::{Table, Value};

use crate::chapter::sections::{Sections, Wishes};
use crate::system::problem::{Place, Problem};
use crate::system::suggestion::suggestion;
use crate::system::text::line_of;

/// The settings' file.
pub(crate) const FILE: &str = "book.toml";

/// Reads `text`, the settings of the book in folder `root`, and what
/// `variables` change of them.
pub(crate) fn read(
    text: &str,
    root: &Path,
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> anyhow::Result<(Config, Wishes)> {
    let mut sections: Sections =
        toml::from_str(text).map_err(|error| in_file(text, &error))?;
    let mut config: Config = text.parse()?;
    let mut table: Table =
        toml::from_str(text).map_err(|error| in_file(text, &error))?;
    let mut variables: Vec<Variable> = variables
        .filter_map(|(name, value)| Variable::of(name, value).transpose())
        .collect::<Result<_, _>>()?;
    variables.sort();
    for variable in variables {
        sections = variable.apply(&mut table, &mut config)?;
    }
    check_files(&sections.output.html, root)?;
    Ok((config, sections.preprocessor.cmdrun))
}

fn in_file(text: &str, error: &toml::de::Error) -> Problem {
    let next = next(error.message());
    match error.span() {
        None => Problem::new(format!("{FILE}: {}", error.message()), next),
        Some(span) => {
            // What is missing at the end of the file is missing there.
            let at = span.start.min(text.trim_end().len());
            let line = Some(line_of(text, at));
            let place = Place { file: FILE.into(), line };
            Problem::at(&place, error.message(), next)
        }
    }
}

/// What to do about `message`. Where it names an unknown key, the known ones
/// follow it.
fn next(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    match (message.contains("unknown field"), names.next()) {
        (true, Some(unknown)) => suggestion(unknown, names),
        _ => "mend it and type the command again".into(),
    }
}

/// A variable that stands for a key of the settings.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Variable {
    name: String,
    value: String,
}

impl Variable {
    /// The variable, if it is one of mdBook's. One without a section, such as
    /// MDBOOK_VERSION, belongs to somebody's own scripts.
    fn of(name: OsString, value: OsString) -> Result<Option<Self>, Problem> {
        let Ok(name) = name.into_string() else { return Ok(None) };
        let Some(key) = key(&name) else { return Ok(None) };
        let is_nested = key.contains('.');
        match value.into_string() {
            Ok(value) if is_nested || names_section(&key, &value) => {
                Ok(Some(Self { name, value }))
            }
            Ok(_) => Ok(None),
            Err(_) => Err(wrong(&name, "its value is no UTF-8 text")),
        }
    }

    /// Changes `table` and `config`, and returns what they say now.
    fn apply(
        &self,
        table: &mut Table,
        config: &mut Config,
    ) -> anyhow::Result<Sections> {
        let Self { name, value } = self;
        let key = key(name).unwrap_or_default();
        // As mdBook reads it: JSON, else plain text.
        let value = serde_json::from_str(value)
            .unwrap_or_else(|_| serde_json::Value::String(value.clone()));
        let written = Value::try_from(&value)
            .map_err(|_| wrong(name, "`null` means nothing in the settings"))?;
        insert(table, &key, written)
            .map_err(|inner| wrong(name, &format!("`{inner}` has no keys")))?;
        let sections = Value::Table(table.clone())
            .try_into()
            .map_err(|error: toml::de::Error| wrong(name, error.message()))?;
        config.set(&key, value)?;
        Ok(sections)
    }
}

fn wrong(name: &str, why: &str) -> Problem {
    let next = match next(why) {
        known if why.contains("unknown field") => known,
        _ => format!("change {name}, or unset it"),
    };
    Problem::new(format!("the variable {name} of the environment: {why}"), next)
}

/// `book.title` for `MDBOOK_BOOK__TITLE`.
fn key(name: &str) -> Option<String> {
    let name = name.strip_prefix("MDBOOK_")?;
    Some(name.to_lowercase().replace("__", ".").replace('_', "-"))
}

/// Whether a variable without a dot is a whole section.
fn names_section(key: &str, value: &str) -> bool {
    let is_table = serde_json::from_str::<serde_json::Value>(value)
        .is_ok_and(|value| value.is_object());
    let probe = Table::from_iter([(key.to_owned(), Table::new().into())]);
    is_table || Value::Table(probe).try_into::<Sections>().is_ok()
}

/// Puts `value` at the dotted `key`. The error is the part of the key that
/// holds something else than keys.
fn insert(table: &mut Table, key: &str, value: Value) -> Result<(), String> {
    match key.split_once('.') {
        None => {
            table.insert(key.into(), value);
            Ok(())
        }
        Some((first, rest)) => {
            let inner = table
                .entry(first)
                .or_insert_with(|| Value::Table(Table::new()));
            let inner = inner.as_table_mut().ok_or(first)?;
            insert(inner, rest, value)
        }
    }
}

/// Files of the settings are there and stay in the book: mdBook copies them
/// to, and makes pages at, whatever path they have.
fn check_files(html: &HtmlConfig, root: &Path) -> Result<(), Problem> {
    let extra = html.additional_css.iter().chain(&html.additional_js);
    for file in extra.clone() {
        if let Err(error) = std::fs::metadata(root.join(file)) {
            return Err(Problem::new(
                format!("{FILE}: `{}` can't be read: {error}", file.display()),
                "mend its path, which starts from the folder of book.toml, or \
                 create the file",
            ));
        }
    }
    // mdBook takes a redirect's address for a path below the book.
    let addresses = html.redirect.keys();
    let addresses = addresses.map(|key| (key, key.trim_start_matches('/')));
    let files = extra.filter_map(|path| path.to_str()).map(str::to_owned);
    let files: Vec<String> = files.chain(html.input_404.clone()).collect();
    let mut all = files.iter().map(|path| (path, &**path)).chain(addresses);
    match all.find(|(_, path)| !leads_down(Path::new(path))) {
        None => Ok(()),
        Some((path, _)) => Err(Problem::new(
            format!("{FILE}: `{path}` would be written outside of the book"),
            "name a path that goes only down",
        )),
    }
}

/// Whether `path` stays below the folder that it starts from.
pub(crate) fn leads_down(path: &Path) -> bool {
    path.components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}
