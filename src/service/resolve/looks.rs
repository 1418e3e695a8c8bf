//! Looks at the host: a page of a listing, the further pages, the host's own searches, and what they hold together.

use crate::service::prelude::*;

/// What one look at the host found.
#[derive(Debug)]
pub(crate) struct Look<T> {
    /// Objects, in the host's order; they may include objects of earlier looks.
    pub(crate) items: Vec<T>,
    /// Whether the host has more than was read.
    pub(crate) more: bool,
    /// How many objects the host announced beyond the first page, at least.
    pub(super) announced: usize,
    /// The first failure of a part; the other parts are still read.
    pub(crate) failure: Option<gitlab::Error>,
    /// The places of the hints for which nothing was searched although the look is a search for each, or less read than was found.
    pub(crate) unsearched: Vec<usize>,
}

/// A look, or why there is none.
pub(crate) type Looked<T> = gitlab::Result<Look<T>>;

impl<T> Look<T> {
    /// Objects that were read in full; `more` says whether the host has more.
    pub(crate) fn of(items: Vec<T>, more: bool) -> Self {
        Self { items, more, announced: 0, failure: None, unsearched: Vec::new() }
    }

    /// Adds what a part of the look found. Its failure is logged with this line.
    pub(super) fn add(&mut self, part: gitlab::Result<impl IntoIterator<Item = T>>, line: &str) {
        match part {
            Ok(found) => self.items.extend(found),
            Err(error) => {
                tracing::warn!(%error, "{line}");
                self.failure = self.failure.take().or(Some(error));
            }
        }
    }
}

/// What several looks found together.
impl<T> FromIterator<Self> for Look<T> {
    fn from_iter<I: IntoIterator<Item = Self>>(looks: I) -> Self {
        let mut all = Self::of(Vec::new(), false);
        for look in looks {
            all.items.extend(look.items);
            all.more |= look.more;
            all.failure = all.failure.or(look.failure);
            all.unsearched.extend(look.unsearched);
        }
        all
    }
}

/// A listing whose first page was read, and what that page says of the whole.
pub(crate) struct Begun<'a, T> {
    listing: Listing<'a, T>,
    /// The page's size, as it was asked for.
    page_size: usize,
    /// How many objects there are, at most; `None` if the host does not say.
    pub(crate) total: Option<usize>,
    /// How many objects it announces beyond the first page, at least.
    announced: usize,
    /// Whether the host may have more than that page.
    pub(crate) more: bool,
}

/// The first page of a listing.
///
/// # Errors
/// The failed call.
pub(super) async fn first_page<T: Readable>(listing: Listing<'_, T>, page_size: usize) -> Looked<T> {
    let (items, begun) = begin(listing, page_size).await?;
    Ok(Look::of(items, begun.more))
}

/// Reads the first page of a listing, of which further ones may be read.
///
/// # Errors
/// The failed call.
pub(crate) async fn begin<T: Readable>(
    listing: Listing<'_, T>,
    page_size: usize,
) -> gitlab::Result<(Vec<T>, Begun<'_, T>)> {
    let first = listing.page(1, page_size).await?;
    let more = first.continues(page_size);
    let (page_size, shown) = (page_size.min(FULL_PAGE), first.items.len());
    let all = first.total.unwrap_or(if first.truncated() { shown + 1 } else { 0 });
    let (total, announced) = (first.total_at_most(page_size), all.saturating_sub(shown));
    Ok((first.items, Begun { listing, page_size, total, announced, more }))
}

/// The first and the last page of full size to read, for at most `most` objects of this total. If the first page had full size, it
/// is not read again.
fn full_pages(page_size: usize, total: Option<usize>, most: usize) -> (u32, u32) {
    let objects = total.map_or(most, |total| total.min(most));
    let last = u32::try_from(objects.div_ceil(FULL_PAGE)).unwrap_or(u32::MAX);
    (if page_size == FULL_PAGE { 2 } else { 1 }, last)
}

impl<T: Readable> Begun<'_, T> {
    /// Reads the pages after the first one, for at most `most` objects. If the host says how many there are, the pages are read at
    /// the same time; otherwise in batches that double, so that few pages are requested in vain.
    pub(crate) async fn read_on(&self, service: &Service, most: usize) -> Look<T> {
        let Self { listing, page_size, total, announced, .. } = self;
        let (mut next, last) = full_pages(*page_size, *total, most);
        let mut width = if total.is_some() { last } else { 1 };
        let mut look = Look::of(Vec::new(), true);
        while look.more && next <= last {
            let end = last.min(next.saturating_add(width - 1));
            let reads = (next..=end).map(|number| listing.page(number, FULL_PAGE));
            for page in join_all(reads).await {
                look.more &= page.as_ref().ok().is_none_or(|page| page.continues(FULL_PAGE));
                look.add(page, UNREAD_PAGE);
            }
            next = end + 1;
            width = (width * 2).min(u32::try_from(service.shared.fan_out).unwrap_or(last));
        }
        look.more &= total.is_none_or(|total| total > most);
        // Where fewer came than were announced, some moved to a page that was read before.
        look.more |= look.failure.is_none() && look.items.len() < *announced;
        Look { announced: *announced, ..look }
    }
}

const UNREAD_PAGE: &str = "a page of a listing could not be read";

