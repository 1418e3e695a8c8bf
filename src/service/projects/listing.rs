//! assistant-list, -members, -milestones, -tasks and -progress: the projects of a group, who works on a project, its milestones,
//! its open and its closed issues.

use crate::service::{prelude::*, resolve::prelude::*};

/// A group and its own projects.
#[derive(Debug)]
pub struct GroupProjects {
    /// The group's full path.
    pub group: String,
    /// The group with its score, if it was given by a hint.
    pub chosen: Option<Chosen<Group>>,
    /// Its projects by name.
    pub projects: Vec<Project>,
    /// Whether the host has more.
    pub truncated: bool,
}

/// Lists the projects of a group (projects assistant-list, rule 3).
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn list(service: &Service, target: &GroupTarget, limit: Limit) -> Resolved<GroupProjects, Group> {
    let page = |group| service.gitlab.group_projects(group).page(1, limit.page_size());
    let (group, chosen, page) = match target {
        GroupTarget::Confirmed(path) => {
            let found = group_at(service, path).await?;
            let name = if found.full_path.is_empty() { path.to_string() } else { found.full_path };
            (name, None, page(found.id).await?)
        }
        GroupTarget::Hint(hint) => {
            let chosen = resolve_group(service, hint, Purpose::Read).await?;
            let path = FullPath::parse(&chosen.item.full_path)
                .map_err(|_| Error::Incomplete(HostObject::Namespace))?;
            // The look-up mostly confirms the group that the hint found, so both reads go out together.
            let (found, early) = join!(group_at(service, &path), page(chosen.item.id));
            let found = found?;
            let page = if found.id == chosen.item.id { early? } else { page(found.id).await? };
            (path.to_string(), Some(chosen), page)
        }
    };
    let truncated = page.truncated();
    let mut projects = page.items;
    projects.retain(|project| service.sees(&project.path_with_namespace));
    projects.sort_by_cached_key(|project| project.name.to_lowercase());
    Ok(GroupProjects { group, chosen, projects, truncated })
}

/// Lists the active members of a project by name, those of the groups above included, and whether each is the account that the
/// bridge acts as. The host assigns issues to nobody else.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn members(service: &Service, target: &ProjectTarget, limit: Limit) -> OfProject<(Member, bool)> {
    let project = resolve_project(service, target).await?;
    let members = service.gitlab.members(Holder::Project(project.item.id));
    let (page, own) = join!(members.page(1, limit.page_size()), service.gitlab.own_user());
    let page = page?;
    let own = own.inspect_err(|error| tracing::warn!(%error, "the bridge's own account could not be read"));
    let own = own.ok().map(|own| own.id);
    let truncated = page.truncated();
    // Old hosts list a member of the group and of the project twice.
    let mut seen = HashSet::new();
    let members = page.items.into_iter().filter(Member::is_active);
    let mut members: Vec<_> = members.filter(|member| seen.insert(member.id)).collect();
    members.sort_by_cached_key(|member| member.name.to_lowercase());
    let marked = |member: Member| {
        let is_own = own == Some(member.id);
        (member, is_own)
    };
    let items = members.into_iter().map(marked).collect();
    Ok(ProjectItems { project, items, truncated })
}

/// Lists the milestones of a project in the host's order, those of the groups above included. Their descriptions have at most
/// 300 characters.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn milestones(
    service: &Service,
    target: &ProjectTarget,
    state: StateFilter,
    limit: Limit,
) -> OfProject<Milestone> {
    let project = resolve_project(service, target).await?;
    let milestones = service.gitlab.milestones(Holder::Project(project.item.id)).with_ancestors();
    let page = milestones.of_state(&state).page(1, limit.page_size()).await?;
    let has_more = page.truncated();
    let mut items = page.items;
    let descriptions = items.iter_mut().filter_map(|milestone| milestone.description.as_mut());
    let is_cut = descriptions.fold(false, |is_cut, description| cut(description, MILESTONE_SHOWN) | is_cut);
    Ok(ProjectItems { project, items, truncated: has_more || is_cut })
}

/// A project's issues, one page of each state.
#[derive(Debug)]
pub struct Tasks {
    /// The project.
    pub project: Chosen<Project>,
    /// Open issues.
    pub opened: Vec<Issue>,
    /// Closed issues.
    pub closed: Vec<Issue>,
    /// Whether the host has more of either.
    pub truncated: bool,
}

/// A part in percent of a whole, rounded down; 0 if the whole is 0.
pub fn percent(part: usize, whole: usize) -> usize {
    (100 * part).checked_div(whole).unwrap_or(0)
}

/// The open and the closed issues of a project.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn tasks(service: &Service, target: &ProjectTarget) -> Resolved<Tasks, Project> {
    let project = resolve_project(service, target).await.map_err(incomplete)?;
    let page = |state| {
        let issues = service.gitlab.issues(project.item.id, &state, IssueOrder::Created);
        issues.page(1, TASKS_READ)
    };
    let (opened, closed) =
        in_order(page(StateFilter::only("opened")), page(StateFilter::only("closed"))).await?;
    let truncated = opened.truncated() || closed.truncated();
    Ok(Tasks { project, opened: opened.items, closed: closed.items, truncated })
}

/// A project without `id` is an unusable answer of the host here; in the operations on issues it counts as not found
/// (interface, Errors).
pub(super) fn incomplete<U>(halt: Halt<U>) -> Halt<U> {
    match halt {
        Halt::Failed(Error::ProjectWithoutId(_)) => Halt::Failed(Error::Incomplete(HostObject::Project)),
        other => other,
    }
}
