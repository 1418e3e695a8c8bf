//! The token that a call sends to the host.

use std::{fmt, sync::Arc};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use http::{HeaderMap, HeaderName, HeaderValue, header::InvalidHeaderValue};
use ring::digest::{SHA256, digest};
use secrecy::{ExposeSecret, SecretString};

const HEADER: HeaderName = HeaderName::from_static("private-token");

/// A token for the host. Clones are cheap. An answer that was read with one token is never used for another.
#[derive(Clone)]
pub struct Credential {
    secret: Arc<SecretString>,
    header: HeaderValue,
}

impl Credential {
    /// The credential of this token.
    ///
    /// # Errors
    /// The token has a character that an HTTP header can't hold.
    pub fn new(token: SecretString) -> Result<Self, InvalidHeaderValue> {
        let mut header = HeaderValue::from_str(token.expose_secret())?;
        header.set_sensitive(true);
        Ok(Self { secret: Arc::new(token), header })
    }

    /// Tells tokens apart and gives none away.
    pub fn digest(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(digest(&SHA256, self.secret().as_bytes()))
    }

    /// The header that holds it.
    pub(super) fn headers(&self) -> HeaderMap {
        HeaderMap::from_iter([(HEADER, self.header.clone())])
    }

    pub(super) fn secret(&self) -> &str {
        self.secret.expose_secret()
    }
}

impl PartialEq for Credential {
    fn eq(&self, other: &Self) -> bool {
        self.secret() == other.secret()
    }
}

impl Eq for Credential {}

impl std::hash::Hash for Credential {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.secret().hash(state);
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Credential(***)")
    }
}
