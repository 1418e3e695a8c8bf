//! assistant-list: the projects of a group.

use tokio::try_join;

use crate::{
    error::{Error, HostObject},
    gitlab::{FullPath, Group, Page, Project},
    service::{
        Halt, Limit, Service,
        resolve::{Chosen, GroupTarget, Purpose, Unresolved, group_at, resolve_group},
    },
};

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
pub async fn list(
    service: &Service,
    target: &GroupTarget,
    limit: Limit,
) -> Result<GroupProjects, Halt<Unresolved<Group>>> {
    match target {
        GroupTarget::Confirmed(path) => {
            let found = group_at(service, path).await?;
            let page = service.gitlab.group_projects(found.id, limit.page_size()).await?;
            let name = if found.full_path.is_empty() { path.to_string() } else { found.full_path };
            Ok(listing(name, None, page))
        }
        GroupTarget::Hint(hint) => {
            let chosen = resolve_group(service, hint, Purpose::Read).await?;
            let path = FullPath::parse(&chosen.item.full_path)
                .map_err(|_| Error::Incomplete(HostObject::Namespace))?;
            // The look-up only checks the group that the hint found, so both reads go out together.
            let projects =
                async { Ok(service.gitlab.group_projects(chosen.item.id, limit.page_size()).await?) };
            let (_, page) = try_join!(group_at(service, &path), projects)?;
            Ok(listing(path.to_string(), Some(chosen), page))
        }
    }
}

fn listing(group: String, chosen: Option<Chosen<Group>>, page: Page<Project>) -> GroupProjects {
    let truncated = page.truncated();
    let mut projects = page.items;
    projects.sort_by_cached_key(|project| project.name.to_lowercase());
    GroupProjects { group, chosen, projects, truncated }
}
