//! What the replicas of one bridge share.

use std::sync::Arc;

use secrecy::SecretBox;

use super::{Layers, files};

/// What replicas share.
#[derive(Debug, Clone)]
pub struct Store {
    /// The key that all replicas hold; `None` for one of each process.
    pub key: Option<Key>,
}

/// A secret key of 32 bytes.
pub type Key = Arc<SecretBox<[u8; 32]>>;

impl Store {
    pub(super) fn read(from: &mut Layers) -> Self {
        Self { key: files::key_at(from, "store.key_file") }
    }
}
