//! Labels of a project, and new ones of a group.

use serde_json::{Value, json};

use super::{
    HandlerResult, World, access,
    answer::{Answer, with},
    api_call::ApiCall,
    groups,
    models::{Group, IssueState, Label, Namespace, Owner, Project},
    pagination::paginate,
    projects,
    refusal::{Refusal, Refusals},
    search::{Pattern, collation_key},
    world::NewLabel,
};

const MAX_TITLE: usize = 255;

/// CSS names of colours, which are stored as hexadecimal values.
#[rustfmt::skip]
const NAMED_COLORS: &[(&str, &str)] = &[
    ("black", "#000000"), ("blue", "#0000FF"), ("gray", "#808080"), ("green", "#008000"), ("orange", "#FFA500"),
    ("pink", "#FFC0CB"), ("purple", "#800080"), ("red", "#FF0000"), ("teal", "#008080"), ("white", "#FFFFFF"),
    ("yellow", "#FFFF00"),
];

/// `GET /projects/:id/labels`: those of the groups above too, unless a parameter says otherwise. Needs a token even in a public
/// project.
pub(super) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    call.user()?;
    let project = projects::find(world, call)?;
    let has_ancestors = call.params.flag("include_ancestor_groups")? != Some(false);
    let mut rows: Vec<_> =
        world.labels_for(project).filter(|label| has_ancestors || is_own(label, project)).collect();
    if let Some(search) = call.params.text("search").as_deref().and_then(Pattern::any_length) {
        rows.retain(|label| search.matches([&label.name, label.description.as_deref().unwrap_or_default()]));
    }
    rows.sort_by_cached_key(|label| collation_key(&label.name));
    let has_counts = call.params.flag("with_counts")? == Some(true);
    paginate(call, &rows, |label| {
        let shown = view(project, label);
        if has_counts { with(shown, counts(world, call, label)) } else { shown }
    })
}

fn is_own(label: &Label, project: &Project) -> bool {
    label.owner == Owner::Project(project.id)
}

/// `GET /projects/:id/labels/:name`, by id, else by title. As a database does, it reads the digits that a title begins with as an id.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    call.user()?;
    let project = projects::find(world, call)?;
    let name = call.segment("name");
    let digits = name.split(|character: char| !character.is_ascii_digit()).next().unwrap_or_default();
    let by_id = world.labels_for(project).find(|label| Ok(label.id) == digits.parse());
    let label = by_id.or_else(|| world.find_label(project, name));
    label.map(|label| Answer::ok(&view(project, label))).ok_or_else(|| Refusal::not_found("Label"))
}

/// `POST /projects/:id/labels`.
pub(super) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let absent = ["name", "color"].into_iter().filter(|&name| !call.params.has(name));
    let absent: Vec<_> = absent.map(|name| format!("{name} is missing")).collect();
    if !absent.is_empty() {
        return Err(Refusal::parameter(&absent.join(", ")));
    }
    let project = projects::find_with_level(world, call, access::PLANNER)?;
    let owners: Vec<_> = world.owners(&project).collect();
    let around = match project.namespace {
        Namespace::Group(id) => world.groups.get(&id),
        Namespace::User(_) => None,
    };
    let new = new_label(world, call, &owners, around)?;
    let label = add(world, Owner::Project(project.id), new)?;
    Ok(Answer::created(&view(&project, &label)))
}

/// `POST /groups/:id/labels`.
pub(super) fn create_in_group(world: &mut World, call: &ApiCall) -> HandlerResult {
    call.params.required("name").and(call.params.required("color"))?;
    let group = groups::find_with_level(world, call, access::PLANNER)?;
    let owners: Vec<_> = world.lineage(Some(group.id)).map(|group| Owner::Group(group.id)).collect();
    let new = NewLabel { description: None, priority: None, ..new_label(world, call, &owners, None)? };
    let label = add(world, Owner::Group(group.id), new)?;
    Ok(Answer::created(&detail(&label)))
}

fn add(world: &mut World, owner: Owner, new: NewLabel) -> Result<Label, Refusal> {
    let id = world.add_label(owner, new, "");
    world.tick();
    world.labels.get(&id).cloned().ok_or_else(|| Refusal::not_found("Label"))
}

