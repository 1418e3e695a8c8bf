//! The answers to reads of the host, in the form in which they are shared and kept.

use std::{any::Any, sync::Arc};

use http::{HeaderMap, HeaderValue, header::ETAG};

use super::page::PageCounts;

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

#[cfg(test)]
mod tests {
    use http::HeaderName;

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

    fn tag(text: &str) -> Option<EntityTag> {
        EntityTag::of(&HeaderMap::from_iter([(ETAG, text.parse().unwrap())]))
    }

    #[test]
    fn a_tag_is_quoted_and_may_be_weak() {
        for text in [r#""abc""#, r#"W/"abc""#, r#""""#, r#"W/"1-é""#] {
            assert_eq!(tag(text).map(|tag| tag.header()), Some(text.parse().unwrap()), "{text}");
        }
        for text in
            ["", "abc", r#""abc"#, r#"abc""#, "\"", r#"w/"abc""#, r#""a"c""#, r#""a", "b""#, "*", r#""a b""#]
        {
            assert!(tag(text).is_none(), "{text}");
        }
        assert!(tag(&format!("\"{}\"", "x".repeat(LONGEST_TAG))).is_none());
    }

    #[test]
    fn of_several_tags_none_is_believed() {
        let mut headers = HeaderMap::from_iter([(ETAG, HeaderValue::from_static("\"a\""))]);
        headers.append(ETAG, r#""b""#.parse().unwrap());
        assert!(EntityTag::of(&headers).is_none());
    }

    #[test]
    fn tags_are_compared_as_weak_ones() {
        let same = |one: &str, other: &str| tag(one).unwrap().matches(&tag(other).unwrap());
        assert!(same(r#"W/"a""#, r#""a""#) && same(r#""a""#, r#""a""#) && same(r#"W/"a""#, r#"W/"a""#));
        assert!(!same(r#""a""#, r#""b""#) && !same(r#"W/"a""#, r#"W/"A""#));
    }
}
