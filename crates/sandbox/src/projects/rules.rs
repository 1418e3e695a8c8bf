//! The rules for a project's name and path.

use std::iter;

use crate::prelude::*;

const MAX_NAME: usize = 255;

const NAME_CHARACTERS: &str = "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must \
                               start with a letter, digit, emoji, or '_'.";
const PATH_CHARACTERS: &str = "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in \
                               '.git' or end in '.atom'";
const PATH_SPECIALS: &str =
    "must not start or end with a special character and must not contain consecutive special characters.";
const TAKEN: &str = "has already been taken";

/// Reserved paths, which would hide pages of the web interface.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "-", "badges", "blame", "blob", "builds", "commits", "create", "create_dir", "edit", "files", "find_file", "new",
    "preview", "raw", "refs", "tree", "update", "wikis",
];

/// The fields in which GitLab reports what is wrong with a name or a path: of the project, and of its namespace.
const NAME: [&str; 2] = ["name", "project_namespace.name"];
const PATH: [&str; 2] = ["path", "project_namespace.path"];

/// Checks the characters and the length of a name.
pub(super) fn check_name(refusals: &mut FieldErrors, name: &str) {
    for field in NAME {
        refusals.bound(field, name, MAX_NAME);
        refusals.add_if(name.is_empty(), field, "can't be blank");
        refusals.add_if(!is_name(name), field, NAME_CHARACTERS);
    }
}

/// Checks the characters and the length of a path, and that it is not reserved.
pub(super) fn check_path(refusals: &mut FieldErrors, path: &str) {
    let is_plain_path = path.bytes().all(|byte| is_plain(byte) || is_special(byte))
        && !matches!(path.rsplit_once('.'), Some((_, "git" | "atom")));
    for field in PATH {
        refusals.bound(field, path, MAX_NAME);
        refusals.add_if(!is_plain_path, field, PATH_CHARACTERS);
        refusals.add_if(field == "path" && !has_single_specials(path), field, PATH_SPECIALS);
        let is_reserved = RESERVED.contains(&path.to_lowercase().as_str());
        refusals.add_if(is_reserved, field, &format!("{path} is a reserved name"));
    }
}

/// Refuses a name or a path that the namespace has already.
pub(super) fn check_taken(
    refusals: &mut FieldErrors,
    world: &World,
    namespace: Namespace,
    name: &str,
    path: &str,
) {
    let siblings: Vec<_> = world.projects.values().filter(|project| project.namespace == namespace).collect();
    for field in NAME {
        refusals.add_if(siblings.iter().any(|project| project.name == name), field, TAKEN);
    }
    let full_path = format!("{}/{path}", world.namespace_names(namespace).0);
    let is_taken = siblings.iter().any(|project| project.path.eq_ignore_ascii_case(path));
    refusals.add_if(is_taken || world.find_group(&full_path).is_some(), "path", TAKEN);
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
