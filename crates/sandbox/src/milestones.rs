//! Milestones of projects and groups.

use super::prelude::*;

/// `GET /projects/:id/milestones`: without those of the groups above, unless a parameter asks for them.
pub(super) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?;
    let has_ancestors = has_ancestors(world, call)?;
    let rows = world.milestones_for(project.id);
    present(world, call, rows.filter(|milestone| has_ancestors || is_own(milestone, project)).collect())
}

/// `GET /groups/:id/milestones`: with those of the groups above and of what is below, if parameters ask for them.
pub(super) fn list_in_group(world: &World, call: &ApiCall) -> HandlerResult {
    let group = world.group_of(call)?;
    let has_descendants = call.params.flag("include_descendants")? == Some(true);
    let mut owners = vec![Owner::Group(group.id)];
    if has_ancestors(world, call)? {
        owners = world.lineage(Owner::Group(group.id));
    }
    if has_descendants && world.rules.is_from(16, 7) {
        let below = world.groups.values().filter(|other| is_below(&other.full_path, &group.full_path));
        owners.extend(below.map(|below| Owner::Group(below.id)));
        let projects = world.projects_below(call.caller(), group);
        owners.extend(projects.into_iter().map(|project| Owner::Project(project.id)));
    }
    let rows = world.milestones.values().filter(|milestone| owners.contains(&milestone.owner));
    present(world, call, rows.collect())
}

/// A page of the milestones that the parameters select.
fn present(world: &World, call: &ApiCall, mut rows: Vec<&Milestone>) -> HandlerResult {
    let params = &call.params;
    if let Some(state) = params.one_of("state", &["active", "closed", "all"])?.filter(|state| state != "all")
    {
        rows.retain(|milestone| json!(milestone.state) == state);
    }
    let search = params.search(MIN_WORD);
    rows.retain(|milestone| search.matches([milestone.title.as_str(), &milestone.description]));
    // Milestones without a due date come last.
    rows.sort_by_key(|milestone| (milestone.due_date.is_none(), &milestone.due_date, milestone.id));
    paginate(call, &rows, |milestone| view(world, call, milestone))
}

/// Whether the request asks for those of the groups above. The parameter's name changed in 16.7: newer hosts know both names
/// but refuse them together, older hosts ignore the new one.
fn has_ancestors(world: &World, call: &ApiCall) -> Result<bool, ApiError> {
    const OLD: &str = "include_parent_milestones";
    const NEW: &str = "include_ancestors";
    let knows_new = world.rules.is_from(16, 7);
    if knows_new && call.params.has(OLD) && call.params.has(NEW) {
        return Err(ApiError::parameter(
            "include_ancestors, include_parent_milestones are mutually exclusive",
        ));
    }
    let asked = if knows_new { call.params.flag(NEW)? } else { None };
    Ok(asked.or(call.params.flag(OLD)?) == Some(true))
}

fn is_own(milestone: &Milestone, project: &Project) -> bool {
    milestone.owner == Owner::Project(project.id)
}

/// `GET /projects/:id/milestones/:milestone_id`: a milestone of a group above is not found, although issues may have it.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?;
    let id = call.integer_segment("milestone_id")?;
    let milestone = world.milestones.get(&id).filter(|milestone| is_own(milestone, project));
    milestone.map(|milestone| ok(&view(world, call, milestone))).ok_or_else(ApiError::absent)
}

/// `POST …/milestones`, of a project or a group.
pub(super) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let owner = world.owner_of(call, access::PLANNER)?;
    let title = call.params.required("title")?;
    let due_date = call.params.date("due_date")?;
    let new = NewMilestone { title, due_date: due_date.map(Day::On), ..NewMilestone::default() };
    let id = world.add_milestone(owner, new);
    let milestone = world.milestones.get(&id).ok_or_else(ApiError::absent)?;
    Ok(created(&view(world, call, milestone)))
}

/// A milestone as lists, issues and a read of one milestone show it.
pub(super) fn view(world: &World, call: &ApiCall, milestone: &Milestone) -> Value {
    let (owner, id) = match milestone.owner {
        Owner::Project(id) => ("project_id", id),
        Owner::Group(id) => ("group_id", id),
    };
    let is_past = milestone.due_date.as_ref().is_some_and(|date| *date < world.now().date());
    let stored =
        with(json!(milestone), json!({ owner: id, "updated_at": milestone.created_at, "expired": is_past }));
    record(call, "milestone", stored, &world.page_of(milestone.owner))
}
