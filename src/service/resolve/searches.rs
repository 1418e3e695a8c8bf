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
    store::{Away, Store},
};

/// Most words of a hint that are searched for, each by itself.
const WORDS: usize = 4;
/// How long searches pause after a 429 without `Retry-After`.
const PAUSE: Duration = Duration::from_secs(60);
/// Issue searches that replicas send together in a minute with one token: GitLab's default limit.
const SEARCHES_A_MINUTE: u32 = 30;

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
/// Replicas that share a store hold back together.
#[derive(Debug, Clone, Default)]
pub(in crate::service) struct SearchPause {
    local: Arc<Mutex<HashMap<Credential, Instant>>>,
    shared: Option<Store>,
}

impl SearchPause {
    /// One that replicas share.
    pub(in crate::service) fn shared(store: Option<Store>) -> Self {
        Self { local: Arc::default(), shared: store }
    }

    /// Whether one more search may be sent. Where the store is away each replica goes by what it heard itself.
    async fn lets_through(&self, token: &Credential) -> bool {
        self.is_over(token) && self.shared_lets_through(token).await.unwrap_or(true)
    }

    async fn shared_lets_through(&self, token: &Credential) -> Result<bool, Away> {
        let Some(store) = &self.shared else { return Ok(true) };
        let digest = token.digest();
        if store.is_paused(&store.key("pause", &[&digest])).await? {
            return Ok(false);
        }
        store.admit(&store.key("searches", &[&digest]), SEARCHES_A_MINUTE, PAUSE).await
    }

    fn is_over(&self, token: &Credential) -> bool {
        let pauses = self.local.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.get(token).is_none_or(|until| *until <= Instant::now())
    }

    /// Remembers a refusal for too many searches.
    async fn note(&self, token: &Credential, error: &gitlab::Error) {
        if !error.is_rate_limited() {
            return;
        }
        let (now, wait) = (Instant::now(), error.retry_after().unwrap_or(PAUSE));
        if let Some(until) = now.checked_add(wait) {
            let mut pauses = self.local.lock().unwrap_or_else(PoisonError::into_inner);
            // Tokens that were replaced are not kept for ever.
            pauses.retain(|_, until| *until > now);
            pauses.insert(token.clone(), until);
        }
        if let Some(store) = &self.shared {
            // Where it is away, each replica hears of it from the host.
            let _ = store.pause(&store.key("pause", &[&token.digest()]), wait).await;
        }
    }
}

/// Sends an issue search, unless searches pause. `None` if it was not sent or failed.
pub(in crate::service) async fn search_issues<T>(
    service: &Service,
    search: impl Future<Output = Result<Page<T>, gitlab::Error>>,
) -> Option<Page<T>> {
    let token = service.gitlab.credential();
    if !service.search_pause.lets_through(token).await {
        tracing::info!("an issue search was not sent: the host refuses searches for now");
        return None;
    }
    match search.await {
        Ok(page) => Some(page),
        Err(error) => {
            service.search_pause.note(token, &error).await;
            tracing::warn!(%error, "an issue search failed");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;
    use crate::{gitlab::Fault, store::memory::Memory};

    fn refusal(status: StatusCode, retry_after: Option<Duration>) -> gitlab::Error {
        gitlab::Error {
            call: "GET /projects/:id/issues",
            fault: Fault::Status { status, message: None, retry_after },
        }
    }

    #[tokio::test]
    async fn only_a_429_pauses_searches_for_as_long_as_it_says() {
        let pause = SearchPause::default();
        let [token, other] = ["one", "two"].map(|token| Credential::new(token.into()).unwrap());
        assert!(pause.is_over(&token));
        pause.note(&token, &refusal(StatusCode::INTERNAL_SERVER_ERROR, Some(PAUSE))).await;
        assert!(pause.is_over(&token));
        pause.note(&token, &refusal(StatusCode::TOO_MANY_REQUESTS, Some(Duration::ZERO))).await;
        assert!(pause.is_over(&token));
        pause.note(&token, &refusal(StatusCode::TOO_MANY_REQUESTS, None)).await;
        assert!(!pause.clone().is_over(&token), "clones share it");
        assert!(pause.is_over(&other), "the host limits each token's user apart");
    }

    #[tokio::test]
    async fn pauses_that_are_over_are_forgotten_and_the_others_kept() {
        let pause = SearchPause::default();
        for (token, wait, kept) in [("one", Duration::ZERO, 1), ("two", PAUSE, 1), ("three", PAUSE, 2)] {
            let token = Credential::new(token.into()).unwrap();
            pause.note(&token, &refusal(StatusCode::TOO_MANY_REQUESTS, Some(wait))).await;
            assert_eq!(pause.local.lock().unwrap().len(), kept);
        }
    }

    #[tokio::test]
    async fn replicas_hold_back_together() {
        let memory = Memory::default();
        let [one, two] = [(); 2].map(|()| SearchPause::shared(Some(Store::in_memory(memory.clone()))));
        let [token, other] = ["one", "two"].map(|token| Credential::new(token.into()).unwrap());
        for _ in 0..SEARCHES_A_MINUTE / 2 {
            assert!(one.lets_through(&token).await && two.lets_through(&token).await);
        }
        assert!(!one.lets_through(&token).await, "the minute is used up by both");
        assert!(two.lets_through(&other).await, "each token has its own");
        memory.pass(PAUSE);
        assert!(two.lets_through(&token).await);
        one.note(&token, &refusal(StatusCode::TOO_MANY_REQUESTS, None)).await;
        assert!(!two.lets_through(&token).await, "what one is told holds for both");
        memory.set_away(true);
        assert!(two.lets_through(&token).await, "without the store it goes by what it heard itself");
        assert!(!one.lets_through(&token).await);
    }

    #[test]
    fn a_word_is_searched_as_typed_and_by_its_start_without_accents() {
        assert_eq!(words_and_stems("le portail des élections", 4), ["élections", "elec", "portail", "port"]);
        assert_eq!(words_and_stems("bus", 4), ["bus"]);
        assert_eq!(words_and_stems("le portail des élections", 1), ["élections", "elec"]);
    }
}
