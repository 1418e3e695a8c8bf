//! The token that a call sends to the host.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use http::{HeaderMap, HeaderName, HeaderValue};
use ring::digest::{SHA256, digest};
use secrecy::{ExposeSecret, SecretString};

use crate::settings::SettingsError;

const HEADER: HeaderName = HeaderName::from_static("private-token");

/// A token for the host, as the header that holds it, which never prints it. Clones are cheap. An answer that was read with one token
/// is never used for another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Credential(HeaderValue);

impl Credential {
    /// The credential of this token.
    ///
    /// # Errors
    /// The token has a character that an HTTP header can't hold.
    pub fn new(token: &SecretString) -> Result<Self, SettingsError> {
        let odd =
            |_| SettingsError("upstream.token: a character that can't stand in an HTTP header".to_owned());
        let mut header = HeaderValue::from_str(token.expose_secret()).map_err(odd)?;
        header.set_sensitive(true);
        Ok(Self(header))
    }

    /// Tells tokens apart and gives none away.
    pub fn digest(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(digest(&SHA256, self.0.as_bytes()))
    }

    /// The header that holds it.
    pub(super) fn headers(&self) -> HeaderMap {
        HeaderMap::from_iter([(HEADER, self.0.clone())])
    }
}
