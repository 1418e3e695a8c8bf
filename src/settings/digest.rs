//! Digests of values, by which a later change is seen.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    sync::LazyLock,
};

/// What all digests of this process are made with: nothing can be learnt from one.
static DIGESTS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// The same for equal values, within one process.
pub(super) fn digest(value: &impl Hash) -> u64 {
    DIGESTS.hash_one(value)
}
