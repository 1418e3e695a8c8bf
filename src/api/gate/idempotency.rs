//! The idempotency store (`Idempotency-Key`): a write that is sent again gets the stored answer and is not done again
//! (decisions, Repeated writes).
//!
//! What this process does or did is kept here. Where replicas share a store a write is claimed there before it is begun
//! ([`shared`]), and its answer is kept there too ([`stored`]).

mod shared;
mod stored;

use moka::{policy::EvictionPolicy, sync::Cache};
use tokio::sync::watch;

use self::shared::SharedWrites;
use super::{Reply, prelude::*};
use crate::{gitlab::CallContext, service::Roots, stop_signal::StopSignal};

/// The header by which a caller names a write, so that it can be sent again safely.
pub(in crate::api) const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// The header that marks a stored answer.
pub(in crate::api) const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Longest key, in characters.
pub(in crate::api) const LONGEST_KEY: usize = 255;
/// Bytes of an answer that count as one entry of `server.idempotency_entries`.
const BYTES_OF_AN_ENTRY: usize = 4 << 10;
/// The fields of answers that hold the full path of a project or a group.
const PATHS: [&str; 3] = ["path_with_namespace", "full_path", "resolved_group"];

/// A key that a caller gave a write: 1 to 255 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(pub(in crate::api) Arc<str>);

impl IdempotencyKey {
    /// The key in a request's headers; `None` without one.
    ///
    /// # Errors
    /// 400 for an invalid key, and for several keys.
    pub(in crate::api) fn of(headers: &HeaderMap) -> Result<Option<Self>, Failure> {
        let mut keys = headers.get_all(HEADER).iter();
        let (Some(key), another) = (keys.next(), keys.next()) else { return Ok(None) };
        let sane = |key: &&str| {
            (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
        };
        match key.to_str().ok().filter(sane) {
            Some(key) if another.is_none() => Ok(Some(Self(key.into()))),
            _ => Err(Failure::new(Code::InvalidArgument, gate::ODD_KEY)),
        }
    }
}

/// What identifies a write: the caller, the one on whose limits it counts, the operation, the key.
type WriteKey = ([Arc<str>; 2], &'static str, IdempotencyKey);

/// The idempotency store: recent writes with a key, and their results.
///
/// Writes under way are stored apart from finished ones: they are never evicted, since a repeat would then run beside the
/// first. There are at most `server.max_in_flight` of them, since each keeps its permit of the in-flight limit.
pub(in crate::api) struct IdempotencyStore {
    under_way: Mutex<HashMap<WriteKey, LocalWrite>>,
    /// Finished writes, in one cache of equal size per caller, so that no caller evicts another's answers. A cache is made at
    /// its caller's first write with a key.
    done: Mutex<HashMap<Arc<str>, Cache<WriteKey, LocalWrite>>>,
    /// The most weight that one caller's cache holds.
    share: u32,
    time_to_live: Duration,
    /// The writes of all replicas; `None` without a store.
    shared: Option<SharedWrites>,
}

/// A write under way or done.
#[derive(Clone)]
struct LocalWrite {
    /// A digest of the request's body, so that the body itself need not be stored.
    body: String,
    outcome: watch::Receiver<Option<Recorded>>,
}

impl LocalWrite {
    /// The reply to a request with this body, once there is one; whether it is a repeat says who asks.
    ///
    /// # Errors
    /// 422 for another body.
    async fn answered(mut self, body: &str, roots: &Roots, is_repeat: bool) -> Result<Reply, Failure> {
        if self.body != body {
            return Err(Failure::idempotency_key_reused());
        }
        match self.outcome.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(recorded)) if is_repeat || recorded.is_replayed => {
                Ok(Reply { outcome: recorded.replayed(roots), replayed: true })
            }
            Ok(Some(recorded)) => Ok(recorded.outcome.clone().into()),
            // Operations catch their own panics, so the sender is dropped only when the process ends.
            _ => Err(Failure::internal_error()),
        }
    }
}

