//! How two single words are related: the hint's and the text's.

mod slips;

pub(super) use self::slips::slips;
use self::slips::{is_real, slip};
use super::super::{
    lexicon::{
        self, Lexeme, Mark, Numeral,
        forms::{Family, common_start, differ_by_prefix, family, is_denial},
    },
    reading::{Reading, Said, Token, TokenKind, roman_value, spelled_number},
};

/// What makes one word stand for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::matching) enum Relates {
    /// The word itself.
    Same,
    /// A form of it: plural, participle, noun of a verb.
    Form,
    /// A word or a phrase of the same meaning: abbreviation, translation, synonym.
    Meaning,
    /// Two words written as one, or one as two.
    Joined,
    /// Initials, or what they stand for.
    Initials,
    /// "2" for "2.0", "26" for "2026".
    Version,
    /// The start of the word.
    Start,
    /// A slip of the keyboard.
    Slip,
    /// It sounds the same.
    Sound,
    /// Another word of the same root.
    Root,
    /// A word of the same field.
    Field,
    /// Two real words that are easily taken for each other.
    Twin,
    /// One word behind different prefixes: "actif", "inactif".
    Prefix,
}

/// What a relation proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::matching) enum Proof {
    /// Nothing: it is only near.
    None,
    /// Something, beside words that are sure.
    Fair,
    /// The word is meant.
    Firm,
}

/// How surely one word stands for another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::matching) struct Relation {
    /// 0 to 1.
    pub(in crate::matching) likeness: f32,
    /// By what.
    pub(in crate::matching) by: Relates,
    /// What that proves.
    pub(in crate::matching) proof: Proof,
}

impl Relation {
    pub(in crate::matching) const fn new(likeness: f32, by: Relates, proof: Proof) -> Self {
        Self { likeness, by, proof }
    }

    /// How direct it is: 0 the word, 1 a known relation, 2 a guess, 3 nearness alone.
    pub(in crate::matching) fn tier(self) -> u8 {
        match self.by {
            Relates::Same | Relates::Form => 0,
            Relates::Meaning | Relates::Joined | Relates::Initials | Relates::Version => 1,
            Relates::Start | Relates::Slip | Relates::Sound => 2,
            Relates::Root | Relates::Field | Relates::Twin | Relates::Prefix => 3,
        }
    }
}

const FORM: Relation = Relation::new(0.95, Relates::Form, Proof::Firm);
const MEANING: Relation = Relation::new(0.93, Relates::Meaning, Proof::Firm);
const SAME_VERSION: Relation = Relation::new(0.9, Relates::Version, Proof::Firm);
const WIDER_VERSION: Relation = Relation::new(0.78, Relates::Version, Proof::None);
const SHORT_YEAR: Relation = Relation::new(0.85, Relates::Version, Proof::Fair);
const SPELLED: Relation = Relation::new(0.85, Relates::Meaning, Proof::Fair);
/// How alike two words of one field are, by the logarithm of the product of the fields that each is in.
const NARROW_FIELD: f32 = 1.05;
const BREADTH: f32 = 0.1;
const TWIN: Relation = Relation::new(0.35, Relates::Twin, Proof::None);
const OTHER_PREFIX: Relation = Relation::new(0.25, Relates::Prefix, Proof::None);
const ROOT: Relation = Relation::new(0.75, Relates::Root, Proof::None);

/// How the hint's word is related to the text's, if it is.
pub(in crate::matching) fn relation(
    hint: &Reading,
    ours: &Token,
    text: &Reading,
    theirs: &Token,
) -> Option<Relation> {
    if ours.key == theirs.key && ours.kind == theirs.kind {
        return Some(Relation::new(1.0, Relates::Same, Proof::Firm));
    }
    match (ours.kind, theirs.kind) {
        (TokenKind::Number, TokenKind::Number) => {
            let (number, other) = (hint.word(ours), text.word(theirs));
            version(number, other).or_else(|| is_said(hint.raw(ours), number, other).then_some(SAME_VERSION))
        }
        (TokenKind::Word, TokenKind::Word) => words(hint, ours, text, theirs),
        (TokenKind::Word, TokenKind::Number) => spelled(hint, ours, text.word(theirs)),
        (TokenKind::Number, TokenKind::Word) => spelled(text, theirs, hint.word(ours)),
        _ => None,
    }
}

