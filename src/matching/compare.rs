//! How near a text is to a hint, and what supports it.
//!
//! - [`relation`]: how two single words are related
//! - [`mod@matches`]: all that a hint and a text have in common
//! - [`pairing`]: which word stands for which
//! - [`pool`], [`weights`], [`nearness`]: how much of it there is, each part as rare as it is in the pool
//! - [`differences`]: what speaks against it
//! - [`evidence`]: what it proves

pub(super) mod differences;
pub(super) mod evidence;
mod matches;
pub(super) mod nearness;
pub(super) mod pairing;
pub(super) mod pool;
pub(super) mod relation;
pub(super) mod weights;

pub(super) use self::matches::{Match, collect};
