//! Who may change something on the host.

use super::Client;

/// The host, to be changed. Its reads stay with [`Client`], so that whoever holds that one alone can't write by oversight.
#[derive(Debug, Clone)]
pub struct Writer(pub(super) Client);

impl Writer {
    /// The calls that change something, of the same host.
    #[must_use]
    pub fn new(client: Client) -> Self {
        Self(client)
    }
}
