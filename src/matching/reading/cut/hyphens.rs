//! What a hyphen joins: words that are one, and what is said of a part of a word alone.

use super::{Cutter, is_digit};
use crate::matching::{lexicon, reading::is_one_of};

/// What a hyphen joins to a word to make another of it.
const PREFIXES: &str = "mi demi semi mid half self quasi avant apres arriere sous sur pre post ex anti contre inter ultra vice co re auto after over under";

/// What a hyphen joins to a word to make another of both: "log-out", "pop-up", "week-end".
const PARTICLES: &str = "in out up off on down over back end";

/// What a hyphen joins to a word to say its opposite: "dés-inscription", "un-subscribe".
const REVERSALS: &str = "de des dis un";

impl Cutter {
    /// Takes what a hyphen joins to the run to make one word: "dés-inscription", "log-out".
    pub(super) fn take_compound(&mut self, run: &mut String, parted: Option<char>) {
        if self.hyphens == 1
            && run.len() > 3
            && let Some(reversal) = self.pieces.pop_if(|piece| is_one_of(&piece.text, REVERSALS))
        {
            run.insert_str(0, &reversal.text);
        }
        if parted == Some('-')
            && is_one_of(run, PARTICLES)
            && let Some(verb) = self.pieces.pop_if(|piece| lexicon::stands(&format!("{}{run}", piece.text)))
        {
            run.insert_str(0, &verb.text);
        }
    }

    /// Whether what is said of the run is not said of the whole: "mi-saison", "avant-garde", "JavaScript".
    pub(super) fn is_glued(&self, run: &str, parted: Option<char>) -> bool {
        let Some(parted) = parted else { return false };
        let prefixed =
            parted == '-' && self.pieces.last().is_some_and(|piece| is_one_of(&piece.text, PREFIXES));
        // "lock-free" is no lock.
        let denied = " -".contains(parted) && is_one_of(run, "free less");
        // "1500-2500": the end of a range, but the campaign of 2025-2026 may be called that of 2025.
        let is_year = run.len() == 4 && run.starts_with("20");
        let range = parted == '-' && run.starts_with(is_digit) && !is_year && self.is_behind_number();
        prefixed || denied || range || parted.is_uppercase()
    }
}
