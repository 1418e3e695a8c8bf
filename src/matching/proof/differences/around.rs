//! What the small words and signs beside a word say of it, and otherwise, or not, of its partner.

use super::{Aligned, Difference, Pair, What};
use crate::matching::lexicon::{Class, Mark, forms::is_denial};
use crate::matching::reading::{
    Kind, Link, Modality, Quantity, Reading, Said, Token, UNABLE, are_links, is_one_of, modality, only,
    places,
};

impl<'a> Aligned<'a> {
    /// What is said of one word and otherwise, or not, of its partner.
    pub(super) fn between(&self, pair: &Pair<'a>) -> Option<Difference> {
        self.negated(pair)
            .or_else(|| self.glued(pair))
            .or_else(|| self.compared(pair))
            .or_else(|| self.counted(pair))
            .or_else(|| self.modal(pair))
            .or_else(|| self.voiced(pair).then(|| self.told(What::Exchange, pair.ours, pair.theirs)))
            .or_else(|| self.linked(pair))
            .or_else(|| self.displaced(pair))
            .or_else(|| {
                Self::is_of_other_gender(pair).then(|| self.told(What::Gender, pair.ours, pair.theirs))
            })
    }

    fn negated(&self, pair: &Pair<'a>) -> Option<Difference> {
        let says_no = |token: &Token| token.is(Said::Negated) && !token.is(Said::Denied);
        // A "no" said of another word may be this one.
        let elsewhere = |reading: &Reading, paired: usize| {
            let noes = reading.tokens.iter().filter(|token| {
                says_no(token) || UNABLE.contains(&reading.raw(token)) && !token.is(Said::Denied)
            });
            noes.count() > paired
        };
        let paired = |no: &dyn Fn(&Pair<'a>) -> bool| self.pairs.iter().filter(|pair| no(pair)).count();
        match (says_no(pair.mine), says_no(pair.other)) {
            _ if is_denial(self.hint.reading.word(pair.mine), self.text.reading.word(pair.other)) => None,
            (true, false) if !elsewhere(&self.text.reading, paired(&|pair| says_no(pair.other))) => {
                Some(self.told(What::Negation, Self::no_of(&self.hint.reading, pair.ours), None))
            }
            (false, true) if !elsewhere(&self.hint.reading, paired(&|pair| says_no(pair.mine))) => {
                Some(self.told(What::Negation, None, Self::no_of(&self.text.reading, pair.theirs)))
            }
            _ => None,
        }
    }

    /// "la poste" for "le poste": the articles tell which of two words it is.
    fn is_of_other_gender(pair: &Pair<'a>) -> bool {
        let (mine, other) = (pair.mine.qualifier.gender, pair.other.qualifier.gender);
        pair.literal
            && pair.other.lexeme.is(Mark::TwoGenders)
            && mine.zip(other).is_some_and(|(mine, other)| mine != other)
    }

    /// The small word nearest to a place that says no.
    fn no_of(reading: &Reading, place: usize) -> Option<usize> {
        let says_no = |place: &usize| reading.has(*place, Token::negates);
        (place.saturating_sub(4)..place).rev().chain(place + 1..place + 3).find(says_no)
    }

    /// "ERR4" for "ERR42", "5 MV" for "5 mV", "web1" for "web01".
    fn glued(&self, pair: &Pair<'a>) -> Option<Difference> {
        let next = pair.theirs + 1;
        let same = |next: &Token| self.mine(pair.ours + 1).is_some_and(|mine| mine.key == next.key);
        let left = self.theirs & only(next) != 0 && !self.other(next).is_some_and(same);
        let elsewhere = self
            .text
            .reading
            .tokens
            .iter()
            .enumerate()
            .any(|(place, token)| place != pair.theirs && token.key == pair.other.key);
        if left
            && !elsewhere
            && self.other(next).is_some_and(|next| next.is(Said::Glued) && next.field == pair.other.field)
        {
            return Some(self.told(What::Unit, pair.ours, next));
        }
        // "garde" for "avant-garde"
        let before = pair.theirs.checked_sub(1).filter(|before| self.theirs & only(*before) != 0);
        let parted = before.filter(|before| {
            let said = pair.ours.checked_sub(1).map_or("", |place| self.hint.reading.raw_at(place));
            pair.other.is(Said::Glued)
                && pair.other.kind == Kind::Word
                && !pair.mine.qualifier.link.is_some_and(is_strong)
                && said != self.text.reading.raw_at(*before)
        });
        if parted.is_some() {
            return Some(self.told(What::Unit, pair.ours, parted));
        }
        let (mine, other) = (self.hint.reading.raw(pair.mine), self.text.reading.raw(pair.other));
        let unit = mine == other
            && mine.len() < 4
            && pair
                .ours
                .checked_sub(1)
                .and_then(|before| self.mine(before))
                .is_some_and(|token| token.kind == Kind::Number)
            && pair.mine.is(Said::Upper)
            && pair.mine.is(Said::Large) != pair.other.is(Said::Large);
        let padded = pair.mine.is(Said::Glued)
            && pair.other.is(Said::Glued)
            && pair.mine.key == pair.other.key
            && self.hint.reading.word(pair.mine) != self.text.reading.word(pair.other);
        (unit || padded).then(|| self.told(What::Unit, pair.ours, pair.theirs))
    }

    fn compared(&self, pair: &Pair<'a>) -> Option<Difference> {
        let (mine, other) = (pair.mine.qualifier.compare, pair.other.qualifier.compare);
        // A sign is a part of its number.
        let signed = || {
            let before = pair.theirs.checked_sub(1).filter(|before| self.theirs & only(*before) != 0)?;
            self.other(before).filter(|token| {
                token.kind == Kind::Symbol
                    && pair.other.kind == Kind::Number
                    && matches!(self.text.reading.raw(token), "+" | "−")
            })
        };
        // "aussi large" for "moins large", "tombe à zéro" for "tombe sous zéro"
        let replaced = || {
            let (link, theirs) = self.links(pair);
            let counted = pair.mine.qualifier.quantity.is_some_and(|quantity| quantity != Quantity::One);
            self.is_all && other.is_some() && (counted || link.is_some() && link != theirs)
        };
        let differs = if mine.is_some() { mine != other } else { signed().is_some() || replaced() };
        differs.then(|| self.told_before(What::Compare, pair, Token::compare, Some(pair.theirs)))
    }

    fn counted(&self, pair: &Pair<'a>) -> Option<Difference> {
        let other = pair.other.qualifier.quantity;
        // "pendant 2 h" for "toutes les 2 h"
        let is_number = pair.mine.kind == Kind::Number || pair.other.lexeme.numeral.is_some();
        if is_number && pair.mine.qualifier.quantity.is_none() && other == Some(Quantity::All) {
            return Some(self.told_before(What::Quantity, pair, Token::quantity, Some(pair.theirs)));
        }
        let mine = pair.mine.qualifier.quantity?;
        let before_it = pair.theirs.checked_sub(1);
        let number = before_it.filter(|before| {
            self.theirs & only(*before) != 0
                && self
                    .other(*before)
                    .is_some_and(|token| token.kind == Kind::Number && self.text.reading.word(token) != "1")
        });
        let often = matches!(
            mine,
            Quantity::Always | Quantity::Sometimes | Quantity::Often | Quantity::Rarely | Quantity::Also
        );
        let anywhere = || self.text.reading.tokens.iter().any(|token| token.quantity() == Some(mine));
        // "la nuit seulement" restricts what stands before it.
        let behind = || self.text.reading.tokens.last().and_then(Token::quantity) == Some(mine);
        let differs = match other {
            _ if often && anywhere() => false,
            None if self.is_moved(pair, mine) => true,
            _ if behind() => false,
            Some(other) => other != mine && (mine, other) != (Quantity::One, Quantity::Only),
            // "one bench" for "the benches"
            None if mine == Quantity::One && number.is_none() => {
                let says_one = small_before(&self.hint.reading, pair.ours)
                    .any(|place| self.hint.reading.raw_at(place) == "one");
                let raw = |reading: &Reading, place| reading.raw_at(place).ends_with('s');
                says_one && !raw(&self.hint.reading, pair.ours) && raw(&self.text.reading, pair.theirs)
            }
            None if number.is_some() => mine != Quantity::All,
            // "tous les lecteurs" for "les lecteurs de passage"
            None if mine == Quantity::All => self.is_restricted(pair),
            None if !self.is_all && anywhere() => false,
            // A number of the hint is the quantity.
            None => {
                !matches!(mine, Quantity::One | Quantity::Always | Quantity::Also | Quantity::Even)
                    && (mine == Quantity::Only
                        || places(self.theirs).filter(|place| self.is_left(*place)).count() < 2)
            }
        };
        differs.then(|| self.told_before(What::Quantity, pair, Token::quantity, number))
    }

    /// "chaque filtre de la semaine" for "le filtre chaque semaine", "seul le repas" for "les enfants seuls": the text says it of another word.
    fn is_moved(&self, pair: &Pair<'a>, mine: Quantity) -> bool {
        let reading = &self.text.reading;
        let elsewhere = |other: &Pair<'a>| {
            other.other.qualifier.quantity == Some(mine) && other.mine.qualifier.quantity != Some(mine)
        };
        let behind = reading.tokens.last().and_then(Token::quantity) == Some(mine);
        let last = reading.tokens.len().saturating_sub(1);
        let parted = (pair.theirs..last).any(|place| reading.has(place, |token| token.link().is_some()));
        mine != Quantity::One && (self.pairs.iter().any(elsewhere) || behind && parted)
    }

