//! How alike two words are.

use super::lexicon::{Class, Lexeme, PLAIN};

/// A word with what comparing needs to know of it.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    /// The folded letters, in the singular.
    pub(super) text: &'a str,
    /// Which letters occur.
    pub(super) letters: u32,
    /// What the tables say about it.
    pub(super) lexeme: &'static Lexeme,
}

impl<'a> Word<'a> {
    /// A word that no table is asked about.
    pub(super) fn unknown(text: &'a str) -> Self {
        Self { text, letters: letters(text), lexeme: &PLAIN }
    }
}

/// Abbreviations and translations of one word.
const SAME: f32 = 0.9;
/// Words of like meaning.
const ALIKE: f32 = 0.78;
/// The start of a word, typed short: nearly the word.
const PREFIX: f32 = 0.9;
/// How much less a start proves that is shorter than half the word.
const SHORT_PREFIX: f32 = 0.06;
/// Fewer letters than this are the start of too many words.
const MINIMUM_PREFIX: usize = 3;
/// Words of one family: "rembourser" and "remboursement".
const FAMILY: f32 = 0.8;
/// Fewer letters in common make no family: "port" and "porter".
const FAMILY_ROOT: usize = 4;
/// One slip of the keyboard costs less than the letter that it concerns.
const FIRST_SLIP: f32 = 0.6;
/// Each further one costs more: two slips in one word often make another word.
const FURTHER_SLIP: f32 = 1.2;
/// A short word with one slip is often another word.
const SHORT_SLIP: f32 = 0.55;
/// What several slips cost when the first letter, which is rarely mistyped, differs too.
const OTHER_START: f32 = 0.15;
/// Words that sound the same, as speech-to-text hears them.
const SOUND: f32 = 0.88;
/// Fewer sounds than this are shared by too many words.
const LEAST_SOUNDS: usize = 3;
/// Longer words are not compared letter by letter: nobody types them.
const LONGEST: usize = 40;

/// Cuts the plural off: -eaux, -aux, -s, -x.
pub(super) fn singular(word: &str) -> &str {
    let stem = |cut: usize| word.get(..word.len() - cut).unwrap_or(word);
    match word.as_bytes() {
        [.., b'e', b'a', b'u', b'x'] => stem(1),
        [_, _, .., last, b's' | b'x'] if *last != b's' => stem(1),
        _ => word,
    }
}

/// Which letters a word has, as a set; letters beyond a to z share the last six places.
pub(super) fn letters(word: &str) -> u32 {
    word.bytes().fold(0, |set, byte| {
        set | match byte {
            b'a'..=b'z' => 1 << (byte - b'a'),
            other => 1 << (26 + other % 6),
        }
    })
}

/// How surely the hint's word stands for the text's word: 0 to 1.
pub(super) fn similarity(hint: Word<'_>, text: Word<'_>) -> f32 {
    if hint.text == text.text {
        return 1.0;
    }
    if excludes(hint.lexeme, text.lexeme) {
        return 0.0;
    }
    let known = kinship(hint.lexeme, text.lexeme);
    if hint.lexeme.class == Class::Stop || text.lexeme.class == Class::Stop {
        return known;
    }
    known.max(by_letters(hint, text))
}

/// Whether two words are sides of one list: however alike, they are not the same.
fn excludes(hint: &Lexeme, text: &Lexeme) -> bool {
    hint.sides.iter().any(|ours| {
        text.sides.iter().any(|theirs| theirs.list == ours.list && theirs.place != ours.place)
            && !text.sides.contains(ours)
    })
}

fn kinship(hint: &Lexeme, text: &Lexeme) -> f32 {
    let mut best = 0.0_f32;
    for ours in &hint.kin {
        if text.kin.iter().any(|theirs| theirs.group == ours.group) {
            best = best.max(if ours.close { SAME } else { ALIKE });
        }
    }
    // Words on one side of a list mean alike: "ouvrir" and "ouverture".
    if best < ALIKE && hint.sides.iter().any(|side| text.sides.contains(side)) {
        best = ALIKE;
    }
    best
}

fn by_letters(hint: Word<'_>, text: Word<'_>) -> f32 {
    let (ours, theirs) = (hint.text.len(), text.text.len());
    let shorter = ours.min(theirs);
    if shorter < 2 || ours.max(theirs) > LONGEST {
        return 0.0;
    }
    if theirs > ours && ours >= MINIMUM_PREFIX && text.text.starts_with(hint.text) {
        return prefix(ours, theirs);
    }
    // Each slip replaces one letter at most, so these are the fewest slips that can lie between the two.
    let lost = (hint.letters & !text.letters).count_ones() as usize;
    let gained = (text.letters & !hint.letters).count_ones() as usize;
    let mut best = 0.0_f32;
    if same_family(hint.text, text.text) {
        best = FAMILY;
    }
    if lost.max(gained) <= slips_allowed(ours.max(theirs)) {
        best = best.max(by_slips(hint.text, text.text));
    }
    if best < SOUND && same_sound(hint.text, text.text) {
        best = SOUND;
    }
    best
}

