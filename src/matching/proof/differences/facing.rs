//! What is left over on both sides in one place.

use super::{Aligned, Difference, Pair};
use crate::matching::{
    lexicon::{Class, Mark},
    reading::{Kind, Reading, Said, Token, UNABLE, is_one_of, only, places},
};

/// What is not to be done is what follows these.
const DENYING: &str =
    "stop ban forbid prevent prohibit avoid interdire empecher eviter bannir arreter cesser";

/// What says that something is wrong, and not what is done about it.
const WRONG: &str = "bug bugs bogue probleme problemes problem problems souci soucis pb anomalie erreur erreurs \
                     error errors incident defaut casse cassee broken impossible panne";

impl<'a> Aligned<'a> {
    /// What is left over on both sides in the same gap between partners stands for one another: "affaire Martin", "contrat Martin".
    pub(super) fn facing(&self) -> Option<Difference> {
        self.signed().or_else(|| {
            places(self.ours).find_map(|place| {
                let token = self.mine(place)?;
                let (left, right) = self.neighbours(place);
                let before = right.map(|pair| self.gap((0..pair.theirs).rev())).unwrap_or_default();
                let behind = left
                    .map(|pair| self.gap(pair.theirs + 1..self.text.reading.tokens.len()))
                    .unwrap_or_default();
                let acts = |theirs: &usize| {
                    token.lexeme.is(Mark::Acts)
                        && self.is_left(*theirs)
                        && self.text.reading.has(*theirs, |other| other.lexeme.is(Mark::Acts))
                };
                let faced = before
                    .into_iter()
                    .chain(behind)
                    .find(|theirs| self.faces(token, *theirs))
                    .or_else(|| places(self.theirs).find(acts))?;
                Some(self.told(place, faced))
            })
        })
    }

    /// Whether a word that states something or says how many stands where the text has another.
    fn faces(&self, token: &Token, theirs: usize) -> bool {
        let states = token.lexeme.is(Mark::Acts) || token.lexeme.is(Mark::States);
        let other = self.other(theirs).and_then(Token::quantity);
        match token.quantity() {
            Some(quantity) => {
                let says = |other: &Token| other.quantity() == Some(quantity);
                other.is_some() && !self.text.reading.tokens.iter().any(says)
            }
            None => states && self.is_left(theirs),
        }
    }

    /// A title that begins with what is to be done, of which the hint says nothing but another thing to do or that something is wrong: "étiqueter les bocaux",
    /// or "bocaux cassés", for "Vider les bocaux".
    pub(super) fn undertaken(&self) -> Option<Difference> {
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        let infinitive =
            |word: &str| word.len() > 3 && ["er", "ir", "re"].iter().any(|end| word.ends_with(end));
        let has_object =
            |reading: &Reading, place: usize| is_one_of(reading.raw_at(place + 1), "the a an our my your");
        let verb = |token: &Token| {
            token.lexeme.is(Mark::Acts)
                || token.lexeme.class == Class::Request
                || infinitive(theirs.raw(token))
                || has_object(theirs, 0)
        };
        // What mends is said of what is wrong.
        let other = |token: &Token| token.lexeme.class != Class::Soft && verb(token);
        let undone = places(self.ours).find(|place| UNABLE.contains(&ours.raw_at(*place)));
        if let Some(undone) = undone.filter(|_| theirs.has(0, |token| infinitive(theirs.raw(token)))) {
            return Some(self.told(undone, 0));
        }
        if !self.is_left(0) || !theirs.has(0, other) {
            return None;
        }
        let asks = |place: &usize| {
            let next = ours.tokens.iter().skip(place + 1).find(|token| !token.is_small());
            let of_thing = next.is_none_or(|next| next.lexeme.is(Mark::Thing));
            let leads = |token: &Token| match token.lexeme.class {
                Class::Request => true,
                Class::Soft | Class::Filler => infinitive(ours.raw(token)) || has_object(ours, *place),
                _ => false,
            };
            ours.has(*place, leads) && !of_thing && places(self.hint.roles.names).all(|name| name > *place)
        };
        let fails = |token: &Token| token.lexeme.is(Mark::Works) && token.is(Said::Negated);
        let is_wrong = |place: &usize| is_one_of(ours.raw_at(*place), WRONG) || ours.has(*place, fails);
        let place = places(self.ours).find(|place| asks(place) || is_wrong(place))?;
        Some(self.told(place, 0))
    }

