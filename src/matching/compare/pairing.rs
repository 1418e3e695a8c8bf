//! Which word of the hint stands for which of the text: the best matches, each word once.

use super::super::{
    hint::Hint,
    letters::is_swap,
    lexicon::Mark,
    reading::{MOST_TOKENS, Reading, Said, Set, TextField, Token, TokenKind, Unit, is_one_of, only, places},
    text::Text,
};
use super::relation::{Proof, Relates, Relation, relation};

/// Something of the hint, and something of the text that stands or may stand for it.
#[derive(Debug, Clone, Copy)]
pub(in crate::matching) struct Pair {
    /// How.
    pub(in crate::matching) relation: Relation,
    /// The tokens of the hint.
    pub(in crate::matching) ours: Set,
    /// The tokens of the text.
    pub(in crate::matching) theirs: Set,
    /// Where in the object's names these stand.
    pub(in crate::matching) field: TextField,
}

/// The pairs of one hint and one text.
#[derive(Debug, Clone)]
pub(in crate::matching) struct Pairing {
    pairs: [Option<Pair>; MOST_TOKENS],
    /// The tokens of the hint that have a partner.
    pub(in crate::matching) ours: Set,
    /// The tokens of the text that have one.
    pub(in crate::matching) theirs: Set,
}

/// The advantage of several words that stand for one, for each word.
const REACH: f32 = 0.04;
/// The disadvantage of a word of the namespace against one of the name.
const NAMESPACE: f32 = 0.1;
/// The factor for a number that counts something else: "sprint 3" for "v3".
const COUNTS_OTHER: f32 = 0.5;

impl Pairing {
    /// Chooses among matches, which it sorts.
    pub(in crate::matching) fn of(hint: &Hint, text: &Text, matches: &mut [Pair]) -> Self {
        let rank = |found: &Pair| {
            let reach = REACH * f32::from(u8::try_from(found.ours.count_ones() - 1).unwrap_or(u8::MAX));
            let namespace = if found.field == TextField::Namespace { NAMESPACE } else { 0.0 };
            found.relation.likeness * (1.0 + reach) - namespace
        };
        // Of equals the one at about the same place: a title is its own partner word by word.
        let order = |found: &Pair| {
            let apart = found.ours.trailing_zeros().abs_diff(found.theirs.trailing_zeros());
            (found.relation.tier(), found.ours, apart, found.theirs)
        };
        matches.sort_unstable_by(|a, b| rank(b).total_cmp(&rank(a)).then_with(|| order(a).cmp(&order(b))));
        let mut pairing = Self { pairs: [None; MOST_TOKENS], ours: 0, theirs: 0 };
        // What the hint excludes is said by a text that excludes it too.
        let excludes = |found: &Pair| text.reading.all(found.theirs).all(Token::is_contrasted);
        let open = |found: &&Pair| found.ours & hint.roles.denied == 0 || excludes(found);
        matches.iter().filter(open).for_each(|found| pairing.take(hint, text, found));
        pairing
    }

    /// What a token of the hint is paired with.
    pub(in crate::matching) fn of_token(&self, place: usize) -> Option<&Pair> {
        self.pairs.get(place).and_then(Option::as_ref)
    }

    /// The pairs of a set of tokens.
    pub(in crate::matching) fn pairs(&self, set: Set) -> impl Iterator<Item = (usize, &Pair)> {
        places(set & self.ours).filter_map(|place| Some((place, self.of_token(place)?)))
    }

    fn take(&mut self, hint: &Hint, text: &Text, found: &Pair) {
        if found.ours & self.ours != 0 || found.theirs & self.theirs != 0 {
            return;
        }
        let mut relation = found.relation;
        if found.ours.is_power_of_two() && found.theirs.is_power_of_two() {
            let (ours, theirs) =
                (found.ours.trailing_zeros() as usize, found.theirs.trailing_zeros() as usize);
            let may_be_year = || may_be_year(&hint.reading, ours, text.reading.word_at(theirs));
            let short_year = (relation.by, relation.proof) == (Relates::Version, Proof::Fair);
            if is_another_name(hint, text, ours, theirs, relation) || short_year && !may_be_year() {
                relation.proof = Proof::None;
            }
            if counts_other(&hint.reading, ours, &text.reading, theirs) {
                relation = Relation::new(relation.likeness * COUNTS_OTHER, Relates::Version, Proof::None);
            }
        }
        for place in places(found.ours) {
            if let Some(slot) = self.pairs.get_mut(place) {
                *slot = Some(Pair { relation, ..*found });
            }
        }
        self.ours |= found.ours;
        self.theirs |= found.theirs;
    }
}

