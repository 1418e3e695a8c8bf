//! Replicas that share a store in memory.

mod model;

use std::{sync::atomic::AtomicU32, time::Instant};

use bytes::Bytes;
use futures_util::{FutureExt, future::pending};

use super::*;
use crate::{
    api::{
        Answered,
        gate::idempotency::{IdempotencyKey, IdempotencyStore},
    },
    service::Roots,
    settings::Settings,
    stop_signal::StopSignal,
    store::tests::memory::Memory,
};

const KEEP: Duration = Duration::from_secs(60);

/// A replica, and how often it sent something.
struct Replica {
    writes: SharedWrites,
    sent: Arc<AtomicU32>,
}

fn replicas(memory: &Memory, sent: &Arc<AtomicU32>) -> [Replica; 2] {
    [(); 2].map(|()| Replica {
        writes: SharedWrites { store: Store::in_memory(memory.clone()), keep: KEEP, share: 2 },
        sent: Arc::clone(sent),
    })
}

fn write() -> WriteKey {
    (["anyone".into(), "anyone".into()], "create_issue", IdempotencyKey("k".into()))
}

fn kept(text: &'static str) -> Recorded {
    let outcome = Ok(Answered {
        prompts: Vec::new(),
        touches: Vec::new(),
        planned: Vec::new(),
        status: None,
        json: Bytes::from_static(text.as_bytes()),
    });
    Recorded { outcome, concerned: Arc::default(), is_kept: true, is_replayed: false }
}

fn code(recorded: &Recorded) -> &str {
    recorded.outcome.as_ref().err().map_or("done", |failure| &failure.code)
}

impl Replica {
    /// Sends a write as the client of the host does: if it may.
    async fn sends(&self, body: &str) -> Recorded {
        let context = CallContext::for_test();
        let work = async {
            if context.permit_write().await.is_err() {
                return Recorded::passing(Error::StoreAway.into());
            }
            self.sent.fetch_add(1, SeqCst);
            kept("{}")
        };
        self.writes.once(&write(), body, &context, work).await
    }

    /// Is gone before it sends, or after.
    fn is_gone(&self, has_sent: bool) {
        let context = CallContext::for_test();
        let work = async {
            if has_sent {
                context.permit_write().await.unwrap();
                self.sent.fetch_add(1, SeqCst);
            }
            pending().await
        };
        let write = write();
        let mut once = Box::pin(self.writes.once(&write, "b", &context, work));
        assert!((&mut once).now_or_never().is_none());
    }
}

#[tokio::test]
async fn a_write_is_done_once_and_its_answer_is_all_replicas() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, two] = replicas(&memory, &sent);
    let first = one.sends("b").await;
    let again = two.sends("b").await;
    assert_eq!((first.is_replayed, again.is_replayed), (false, true));
    assert_eq!(again.outcome, first.outcome);
    assert_eq!(code(&two.sends("another").await), "idempotency_key_reused");
    assert_eq!(sent.load(SeqCst), 1);
}

#[tokio::test]
async fn what_comes_before_a_write_finds_what_another_replica_did_and_else_leaves_the_key_free() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, _] = replicas(&memory, &sent);
    let host = [("upstream.base_url", "http://127.0.0.1:1"), ("upstream.token", "t")];
    let server = Settings::load(None, &host).unwrap().server;
    let later = IdempotencyStore::new(&server, Some(&Store::in_memory(memory.clone())));
    let (write, roots, deadline) = (write(), Roots::default(), Instant::now() + KEEP);
    let found = async |body| later.begun_before(&write, body, &roots, deadline).await;
    assert!(found("b").await.unwrap().is_none());
    let first = one.sends("b").await;
    let again = found("b").await.unwrap().unwrap();
    assert_eq!((again.outcome, again.replayed), (first.outcome, true));
    let other = found("another").await.unwrap().unwrap();
    assert_eq!((&*other.outcome.unwrap_err().code, other.replayed), ("idempotency_key_reused", false));
    assert_eq!(sent.load(SeqCst), 1);
}

#[tokio::test]
async fn replicas_that_are_asked_at_once_do_it_once() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, two] = replicas(&memory, &sent);
    let (first, second) = tokio::join!(one.sends("b"), two.sends("b"));
    assert_eq!((first.is_replayed, second.is_replayed), (false, true));
    assert_eq!(sent.load(SeqCst), 1);
}

#[tokio::test]
async fn what_a_replica_sent_before_it_was_gone_is_open_for_ever() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, two] = replicas(&memory, &sent);
    one.is_gone(true);
    memory.pass(LEASE + Duration::from_millis(1));
    for _ in 0..2 {
        assert_eq!(code(&two.sends("b").await), "outcome_unknown");
        memory.pass(LEASE * 10);
    }
    assert_eq!(sent.load(SeqCst), 1);
}

#[tokio::test]
async fn what_a_replica_had_not_sent_when_it_was_gone_is_done_by_another() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, two] = replicas(&memory, &sent);
    one.is_gone(false);
    memory.pass(LEASE + Duration::from_millis(1));
    assert_eq!(code(&two.sends("b").await), "done");
    assert_eq!(sent.load(SeqCst), 1);
}

