//! The one driver from hints to objects of every kind. It reads objects, ranks them and decides: act, ask, or nothing fits. If
//! one look does not settle that, it takes further looks, whose number is bounded (decisions, sections 5 and 6).

use std::{num::NonZero, panic::resume_unwind, sync::LazyLock, thread::available_parallelism};

use moka::{policy::EvictionPolicy, sync::Cache};
use tokio::sync::Semaphore;

use crate::service::{prelude::*, resolve::prelude::*};

/// Where objects of one kind are read after the first look, look after look.
pub(crate) trait Source {
    /// The kind.
    type Item: Findable;

    /// The further look of this number, from 1, for the hints at these places; `None` if no further look is allowed. `more` says
    /// whether the host has more than was read so far.
    async fn further(&mut self, number: u32, open: &[usize], more: bool) -> Option<Look<Self::Item>>;

    /// Whether an object that was read may be a candidate.
    fn admits(&mut self, _: &Self::Item) -> bool {
        true
    }
}

/// How hints are resolved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    /// To read, or to change something.
    pub(crate) purpose: Purpose,
    /// Most candidates that an answer shows. The decision is made on all candidates.
    pub(crate) limit: usize,
}

impl Rules {
    /// For this purpose, with the usual number of candidates.
    pub(crate) const fn shown(purpose: Purpose) -> Self {
        Self { purpose, limit: SHOWN_CANDIDATES }
    }
}

/// The objects that were read, each once.
#[derive(Debug)]
pub(crate) struct Pool<T> {
    /// The objects.
    pub(crate) items: Vec<T>,
    texts: Vec<Arc<Text>>,
    seen: HashSet<i64>,
    /// Whether the host has more.
    more: bool,
    /// Whether a look failed in part.
    pub(crate) missed: bool,
}

/// A hint without a verdict yet.
struct OpenHint<'a> {
    /// Its index among all hints.
    index: usize,
    hint: &'a Hint,
    /// Whether it was not searched, or not all that the search finds was read.
    missed: bool,
}

/// The object that one hint means, and all that was read for it: by the first look, and by those of the source.
pub(crate) async fn resolve_one<S: Source>(
    service: &Service,
    (first, source): (Look<S::Item>, &mut S),
    hint: &Hint,
    rules: Rules,
) -> (Pool<S::Item>, Verdict<S::Item>) {
    let mut pool = Pool::of(first, source).await;
    let hints = std::slice::from_ref(hint);
    let verdict = resolve_each(service, source, &mut pool, hints, rules).await.pop();
    (pool, verdict.unwrap_or_else(|| Err(Unresolved::nothing())))
}

