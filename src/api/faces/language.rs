//! The language of an answer (`messages.language`): found here for every route, and failures worded in it.

use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_LENGTH, VARY};

use super::{members, prelude::*, weighed};

/// What a caller prefers of an answer (RFC 7240).
const PREFER: HeaderName = HeaderName::from_static("prefer");

/// Whether the answer is for a page that people read, which says so by `Prefer: choices`: it has their language, and what they may
/// choose where it asks.
pub(super) fn is_for_a_person(headers: &HeaderMap) -> bool {
    headers.get(PREFER).is_some_and(|preferred| preferred == "choices")
}

/// Tells the routes the language of the answer, as an extension of the request, and words their failures in it.
pub async fn word_failures(State(state): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    let fixed = state.language.filter(|_| !is_for_a_person(request.headers()));
    let language = fixed.unwrap_or_else(|| preferred(request.headers()));
    request.extensions_mut().insert(language);
    let mut response = next.run(request).await;
    if fixed.is_none() {
        response.headers_mut().append(VARY, HeaderValue::from(ACCEPT_LANGUAGE));
    }
    match response.extensions().get().map(|failure: &Failure| failure.json(language)) {
        Some(words) => {
            // Headers that layers have set stay.
            let (mut head, _) = response.into_parts();
            head.headers.remove(CONTENT_LENGTH);
            (head, Json(words)).into_response()
        }
        None => response,
    }
}

/// Which of the two languages `Accept-Language` prefers, the first named of equals; French where it names neither.
fn preferred(headers: &HeaderMap) -> Language {
    let wanted = members(headers, &ACCEPT_LANGUAGE).filter_map(|member| {
        let (tag, weight) = weighed(member)?;
        let primary = tag.split('-').next().unwrap_or_default();
        Some((Language::ALL.into_iter().find(|known| primary.eq_ignore_ascii_case(known.tag()))?, weight))
    });
    wanted.min_by(|(_, a), (_, b)| b.total_cmp(a)).map_or_else(Language::default, |(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_that_weighs_more_is_preferred_and_else_french() {
        for (accepted, language) in [
            ("en", Language::En),
            ("en-GB,en;q=0.9,fr;q=0.8", Language::En),
            ("fr-FR, en;q=0.9", Language::Fr),
            ("de, en;q=0.5, fr;q=0.7", Language::Fr),
            ("de, en;q=0.5", Language::En),
            ("en;q=0, fr;q=0.1", Language::Fr),
            ("EN-us ; q=0.3", Language::En),
            ("fr,en", Language::Fr),
            ("en,fr", Language::En),
            ("de", Language::Fr),
            ("*", Language::Fr),
            ("", Language::Fr),
            (";;,q=,en;q=x", Language::Fr),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_static(accepted))]);
            assert_eq!(preferred(&headers), language, "{accepted}");
        }
        assert_eq!(preferred(&HeaderMap::new()), Language::Fr);
    }
}
