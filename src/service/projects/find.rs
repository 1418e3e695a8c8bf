//! find: the projects that words may mean, or all of them.

use crate::service::{prelude::*, resolve::prelude::*};

/// The projects that were found.
#[derive(Debug)]
pub struct FoundProjects {
    /// The group in which they were looked for, if a hint named one.
    pub group: Option<Chosen<Group>>,
    /// The projects, best first, or last active first without a score.
    pub projects: Vec<(Project, Option<Score>)>,
    /// The nearest projects, if none was found.
    pub suggestions: Vec<Scored<Project>>,
    /// Whether there are more.
    pub truncated: bool,
}

/// Finds the projects that words may mean, in a group with all below it or wherever the bridge may look; all of them for blank
/// words.
///
/// # Errors
/// What the group's hint left open, or a failed call.
pub async fn find(
    service: &Service,
    hint: &ProjectHint,
    group: Option<&GroupHint>,
    limit: Limit,
) -> Resolved<FoundProjects, Group> {
    let group = match group {
        Some(group) => Some(resolve_group(service, group, Purpose::Read).await?),
        None => None,
    };
    let inside = group.as_ref().map(|group| service.within(&group.item));
    let service = inside.as_ref().unwrap_or(service);
    let (more, mut projects, suggestions) = if Hint::new(&hint.text).is_blank() {
        last_active(service, &hint.root, limit).await?
    } else {
        let (verdict, more) = find_projects(service, hint, limit).await?;
        let (found, nearest) = what_fits(verdict);
        (more, found, nearest)
    };
    let truncated = more || projects.len() > limit.get();
    projects.truncate(limit.get());
    Ok(FoundProjects { group, projects, suggestions, truncated })
}

/// What is shown of a search: whether the host has more; the projects; and those that come nearest.
type Shown = (bool, Vec<(Project, Option<Score>)>, Vec<Scored<Project>>);

/// The projects inside the roots, last active first.
async fn last_active(service: &Service, root: &Root, limit: Limit) -> Result<Shown> {
    let host = &service.gitlab;
    let holds = |project: &Project| service.is_seen(root, project);
    let is_enough = |read: &[Project], _| read.iter().filter(|project| holds(project)).count() >= limit.get();
    let read = async |projects, is_filtered| {
        let page_size = if is_filtered { FULL_PAGE } else { limit.page_size() };
        read_until(service, projects, (page_size, limit.get()), is_enough).await
    };
    let inside = async |group| read(host.projects_below(&group), !root.is_anywhere()).await;
    let everywhere = async {
        // On a shared host, roots that are not groups are looked for among the token's own projects.
        let has_roots = service.roots.prefixes().is_some();
        let projects = if has_roots { host.projects().own() } else { host.projects() };
        read(projects, has_roots || !root.is_anywhere()).await
    };
    let Look { items: mut projects, more, .. } =
        in_each_root(service, inside, everywhere).await?.into_iter().collect();
    let mut seen = HashSet::new();
    projects.retain(|project| holds(project) && seen.insert(project.id));
    // The projects of several roots; those of one are in this order.
    projects.sort_by_cached_key(|project| Reverse(project.last_activity_at.clone()));
    Ok((more, projects.into_iter().map(|project| (project, None)).collect(), Vec::new()))
}
