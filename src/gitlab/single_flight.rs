//! Single flight: equal reads that are under way at the same time are one call to the host.

use std::{collections::HashMap, hash::Hash, pin::Pin};

use futures_util::{FutureExt, future::WeakShared};
use parking_lot::Mutex;
use tokio_util::task::AbortOnDropHandle;

type BoxedRead<V> = Pin<Box<dyn Future<Output = V> + Send>>;

/// The reads under way, by what they read.
pub(super) struct SingleFlight<K, V>(Mutex<HashMap<K, WeakShared<BoxedRead<V>>>>);

impl<K, V> Default for SingleFlight<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash, V: Clone + Send + Sync + 'static> SingleFlight<K, V> {
    /// Joins an equal read that is under way, or begins `read`, and returns its outcome. The read runs in a task of its own, so
    /// that it goes on if one of its callers gives up; it is stopped when the last caller gives up. A caller that joins while
    /// it is being stopped, or after it panicked, gets `stopped`.
    pub(super) async fn run(&self, key: K, stopped: V, read: impl Future<Output = V> + Send + 'static) -> V {
        // Dropped after the outcome, so that the last of several callers sees that no other is left.
        let _cleanup = Cleanup { flights: self, key: key.clone() };
        let outcome = {
            let mut under_way = self.0.lock();
            // A read that has ended is not joined: its answer may be out of date.
            let joined = under_way.get(&key).and_then(WeakShared::upgrade);
            joined.filter(|read| read.peek().is_none()).unwrap_or_else(|| {
                let read = AbortOnDropHandle::new(tokio::spawn(read));
                let read = read.map(|outcome| outcome.unwrap_or(stopped)).boxed().shared();
                under_way.extend(read.downgrade().map(|weak| (key, weak)));
                read
            })
        };
        outcome.await
    }
}

/// Forgets a read that nobody waits for any more.
struct Cleanup<'a, K: Eq + Hash, V: Clone + Send + Sync + 'static> {
    flights: &'a SingleFlight<K, V>,
    key: K,
}

impl<K: Eq + Hash, V: Clone + Send + Sync + 'static> Drop for Cleanup<'_, K, V> {
    fn drop(&mut self) {
        let mut under_way = self.flights.0.lock();
        if under_way.get(&self.key).is_some_and(|read| read.upgrade().is_none()) {
            under_way.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    };

    use futures_util::future::{join_all, pending};
    use tokio::sync::{Semaphore, oneshot};

    use super::*;

    type Flights = Arc<SingleFlight<&'static str, Result<u32, String>>>;

    fn stopped() -> Result<u32, String> {
        Err("stopped".to_owned())
    }

    /// A host that counts its calls and answers each with its number, as soon as it may.
    #[derive(Clone)]
    struct Host {
        calls: Arc<AtomicU32>,
        may_answer: Arc<Semaphore>,
    }

    impl Host {
        fn new(answers: usize) -> Self {
            Self { calls: Arc::default(), may_answer: Arc::new(Semaphore::new(answers)) }
        }

        async fn call(self) -> Result<u32, String> {
            let number = self.calls.fetch_add(1, SeqCst) + 1;
            self.may_answer.acquire().await.unwrap().forget();
            Ok(number)
        }
    }

    #[tokio::test]
    async fn equal_reads_under_way_are_one_call_and_later_ones_another() {
        let (flights, host) = (Flights::default(), Host::new(2));
        let callers = (0..100).map(|_| flights.run("a", stopped(), host.clone().call()));
        assert!(join_all(callers).await.iter().all(|answer| *answer == Ok(1)));
        assert_eq!(flights.run("a", stopped(), host.clone().call()).await, Ok(2));
        assert!(flights.0.lock().is_empty());
    }

    #[tokio::test]
    async fn different_reads_are_different_calls() {
        let (flights, host) = (Flights::default(), Host::new(2));
        let callers = ["a", "b"].map(|key| flights.run(key, stopped(), host.clone().call()));
        assert_eq!(join_all(callers).await, [Ok(1), Ok(2)]);
    }

    #[tokio::test]
    async fn a_failure_is_shared_by_all_callers() {
        let flights = Flights::default();
        let fails = || async { Err::<u32, _>("down".to_owned()) };
        let callers = (0..3).map(|_| flights.run("a", stopped(), fails()));
        assert_eq!(join_all(callers).await, vec![Err("down".to_owned()); 3]);
    }

    #[tokio::test]
    async fn a_caller_that_gives_up_does_not_stop_the_read_of_the_others() {
        let (flights, host) = (Flights::default(), Host::new(0));
        let mut first = Box::pin(flights.run("a", stopped(), host.clone().call()));
        let mut second = Box::pin(flights.run("a", stopped(), host.clone().call()));
        assert!((&mut first).now_or_never().is_none() && (&mut second).now_or_never().is_none());
        drop(first);
        host.may_answer.add_permits(1);
        assert_eq!(second.await, Ok(1));
    }

    #[tokio::test]
    async fn when_the_last_caller_gives_up_the_call_is_stopped() {
        let flights = Flights::default();
        let (alive, gone) = oneshot::channel::<()>();
        let endless = async move {
            let _alive = alive;
            pending().await
        };
        let mut caller = Box::pin(flights.run("a", stopped(), endless));
        assert!((&mut caller).now_or_never().is_none());
        drop(caller);
        assert!(gone.await.is_err());
        assert!(flights.0.lock().is_empty());
    }

    #[tokio::test]
    async fn a_call_that_panics_is_a_failure() {
        let flights = Flights::default();
        assert_eq!(flights.run("a", stopped(), async { panic!("by a test") }).await, stopped());
        assert!(flights.0.lock().is_empty());
    }
}
