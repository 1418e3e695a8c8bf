//! What the settings name by path. What a file holds is never part of an error.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use base64::{Engine, prelude::BASE64_STANDARD};
use config::{File, FileFormat, Source, Value, ValueKind};
use secrecy::{SecretSlice, SecretString};

use super::{
    CallerSettings, Layers,
    callers::caller_token,
    error::{refused, refused_at},
    layers::not_toml,
    reading::read_text,
    values::{self, Parsed},
};
use crate::matching::{NameProblem, Names};

const CERTIFICATE: [&str; 2] = ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"];

/// The text of a file, and the key that names it.
struct NamedFile<'a> {
    key: &'a str,
    path: &'a Path,
    text: &'a str,
}

impl NamedFile<'_> {
    /// What it holds is not allowed.
    fn refused(&self, problem: impl Display) -> String {
        refused(self.key, &self.path.to_string_lossy(), problem)
    }

    /// What its lines say; blank ones and `#` comments are skipped.
    fn lines<T>(&self, parse: impl Fn(&str) -> Parsed<T>) -> Result<Vec<T>, String> {
        let lines = self.text.lines().map(str::trim).zip(1..);
        let meant = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let (key, path) = (self.key, self.path.to_string_lossy());
        let wrong = |number: usize, why| refused_at(key, &format!(" (line {number})"), &path, why);
        meant.map(|(line, number)| parse(line).map_err(|why| wrong(number, why))).collect()
    }
}

impl Layers {
    /// The secret of a key, or of the file that the key `…_file` beside it names; not both.
    pub(super) fn secret(
        &mut self,
        key: &str,
        parse: fn(&str) -> Parsed<SecretString>,
    ) -> Option<SecretString> {
        self.value_or_file(key, parse, |file| parse(file.text.trim()).map_err(|why| file.refused(why)))
    }

    /// A token, or those of a file that may hold several, one a line: the new one beside the old one while callers change over. Empty
    /// where nothing is set, or what is set was refused.
    pub(super) fn tokens(&mut self, key: &str) -> Vec<SecretString> {
        let one = |text: &str| values::token(text).map(|token| vec![token]);
        self.value_or_file(key, one, |file| file.lines(values::token)).unwrap_or_default()
    }

    fn value_or_file<T>(
        &mut self,
        key: &str,
        parse: impl Fn(&str) -> Parsed<T>,
        read: impl FnOnce(&NamedFile<'_>) -> Result<T, String>,
    ) -> Option<T> {
        let file_key = format!("{key}_file");
        let Some(value) = self.optional(key, parse) else { return self.file(&file_key, read) };
        if self.take(&file_key).is_some() {
            self.refuse(format!(
                "{key}: stands beside {key}_file, and one is allowed; drop {key} to use the file"
            ));
        }
        Some(value)
    }

    /// The key of 32 bytes that is all of the file `…_file`, in base64.
    pub(super) fn store_key(&mut self, key: &str) -> Option<SecretSlice<u8>> {
        self.file(&format!("{key}_file"), |file| {
            let bytes = BASE64_STANDARD.decode(file.text.trim()).ok().filter(|bytes| bytes.len() == 32);
            let problem = "holds no key; write 32 random bytes in base64, as openssl rand -base64 32 does";
            bytes.map(SecretSlice::from).ok_or_else(|| file.refused(problem))
        })
    }

    /// One `name:token` or `token` a line; blank lines and `#` comments are skipped.
    pub(super) fn caller_tokens(&mut self, key: &str) -> Option<Vec<CallerSettings>> {
        self.file(key, |file| {
            let callers = Some(file.lines(caller_token)?).filter(|callers| !callers.is_empty());
            callers.ok_or_else(|| file.refused("holds no token; write one name:token or token a line"))
        })
    }

    /// A team's own words, in the TOML file `…_file`.
    pub(super) fn names(&mut self, key: &str) -> Names {
        self.file(&format!("{key}_file"), names_in).unwrap_or_default()
    }

    /// A file that holds a certificate at all. Whether it is a good one shows when the client is built.
    pub(super) fn certificates(&mut self, key: &str) -> Option<PathBuf> {
        self.file(key, |file| {
            let path = CERTIFICATE.iter().all(|line| file.text.contains(line)).then(|| file.path.to_owned());
            path.ok_or_else(|| file.refused("holds no certificate; write PEM with a CERTIFICATE block"))
        })
    }

    /// What `read` makes of the file that a key names. A file may change while its path stays, so it counts in the key's digest.
    fn file<T>(&mut self, key: &str, read: impl FnOnce(&NamedFile<'_>) -> Result<T, String>) -> Option<T> {
        let path = self.optional(key, values::path)?;
        let text = match read_text(&path) {
            Ok(text) if text.trim().is_empty() => Err("is blank; write something into the file".to_owned()),
            read => read.map_err(|why| format!("can't be read ({why}); name a readable file")),
        };
        let file = NamedFile { key, path: &path, text: text.as_deref().unwrap_or_default() };
        self.count_in(key, file.text);
        let held = text.as_ref().map_err(|problem| file.refused(problem)).and_then(|_| read(&file));
        held.map_err(|refused| self.refuse(refused)).ok()
    }
}

/// The names of a TOML file: each is a path, or a list of words.
fn names_in(file: &NamedFile<'_>) -> Result<Names, String> {
    let table = File::from_str(file.text, FileFormat::Toml).collect();
    let table = table.map_err(|why| file.refused(not_toml(why)))?;
    let mut names = Names::default();
    for (name, value) in table {
        let wrong = |problem| file.refused(format!("({name:?}) {problem}"));
        let added = match value.kind {
            ValueKind::String(path) => names.call(&name, &values::root(&path).map_err(wrong)?),
            ValueKind::Array(words) if !words.is_empty() => {
                let words: Result<Vec<String>, _> = words.into_iter().map(text_of).collect();
                names.equate(&name, &words.map_err(wrong)?)
            }
            _ => return Err(wrong(NO_NAME)),
        };
        added.map_err(|problem| match problem {
            NameProblem::Blank => wrong("is blank, or a word of it; write letters or digits"),
            NameProblem::Twice => wrong("stands there twice, small words and accents apart; write it once"),
        })?;
    }
    Ok(names)
}

const NO_NAME: &str =
    "is neither a full path nor a list of words; write \"team/tools\" or [\"some\", \"words\"]";

fn text_of(value: Value) -> Parsed<String> {
    if let ValueKind::String(text) = value.kind { Ok(text) } else { Err(NO_NAME) }
}
