//! The host's own searches: which words are searched (decisions, section 6).

use super::driver::Look;
use crate::service::prelude::*;

/// Most words of a hint that are searched for, each by itself.
pub(crate) const WORDS: usize = 4;

/// The most specific words of a hint, at most `most`: each as typed, and its first letters without accents.
pub(crate) fn words_and_stems(hint: &str, most: usize) -> Vec<String> {
    let mut searches = Vec::new();
    for word in telling_words(hint, most) {
        for search in [word.to_owned(), stem(word)] {
            if !searches.contains(&search) {
                searches.push(search);
            }
        }
    }
    searches
}

/// The most specific word of a hint; `None` if no word is long enough for a search.
pub(crate) fn most_telling_word(hint: &str) -> Option<&str> {
    telling_words(hint, 1).pop()
}

/// What searches find that are sent side by side, and whether one of them failed; what the others find is still used.
pub(crate) async fn gathered<I: IntoIterator, F>(
    service: &Service,
    searches: impl IntoIterator<Item = F>,
) -> (Vec<I::Item>, bool)
where
    F: Future<Output = gitlab::Result<I>>,
{
    let (mut items, mut has_failed) = (Vec::new(), false);
    for found in side_by_side(service.fan_out, searches).await {
        match found {
            Ok(found) => items.extend(found),
            Err(error) => {
                tracing::warn!(%error, "a search failed");
                has_failed = true;
            }
        }
    }
    (items, has_failed)
}

/// Searches the host for projects, inside each of `policy.roots`: on a shared host the first page could hold only other
/// people's projects. A text with a slash is searched in full paths on the whole host, since a path is specific enough.
///
/// # Errors
/// A failed call.
pub(crate) async fn search_projects(
    service: &Service,
    text: &str,
    page_size: usize,
) -> gitlab::Result<Look<Project>> {
    if text.contains('/') {
        let page = service.gitlab.projects().search_in_paths(text).page(1, page_size).await?;
        let more = page.continues(page_size);
        return Ok(Look::of(page.items, more));
    }
    let inside = async |root| service.gitlab.projects_below(&root).search(text).page(1, page_size).await;
    let everywhere = service.gitlab.projects().search(text);
    let pages = in_each_root(service, inside, everywhere.page(1, page_size)).await?;
    let more = pages.iter().any(|page| page.continues(page_size));
    Ok(Look::of(pages.into_iter().flat_map(|page| page.items).collect(), more))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_searched_as_typed_and_by_its_start_without_accents() {
        assert_eq!(words_and_stems("le portail des élections", 4), ["élections", "elec", "portail", "port"]);
        assert_eq!(words_and_stems("bus", 4), ["bus"]);
        assert_eq!(words_and_stems("le portail des élections", 1), ["élections", "elec"]);
    }
}
