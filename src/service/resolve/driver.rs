//! The one driver from hints to objects of every kind. It reads objects, ranks them and decides: act, ask, or nothing fits. If
//! one look does not settle that, it takes further looks, whose number is bounded (decisions, sections 5 and 6).

use std::{
    collections::HashSet,
    num::NonZero,
    panic::resume_unwind,
    sync::{Arc, LazyLock},
    thread::available_parallelism,
};

use tokio::sync::Semaphore;

use super::{Chosen, Purpose, Question, Unresolved, Why, names};
use crate::service::prelude::*;

/// Most bytes of a hint times objects that are compared on a thread that serves requests, a millisecond or two of work; more are
/// compared on a blocking thread.
const RANKED_AT_ONCE: usize = 100 * 100;
/// Permits for blocking threads that rank, one per core: more of them would keep the threads that serve from running.
static RANKED_SIDE_BY_SIDE: LazyLock<Arc<Semaphore>> =
    LazyLock::new(|| Arc::new(Semaphore::new(available_parallelism().map_or(1, NonZero::get))));

/// A kind of object that hints can mean.
pub(in crate::service) trait Findable: Clone + Send + Sync {
    /// Decides which of the interface's boosts and margins apply.
    const KIND: Kind;
    /// Its name in the metrics.
    const NAME: &'static str;

    /// Its identity among objects of its kind.
    fn key(&self) -> i64;

    /// Its name, and its path or username if it has one.
    fn names(&self) -> (&str, &str);

    /// What else its list says of it. If several candidates fit, one whose description says what the hint says comes first.
    fn description(&self) -> Option<&str> {
        None
    }

    /// Its names, prepared for comparison.
    fn text(&self) -> Arc<Text> {
        names::prepare(Self::KIND, self.names())
    }
}

/// Where objects of one kind are read, look after look.
pub(super) trait Source {
    /// The kind.
    type Item: Findable;

    /// The first look.
    async fn first(&mut self) -> Result<Look<Self::Item>, gitlab::Error>;

    /// The next look for these hints; `None` if no further look is allowed. `more` says whether the host has more than was read
    /// so far.
    async fn further(&mut self, hints: &[&str], more: bool) -> Option<Look<Self::Item>>;
}

/// The result of one look at the host.
#[derive(Debug)]
pub(super) struct Look<T> {
    /// Objects, in the host's order; they may include objects of earlier looks.
    pub(super) items: Vec<T>,
    /// Whether the host has more.
    pub(super) more: bool,
    /// For which hints a part of the look failed or was not sent.
    pub(super) missed: Missed,
}

/// For which hints of a look something could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Missed {
    /// For all or none of them.
    All(bool),
    /// For each hint, in their order.
    Each(Vec<bool>),
}

impl Missed {
    fn holds(&self, index: usize) -> bool {
        match self {
            Self::All(missed) => *missed,
            Self::Each(missed) => missed.get(index).copied().unwrap_or_default(),
        }
    }
}

/// How hints are resolved.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    /// To read, or to change something.
    pub(super) purpose: Purpose,
    /// Most candidates that an answer shows. The decision is made on all candidates.
    pub(super) limit: usize,
}

impl Rules {
    /// For a change, with the usual number of candidates.
    pub(super) const CHANGE: Self = Self::shown(Purpose::Change);

    /// For this purpose, with the usual number of candidates.
    pub(super) const fn shown(purpose: Purpose) -> Self {
        Self { purpose, limit: SHOWN_CANDIDATES }
    }
}

/// The object that a hint means, or what it left open.
pub(super) type Verdict<T> = Result<Chosen<T>, Unresolved<T>>;

/// The objects that were read, each once.
#[derive(Debug)]
pub(super) struct Pool<T> {
    items: Vec<T>,
    texts: Vec<Arc<Text>>,
    seen: HashSet<i64>,
    /// Whether the host has more.
    more: bool,
}

