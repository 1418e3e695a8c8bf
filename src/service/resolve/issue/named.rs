//! Issues that a reference names by number, path or address: they are fetched, never guessed (decisions, References).

use super::{Chosen, Meant};
use crate::service::{
    prelude::*,
    reference::holds_number,
    resolve::{
        Question, Unresolved, Why,
        comparison::Findable,
        driver::{Pool, Rules},
        project_at,
    },
};

/// The outcome of a reference.
pub(super) enum NamedIssue {
    /// It names this issue.
    Found(Issue),
    /// It names no issue; the number, if the project has none of that number.
    Absent(Option<Iid>),
    /// It is a bare number; the issue of this number, if there is one.
    Perhaps(Iid, Option<Issue>),
    /// Its words do not fit the issue of its number: they are loose words.
    Unfit,
    /// The host could not be asked.
    Failed(Error),
}

/// The reference in each hint; `None` for loose words.
pub(super) fn parse(service: &Service, hints: &[String]) -> Vec<Option<IssueReference>> {
    let web_address = service.gitlab.web_address();
    hints.iter().map(|hint| IssueReference::parse(hint, web_address)).collect()
}

/// Whether a hint is compared with titles: loose words are, a bare number, which may be a part of a title, and a number beside words.
pub(super) fn needs_pool(reference: Option<&IssueReference>) -> bool {
    matches!(reference, None | Some(IssueReference::Perhaps(_) | IssueReference::Beside(..)))
}

/// Fetches the issues that references name, side by side; `None` for loose words.
pub(super) async fn fetch(
    service: &Service,
    project: &Project,
    references: &[Option<IssueReference>],
) -> Vec<Option<NamedIssue>> {
    let fetched = references.iter().map(async |reference| match reference {
        Some(reference) => {
            Some(fetch_one(service, project, reference).await.unwrap_or_else(NamedIssue::Failed))
        }
        None => None,
    });
    side_by_side(service.fan_out, fetched).await
}

async fn fetch_one(service: &Service, project: &Project, reference: &IssueReference) -> Result<NamedIssue> {
    let iid = match reference {
        IssueReference::Perhaps(iid) => {
            return Ok(NamedIssue::Perhaps(*iid, service.gitlab.issue(project.id, *iid).await?));
        }
        IssueReference::Beside(words, iid) => return fetch_fitting(service, project, words, *iid).await,
        IssueReference::Number(iid) => *iid,
        IssueReference::Named(name, iid) if is_called(project, name) => *iid,
        IssueReference::Full(path, iid) if is_at(service, project, path).await? => *iid,
        IssueReference::Named(..) | IssueReference::Full(..) | IssueReference::NoIssue => {
            return Ok(NamedIssue::Absent(None));
        }
    };
    service.note_resolved(Object::Issue(iid.0), Ground::Named);
    Ok(service.gitlab.issue(project.id, iid).await?.map_or(NamedIssue::Absent(Some(iid)), NamedIssue::Found))
}

/// The issue of a number beside words, if they name the project or the issue. "Page de connexion, pas le #1" ("not #1") means
/// none, even if #1 has that title.
async fn fetch_fitting(service: &Service, project: &Project, words: &str, iid: Iid) -> Result<NamedIssue> {
    let issue = service.gitlab.issue(project.id, iid).await?;
    let fits = |issue: &Issue| is_called(project, words) || fits(words, Kind::Issue, &issue.text());
    let Some(issue) = issue.filter(fits) else { return Ok(NamedIssue::Unfit) };
    if Hint::new(words).excludes() {
        return Ok(NamedIssue::Absent(None));
    }
    service.note_resolved(Object::Issue(iid.0), Ground::Named);
    Ok(NamedIssue::Found(issue))
}

/// Whether words fit this project.
fn is_called(project: &Project, words: &str) -> bool {
    fits(words, Kind::Project, &project.text())
}

/// Whether words name this object.
fn fits(words: &str, kind: Kind, text: &Text) -> bool {
    let ranking = Ranking::of(&Hint::new(words), kind, [((), text)]);
    ranking.top().is_some() && ranking.doubt().is_none()
}

/// Whether this path leads to the project: its own path, or one from which it was moved.
async fn is_at(service: &Service, project: &Project, path: &FullPath) -> Result<bool> {
    if path.as_str().eq_ignore_ascii_case(&project.path_with_namespace) {
        return Ok(true);
    }
    match project_at(service, path).await {
        Ok(other) => Ok(other.id == project.id),
        Err(Error::ProjectNotFound(_) | Error::ProjectWithoutId(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// What a bare number means: the issue of this number, unless a title of the pool holds the number too. `None` if no issue has
/// the number and titles hold it: then the hint counts as loose words.
pub(super) fn weigh(iid: Iid, issue: Option<Issue>, hint: &str, pool: &Pool<Issue>) -> Option<Meant> {
    let is_rival = |title: &&Issue| title.iid != iid && holds_number(&title.title, iid.0);
    let mut rivals = pool.items.iter().filter(is_rival).peekable();
    let hint = Hint::new(hint);
    match (issue, rivals.peek()) {
        (None, Some(_)) => None,
        (None, None) => {
            Some(Err(Halt::Unresolved(Unresolved::not_found(pool.nearest(&hint)).without(Some(iid)))))
        }
        (Some(issue), None) => Some(Ok(Chosen::named(issue))),
        (Some(issue), Some(_)) => {
            let scored =
                rivals.map(|rival| Scored { item: rival.clone(), score: score(&hint, &rival.text()) });
            let mut candidates = vec![Scored { item: issue, score: Score::EXACT }];
            candidates.extend(scored);
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
            candidates.truncate(Rules::CHANGE.limit);
            Some(Err(Halt::Unresolved(Unresolved::Ambiguous(Question { candidates, why: Why::Number }))))
        }
    }
}

/// The score of a title that holds the number: at least that of a candidate.
fn score(hint: &Hint, title: &Text) -> Score {
    let ranking = Ranking::of(hint, Kind::Issue, [((), title)]);
    ranking.top().map_or(Score::MINIMUM, |top| top.score)
}
