//! The bodies of the host's answers: the size of each and how many large ones are in memory at once are limited, and each is decoded.
//! Fields that the types do not name are skipped, so decoding takes little more memory than the body.

use std::{fmt, marker::PhantomData, sync::Arc};

use serde::{
    Deserialize,
    de::{DeserializeOwned, Deserializer, IgnoredAny, SeqAccess, Visitor},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Fault;

/// Largest body that counts as small, in bytes. A larger one waits for a permit.
const SMALL: usize = 1 << 20;
/// How many large bodies may be in memory at once: with the default of `upstream.max_response_bytes`, 96 MiB.
pub(super) const LARGE_AT_ONCE: usize = 3;

/// A body, with its permit if it is a large one. Dropping it releases the permit.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// What was received of it.
    pub(super) bytes: Vec<u8>,
    place: Option<OwnedSemaphorePermit>,
}

impl Body {
    /// An empty body, for about this many bytes, as the host announced.
    pub(super) fn with_capacity(announced: usize) -> Self {
        Self { bytes: Vec::with_capacity(announced.min(SMALL)), place: None }
    }

    /// Adds a part. If the body becomes a large one, waits for a permit first.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] past `most` bytes.
    pub(super) async fn add(
        &mut self,
        part: &[u8],
        most: usize,
        places: &Arc<Semaphore>,
    ) -> Result<(), Fault> {
        let needed = self.bytes.len() + part.len();
        if needed > most {
            return Err(Fault::TooLarge);
        }
        if needed > SMALL && self.place.is_none() {
            // The semaphore is never closed.
            self.place = Arc::clone(places).acquire_owned().await.ok();
            // Allocated once: growing step by step fragments the heap. Pages that are not written to take no memory.
            self.bytes.reserve_exact(most - self.bytes.len());
        }
        self.bytes.extend_from_slice(part);
        Ok(())
    }
}

/// Largest body that is decoded on a thread that serves requests, in bytes: a few milliseconds of work.
const SOON_DECODED: usize = 2 << 20;

/// Decodes a body; a large one on a blocking thread, so that other requests do not wait.
///
/// # Errors
/// Those of `decode`.
pub(super) async fn apart<T: Send + 'static>(
    body: Body,
    decode: impl FnOnce(&[u8]) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    if body.bytes.len() <= SOON_DECODED {
        return decode(&body.bytes);
    }
    // The permit stays with the bytes, even if nobody waits for the object any longer.
    let Body { bytes, place } = body;
    let decoding = tokio::task::spawn_blocking(move || {
        let decoded = decode(&bytes);
        drop((bytes, place));
        decoded
    });
    decoding.await.unwrap_or_else(|stopped| Err(Fault::Unusable(stopped.to_string())))
}

/// Decodes the body of a success as one object.
///
/// # Errors
/// [`Fault::Unusable`] if it is no JSON, [`Fault::WithoutId`] if it is an object without `id`, [`Fault::Misshapen`] for JSON of
/// another shape.
pub(super) fn object<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    // `serde` would also accept a list, with its items as the fields in their order.
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(fault_of(body, &"no object"));
    }
    serde_json::from_slice(body).map_err(|error| match serde_json::from_slice(body) {
        Ok(Identified { id: None }) => Fault::WithoutId,
        _ => fault_of(body, &error),
    })
}

/// Decodes the body of a success as a list: the first `most` objects. The rest is only checked to be JSON, so that a host can't
/// fill the memory with more objects than were requested.
///
/// # Errors
/// [`Fault::Unusable`] if it is no JSON, [`Fault::Misshapen`] for JSON of another shape.
pub(super) fn list<T: DeserializeOwned>(body: &[u8], most: usize) -> Result<Vec<T>, Fault> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let first = json.deserialize_seq(First { most, item: PhantomData });
    first.and_then(|first| json.end().map(|()| first)).map_err(|error| fault_of(body, &error))
}

/// The fault of a body that could not be decoded: no JSON, or JSON of another shape.
fn fault_of(body: &[u8], reason: &dyn fmt::Display) -> Fault {
    match serde_json::from_slice(body) {
        Ok(IgnoredAny) => Fault::Misshapen(reason.to_string()),
        Err(error) => Fault::Unusable(error.to_string()),
    }
}

/// An object with an `id` of any type.
#[derive(Deserialize)]
struct Identified {
    id: Option<IgnoredAny>,
}

/// Reads the first items of a list and skips the others.
pub(super) struct First<T> {
    /// Most items that are read.
    pub(super) most: usize,
    pub(super) item: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for First<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        while items.len() < self.most {
            match list.next_element()? {
                Some(item) => items.push(item),
                None => return Ok(items),
            }
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(items)
    }
}

#[cfg(test)]
mod tests;