/// The objects that several hints mean, in the order of the hints. Each hint is decided by itself; all share one pool.
pub(super) async fn resolve_each<S: Source>(
    service: &Service,
    source: &mut S,
    pool: &mut Pool<S::Item>,
    hints: &[Hint],
    rules: Rules,
) -> Vec<Verdict<S::Item>> {
    let mut open: Vec<_> =
        hints.iter().enumerate().map(|(index, hint)| OpenHint { index, hint, missed: false }).collect();
    let mut verdicts = Vec::with_capacity(hints.len());
    for number in 1.. {
        let mut unsure = Vec::new();
        for hint in open {
            let ranking = rank_apart(hint.hint, S::Item::KIND, &pool.texts).await;
            if pool.settles(&ranking, hint.hint, rules.purpose) {
                verdicts.push((hint.index, pool.decide(&ranking, &hint, rules)));
            } else {
                unsure.push((hint, ranking));
            }
        }
        let places: Vec<_> = unsure.iter().map(|(hint, _)| hint.index).collect();
        let look = if service.shared.widen && !places.is_empty() {
            source.further(number, &places, pool.more).await
        } else {
            None
        };
        let Some(look) = look else {
            let rest = unsure.iter().map(|(hint, ranking)| (hint.index, pool.decide(ranking, hint, rules)));
            verdicts.extend(rest);
            break;
        };
        open = unsure.into_iter().map(|(hint, _)| hint).collect();
        for hint in &mut open {
            hint.missed |= look.unsearched.contains(&hint.index);
        }
        service.note_look(S::Item::NAME, pool.add(look, source).await);
    }
    verdicts.sort_by_key(|(index, _)| *index);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

impl<T: Findable> Pool<T> {
    /// The pool after the first look.
    pub(super) async fn of<S: Source<Item = T>>(first: Look<T>, source: &mut S) -> Self {
        let (items, texts, seen) = (Vec::new(), Vec::new(), HashSet::new());
        let mut pool = Self { items, texts, seen, more: false, missed: false };
        pool.add(first, source).await;
        pool
    }

    /// Takes one further look if the host has more.
    pub(super) async fn widen<S: Source<Item = T>>(&mut self, service: &Service, source: &mut S) {
        if self.more
            && service.shared.widen
            && let Some(look) = source.further(1, &[], true).await
        {
            service.note_look(T::NAME, self.add(look, source).await);
        }
    }

    /// Adds the objects that are new and may be candidates. Returns whether there are any.
    async fn add<S: Source<Item = T>>(&mut self, look: Look<T>, source: &mut S) -> bool {
        let known = self.seen.len();
        self.seen.reserve(look.items.len());
        let new = look.items.into_iter().filter(|item| self.seen.insert(item.identity().0));
        let new: Vec<_> = new.filter(|item| source.admits(item)).collect();
        self.missed |= look.failure.is_some();
        // Where some came twice, others moved to a page that was read before.
        let is_short = look.failure.is_none() && self.seen.len() - known < look.announced;
        self.more = look.more || is_short;
        let found = !new.is_empty();
        self.texts.extend(texts_of(&new).await);
        self.items.extend(new);
        found
    }

    /// The suggestions for a hint that nothing fits.
    pub(super) fn nearest(&self, hint: &Hint) -> Vec<Scored<T>> {
        scored(rank(hint, T::KIND, &self.texts).nearest(SHOWN_CANDIDATES), &self.items)
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
            // What is only worth asking for is looked for further, as before saying that nothing is found.
            Some(top) => !self.more && !top.score.is_guess(),
            None => false,
        }
    }

    fn decide(&self, ranking: &Ranking<usize>, open: &OpenHint<'_>, rules: Rules) -> Verdict<T> {
        let missed = open.missed || self.missed;
        let is_exact = ranking.top().is_some_and(|top| top.score == Score::EXACT);
        // Rule 2 has no question for a vague hint for a group: its candidates are those from 40 on. The first of several is not meant
        // because a limit hides the others.
        let is_hidden = rules.limit == 1 && ranking.is_ambiguous();
        let is_vague = open.hint.is_vague() && (T::KIND != Kind::Group || is_hidden);
        let is_person = T::KIND == Kind::Member && ranking.top().is_some() && ranking.doubt().is_none();
        if is_vague && !is_exact && !is_person && !self.items.is_empty() {
            let candidates = scored(ranking.nearest(rules.limit), &self.items);
            return Err(Unresolved::asking(candidates, Why::Doubt(Doubt::Vague)));
        }
        let candidates = ranking.candidates();
        // A read takes what is a little alike, by the page's rules.
        let is_guess =
            ranking.top().is_none_or(|top| rules.purpose == Purpose::Change && top.score.is_guess());
        let described = if is_guess { self.described(open.hint) } else { Vec::new() };
        if !described.is_empty() {
            let rest =
                candidates.iter().filter(|other| described.iter().all(|first| first.item != other.item));
            let asked: Vec<_> = described.iter().chain(rest).take(rules.limit).cloned().collect();
            return Err(Unresolved::asking(scored(&asked, &self.items), Why::Described));
        }
        let Some(top) = ranking.top() else {
            let found = NotFound::suggesting(scored(ranking.nearest(SHOWN_CANDIDATES), &self.items));
            return Err(Unresolved::NotFound(NotFound { was_missed: missed, ..found }));
        };
        match (why_not(ranking, top, missed, rules), self.items.get(top.item)) {
            (None, Some(item)) => Ok(Chosen {
                item: item.clone(),
                candidates: scored(candidates.iter().take(rules.limit), &self.items),
                evidence: Some(ranking.evidence()),
            }),
            (why, _) => {
                let why = why.unwrap_or(Why::Several { unshown: 0 });
                let mut asked: Vec<_> = candidates.iter().take(10 * rules.limit).collect();
                asked.sort_by_cached_key(|asked| !self.is_described(asked.item, open.hint));
                asked.truncate(rules.limit);
                Err(Unresolved::asking(scored(asked, &self.items), why))
            }
        }
    }

    /// Adds to what was found those whose descriptions say what a hint says, `most` in all.
    pub(crate) fn add_described(&self, hint: &Hint, found: &mut Vec<(T, Option<Score>)>, most: usize) {
        let known: HashSet<i64> = found.iter().map(|(item, _)| item.identity().0).collect();
        let described = scored(&self.described(hint), &self.items).into_iter();
        let new = described.filter(|new| !known.contains(&new.item.identity().0));
        found.extend(new.map(|new| (new.item, Some(new.score))));
        found.sort_by_key(|(_, score)| Reverse(*score));
        found.truncate(most);
    }

    /// Those whose descriptions say what a hint says.
    fn described(&self, hint: &Hint) -> Vec<Scored<usize>> {
        let places =
            (0..self.items.len().min(MOST_DESCRIBED)).filter(|place| self.is_described(*place, hint));
        places.map(|item| Scored { item, score: Score::GUESSED }).collect()
    }

    /// Whether the description of the object at a place says what a hint says.
    fn is_described(&self, place: usize, hint: &Hint) -> bool {
        let Some(item) = self.items.get(place) else { return false };
        let (_, name, _) = item.identity();
        item.description().is_some_and(|text| hint.is_said_in(name, text))
    }
}

/// Most objects whose descriptions are compared with a hint that no name fits: the first page, some tenths of a millisecond.
const MOST_DESCRIBED: usize = 100;