fn version(ours: &str, theirs: &str) -> Option<Relation> {
    if let Some(rest) = theirs.strip_prefix(ours).filter(|rest| rest.starts_with('.')) {
        let zeros = rest.bytes().all(|byte| matches!(byte, b'.' | b'0'));
        return Some(if zeros { SAME_VERSION } else { WIDER_VERSION });
    }
    let is_year = |century: &&str| ours.len() == 2 && theirs.strip_prefix(*century) == Some(ours);
    ["19", "20"].iter().any(is_year).then_some(SHORT_YEAR)
}

/// Whether a version is said part by part: "three thirteen" for "3.13". "vingt-cinq" is no 2.5.
fn is_said(said: &str, number: &str, version: &str) -> bool {
    // A year is no version, and most pairs of numbers end here.
    let is_year = number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
    if is_year || number.len() + 1 != version.len() || version.replace('.', "") != number {
        return false;
    }
    let is_part = |(said, part): (&str, &str)| {
        spelled_number(said).is_some_and(|value| !part.starts_with('0') && part.parse() == Ok(value))
    };
    let parts = said.split_once(' ').zip(version.split_once('.'));
    parts.is_some_and(|((one, rest), (major, minor))| is_part((one, major)) && is_part((rest, minor)))
}

/// Two words of one field: the more fields they are in, the less it says.
pub(super) fn field(mine: &Lexeme, other: &Lexeme) -> Option<Relation> {
    mine.is_near(other).then(|| {
        let fields = f32::from(mine.fields()) * f32::from(other.fields());
        Relation::new((NARROW_FIELD - BREADTH * fields.ln()).clamp(0.3, 0.79), Relates::Field, Proof::None)
    })
}

/// "la première" for "vague 1", "IFRS neuf" for "IFRS 9", "Bâle III" for "Bâle 3".
fn spelled(reading: &Reading, word: &Token, number: &str) -> Option<Relation> {
    let value = match word.lexeme.numeral {
        Some(Numeral::Ordinal(value) | Numeral::Cardinal(value)) => value,
        None => roman_value(reading.word(word)).filter(|_| word.len() > 1)?,
    };
    (number.parse() == Ok(value)).then_some(SPELLED)
}

fn words(hint: &Reading, ours: &Token, text: &Reading, theirs: &Token) -> Option<Relation> {
    let (mine, other) = (ours.lexeme, theirs.lexeme);
    // "deuxième", "second"
    if mine.numeral.is_some() && mine.numeral == other.numeral {
        return Some(MEANING);
    }
    // "not readable" is "unreadable", "non actif" is "inactif"; "pas formé" is not "informé", a word of its own.
    let is_other = || mine.is(Mark::Known) && !mine.excludes(other);
    let denies = ours.is(Said::Negated) != theirs.is(Said::Negated);
    if denies && is_denial(hint.word(ours), text.word(theirs)) && !is_other() {
        return Some(MEANING);
    }
    if mine.excludes(other) {
        return None;
    }
    if mine.means(other) {
        return Some(MEANING);
    }
    let near = field(mine, other);
    // "affecting" is no twin of "affect", whose entry it shares.
    if !std::ptr::eq(mine, other) && mine.is_twin_of(other) {
        return Some(near.unwrap_or(TWIN));
    }
    // An identifier is itself alone.
    if ours.has_digit() || theirs.has_digit() || !may_be_alike(ours, theirs) {
        return near;
    }
    let pair = SpelledPair { ours, theirs, mine: hint.word(ours), other: text.word(theirs) };
    spelling(&pair, near)
}