/// The result of a write, and whether a repeat gets it too.
#[derive(Debug, Clone)]
pub(in crate::api) struct Recorded {
    outcome: Result<Answered, Failure>,
    /// The full paths of the projects and groups that its writes concerned.
    concerned: Arc<[String]>,
    is_kept: bool,
    /// Whether another replica gave it before.
    is_replayed: bool,
}

impl Recorded {
    /// The outcome of a call whose context counted what became of its writes. It is stored if the host was changed, may have
    /// been changed, or refused the write for good. It is not stored if no write was sent, or if the host refused only for now:
    /// a repeat may then succeed, and does nothing twice. A stored failure that time may mend says that its key will not do;
    /// where nothing was changed it does not say when to try again.
    pub(in crate::api) fn new(outcome: Result<Answered, Failure>, context: &CallContext) -> Self {
        let (is_kept, has_changes) = (context.has_settled_writes(), context.has_changes());
        let outcome = outcome.map_err(|failure| {
            let retry_after = failure.retry_after.filter(|_| has_changes || !is_kept);
            let is_for_now =
                retry_after.is_some() || matches!(failure.status.as_u16(), 401 | 403 | 425 | 429);
            let kept = (is_kept && has_changes && is_for_now).then_some(gate::KEPT);
            Failure { detail: failure.detail.then(kept), retry_after, ..failure }
        });
        Self { outcome, concerned: context.concerned().into(), is_kept, is_replayed: false }
    }

    /// A failure that is not kept, since nothing was sent.
    fn passing(failure: Failure) -> Self {
        Self { outcome: Err(failure), concerned: Arc::default(), is_kept: false, is_replayed: false }
    }

    /// How many entries of `server.idempotency_entries` it takes.
    fn weight(&self) -> u32 {
        let bytes = self.outcome.as_ref().map_or(0, |answered| answered.json.len());
        u32::try_from(1 + bytes / BYTES_OF_AN_ENTRY).unwrap_or(u32::MAX)
    }

    /// The outcome as it is answered again to a caller who may see what is inside these roots today: they may have been narrowed
    /// since it was kept. No wait makes it another one, and it asks nothing any more.
    fn replayed(&self, roots: &Roots) -> Result<Answered, Failure> {
        if roots.prefixes().is_some() {
            let mut paths = self.concerned.to_vec();
            if let Ok(answered) = &self.outcome {
                let mut answer = serde_json::from_slice(&answered.json).unwrap_or_default();
                each_text("", &mut answer, &mut |field, text| {
                    paths.extend(PATHS.contains(&field).then(|| text.clone()));
                });
            }
            if let Some(outside) = paths.into_iter().find(|path| !roots.hold(path)) {
                return Err(Error::OutsideRoots(outside).into());
            }
        }
        match self.outcome.clone() {
            Ok(answered) if self.is_kept => Ok(Answered { prompts: Vec::new(), ..answered }),
            Err(failure) if self.is_kept => Err(Failure { retry_after: None, ..failure }),
            passing => passing,
        }
    }
}

/// A digest of what a write says, the same in every process: neither the order of its fields nor blanks change it, nor does `dry_run`.
pub(in crate::api) fn digest_of(fields: &JsonObject) -> String {
    let mut fields = fields.clone();
    fields.remove("dry_run");
    let mut fields = Value::Object(fields);
    fields.sort_all_objects();
    full_digest(&[&fields.to_string()])
}

impl IdempotencyStore {
    pub(in crate::api) fn new(server: &Server, store: Option<&Store>) -> Self {
        let callers = server.callers.len().max(1);
        let share = u32::try_from(server.idempotency_entries / callers).unwrap_or(u32::MAX).max(1);
        let time_to_live = server.idempotency_ttl;
        let shared = store.map(|store| SharedWrites { store: store.clone(), keep: time_to_live, share });
        Self { under_way: Mutex::default(), done: Mutex::default(), share, time_to_live, shared }
    }

