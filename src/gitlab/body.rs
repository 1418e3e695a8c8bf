//! Reads the bodies of the host's answers: limits the size of each, and how many large ones are in memory at once.

use std::{ops::Deref, sync::Arc};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Fault;

/// Largest body that counts as small, in bytes. A larger one waits for a permit.
const SMALL: usize = 1 << 20;
/// How many large bodies may be in memory at once: with the default of `upstream.max_response_bytes`, 96 MiB.
pub(super) const LARGE_AT_ONCE: usize = 3;

/// A body, with its permit if it is a large one. Dropping it releases the permit.
#[derive(Debug, Default)]
pub(super) struct Body {
    bytes: Vec<u8>,
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

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, place: None }
    }
}

impl Deref for Body {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_large_body_waits_for_a_place_and_a_small_one_does_not() {
        let places = Arc::new(Semaphore::new(LARGE_AT_ONCE));
        let large = async |most: usize| {
            let mut body = Body::with_capacity(usize::MAX);
            body.add(&vec![b'x'; SMALL + 1], most, &places).await.map(|()| body)
        };
        let mut held = Vec::new();
        for _ in 0..LARGE_AT_ONCE {
            held.push(large(2 * SMALL).await.unwrap());
        }
        assert!(large(2 * SMALL).now_or_never().is_none(), "it waits");
        assert!(Body::default().add(b"small", 5, &places).now_or_never().is_some());
        assert_eq!(large(SMALL).await.unwrap_err(), Fault::TooLarge, "refused without a wait");
        held.pop();
        assert!(large(2 * SMALL).now_or_never().is_some());
    }

    #[tokio::test]
    async fn the_room_of_a_large_body_is_made_once() {
        let (mut body, places) = (Body::default(), Arc::new(Semaphore::new(LARGE_AT_ONCE)));
        let most = 3 * SMALL;
        body.add(&vec![b'x'; 2 * SMALL], most, &places).await.unwrap();
        let room = body.bytes.as_ptr();
        body.add(&vec![b'x'; SMALL], most, &places).await.unwrap();
        assert_eq!((body.bytes.as_ptr(), body.len()), (room, most));
        assert_eq!(body.add(b"x", most, &places).await, Err(Fault::TooLarge));
    }
}
