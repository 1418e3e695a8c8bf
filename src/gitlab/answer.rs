//! The answers to reads of the host. A page of a listing, with what the host says about further ones; the entity tag by which the host
//! confirms an answer; and bodies: their size and how many large ones are in memory at once are limited, and each is decoded. Fields that
//! the types do not name are skipped, so decoding takes little more memory than the body.

use std::{any::Any, fmt, marker::PhantomData, str::FromStr, sync::Arc};

use http::{
    HeaderMap, HeaderValue,
    header::{ETAG, LINK},
};
use serde::{
    Deserialize,
    de::{DeserializeOwned, Deserializer, IgnoredAny, SeqAccess, Visitor},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Fault;

/// Most objects that the host puts on a page, however many are asked for.
pub const FULL_PAGE: usize = 100;

/// One page of a listing.
#[derive(Debug, Clone)]
pub struct Page<T> {
    /// The objects, in the host's order.
    pub items: Vec<T>,
    /// Whether more pages exist; `None` if the host does not say.
    more: Option<bool>,
    total_pages: Option<u32>,
    /// How many objects there are on all pages, when the host said so.
    pub total: Option<usize>,
}

/// What the host says about the other pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PageCounts {
    /// Whether the host names a next page; `None` if it says nothing of it, as where a proxy removed the header.
    next: Option<bool>,
    /// How many pages there are; the host leaves it out above 10,000 rows.
    total_pages: Option<u32>,
    /// How many objects there are; left out above 10,000 too.
    total: Option<usize>,
}

impl PageCounts {
    /// Reads the pagination headers.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        // A proxy may have removed the other headers.
        let mut links = headers.get_all(LINK).iter().filter_map(|link| link.to_str().ok());
        let has_next_link = || links.any(|link| link.contains(r#"rel="next""#)).then_some(true);
        Self {
            // On the last page the header is present and empty.
            next: headers.get("x-next-page").map(|next| !next.is_empty()).or_else(has_next_link),
            total_pages: number_in(headers, "x-total-pages"),
            total: number_in(headers, "x-total"),
        }
    }

    /// Whether the host says nothing about other pages.
    pub(super) fn are_unknown(&self) -> bool {
        *self == Self::default()
    }
}

impl<T> Page<T> {
    /// Page `number` of a listing.
    pub(super) fn new(items: Vec<T>, counts: PageCounts, number: u32) -> Self {
        let of_first = counts.total.filter(|_| number == 1).map(|total| total > items.len());
        let more = counts.next.or(counts.total_pages.map(|total| total > number)).or(of_first);
        let is_whole = number == 1 && more == Some(false);
        let total = counts.total.or(is_whole.then_some(items.len()));
        Self { items, more, total_pages: counts.total_pages, total }
    }

    /// Whether the host said that more exist than this page holds.
    pub fn truncated(&self) -> bool {
        self.more == Some(true)
    }

    /// Whether more may exist: the host said so, or said nothing and the page is full.
    pub fn continues(&self, page_size: usize) -> bool {
        self.more.unwrap_or(self.items.len() >= page_size.min(FULL_PAGE))
    }

    /// How many objects there are at most: by the number of pages of this size, if the host counts only these.
    pub fn total_at_most(&self, page_size: usize) -> Option<usize> {
        let pages = self.total_pages.and_then(|pages| usize::try_from(pages).ok());
        self.total.or(pages.map(|pages| pages.saturating_mul(page_size)))
    }
}

impl<T> IntoIterator for Page<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

fn number_in<N: FromStr>(headers: &HeaderMap, name: &str) -> Option<N> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

/// A decoded body, of the type that the key of the read names.
pub(super) type Decoded = Arc<dyn Any + Send + Sync>;

/// The answer to a read.
#[derive(Debug, Clone)]
pub(super) struct ReadAnswer {
    pub(super) decoded: Decoded,
    /// As the latest answer says, also if it is a 304: the other pages may have changed although this one has not.
    pub(super) counts: PageCounts,
}

/// The answer to an earlier read, which the host can confirm.
#[derive(Debug, Clone)]
pub(super) struct KeptAnswer {
    /// The tag that the host is asked to confirm.
    pub(super) tag: EntityTag,
    /// The answer, if the host confirms it.
    pub(super) answer: ReadAnswer,
}

impl KeptAnswer {
    /// Keeps an answer with these headers; `None` if it has no tag.
    pub(super) fn new(headers: &HeaderMap, decoded: Decoded) -> Option<Self> {
        let answer = ReadAnswer { decoded, counts: PageCounts::of(headers) };
        Some(Self { tag: EntityTag::of(headers)?, answer })
    }

    /// Whether a 304 with these headers confirms it. The 304 must name the tag, and must have the pagination headers if the
    /// answer had them: these may have changed although the body has not.
    pub(super) fn is_confirmed_by(&self, headers: &HeaderMap) -> bool {
        let names_it = EntityTag::of(headers).is_some_and(|tag| tag.matches(&self.tag));
        names_it && (self.answer.counts.are_unknown() || !PageCounts::of(headers).are_unknown())
    }

    /// Whether the host's answer says the same, the number of pages included. `equal` compares two decoded bodies of its type.
    pub(super) fn says_the_same(&self, answer: &ReadAnswer, equal: Equal) -> bool {
        let (own, other) = (&self.answer.decoded, &answer.decoded);
        (Arc::ptr_eq(own, other) || equal(&**own, &**other)) && self.answer.counts == answer.counts
    }
}

/// Whether two decoded bodies of one type are equal.
pub(super) type Equal = fn(&(dyn Any + Send + Sync), &(dyn Any + Send + Sync)) -> bool;

/// Longest tag that is kept, in bytes. GitLab's have 36.
const LONGEST_TAG: usize = 256;

/// A well-formed entity tag, strong or weak: with it a host confirms that an earlier answer is still current (RFC 9110, 8.8.3).
#[derive(Debug, Clone)]
pub(super) struct EntityTag(HeaderValue);

impl EntityTag {
    /// The tag of an answer; `None` if there is no tag, if there are several, or if it is malformed.
    pub(super) fn of(headers: &HeaderMap) -> Option<Self> {
        let mut tags = headers.get_all(ETAG).iter();
        let (Some(tag), None) = (tags.next(), tags.next()) else { return None };
        (tag.len() <= LONGEST_TAG && opaque(tag.as_bytes()).is_some()).then(|| Self(tag.clone()))
    }

    /// The value for `If-None-Match`.
    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
    }

    /// The weak comparison, as for `If-None-Match`: a proxy that compresses a body turns its tag into a weak one.
    pub(super) fn matches(&self, other: &Self) -> bool {
        opaque(self.0.as_bytes()) == opaque(other.0.as_bytes())
    }
}

/// The part between the quotes.
fn opaque(tag: &[u8]) -> Option<&[u8]> {
    let quoted = tag.strip_prefix(b"W/").unwrap_or(tag);
    let opaque = quoted.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    opaque.iter().all(|byte| *byte > b' ' && *byte != b'"' && *byte != 0x7f).then_some(opaque)
}

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
