//! The key of a store that keeps it from others.

use std::fmt;

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
