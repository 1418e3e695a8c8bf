//! Labels of a project, and new ones of a group.

use super::prelude::*;

const MAX_TITLE: usize = 255;

/// `GET /projects/:id/labels`: those of the groups above too.
pub(super) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?;
    let mut rows: Vec<_> = world.labels_for(project.id).collect();
    let search = call.params.search(1);
    rows.retain(|label| search.matches([&label.name, label.description.as_deref().unwrap_or_default()]));
    rows.sort_by_cached_key(|label| collation_key(&label.name));
    paginate(call, &rows, |label| view(call, label))
}

/// `GET /projects/:id/labels/:name`, by id, else by title. As a database does, it reads the digits that a title begins with as an id.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?;
    let name = call.segment("name");
    let digits = name.split(|character: char| !character.is_ascii_digit()).next().unwrap_or_default();
    let by_id = world.labels_for(project.id).find(|label| Ok(label.id) == digits.parse());
    let label = by_id.or_else(|| world.find_label(project.id, name));
    label.map(|label| ok(&view(call, label))).ok_or_else(|| ApiError::not_found("Label"))
}

/// `POST …/labels`, of a project or a group. Neither it nor a group above may have one of that title.
pub(super) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let owner = world.owner_of(call, access::PLANNER)?;
    let owners = world.lineage(owner);
    let (name, color) = (call.params.required("name")?.trim().to_owned(), call.params.required("color")?);
    if world.labels.values().any(|label| label.name == name && owners.contains(&label.owner)) {
        return Err(ApiError::message(StatusCode::CONFLICT, "Label already exists"));
    }
    let is_code = |digits: &str| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut refusals = FieldErrors::default();
    refusals.add_if(name.is_empty(), "title", "can't be blank");
    refusals.add_if(name.is_empty() || name.contains(','), "title", "is invalid");
    refusals.bound("title", &name, MAX_TITLE);
    refusals.add_if(!color.strip_prefix('#').is_some_and(is_code), "color", "must be a valid color code");
    refusals.into_result()?;
    let description = call.params.filled("description");
    let id = world.add_label(owner, Label { name, description, ..Label::default() }, &color);
    world.tick();
    world.labels.get(&id).map(|label| created(&view(call, label))).ok_or_else(ApiError::absent)
}

/// The colour of the text: dark on light colours.
fn text_color(color: &str) -> &'static str {
    let channel = |from: usize| {
        color.get(from..from + 2).and_then(|digits| u16::from_str_radix(digits, 16).ok()).unwrap_or_default()
    };
    if channel(1) + channel(3) + channel(5) > 500 { "#1F1E24" } else { "#FFFFFF" }
}

fn view(call: &ApiCall, label: &Label) -> Value {
    let more = json!({
        "description_html": label.description,
        "text_color": text_color(&label.color),
        "is_project_label": matches!(label.owner, Owner::Project(_)),
    });
    record(call, "label", with(json!(label), more), "")
}
