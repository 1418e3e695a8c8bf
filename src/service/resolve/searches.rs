//! The host's own searches: which words are searched (decisions, section 6).

use crate::service::{prelude::*, resolve::prelude::*};

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
pub(crate) async fn search_projects(
    service: &Service,
    text: &str,
    page_size: usize,
) -> gitlab::Result<Look<Project>> {
    if text.contains('/') {
        return first_page(service.gitlab.projects().search_in_paths(text), page_size).await;
    }
    let inside = async |root| first_page(service.gitlab.projects_below(&root).search(text), page_size).await;
    let everywhere = first_page(service.gitlab.projects().search(text), page_size);
    Ok(in_each_root(service, inside, everywhere).await?.into_iter().collect())
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
