//! Objects that hints can mean, hints and names read for comparison, and their ranking, so that long ones keep no call waiting (decisions,
//! section 4).

use std::{num::NonZero, panic::resume_unwind, sync::LazyLock, thread::available_parallelism};

use moka::{policy::EvictionPolicy, sync::Cache};
use tokio::sync::Semaphore;

use crate::service::prelude::*;

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
