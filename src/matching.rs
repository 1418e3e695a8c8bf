//! Text in, scores out: pure, deterministic, no I/O.
//!
//! - [`mod@normalise`]: the one folding under which two texts count as equal
//! - [`similarity`]: how well a hint fits a name, a path or a title
//! - [`Hint`], [`Text`], [`Ranking`]: how near every object of a pool is to a hint, and whether the evidence names just one
//! - [`groups`]: the scale of groups/search
//! - [`letters`]: how alike two texts are letter by letter
//! - [`rank`]: thresholds, margins and the order of candidates
//! - [`duplicates`]: whether a new title says what an existing one says
//! - [`slug`]: a project's path from its name
//! - [`words`]: which words of a hint a host's search is best asked for

pub mod duplicates;
pub mod groups;
mod hint;
pub mod letters;
pub mod normalise;
pub mod rank;
mod ranking;
pub mod similarity;
pub mod slug;
pub mod words;

pub use duplicates::DuplicateMatcher;
pub use hint::{Hint, Text};
pub use normalise::normalise;
pub use rank::{Ranked, Score, Scored};
pub use ranking::{Candidate, Doubt, Evidence, Kind, Ranking};
pub use similarity::{Comparison, Matcher};
pub use slug::Slug;
