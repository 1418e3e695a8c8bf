//! `POST /projects`, and the rules for a project's name and path.

use super::shown;
use crate::prelude::*;

const MAX_DESCRIPTION: usize = 2000;

/// Creates a project in a group.
pub(crate) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let (path, name) = (call.params.required("path")?, call.params.required("name")?.trim().to_owned());
    let description = call.params.text("description");
    let visibility: Visibility = call.params.choice("visibility")?.unwrap_or_default();
    let has_readme = call.params.flag("initialize_with_readme")? == Some(true);
    let group = group(world, call)?.clone();
    check(world, &group, &name, &path, description.as_deref().unwrap_or_default())?;
    let full_path = format!("{}/{path}", group.full_path);
    let id = world.project(&full_path, &name);
    let user = call.caller();
    world.projects.entry(id).and_modify(|project| {
        project.description = description;
        // No higher than that of its group.
        project.visibility = visibility.min(group.visibility);
        project.default_branch = has_readme.then(|| "main".to_owned());
        project.creator_id = user;
    });
    world.members.insert((Owner::Project(id), user), access::OWNER);
    // A path that is used again no longer leads to the project that was moved from it.
    world.moved.remove(&full_path.to_lowercase());
    shown(world, call, id, created)
}

/// The answer is the same if the group does not exist, if the user does not see it, and if they may not create a project there.
fn group<'world>(world: &'world World, call: &ApiCall) -> Result<&'world Group, ApiError> {
    let group = call.params.id("namespace_id")?.and_then(|id| world.groups.get(&id));
    let group =
        group.filter(|group| world.access(call.caller(), Owner::Group(group.id)) >= access::DEVELOPER);
    let refusal = json!({ "message": { "namespace": ["is not valid"] } });
    group.ok_or_else(|| ApiError::json(StatusCode::BAD_REQUEST, &refusal))
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

/// Checks the name, the path and the description of a new project of a group.
fn check(world: &World, group: &Group, name: &str, path: &str, description: &str) -> Result<(), ApiError> {
    let mut refusals = FieldErrors::default();
    let siblings: Vec<_> = world.projects.values().filter(|project| project.group_id == group.id).collect();
    let is_symbol = |character: char| ('\u{00A9}'..='\u{1f9ff}').contains(&character);
    let starts = |character: char| character.is_alphanumeric() || is_symbol(character) || character == '_';
    let goes_on = |character: char| starts(character) || "-+. ".contains(character);
    for field in NAME {
        refusals.bound(field, name, MAX_NAME);
        refusals.add_if(name.is_empty(), field, "can't be blank");
        refusals.add_if(!name.starts_with(starts) || !name.chars().all(goes_on), field, NAME_CHARACTERS);
        refusals.add_if(siblings.iter().any(|project| project.name == name), field, TAKEN);
    }
    let is_special = |character: char| "._-".contains(character);
    let is_known = |character: char| character.is_ascii_alphanumeric() || is_special(character);
    let has_suffix = [".git", ".atom"].iter().any(|suffix| path.ends_with(suffix));
    let is_reserved = RESERVED.contains(&path.to_lowercase().as_str());
    for field in PATH {
        refusals.bound(field, path, MAX_NAME);
        refusals.add_if(has_suffix || !path.chars().all(is_known), field, PATH_CHARACTERS);
        refusals.add_if(is_reserved, field, &format!("{path} is a reserved name"));
    }
    let is_taken = siblings.iter().any(|project| project.path.eq_ignore_ascii_case(path))
        || world.find_group(&format!("{}/{path}", group.full_path)).is_some();
    refusals.add_if(path.split(is_special).any(str::is_empty), "path", PATH_SPECIALS);
    refusals.add_if(is_taken, "path", TAKEN);
    refusals.bound("description", description, MAX_DESCRIPTION);
    refusals.into_result()
}
