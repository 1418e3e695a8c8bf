//! Who calls: the holders of `server.auth_tokens`.

use std::fmt;

use axum::http::{HeaderMap, header};
use secrecy::ExposeSecret;
use subtle::ConstantTimeEq;

use crate::settings::CallerToken;

/// Who calls: the holder of one of `server.auth_tokens`, or anyone if there are none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Caller {
    /// No token is asked for.
    Anyone,
    /// The holder of a token: its place in the list, from 0, and its name.
    Holder(usize, Option<String>),
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anyone => f.write_str("anyone"),
            Self::Holder(_, Some(name)) => f.write_str(name),
            Self::Holder(number, None) => write!(f, "token {}", number + 1),
        }
    }
}

/// Who sent a request with these headers. `None` if a token is needed and none is valid.
pub(super) fn authenticate(tokens: &[CallerToken], headers: &HeaderMap) -> Option<Caller> {
    if tokens.is_empty() {
        return Some(Caller::Anyone);
    }
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| find_holder(tokens, token.trim().as_bytes())).flatten()
}

/// The holder of a token. Compares in constant time and with every token, so that the time taken reveals nothing of them.
fn find_holder(tokens: &[CallerToken], presented: &[u8]) -> Option<Caller> {
    tokens.iter().enumerate().fold(None, |known, (place, held)| {
        let same = bool::from(held.token.expose_secret().as_bytes().ct_eq(presented));
        if same { Some(Caller::Holder(place, held.name.clone())) } else { known }
    })
}
