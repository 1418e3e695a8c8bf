//! Where issues are read for hints: pages before searches, since hosts allow one user few searches (decisions, section 6); and the issues of
//! the other state. One that fits a hint better was perhaps changed before, and the next best one must not be changed in its place; one
//! that fits as well is a question (decisions, section 5, "Said again").

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

    /// The verb that leads a hint, if it asks for the contrary of what is done to issues of this state: who says "rouvre la page" closes nothing. A title
    /// may begin with it.
    pub(super) fn contrary(self, hint: &str, title: &str) -> Option<String> {
        let contrary: &[&str] = match self {
            Self::Opened => &["rouvre", "rouvrir", "rouvrez", "reopen"],
            Self::Closed => &["ferme", "fermer", "fermez", "close"],
            Self::Any => &[],
        };
        let hint = normalise(hint);
        let verb = hint.split(' ').next().filter(|first| contrary.contains(first))?;
        let root = verb.get(..4).unwrap_or(verb);
        (!normalise(title).contains(root)).then(|| verb.to_owned())
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

    /// The pool of the other state, with a page of full size: a small `limit` hides none of its issues. `None` if there is no other state.
    pub(super) fn other(self) -> Option<Self> {
        let state = match self.state {
            PoolState::Opened => PoolState::Closed,
            PoolState::Closed => PoolState::Opened,
            PoolState::Any => return None,
        };
        Some(Self { state, page_size: FULL_PAGE, ..self })
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
    /// The listing, of which the first page was read and no further one.
    pub(super) begun: Option<Begun<'a, Issue>>,
    /// The hints, in loose words.
    pub(super) hints: Vec<&'a str>,
    /// Whether a search was sent.
    pub(super) searched: bool,
}

impl Source for IssueSource<'_> {
    type Item = Issue;

    async fn further(&mut self, _: u32, open: &[usize], more: bool) -> Option<Look<Issue>> {
        match self.begun.take() {
            Some(begun) if more => Some(begun.read_on(self.pool.service, LOOKED_AT).await),
            None if more && !self.searched => {
                self.searched = true;
                Some(self.search(open).await)
            }
            _ => None,
        }
    }
}

