//! Collects the layers, hands out one key at a time, refuses keys that no setting reads.
//!
//! `config` reads the TOML of the lower layers. They are joined here, key by key, so that all refused values are reported at
//! once, by their keys and without secrets, and so that it stays known which keys the operator gave.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::LazyLock;

use config::{ConfigError, File, FileFormat, Map, Source, Value, ValueKind};

use super::{
    Settings, SettingsError,
    error::{HOST_NEEDED, PREFIX, missing, refused, refused_at, unusable},
    reading::read_text,
    values::Parsed,
};

const DEFAULTS: &str = include_str!("../../config/default.toml");

/// With one underscore a variable would be ignored in silence: it is refused, and the right name is given.
const MISSPELT: &str = "PASSERELLE_";

/// How similar (0 to 1) a known key has to be to an unknown one to be offered in its place.
const NEAR: f64 = 0.75;

/// The random seed of all digests of this process, so that no value can be guessed from its digest.
static DIGESTS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// The value of a key, before it gets its type.
#[derive(Hash)]
pub(super) enum Raw {
    One(String),
    Many(Vec<String>),
}

/// All layers in one, by `section.key`.
#[derive(Default)]
pub(super) struct Layers {
    values: BTreeMap<String, Raw>,
    /// The keys that a higher layer gives, in order.
    given: Vec<String>,
    /// A digest of each value, by which a later change is noticed without keeping the secret.
    digests: BTreeMap<String, u64>,
    known: Vec<String>,
    /// The tables that hold nothing.
    empty: Vec<String>,
    /// The rest of the names that start with [`MISSPELT`].
    misspelt: Vec<String>,
    /// A line for each thing that stops the start.
    refused: Vec<String>,
}

impl Layers {
    /// The built-in defaults, then the operator's file, the variables, and what the program itself sets; a later one wins.
    pub(super) fn new(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
        overrides: &[(&str, &str)],
    ) -> Result<Self, String> {
        let mut layers = Self::default();
        layers.add_toml(Path::new("config/default.toml"), DEFAULTS)?;
        layers.given.clear();
        if let Some(path) = file {
            let unreadable = |why| format!("can't be read ({why}); name a readable TOML file");
            let text = read_text(path).map_err(|why| unusable(path, &unreadable(why)))?;
            layers.add_toml(path, &text)?;
        }
        // They come in no order.
        layers.add_environment(environment.into_iter().collect())?;
        for (key, value) in overrides {
            layers.values.remove(*key);
            if !value.is_empty() {
                layers.give((*key).to_owned(), Raw::One((*value).to_owned()));
            }
        }
        let digest = |(key, value): (&String, &Raw)| (key.clone(), DIGESTS.hash_one(value));
        layers.digests = layers.values.iter().map(digest).collect();
        Ok(layers)
    }

    /// Adds the text of the TOML file at `path` as the next layer.
    fn add_toml(&mut self, path: &Path, text: &str) -> Result<(), String> {
        let table = File::from_str(text, FileFormat::Toml).collect();
        self.add_table("", table.map_err(|why| unusable(path, &not_toml(why)))?)
    }

    fn add_table(&mut self, prefix: &str, table: Map<String, Value>) -> Result<(), String> {
        for (name, value) in table {
            let key = format!("{prefix}{name}");
            match value.kind {
                ValueKind::Table(inner) if inner.is_empty() => self.empty.push(key),
                ValueKind::Table(inner) => self.add_table(&format!("{key}."), inner)?,
                ValueKind::Array(items) => {
                    let items = items.into_iter().map(|item| scalar(&key, item)).collect::<Result<_, _>>()?;
                    self.give(key, Raw::Many(items));
                }
                _ => self.give(key.clone(), Raw::One(scalar(&key, value)?)),
            }
        }
        Ok(())
    }

    /// Adds the variables that start with [`PREFIX`] as the next layer.
    fn add_environment(&mut self, variables: BTreeMap<OsString, OsString>) -> Result<(), String> {
        for (name, value) in variables {
            let name = name.to_string_lossy();
            let Some(name) = name.strip_prefix(PREFIX) else {
                // Kubernetes sets variables like this to the address of a service.
                let misspelt =
                    name.strip_prefix(MISSPELT).filter(|_| !value.to_string_lossy().starts_with("tcp://"));
                self.misspelt.extend(misspelt.map(str::to_owned));
                continue;
            };
            if name.is_empty() {
                return Err(format!("{PREFIX}: names no setting"));
            }
            let key = name.to_ascii_lowercase().replace("__", ".");
            let problem = "is no UTF-8; write plain text";
            let value = value.into_string().map_err(|raw| refused(&key, &raw.to_string_lossy(), problem))?;
            self.give(key, Raw::One(value));
        }
        Ok(())
    }

