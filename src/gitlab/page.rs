//! One page of a listing, and what the host says about further pages.

use std::str::FromStr;

use http::HeaderMap;

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
        Self {
            // On the last page the header is present and empty.
            next: headers.get("x-next-page").map(|next| !next.is_empty()).or_else(|| has_next_link(headers)),
            total_pages: number_in(headers, "x-total-pages"),
            total: number_in(headers, "x-total"),
        }
    }

    /// Whether the host says nothing about other pages.
    pub(super) fn are_unknown(&self) -> bool {
        *self == Self::default()
    }
}

/// `true` if a `Link` header names a next page: a proxy may have removed the other headers.
fn has_next_link(headers: &HeaderMap) -> Option<bool> {
    let links = headers.get_all(http::header::LINK).iter().filter_map(|link| link.to_str().ok());
    links.into_iter().any(|link| link.contains(r#"rel="next""#)).then_some(true)
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

#[cfg(test)]
mod tests {
    use super::*;

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
