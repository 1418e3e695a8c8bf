//! Questions that wait for a person over HTTP, and the calls that ask them. The answer comes in a request of its own, to whichever
//! replica.

use tokio::sync::oneshot;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::api::faces::prelude::*;

/// Most questions that wait at once, by their weights: each holds a connection and the body of its call.
const MOST: usize = 1_000;
/// Most of them of one caller, so that no caller keeps the others' persons from being asked.
const MOST_OF_CALLER: usize = MOST / 2;

/// Who is asked: a caller, in one session.
#[derive(Debug, Clone)]
pub(super) struct Session {
    /// Unique to this session and this caller.
    pub(super) id: String,
    /// The caller on whose limit its questions count.
    pub(super) caller: String,
    /// As how many questions one question of this call counts: waiting calls may hold at most half of the memory for bodies.
    pub(super) weight: usize,
    /// Whether the token of this request may change something.
    pub(super) may_write: bool,
}

impl Session {
    /// A name for one of its questions or calls that no other session or caller can have.
    fn key(&self, id: &str) -> String {
        full_digest(&[&self.id, id])
    }

    /// A name for one of its questions: who asked with a token that may write is not answered with one that may not.
    fn question_key(&self, id: &str) -> String {
        full_digest(&[&self.key(id), if self.may_write { "writes" } else { "reads" }])
    }
}

/// The questions that wait here, and the calls that can be cancelled.
pub(super) struct OpenQuestions {
    open: Mutex<Waiting>,
    time_to_live: Duration,
    /// Where replicas leave answers for each other.
    store: Option<Store>,
}

#[derive(Default)]
struct Waiting {
    /// Who is asked, and where the answer goes.
    questions: HashMap<String, (Session, oneshot::Sender<Value>)>,
    /// What cancels each call. That of one that has ended is cancelled.
    calls: HashMap<String, CancellationToken>,
}

impl OpenQuestions {
    /// No questions yet; each may wait for this long.
    pub(super) fn new(store: Option<Store>, time_to_live: Duration) -> Arc<Self> {
        Arc::new(Self { open: Mutex::default(), time_to_live, store })
    }

    /// Notes a question before it is put; `None` where too many wait, of this caller or of all.
    pub(super) fn ask(self: &Arc<Self>, session: &Session, id: &str) -> Option<OpenQuestion> {
        let (sender, answer) = oneshot::channel();
        let key = session.question_key(id);
        let mut open = self.open.lock();
        let (mut all, mut of_caller) = (session.weight, session.weight);
        for (asked, _) in open.questions.values() {
            all += asked.weight;
            of_caller += if asked.caller == session.caller { asked.weight } else { 0 };
        }
        if of_caller > MOST_OF_CALLER || all > MOST {
            return None;
        }
        open.questions.insert(key.clone(), (session.clone(), sender));
        drop(open);
        Some(OpenQuestion { questions: Arc::clone(self), key, answer })
    }

    /// Gives an answer to the call that waits for it, here or on another replica.
    ///
    /// # Errors
    /// 403 where nobody waits, it was answered before, or the token may do less than the one that asked; 503 where the other replicas can't be told.
    pub(super) async fn answer(&self, session: &Session, id: &str, answer: Value) -> Result<(), Failure> {
        let (key, words, keep) = (session.question_key(id), answer.to_string(), self.time_to_live);
        let is_here = self.open.lock().questions.contains_key(&key);
        let is_first = match self.store.as_ref().map(|store| (store, stored(store, &key))) {
            // While the store is away nobody else can leave an answer.
            Some((store, key)) if is_here => store.is_first_answer(&key, &words, keep).await.unwrap_or(true),
            Some((store, key)) => {
                store.leave_answer(&key, &words, keep).await.map_err(|_| Error::StoreAway)?
            }
            None => is_here,
        };
        let take = || self.open.lock().questions.remove(&key);
        let is_taken =
            is_first && (!is_here || take().is_some_and(|(_, sender)| sender.send(answer).is_ok()));
        let refusal =
            || if session.may_write { Failure::invalid_form() } else { Failure::insufficient_scope() };
        is_taken.then_some(()).ok_or_else(refusal)
    }

    /// Notes a call that may be cancelled until what this returns is dropped.
    pub(super) fn begin(&self, session: &Session, id: &str) -> OpenCall {
        let cancelled = CancellationToken::new();
        let mut open = self.open.lock();
        open.calls.retain(|_, call| !call.is_cancelled());
        open.calls.insert(session.key(id), cancelled.clone());
        OpenCall { _ended: cancelled.clone().drop_guard(), cancelled }
    }

    /// Cancels a call, where it is under way here.
    pub(super) fn cancel(&self, session: &Session, id: &str) {
        if let Some(call) = self.open.lock().calls.get(&session.key(id)) {
            call.cancel();
        }
    }
}

/// Where the answer to a question is left in the store.
fn stored(store: &Store, key: &str) -> String {
    store.key("question", &[key])
}

/// A question that waits for its answer, until this is dropped.
pub(super) struct OpenQuestion {
    questions: Arc<OpenQuestions>,
    key: String,
    answer: oneshot::Receiver<Value>,
}