    fn give(&mut self, key: String, value: Raw) {
        self.given.push(key.clone());
        self.values.insert(key, value);
    }

    /// Adds a text, such as what a named file holds, to the digest of a key: a reload compares digests to see which settings changed.
    pub(super) fn count_in(&mut self, key: &str, text: &str) {
        self.digests.entry(key.to_owned()).and_modify(|digest| *digest ^= DIGESTS.hash_one(text));
    }

    /// Whether a key has a value that is not the built-in default.
    pub(super) fn is_given(&self, key: &str) -> bool {
        self.given.iter().any(|given| given == key)
    }

    /// The value of a key that may be absent. A refused one is noted, and absent. Asking makes the key known.
    pub(super) fn optional<T>(&mut self, key: &str, parse: impl Fn(&str) -> Parsed<T>) -> Option<T> {
        let value = match self.take(key)? {
            Raw::One(text) => parse(text.trim()).map_err(|problem| refused(key, &text, problem)),
            Raw::Many(items) => Err(refused(key, &items.join(","), "is a list; write one value")),
        };
        value.map_err(|refused| self.refuse(refused)).ok()
    }

    /// The value of a key that has a default. In the place of a refused one, which is noted, stands any: the settings are not used then.
    pub(super) fn required<T: Default>(&mut self, key: &str, parse: impl Fn(&str) -> Parsed<T>) -> T {
        self.optional(key, parse).unwrap_or_default()
    }

    /// The entries of a list: an array, or one text with commas. A text that is blank as a whole is the empty list.
    pub(super) fn list<T>(&mut self, key: &str, parse: impl Fn(&str) -> Parsed<T>) -> Vec<T> {
        let items = match self.take(key) {
            Some(Raw::One(text)) if text.trim().starts_with('[') && text.trim().ends_with(']') => {
                self.refuse(refused(
                    key,
                    &text,
                    "is an array, as only a file has; write its entries with commas",
                ));
                vec![]
            }
            Some(Raw::One(text)) if !text.trim().is_empty() => text.split(',').map(str::to_owned).collect(),
            Some(Raw::Many(items)) => items,
            _ => vec![],
        };
        let entries = items.iter().enumerate().map(|(index, item)| {
            let place = format!(" (entry {})", index + 1);
            parse(item.trim()).map_err(|problem| refused_at(key, &place, item, problem))
        });
        entries.collect::<Result<_, _>>().map_err(|refused| self.refuse(refused)).unwrap_or_default()
    }

    /// [`Self::list`] of what a caller may do: a variable that is set and blank is refused, since it would lift the restriction of a file.
    pub(super) fn list_not_blank<T>(&mut self, key: &str, parse: impl Fn(&str) -> Parsed<T>) -> Vec<T> {
        if let Some(Raw::One(text)) = self.values.get(key)
            && text.trim().is_empty()
        {
            let problem = "is blank; leave it out for the default, or write what is allowed";
            self.refuse(refused(key, text, problem));
        }
        self.list(key, parse)
    }

    /// The names of the tables of callers, in the order in which they were given.
    pub(super) fn caller_tables(&self) -> Vec<String> {
        let present = self.given.iter().filter(|key| self.values.contains_key(*key));
        let below = present.filter_map(|key| key.strip_prefix("callers.")?.split_once('.'));
        let empty = self.empty.iter().filter_map(|table| table.strip_prefix("callers."));
        let names = below.map(|(name, _)| name).chain(empty.filter(|name| !name.contains('.')));
        let mut seen = BTreeSet::new();
        names.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
    }

    /// Notes what stops the start.
    pub(super) fn refuse(&mut self, line: String) {
        self.refused.push(line);
    }