/// Whether a name or an acronym is written otherwise: it has no forms, and no slips but letters swapped.
fn is_another_name(hint: &Hint, text: &Text, ours: usize, theirs: usize, relation: Relation) -> bool {
    let (Some(mine), Some(other)) = (hint.reading.tokens.get(ours), text.reading.tokens.get(theirs)) else {
        return false;
    };
    let (said, name) = (hint.reading.raw(mine), text.reading.raw(other));
    // "PDFs" are more than one PDF; "valentines" is "Valentine's".
    let owns = text.reading.raw_at(theirs + 1) == "s";
    let plural = (other.is(Said::Capital) || owns) && name.len() > 2 && said.strip_suffix('s') == Some(name);
    // Two names inside of sentences: "Loiret" is no slip in "Loire".
    let large = |token: &Token| token.is(Said::Large) && !token.is(Said::First);
    let is_lower = |own: &Token| !own.is(Said::Large);
    let named = large(mine) && large(other) && text.reading.all(text.own_words).any(is_lower);
    let written_otherwise =
        (other.is(Said::Proper) || named) && matches!(relation.tier(), 0 | 2) && said != name && !plural;
    // "Publik" is no slip in "public".
    let common = large(mine) && is_lower(other) && relation.tier() == 2;
    // "TLS 1.2", "SSL 1.2": what is numbered apart is no other word for it.
    let numbered = text.reading.has(theirs + 1, |next| next.kind == TokenKind::Number);
    let acronyms = mine.is(Said::Capital) && other.is(Said::Capital) && relation.tier() == 1;
    (written_otherwise || common) && !is_swap(said, name) || acronyms && numbered
}

/// Whether two digits may be a year that is said short: "24 mai" is a day, "98 photos" counts, and so does "n° 20".
fn may_be_year(hint: &Reading, ours: usize, year: &str) -> bool {
    let before = hint.raw_before(ours);
    let counts = hint.has(ours + 1, |next| next.kind == TokenKind::Word && next.is_naming());
    let numbered = is_one_of(before, "n no num numero semaine week ligne line lot page");
    let since = !year.starts_with("19") || is_one_of(before, "depuis since de of from en in annee");
    !counts && !numbered && since
}

/// What stands behind a day: months, French and English, and how they are shortened.
const MONTH_NAMES: &str = "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre january february \
                           march april may june july august september october november december janv fevr avr juil sept \
                           oct nov dec jan feb mar apr jun jul aug sep";

/// What a number counts, if a word at this place says it: "sprint" beside 3.
fn counted(reading: &Reading, number: usize, place: usize) -> Option<&Token> {
    let (number, counted) = (reading.tokens.get(number)?, reading.tokens.get(place)?);
    let counts = counted.lexeme.is(Mark::Counts)
        && counted.field == number.field
        && !is_one_of(reading.word(counted), "numero n no num");
    (counts && number.kind == TokenKind::Number).then_some(counted)
}

/// Whether two numbers count different things: "sprint 3", "phase 3".
fn counts_other(hint: &Reading, ours: usize, text: &Reading, theirs: usize) -> bool {
    let led = counted(hint, ours, ours.wrapping_sub(1));
    let Some(mine) = led.or_else(|| counted(hint, ours, ours + 1)) else { return false };
    let is_version = |reading: &Reading, token| is_one_of(reading.word(token), "v version release");
    let is_said = |said: &Token, thing: &Token| {
        relation(hint, said, text, thing).is_some_and(|relation| relation.proof == Proof::Firm)
    };
    let before = theirs.wrapping_sub(1);
    if let Some(other) = counted(text, theirs, before) {
        return !(is_version(hint, mine) && is_version(text, other) || is_said(mine, other));
    }
    // "version 12" is no "12 avril".
    if is_one_of(text.raw_at(theirs + 1), MONTH_NAMES) {
        return true;
    }
    // "quai V1 fermé" is no "quai 1 fermé"; at its end, "SCADA 5" may be its version.
    let is_code = hint.has(ours, |number| number.is(Said::Glued))
        && text.has(theirs + 1, |next| next.field == TextField::Name);
    // "version 5" is no "quai 5"; "RC 1" is "release candidate 1".
    let is_other = |thing: &Token| {
        let means = |unit: &Unit| unit.places & only(before) != 0 && unit.lexeme.means(mine.lexeme);
        let is_unsaid =
            || !hint.tokens.iter().any(|said| is_said(said, thing)) && !text.units.iter().any(means);
        thing.lexeme.is(Mark::Known) && !thing.is_small() && (is_code || is_unsaid())
    };
    let (number, found) = (hint.word_at(ours), text.word_at(theirs));
    // "page 404" is "page d'erreur 404".
    let is_status = matches!(found.as_bytes(), [b'4' | b'5', b'0', b'0'..=b'9']);
    // "1 page" is "une page", "page 1" is not.
    let spelled = led.is_none() && text.has(theirs, |token| token.kind == TokenKind::Word);
    // "milestone 1" is not 1.0.
    let differs = number != found && !spelled && !is_version(hint, mine);
    differs || !number.contains('.') && !is_status && text.has(before, is_other)
}
