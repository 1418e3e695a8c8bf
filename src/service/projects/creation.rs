//! Creating a project at a given place, or after a search for its group; check-create: whether that could be done, and in which
//! group.

use crate::service::{prelude::*, resolve::prelude::*};

/// Who may see a project: its members (`private`), everybody who is signed in (`internal`), or everybody (`public`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visibility(&'static str);

impl Visibility {
    /// Reads a word, trimmed and lower-cased; `None` means private.
    ///
    /// # Errors
    /// [`Refusal::Visibility`] for any other word.
    pub fn parse(word: Option<&str>) -> Result<Self, Refusal> {
        let word = word.unwrap_or("private");
        let said = word.trim().to_lowercase();
        let known = ["private", "internal", "public"].into_iter().find(|known| *known == said);
        known.map(Self).ok_or_else(|| Refusal::Visibility(word.to_owned()))
    }
}

/// A project to create at a known place.
#[derive(Debug, Clone)]
pub struct ProjectDraft {
    /// Its name.
    pub name: String,
    /// The last segment of its path.
    pub slug: Slug,
    /// The group that will hold it.
    pub namespace: FullPath,
    /// Its description.
    pub description: String,
    /// Who may see it.
    pub visibility: Visibility,
    /// Whether it starts with a README.
    pub with_readme: bool,
}

/// A project that was created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompleteProject {
    /// The project, with its id, its name, its full path and its address.
    pub project: Project,
    /// Its visibility, if it is not the one that was asked for.
    pub other_visibility: Option<String>,
}

/// Creates a project (projects create, rules 4 to 8); `None` in a preview.
///
/// # Errors
/// The host refused the namespace or the project; [`Error::NamespaceMismatch`] if the host put it elsewhere.
pub async fn create(service: &Service, project: &ProjectDraft) -> Result<Option<CompleteProject>> {
    let namespace = group_at(service, &project.namespace).await?;
    let new = NewProject {
        name: &project.name,
        path: project.slug.as_str(),
        namespace_id: namespace.id,
        description: &project.description,
        visibility: project.visibility.0,
        initialize_with_readme: project.with_readme,
    };
    let created = service.write(vec![namespace.object()], |host| host.create_project(&new)).await;
    let Some(created) = created.map_err(|error| taken_or(error, project))? else {
        is_acceptable(service, project, namespace.id).await?;
        return Ok(None);
    };
    stands_in(service, &created, &project.namespace).await?;
    complete(created, new.visibility).map(Some).ok_or(Error::Incomplete(HostObject::NewProject))
}

/// The host's refusal of a path or a name that is another's as such; other errors stay as they are.
fn taken_or(error: gitlab::Error, project: &ProjectDraft) -> Error {
    let is_refused = error.status().is_some_and(|status| status.as_u16() == 400);
    match error.fault {
        Fault::Status { message: Some(said), .. }
            if is_refused && said.contains("has already been taken") =>
        {
            let path = format!("{}/{}", project.namespace, project.slug.as_str());
            Error::Taken(if said.contains("path") { path } else { project.name.clone() }, Some(said))
        }
        _ => error.into(),
    }
}

/// Checks in a preview that the host would accept the path and the name, so that the preview fails if acting would.
async fn is_acceptable(service: &Service, project: &ProjectDraft, namespace: GroupId) -> Result<()> {
    let slug = project.slug.as_str();
    for (text, is_accepted) in [(&*project.name, is_name(&project.name)), (slug, is_path(slug))] {
        if !is_accepted || text.chars().count() > LONGEST_NAME {
            return Err(Error::NameRefused(text.to_owned()));
        }
    }
    let path = format!("{}/{slug}", project.namespace);
    let Ok(path) = FullPath::parse(&path) else { return Ok(()) };
    let group = async { found(service.gitlab.group(&path).await) };
    let alike = service.gitlab.projects_below(&GroupRef::Id(namespace)).search(&project.name);
    let (other, group, alike) = try_join!(service.gitlab.project(&path), group, alike.page(1, FULL_PAGE))?;
    // The host redirects from a path that an object has left, but that path is free.
    let is_there = |taken: &str| taken.eq_ignore_ascii_case(path.as_str());
    if other.is_some_and(|other: Project| is_there(&other.path_with_namespace))
        || group.is_some_and(|group| is_there(&group.full_path))
    {
        return Err(Error::Taken(path.to_string(), None));
    }
    let has_the_name = |other: &Project| {
        let group = other.path_with_namespace.rsplit_once('/').map(|(group, _)| group);
        other.name == project.name
            && group.is_some_and(|group| group.eq_ignore_ascii_case(project.namespace.as_str()))
    };
    if alike.items.iter().any(has_the_name) {
        return Err(Error::Taken(project.name.clone(), None));
    }
    Ok(())
}

/// Path segments that GitLab keeps for itself.
#[rustfmt::skip]
const RESERVED: [&str; 18] = [
    "-", "badges", "blame", "blob", "builds", "commits", "create", "create_dir", "edit", "files", "find_file", "new",
    "preview", "raw", "refs", "tree", "update", "wikis",
];

/// Most characters of a name or a path on the host.
const LONGEST_NAME: usize = 255;

