//! A path that a hint says: "acme/boutique", "le groupe acme/mobile/team". Its segments are chosen as letters of a name are: no word of it has
//! forms or meanings, and none is passed over.

use super::{
    lexicon::{Class, Lexeme, Mark, look_up},
    normalise,
    reading::{is_one_of, says_nothing},
};

/// The one path of a hint.
#[derive(Debug, Clone)]
pub(super) struct SaidPath {
    /// As it was said, in lower case.
    pub(super) written: String,
    segments: Vec<String>,
    /// Whether the hint says nothing else.
    pub(super) alone: bool,
    /// Whether it names something else too: "le front/back du portail" may say no path.
    pub(super) names_more: bool,
    /// Whether what else it says only asks for it: not "pas acme/boutique".
    pub(super) asked: bool,
}

/// How a path that was said fits another, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PathFit {
    /// It is the same, letter by letter but for capitals.
    Written,
    /// Each segment is the same after normalisation.
    Whole,
    /// It is the end of the other.
    End,
}

/// What people say to ask for something.
const POLITE: &str = "stp svp please pls merci thanks";

fn segments(path: &str) -> Vec<String> {
    path.split('/').map(normalise).collect()
}

impl SaidPath {
    /// The path of a hint, if it says just one.
    pub(super) fn of(hint: &str) -> Option<Self> {
        let quotes = |sign: char| "\"'`«»“”‘’().,;:?".contains(sign) || sign.is_whitespace();
        let is_path = |word: &&str| {
            let segment = |segment: &str| {
                let is_written = |letter: char| letter.is_alphanumeric() || "._-".contains(letter);
                !segment.is_empty() && segment.chars().all(is_written)
            };
            word.contains('/') && word.split('/').all(segment)
        };
        let words = hint.split_whitespace().map(|word| word.trim_matches(quotes).trim_matches('/'));
        let mut paths = words.filter(is_path);
        let path = paths.next().filter(|_| paths.next().is_none())?;
        let (before, behind) = hint.split_once(path)?;
        let rest = format!("{before} {behind}");
        let around = normalise(&rest);
        let words = || around.split_whitespace().map(|word| (word, look_up(word, word)));
        let is_asking = |lexeme: &Lexeme| {
            lexeme.class == Class::Request
                || [Mark::Thing, Mark::Acts, Mark::Light].iter().any(|mark| lexeme.is(*mark))
        };
        let asks = |(word, lexeme): (&str, &Lexeme)| {
            is_asking(lexeme) || says_nothing(word) || is_one_of(word, POLITE)
        };
        let names = |(_, lexeme): (&str, &Lexeme)| {
            matches!(lexeme.class, Class::Name | Class::Head) && !is_asking(lexeme)
        };
        let is_plain = |sign: char| sign.is_alphanumeric() || quotes(sign) || "/-".contains(sign);
        Some(Self {
            written: path.to_lowercase(),
            segments: segments(path),
            alone: words().next().is_none(),
            names_more: words().any(names),
            asked: rest.chars().all(is_plain) && words().all(asks),
        })
    }

    /// How it fits a full path, if it does.
    pub(super) fn fit(&self, path: &str) -> Option<PathFit> {
        let theirs = segments(path);
        match theirs.ends_with(&self.segments) {
            true if path.eq_ignore_ascii_case(&self.written) => Some(PathFit::Written),
            true if theirs.len() == self.segments.len() => Some(PathFit::Whole),
            fits => fits.then_some(PathFit::End),
        }
    }
}
