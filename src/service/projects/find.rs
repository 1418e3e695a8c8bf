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
    let group = match group {
        Some(group) => Some(resolve_group(service, group, Purpose::Read).await?),
        None => None,
    };
    let inside = group.as_ref().map(|group| service.within(&group.item));
    let service = inside.as_ref().unwrap_or(service);
    let names_nothing = Hint::new(&hint.text).is_blank();
    let found = if names_nothing { None } else { Some(find_projects(service, hint, limit).await?) };
    let scored = |found: Vec<Scored<Project>>| {
        found.into_iter().map(|found| (found.item, Some(found.score))).collect::<Vec<_>>()
    };
    let mut suggestions = Vec::new();
    let (mut projects, more) = match found {
        Some((Ok(chosen), more)) => (scored(chosen.candidates), more),
        Some((Err(Unresolved::NotFound(found)), _)) => {
            suggestions = found.suggestions;
            (Vec::new(), false)
        }
        Some((Err(Unresolved::Ambiguous(question)), more)) if question.why != Why::Doubt(Doubt::Vague) => {
            (scored(question.candidates), more)
        }
        _ => last_active(service, &hint.root, limit).await?,
    };
    let truncated = more || projects.len() > limit.get();
    projects.truncate(limit.get());
    Ok(FoundProjects { group, projects, suggestions, truncated })
}

/// The projects inside the roots, last active first, and whether the host has more.
async fn last_active(
    service: &Service,
    root: &Root,
    limit: Limit,
) -> Result<(Vec<(Project, Option<Score>)>, bool)> {
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
    let Look { items: mut projects, more, .. } =
        in_each_root(service, inside, everywhere).await?.into_iter().collect();
    let mut seen = HashSet::new();
    projects.retain(|project| holds(&project) && seen.insert(project.id));
    // The projects of several roots; those of one are in this order.
    projects.sort_by_cached_key(|project| Reverse(project.last_activity_at.clone()));
    Ok((projects.into_iter().map(|project| (project, None)).collect(), more))
}