    /// "l'autre facture" for "la facture", "faire payer" for "payer", "le compte a été fermé" for "Fermer le compte", "hire interns" for "Stop hiring interns".
    pub(super) fn led(&self) -> Option<Difference> {
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        let infinitive = |word: &str| ["er", "ir", "re"].iter().any(|end| word.ends_with(end));
        let led = self.pairs.iter().find(|pair| {
            let before = pair.ours.checked_sub(1).filter(|before| self.ours & only(*before) != 0);
            let word = before.map_or("", |before| ours.raw_at(before));
            is_one_of(word, "other autre autres another")
                || is_one_of(word, "faire fait") && infinitive(ours.raw(pair.mine))
                || is_one_of(word, "ete been") && pair.theirs == 0 && infinitive(theirs.raw(pair.other))
        });
        let first = self.pairs.first().filter(|_| self.pairs.len() > 1);
        let governed = first.filter(|pair| {
            let leads = places(self.hint.roles.names).next() == Some(pair.ours);
            let behind = (1..pair.theirs).all(|place| theirs.has(place, Token::is_small));
            let denies = self.is_left(0) && is_one_of(theirs.raw_at(0), DENYING);
            leads && denies && pair.theirs > 0 && behind
        });
        led.map(|pair| self.told(pair.ours - 1, pair.theirs))
            .or_else(|| governed.map(|pair| self.told(pair.ours, 0)))
    }

    /// A sign that says something, where the text has others in its order: "carte ✅" for "carte ❌", "|| par &&" for "&& par ||".
    fn signed(&self) -> Option<Difference> {
        self.dashed().or_else(|| self.reordered())
    }

    /// A dash where the text has a sign that says something: "recettes - dépenses" for "recettes + dépenses".
    fn dashed(&self) -> Option<Difference> {
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        let is_dash = |reading: &Reading, place: usize| reading.raw_at(place) == "-";
        let is_symbol =
            |reading: &Reading, place: usize| reading.has(place, |token| token.kind == Kind::Symbol);
        (0..theirs.tokens.len()).find_map(|place| {
            let before = self.pairs.iter().filter(|pair| pair.theirs < place).map(|pair| pair.ours + 1).max();
            let behind = self.pairs.iter().filter(|pair| pair.theirs > place).map(|pair| pair.ours).min();
            let mut gap = before.unwrap_or_default()..behind.unwrap_or(ours.tokens.len());
            let faced = gap.find(|other| {
                is_symbol(theirs, place) && is_dash(ours, *other)
                    || is_dash(theirs, place) && is_symbol(ours, *other)
            })?;
            Some(self.told(faced, place))
        })
    }

    fn reordered(&self) -> Option<Difference> {
        let signs = |reading: &'a Reading| {
            reading.tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Symbol)
        };
        let mut theirs = signs(&self.text.reading).peekable();
        let (found, _) = *theirs.peek()?;
        let lacks = |(_, mine): &(usize, &Token)| !theirs.any(|(_, other)| other.key == mine.key);
        let (said, _) = signs(&self.hint.reading).find(lacks)?;
        Some(self.told(said, found))
    }

    /// The places of the text up to the next that has a partner or parts.
    fn gap(&self, range: impl Iterator<Item = usize>) -> Vec<usize> {
        range.take_while(|place| self.theirs & only(*place) != 0).collect()
    }

    /// The pairs before and behind a place of the hint.
    pub(super) fn neighbours(&self, place: usize) -> (Option<&Pair<'a>>, Option<&Pair<'a>>) {
        let before = self.pairs.iter().rev().find(|pair| pair.ours < place);
        (before, self.pairs.iter().find(|pair| pair.ours > place))
    }
}
