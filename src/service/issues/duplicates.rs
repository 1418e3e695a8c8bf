//! The duplicates of a new issue: issues with a similar title (issues assistant-create, rule 2; decisions, section 6).

use std::{cmp::Reverse, collections::HashSet};

use tokio::join;

use crate::{
    error::Error,
    gitlab::{Issue, IssueOrder, IssueQuery, ProjectId, StateFilter},
    matching::{DuplicateMatcher, Score, Scored, score::SHOWN_CANDIDATES, words::telling_words},
    service::{
        Service,
        limits::{DUPLICATES_LOOKED_AT, DUPLICATES_READ, READ_AT_ONCE},
        resolve::searches::search_issues,
    },
};

/// Words of a new title that are searched for together.
const WORDS: usize = 2;

/// The result of a search for duplicates.
#[derive(Debug)]
pub(super) struct Duplicates {
    /// Issues of any state with a similar title, best first, as many as an answer shows.
    pub(super) alike: Vec<Scored<Issue>>,
    /// Whether some issues could not be read.
    pub(super) missed: bool,
}

/// Looks for duplicates among the issues that were updated last, and with one search of the host.
///
/// # Errors
/// The ten issues that were updated last could not be read.
pub(super) async fn find_duplicates(
    service: &Service,
    project: ProjectId,
    title: &str,
) -> Result<Duplicates, Error> {
    let read = async |page_size| service.gitlab.issues(project, &latest(page_size)).await;
    let (first, further) = join!(read(DUPLICATES_READ), async {
        if service.widen { look_again(service, project, title).await } else { (Vec::new(), false) }
    });
    let mut issues: Vec<Issue> = first?.items;
    let (added, missed) = further;
    issues.extend(added);
    Ok(Duplicates { alike: alike(title, issues).await, missed })
}

fn latest(page_size: usize) -> IssueQuery {
    IssueQuery { state: StateFilter::Any, order: IssueOrder::Updated, page_size }
}

/// The hundred issues that were updated last, and those that a search for the title's two most specific words finds; and
/// whether one of the two reads failed.
async fn look_again(service: &Service, project: ProjectId, title: &str) -> (Vec<Issue>, bool) {
    let query = latest(DUPLICATES_LOOKED_AT);
    let words = telling_words(title, WORDS).join(" ");
    let searched = async {
        if words.is_empty() {
            return Some(Vec::new());
        }
        let search = service.gitlab.search_issues(project, &words, &query);
        search_issues(search).await.map(|page| page.items)
    };
    let (latest, searched) = join!(service.gitlab.issues(project, &query), searched);
    let latest =
        latest.inspect_err(|error| tracing::warn!(%error, "duplicates could not be looked for again"));
    let missed = latest.is_err() || searched.is_none();
    let found: Vec<Issue> =
        latest.into_iter().flat_map(|page| page.items).chain(searched.into_iter().flatten()).collect();
    service.looks.note("duplicate", !found.is_empty());
    (found, missed)
}

async fn alike(title: &str, issues: Vec<Issue>) -> Vec<Scored<Issue>> {
    let matcher = DuplicateMatcher::new(title);
    let mut seen = HashSet::new();
    let mut alike = Vec::new();
    for (place, issue) in issues.into_iter().filter(|issue| seen.insert(issue.iid)).enumerate() {
        if place % READ_AT_ONCE == 0 {
            // Other tasks may run in between.
            tokio::task::yield_now().await;
        }
        let scores = matcher.score(&issue.title);
        if scores.0 >= Score::DUPLICATE_CANDIDATE {
            alike.push((scores, issue));
        }
    }
    // Equal scores are common, since any two shared words give the same score. Among them the most similar title comes first.
    alike.sort_by_key(|(scores, _)| Reverse(*scores));
    alike.truncate(SHOWN_CANDIDATES);
    alike.into_iter().map(|((score, _), item)| Scored { item, score }).collect()
}
