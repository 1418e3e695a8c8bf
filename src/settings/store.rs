//! What replicas share, and the key that keeps it from others.

use std::{fmt, path::PathBuf};

use secrecy::{ExposeSecret, SecretString};

use super::digest::digest;

/// What replicas share.
#[derive(Debug, Clone, Default)]
pub struct Store {
    /// The address of a Redis or Valkey server, which may hold a password; `None` where each process has its own memory.
    pub url: Option<SecretString>,
    /// A private certificate authority for `rediss`: a readable file with at least one PEM certificate.
    pub ca_file: Option<PathBuf>,
    /// What answers in the store are encrypted with, and forms are sealed with; `None` where they are not, and where each process
    /// seals its own.
    pub key: Option<StoreKey>,
}

impl Store {
    /// Digests of what its secret files hold, under the files' keys: a file may change while its path stays.
    pub(super) fn digests(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
        let url = self.url.as_ref().map(|url| ("store.url_file", digest(&url.expose_secret())));
        let key = self.key.as_ref().map(|key| ("store.key_file", digest(&key.bytes())));
        url.into_iter().chain(key)
    }
}

/// A key of 32 bytes that can't print.
#[derive(Clone)]
pub struct StoreKey([u8; 32]);

impl StoreKey {
    /// The key of these bytes.
    #[must_use]
    pub fn of(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for StoreKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreKey(***)")
    }
}
