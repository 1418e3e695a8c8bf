//! A store for the tests of what stands on one.

pub(crate) mod memory;

use self::memory::Memory;
use super::Store;

impl Store {
    /// One in memory.
    pub(crate) fn in_memory(memory: Memory) -> Self {
        Self::on(Box::new(memory), "host", None)
    }
}
