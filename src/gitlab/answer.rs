//! The answers to reads of the host, in the form in which they are shared and kept.

use std::{any::Any, sync::Arc};

use http::HeaderMap;

use super::{etag::EntityTag, page::PageCounts};

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

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    fn head(headers: &[(&'static str, &'static str)]) -> HeaderMap {
        let parsed = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        parsed.collect()
    }

    #[test]
    fn a_304_confirms_what_it_names_if_it_says_enough() {
        let kept = |headers: &[_]| KeptAnswer::new(&head(headers), Arc::new(())).unwrap();
        let object = kept(&[("etag", "W/\"a\"")]);
        assert!(object.is_confirmed_by(&head(&[("etag", "\"a\"")])), "compared as weak tags");
        for other in [&[][..], &[("etag", "W/\"b\"")], &[("etag", "a")], &[("etag", "")]] {
            assert!(!object.is_confirmed_by(&head(other)), "{other:?}");
        }
        let page = kept(&[("etag", "\"a\""), ("x-next-page", "2"), ("x-total", "300")]);
        assert!(
            page.is_confirmed_by(&head(&[("etag", "\"a\""), ("x-next-page", "")])),
            "more pages are gone"
        );
        assert!(!page.is_confirmed_by(&head(&[("etag", "\"a\"")])), "it says nothing of other pages");
        assert!(KeptAnswer::new(&head(&[]), Arc::new(())).is_none());
    }
}
