//! What the replicas of one bridge share.

use std::{path::PathBuf, sync::Arc};

use secrecy::{SecretBox, SecretString};

/// What replicas share.
#[derive(Debug, Clone, Default)]
pub struct Store {
    /// The address of a Redis or Valkey server, which may hold a password; `None` where each process has its own memory.
    pub url: Option<SecretString>,
    /// A private certificate authority for `rediss`: a readable file with at least one PEM certificate.
    pub ca_file: Option<PathBuf>,
    /// The key that all replicas hold; `None` for one of each process, and for answers that are not encrypted.
    pub key: Option<Key>,
}

/// A secret key of 32 bytes.
pub type Key = Arc<SecretBox<[u8; 32]>>;