/// Whether the host accepts a name with these characters: letters, digits, emoji, `_`, and behind the first dashes, `+`, `.` and spaces.
fn is_name(name: &str) -> bool {
    let starts = |letter: char| {
        letter.is_alphanumeric() || letter == '_' || ('\u{a9}'..='\u{1f9ff}').contains(&letter)
    };
    name.starts_with(starts) && name.chars().all(|letter| starts(letter) || "-+. ".contains(letter))
}

/// Whether the host accepts a path with these characters: it is no reserved word, does not end as a repository does, and has
/// special characters only one by one, between others.
fn is_path(slug: &str) -> bool {
    let is_special = |byte: u8| b".-_".contains(&byte);
    let bytes = slug.as_bytes();
    let ends = [bytes.first(), bytes.last()].into_iter().flatten().any(|byte| is_special(*byte));
    let pairs = bytes.windows(2).any(|pair| pair.iter().all(|byte| is_special(*byte)));
    let lower = slug.to_lowercase();
    let suffixed = [".git", ".atom"].iter().any(|suffix| lower.ends_with(suffix));
    !(ends || pairs || suffixed || RESERVED.contains(&lower.as_str()))
}

/// Checks that the host created the project in the namespace. If it did not, deletes the project (projects create, rule 7), but
/// not outside of `policy.roots`, where nothing may be changed.
async fn stands_in(service: &Service, created: &CreatedProject, namespace: &FullPath) -> Result<()> {
    let Some(path) = &created.path_with_namespace else { return Ok(()) };
    if path.to_lowercase().starts_with(&format!("{}/", namespace.as_str().to_lowercase())) {
        return Ok(());
    }
    let mut deleted = false;
    if let Some(id) = created.id.filter(|_| service.roots.hold(path)) {
        let concerned = vec![Object::Project(id.0, path.clone())];
        // What was agreed to could not name what the host created.
        let service = Service { agreed: None, ..service.clone() };
        let deletion = service.write(concerned, |host| host.delete_project(id)).await;
        deleted = deletion.is_ok();
        if let Err(error) = deletion {
            tracing::error!(%error, %id, "a project created in the wrong namespace could not be deleted");
        }
    }
    Err(Error::NamespaceMismatch { asked: namespace.to_string(), created: path.clone(), deleted })
}

fn complete(created: CreatedProject, visibility: &str) -> Option<CompleteProject> {
    let project = ProjectData {
        id: created.id?,
        name: created.name?,
        path_with_namespace: created.path_with_namespace?,
        web_url: created.web_url?,
        ..ProjectData::default()
    };
    let other_visibility = created.visibility.filter(|given| given != visibility);
    Some(CompleteProject { project: project.into(), other_visibility })
}

/// Checks, and creates the project if the hint names one group; there is none in a preview, nor if the group is open. `place` makes
/// the project to create from the group's path.
///
/// # Errors
/// A failed call, or as [`create`].
pub async fn assisted_create(
    service: &Service,
    target: &CheckTarget,
    place: impl FnOnce(FullPath) -> ProjectDraft + Send,
) -> Result<(ProjectCheck, Option<CompleteProject>)> {
    let checked = check(service, target, Purpose::Change).await?;
    let Ok(group) = &checked.group else { return Ok((checked, None)) };
    let namespace =
        FullPath::parse(&group.item.full_path).map_err(|_| Error::Incomplete(HostObject::Namespace))?;
    let created = create(service, &place(namespace)).await?;
    Ok((checked, created))
}

/// The project to check.
#[derive(Debug, Clone)]
pub struct CheckTarget {
    /// Its name.
    pub name: String,
    /// The path that its name gives.
    pub slug: Slug,
    /// The words for its group.
    pub group: GroupHint,
}

/// The result of a check.
#[derive(Debug)]
pub struct ProjectCheck {
    /// The group, or what its hint left open.
    pub group: Result<Chosen<Group>, Unresolved<Group>>,
    /// Projects that look like the new one, best first.
    pub similar: Vec<Scored<Project>>,
}

/// Looks for the group and for similar projects, at the same time.
///
/// # Errors
/// A failed call.
pub async fn check(service: &Service, target: &CheckTarget, purpose: Purpose) -> Result<ProjectCheck> {
    let group = async { split_failure(resolve_group(service, &target.group, purpose).await) };
    // The group counts first (projects check-create, rules 2 and 3).
    let (group, similar) = in_order(group, similar(service, target)).await?;
    Ok(ProjectCheck { group, similar })
}

/// Projects whose name or path looks like the new name (projects check-create, rule 3): by score, then by full path.
async fn similar(service: &Service, target: &CheckTarget) -> Result<Vec<Scored<Project>>> {
    let GroupHint { root, limit, .. } = &target.group;
    let found = search_projects(service, &target.name, limit.search_page_size()).await?;
    let mut projects: Vec<_> =
        found.items.into_iter().filter(|project| service.is_seen(root, project)).collect();
    projects.sort_by(|a, b| a.path_with_namespace.cmp(&b.path_with_namespace));
    let ranking = rank_items(&Hint::new(&target.name), &projects).await;
    Ok(scored(ranking.candidates().iter().take(limit.get()), &projects))
}
