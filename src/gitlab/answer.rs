//! The answers to reads of the host: a page of a listing, with what the host says about further ones; and the form in which answers are
//! shared and kept.

use std::{any::Any, str::FromStr, sync::Arc};

use http::{
    HeaderMap, HeaderValue,
    header::{ETAG, LINK},
};

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

    fn page(headers: &[(&'static str, &'static str)], items: usize) -> Page<()> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        Page::new(vec![(); items], PageCounts::of(&map), 1)
    }

    #[test]
    fn the_next_page_header_decides_when_it_is_there() {
        assert!(page(&[("x-next-page", "2")], 3).truncated());
        assert!(!page(&[("x-next-page", ""), ("x-total-pages", "9")], 3).truncated());
        assert!(!page(&[("x-next-page", "")], 100).continues(100));
    }

    #[test]
    fn the_total_decides_when_only_that_is_said() {
        assert!(page(&[("x-total-pages", "2")], 3).truncated());
        assert!(!page(&[("x-total-pages", "1")], 3).truncated());
        assert!(page(&[("x-total", "250")], 100).truncated());
        assert!(!page(&[("x-total", "100")], 100).continues(100));
    }

    #[test]
    fn a_link_to_the_next_page_tells_of_more() {
        let links = r#"<https://gitlab.example.com/api/v4/projects?page=1>; rel="first", <https://gitlab.example.com/api/v4/projects?page=2>; rel="next""#;
        assert!(page(&[("link", links)], 3).truncated());
        assert!(!page(&[("link", links), ("x-next-page", "")], 3).truncated());
    }

    #[test]
    fn the_number_of_objects_is_the_hosts_word_or_what_one_whole_page_shows() {
        assert_eq!(page(&[("x-total", "42"), ("x-next-page", "2")], 1).total, Some(42));
        assert_eq!(page(&[("x-next-page", "")], 3).total, Some(3));
        assert_eq!(page(&[("x-next-page", "2")], 1).total, None, "above 10,000 the host says nothing");
        assert_eq!(page(&[], 1).total, None);
    }

    #[test]
    fn without_a_word_of_the_host_full_pages_go_on_and_nothing_is_called_truncated() {
        assert!(page(&[], 100).continues(100));
        assert!(!page(&[], 99).continues(100));
        assert!(page(&[], 100).continues(1_000), "the host gives 100 at most");
        assert!(!page(&[("x-total-pages", "many")], 100).truncated());
    }
}
