//! find: the projects that words may mean, or all of them.

use crate::service::{
    prelude::*,
    resolve::{GroupHint, ProjectHint, find_projects, read_up_to, resolve_group},
};

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

/// Finds the projects that words may mean, in a group with all below it or wherever the bridge may look; all of them for words
/// that name nothing.
///
/// # Errors
/// What the group's hint left open, or a failed call.
pub async fn find(
    service: &Service,
    hint: &ProjectHint,
    group: Option<&GroupHint>,
    limit: Limit,
) -> Result<FoundProjects, Halt<Unresolved<Group>>> {
    let Some(group) = group else { return Ok(find_in(service, hint, None, limit).await?) };
    let group = resolve_group(service, group, Purpose::Read).await?;
    Ok(find_in(&service.within(&group.item), hint, Some(group), limit).await?)
}

async fn find_in(
    service: &Service,
    hint: &ProjectHint,
    group: Option<Chosen<Group>>,
    limit: Limit,
) -> Result<FoundProjects> {
    let (verdict, more) = match Hint::new(&hint.text) {
        blank if blank.is_blank() => (None, false),
        _ => {
            let (verdict, more) = find_projects(service, hint, limit).await?;
            (Some(verdict), more)
        }
    };
    let candidates = match verdict {
        Some(Err(Unresolved::NotFound(NotFound { suggestions, .. }))) => {
            return Ok(FoundProjects { group, projects: Vec::new(), suggestions, truncated: false });
        }
        Some(Ok(chosen)) => chosen.candidates,
        Some(Err(Unresolved::Ambiguous(Question { candidates, why }))) if why != Why::Doubt(Doubt::Vague) => {
            candidates
        }
        _ => return last_active(service, &hint.root, group, limit).await,
    };
    let truncated = more || candidates.len() > limit.get();
    let found = candidates.into_iter().take(limit.get());
    let projects = found.map(|found| (found.item, Some(found.score))).collect();
    Ok(FoundProjects { group, projects, suggestions: Vec::new(), truncated })
}

/// The projects inside the roots, last active first.
async fn last_active(
    service: &Service,
    root: &Root,
    group: Option<Chosen<Group>>,
    limit: Limit,
) -> Result<FoundProjects> {
    // Where a restriction leaves projects out, further pages are read.
    let most = if root.is_anywhere() { limit.get() } else { LOOKED_AT };
    let host = &service.gitlab;
    let holds = |project: &&Project| service.is_seen(root, *project);
    let is_enough = |first: &[Project], _| first.iter().filter(holds).count() >= limit.get();
    let inside = async |group| read_up_to(service, host.projects_below(&group), most, is_enough).await;
    let everywhere = async {
        // On a shared host, roots that are not groups are looked for among the token's own projects.
        let has_roots = service.roots.prefixes().is_some();
        let all = host.projects();
        let (projects, most) = if has_roots { (all.own(), LOOKED_AT) } else { (all, most) };
        read_up_to(service, projects, most, is_enough).await
    };
    let listings = in_each_root(service, inside, everywhere).await?;
    let has_more = listings.iter().any(|(_, more)| *more);
    let mut seen = HashSet::new();
    let mut projects: Vec<_> = listings
        .into_iter()
        .flat_map(|(projects, _)| projects)
        .filter(|project| holds(&project) && seen.insert(project.id))
        .collect();
    // The projects of several roots; those of one are in this order.
    projects.sort_by_cached_key(|project| Reverse(project.last_activity_at.clone()));
    let truncated = has_more || projects.len() > limit.get();
    projects.truncate(limit.get());
    let projects = projects.into_iter().map(|project| (project, None)).collect();
    Ok(FoundProjects { group, projects, suggestions: Vec::new(), truncated })
}
