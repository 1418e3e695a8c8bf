//! Text in; nearness, evidence and scores out: pure, deterministic, no I/O.
//!
//! - [`mod@normalise`]: the one folding under which two texts count as equal
//! - [`Hint`], [`Text`], [`Ranking`]: how near every object of a pool is to a hint, and whether the evidence names just one
//! - [`groups`]: the scale of groups/search
//! - [`Names`]: a team's own words
//! - [`letters`]: how alike two texts are letter by letter
//! - [`score`]: thresholds, margins and the order of candidates
//! - [`duplicates`]: whether a new title says what an existing one says
//! - [`slug`]: a project's path from its name
//! - [`words`]: which words of a hint a host's search is best asked for

mod compare;
mod doubt;
pub mod duplicates;
mod evidence;
mod grading;
mod grams;
pub mod groups;
mod hint;
mod kind;
pub mod letters;
mod lexicon;
mod names;
mod nearness;
pub mod normalise;
mod people;
mod proof;
mod ranking;
mod reading;
mod said_path;
pub mod score;
pub mod slug;
mod sound;
mod text;
mod word_counts;
pub mod words;

#[cfg(test)]
mod tests;

pub use doubt::Doubt;
pub use duplicates::DuplicateMatcher;
pub use evidence::Evidence;
pub use hint::Hint;
pub use kind::Kind;
pub use names::{NameProblem, Names};
pub use normalise::normalise;
pub use ranking::Ranking;
pub use reading::{in_figures, spelled_number};
pub use score::{Score, Scored};
pub use slug::Slug;
pub use text::{Folded, Text};
