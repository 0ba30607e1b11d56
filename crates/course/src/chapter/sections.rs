//! All that can stand in `book.toml`, by mdBook's own types.

use std::fmt;

use mdbook_driver::config::{BookConfig, BuildConfig, HtmlConfig, RustConfig};
use measure::Profile;
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};

/// The name under which the file knows this builder.
pub(crate) const PREPROCESSOR: &str = "cmdrun";

/// The file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Sections {
    book: BookConfig,
    build: BuildConfig,
    rust: RustConfig,
    pub(crate) output: Outputs,
    pub(crate) preprocessor: Preprocessors,
}

/// The renderers: this builder has one.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Outputs {
    pub(crate) html: HtmlConfig,
}

/// The preprocessors: ours, mdBook's, and those of others, who know their own
/// keys.
#[derive(Debug, Default)]
pub(crate) struct Preprocessors {
    pub(crate) cmdrun: Wishes,
}

/// What is asked of this builder.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Wishes {
    command: String,
    before: Vec<String>,
    after: Vec<String>,
    renderers: Vec<String>,
    optional: bool,
    /// Commands besides the examples that chapters may run.
    pub(crate) allow: Vec<String>,
    /// The size of the run: the stock `mdbook build` has no option for it.
    pub(crate) profile: Option<Profile>,
}

/// What mdBook reads of a preprocessor of its own.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Built {
    before: Vec<String>,
    after: Vec<String>,
    renderers: Vec<String>,
}

/// What mdBook reads of one of others.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Foreign {
    command: String,
    before: Vec<String>,
    after: Vec<String>,
    renderers: Vec<String>,
    optional: bool,
}

impl<'de> Deserialize<'de> for Preprocessors {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ByName)
    }
}

struct ByName;

impl<'de> Visitor<'de> for ByName {
    type Value = Preprocessors;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of preprocessors")
    }

    fn visit_map<A: MapAccess<'de>>(
        self,
        mut map: A,
    ) -> Result<Preprocessors, A::Error> {
        let mut found = Preprocessors::default();
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                PREPROCESSOR => found.cmdrun = map.next_value()?,
                "links" | "index" => {
                    map.next_value::<Built>()?;
                }
                _ => {
                    map.next_value::<Foreign>()?;
                }
            }
        }
        Ok(found)
    }
}