    /// The reply to the write with this body that a key names, which says whether the write was begun before. If it was not, `work` is
    /// begun; it then runs to its end even if its caller gives up, since that caller is expected to send the write again. An
    /// outcome from before is answered only within these roots.
    ///
    /// # Errors
    /// 422 for a key that named another body.
    pub(in crate::api) async fn once(
        self: &Arc<Self>,
        write: WriteKey,
        body: String,
        roots: &Roots,
        context: &Arc<CallContext>,
        work: impl Future<Output = Recorded> + Send + 'static,
        stop_signal: &StopSignal,
    ) -> Result<Reply, Failure> {
        let (sender, outcome) = watch::channel(None);
        let entry = LocalWrite { body: body.clone(), outcome };
        let before = self.begin(&write, &entry);
        let replayed = before.is_some();
        let entry = before.unwrap_or(entry);
        if !replayed {
            let (store, body, context) = (Arc::clone(self), body.clone(), Arc::clone(context));
            let work = async move {
                let recorded = match &store.shared {
                    None => work.await,
                    Some(shared) => shared.once(&write, &body, &context, work).await,
                };
                store.end(write, recorded, &sender);
            };
            // The task may go on after the request has ended. Its log lines still carry the request's id.
            stop_signal.spawn(work.in_current_span());
        }
        entry.answered(&body, roots, replayed).await
    }

    /// The reply to a write that was begun before, for a preview of it; `None` if it was not begun.
    ///
    /// # Errors
    /// 422 for a key that named another body.
    pub(in crate::api) async fn begun_before(
        &self,
        write: &WriteKey,
        body: &str,
        roots: &Roots,
        deadline: Instant,
    ) -> Result<Option<Reply>, Failure> {
        let here = self.under_way.lock().get(write).cloned().or_else(|| self.done_of(&write.0).get(write));
        if let Some(entry) = here {
            return entry.answered(body, roots, true).await.map(Some);
        }
        let Some(shared) = &self.shared else { return Ok(None) };
        let elsewhere = shared.take(write, body, deadline).await.map(|held| held.free()).err();
        Ok(elsewhere
            .map(|recorded| Reply { outcome: recorded.replayed(roots), replayed: recorded.is_replayed }))
    }

    /// Records that a write begins. If an equal one was begun before, returns its entry.
    fn begin(&self, write: &WriteKey, entry: &LocalWrite) -> Option<LocalWrite> {
        let mut under_way = self.under_way.lock();
        let before = under_way.get(write).cloned().or_else(|| self.done_of(&write.0).get(write));
        if before.is_none() {
            under_way.insert(write.clone(), entry.clone());
        }
        before
    }

    /// Stores or drops the result of a write, and hands it to the repeats that wait for it.
    fn end(&self, write: WriteKey, recorded: Recorded, waiting: &watch::Sender<Option<Recorded>>) {
        let mut under_way = self.under_way.lock();
        let is_kept = recorded.is_kept;
        waiting.send_replace(Some(recorded));
        if let Some(entry) = under_way.remove(&write).filter(|_| is_kept) {
            self.done_of(&write.0).insert(write, entry);
        }
    }

