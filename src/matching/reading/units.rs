//! What several neighbouring words stand for together: a phrase of one meaning, one word written apart, a name called by its
//! initials.

use super::{Reading, Said, Set, Token, TokenKind, cut::number_of, is_one_of, only, places};
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
    /// The hash of the word that they make together; zero for a phrase.
    pub(in crate::matching) key: u64,
    /// The hashes of its sounds, written together and said one after the other; zero where there are too few.
    pub(in crate::matching) sounds: [u64; 2],
    /// What they mean together.
    pub(in crate::matching) lexeme: &'static Lexeme,
    /// How many letters they make; zero where a slip in them is another thing, and for initials of small words too.
    pub(in crate::matching) length: u8,
}

impl Unit {
    fn new(kind: UnitKind, places: Set, key: u64) -> Self {
        Self { kind, places, key, sounds: [0; 2], lexeme: &lexicon::PLAIN, length: 0 }
    }
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
    let is_spoken = |token: &Token| token.is_spoken() && !token.is(Said::Denied);
    let spoken: Vec<usize> = places(reading.set(is_spoken)).collect();
    let naming: Vec<usize> = places(reading.set(|token| is_spoken(token) && !token.is_small())).collect();
    // "rendez-vous", "arc-en-ciel"
    let is_compound = |run: &Set| {
        reading.all(*run).skip(1).all(|token| token.is(Said::Hyphened))
            && reading.all(*run).any(Token::is_small)
    };
    let mut units = find_phrases(reading, &spoken);
    let neighbours = runs(reading, &spoken, 2..=LONGEST_JOIN);
    if asked {
        units.extend(neighbours.filter_map(|run| joined(reading, run, asked)));
        let letters = runs(reading, &spoken, 2..=LONGEST_INITIALS);
        units.extend(letters.filter_map(|run| spelled_letters(reading, run)));
    } else {
        let named = runs(reading, &naming, 2..=LONGEST_JOIN).chain(neighbours.filter(is_compound));
        units.extend(named.filter_map(|run| joined(reading, run, asked)));
    }
    units.extend(runs(reading, &naming, 2..=LONGEST_INITIALS).filter_map(|run| initials(reading, run)));
    // "Google Summer of Code" is GSC, and GSoC.
    let is_mixed = |run: &Set| {
        let small = reading.all(*run).filter(|token| token.is_small()).count();
        small > 0 && reading.all(*run).count() >= small + 2
    };
    let mixed = runs(reading, &spoken, 3..=LONGEST_INITIALS).filter(is_mixed);
    let mixed = mixed.filter_map(|run| initials(reading, run));
    units.extend(mixed.map(|unit| Unit { length: 0, ..unit }));
    reading.units = units;
}

/// All stretches of neighbouring places of these lengths that stand in one field.
fn runs<'a>(
    reading: &'a Reading,
    places: &'a [usize],
    lengths: std::ops::RangeInclusive<usize>,
) -> impl Iterator<Item = Set> + 'a {
    lengths
        .flat_map(|length| places.windows(length))
        .map(|run| run.iter().fold(0, |set, place| set | only(*place)))
        .filter(|run| is_in_one_field(reading, *run))
}

fn is_in_one_field(reading: &Reading, run: Set) -> bool {
    let mut fields = reading.all(run).map(|token| (token.field, token.segment));
    let first = fields.next();
    fields.all(|field| Some(field) == first)
}

fn find_phrases(reading: &Reading, spoken: &[usize]) -> Vec<Unit> {
    let mut units = Vec::new();
    for (start, place) in spoken.iter().enumerate() {
        let Some(first) = reading.tokens.get(*place) else { continue };
        let rest = spoken.get(start..).unwrap_or_default();
        for phrase in lexicon::phrases(first.key) {
            let places = phrase_at(reading, rest, phrase.words());
            let places = places.filter(|places| is_in_one_field(reading, *places));
            let unit = |places| Unit { lexeme: &phrase.lexeme, ..Unit::new(UnitKind::Phrase, places, 0) };
            units.extend(places.map(unit));
        }
    }
    units
}

/// Where the words of a phrase stand, one behind the other; small words between them do not count.
fn phrase_at(reading: &Reading, spoken: &[usize], words: &[u64]) -> Option<Set> {
    let mut rest = spoken.iter();
    words.iter().try_fold(0, |places, word| {
        let is_there = |place: &usize| reading.has(*place, |token| token.key == *word);
        let place = rest.find(|place| is_there(place) || !reading.has(**place, Token::is_small))?;
        is_there(place).then_some(places | only(*place))
    })
}