#[tokio::test]
async fn a_replica_that_was_taken_for_gone_sends_nothing_more() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [slow, quick] = replicas(&memory, &sent);
    let context = CallContext::for_test();
    let work = async {
        // Meanwhile its claim ends, and the other one takes over.
        memory.pass(LEASE + Duration::from_millis(1));
        assert_eq!(code(&quick.sends("b").await), "done");
        assert!(context.permit_write().await.is_err());
        Recorded::passing(Error::StoreAway.into())
    };
    let write = write();
    assert_eq!(code(&slow.writes.once(&write, "b", &context, work).await), "store_unavailable");
    assert_eq!(sent.load(SeqCst), 1);
    assert!(slow.sends("b").await.is_replayed);
}

#[tokio::test]
async fn without_the_store_nothing_is_begun_or_sent() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, two] = replicas(&memory, &sent);
    memory.set_away(true);
    assert_eq!(code(&one.sends("b").await), "store_unavailable");
    memory.set_away(false);
    let context = CallContext::for_test();
    let work = async {
        memory.set_away(true);
        assert!(context.permit_write().await.is_err());
        Recorded::passing(Error::StoreAway.into())
    };
    let write = write();
    assert_eq!(code(&two.writes.once(&write, "b", &context, work).await), "store_unavailable");
    assert_eq!(sent.load(SeqCst), 0);
}

#[tokio::test]
async fn an_answer_that_the_store_missed_is_open_to_others_and_never_sent_again() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, two] = replicas(&memory, &sent);
    let context = CallContext::for_test();
    let work = async {
        context.permit_write().await.unwrap();
        one.sent.fetch_add(1, SeqCst);
        memory.set_away(true);
        kept("{}")
    };
    let write = write();
    assert_eq!(code(&one.writes.once(&write, "b", &context, work).await), "done");
    memory.set_away(false);
    memory.pass(LEASE + Duration::from_millis(1));
    // A store of its own, since the first one rests for a moment after it did not answer.
    assert_eq!(code(&two.sends("b").await), "outcome_unknown");
    assert_eq!(sent.load(SeqCst), 1);
}

#[tokio::test]
async fn a_write_that_changed_nothing_leaves_its_key_free() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, two] = replicas(&memory, &sent);
    let context = CallContext::for_test();
    let refused = async { Recorded::passing(Failure::payload_too_large()) };
    let write = write();
    one.writes.once(&write, "b", &context, refused).await;
    assert!(!two.sends("another").await.is_replayed);
    assert_eq!(sent.load(SeqCst), 1);
}

#[test]
fn replicas_of_other_versions_find_a_write_under_the_same_key() {
    let key = Store::in_memory(Memory::default()).key("write", &["anyone", "create_issue", "k"]);
    assert_eq!(key, "passerelle:gJbWhjIRt15clQfp:write:thqiJeXYkJFwPnQlFGbBlY-UwrYdTtXCd2UnQp0A0LE");
}

#[tokio::test]
async fn a_write_that_another_replica_is_at_is_waited_for() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, two] = replicas(&memory, &sent);
    one.is_gone(false);
    let (waited, ()) = tokio::join!(two.sends("b"), async { memory.pass(LEASE + Duration::from_millis(1)) });
    assert_eq!(code(&waited), "done");
    assert_eq!(sent.load(SeqCst), 1);
}

#[tokio::test]
async fn a_write_that_another_replica_is_at_is_waited_for_until_the_deadline() {
    let (memory, sent) = (Memory::default(), Arc::default());
    let [one, two] = replicas(&memory, &sent);
    one.is_gone(true);
    let audit = crate::audit::Record::new(String::new(), "test", String::new());
    let context = CallContext::new(audit, (Instant::now(), StopSignal::never()), None, 1, None);
    let late = two.writes.once(&write(), "b", &context, async { kept("{}") }).await;
    assert_eq!((code(&late), late.is_kept), ("timeout", false));
}

#[tokio::test]
async fn what_one_caller_has_kept_has_a_bound_and_takes_nothing_from_others() {
    let (memory, sent) = (Memory::default(), Arc::<AtomicU32>::default());
    let [one, two] = replicas(&memory, &sent);
    let keyed = |caller: &str, key: &str| {
        ([caller.into(), caller.into()], "create_issue", IdempotencyKey(key.into()))
    };
    let sends = async |replica: &Replica, caller: &str, key: &str| {
        let (write, context) = (keyed(caller, key), CallContext::for_test());
        replica.writes.once(&write, "b", &context, async { kept("{}") }).await.is_replayed
    };
    assert!(!sends(&one, "other", "k").await);
    for number in 0..50 {
        assert!(!sends(&one, "greedy", &number.to_string()).await);
    }
    let claims = memory.claims();
    assert_eq!(claims, 3, "one of the other, and the two that are a share");
    assert!(sends(&two, "other", "k").await);
    assert!(sends(&two, "greedy", "49").await && sends(&two, "greedy", "48").await);
    assert!(!sends(&two, "greedy", "0").await, "the oldest are forgotten");
}