    /// The finished writes of a caller.
    fn done_of(&self, [_, counted]: &[Arc<str>; 2]) -> Cache<WriteKey, LocalWrite> {
        let mut done = self.done.lock();
        let share = self.share;
        let cache = || {
            Cache::builder()
                .max_capacity(share.into())
                .time_to_live(self.time_to_live)
                // The least recently used entry goes first: a recent write is the most likely to be repeated.
                .eviction_policy(EvictionPolicy::lru())
                // An answer heavier than the whole cache would be dropped at once, and its write could be done twice.
                .weigher(move |_, entry: &LocalWrite| {
                    entry.outcome.borrow().as_ref().map_or(1, Recorded::weight).min(share)
                })
                .build()
        };
        done.entry(Arc::clone(counted)).or_insert_with(cache).clone()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::settings::Settings;

    fn object(json: &str) -> JsonObject {
        parse(json.as_bytes()).unwrap()
    }

    #[test]
    fn the_digest_is_that_of_what_an_object_says() {
        let digest = |json: &str| digest_of(&object(json));
        // Replicas of other versions have to agree.
        assert_eq!(digest(r#"{"a":1}"#), "DpE9GZJ9w15YA09WJjRq4fj4iUc_5rvTdKTXG68pxmw");
        assert_eq!(
            digest(r#"{"a": [1, -2, 0.5, "é", {"b": null, "c": true}], "d": 18446744073709551615}"#),
            "eblhRbYy9BPOkFTNx0leCnPHkp_YBb4y_n9AeTKJbRs"
        );
        let own = digest(r#"{"a": [1, "x", {"b": null, "c": true}], "d": 2}"#);
        assert_eq!(own, digest(r#" {"d":2,"a":[1,"x",{"c":true,"b":null}]}"#));
        for other in [
            "{}",
            r#"{"d": 2}"#,
            r#"{"a": [1, "x", {"b": null, "c": false}], "d": 2}"#,
            r#"{"a": ["x", 1, {"b": null, "c": true}], "d": 2}"#,
            r#"{"a": [1, "x", {"b": "null", "c": true}], "d": 2}"#,
            r#"{"a": [1, "x"], "b": null, "c": true, "d": 2}"#,
            r#"{"a": [1, "x", {"b": null, "c": true}], "d": "2"}"#,
            r#"{"a": [1, "x", {"b": null, "c": true}], "d": 2.0}"#,
        ] {
            assert_ne!(own, digest(other), "{other}");
        }
    }

    #[test]
    fn numbers_that_differ_in_their_last_digit_have_digests_that_differ() {
        for (one, other) in [
            ("9223372036854775806", "9223372036854775807"),
            ("18446744073709551614", "18446744073709551615"),
            ("0.1", "0.10000000000000002"),
        ] {
            let digest = |number: &str| digest_of(&object(&format!(r#"{{"n": {number}}}"#)));
            assert_ne!(digest(one), digest(other));
        }
    }

    proptest! {
        #[test]
        fn a_digest_does_not_depend_on_the_order_of_the_fields(
            fields in prop::collection::btree_map("[a-f]{1,4}", "[a-z0-9 ]{0,8}", 0..8),
        ) {
            let there: Map<_, _> = fields.clone().into_iter().map(|(name, text)| (name, text.into())).collect();
            let back = there.clone().into_iter().rev().collect();
            prop_assert_eq!(digest_of(&there), digest_of(&back));
        }
    }

    #[test]
    fn callers_share_the_entries_equally_and_each_has_one_at_least() {
        for (tokens, entries, share) in [("a:x,b:y", "10", 5), ("a:x,b:y", "11", 5), ("a:x,b:y,c:z", "2", 1)]
        {
            let settings = [
                ("upstream.base_url", "http://127.0.0.1:1"),
                ("upstream.token", "t"),
                ("server.auth_tokens", tokens),
                ("server.idempotency_entries", entries),
            ];
            let server = Settings::load(None, &settings).unwrap().server;
            assert_eq!(IdempotencyStore::new(&server, None).share, share, "{tokens} {entries}");
        }
    }

    #[test]
    fn an_answer_counts_as_one_entry_and_one_more_for_each_full_4_kib() {
        for (bytes, weight) in [(0, 1), (4_095, 1), (4_096, 2), (12_288, 4)] {
            let answered = Answered { json: vec![b' '; bytes].into(), ..Answered::default() };
            let recorded = Recorded {
                outcome: Ok(answered),
                concerned: Arc::default(),
                is_kept: true,
                is_replayed: false,
            };
            assert_eq!(recorded.weight(), weight, "{bytes}");
        }
    }
}
