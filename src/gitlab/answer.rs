//! What reads of the host come to, as it is shared and kept.

use std::{any::Any, sync::Arc};

use http::{HeaderMap, header::ETAG};

use super::{etag::EntityTag, page::Counts};

/// A decoded body, of the type that the key of the read names.
pub(super) type Decoded = Arc<dyn Any + Send + Sync>;

/// What a read came to.
#[derive(Clone)]
pub(super) struct Answer {
    pub(super) decoded: Decoded,
    /// Those of the answer at hand: a 304 says anew how many pages there are.
    pub(super) headers: Arc<HeaderMap>,
}

/// What an earlier read came to, for the host to confirm.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    /// What the host is asked to confirm.
    pub(super) tag: EntityTag,
    pub(super) decoded: Decoded,
    counts: Counts,
}

impl Kept {
    /// What can be confirmed of an answer with this head. `None` where it has no tag.
    pub(super) fn new(headers: &HeaderMap, decoded: Decoded) -> Option<Self> {
        Some(Self { tag: EntityTag::of(headers)?, decoded, counts: Counts::of(headers, 1) })
    }

    /// Whether a 304 with this head confirms it. It must not name another tag, and has to say of the other pages what only headers
    /// say: that may have changed while the body did not.
    pub(super) fn is_confirmed_by(&self, headers: &HeaderMap) -> bool {
        let names_another =
            headers.contains_key(ETAG) && !EntityTag::of(headers).is_some_and(|tag| tag.matches(&self.tag));
        let says_enough = self.counts.are_unknown() || !Counts::of(headers, 1).are_unknown();
        !names_another && says_enough
    }
}

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
    fn a_304_confirms_what_it_does_not_contradict() {
        let kept = |headers: &[_]| Kept::new(&head(headers), Arc::new(())).unwrap();
        let object = kept(&[("etag", "W/\"a\"")]);
        assert!(object.is_confirmed_by(&head(&[])));
        assert!(object.is_confirmed_by(&head(&[("etag", "\"a\"")])), "compared as weak tags");
        for other in ["W/\"b\"", "a", ""] {
            assert!(!object.is_confirmed_by(&head(&[("etag", other)])), "{other}");
        }
        let page = kept(&[("etag", "\"a\""), ("x-next-page", "2"), ("x-total", "300")]);
        assert!(page.is_confirmed_by(&head(&[("x-next-page", "")])), "it says anew what follows");
        assert!(!page.is_confirmed_by(&head(&[("etag", "\"a\"")])), "it says nothing of what follows");
        assert!(Kept::new(&head(&[]), Arc::new(())).is_none());
    }
}
