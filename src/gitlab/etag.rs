//! Entity tags: with them a host confirms that an earlier answer is still current (RFC 9110, 8.8.3).

use http::{HeaderMap, HeaderValue, header::ETAG};

/// Longest tag that is kept, in bytes. GitLab's have 36.
const LONGEST: usize = 256;

/// A well-formed entity tag, strong or weak.
#[derive(Debug, Clone)]
pub(super) struct EntityTag(HeaderValue);

impl EntityTag {
    /// The tag of an answer; `None` if there is no tag, if there are several, or if it is malformed.
    pub(super) fn of(headers: &HeaderMap) -> Option<Self> {
        let mut tags = headers.get_all(ETAG).iter();
        let (Some(tag), None) = (tags.next(), tags.next()) else { return None };
        (tag.len() <= LONGEST && opaque(tag.as_bytes()).is_some()).then(|| Self(tag.clone()))
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
    use super::*;

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
        assert!(tag(&format!("\"{}\"", "x".repeat(LONGEST))).is_none());
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
