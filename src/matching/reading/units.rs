//! What several neighbouring words stand for together: a phrase of one meaning, one word written apart, a name called by its
//! initials.

use super::{Reading, Said, Set, Token, TokenKind, cut::number_of, is_one_of, only};
use crate::matching::{
    lexicon::{self, Lexeme, Mark, hash},
    sound::sound_of,
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
    /// The hashes of its sounds, written together and said one after the other; zero where there are too few.
    pub(in crate::matching) sounds: [u64; 2],
    /// What they mean together.
    pub(in crate::matching) lexeme: &'static Lexeme,
    /// How many letters they make; zero where a slip in them is another thing, and for initials of small words too.
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
/// Longer acronyms are rare.
const LONGEST_INITIALS: usize = 5;

/// Finds the units of a reading: phrases, then joined words, then initials. In a hint, small words join too: speech-to-text makes them of syllables ("à l'on bordine").
pub(super) fn find(reading: &mut Reading, asked: bool) {
    let spoken: Vec<usize> = (0..reading.tokens.len()).filter(|place| is_spoken(reading, *place)).collect();
    let naming: Vec<usize> =
        spoken.iter().copied().filter(|place| !reading.has(*place, Token::is_small)).collect();
    let mut units = Vec::new();
    find_phrases(reading, &spoken, &mut units);
    for run in runs(if asked { &spoken } else { &naming }, 2..=LONGEST_JOIN) {
        units.extend(joined(reading, run, asked));
    }
    // "rendez-vous", "arc-en-ciel"
    let is_compound = |run: &&[usize]| {
        run.iter().skip(1).all(|place| reading.has(*place, |token| token.is(Said::Hyphened)))
            && run.iter().any(|place| !naming.contains(place))
    };
    for run in runs(&spoken, 2..=LONGEST_JOIN).filter(|run| !asked && is_compound(run)) {
        units.extend(joined(reading, run, asked));
    }
    if asked {
        units.extend(runs(&spoken, 2..=LONGEST_INITIALS).filter_map(|run| spelled_letters(reading, run)));
    }
    for run in runs(&naming, 2..=LONGEST_INITIALS) {
        units.extend(initials(reading, run));
    }
    // "Google Summer of Code" is GSC, and GSoC.
    let is_mixed = |run: &&[usize]| {
        let named = run.iter().filter(|place| naming.contains(place)).count();
        (2..run.len()).contains(&named)
    };
    for run in runs(&spoken, 3..=LONGEST_INITIALS).filter(is_mixed) {
        units.extend(initials(reading, run).map(|unit| Unit { length: 0, ..unit }));
    }
    reading.units = units;
}

fn is_spoken(reading: &Reading, place: usize) -> bool {
    reading.has(place, |token| token.is_spoken() && !token.is(Said::Denied))
}

/// All stretches of neighbouring places of these lengths.
fn runs(places: &[usize], lengths: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = &[usize]> {
    lengths.flat_map(|length| places.windows(length))
}

fn set_of(places: &[usize]) -> Set {
    places.iter().fold(0, |set, place| set | only(*place))
}

/// The tokens at these places, if all stand in one field.
fn in_one_field<'a>(
    reading: &'a Reading,
    places: &'a [usize],
) -> Option<impl Iterator<Item = &'a Token> + Clone> {
    let tokens = places.iter().filter_map(|place| reading.tokens.get(*place));
    let field = tokens.clone().next().map(|token| (token.field, token.segment));
    tokens.clone().all(|token| Some((token.field, token.segment)) == field).then_some(tokens)
}

fn find_phrases(reading: &Reading, spoken: &[usize], units: &mut Vec<Unit>) {
    for (start, place) in spoken.iter().enumerate() {
        let Some(first) = reading.tokens.get(*place) else { continue };
        for phrase in lexicon::phrases(first.key) {
            let Some(places) = phrase_at(reading, spoken.get(start..).unwrap_or_default(), phrase.words())
            else {
                continue;
            };
            if in_one_field(reading, &places).is_none() {
                continue;
            }
            let key = phrase.words().iter().fold(0, |key: u64, word| key.rotate_left(7) ^ word);
            units.push(Unit {
                kind: UnitKind::Phrase,
                places: set_of(&places),
                key,
                sounds: [0; 2],
                lexeme: &phrase.lexeme,
                length: 0,
            });
        }
    }
}

/// Where the words of a phrase stand, one behind the other; small words between them do not count.
fn phrase_at(reading: &Reading, spoken: &[usize], words: &[u64]) -> Option<Vec<usize>> {
    let mut rest = spoken.iter();
    let mut places = Vec::with_capacity(words.len());
    for word in words {
        let found = rest.find_map(|place| {
            let token = reading.tokens.get(*place)?;
            if token.key == *word { Some(Some(*place)) } else { (!token.is_small()).then_some(None) }
        });
        places.push(found??);
    }
    Some(places)
}

