//! Which words of a hint stand for which of a text, and how.
//!
//! - [`mod@relation`]: how two single words are related
//! - [`mod@matches`]: all that a hint and a text have in common
//! - [`pairing`]: which word stands for which

mod matches;
mod pairing;
mod relation;

pub(super) use self::{
    matches::collect,
    pairing::{Pair, Pairing},
    relation::{Proof, Relates, relation},
};