    /// The small words before a word and its partner that say something of a kind, or else the word and what else is found.
    fn told_before<T>(
        &self,
        what: What,
        pair: &Pair<'a>,
        says: impl Fn(&Token) -> Option<T>,
        found: Option<usize>,
    ) -> Difference {
        let before = |reading: &Reading, place| {
            let said = |before: &usize| reading.has(*before, |token| says(token).is_some());
            small_before(reading, place).rev().find(said)
        };
        let said = before(&self.hint.reading, pair.ours).unwrap_or(pair.ours);
        self.told(what, said, before(&self.text.reading, pair.theirs).or(found))
    }

    fn links(&self, pair: &Pair<'a>) -> (Option<Link>, Option<Link>) {
        (link_of(&self.hint.reading, pair.ours), link_of(&self.text.reading, pair.theirs))
    }

    /// Whether the text says of which ones, and the hint does not: what follows in the text, or stands right before it, is left unsaid.
    fn is_restricted(&self, pair: &Pair<'a>) -> bool {
        let joins = |token: &Token| matches!(token.qualifier.link, Some(Link::And | Link::Or));
        let acts = |token: &Token| token.lexeme.is(Mark::Acts) || token.lexeme.class == Class::Soft;
        places(self.theirs).filter(|place| self.is_left(*place)).any(|place| {
            self.other(place).is_some_and(|token| {
                let part = pair.other.qualifier.link == Some(Link::Of)
                    && place + 1 == small_before(&self.text.reading, pair.theirs).start;
                place > pair.theirs && !joins(token) || (part || place + 1 == pair.theirs) && !acts(token)
            })
        })
    }