/// Whether the letters of two words leave any relation of spelling open: most pairs of words end here.
fn may_be_alike(ours: &Token, theirs: &Token) -> bool {
    let shorter = ours.len().min(theirs.len());
    let missing =
        (ours.letters & !theirs.letters).count_ones().min((theirs.letters & !ours.letters).count_ones());
    shorter >= 2 && missing <= 3
}

/// Two words whose letters may be alike.
struct SpelledPair<'a> {
    ours: &'a Token,
    theirs: &'a Token,
    mine: &'a str,
    other: &'a str,
}

fn spelling(pair: &SpelledPair<'_>, near: Option<Relation>) -> Option<Relation> {
    let SpelledPair { mine, other, .. } = *pair;
    let family = if common_start(mine, other) >= 3 { family(mine, other) } else { Family::None };
    if family == Family::Inflection {
        // "directors" are no "directory": two nouns of the tables, neither of which is made of a verb or is a plural.
        let endings = ["er", "ir", "ing", "ed", "ion", "ment", "age", "ies", "es"];
        let is_noun = |word: &str| lexicon::stands(word) && !endings.iter().any(|end| word.ends_with(end));
        // "benches", "proxies"
        let is_plural = |one: &str, many: &str| {
            many.strip_suffix("ie").is_some_and(|stem| one.strip_suffix('y') == Some(stem))
                || many.strip_suffix('e') == Some(one)
        };
        let are_two = is_noun(mine) && is_noun(other) && !is_plural(mine, other) && !is_plural(other, mine);
        return Some(if are_two { near.unwrap_or(ROOT) } else { FORM });
    }
    if end_alike(mine, other) && differ_by_prefix(mine, other) {
        return Some(near.unwrap_or(OTHER_PREFIX));
    }
    let root = (family == Family::Root).then_some(ROOT);
    [near, root, start(pair), slip(pair), heard(pair)].into_iter().flatten().reduce(both)
}

/// Whether two words may be one behind different prefixes: they end in the same letters, all but the first few.
fn end_alike(mine: &str, other: &str) -> bool {
    let (longer, shorter) = (mine.len().max(other.len()), mine.len().min(other.len()));
    let common = mine.bytes().rev().zip(other.bytes().rev()).take_while(|(a, b)| a == b).count();
    longer >= 6 && common >= 3.max(shorter.saturating_sub(4))
}

/// The likelier of two guesses, with the better proof of both.
fn both(one: Relation, other: Relation) -> Relation {
    let likelier = if one.tier() > other.tier() || other.likeness > one.likeness { other } else { one };
    let likeness = one.likeness.max(other.likeness);
    Relation { likeness, proof: one.proof.max(other.proof), ..likelier }
}

fn start(pair: &SpelledPair<'_>) -> Option<Relation> {
    let proof = match pair.mine.len() {
        ..3 => return None,
        // A real word is not the start of another: "port" and "portail".
        _ if pair.ours.lexeme.is(Mark::Known) => Proof::None,
        // Few letters are the start of too many.
        3 => Proof::Fair,
        _ => Proof::Firm,
    };
    pair.other.starts_with(pair.mine).then_some(Relation::new(0.8, Relates::Start, proof))
}

/// "kalité" for "qualité": what is no real word is written as one is heard. Two names that are heard alike are two.
fn heard(pair: &SpelledPair<'_>) -> Option<Relation> {
    let same = pair.ours.sound != 0 && pair.ours.sound == pair.theirs.sound;
    let proof = match pair.theirs.lexeme.is(Mark::Known) && !is_real(pair.ours) {
        true if pair.mine.len() >= 6 => Proof::Firm,
        true => Proof::Fair,
        false => Proof::None,
    };
    same.then_some(Relation::new(0.85, Relates::Sound, proof))
}