impl OpenQuestion {
    /// The answer; `None` where the person took too long.
    pub(super) async fn answered(&mut self) -> Option<Value> {
        let OpenQuestions { store, time_to_live, .. } = &*self.questions;
        let from_afar = async {
            let Some(store) = store else { return std::future::pending().await };
            let left = store.wait_for_answer(&stored(store, &self.key), *time_to_live).await;
            serde_json::from_slice(&left).unwrap_or_default()
        };
        tokio::select! {
            answer = &mut self.answer => answer.ok(),
            answer = from_afar => Some(answer),
            () = tokio::time::sleep(*time_to_live) => None,
        }
    }
}

impl Drop for OpenQuestion {
    fn drop(&mut self) {
        self.questions.open.lock().questions.remove(&self.key);
        if let Some(store) = &self.questions.store {
            store.stop_waiting(&stored(store, &self.key), self.questions.time_to_live);
        }
    }
}

/// A call under way.
pub(super) struct OpenCall {
    /// Whether its client cancelled it.
    pub(super) cancelled: CancellationToken,
    _ended: DropGuard,
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::json;

    use super::*;
    use crate::store::tests::memory::Memory;

    const KEEP: Duration = Duration::from_secs(60);

    fn session() -> Session {
        of_caller("caller", 1)
    }

    fn of_caller(caller: &str, weight: usize) -> Session {
        Session { id: "session".to_owned(), caller: caller.to_owned(), weight, may_write: true }
    }

    fn replica(memory: &Memory) -> Arc<OpenQuestions> {
        OpenQuestions::new(Some(Store::in_memory(memory.clone())), KEEP)
    }

    async fn answer(replica: &OpenQuestions, id: &str) -> Result<(), StatusCode> {
        replica.answer(&session(), id, json!(id)).await.map_err(|failure| failure.status)
    }

    #[tokio::test]
    async fn an_answer_reaches_the_replica_that_asked_once() {
        let memory = Memory::default();
        let (asks, other) = (replica(&memory), replica(&memory));
        let mut question = asks.ask(&session(), "id").unwrap();
        let mut answered = Box::pin(question.answered());
        assert!(futures_util::poll!(&mut answered).is_pending());
        assert_eq!(answer(&other, "guessed").await, Err(StatusCode::FORBIDDEN));
        assert_eq!(answer(&other, "id").await, Ok(()));
        assert_eq!(answer(&other, "id").await, Err(StatusCode::FORBIDDEN));
        assert_eq!(answered.await, Some(json!("id")));
        drop(question);
        tokio::task::yield_now().await;
        for replica in [&asks, &other] {
            assert_eq!(answer(replica, "id").await, Err(StatusCode::FORBIDDEN));
        }
    }

    #[tokio::test]
    async fn who_may_only_read_answers_no_question_of_a_call_that_may_write() {
        let memory = Memory::default();
        for (asks, answers) in
            [(OpenQuestions::new(None, KEEP), None), (replica(&memory), Some(replica(&memory)))]
        {
            let mut question = asks.ask(&session(), "id").unwrap();
            let mut answered = Box::pin(question.answered());
            assert!(futures_util::poll!(&mut answered).is_pending());
            let answers = answers.unwrap_or_else(|| Arc::clone(&asks));
            let reader = Session { may_write: false, ..session() };
            let refused = answers.answer(&reader, "id", json!("yes")).await.unwrap_err();
            assert_eq!(refused.code, "insufficient_scope");
            assert_eq!(answer(&answers, "id").await, Ok(()), "the question is still open");
            assert_eq!(answered.await, Some(json!("id")));
        }
    }

    #[tokio::test]
    async fn the_first_answer_holds_at_whichever_replica_the_second_comes() {
        for is_first_elsewhere in [false, true] {
            let memory = Memory::default();
            let (asks, other) = (replica(&memory), replica(&memory));
            let mut question = asks.ask(&session(), "id").unwrap();
            let mut answered = Box::pin(question.answered());
            assert!(futures_util::poll!(&mut answered).is_pending());
            let [first, second] = if is_first_elsewhere { [&other, &asks] } else { [&asks, &other] };
            assert!(first.answer(&session(), "id", json!("no")).await.is_ok());
            let refused = second.answer(&session(), "id", json!("yes")).await.unwrap_err();
            assert_eq!(refused.code, "invalid_form");
            assert_eq!(answered.await, Some(json!("no")));
        }
    }

    #[tokio::test]
    async fn a_store_that_is_away_is_told_and_the_question_goes_on_waiting() {
        let memory = Memory::default();
        let (asks, other) = (replica(&memory), replica(&memory));
        let mut question = asks.ask(&session(), "id").unwrap();
        memory.set_away(true);
        assert_eq!(answer(&other, "id").await, Err(StatusCode::SERVICE_UNAVAILABLE));
        assert_eq!(answer(&asks, "id").await, Ok(()));
        assert_eq!(question.answered().await, Some(json!("id")));
    }

    #[test]
    fn no_caller_takes_more_than_half_of_the_room_for_questions() {
        let questions = OpenQuestions::new(None, KEEP);
        let ask = |caller: &str, weight, id: usize| {
            questions.ask(&of_caller(caller, weight), &format!("{caller} {id}"))
        };
        let mut open: Vec<_> = (0..MOST_OF_CALLER).map(|id| ask("one", 1, id).unwrap()).collect();
        assert!(ask("one", 1, MOST).is_none());
        open.push(ask("two", MOST_OF_CALLER - 1, 0).unwrap());
        assert!(ask("two", 2, 1).is_none() && ask("three", 2, 0).is_none());
        assert!(ask("three", 1, 0).is_some());
        open.swap_remove(0);
        assert!(ask("one", 1, MOST).is_some());
    }
}
