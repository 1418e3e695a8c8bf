//! `POST /projects`, and the rules for a project's name and path.

use std::iter;

use super::shown;
use crate::prelude::*;

const MAX_DESCRIPTION: usize = 2000;

/// Creates a project in a group, or in the user's own namespace.
pub(crate) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let path = call.params.text("path");
    let name = call.params.text("name").map(|name| name.trim().to_owned()).or_else(|| path.clone());
    let Some(name) = name else {
        return Err(ApiError::parameter("name, path are missing, at least one parameter must be provided"));
    };
    let path = path.unwrap_or_else(|| path_of(&name));
    let description = call.params.text("description");
    let asked = call.params.one_of("visibility", Visibility::NAMES)?;
    let has_readme = call.params.flag("initialize_with_readme")? == Some(true);
    let namespace = namespace(world, call)?;

    let mut refusals = FieldErrors::default();
    check_name(&mut refusals, &name);
    check_path(&mut refusals, &path);
    refusals.bound("description", description.as_deref().unwrap_or_default(), MAX_DESCRIPTION);
    check_taken(&mut refusals, world, namespace, &name, &path);
    refusals.into_result()?;

    let visibility = Visibility::parse(&asked.unwrap_or_default());
    // No higher than that of its group.
    let highest = match namespace {
        Namespace::Group(id) => world.groups.get(&id).map_or(Visibility::Public, |group| group.visibility),
        Namespace::User(_) => Visibility::Public,
    };
    let id = world.add_project(namespace, &path, &name);
    let user = call.caller();
    world.edit_project(id, |project| {
        project.description = description;
        project.visibility = visibility.min(highest);
        project.default_branch = has_readme.then(|| "main".to_owned());
        project.creator_id = user;
    });
    world.members.insert((Owner::Project(id), user), access::OWNER);
    let new_path = world.projects.get(&id).map(|project| project.path_with_namespace.to_lowercase());
    // A path that is used again no longer leads to the project that was moved from it.
    world.moved.retain(|old, _| Some(old) != new_path.as_ref());
    shown(world, call, id, created)
}

/// The answer is the same if the group does not exist, if the user does not see it, and if they may not create a project there.
fn namespace(world: &World, call: &ApiCall) -> Result<Namespace, ApiError> {
    let user = call.caller();
    let Some(id) = call.params.id("namespace_id")? else { return Ok(Namespace::User(user)) };
    let may_create = |group| world.group_access(user, group) >= access::DEVELOPER;
    let mut refusals = FieldErrors::default();
    refusals.add_if(!world.groups.get(&id).is_some_and(may_create), "namespace", "is not valid");
    refusals.into_result().map(|()| Namespace::Group(id))
}

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
