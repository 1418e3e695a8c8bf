//! What is left over on both sides in one place.

use super::{Aligned, AlignedPair, Difference, Side, told, word::Word};
use crate::matching::{
    lexicon::{Class, Mark},
    reading::{Said, TokenKind, is_one_of},
};

impl<'a> Aligned<'a> {
    /// What is left over on both sides in the same gap between partners stands for one another: "affaire Martin", "contrat Martin".
    pub(super) fn facing(&self) -> Option<Difference> {
        let facing = || self.hint.open().find_map(|word| Some(told(word, self.faced(word)?)));
        self.dashed().or_else(|| self.reordered()).or_else(facing)
    }

    /// The word of the text in the place of a word of the hint, both without a partner.
    fn faced(&self, word: Word<'a>) -> Option<Word<'a>> {
        let (left, right) = self.neighbours(word);
        let is_open = |theirs: &Word<'a>| self.text.is_open(*theirs);
        let before = right.into_iter().flat_map(|pair| pair.theirs.before().take_while(is_open));
        let behind = left.into_iter().flat_map(|pair| pair.theirs.behind().take_while(is_open));
        // "archive a group", "export of issues"
        let is_inside = left.is_some() && (right.is_some() || word.qualifier.link.is_some());
        let is_kind = is_inside && word.lexeme.is(Mark::Thing);
        before.chain(behind).find(|theirs| {
            self.faces(word, *theirs)
                || is_code(word) && is_other_code(word, *theirs)
                || is_kind && self.is_left(*theirs)
                || are_other_persons(word, *theirs)
        })
    }

    /// "this week" for "next week", "ce mois" for "le mois prochain", and the reverse.
    pub(super) fn pointed(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let other = |side: &Side<'a>, word: Word<'a>| {
            let is_other = |beside: &Word<'a>| side.is_open(*beside) && is_one_of(beside.raw(), OTHER_TIME);
            [word.before().next(), word.behind().next()].into_iter().flatten().find(is_other)
        };
        let this = |word: Word<'a>| word.before().next().filter(|before| is_one_of(before.raw(), THIS));
        let said = this(pair.ours).zip(other(&self.text, pair.theirs));
        let reverse = || other(&self.hint, pair.ours).zip(this(pair.theirs));
        said.or_else(reverse).map(|(ours, theirs)| told(ours, theirs))
    }

    /// Whether a word that states something or says how many stands where the text has another.
    fn faces(&self, word: Word<'a>, theirs: Word<'a>) -> bool {
        let is_state = theirs.lexeme.class == Class::Name && !theirs.lexeme.is(Mark::Works);
        let states = is_one_of(word.word(), "casse cassee broken") && is_state
            || word.lexeme.is(Mark::Acts)
            || word.lexeme.is(Mark::States);
        match word.quantity() {
            None => states && self.is_left(theirs),
            said => theirs.quantity().is_some() && self.text.words().all(|other| other.quantity() != said),
        }
    }

    /// A dash where the text has a sign that says something: "recettes - dépenses" for "recettes + dépenses".
    fn dashed(&self) -> Option<Difference> {
        let is_dash = |word: Word<'a>| word.raw() == "-";
        let is_symbol = |word: Word<'a>| word.kind == TokenKind::Symbol;
        self.text.words().find_map(|theirs| {
            let faces = |ours: &Word<'a>| {
                let are_signs = is_symbol(theirs) && is_dash(*ours) || is_dash(theirs) && is_symbol(*ours);
                are_signs && self.in_order(*ours, theirs)
            };
            Some(told(self.hint.words().find(faces)?, theirs))
        })
    }

    /// A sign that says something, where the text has others in its order: "carte ✅" for "carte ❌", "|| par &&" for "&& par ||".
    fn reordered(&self) -> Option<Difference> {
        let signs = |side: &Side<'a>| Word::all(side.reading).filter(|word| word.kind == TokenKind::Symbol);
        let mut theirs = signs(&self.text);
        let found = theirs.clone().next()?;
        let said = signs(&self.hint).find(|mine| !theirs.any(|other| other.key == mine.key))?;
        Some(told(said, found))
    }

    /// The pairs before and behind a word of the hint.
    pub(super) fn neighbours(&self, word: Word<'a>) -> (Option<&AlignedPair<'a>>, Option<&AlignedPair<'a>>) {
        let before = self.pairs.iter().rev().find(|pair| pair.ours.place < word.place);
        (before, self.pairs.iter().find(|pair| pair.ours.place > word.place))
    }
}

/// Whether two words are of different persons: "our server", "their server".
fn are_other_persons(ours: Word<'_>, theirs: Word<'_>) -> bool {
    let is_person = |word: Word<'_>| PERSONS.iter().any(|person| is_one_of(word.raw(), person));
    let is_both = |person: &&str| is_one_of(ours.raw(), person) && is_one_of(theirs.raw(), person);
    is_person(ours) && is_person(theirs) && !PERSONS.iter().any(is_both)
}

/// Whether a small word of two letters stands where none can: "fr-be", "tva (at)", "lunch 12 am", "eu customers".
fn is_code(word: Word<'_>) -> bool {
    let is_last = word.behind().next().is_none_or(|next| next.kind == TokenKind::Sign);
    let is_apart = is_last || word.is(Said::Hyphened) || is_one_of(word.raw(), "us uk am pm eu");
    word.len() == 2 && word.is_small() && is_apart
}

/// Whether a word of the text is another code than this one.
fn is_other_code(word: Word<'_>, theirs: Word<'_>) -> bool {
    let is_short = theirs.kind == TokenKind::Word && theirs.len() == 2;
    is_short && theirs.key != word.key && (!theirs.is_small() || is_code(theirs))
}

/// Words for the time or the thing at hand.
const THIS: &str = "this ce cet cette ces current";
/// Words for another time.
const OTHER_TIME: &str = "next last previous prochain prochaine prochains prochaines dernier derniere derniers \
                          dernieres precedent precedente suivant suivante passe passee";

/// Words of persons who may be the same: anybody, who speaks or is spoken of ("my account" may be written as "his account"); several who speak;
/// whom a friend speaks to; others.
const PERSONS: [&str; 4] = [
    "my mon ma mes me moi je son sa ses his him he her she their them they leur leurs your votre vos you vous",
    "our notre nos we us nous",
    "ton ta tes tu te toi your votre vos you vous my mon ma mes",
    "lui eux son sa ses leur leurs his him her their them my mon ma mes",
];