fn joined(reading: &Reading, places: &[usize], asked: bool) -> Option<Unit> {
    let tokens = in_one_field(reading, places)?;
    let word: String = tokens.clone().map(|token| reading.word(token)).collect();
    let digits = word.bytes().any(|byte| byte.is_ascii_digit());
    // "lot 12 à rappeler" is no "lot 12A".
    let is_apart = |token: &Token| token.len() == 1 && token.accents != 0;
    if !is_one_number(reading, places, asked) || digits && tokens.clone().any(is_apart) {
        return None;
    }
    let word = if places.len() > 1 && tokens.clone().all(|token| token.kind == TokenKind::Number) {
        number_of(&word)
    } else {
        word
    };
    // "500 s" is no plural.
    let singular = if digits { word.as_str().into() } else { lexicon::forms::in_singular(&word) };
    let sounds = if digits || !asked {
        [0; 2]
    } else {
        [
            sound_of([&*singular], FEWEST_SOUNDS),
            sound_of(tokens.clone().map(|token| reading.word(token)), FEWEST_SOUNDS),
        ]
    };
    let lexeme = lexicon::look_up(&word, &singular);
    let length = u8::try_from(singular.len()).unwrap_or(u8::MAX);
    Some(Unit {
        kind: UnitKind::Joined,
        places: set_of(places),
        key: hash(&singular),
        sounds,
        lexeme,
        length: if digits { 0 } else { length },
    })
}

/// Letters and what they are called, French and English, as speech-to-text writes it; behind "/" what is no word of its own.
const LETTERS: &str = "a ay eh/|b be/bee|c ce see/cee|d de/dee|e eu/|f/ef eff effe|g ge je/gee|h ache age/aitch|i eye aie/|j/jay ji|k cas/kay ka|\
                       l elle aile/ell el|m aime/em|n haine en/enne|o oh eau/|p/pe pee|q cue queue/cu|r air are/erre ar|s es/esse ess|\
                       t te the tea/tee|u you hue/|v/ve vee|w/doubleve|x ex/ixe|y why/igrec|z/zede zed zee";

/// "age el seven" for "HL7", "vé té té" for "VTT": letters and digits that are said one by one, one of them by what is no other word.
fn spelled_letters(reading: &Reading, places: &[usize]) -> Option<Unit> {
    let names = |place: usize| {
        LETTERS.split('|').find(|names| names.split([' ', '/']).any(|name| name == reading.raw_at(place)))
    };
    let letter = |place: &usize| {
        let digit = reading.has(*place, |token| token.kind == TokenKind::Number);
        if digit { Some(reading.word_at(*place)) } else { names(*place)?.get(..1) }
    };
    // "AR 2" is written as an acronym.
    let is_own = |place: &usize| {
        let own = names(*place)
            .filter(|_| !reading.has(*place, |token| token.is(Said::Capital)))
            .and_then(|names| names.split_once('/'));
        own.is_some_and(|(_, own)| is_one_of(reading.raw_at(*place), own))
    };
    // "l'eau" has one letter, "t p" has two.
    let is_single =
        |place: &usize| reading.has(*place, |token| token.kind == TokenKind::Word && token.len() == 1);
    let spelled = places.iter().any(is_own) || places.windows(2).any(|two| two.iter().all(is_single));
    let word: String = places.iter().map(letter).collect::<Option<_>>()?;
    spelled.then(|| Unit {
        kind: UnitKind::Joined,
        places: set_of(places),
        key: hash(&word),
        sounds: [0; 2],
        lexeme: lexicon::look_up(&word, &word),
        length: 0,
    })
}

/// No fewer digits are said one by one.
const FEWEST_SAID_APART: usize = 3;

/// Whether the numbers at these places, if there are several, are one that is said in parts: "four zero four", "nine forty", "zéro huit". "1 2" are more
/// likely two; what a text writes apart always is.
fn is_one_number(reading: &Reading, places: &[usize], asked: bool) -> bool {
    let tokens = places.iter().filter_map(|place| reading.tokens.get(*place));
    let numbers: Vec<&Token> = tokens.filter(|token| token.kind == TokenKind::Number).collect();
    let digits: usize = numbers.iter().map(|token| token.len()).sum();
    let said = |token: &&Token| {
        token.len() == 1 && digits == numbers.len()
            || !reading.raw(token).starts_with(|first: char| first.is_ascii_digit())
    };
    let zero = numbers.first().is_some_and(|first| reading.word(first) == "0");
    let long = digits >= FEWEST_SAID_APART && numbers.iter().all(said);
    numbers.len() < 2 || asked && (zero || long)
}

/// Fewer sounds are shared by too many words that are cut in pieces.
const FEWEST_SOUNDS: usize = 4;

/// "RH" for "ressources humaines", "L2" for "lot 2".
fn initials(reading: &Reading, places: &[usize]) -> Option<Unit> {
    let mut tokens = in_one_field(reading, places)?;
    let is_word = |token: &Token| token.kind == TokenKind::Word;
    let initial = |token: &Token| match token.kind {
        TokenKind::Number => Some(reading.word(token).to_owned()),
        _ => reading.word(token).chars().next().map(String::from),
    };
    let word: String = tokens.clone().filter_map(initial).collect();
    let counted = tokens.clone().next().is_some_and(|first| first.lexeme.is(Mark::Counts))
        && tokens.clone().last().is_some_and(|last| last.kind == TokenKind::Number);
    (counted || tokens.all(is_word)).then(|| Unit {
        kind: UnitKind::Initials,
        places: set_of(places),
        key: hash(&word),
        sounds: [0; 2],
        lexeme: &lexicon::PLAIN,
        length: u8::try_from(word.len()).unwrap_or(u8::MAX),
    })
}