/// A hint: its words, and what the matcher reads in them.
#[derive(Debug)]
pub(super) struct ReadHint {
    pub(super) words: String,
    pub(super) hint: Hint,
}

impl ReadHint {
    /// Reads words, in the team's own too.
    pub(super) fn new(service: &Service, words: &str) -> Self {
        Self { words: words.to_owned(), hint: service.hint(words) }
    }

    /// The same hint, if it is what the team calls the object at this full path.
    pub(super) fn calling(self, full_path: Option<&str>) -> Self {
        Self { hint: self.hint.calling(full_path), ..self }
    }
}

/// Reads hints. Long ones take a while, so the task yields between two.
pub(super) async fn read_hints<'a>(
    read: impl Fn(&'a str) -> ReadHint,
    hints: impl Iterator<Item = &'a String>,
) -> Vec<ReadHint> {
    let mut all = Vec::new();
    for words in hints {
        tokio::task::yield_now().await;
        all.push(read(words));
    }
    all
}

/// The names of objects, prepared for comparison. Preparing long texts takes a while, so the task yields after every few. It does
/// not yield for texts that are kept: many equal requests would wait for each other, and the last would miss the read that the
/// first began.
pub(in crate::service) async fn texts_of<T: Findable>(items: &[T]) -> Vec<Arc<Text>> {
    let (mut texts, mut made, mut key) = (Vec::with_capacity(items.len()), 0, Vec::new());
    for item in items {
        if let Some(text) = names::prepared(T::KIND, item.names(), &mut key) {
            texts.push(text);
            continue;
        }
        if made % READ_AT_ONCE == 0 {
            tokio::task::yield_now().await;
        }
        made += 1;
        texts.push(item.text());
    }
    texts
}

/// A hint without a verdict yet.
struct OpenHint<'a> {
    /// Its index among all hints.
    index: usize,
    read_hint: &'a ReadHint,
    /// Whether a look failed for it in part.
    missed: bool,
}

/// The object that one hint means.
///
/// # Errors
/// The first look failed.
pub(super) async fn resolve_one<S: Source>(
    service: &Service,
    source: &mut S,
    read_hint: &ReadHint,
    rules: Rules,
) -> Result<(Pool<S::Item>, Verdict<S::Item>), Error> {
    let mut pool = Pool::read(source).await?;
    let hints = std::slice::from_ref(read_hint);
    let verdict = resolve_each(service, source, &mut pool, hints, rules).await.pop();
    Ok((pool, verdict.unwrap_or_else(|| Err(Unresolved::nothing()))))
}