    /// Notes the required settings that are missing, except those whose value was refused or whose key is misspelt: these were
    /// reported.
    pub(super) fn refuse_lacking(&mut self, settings: &Settings) {
        let mut refused = self.refused.clone();
        refused.extend(self.unknown().into_iter().filter_map(|(_, meant)| meant));
        let is_refused = |key: &str| refused.iter().any(|line| line.starts_with(key));
        let guards = ["server.host", "server.auth_tokens", "server.open", "callers."];
        let unguarded = settings.require_guard().err().filter(|_| !guards.into_iter().any(is_refused));
        let lacking: Vec<_> = settings.missing().filter(|key| !is_refused(key)).collect();
        let lacking = (!lacking.is_empty()).then(|| missing(&lacking.join(", "), HOST_NEEDED));
        self.refused.extend(unguarded.map(|SettingsError(line)| line).into_iter().chain(lacking));
    }

    /// The value of a key. From now on the key counts as known.
    pub(super) fn take(&mut self, key: &str) -> Option<Raw> {
        self.known.push(key.to_owned());
        self.values.remove(key)
    }

    /// The digests, or everything that stops the start. A key that nothing has asked for by now is unknown.
    ///
    /// # Errors
    /// All of it, a line each.
    pub(super) fn verdict(mut self) -> Result<BTreeMap<String, u64>, String> {
        self.refused.extend(self.unknown().into_iter().map(|(line, _)| line));
        if self.refused.is_empty() { Ok(self.digests) } else { Err(self.refused.join("\n")) }
    }

    /// A line for each key that no setting has, and the key that was meant, as far as it can be told.
    fn unknown(&self) -> Vec<(String, Option<String>)> {
        let unknown = |key: &String| {
            let near = self.near(key);
            let offer = near
                .as_ref()
                .map(|near| format!("; did you mean {}?", near.escape_debug()))
                .unwrap_or_default();
            (format!("{}: no such setting{offer}", key.escape_debug()), near)
        };
        // Variables with one underscore somewhere that should be two: a restriction would fall away in silence.
        let misspelt = self.misspelt.iter().filter_map(|written| {
            let folded = written.to_ascii_lowercase().replace("__", "_");
            let key = self.known.iter().find(|key| key.replace('.', "_") == folded).cloned();
            let right = match (&key, folded.starts_with("callers_")) {
                (Some(key), _) => key.replace('.', "__").to_uppercase(),
                (None, true) => "CALLERS__NAME__TOKEN".to_owned(),
                (None, false) => return None,
            };
            let line = format!("{MISSPELT}{written}: no such setting; did you mean {PREFIX}{right}?");
            Some((line, key))
        });
        let is_section = |table: &str| {
            table == "callers" || self.known.iter().any(|key| key.starts_with(&format!("{table}.")))
        };
        let empty = self.empty.iter().filter(|table| !is_section(table));
        self.values.keys().chain(empty).map(unknown).chain(misspelt).collect()
    }

    /// A key spelt nearly the same, else the same key of another section, else the token of a caller that was given without a table.
    fn near(&self, key: &str) -> Option<String> {
        let name = key.strip_prefix("callers.").filter(|name| !name.contains('.'));
        let of_caller = || Some(format!("callers.{}.token", name?));
        let likeness = |known: &&String| strsim::normalized_damerau_levenshtein(key, known);
        let best = self.known.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let elsewhere = || {
            let (_, name) = key.rsplit_once('.')?;
            self.known.iter().find(|known| known.rsplit_once('.').is_some_and(|(_, own)| own == name))
        };
        best.filter(|best| likeness(best) >= NEAR).or_else(elsewhere).cloned().or_else(of_caller)
    }

    /// Every key that was asked for.
    #[cfg(test)]
    pub(super) fn known(&self) -> &[String] {
        &self.known
    }
}

fn scalar(key: &str, value: Value) -> Result<String, String> {
    let problem = "is a list or a table of its own; write one text, number or boolean";
    value.into_string().map_err(|_| refused(key, "[…]", problem))
}

/// Where the TOML breaks. The parser's own words would quote the line, and with it perhaps a token.
pub(super) fn not_toml(why: ConfigError) -> String {
    let text =
        if let ConfigError::FileParse { cause, .. } = why { cause.to_string() } else { why.to_string() };
    let mut lines = text.lines();
    let Some(place) = lines.next().and_then(|first| first.strip_prefix("TOML parse error ")) else {
        return "is no TOML that fits; look for a number out of range".to_owned();
    };
    let reason = lines.next_back().filter(|last| !last.contains('|')).unwrap_or("not understood");
    format!("is no TOML {place}: {reason}")
}
