//! Issues that a reference names by number, path or address: they are fetched, never guessed (decisions, References).

use crate::service::{prelude::*, resolve::prelude::*};

/// What a hint names.
pub(super) enum NamedIssue {
    /// It is loose words, or its words do not fit the issue of its number.
    Loose,
    /// It is a bare number; the issue of this number, if there is one.
    Perhaps(Iid, Option<Issue>),
    /// It is a reference, and this came of it.
    Settled(Meant),
}

impl OneProject<'_> {
    /// Fetches the issues that references name, side by side.
    pub(super) async fn fetch(self, references: &[Option<IssueReference>]) -> Vec<NamedIssue> {
        let fetched = references.iter().map(async |reference| match reference {
            Some(reference) => {
                let fetched = self.fetch_one(reference).await;
                fetched.unwrap_or_else(|error| NamedIssue::Settled(Err(Halt::Failed(error))))
            }
            None => NamedIssue::Loose,
        });
        join_all(fetched).await
    }

    async fn fetch_one(self, reference: &IssueReference) -> Result<NamedIssue> {
        let project = &self.project.item;
        let fetch = async |iid: Iid| self.service.gitlab.issue::<Issue>(project.id, iid.into()).await;
        let iid = match reference {
            IssueReference::Perhaps(iid) => return Ok(NamedIssue::Perhaps(*iid, fetch(*iid).await?)),
            IssueReference::Beside(words, iid) => {
                let issue = fetch(*iid).await?.filter(|issue| fits(words, project) || fits(words, issue));
                return Ok(match issue {
                    None => NamedIssue::Loose,
                    // "Page de connexion, pas le #1" ("not #1") means none, even if #1 has that title.
                    Some(_) if Hint::new(words).excludes() => NamedIssue::Settled(absent(None)),
                    Some(issue) => NamedIssue::Settled(Ok(Chosen::named(issue))),
                });
            }
            IssueReference::Number(iid) => *iid,
            IssueReference::Named(name, iid) if fits(name, project) => *iid,
            IssueReference::Full(path, iid) if self.is_at(path).await? => *iid,
            IssueReference::Named(..) | IssueReference::Full(..) | IssueReference::NoIssue => {
                return Ok(NamedIssue::Settled(absent(None)));
            }
        };
        let issue = fetch(iid).await?.map(Chosen::named);
        Ok(NamedIssue::Settled(issue.map_or_else(|| absent(Some(iid)), Ok)))
    }

    /// Whether this path leads to the project: its own path, or one from which it was moved.
    async fn is_at(self, path: &FullPath) -> Result<bool> {
        let project = &self.project.item;
        if path.as_str().eq_ignore_ascii_case(&project.path_with_namespace) {
            return Ok(true);
        }
        match project_at(self.service, path).await {
            Ok(other) => Ok(other.id == project.id),
            Err(Error::ProjectNotFound(_) | Error::ProjectWithoutId(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Nothing fits; the project has no issue of this number, if one was named.
pub(super) fn absent(number: Option<Iid>) -> Meant {
    let found = NotFound { absent: number, ..NotFound::suggesting(Vec::new()) };
    Err(Halt::Unresolved(Unresolved::NotFound(found)))
}

/// Whether words name this object.
fn fits<T: Findable>(words: &str, item: &T) -> bool {
    let ranking = Ranking::of(&Hint::new(words), T::KIND, [((), &*text_of(item))]);
    ranking.top().is_some() && ranking.doubt().is_none()
}

/// What a bare number means: the issue of this number, unless a title of the pool holds the number too. `None` if no issue has
/// the number and titles hold it: then the hint counts as loose words.
pub(super) fn weigh(iid: Iid, issue: Option<Issue>, hint: &str, pool: Option<&Pool<Issue>>) -> Option<Meant> {
    let is_rival = |title: &&Issue| title.iid != iid && holds_number(&title.title, iid.0);
    let rivals: Vec<_> = pool.iter().flat_map(|pool| &pool.items).filter(is_rival).collect();
    let hint = Hint::new(hint);
    let unresolved = match issue {
        None if !rivals.is_empty() => return None,
        None => {
            let nearest = pool.map(|pool| pool.nearest(&hint)).unwrap_or_default();
            Unresolved::NotFound(NotFound { absent: Some(iid), ..NotFound::suggesting(nearest) })
        }
        Some(issue) if rivals.is_empty() => return Some(Ok(Chosen::named(issue))),
        Some(issue) => {
            let scored = rivals.into_iter().map(|rival| {
                let ranking = Ranking::of(&hint, Kind::Issue, [((), &*text_of(rival))]);
                // A title that holds the number has at least the score of a candidate.
                let score = ranking.top().map_or(Score::MINIMUM, |top| top.score);
                Scored { item: rival.clone(), score }
            });
            let mut candidates = vec![Scored { item: issue, score: Score::EXACT }];
            candidates.extend(scored);
            candidates.sort_by_key(|candidate| Reverse(candidate.score));
            candidates.truncate(SHOWN_CANDIDATES);
            Unresolved::asking(candidates, Why::Number)
        }
    };
    Some(Err(Halt::Unresolved(unresolved)))
}
