//! The host's own searches: which words are searched, and when searches pause (decisions, section 6).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::{
    gitlab::{self, Credential, Page},
    matching::words::{stem, telling_words},
    service::Service,
};

/// Most words of a hint that are searched for, each by itself.
const WORDS: usize = 4;
/// How long searches pause after a 429 without `Retry-After`.
const PAUSE: Duration = Duration::from_secs(60);

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

/// Until when the host refuses issue searches, per token. By default it allows one user 30 a minute, which all callers with the
/// same token share. Clones share it.
#[derive(Debug, Clone, Default)]
pub(in crate::service) struct SearchPause(Arc<Mutex<HashMap<Credential, Instant>>>);

impl SearchPause {
    fn is_over(&self, token: &Credential) -> bool {
        let pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.get(token).is_none_or(|until| *until <= Instant::now())
    }

    /// Remembers a refusal for too many searches.
    fn note(&self, token: &Credential, error: &gitlab::Error) {
        let now = Instant::now();
        let until = now.checked_add(error.retry_after().unwrap_or(PAUSE));
        if let Some(until) = until.filter(|_| error.is_rate_limited()) {
            let mut pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Entries of replaced tokens are removed.
            pauses.retain(|_, until| *until > now);
            pauses.insert(token.clone(), until);
        }
    }
}

/// Sends an issue search, unless searches pause. `None` if it was not sent or failed.
pub(in crate::service) async fn search_issues<T>(
    service: &Service,
    search: impl Future<Output = Result<Page<T>, gitlab::Error>>,
) -> Option<Page<T>> {
    let token = service.gitlab.credential();
    if !service.search_pause.is_over(token) {
        tracing::info!("an issue search was not sent: the host refuses searches for now");
        return None;
    }
    let found = search.await.inspect_err(|error| {
        service.search_pause.note(token, error);
        tracing::warn!(%error, "an issue search failed");
    });
    found.ok()
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;
    use crate::gitlab::Fault;

    fn refusal(status: StatusCode, retry_after: Option<Duration>) -> gitlab::Error {
        gitlab::Error {
            call: "GET /projects/:id/issues",
            fault: Fault::Status { status, message: None, retry_after },
        }
    }

    #[test]
    fn only_a_429_pauses_searches_for_as_long_as_it_says() {
        let pause = SearchPause::default();
        let [token, other] = ["one", "two"].map(|token| Credential::new(token.into()).unwrap());
        assert!(pause.is_over(&token));
        pause.note(&token, &refusal(StatusCode::INTERNAL_SERVER_ERROR, Some(PAUSE)));
        assert!(pause.is_over(&token));
        pause.note(&token, &refusal(StatusCode::TOO_MANY_REQUESTS, Some(Duration::ZERO)));
        assert!(pause.is_over(&token));
        pause.note(&token, &refusal(StatusCode::TOO_MANY_REQUESTS, None));
        assert!(!pause.clone().is_over(&token), "clones share it");
        assert!(pause.is_over(&other), "the host limits each token's user apart");
    }

    #[test]
    fn a_word_is_searched_as_typed_and_by_its_start_without_accents() {
        assert_eq!(words_and_stems("le portail des élections", 4), ["élections", "elec", "portail", "port"]);
        assert_eq!(words_and_stems("bus", 4), ["bus"]);
        assert_eq!(words_and_stems("le portail des élections", 1), ["élections", "elec"]);
    }
}