    /// "doit signer" for "peut signer", "pourrait fermer" for "ferme".
    fn modal(&self, pair: &Pair<'a>) -> Option<Difference> {
        let mine = modal_before(&self.hint.reading, pair.ours);
        let other = modal_before(&self.text.reading, pair.theirs);
        let is_future = |reading: &Reading, token: &Token, modal: Option<(usize, Modality)>| {
            let ends = |ending: &&str| reading.raw(token).ends_with(ending);
            modal.is_some_and(|(_, modal)| modal == Modality::Will)
                || ["era", "eront", "ira", "iront"].iter().any(ends)
        };
        let tense = self.is_all
            && pair.mine.key != pair.other.key
            && is_future(&self.hint.reading, pair.mine, mine)
                != is_future(&self.text.reading, pair.other, other);
        if tense {
            return Some(self.told(What::Small, pair.ours, pair.theirs));
        }
        // What is denied is compared as such.
        let (place, said) = mine.filter(|_| pair.mine.is(Said::Negated) == pair.other.is(Said::Negated))?;
        let denies = |reading: &Reading| reading.tokens.iter().any(Token::negates);
        let sides = [&self.hint.reading, &self.text.reading].map(denies);
        let is_all = self.is_all && sides == [false; 2];
        let plain =
            |modality| matches!(modality, Modality::Is | Modality::Was | Modality::Need | Modality::Want);
        // "seul le chef peut voir" is "seul le chef voit".
        let only = |token: &Token| token.quantity() == Some(Quantity::Only);
        let allows = || said == Modality::May && self.hint.reading.tokens.iter().take(place).any(only);
        let differs = match other {
            Some((_, found)) => {
                said != found
                    && (is_all || self.is_all && sides == [true; 2] || !plain(said) && !plain(found))
            }
            None => is_all && !plain(said) && self.neighbours(place).0.is_some() && !allows(),
        };
        differs.then(|| self.told(What::Small, place, other.map(|(place, _)| place)))
    }