/// The objects that several hints mean, in the order of the hints. Each hint is decided by itself; all share one pool.
pub(super) async fn resolve_each<S: Source>(
    service: &Service,
    source: &mut S,
    pool: &mut Pool<S::Item>,
    hints: &[ReadHint],
    rules: Rules,
) -> Vec<Verdict<S::Item>> {
    let mut open: Vec<_> = hints
        .iter()
        .enumerate()
        .map(|(index, read_hint)| OpenHint { index, read_hint, missed: false })
        .collect();
    let mut verdicts = Vec::with_capacity(hints.len());
    while !open.is_empty() {
        let mut unsure = Vec::new();
        for hint in open {
            let ranking = pool.rank(&hint.read_hint.hint).await;
            if pool.settles(&ranking, &hint.read_hint.hint, rules.purpose) {
                verdicts.push((hint.index, pool.decide(&ranking, &hint, rules)));
            } else {
                unsure.push((hint, ranking));
            }
        }
        let hints: Vec<&str> = unsure.iter().map(|(hint, _)| hint.read_hint.words.as_str()).collect();
        let look =
            if service.widen && !hints.is_empty() { source.further(&hints, pool.more).await } else { None };
        let Some(look) = look else {
            let rest = unsure.iter().map(|(hint, ranking)| (hint.index, pool.decide(ranking, hint, rules)));
            verdicts.extend(rest);
            break;
        };
        service.looks.note(S::Item::NAME, !look.items.is_empty());
        open = unsure.into_iter().map(|(hint, _)| hint).collect();
        for (index, hint) in open.iter_mut().enumerate() {
            hint.missed |= look.missed.holds(index);
        }
        pool.add(look).await;
    }
    verdicts.sort_by_key(|(index, _)| *index);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

impl<T: Findable> Pool<T> {
    /// The pool after the first look.
    ///
    /// # Errors
    /// The first look failed.
    pub(super) async fn read<S: Source<Item = T>>(source: &mut S) -> Result<Self, Error> {
        let first = source.first().await?;
        let mut pool = Self { items: Vec::new(), texts: Vec::new(), seen: HashSet::new(), more: false };
        pool.add(first).await;
        Ok(pool)
    }

    /// The objects.
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    /// Adds the objects that are new.
    async fn add(&mut self, look: Look<T>) {
        self.more = look.more;
        self.seen.reserve(look.items.len());
        let new: Vec<_> = look.items.into_iter().filter(|item| self.seen.insert(item.key())).collect();
        self.texts.extend(texts_of(&new).await);
        self.items.extend(new);
    }

    /// Ranks all objects for a hint.
    async fn rank(&self, hint: &Hint) -> Ranking<usize> {
        rank_apart(hint, T::KIND, &self.texts).await
    }

    /// The suggestions for a hint that nothing fits.
    pub(super) fn nearest(&self, hint: &Hint) -> Vec<Scored<T>> {
        self.scored(rank(hint, T::KIND, &self.texts).nearest(SHOWN_CANDIDATES))
    }

    /// Whether no further look is needed: no object that was not read could change the answer, or all objects were read.
    fn settles(&self, ranking: &Ranking<usize>, hint: &Hint, purpose: Purpose) -> bool {
        match ranking.top() {
            // Before a change, an object with an equal name must be looked for, unless one was found already.
            Some(top) if top.score == Score::EXACT => {
                !self.more || purpose == Purpose::Read || ranking.is_ambiguous()
            }
            // A name may be a small word as well: "Ben".
            _ if hint.is_vague() && T::KIND != Kind::Member => !self.items.is_empty(),
            Some(_) => !self.more,
            None => false,
        }
    }

    fn decide(&self, ranking: &Ranking<usize>, open: &OpenHint<'_>, rules: Rules) -> Verdict<T> {
        let is_exact = ranking.top().is_some_and(|top| top.score == Score::EXACT);
        // Rule 2 has no question for a vague hint for a group: its candidates are those from 40 on.
        let is_vague = open.read_hint.hint.is_vague() && T::KIND != Kind::Group;
        let is_person = T::KIND == Kind::Member && ranking.top().is_some() && ranking.doubt().is_none();
        if is_vague && !is_exact && !is_person && !self.items.is_empty() {
            let candidates = self.scored(ranking.nearest(rules.limit));
            return Err(Unresolved::Ambiguous(Question { candidates, why: Why::Doubt(Doubt::Vague) }));
        }
        let Some(top) = ranking.top() else {
            return Err(Unresolved::not_found(self.scored(ranking.nearest(SHOWN_CANDIDATES))));
        };
        let candidates = ranking.candidates();
        let kept = candidates.get(..rules.limit.min(candidates.len())).unwrap_or_default();
        match (why_not(ranking, top, open, rules), self.items.get(top.item)) {
            (None, Some(item)) => {
                Ok(Chosen { item: item.clone(), candidates: self.scored(kept), evidence: Some(top.evidence) })
            }
            (why, _) => {
                let why = why.unwrap_or(Why::Several { unshown: 0 });
                let near = candidates.get(..candidates.len().min(10 * rules.limit)).unwrap_or_default();
                let mut asked = self.scored(near);
                asked.sort_by_cached_key(|asked| {
                    !asked.item.description().is_some_and(|text| open.read_hint.hint.is_said_in(text))
                });
                asked.truncate(rules.limit);
                Err(Unresolved::Ambiguous(Question { candidates: asked, why }))
            }
        }
    }

    /// The objects themselves, with their scores.
    fn scored(&self, candidates: &[Candidate<usize>]) -> Vec<Scored<T>> {
        let scored = candidates.iter().filter_map(|candidate| {
            let item = self.items.get(candidate.item)?.clone();
            Some(Scored { item, score: candidate.score })
        });
        scored.collect()
    }
}

/// Indexes of texts, sorted by how near a hint comes to them. Comparing many takes a while: that is done where no other call waits.
pub(in crate::service) async fn rank_apart(hint: &Hint, kind: Kind, texts: &[Arc<Text>]) -> Ranking<usize> {
    if texts.len() * hint.length() <= RANKED_AT_ONCE {
        // Other tasks may run between two hints.
        tokio::task::yield_now().await;
        return rank(hint, kind, texts);
    }
    let (shared, copies) = (hint.clone(), texts.to_vec());
    // The semaphore is never closed.
    let permit = Arc::clone(&RANKED_SIDE_BY_SIDE).acquire_owned().await.ok();
    let ranked = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        rank(&shared, kind, &copies)
    });
    let ranked = ranked.await;
    ranked.unwrap_or_else(|failure| match failure.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        // The runtime is stopping and takes no more work.
        Err(_) => rank(hint, kind, texts),
    })
}

