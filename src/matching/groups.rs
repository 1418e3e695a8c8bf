//! The scale of groups/search: 100 for an equal name, 95 inside the name, 90 inside the full path, otherwise 100 × the ratio of
//! the letters, and nothing else.

use memchr::memmem::Finder;

use super::{letters::ratio_above, normalise, score::Score};

/// What groups/search looks for, made ready once for all groups.
#[derive(Debug)]
pub struct GroupQuery {
    text: String,
    finder: Finder<'static>,
}

/// The most that makes no candidate: up to here it does not matter how much.
const TOO_LOW: Score = Score::new(Score::MINIMUM.value() - 1);

impl GroupQuery {
    /// Folds the query.
    pub fn new(query: &str) -> Self {
        let text = normalise(query);
        Self { finder: Finder::new(&text).into_owned(), text }
    }

    /// How well a group fits, 0 to 100; scores under [`Score::MINIMUM`] are 0. A blank query stands inside every name: 95.
    pub fn score(&self, name: &str, full_path: &str) -> Score {
        let (name, path) = (normalise(name), normalise(full_path));
        if name == self.text {
            return Score::FULL;
        }
        if self.finder.find(name.as_bytes()).is_some() {
            return Score::WITHIN_NAME;
        }
        if self.finder.find(path.as_bytes()).is_some() {
            return Score::WITHIN_PATH;
        }
        let by_name = ratio_above(&self.text, &name, TOO_LOW);
        by_name.max(ratio_above(&self.text, &path, by_name.max(TOO_LOW))).min(Score::UNEQUAL)
    }
}