    /// Whether all others stand before and behind a word as they do in the text.
    fn in_order(&self, pair: &Pair<'a>) -> bool {
        self.pairs.iter().all(|other| (other.ours < pair.ours) == (other.theirs < pair.theirs))
    }

    /// "le gardien a prévenu" for "le gardien a été prévenu", "drivers blame" for "drivers are blamed": whoever does it has it done.
    fn voiced(&self, pair: &Pair<'a>) -> bool {
        let before = |reading: &Reading, place: usize, words: &str| {
            small_before(reading, place).any(|place| is_one_of(reading.raw_at(place), words))
        };
        // Whether it is surely done to what stands before, and surely not.
        let voice = |reading: &Reading, place: usize| {
            let raw = reading.raw_at(place);
            let ends = raw.ends_with("ed") || raw.ends_with("ing");
            let is = before(reading, place, "is are was were be been being");
            let been = before(reading, place, "ete been");
            let has = before(reading, place, "a ont avait avaient aura auront");
            (been || is && raw.ends_with("ed"), has && !been || !is && !ends && reading.is_english())
        };
        let mine = voice(&self.hint.reading, pair.ours);
        let other = voice(&self.text.reading, pair.theirs);
        let changed = mine.0 && other.1 || mine.1 && other.0;
        changed && self.is_all && pair.literal && pair.ours > 0 && self.in_order(pair)
    }

    fn linked(&self, pair: &Pair<'a>) -> Option<Difference> {
        let (mine, other) = self.links(pair);
        let before_it = small_before(&self.text.reading, pair.theirs).start.checked_sub(1);
        if before_it.is_some_and(|place| self.is_left(place)) {
            return None;
        }
        // "abaisser de 3 points", "abaisser à 3 points"
        let is_number = pair.mine.kind == Kind::Number;
        let given = || {
            let heads =
                self.pairs.iter().rev().filter(|head| head.ours < pair.ours && head.theirs < pair.theirs);
            let is_given =
                |head: &Pair<'a>| head.other.lexeme.is(if is_number { Mark::Changes } else { Mark::Given });
            heads.take(if is_number { usize::MAX } else { 1 }).any(is_given)
        };
        let links = mine.zip(other);
        let are = |kind| links.is_some_and(|links| are_links(kind, links));
        let exclusive = are("exclude") || are("giver") && given();
        let in_order = self.in_order(pair);
        // Who does it in one of the two has it done in the other.
        let done_by = in_order
            && match (mine, other) {
                (Some(Link::By), None) => {
                    has_article(&self.text.reading, pair.theirs) || is_passive(&self.hint.reading)
                }
                (None, Some(Link::By)) => {
                    has_article(&self.hint.reading, pair.ours) || is_passive(&self.text.reading)
                }
                _ => false,
            };
        // "avant le 3 mai" is not "du 3 mai", and "après la recette" is not "recette".
        let leads = small_before(&self.hint.reading, pair.ours).start == 0;
        let beside = mine != other
            && matches!(mine, Some(Link::Before | Link::After))
            && (leads || pair.mine.kind == Kind::Number);
        // "remplacer par", "replace with"
        let replaces = || self.pairs.first().is_some_and(|first| first.mine.lexeme.is(Mark::Acts));
        let alike = || {
            are("alike") || pair.mine.kind == Kind::Number && are("dates") || are("replacing") && replaces()
        };
        // The more the rest agrees, the more a small word counts.
        let changed = self.is_all
            && pair.literal
            && in_order
            && links.is_some_and(|(mine, other)| mine != other)
            && !pair.mine.is(Said::Negated)
            && pair.mine.qualifier.compare.is_none()
            && !stands_free(&self.hint.reading, pair.ours)
            && !stands_free(&self.text.reading, pair.theirs)
            && !alike();
        let excludes = exclusive || done_by || beside;
        let what = if excludes { What::Link } else { What::Small };
        (excludes || changed).then(|| self.told_before(what, pair, Token::link, Some(pair.theirs)))
    }