fn rank(hint: &Hint, kind: Kind, texts: &[Arc<Text>]) -> Ranking<usize> {
    Ranking::of(hint, kind, texts.iter().map(Arc::as_ref).enumerate())
}

/// Why the best candidate is not taken; `None` if it is.
fn why_not(
    ranking: &Ranking<usize>,
    top: &Candidate<usize>,
    open: &OpenHint<'_>,
    rules: Rules,
) -> Option<Why> {
    let is_exact = top.score == Score::EXACT;
    let several = Why::Several { unshown: (1 + ranking.rivals()).saturating_sub(rules.limit) };
    match rules.purpose {
        // Rule 2 cuts the list to `limit` before it compares the first two.
        Purpose::Read => (rules.limit > 1 && ranking.is_ambiguous()).then_some(several),
        Purpose::Change if ranking.is_ambiguous() => Some(several),
        Purpose::Change => match ranking.doubt() {
            Some(doubt) => Some(Why::Doubt(doubt.clone())),
            None => (open.missed && !is_exact).then_some(Why::Unread),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use super::*;
    use crate::gitlab::Issue;

    /// The result of a future, and how often it yielded.
    fn run<T>(future: impl Future<Output = T>) -> (T, usize) {
        let mut future = pin!(future);
        let mut yields = 0;
        loop {
            match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                Poll::Ready(done) => return (done, yields),
                Poll::Pending => yields += 1,
            }
        }
    }

    #[test]
    fn the_task_yields_between_two_hints_and_between_a_few_texts() {
        let hints: Vec<_> = (0..100).map(|number| format!("{number} {}", "\u{fdfa}".repeat(900))).collect();
        let (read, yields) = run(read_hints(
            |words| ReadHint { words: words.to_owned(), hint: Hint::new(words) },
            hints.iter(),
        ));
        assert_eq!((read.len(), yields), (100, 100));
        let title = |iid| format!("the task yields {iid}");
        let issue =
            |iid| serde_json::from_value(serde_json::json!({ "id": iid, "iid": iid, "title": title(iid) }));
        let issues: Vec<Issue> = (0..100).map(|iid| issue(iid).unwrap()).collect();
        let (texts, yields) = run(texts_of(&issues));
        assert_eq!((texts.len(), yields), (100, 50));
        let (kept, yields) = run(texts_of(&issues));
        assert_eq!((kept.len(), yields), (100, 0), "what is kept takes no time");
    }
}
