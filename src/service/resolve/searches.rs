//! The host's own searches: which words are searched (decisions, section 6).

use crate::{
    gitlab::{self, Page},
    matching::words::{stem, telling_words},
};

/// Most words of a hint that are searched for, each by itself.
const WORDS: usize = 4;

/// The most specific words of a hint, at most `most`: each as typed, and its first letters without accents.
pub(in crate::service) fn words_and_stems(hint: &str, most: usize) -> Vec<String> {
    let mut searches = Vec::new();
    for word in telling_words(hint, most.min(WORDS)) {
        for search in [word.to_owned(), stem(word)] {
            if !searches.contains(&search) {
                searches.push(search);
            }
        }
    }
    searches
}

/// The most specific word of a hint; `None` if no word is long enough for a search.
pub(in crate::service) fn most_telling_word(hint: &str) -> Option<&str> {
    telling_words(hint, 1).pop()
}

/// The results of several searches, and whether one of them failed; the results of the others are still used.
pub(in crate::service) fn gathered<T>(
    found: impl IntoIterator<Item = Result<Vec<T>, gitlab::Error>>,
) -> (Vec<T>, bool) {
    let (mut items, mut has_failed) = (Vec::new(), false);
    for found in found {
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

/// Sends an issue search; `None` if it failed, or was held back since the host asked to wait.
pub(in crate::service) async fn search_issues<T>(
    search: impl Future<Output = Result<Page<T>, gitlab::Error>>,
) -> Option<Page<T>> {
    search.await.inspect_err(|error| tracing::warn!(%error, "an issue search failed")).ok()
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
