//! Reads of the host: of one object, and of a listing page by page; with the tag of the kept answer, and with one call for equal
//! reads at the same time.
//!
//! A call reads ahead: it goes on with kept answers while the host is asked to confirm them, so that the reads to which they lead are sent
//! at the same time. It waits until all of them are confirmed before it sends a write and before it answers. If the host has another answer
//! to one of them, the call begins anew: nothing was changed, and nothing was said.

use std::{any::TypeId, collections::HashMap, marker::PhantomData};

use futures_util::FutureExt;
use parking_lot::Mutex;
use serde::de::DeserializeOwned;
use tokio::{sync::Notify, time::sleep};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::Instrument;

use super::prelude::*;

/// A type that an answer of the host is decoded to; it can be kept and shared.
pub trait Readable: DeserializeOwned + Clone + PartialEq + Send + Sync + 'static {}

impl<T: DeserializeOwned + Clone + PartialEq + Send + Sync + 'static> Readable for T {}

/// Decodes a body.
type Decode = Arc<dyn Fn(&[u8]) -> Result<Decoded, Fault> + Send + Sync>;

/// A listing of the host, which is read page by page.
pub struct Listing<'a, T> {
    client: &'a Client,
    request: Request,
    item: PhantomData<fn() -> T>,
}

impl<'a, T: Readable> Listing<'a, T> {
    /// One page, from 1, of at most `page_size` objects.
    ///
    /// # Errors
    /// As every call: [`Error`].
    pub fn page(&self, number: u32, page_size: usize) -> impl Future<Output = Result<Page<T>>> + use<'a, T> {
        let (client, request) = (self.client, self.request_of(number, page_size));
        let list = move |body: &[u8]| answer::list::<T>(body, page_size);
        async move {
            let (items, counts) = client.read(request, list).await?;
            Ok(Page::new(items, counts, number))
        }
    }

    /// The first page as it was last read; `None` if it is not kept. The host has not confirmed it: it may only decide what is
    /// read next.
    pub fn kept(&self, page_size: usize) -> Option<Vec<T>> {
        let Client { instance, token, .. } = self.client;
        let key = instance.kept.key(&self.request_of(1, page_size), token, TypeId::of::<Vec<T>>());
        instance.kept.get(&key)?.answer.decoded.downcast_ref().cloned()
    }

    /// Those that the host finds for a text.
    pub fn search(self, text: &str) -> Self {
        self.only("search", text)
    }

    /// The same, narrowed by a parameter, which stands before those of all such listings.
    pub(super) fn only(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        Arc::make_mut(&mut self.request.query).insert(0, (name, value.to_string()));
        self
    }

    /// The same with one more parameter.
    pub(super) fn query(self, name: &'static str, value: impl fmt::Display) -> Self {
        self.asked(|request| request.query(name, value))
    }

    /// The same with another request.
    pub(super) fn asked(self, change: impl FnOnce(Request) -> Request) -> Self {
        Self { request: change(self.request), ..self }
    }

    fn request_of(&self, number: u32, page_size: usize) -> Request {
        self.request.clone().query("per_page", page_size).query("page", number)
    }
}

impl Client {
    /// One object.
    pub(super) async fn object<T: Readable>(&self, request: Request) -> Result<T> {
        let (object, _) = self.read(request, answer::object).await?;
        Ok(object)
    }

    /// One object; `None` if the host answers 404.
    pub(super) async fn find<T: Readable>(&self, request: Request) -> Result<Option<T>> {
        found(self.object(request).await)
    }

