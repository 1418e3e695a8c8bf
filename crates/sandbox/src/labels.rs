//! Labels of a project, and new ones of a group.

use serde_json::{Map, Value, json};

use super::{
    access,
    answer::{Answer, Reply},
    call::Call,
    fault::{Fault, Missing},
    groups,
    models::{IssueState, Label, Namespace, Owner, Project},
    pagination::paginate,
    projects,
    search::{Pattern, collation_key},
    visible_issues::visible,
    world::World,
};

const MAX_TITLE: usize = 255;
const TAKEN: &str = "has already been taken";

/// CSS names of colours, which are stored as hexadecimal values.
const NAMED_COLORS: &[(&str, &str)] = &[
    ("black", "#000000"),
    ("blue", "#0000FF"),
    ("gray", "#808080"),
    ("green", "#008000"),
    ("orange", "#FFA500"),
    ("pink", "#FFC0CB"),
    ("purple", "#800080"),
    ("red", "#FF0000"),
    ("teal", "#008080"),
    ("white", "#FFFFFF"),
    ("yellow", "#FFFF00"),
];

/// `GET /projects/:id/labels`: those of the groups above too, unless a parameter says otherwise. Needs a token even in a public
/// project.
pub(super) fn list(world: &World, call: &Call) -> Reply {
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
        let mut shown = view(project, label);
        if has_counts && let Value::Object(fields) = &mut shown {
            fields.extend(counts(world, call, label));
        }
        shown
    })
}

fn is_own(label: &Label, project: &Project) -> bool {
    label.owner == Owner::Project(project.id)
}

/// `GET /projects/:id/labels/:name`, by id, else by title. As a database does, it reads the digits that a title begins with as an id.
pub(super) fn show(world: &World, call: &Call) -> Reply {
    call.user()?;
    let project = projects::find(world, call)?;
    let name = call.segment("name");
    let digits = name.split(|character: char| !character.is_ascii_digit()).next().unwrap_or_default();
    let by_id = world.labels_for(project).find(|label| Ok(label.id) == digits.parse());
    let label = by_id.or_else(|| world.find_label(project, name));
    label.map(|label| Answer::ok(view(project, label))).ok_or(Fault::NotFound(Missing::Label))
}

/// `POST /projects/:id/labels`.
pub(super) fn create(world: &mut World, call: &Call) -> Reply {
    let absent: Vec<_> = ["name", "color"].into_iter().filter(|&name| !call.params.has(name)).collect();
    if !absent.is_empty() {
        let texts: Vec<_> = absent.iter().map(|name| format!("{name} is missing")).collect();
        return Err(Fault::Parameter(texts.join(", ")));
    }
    let project = projects::find_with_level(world, call, access::PLANNER)?.clone();
    let sent = call.params.required("name")?;
    if world.find_label(&project, &sent).is_some() {
        return Err(Fault::Conflict("Label already exists"));
    }
    let name = sanitised(&sent);
    let color = check(&name, &call.params.required("color")?, taken(world, &project, &name))?;
    let id = world.label(project.id, &name, &color);
    let description = call.params.filled("description");
    let priority = call.params.id("priority")?;
    world.edit_label(id, |label| {
        label.description = description;
        label.priority = priority;
    });
    world.tick();
    let label = world.labels.get(&id).ok_or(Fault::NotFound(Missing::Label))?;
    Ok(Answer::created(view(&project, label)))
}

/// `POST /groups/:id/labels`.
pub(super) fn create_in_group(world: &mut World, call: &Call) -> Reply {
    let (sent, color) = (call.params.required("name")?, call.params.required("color")?);
    let group = groups::find_with_level(world, call, access::PLANNER)?;
    let owners: Vec<_> = world.lineage(Some(group.id)).map(|group| Owner::Group(group.id)).collect();
    if world.labels.values().any(|label| label.name == sent && owners.contains(&label.owner)) {
        return Err(Fault::Conflict("Label already exists"));
    }
    let name = sanitised(&sent);
    let is_own = |label: &Label| label.name == name && label.owner == Owner::Group(group.id);
    let taken = world.labels.values().any(is_own).then(|| TAKEN.to_owned());
    let color = check(&name, &color, taken)?;
    let id = world.group_label(group.id, &name, &color);
    world.tick();
    world.labels.get(&id).map(|label| Answer::created(detail(label))).ok_or(Fault::NotFound(Missing::Label))
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

/// Why a cleaned title is refused that the project, or the group around it, has already. The title as it was sent is compared before,
/// and with the labels of all groups above.
fn taken(world: &World, project: &Project, name: &str) -> Option<String> {
    let owner = world.find_label(project, name)?.owner;
    let group = match (owner, project.namespace) {
        (Owner::Group(id), Namespace::Group(around)) if id == around => world.groups.get(&id)?,
        (Owner::Group(_), _) => return None,
        (Owner::Project(_), _) => return Some(TAKEN.to_owned()),
    };
    Some(format!("already exists at group level for {}. Please choose another one.", group.name))
}

/// The colour to store, or everything that is wrong.
fn check(name: &str, color: &str, taken: Option<String>) -> Result<String, Fault> {
    let mut refusals: Vec<_> = taken.map(|text| ("title".to_owned(), text)).into_iter().collect();
    let mut refuse = |field: &str, text: &str| refusals.push((field.to_owned(), text.to_owned()));
    if name.is_empty() {
        refuse("title", "can't be blank");
    }
    if name.is_empty() || name.contains(',') {
        refuse("title", "is invalid");
    }
    if name.chars().count() > MAX_TITLE {
        refuse("title", "is too long (maximum is 255 characters)");
    }
    let stored = stored_color(color);
    if stored.is_none() {
        refuse("color", "must be a valid color code");
    }
    stored.filter(|_| refusals.is_empty()).ok_or(Fault::Invalid(refusals))
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
fn counts(world: &World, call: &Call, label: &Label) -> Map<String, Value> {
    let is_inside = |project: &&Project| match label.owner {
        Owner::Project(id) => project.id == id,
        Owner::Group(id) => project.namespace == Namespace::Group(id),
    };
    let projects = world.projects.values().filter(is_inside);
    let issues: Vec<_> = projects.flat_map(|project| visible(world, call, project)).collect();
    let count = |state: IssueState| {
        json!(
            issues.iter().filter(|issue| issue.state == state && issue.labels.contains(&label.name)).count()
        )
    };
    let mut counts = Map::new();
    counts.insert("open_issues_count".to_owned(), count(IssueState::Opened));
    counts.insert("closed_issues_count".to_owned(), count(IssueState::Closed));
    counts.insert("open_merge_requests_count".to_owned(), json!(0));
    counts
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
