//! How near a text is to a hint, and what supports it.
//!
//! [`relation`] says how two single words are related, [`matches`] finds all that a hint and a text have in common, [`pairing`]
//! chooses which word stands for which, [`weights`] and [`nearness`] make a share of it, and [`evidence`] says what it proves.

pub(super) mod evidence;
mod matches;
pub(super) mod nearness;
pub(super) mod pairing;
pub(super) mod pool;
pub(super) mod relation;
pub(super) mod weights;

pub(super) use self::matches::{Match, collect};