/// Reads a listing until that is enough: the first page; then for as many objects as are wanted, or a page of full size; then up to
/// [`LOOKED_AT`] objects. What is enough is decided on all that was read and on how many objects there are, at most.
///
/// # Errors
/// A failed call.
pub(crate) async fn read_until<T: Readable>(
    service: &Service,
    listing: Listing<'_, T>,
    (page_size, wanted): (usize, usize),
    is_enough: impl Fn(&[T], Option<usize>) -> bool,
) -> Looked<T> {
    let (items, begun) = begin(listing, page_size).await?;
    // The page of full size that is read next holds a smaller one.
    let kept = if begun.page_size < FULL_PAGE { 0 } else { items.len() };
    let mut all = Look::of(items, begun.more);
    let next = wanted.clamp(FULL_PAGE, LOOKED_AT);
    for most in [next, LOOKED_AT].into_iter().skip(usize::from(next == LOOKED_AT)) {
        if !all.more || is_enough(&all.items, begun.total) {
            break;
        }
        let further = begun.read_on(service, most).await;
        if let Some(failure) = further.failure {
            return Err(failure);
        }
        all.items.truncate(kept);
        all.items.extend(further.items);
        all.more = further.more;
    }
    Ok(all)
}

/// Reads the pages from the first one on, for at most [`LOOKED_AT`] objects.
pub(crate) async fn read_all<T: Readable>(service: &Service, listing: Listing<'_, T>) -> Look<T> {
    match begin(listing, FULL_PAGE).await {
        Ok((items, begun)) if begun.more => {
            [Look::of(items, false), begun.read_on(service, LOOKED_AT).await].into_iter().collect()
        }
        Ok((items, _)) => Look::of(items, false),
        Err(error) => {
            let mut look = Look::of(Vec::new(), true);
            look.add(Err::<Vec<T>, _>(error), UNREAD_PAGE);
            look
        }
    }
}

/// Most words of a hint that are searched for, each by itself.
pub(crate) const WORDS: usize = 4;

/// The most specific words of a hint, at most `most`: each as typed, and its first letters without accents.
pub(crate) fn words_and_stems(hint: &str, most: usize) -> Vec<String> {
    let mut seen = HashSet::new();
    let searches = telling_words(hint, most).into_iter().flat_map(|word| [word.to_owned(), stem(word)]);
    searches.filter(|search| seen.insert(search.clone())).collect()
}

/// The most specific word of a hint; `None` if no word is long enough for a search.
pub(crate) fn most_telling_word(hint: &str) -> Option<&str> {
    telling_words(hint, 1).pop()
}

/// What searches find that are sent side by side. If one of them fails, what the others find is still used.
pub(crate) async fn gathered<I: IntoIterator, F: Future<Output = gitlab::Result<I>>>(
    searches: impl IntoIterator<Item = F>,
) -> Look<I::Item> {
    let mut look = Look::of(Vec::new(), false);
    for found in join_all(searches).await {
        look.add(found, "a search failed");
    }
    look
}

/// Searches the host for projects, inside each of `policy.roots`: on a shared host the first page could hold only other
/// people's projects. A text with a slash is searched in full paths on the whole host, since a path is specific enough.
///
/// # Errors
/// A failed call.
pub(crate) async fn search_projects(service: &Service, text: &str, page_size: usize) -> Looked<Project> {
    if text.contains('/') {
        return first_page(service.gitlab.projects().search_in_paths(text), page_size).await;
    }
    let inside = async |root| first_page(service.gitlab.projects_below(&root).search(text), page_size).await;
    let everywhere = first_page(service.gitlab.projects().search(text), page_size);
    Ok(in_each_root(service, inside, everywhere).await?.into_iter().collect())
}

/// If there are more roots than this, the whole host is asked once instead of each root.
pub(crate) const ROOTS_ASKED: usize = 10;

/// Asks the group to which the service is limited. Without one it asks each root, and the whole host if there are no roots or too many,
/// or if one is no group: the host does not find it, since it is a project or a user's namespace.
///
/// # Errors
/// A failed call.
pub(crate) async fn in_each_root<T, F: Future<Output = gitlab::Result<T>>>(
    service: &Service,
    ask: impl Fn(GroupRef) -> F,
    everywhere: impl Future<Output = gitlab::Result<T>>,
) -> gitlab::Result<Vec<T>> {
    if let Some(group) = service.group {
        return Ok(vec![ask(GroupRef::Id(group)).await?]);
    }
    let prefixes = service.roots.prefixes().unwrap_or_default();
    let mut groups: Vec<_> = prefixes.iter().filter_map(|root| FullPath::parse(root).ok()).collect();
    // The host would read a path of digits alone as an id.
    let has_digits = groups.len() < prefixes.len();
    if groups.len() > ROOTS_ASKED {
        groups.clear();
    }
    let (mut inside, mut is_everywhere) = (Vec::new(), groups.is_empty() || has_digits);
    for found in join_all(groups.into_iter().map(GroupRef::At).map(ask)).await {
        match found {
            Ok(found) => inside.push(found),
            Err(error) if error.is_not_found() => is_everywhere = true,
            Err(error) => return Err(error),
        }
    }
    if is_everywhere {
        inside.push(everywhere.await?);
    }
    Ok(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_pages_follow_a_full_first_one_and_start_anew_after_a_smaller_one() {
        for (page_size, total, most, pages) in [
            (100, Some(250), 1_000, (2, 3)),
            (100, Some(100), 1_000, (2, 1)),
            (100, Some(5_000), 1_000, (2, 10)),
            (100, None, 1_000, (2, 10)),
            (50, Some(130), 2_000, (1, 2)),
            (1, Some(3), 1_000, (1, 1)),
        ] {
            assert_eq!(full_pages(page_size, total, most), pages, "{page_size} {total:?}");
        }
    }

    #[test]
    fn a_word_is_searched_as_typed_and_by_its_start_without_accents() {
        assert_eq!(words_and_stems("le portail des élections", 4), ["élections", "elec", "portail", "port"]);
        assert_eq!(words_and_stems("bus", 4), ["bus"]);
        assert_eq!(words_and_stems("le portail des élections", 1), ["élections", "elec"]);
    }
}
