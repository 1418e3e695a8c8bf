//! What several neighbouring words stand for together: a phrase of one meaning, one word written apart, a name called by its
//! initials.

use super::{Kind, Reading, Said, Set, Token, only};
use crate::matching::{
    lexicon::{self, Lexeme, hash},
    sound::sound_into,
};

/// Neighbouring words that stand for one.
#[derive(Debug, Clone)]
pub(in crate::matching) struct Unit {
    /// How they do.
    pub(in crate::matching) kind: UnitKind,
    /// Their places.
    pub(in crate::matching) places: Set,
    /// The hash of what they make together.
    pub(in crate::matching) key: u64,
    /// The hash of its sounds, of words written together.
    pub(in crate::matching) sound: u64,
    /// What they mean together.
    pub(in crate::matching) lexeme: &'static Lexeme,
    /// How many letters they make.
    pub(in crate::matching) length: u8,
}

/// How several words stand for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::matching) enum UnitKind {
    /// Together they have one meaning: "mot de passe".
    Phrase,
    /// Written together they are one word: "news letter".
    Joined,
    /// Their initials are one word: "RH".
    Initials,
}

/// Nobody cuts a word in more pieces.
const LONGEST_JOIN: usize = 3;
/// Fewer letters make too many words.
const SHORTEST_JOIN: usize = 5;
/// Longer acronyms are rare.
const LONGEST_INITIALS: usize = 5;

/// Finds the units of a reading. In a hint, small words join too: speech-to-text makes them of syllables ("à l'on bordine").
pub(super) fn find(reading: &mut Reading, asked: bool) {
    let spoken: Vec<usize> = (0..reading.tokens.len()).filter(|place| is_spoken(reading, *place)).collect();
    let telling: Vec<usize> = spoken.iter().copied().filter(|place| !reading.tokens.get(*place).is_some_and(Token::is_small)).collect();
    let mut units = Vec::new();
    find_phrases(reading, &telling, &mut units);
    for run in runs(if asked { &spoken } else { &telling }, 2..=LONGEST_JOIN) {
        units.extend(joined(reading, run));
    }
    for run in runs(&telling, 2..=LONGEST_INITIALS) {
        units.extend(initials(reading, run));
    }
    reading.units = units;
}

fn is_spoken(reading: &Reading, place: usize) -> bool {
    reading.tokens.get(place).is_some_and(|token| token.kind != Kind::Sign && !token.is(Said::Denied))
}

/// All stretches of neighbouring places of these lengths.
fn runs(places: &[usize], lengths: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = &[usize]> {
    lengths.flat_map(|length| places.windows(length))
}

fn set_of(places: &[usize]) -> Set {
    places.iter().fold(0, |set, place| set | only(*place))
}

/// The tokens at these places, if all stand in one field.
fn in_one_field<'a>(reading: &'a Reading, places: &'a [usize]) -> Option<impl Iterator<Item = &'a Token> + Clone> {
    let tokens = places.iter().filter_map(|place| reading.tokens.get(*place));
    let field = tokens.clone().next().map(|token| (token.field, token.segment));
    tokens.clone().all(|token| Some((token.field, token.segment)) == field).then_some(tokens)
}

fn find_phrases(reading: &Reading, telling: &[usize], units: &mut Vec<Unit>) {
    for start in 0..telling.len() {
        let rest = telling.get(start..).unwrap_or_default();
        let Some(first) = rest.first().and_then(|place| reading.tokens.get(*place)) else { continue };
        for phrase in lexicon::phrases(first.key) {
            let Some(places) = rest.get(..phrase.words.len()) else { continue };
            let Some(tokens) = in_one_field(reading, places) else { continue };
            if tokens.map(|token| token.key).eq(phrase.words.iter().copied()) {
                let key = phrase.words.iter().fold(0, |key: u64, word| key.rotate_left(7) ^ word);
                units.push(Unit { kind: UnitKind::Phrase, places: set_of(places), key, sound: 0, lexeme: &phrase.lexeme, length: 0 });
            }
        }
    }
}

fn joined(reading: &Reading, places: &[usize]) -> Option<Unit> {
    let tokens = in_one_field(reading, places)?;
    let word: String = tokens.clone().map(|token| reading.word(token)).collect();
    let digits = word.bytes().any(|byte| byte.is_ascii_digit());
    let long = word.len() >= SHORTEST_JOIN && tokens.clone().all(|token| token.len() > 1);
    let code = digits && word.len() >= 3 && word.bytes().any(|byte| byte.is_ascii_alphabetic());
    if !long && !code {
        return None;
    }
    let singular = lexicon::forms::in_singular(&word);
    let mut sounds = String::new();
    if !digits {
        sound_into(&singular, &mut sounds);
    }
    let sound = if sounds.len() > 3 { hash(&sounds) } else { 0 };
    let lexeme = lexicon::look_up(&word, &singular);
    let length = u8::try_from(singular.len()).unwrap_or(u8::MAX);
    Some(Unit { kind: UnitKind::Joined, places: set_of(places), key: hash(&singular), sound, lexeme, length })
}

fn initials(reading: &Reading, places: &[usize]) -> Option<Unit> {
    let mut tokens = in_one_field(reading, places)?;
    let word: String = tokens.clone().filter_map(|token| reading.word(token).chars().next()).collect();
    tokens.all(|token| token.kind == Kind::Word).then(|| Unit {
        kind: UnitKind::Initials,
        places: set_of(places),
        key: hash(&word),
        sound: 0,
        lexeme: &lexicon::PLAIN,
        length: u8::try_from(word.len()).unwrap_or(u8::MAX),
    })
}