    /// A listing.
    pub(super) fn list<T: Readable>(&self, request: Request) -> Listing<'_, T> {
        Listing { client: self, request, item: PhantomData }
    }

    /// Reads from the host, or goes on with the kept answer while the host confirms it.
    async fn read<T: Readable>(
        &self,
        request: Request,
        decode: impl Fn(&[u8]) -> Result<T, Fault> + Send + Sync + 'static,
    ) -> Result<(T, PageCounts)> {
        let call = request.call;
        let decode = Arc::new(move |body: &[u8]| Ok(Arc::new(decode(body)?) as Decoded));
        let equal: Equal = |one, other| one.downcast_ref::<T>() == other.downcast_ref();
        let answer = self.answer(request, (TypeId::of::<T>(), equal), decode).await?;
        let of_another_type = |_| stopped(call, "the read was of another type");
        let decoded = answer.decoded.downcast().map_err(of_another_type)?;
        Ok((Arc::unwrap_or_clone(decoded), answer.counts))
    }

    /// The same for any type, so that it is compiled once.
    async fn answer(
        &self,
        request: Request,
        (kind, equal): (TypeId, Equal),
        decode: Decode,
    ) -> Result<ReadAnswer> {
        let key = self.instance.kept.key(&request, &self.token, kind);
        if let Some(answer) = self.ahead.answered(&key) {
            return answer;
        }
        if let Some(kept) = self.instance.kept.get(&key).filter(|_| self.ahead.is_on()) {
            let (client, expected) = (self.clone(), kept.clone());
            let confirmation = async move {
                let answer = client.ask(request, kind, decode).await;
                let is_same = answer.as_ref().is_ok_and(|answer| expected.says_the_same(answer, equal));
                client.instance.metrics.count_ahead(is_same);
                (answer, is_same)
            };
            self.ahead.go_on(key, confirmation.in_current_span());
            return Ok(kept.answer);
        }
        let answer = self.ask(request, kind, decode).await?;
        self.ahead.note_answer(key, &answer);
        Ok(answer)
    }

    /// Asks the host, or joins an equal read that is under way if the call changes nothing. A read that was joined may fail for lack of time of the caller who
    /// began it: those who have the time read again.
    async fn ask(&self, request: Request, kind: TypeId, decode: Decode) -> Result<ReadAnswer> {
        let _slot = self.context.acquire().await;
        // After the wait for the slot: a write that has ended meanwhile makes it another key.
        let key = self.instance.kept.key(&request, &self.token, kind);
        loop {
            let flight = (Arc::clone(&key), self.instance.kept.writes());
            let (request, key, decode) = (request.clone(), Arc::clone(&key), Arc::clone(&decode));
            let stopped = Err((stopped(request.call, "the read was stopped"), None));
            let fetched = self.clone().fetch(request, key, decode).in_current_span().boxed();
            // A call that changes something joins none, not even its own: what a lock guards may have changed since that was begun.
            let outcome = if self.acts {
                fetched.await
            } else {
                self.instance.flights.run(flight, stopped, fetched).await
            };
            match outcome {
                Err((_, Some(wait))) if self.context.has_time_after(wait) => {
                    sleep(wait).await;
                }
                outcome => return outcome.map_err(|(error, _)| error),
            }
        }
    }

    /// Asks the host, with the tag of the kept answer if there is one, and keeps the answer.
    async fn fetch(self, request: Request, key: Arc<ReadKey>, decode: Decode) -> Result<ReadAnswer, Failed> {
        let kept = self.instance.kept.get(&key);
        let request = Request { kept: kept.clone(), ..request };
        let reply = self.send(&request).await?;
        let counts = PageCounts::of(&reply.headers);
        let body = match (reply.body, kept) {
            (None, Some(kept)) => return Ok(ReadAnswer { decoded: kept.answer.decoded, counts }),
            (body, _) => body.unwrap_or_default(),
        };
        let bytes = memory_of(&body.bytes);
        let decode = move |body: &[u8]| decode(body);
        let decoded = self.instance.decode(&request, (body, reply.is_moved), decode).await;
        let decoded = decoded.map_err(|error| (error, None))?;
        self.instance.kept.keep(key, &reply.headers, Arc::clone(&decoded), bytes);
        Ok(ReadAnswer { decoded, counts })
    }
}

fn stopped(call: &'static str, reason: &str) -> Error {
    Error { call, fault: Fault::Interrupted(reason.to_owned()) }
}

/// The reads of one call that wait for the host's confirmation.
#[derive(Debug, Default)]
pub struct ReadsAhead {
    state: Mutex<State>,
    confirmations: TaskTracker,
    /// Stops the confirmations once nobody waits for them any more.
    stop: CancellationToken,
    differs: Notify,
}

#[derive(Debug, Default)]
struct State {
    stage: Stage,
    /// How many kept answers are not confirmed, or never will be.
    unconfirmed: usize,
    /// What the host answered, for a call that begins anew.
    answers: HashMap<Arc<ReadKey>, Result<ReadAnswer>>,
}

/// How a call reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    /// It waits for each answer, and for the confirmation of the kept ones with which it went on before.
    #[default]
    Waiting,
    /// It goes on with kept answers.
    Ahead,
    /// It has begun anew, and waits for what was not answered before.
    Anew,
    /// It has begun anew and is about to write: it waits for each answer.
    Writing,
}

impl ReadsAhead {
    /// Those of a call that goes on with kept answers.
    pub(super) fn begun() -> Self {
        Self { state: Mutex::new(State { stage: Stage::Ahead, ..State::default() }), ..Self::default() }
    }

    /// The outcome of the `call` whose reads these are; of `again`, if the host has other answers by now. The call has sent no
    /// write in that case.
    pub async fn confirmed<T, A: Future<Output = T>>(
        &self,
        call: impl Future<Output = T>,
        again: impl FnOnce() -> A,
    ) -> T {
        let _stops = self.stop.drop_guard_ref();
        let confirmed = async {
            let outcome = call.await;
            self.confirm().await;
            outcome
        };
        tokio::select! {
            biased;
            outcome = confirmed => return outcome,
            () = self.differs.notified() => {}
        }
        // The confirmations go on: most of their answers are needed again.
        self.state.lock().stage = Stage::Anew;
        again().await
    }

