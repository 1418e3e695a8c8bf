//! Looking again, bounded, before an object is missed or a weak match is acted on.
//!
//! A second look that fails is logged and finds nothing.

use std::{collections::HashSet, hash::Hash};

use crate::{
    gitlab::{self, FULL_PAGE, Group, Issue, IssueQuery, Label, Member, Milestone, Page, Project, ProjectId},
    matching::words::{stem, telling_words},
    service::{Service, side_by_side},
};

/// Words of a hint that are searched for one by one.
const WORDS: usize = 4;
/// Longest words of a new issue's title that are searched for.
const TITLE_WORDS: usize = 2;
/// Most pages of a listing that are read, the first among them: 1,000 objects where they are full.
pub(super) const PAGES: u32 = 10;

/// What was seen, then what the second look adds.
pub(in crate::service) fn extend_unique<T, K: Eq + Hash>(
    seen: &mut Vec<T>,
    added: Vec<T>,
    key: impl Fn(&T) -> K,
) {
    let mut keys: HashSet<K> = seen.iter().map(&key).collect();
    seen.extend(added.into_iter().filter(|item| keys.insert(key(item))));
}

/// Projects found by the hint's words.
pub(super) async fn projects(service: &Service, hint: &str) -> Vec<Project> {
    let words = searches(hint);
    let found = words.iter().map(|word| service.gitlab.search_projects(word, false, FULL_PAGE));
    items(service, "project", side_by_side(service.fan_out, found).await)
}

/// The projects that the token is a member of, the last active ones.
pub(super) async fn member_projects(service: &Service) -> Vec<Project> {
    let first = service.gitlab.member_projects(1, FULL_PAGE).await;
    let last = first.as_ref().map_or(1, last_page);
    let further = (2..=last).map(|number| service.gitlab.member_projects(number, FULL_PAGE));
    let further = side_by_side(service.fan_out, further).await;
    items(service, "project", std::iter::once(first).chain(further))
}

/// Groups on the pages after the first where they are few, found by the hint's words otherwise.
pub(super) async fn groups(
    service: &Service,
    hint: &str,
    first: &Page<Group>,
    page_size: usize,
) -> Vec<Group> {
    if first.total_pages().is_some_and(|total| total <= PAGES) {
        let further = (2..=last_page(first)).map(|number| service.gitlab.groups(number, page_size));
        return items(service, "group", side_by_side(service.fan_out, further).await);
    }
    let words = searches(hint);
    let found = words.iter().map(|word| service.gitlab.search_groups(word, FULL_PAGE));
    items(service, "group", side_by_side(service.fan_out, found).await)
}

/// Issues whose title the hints' words find; a word that several hints have is searched once.
pub(super) async fn issues(
    service: &Service,
    project: ProjectId,
    hints: &[&str],
    query: &IssueQuery,
) -> Vec<Issue> {
    let mut words: Vec<_> = hints.iter().flat_map(|hint| searches(hint)).collect();
    words.sort_unstable();
    words.dedup();
    let found = words.iter().map(|word| service.gitlab.search_issues(project, word, query));
    items(service, "issue", side_by_side(service.fan_out, found).await)
}

/// Issues whose title holds one of the longest words of a new title.
pub(in crate::service) async fn duplicates(
    service: &Service,
    project: ProjectId,
    title: &str,
    query: &IssueQuery,
) -> Vec<Issue> {
    let words = telling_words(title, TITLE_WORDS);
    let found = words.into_iter().map(|word| service.gitlab.search_issues(project, word, query));
    items(service, "issue", side_by_side(service.fan_out, found).await)
}

/// Milestones of the project and of the groups above it.
pub(super) async fn milestones(service: &Service, project: ProjectId) -> Vec<Milestone> {
    items(service, "milestone", [service.gitlab.milestones(project, true, FULL_PAGE).await])
}

/// Members whose name or username the hint's words find.
pub(super) async fn members(service: &Service, project: ProjectId, hint: &str) -> Vec<Member> {
    let words = searches(hint);
    let found = words.iter().map(|word| service.gitlab.search_members(project, word));
    items(service, "member", side_by_side(service.fan_out, found).await)
}

/// Labels that hold the name asked for.
pub(in crate::service) async fn labels(service: &Service, project: ProjectId, name: &str) -> Vec<Label> {
    items(service, "label", [service.gitlab.search_labels(project, name, FULL_PAGE).await])
}

/// Each telling word as typed, and its start without accents.
fn searches(hint: &str) -> Vec<String> {
    let mut searches = Vec::new();
    for word in telling_words(hint, WORDS) {
        for search in [word.to_owned(), stem(word)] {
            if !searches.contains(&search) {
                searches.push(search);
            }
        }
    }
    searches
}

fn last_page<T>(first: &Page<T>) -> u32 {
    first.total_pages().unwrap_or(1).min(PAGES)
}

/// What the pages hold, counted as one look for objects of this kind.
fn items<T>(
    service: &Service,
    object: &'static str,
    pages: impl IntoIterator<Item = Result<Page<T>, gitlab::Error>>,
) -> Vec<T> {
    let pages = pages
        .into_iter()
        .filter_map(|page| page.inspect_err(|error| tracing::warn!(%error, "a second look failed")).ok());
    let items: Vec<T> = pages.flat_map(|page| page.items).collect();
    service.looks.note(object, !items.is_empty());
    items
}
