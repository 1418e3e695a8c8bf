//! What a hyphen joins: words that are one, and what is said of a part of a word alone.

use super::{Cutter, Piece, is_digit};
use crate::matching::{
    lexicon,
    reading::{TokenKind, is_one_of},
};

/// What a hyphen joins to a word to make another of it.
const PREFIXES: &str = "mi demi semi mid half self quasi avant apres arriere sous sur pre post ex anti contre inter ultra vice co re auto after over under";

/// What a hyphen joins to a word to make another of both: "log-out", "pop-up", "week-end".
const PARTICLES: &str = "in out up off on down over back end";

/// What a hyphen joins to a word to say its opposite: "dés-inscription", "un-subscribe".
const REVERSALS: &str = "de des dis un";

impl Cutter {
    /// Takes what a hyphen joins to the run to make one word: "dés-inscription", "log-out".
    pub(super) fn take_compound(&mut self, run: &mut String, parted: Option<char>) {
        let is_single = self.hyphens == 1 && run.len() > 3;
        let is_particle = parted == Some('-') && is_one_of(run, PARTICLES);
        let joins = |before: &mut Piece| {
            is_single && is_one_of(&before.text, REVERSALS)
                || is_particle && lexicon::stands(&format!("{}{run}", before.text))
        };
        if let Some(before) = self.pieces.pop_if(joins) {
            run.insert_str(0, &before.text);
        }
    }

    /// Whether what is said of the run is not said of the whole: "mi-saison", "avant-garde", "JavaScript".
    pub(super) fn is_glued(&self, run: &str, parted: Option<char>) -> bool {
        let Some(parted) = parted else { return false };
        let before = self.pieces.last().filter(|_| parted == '-');
        let prefixed = before.is_some_and(|piece| is_one_of(&piece.text, PREFIXES));
        // "lock-free" is no lock.
        let denied = " -".contains(parted) && is_one_of(run, "free less");
        // "1500-2500": the end of a range, but the campaign of 2025-2026 may be called that of 2025.
        let is_year = run.len() == 4 && run.starts_with("20");
        let begins = before.is_some_and(|piece| piece.kind == TokenKind::Number);
        let range = begins && run.starts_with(is_digit) && !is_year;
        prefixed || denied || range || parted.is_uppercase()
    }
}
