//! Reads of the host: with the tag of the kept answer, and with one call for equal reads at the same time.

use std::sync::Arc;

use futures_util::FutureExt;
use http::HeaderMap;
use serde::de::DeserializeOwned;
use tokio::time::sleep;
use tracing::Instrument;

use super::{
    Client, Error, Fault, Page,
    answer::{Decoded, ReadAnswer},
    decode,
    error::Failed,
    host::found,
    kept_pages::ReadKey,
    request::Request,
    subject::Subject,
};

/// A type whose values can be kept and shared.
pub(super) trait Keepable: Clone + Send + Sync + 'static {}

impl<T: Clone + Send + Sync + 'static> Keepable for T {}

/// A type that can be read.
pub(super) trait Readable: DeserializeOwned + Keepable {}

impl<T: DeserializeOwned + Keepable> Readable for T {}

/// Decodes a body.
type Decode = Arc<dyn Fn(&[u8]) -> Result<Decoded, Fault> + Send + Sync>;

impl Client {
    /// One object.
    pub(super) async fn object<T: Readable>(&self, request: Request) -> Result<T, Error> {
        let (object, _) = self.read(request, decode::object).await?;
        Ok(object)
    }

    /// One object; `None` if the host answers 404.
    pub(super) async fn find<T: Readable>(&self, request: Request) -> Result<Option<T>, Error> {
        found(self.object(request).await)
    }

    /// One page of a listing, of at most `page_size` objects.
    pub(super) async fn page<T: Readable>(
        &self,
        request: Request,
        number: u32,
        page_size: usize,
    ) -> Result<Page<T>, Error> {
        let request = request.query("per_page", page_size).query("page", number);
        let list = move |body: &[u8]| decode::list::<T>(body, page_size);
        let (items, headers) = self.read(request, list).await?;
        Ok(Page::new(items, &headers, number))
    }

    /// Reads from the host, or joins an equal read that is under way.
    async fn read<T: Keepable>(
        &self,
        request: Request,
        decode: impl Fn(&[u8]) -> Result<T, Fault> + Send + Sync + 'static,
    ) -> Result<(T, Arc<HeaderMap>), Error> {
        let _slot = self.context.acquire().await;
        let call = request.call;
        // After the wait for the slot: a write that has ended meanwhile makes it another key.
        let key = self.instance.kept.key::<T>(&request, &self.token);
        let decode = Arc::new(move |body: &[u8]| Ok(Arc::new(decode(body)?) as Decoded));
        let answer = self.answer(request, key, decode).await?;
        let of_another_type = |_| stopped(call, "the read was of another type");
        let decoded = answer.decoded.downcast().map_err(of_another_type)?;
        Ok((Arc::unwrap_or_clone(decoded), answer.headers))
    }

    /// The same for any type, so that it is compiled once. A read that was joined may fail for lack of time of the caller who
    /// began it: those who have the time read again.
    async fn answer(&self, request: Request, key: Arc<ReadKey>, decode: Decode) -> Result<ReadAnswer, Error> {
        loop {
            let flight = (Arc::clone(&key), self.instance.kept.writes());
            let (request, key, decode) = (request.clone(), Arc::clone(&key), Arc::clone(&decode));
            let stopped = Err(stopped(request.call, "the read was stopped").into());
            let alone = request.alone;
            let fetched = self.clone().fetch(request, key, decode).in_current_span().boxed();
            let outcome =
                if alone { fetched.await } else { self.instance.flights.run(flight, stopped, fetched).await };
            match outcome {
                Err(Failed { lacks_time_for: Some(wait), .. }) if self.context.has_time_after(wait) => {
                    sleep(wait).await;
                }
                outcome => return Ok(outcome?),
            }
        }
    }

    /// Asks the host, with the tag of the kept answer if there is one, and keeps the answer.
    async fn fetch(self, request: Request, key: Arc<ReadKey>, decode: Decode) -> Result<ReadAnswer, Failed> {
        let kept = self.instance.kept.get(&key);
        let request = Request { kept: kept.clone(), ..request };
        let reply = self.send(&request).await?;
        let decoded = match (reply.body, kept) {
            (None, Some(kept)) => kept.decoded,
            (body, _) => {
                let (subject, is_moved) = (Subject::of(&request.path), reply.is_moved);
                let decode = move |body: &[u8]| {
                    subject.check(body, is_moved)?;
                    decode(body)
                };
                let body = body.unwrap_or_default();
                let bytes = body.len();
                let decoded =
                    self.instance.decode(body, decode).await.map_err(|fault| request.error(fault))?;
                self.instance.kept.keep(key, &reply.headers, Arc::clone(&decoded), bytes);
                decoded
            }
        };
        Ok(ReadAnswer { decoded, headers: Arc::new(reply.headers) })
    }
}

fn stopped(call: &'static str, reason: &str) -> Error {
    Error { call, fault: Fault::Interrupted(reason.to_owned()) }
}