    /// What says all of a text's words says them under the same conditions: "si" is not "même si", "jusqu'à" not "à partir de".
    pub(super) fn said_otherwise(&self) -> Option<Difference> {
        let telling = |token: &Token| {
            let small = token.is_small() && !token.is(Said::Denied) && !token.is(Said::Contrasted);
            token.link().filter(|link| small && are_links("tells", (*link, *link)))
        };
        let lacking = |one: &Reading, other: &Reading, first: Option<usize>| {
            let has = |link| {
                let same = |token: &Token| {
                    token.link().is_some_and(|found| found == link || are_links("alike", (found, link)))
                };
                other.tokens.iter().any(same)
            };
            // "raise this against": what leads asks, unless it is said of the first word.
            let named = first.filter(|first| small_before(one, *first).start > 0).unwrap_or_default();
            let lacks = |token: &Token| telling(token).is_some_and(|link| !has(link));
            one.tokens.iter().skip(named).position(lacks).map(|place| named + place)
        };
        if !self.is_all || !self.pairs.iter().all(|pair| pair.literal) {
            return None;
        }
        let first = self.pairs.iter().map(|pair| pair.theirs).min();
        let ours = lacking(&self.hint.reading, &self.text.reading, self.pairs.first().map(|pair| pair.ours));
        let theirs = lacking(&self.text.reading, &self.hint.reading, first);
        (ours.is_some() || theirs.is_some()).then(|| self.told(What::Small, ours, theirs))
    }

    /// "au parrain" where the text has "au filleul" and the parrain elsewhere.
    fn displaced(&self, pair: &Pair<'a>) -> Option<Difference> {
        let (mine, other) = self.links(pair);
        let part = mine.filter(|link| other.is_none() && (is_strong(*link) || *link == Link::For))?;
        let plays = |place: &usize| {
            self.is_left(*place)
                && place + 1 != pair.theirs
                && link_of(&self.text.reading, *place) == Some(part)
        };
        places(self.theirs).find(plays).map(|other| self.told(What::Facing, pair.ours, other))
    }
}

/// Whether the small words before a place leave open how it is related to what: they lead the text, or there is no article ("page de connexion").
fn stands_free(reading: &Reading, place: usize) -> bool {
    let mut small = small_before(reading, place);
    small.start == 0
        || small.len() == 1 && small.all(|place| is_one_of(reading.raw_at(place), "de d par per"))
}

/// Where it stands before a word that it may be or has to be so, and what that says.
fn modal_before(reading: &Reading, place: usize) -> Option<(usize, Modality)> {
    let around =
        |place: &usize| reading.has(*place, |token| token.is_small() || token.lexeme.class == Class::Filler);
    let modal = |place| Some((place, modality(reading, place)?));
    (0..place).rev().take_while(around).find_map(modal)
}

/// Links that tell which of two things is which, wherever the two stand.
pub(super) fn is_strong(link: Link) -> bool {
    use Link::{And, During, For, In, Of, On, Or, Owner, Under};
    !matches!(link, Of | Owner | For | In | On | Under | During | And | Or)
}

/// How a word is related to what stands before it, where a small word says so.
fn link_of(reading: &Reading, place: usize) -> Option<Link> {
    let token = reading.tokens.get(place)?;
    token.qualifier.link.filter(|_| !small_before(reading, place).is_empty())
}

/// The small words right before a place.
pub(super) fn small_before(reading: &Reading, place: usize) -> std::ops::Range<usize> {
    let small = |before: &usize| reading.has(*before, |token| token.is_small() || token.kind == Kind::Symbol);
    place - (0..place).rev().take_while(small).count()..place
}

fn is_passive(reading: &Reading) -> bool {
    (0..reading.tokens.len())
        .any(|place| is_one_of(reading.raw_at(place), "be is are was were been est sont ete etre"))
}

fn has_article(reading: &Reading, place: usize) -> bool {
    small_before(reading, place).any(|place| is_one_of(reading.raw_at(place), "le la les l un une the a an"))
}