/// Why the best candidate is not taken; `None` if it is.
fn why_not(ranking: &Ranking<usize>, top: &Scored<usize>, missed: bool, rules: Rules) -> Option<Why> {
    let is_exact = top.score == Score::EXACT;
    let several = Why::Several { unshown: (1 + ranking.rivals()).saturating_sub(rules.limit) };
    match rules.purpose {
        // What is denied is never chosen, not even to be read.
        Purpose::Read if ranking.doubt().is_some_and(Doubt::is_denial) => {
            ranking.doubt().cloned().map(Why::Doubt)
        }
        // Rule 2 cuts the list to `limit` before it compares the first two.
        Purpose::Read if rules.limit == 1 => None,
        Purpose::Read => ranking.is_ambiguous().then_some(several),
        Purpose::Change if ranking.is_ambiguous() => Some(several),
        Purpose::Change => match ranking.doubt() {
            // What was not read may be called just so.
            None | Some(Doubt::Unsaid { .. }) if missed && !is_exact => Some(Why::Unread),
            doubt => doubt.cloned().map(Why::Doubt),
        },
    }
}

/// Most bytes of a hint times objects that are compared on a thread that serves requests, a millisecond or two of work; more are
/// compared on a blocking thread.
const RANKED_AT_ONCE: usize = 100 * 100;
/// Permits for blocking threads that rank, one per core: more of them would keep the threads that serve from running.
static RANKED_SIDE_BY_SIDE: LazyLock<Arc<Semaphore>> =
    LazyLock::new(|| Arc::new(Semaphore::new(available_parallelism().map_or(1, NonZero::get))));

/// Most names that are kept, of some two kilobytes each.
const MOST_NAMES: u64 = 8_192;
/// Names of objects, prepared for comparison. The result depends on the name alone, so it is kept by name, beside the host's
/// pages: the next hint, or an object with an equal name, uses it again.
static PREPARED: LazyLock<Cache<Vec<u8>, Arc<Text>>> = LazyLock::new(|| {
    Cache::builder().max_capacity(MOST_NAMES).eviction_policy(EvictionPolicy::lru()).build()
});

/// The names of an object, prepared for comparison.
pub(super) fn text_of<T: Findable>(item: &T) -> Arc<Text> {
    let (_, name, path) = item.identity();
    PREPARED.get_with(key_of(item), || {
        Arc::new(match T::KIND {
            Kind::Project | Kind::Group => Text::named(name, path),
            Kind::Issue | Kind::Milestone => Text::title(name),
            Kind::Member => Text::person(name, path),
        })
    })
}

/// The kind, how long the name is, the name and the path.
fn key_of<T: Findable>(item: &T) -> Vec<u8> {
    let (_, name, path) = item.identity();
    [&[T::KIND as u8], name.len().to_le_bytes().as_slice(), name.as_bytes(), path.as_bytes()].concat()
}

/// The names of objects, prepared for comparison. Preparing long texts takes a while, so the task yields after every few. It does
/// not yield for texts that are kept: many equal requests would wait for each other, and the last would miss the read that the
/// first began.
pub(crate) async fn texts_of<T: Findable>(items: &[T]) -> Vec<Arc<Text>> {
    let (mut texts, mut made) = (Vec::with_capacity(items.len()), 0);
    for item in items {
        let kept = PREPARED.get(&key_of(item));
        if kept.is_none() {
            if made % READ_AT_ONCE == 0 {
                tokio::task::yield_now().await;
            }
            made += 1;
        }
        texts.push(kept.unwrap_or_else(|| text_of(item)));
    }
    texts
}

/// Indexes of objects, sorted by how near a hint comes to them.
pub(crate) async fn rank_items<T: Findable>(hint: &Hint, items: &[T]) -> Ranking<usize> {
    rank_apart(hint, T::KIND, &texts_of(items).await).await
}

/// Indexes of texts, sorted by how near a hint comes to them. Comparing many takes a while: that is done where no other call waits.
pub(crate) async fn rank_apart(hint: &Hint, kind: Kind, texts: &[Arc<Text>]) -> Ranking<usize> {
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

/// The same at once.
pub(super) fn rank(hint: &Hint, kind: Kind, texts: &[Arc<Text>]) -> Ranking<usize> {
    Ranking::of(hint, kind, texts.iter().map(Arc::as_ref).enumerate())
}

/// The objects themselves, with their scores, in place of their indexes.
pub(crate) fn scored<'a, T: Clone>(
    ranked: impl IntoIterator<Item = &'a Scored<usize>>,
    items: &[T],
) -> Vec<Scored<T>> {
    let item = |best: &Scored<usize>| Some(Scored { item: items.get(best.item)?.clone(), score: best.score });
    ranked.into_iter().filter_map(item).collect()
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
    fn the_task_yields_after_every_few_hints_and_texts() {
        let hints: Vec<_> = (0..100).map(|number| format!("{number} {}", "\u{fdfa}".repeat(900))).collect();
        let (read, yields) = run(in_turns(&hints, |hint| Hint::new(hint)));
        assert_eq!((read.len(), yields), (100, 50));
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
