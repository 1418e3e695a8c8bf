//! Reads of the host: of one object, and of a listing page by page; with the tag of the kept answer, and with one call for equal
//! reads at the same time.

use std::{any::TypeId, marker::PhantomData};

use futures_util::FutureExt;
use serde::de::DeserializeOwned;
use tokio::time::sleep;
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
        let list = move |body: &[u8]| decode::list::<T>(body, page_size);
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
        let (object, _) = self.read(request, decode::object).await?;
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

    /// Asks the host, or joins an equal read that is under way where the call changes nothing. A read that was joined may fail for lack of time of the caller who
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
        let bytes = body.bytes.len();
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