impl IssueSource<'_> {
    /// Reads the first page.
    ///
    /// # Errors
    /// The failed call.
    pub(super) async fn read(&mut self) -> gitlab::Result<Pool<Issue>> {
        let (items, begun) = begin(self.pool.issues(), self.pool.page_size).await?;
        let first = Look::of(items, self.begun.insert(begun).more);
        Ok(Pool::of(first, self).await)
    }

    /// Sends one search per most specific word of the hints, a few at most. A hint whose word was not searched is reported as
    /// such, and so is one whose word more titles have than the search shows.
    async fn search(&self, open: &[usize]) -> Look<Issue> {
        let words: Vec<_> = open.iter().map(|place| most_telling_word(self.hints.get(*place)?)).collect();
        let searches = most_asked(&words).into_iter().map(async |word| {
            let found = self.pool.issues().titled(word).page(1, FULL_PAGE).await;
            let found = found.inspect_err(|error| tracing::warn!(%error, "an issue search failed"));
            Some((word, found.ok()?))
        });
        let found = join_all(searches).await;
        let found: Vec<_> = found.into_iter().flatten().collect();
        let is_whole = |(_, page): &&(_, Page<_>)| !page.continues(FULL_PAGE);
        let is_missed =
            |word: Option<&str>| !found.iter().filter(is_whole).any(|(answered, _)| word == Some(answered));
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

/// A first page of issues.
pub(super) type FirstPage = gitlab::Result<Page<Issue>>;

/// The first page of the other state, read beside the pool if it will probably be needed: no issue that a caller was shown last
/// has exactly the title that a hint says.
pub(super) async fn read_early(pool: IssuePool<'_>, hints: &[String]) -> Option<FirstPage> {
    let other = pool.other()?;
    let shown = pool.shown_before()?;
    for hint in in_turns(hints, |words| pool.service.hint(words)).await {
        let ranking = rank_items(&hint, &shown).await;
        if ranking.top().is_none_or(|top| top.score != Score::EXACT) {
            return Some(other.first_page().await);
        }
    }
    None
}

/// Compares the verdicts on issues of one state with the first page of the other state, which may have been read `early`. Nothing
/// is read if every hint names its issue exactly or ends in a question anyway, or if the verdicts are on issues of every state.
pub(super) async fn compare_states(
    pool: IssuePool<'_>,
    early: Option<FirstPage>,
    (read, hints): (&Pool<Issue>, &[Hint]),
    verdicts: Vec<Verdict<Issue>>,
) -> Vec<Verdict<Issue>> {
    let mut in_doubt = Vec::with_capacity(verdicts.len());
    for (verdict, hint) in verdicts.iter().zip(hints) {
        in_doubt.push(is_in_doubt(verdict, hint).await);
    }
    let Some(other) = pool.other().filter(|_| in_doubt.contains(&true)) else { return verdicts };
    let page = match early {
        Some(page) => page,
        None => other.first_page().await,
    };
    let page =
        page.inspect_err(|error| tracing::warn!(%error, "issues of the other state could not be read"));
    // An issue that was changed between the two reads is in both pages.
    let known: HashSet<_> = read.items.iter().map(|issue| issue.iid).collect();
    let is_other = |issue: &Issue| !known.contains(&issue.iid);
    let others: Option<Vec<_>> = page.ok().map(|page| page.items.into_iter().filter(is_other).collect());
    let mut compared = Vec::with_capacity(verdicts.len());
    for ((verdict, hint), in_doubt) in verdicts.into_iter().zip(hints).zip(in_doubt) {
        compared.push(match &others {
            _ if !in_doubt => verdict,
            Some(others) => weigh(hint, verdict, read, others).await,
            None => unread(verdict),
        });
    }
    compared
}

/// Whether an issue of the other state could be meant instead: the hint is not exactly the found title, or nothing was found, or
/// only what is a little alike.
async fn is_in_doubt(verdict: &Verdict<Issue>, hint: &Hint) -> bool {
    match verdict {
        Ok(chosen) => chosen.score().is_some_and(|score| score != Score::EXACT),
        Err(Unresolved::NotFound(_)) => true,
        Err(Unresolved::Ambiguous(Question {
            why: Why::Several { .. } | Why::Doubt(_) | Why::Described,
            candidates,
        })) => {
            let asked: Vec<_> = candidates.iter().map(|candidate| Arc::clone(&candidate.item)).collect();
            let ranking = rank_items(hint, &asked).await;
            // One whose title says more has all that the hint says too.
            !fits(hint, &ranking) && !matches!(ranking.doubt(), Some(Doubt::Unsaid { .. }))
        }
        Err(Unresolved::Ambiguous(_)) => false,
    }
}

/// Whether the first issue has all that the hint says; others may have it too. A hint that says nothing fits whatever there is.
fn fits(hint: &Hint, ranking: &Ranking<usize>) -> bool {
    hint.is_vague() || matches!(ranking.doubt(), None | Some(Doubt::Rival))
}

/// The verdict, unless an issue of the other state fits better or as well. If nothing was found that fits, those of the other
/// state that do are what comes nearest.
async fn weigh(hint: &Hint, verdict: Verdict<Issue>, pool: &Pool<Issue>, others: &[Issue]) -> Verdict<Issue> {
    let chosen = match verdict {
        Ok(chosen) => chosen,
        Err(unresolved) => {
            let ranking = rank_items(hint, others).await;
            let most = if ranking.is_ambiguous() { SHOWN_CANDIDATES } else { 1 };
            let few = scored(ranking.candidates().iter().take(most), others);
            let is_other = !hint.is_vague() && fits(hint, &ranking) && !few.is_empty();
            return Err(if is_other { changed_before(few) } else { unresolved });
        }
    };
    // What a contrast denies tells what it means: those of the pool are compared too.
    let beside = if hint.excludes() { pool.items.as_slice() } else { &[] };
    let beside: Vec<&Issue> = beside.iter().filter(|issue| issue.iid != chosen.item.iid).collect();
    // The chosen issue comes first, so that it stays first among equals.
    let items: Vec<Issue> = [&chosen.item].into_iter().chain(others).chain(beside).cloned().collect();
    let ranking = rank_items(hint, &items).await;
    let shown = ranking.candidates().iter().take(SHOWN_CANDIDATES);
    let is_other = |candidate: &Scored<usize>| (1..=others.len()).contains(&candidate.item);
    match ranking.top() {
        Some(top) if is_other(top) => Err(changed_before(scored([top], &items))),
        // Another doubt is none about the other state: its issues do not fit as well.
        _ if (ranking.is_ambiguous() || ranking.doubt() == Some(&Doubt::Rival))
            && shown.clone().any(is_other) =>
        {
            Err(Unresolved::asking(scored(shown, &items), Why::OtherState))
        }
        _ => Ok(chosen),
    }
}

fn changed_before(others: Vec<Scored<Issue>>) -> Unresolved<Issue> {
    Unresolved::NotFound(NotFound { in_other_state: true, ..NotFound::suggesting(others) })
}

/// The verdict if the other state could not be read: anything less than an exact match becomes a question.
fn unread(verdict: Verdict<Issue>) -> Verdict<Issue> {
    let chosen = verdict?;
    Err(Unresolved::asking(chosen.candidates, Why::Unread))
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