    /// Waits until the host has confirmed every kept answer with which the call went on; from then on the call waits for each
    /// read. Does not return if the host has another answer: the call is dropped, and begins anew.
    pub async fn confirm(&self) {
        {
            let mut state = self.state.lock();
            if matches!(state.stage, Stage::Anew | Stage::Writing) {
                state.stage = Stage::Writing;
                return;
            }
            state.stage = Stage::Waiting;
        }
        self.confirmations.close();
        self.confirmations.wait().await;
        if self.state.lock().unconfirmed > 0 {
            self.differs.notify_one();
            std::future::pending::<()>().await;
        }
    }

    /// Whether the call may go on with kept answers.
    pub(super) fn is_on(&self) -> bool {
        self.state.lock().stage == Stage::Ahead
    }

    /// Lets the call go on with a kept answer. `confirmation` asks the host, and says whether its answer is the same.
    pub(super) fn go_on(
        self: &Arc<Self>,
        key: Arc<ReadKey>,
        confirmation: impl Future<Output = (Result<ReadAnswer>, bool)> + Send + 'static,
    ) {
        let ahead = Arc::clone(self);
        let mut state = self.state.lock();
        let was_first = state.unconfirmed == 0;
        state.unconfirmed += 1;
        let task = async move {
            let (answer, is_same) = confirmation.await;
            let mut state = ahead.state.lock();
            if is_same {
                state.unconfirmed -= 1;
            } else {
                ahead.differs.notify_one();
            }
            // A read ahead that fails is as if it had not been sent; the first one would have been sent anyway.
            if answer.is_ok() || was_first {
                state.answers.insert(key, answer);
            }
        };
        let stop = self.stop.clone();
        // What is stopped sends nothing more: it is not looked at once again.
        self.confirmations.spawn(async move {
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = task => {}
            }
        });
    }

    /// Notes the answer to a read that had no kept one, for a call that begins anew.
    pub(super) fn note_answer(&self, key: Arc<ReadKey>, answer: &ReadAnswer) {
        let mut state = self.state.lock();
        if state.stage == Stage::Ahead && state.unconfirmed > 0 {
            state.answers.insert(key, Ok(answer.clone()));
        }
    }

    /// What the host answered to this read before the call began anew. It is given once.
    pub(super) fn answered(&self, key: &Arc<ReadKey>) -> Option<Result<ReadAnswer>> {
        let mut state = self.state.lock();
        if state.stage == Stage::Anew { state.answers.remove(key) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        any::TypeId,
        future::{pending, ready},
    };

    use futures_util::FutureExt;

    use super::*;
    use crate::{
        gitlab::{Credential, Fault, kept_pages::KeptPages, request::Request},
        settings::Settings,
    };

    fn key(path: &str) -> Arc<ReadKey> {
        let settings = Settings::load(None, &[]).unwrap();
        let request = Request { path: path.into(), ..Request::new("GET /", &[]) };
        let token = Credential::new(&"token".into()).unwrap();
        KeptPages::new(&settings.upstream).key(&request, &token, TypeId::of::<u8>())
    }

    #[tokio::test]
    async fn confirmations_for_which_nobody_waits_any_more_are_stopped() {
        let ahead = Arc::new(ReadsAhead::begun());
        let held = Arc::new(());
        let own = Arc::clone(&held);
        ahead.go_on(key("/a"), async move {
            let answer = pending().await;
            drop(own);
            answer
        });
        tokio::task::yield_now().await;
        assert!(ahead.confirmed(ready(()), || ready(())).now_or_never().is_none());
        tokio::task::yield_now().await;
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[tokio::test]
    async fn a_call_that_begins_anew_reads_again_what_failed_ahead_but_for_the_first() {
        let ahead = Arc::new(ReadsAhead::begun());
        let keys = [key("/first"), key("/later")];
        for key in &keys {
            let failure = crate::gitlab::Error { call: "GET /", fault: Fault::TimedOut };
            ahead.go_on(Arc::clone(key), ready((Err(failure), false)));
        }
        let again = async || keys.each_ref().map(|key| ahead.answered(key).is_some());
        assert_eq!(ahead.confirmed(pending(), again).await, [true, false]);
    }

    #[tokio::test]
    async fn once_its_reads_are_confirmed_a_call_waits_for_each() {
        let ahead = ReadsAhead::begun();
        assert!(ahead.is_on());
        ahead.confirm().await;
        assert!(!ahead.is_on());
    }
}