#[expect(clippy::cast_precision_loss, reason = "words have few letters")]
fn prefix(ours: usize, theirs: usize) -> f32 {
    if ours * 2 < theirs {
        return PREFIX - SHORT_PREFIX;
    }
    PREFIX + (1.0 - PREFIX) * (ours as f32 / theirs as f32 - 0.5)
}

/// How many slips a word of this length may have and still be recognised.
fn slips_allowed(length: usize) -> usize {
    match length {
        0..=3 => 0,
        4..=5 => 1,
        6..=9 => 2,
        10..=12 => 3,
        _ => 4,
    }
}

#[expect(clippy::cast_precision_loss, reason = "words have few letters")]
fn by_slips(hint: &str, text: &str) -> f32 {
    let longer = hint.len().max(text.len());
    let allowed = slips_allowed(longer);
    if longer - hint.len().min(text.len()) > allowed {
        return 0.0;
    }
    let slips = strsim::osa_distance(hint, text);
    if slips == 0 || slips > allowed {
        return 0.0;
    }
    if longer == 4 {
        return SHORT_SLIP;
    }
    let cost = FIRST_SLIP + FURTHER_SLIP * (slips as f32 - 1.0);
    let likeness = 1.0 - cost / longer as f32;
    let same_start = hint.bytes().next() == text.bytes().next();
    if slips > 1 && !same_start { likeness - OTHER_START } else { likeness }
}

/// Endings under which words of one family differ, French and English.
const ENDINGS: &[&str] = &[
    "",
    "able",
    "ables",
    "ade",
    "age",
    "aire",
    "al",
    "ale",
    "ance",
    "ant",
    "ante",
    "at",
    "ateur",
    "ation",
    "e",
    "ed",
    "ee",
    "ement",
    "ence",
    "ent",
    "er",
    "erie",
    "es",
    "eur",
    "euse",
    "ez",
    "if",
    "ification",
    "ing",
    "ion",
    "ique",
    "ir",
    "ire",
    "isation",
    "ise",
    "iser",
    "iste",
    "ite",
    "ition",
    "ive",
    "ize",
    "ment",
    "or",
    "re",
    "rice",
    "ssant",
    "t",
    "te",
    "ter",
    "tion",
    "trice",
    "ure",
    "y",
];

fn same_family(hint: &str, text: &str) -> bool {
    if hint.as_bytes().first_chunk::<FAMILY_ROOT>() != text.as_bytes().first_chunk() {
        return false;
    }
    let root = hint.bytes().zip(text.bytes()).take_while(|(ours, theirs)| ours == theirs).count();
    let ending = |word: &str| word.get(root..).is_some_and(|ending| ENDINGS.binary_search(&ending).is_ok());
    ending(hint) && ending(text)
}

fn same_sound(hint: &str, text: &str) -> bool {
    let start =
        |word: &str| word.bytes().next().map(|byte| if b"ckqsz".contains(&byte) { b'k' } else { byte });
    start(hint) == start(text)
        && hint.is_ascii()
        && text.is_ascii()
        && sounds(hint).eq(sounds(text))
        && sounds(hint).count() >= LEAST_SOUNDS
}

/// The sounds of a word, coarsely: one letter for those that are heard alike, none for the silent and the doubled.
fn sounds(word: &str) -> impl Iterator<Item = u8> + '_ {
    let spoken = spoken(word.as_bytes());
    let mut before = 0;
    let mut last = 0;
    spoken.iter().enumerate().filter_map(move |(place, byte)| {
        let next = spoken.get(place + 1).copied().unwrap_or_default();
        let sound = match (before, *byte, next) {
            (_, b'h', _) | (b'q', b'u', _) => None,
            (_, b'c', b'e' | b'i' | b'y') | (_, b'z', _) => Some(b's'),
            (_, b'c' | b'q', _) => Some(b'k'),
            (_, b'p', b'h') => Some(b'f'),
            (_, b'y', _) => Some(b'i'),
            (_, b'w', _) => Some(b'v'),
            (_, other, _) => Some(other),
        };
        before = *byte;
        let heard = sound.filter(|sound| *sound != last);
        last = sound.unwrap_or(last);
        heard
    })
}

/// A word without an ending that French does not pronounce.
fn spoken(word: &[u8]) -> &[u8] {
    match word {
        [stem @ .., b'e', b'r' | b'z' | b'e' | b's'] | [stem @ .., b'e' | b's' | b't' | b'd' | b'x'] => stem,
        whole => whole,
    }
}

/// Whether a word has no digit: the plural of "k8s" is not "k8".
pub(super) fn is_plain(word: &str) -> bool {
    !word.bytes().any(|byte| byte.is_ascii_digit())
}
