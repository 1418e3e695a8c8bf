//! Which words of a hint stand for which of a text, and how.
//!
//! - [`relation`]: how two single words are related
//! - [`mod@matches`]: all that a hint and a text have in common
//! - [`pairing`]: which word stands for which

mod matches;
pub(super) mod pairing;
pub(super) mod relation;

pub(super) use self::matches::collect;
