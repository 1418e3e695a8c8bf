//! The rules for a project's name and path.

use std::iter;

use crate::{fault::Fault, search::collation_key};

const MAX_NAME: usize = 255;
const MAX_DESCRIPTION: usize = 2000;

const NAME_CHARACTERS: &str = "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must \
                               start with a letter, digit, emoji, or '_'.";
const PATH_CHARACTERS: &str = "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in \
                               '.git' or end in '.atom'";
const PATH_SPECIALS: &str =
    "must not start or end with a special character and must not contain consecutive special characters.";
const TAKEN: &str = "has already been taken";

/// Reserved paths, which would hide pages of the web interface.
const RESERVED: &[&str] = &[
    "-",
    "badges",
    "blame",
    "blob",
    "builds",
    "commits",
    "create",
    "create_dir",
    "edit",
    "files",
    "find_file",
    "new",
    "preview",
    "raw",
    "refs",
    "tree",
    "update",
    "wikis",
];

/// The refusals of GitLab's models, by field, for [`Fault::Invalid`].
#[derive(Debug, Default)]
pub(super) struct Refusals(Vec<(String, String)>);

impl Refusals {
    /// Checks the characters and the length of a name.
    pub(super) fn check_name(&mut self, name: &str) {
        if name.chars().count() > MAX_NAME {
            self.twice("name", &too_long(MAX_NAME));
        }
        if name.is_empty() {
            self.twice("name", "can't be blank");
        }
        if !is_name(name) {
            self.twice("name", NAME_CHARACTERS);
        }
    }

    /// Checks the characters and the length of a path, and that it is not reserved.
    pub(super) fn check_path(&mut self, path: &str) {
        if path.len() > MAX_NAME {
            self.twice("path", &too_long(MAX_NAME));
        }
        if !path.bytes().all(|byte| is_plain(byte) || is_special(byte))
            || matches!(path.rsplit_once('.'), Some((_, "git" | "atom")))
        {
            self.twice("path", PATH_CHARACTERS);
        }
        if !has_single_specials(path) {
            self.0.push(("path".to_owned(), PATH_SPECIALS.to_owned()));
        }
        if RESERVED.contains(&path.to_lowercase().as_str()) {
            self.twice("path", &format!("{path} is a reserved name"));
        }
    }

    /// Checks the length of a description.
    pub(super) fn check_description(&mut self, description: &str) {
        if description.chars().count() > MAX_DESCRIPTION {
            self.0.push(("description".to_owned(), too_long(MAX_DESCRIPTION)));
        }
    }

    /// Refuses a name and a path that the namespace has already.
    pub(super) fn check_taken(&mut self, name: bool, path: bool) {
        if name {
            self.twice("name", TAKEN);
        }
        if path {
            self.0.push(("path".to_owned(), TAKEN.to_owned()));
        }
    }

    /// Fails with all refusals, if there are any.
    pub(super) fn into_result(self) -> Result<(), Fault> {
        if self.0.is_empty() { Ok(()) } else { Err(Fault::Invalid(self.0)) }
    }

    /// Adds a refusal twice, since GitLab reports it for the project and for its namespace.
    fn twice(&mut self, field: &str, text: &str) {
        for field in [field.to_owned(), format!("project_namespace.{field}")] {
            self.0.push((field, text.to_owned()));
        }
    }
}

fn too_long(maximum: usize) -> String {
    format!("is too long (maximum is {maximum} characters)")
}

fn is_name(name: &str) -> bool {
    let is_symbol = |character: char| ('\u{00A9}'..='\u{1f9ff}').contains(&character);
    let starts = |character: char| character.is_alphanumeric() || is_symbol(character) || character == '_';
    let goes_on = |character: char| starts(character) || "-+. ".contains(character);
    name.chars().next().is_some_and(starts) && name.chars().all(goes_on)
}

const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

const fn is_special(byte: u8) -> bool {
    matches!(byte, b'.' | b'_' | b'-')
}

/// Whether a path has no special character at the start, at the end, or next to another one.
fn has_single_specials(path: &str) -> bool {
    let bounded = iter::once(b'-').chain(path.bytes()).chain(iter::once(b'-'));
    let mut pairs = bounded.clone().zip(bounded.skip(1));
    pairs.all(|(left, right)| !(is_special(left) && is_special(right)))
}

/// The path for a name, if the request has none: letters and digits, with `-` between them.
pub(super) fn path_of(name: &str) -> String {
    if !name.is_empty() && name.bytes().all(|byte| is_plain(byte) || is_special(byte)) {
        return name.to_owned();
    }
    let plain = collation_key(name);
    let kept = |character: char| character.is_ascii_alphanumeric() || character == '_';
    plain.split(|character| !kept(character)).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