/// The label that a call asks for, in the first of these owners; the others are the groups above. The title is compared with all of
/// theirs as it was sent. Once it is cleaned, it is compared with those of the owner, and of the group `around` a project.
fn new_label(
    world: &World,
    call: &ApiCall,
    owners: &[Owner],
    around: Option<&Group>,
) -> Result<NewLabel, Refusal> {
    let params = &call.params;
    let (sent, color) = (params.required("name")?, params.required("color")?);
    let is_taken = |name: &str, owner: Owner| {
        world.labels.values().any(|label| label.name == name && label.owner == owner)
    };
    if owners.iter().any(|owner| is_taken(&sent, *owner)) {
        return Err(Refusal::conflict("Label already exists"));
    }
    let (name, stored) = (sanitised(&sent), stored_color(&color));
    let mut refusals = Refusals::default();
    if owners.first().is_some_and(|owner| is_taken(&name, *owner)) {
        refusals.add("title", "has already been taken");
    } else if let Some(group) = around.filter(|group| is_taken(&name, Owner::Group(group.id))) {
        let text = format!("already exists at group level for {}. Please choose another one.", group.name);
        refusals.add("title", &text);
    }
    refusals.add_if(name.is_empty(), "title", "can't be blank");
    refusals.add_if(name.is_empty() || name.contains(','), "title", "is invalid");
    refusals.bound("title", &name, MAX_TITLE);
    refusals.add_if(stored.is_none(), "color", "must be a valid color code");
    refusals.into_result()?;
    let (description, priority) = (params.filled("description"), params.id("priority")?);
    Ok(NewLabel { name, color: stored, description, priority, lock_on_merge: false })
}

/// A title without HTML tags and without surrounding spaces, so the stored title can differ from the one that was sent.
fn sanitised(title: &str) -> String {
    let mut text = String::with_capacity(title.len());
    let mut rest = title;
    while let Some((before, tag)) = rest.split_once('<') {
        // A `<` that starts no tag stays, as in "a < b".
        let is_tag = tag.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
        let Some((_, after)) = tag.split_once('>').filter(|_| is_tag) else { break };
        text.push_str(before);
        rest = after;
    }
    text.push_str(rest);
    text.trim().to_owned()
}

fn stored_color(color: &str) -> Option<String> {
    let named = NAMED_COLORS.iter().find(|(name, _)| name.eq_ignore_ascii_case(color));
    if let Some((_, hexadecimal)) = named {
        return Some((*hexadecimal).to_owned());
    }
    let digits = color.strip_prefix('#')?;
    let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    match digits.len() {
        6 if is_hexadecimal => Some(color.to_owned()),
        3 if is_hexadecimal => {
            Some(digits.chars().fold("#".to_owned(), |all, digit| format!("{all}{digit}{digit}")))
        }
        _ => None,
    }
}

/// The colour of the text: dark on light colours.
fn text_color(color: &str) -> &'static str {
    let channel = |from: usize| {
        color.get(from..from + 2).and_then(|digits| u16::from_str_radix(digits, 16).ok()).unwrap_or_default()
    };
    if channel(1) + channel(3) + channel(5) > 500 { "#1F1E24" } else { "#FFFFFF" }
}

fn view(project: &Project, label: &Label) -> Value {
    json!({
        "id": label.id,
        "name": label.name,
        "description": label.description,
        "description_html": label.description,
        "text_color": text_color(&label.color),
        "color": label.color,
        "archived": false,
        "subscribed": false,
        "priority": label.priority,
        "is_project_label": is_own(label, project),
    })
}

/// The fields that `with_counts` adds. The host counts issues where the label is defined: in the project, or in the projects
/// directly in the group, whatever project the list belongs to.
fn counts(world: &World, call: &ApiCall, label: &Label) -> Value {
    let is_inside = |project: &&Project| match label.owner {
        Owner::Project(id) => project.id == id,
        Owner::Group(id) => project.namespace == Namespace::Group(id),
    };
    let projects = world.projects.values().filter(is_inside);
    let issues = projects.flat_map(|project| world.visible_issues(call.caller, project));
    let labelled = issues.filter(|issue| issue.labels.contains(&label.name));
    let (open, closed): (Vec<_>, Vec<_>) = labelled.partition(|issue| issue.state == IssueState::Opened);
    json!({ "open_issues_count": open.len(), "closed_issues_count": closed.len(), "open_merge_requests_count": 0 })
}

/// A label as issues embed it with `with_labels_details`.
pub(super) fn detail(label: &Label) -> Value {
    json!({
        "id": label.id,
        "name": label.name,
        "color": label.color,
        "description": label.description,
        "description_html": label.description,
        "text_color": text_color(&label.color),
        "remove_on_close": false,
        "archived": false,
    })
}