fn joined(reading: &Reading, places: Set, asked: bool) -> Option<Unit> {
    let tokens = reading.all(places);
    let word: String = tokens.clone().map(|token| reading.word(token)).collect();
    let digits = word.bytes().any(|byte| byte.is_ascii_digit());
    // "lot 12 à rappeler" is no "lot 12A".
    let is_apart = |token: &Token| token.len() == 1 && token.accents != 0;
    if !is_one_number(reading, places, asked) || digits && tokens.clone().any(is_apart) {
        return None;
    }
    if digits {
        // "500 s" is no plural, and a slip in it is another thing.
        let is_number = tokens.clone().all(|token| token.kind == TokenKind::Number);
        let word = if is_number { number_of(&word) } else { word };
        let unit = Unit::new(UnitKind::Joined, places, hash(&word));
        return Some(Unit { lexeme: lexicon::look_up(&word, &word), ..unit });
    }
    let singular = lexicon::forms::in_singular(&word);
    let words = tokens.map(|token| reading.word(token));
    let sounds = || [sound_of([&*singular], FEWEST_SOUNDS), sound_of(words, FEWEST_SOUNDS)];
    Some(Unit {
        sounds: asked.then(sounds).unwrap_or_default(),
        lexeme: lexicon::look_up(&word, &singular),
        length: u8::try_from(singular.len()).unwrap_or(u8::MAX),
        ..Unit::new(UnitKind::Joined, places, hash(&singular))
    })
}

/// Letters and what they are called, French and English, as speech-to-text writes it; behind "/" what is no word of its own.
const LETTERS: &str = "a ay eh/|b be/bee|c ce see/cee|d de/dee|e eu/|f/ef eff effe|g ge je/gee|h ache age/aitch|i eye aie/|j/jay ji|k cas/kay ka|\
                       l elle aile/ell el|m aime/em|n haine en/enne|o oh eau/|p/pe pee|q cue queue/cu|r air are/erre ar|s es/esse ess|\
                       t te the tea/tee|u you hue/|v/ve vee|w/doubleve|x ex/ixe|y why/igrec|z/zede zed zee";

/// "age el seven" for "HL7", "vé té té" for "VTT": letters and digits that are said one by one, one of them by what is no other word.
fn spelled_letters(reading: &Reading, places: Set) -> Option<Unit> {
    let tokens = reading.all(places);
    let is_name = |names: &str, token: &Token| names.split([' ', '/']).any(|name| name == reading.raw(token));
    let names = |token: &Token| LETTERS.split('|').find(|names| is_name(names, token));
    let letter = |token: &Token| match token.kind {
        TokenKind::Number => Some(reading.word(token)),
        _ => names(token)?.get(..1),
    };
    // "AR 2" is written as an acronym.
    let is_own = |token: &Token| {
        let own = names(token).and_then(|names| names.split_once('/')).map_or("", |(_, own)| own);
        is_one_of(reading.raw(token), own) && !token.is(Said::Capital)
    };
    // "l'eau" has one letter, "t p" has two.
    let is_single = |token: &Token| token.kind == TokenKind::Word && token.len() == 1;
    let mut neighbours = tokens.clone().zip(tokens.clone().skip(1));
    let spelled =
        tokens.clone().any(is_own) || neighbours.any(|(token, next)| is_single(token) && is_single(next));
    let word: String = tokens.map(letter).collect::<Option<_>>()?;
    let unit = Unit::new(UnitKind::Joined, places, hash(&word));
    spelled.then(|| Unit { lexeme: lexicon::look_up(&word, &word), ..unit })
}

/// No fewer digits are said one by one.
const FEWEST_SAID_APART: usize = 3;

/// Whether the numbers at these places, if there are several, are one that is said in parts: "four zero four", "nine forty", "zéro huit". "1 2" are more
/// likely two; what a text writes apart always is.
fn is_one_number(reading: &Reading, places: Set, asked: bool) -> bool {
    let numbers: Vec<&Token> = reading.all(places).filter(|token| token.kind == TokenKind::Number).collect();
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
fn initials(reading: &Reading, places: Set) -> Option<Unit> {
    let mut tokens = reading.all(places);
    let is_number = |token: &Token| token.kind == TokenKind::Number;
    let initial = |token: &Token| {
        reading.word(token).chars().take(if is_number(token) { usize::MAX } else { 1 }).collect::<String>()
    };
    let word: String = tokens.clone().map(initial).collect();
    let counted = tokens.clone().next().is_some_and(|first| first.lexeme.is(Mark::Counts))
        && tokens.clone().last().is_some_and(is_number);
    (counted || !tokens.any(is_number)).then(|| Unit {
        length: u8::try_from(word.len()).unwrap_or(u8::MAX),
        ..Unit::new(UnitKind::Initials, places, hash(&word))
    })
}
