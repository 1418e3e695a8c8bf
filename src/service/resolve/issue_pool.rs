//! Where issues are read for hints: pages before searches, since hosts allow one user few searches (decisions, section 6).

use crate::service::{prelude::*, resolve::prelude::*};

/// Issue searches that one request may send.
pub(crate) const ISSUE_SEARCHES: usize = 3;

/// Which issues a hint is looked up among.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolState {
    /// For every change but reopening.
    Opened,
    /// To reopen.
    Closed,
    /// To read.
    Any,
}

impl PoolState {
    /// The state as the filter of a listing.
    pub(super) fn filter(self) -> StateFilter {
        match self {
            Self::Opened => StateFilter::only("opened"),
            Self::Closed => StateFilter::only("closed"),
            Self::Any => StateFilter::ANY,
        }
    }

    /// How sure a hint has to be: one state is looked through to change an issue, all of them to read it.
    pub(super) fn purpose(self) -> Purpose {
        if self == Self::Any { Purpose::Read } else { Purpose::Change }
    }
}

impl Findable for Issue {
    const KIND: Kind = Kind::Issue;
    const NAME: &'static str = "issue";

    fn identity(&self) -> (i64, &str, &str) {
        (self.iid.0, &self.title, "")
    }

    fn description(&self) -> Option<&str> {
        Some(&self.beginning)
    }
}

/// Issues among which hints are looked up: those of one state of a project.
#[derive(Clone, Copy)]
pub(super) struct IssuePool<'a> {
    pub(super) service: &'a Service,
    pub(super) project: ProjectId,
    pub(super) state: PoolState,
    /// Size of its first page.
    pub(super) page_size: usize,
}

impl<'a> IssuePool<'a> {
    /// All of them, last updated first (rule 3).
    pub(super) fn issues(self) -> Listing<'a, Issue> {
        self.service.gitlab.issues(self.project, &self.state.filter(), IssueOrder::Updated)
    }

    /// Its first page.
    ///
    /// # Errors
    /// The failed call.
    pub(super) async fn first_page(self) -> gitlab::Result<Page<Issue>> {
        self.issues().page(1, self.page_size).await
    }

    /// The pool of the other state; `None` if there is none.
    pub(super) fn other(self) -> Option<Self> {
        let state = match self.state {
            PoolState::Opened => PoolState::Closed,
            PoolState::Closed => PoolState::Opened,
            PoolState::Any => return None,
        };
        Some(Self { state, ..self })
    }

    /// The issues of this state that a caller was shown last, if the pool itself is still to be read in full. The host has not
    /// confirmed them.
    pub(super) fn shown_before(self) -> Option<Vec<Issue>> {
        if self.issues().kept(self.page_size).is_some() {
            return None;
        }
        let listed = self.service.gitlab.issues(self.project, &self.state.filter(), IssueOrder::Created);
        listed.kept(ISSUES_LISTED)
    }
}

/// The issues of a pool: one page; then the further pages up to a bound; then, if there are still more, one search per hint.
pub(super) struct IssueSource<'a> {
    pub(super) pool: IssuePool<'a>,
    /// The listing; `None` before its first page.
    pub(super) begun: Option<Begun<'a, Issue>>,
    /// The hints, in loose words.
    pub(super) hints: Vec<&'a str>,
    /// Whether a search was sent.
    pub(super) searched: bool,
}

impl Source for IssueSource<'_> {
    type Item = Issue;

    async fn first(&mut self) -> gitlab::Result<Look<Issue>> {
        let (items, begun) = begin(self.pool.issues(), self.pool.page_size).await?;
        Ok(Look::of(items, self.begun.insert(begun).more))
    }

    async fn further(&mut self, number: u32, open: &[usize], more: bool) -> Option<Look<Issue>> {
        match (number, &self.begun) {
            (1, Some(begun)) if more => Some(begun.read_on(self.pool.service, LOOKED_AT).await),
            (2, _) if more => {
                self.searched = true;
                Some(self.search(open).await)
            }
            _ => None,
        }
    }
}

impl IssueSource<'_> {
    /// Sends one search per most specific word of the hints, a few at most. A hint whose word was not searched is reported as
    /// such.
    async fn search(&self, open: &[usize]) -> Look<Issue> {
        let words: Vec<_> = open.iter().map(|place| most_telling_word(self.hints.get(*place)?)).collect();
        let searches = most_asked(&words).into_iter().map(async |word| {
            let found = self.pool.issues().titled(word).page(1, FULL_PAGE).await;
            let found = found.inspect_err(|error| tracing::warn!(%error, "an issue search failed"));
            Some((word, found.ok()?))
        });
        let found = join_all(searches).await;
        let found: Vec<_> = found.into_iter().flatten().collect();
        let is_missed = |word: Option<&str>| !found.iter().any(|(answered, _)| word == Some(answered));
        let missed = open.iter().zip(words).filter(|(_, word)| is_missed(*word));
        let unsearched = missed.map(|(place, _)| *place).collect();
        let items = found.into_iter().flat_map(|(_, page)| page).collect();
        Look { unsearched, ..Look::of(items, false) }
    }
}

/// The words that the most hints share, as many as one request may search for.
fn most_asked<'a>(words: &[Option<&'a str>]) -> Vec<&'a str> {
    let all = || words.iter().flatten();
    let mut seen = HashSet::new();
    let mut asked: Vec<_> = all().filter(|word| seen.insert(**word)).copied().collect();
    asked.sort_by_cached_key(|word| Reverse(all().filter(|other| *other == word).count()));
    asked.truncate(ISSUE_SEARCHES);
    asked
}

#[cfg(test)]
mod tests {
    use super::most_asked;

    #[test]
    fn the_words_that_most_hints_share_are_searched_and_no_more_than_three() {
        let words = [Some("a"), Some("b"), None, Some("c"), Some("c"), Some("d")];
        assert_eq!(most_asked(&words), ["c", "a", "b"]);
    }
}
