//! The issues of a project that a caller sees.

use super::{
    access,
    call::Call,
    fault::{Fault, Missing},
    models::{Issue, Project},
    world::World,
};

/// The issues of a project that the caller sees; empty if issues are disabled.
pub(super) fn visible<'world>(world: &'world World, call: &Call, project: &Project) -> Vec<&'world Issue> {
    if !project.issues_enabled {
        return Vec::new();
    }
    let sees_all = sees_confidential(world, call, project);
    let shown = |issue: &&Issue| sees_all || !issue.confidential || Some(issue.author_id) == call.caller;
    world.issues_of(project.id).filter(shown).collect()
}

fn sees_confidential(world: &World, call: &Call, project: &Project) -> bool {
    call.caller.is_some_and(|user| world.project_access(user, project) >= access::PLANNER)
}

/// The issue of `:issue_iid`.
pub(super) fn find<'world>(
    world: &'world World,
    call: &Call,
    project: &Project,
) -> Result<&'world Issue, Fault> {
    let iid = call.integer_segment("issue_iid")?;
    let sees_all = sees_confidential(world, call, project);
    world
        .find_issue(project.id, iid)
        .filter(|issue| sees_all || !issue.confidential || Some(issue.author_id) == call.caller)
        .ok_or(Fault::NotFound(Missing::Record))
}
