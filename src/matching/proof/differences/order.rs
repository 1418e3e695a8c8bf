//! Words that are in each other's place.

use super::{
    Aligned, Difference, Pair, What,
    around::{is_strong, small_before},
};
use crate::matching::reading::{Kind, Link, Reading, Said, Token};

impl<'a> Aligned<'a> {
    /// "de Lyon à Paris" for "de Paris à Lyon": what stands before two things, each is before the other. Numbers have their order.
    pub(super) fn exchanged(&self) -> Option<Difference> {
        let joins = |link: Option<Link>| matches!(link, Some(Link::And | Link::Or));
        let pairs = self.pairs.iter().enumerate();
        pairs
            .flat_map(|(number, first)| self.pairs.iter().skip(number + 1).map(move |second| (first, second)))
            .find_map(|(first, second)| {
                let crossed = second.theirs < first.theirs;
                let (a, b) = (first.mine.qualifier.link, second.mine.qualifier.link);
                let turned = a == second.other.qualifier.link
                    && b == first.other.qualifier.link
                    && a != b
                    && !joins(a)
                    && !joins(b);
                let strong = |link: Option<Link>| link.is_some_and(is_strong);
                let exchanged = turned
                    && (strong(a) || strong(b) || crossed && a.is_some() && b.is_some())
                    && !parts(&self.hint.reading, first.ours, second.ours)
                    && !parts(&self.text.reading, first.theirs, second.theirs);
                let years = |pair: &Pair<'a>| self.hint.reading.word(pair.mine).len() > 3;
                let numbers = first.mine.kind == Kind::Number && second.mine.kind == Kind::Number;
                let unordered = crossed && numbers && years(first) == years(second);
                (exchanged || unordered).then(|| self.turned(first, second))
            })
    }

    /// "B appelle A" for "A appelle B": the words are in the text's order but for two parts that changed places around others. More disorder is a hint of
    /// keywords.
    pub(super) fn swapped(&self) -> Option<Difference> {
        let mut sorted: Vec<usize> = self.pairs.iter().map(|pair| pair.theirs).collect();
        sorted.sort_unstable();
        let order: Vec<usize> =
            self.pairs.iter().map(|pair| sorted.partition_point(|place| *place < pair.theirs)).collect();
        let is_moved = |(number, place): (usize, &usize)| number != *place;
        let first = order.iter().enumerate().position(is_moved)?;
        let last = order.iter().enumerate().rposition(is_moved)?;
        // How long the two parts are: the one that leads in the hint, and the one that leads in the text.
        let behind = (last + 1).checked_sub(*order.get(first)?)?;
        let ahead = (order.get(last)? + 1).checked_sub(first)?;
        let between = (last + 1 - first).checked_sub(behind + ahead)?;
        let turned = (last + 1 - behind..=last)
            .chain(first + ahead..first + ahead + between)
            .chain(first..first + ahead);
        if !turned.eq(order.get(first..=last)?.iter().copied()) {
            return None;
        }
        let (one, other) = (self.pairs.get(first)?, self.pairs.get(last)?);
        let second = self.pairs.get(last + 1 - ahead)?;
        let years =
            |pair: &Pair<'a>| pair.mine.kind == Kind::Number && self.hint.reading.word(pair.mine).len() > 3;
        let numbers = one.mine.kind == Kind::Number && other.mine.kind == Kind::Number;
        let literal = self
            .pairs
            .get(first..=last)?
            .iter()
            .enumerate()
            .all(|(number, pair)| pair.literal || (behind..behind + between).contains(&number));
        let names = one.other.is(Said::Proper) && other.other.is(Said::Proper);
        // "le client notifie le livreur" says it of "Livreur notifié par le client".
        let done_by = |pair: &Pair<'a>| {
            (pair.mine.qualifier.link == Some(Link::By)) != (pair.other.qualifier.link == Some(Link::By))
        };
        let adjacent = (behind, between, ahead) == (1, 0, 1);
        // "rapport de vente du mois" is the "mois vente rapport", and a hint of keywords tells nothing by its order.
        let compound = self.pairs.get(first + behind).is_some_and(|pivot| {
            pivot.mine.qualifier.link == Some(Link::Of)
                && pivot.other.qualifier.link != Some(Link::Of)
                && one.other.qualifier.link != Some(Link::Of)
        });
        let has_small = |reading: &Reading, from: usize, to: usize| {
            (from..to).any(|place| reading.has(place, Token::is_small))
        };
        let keywords = behind + ahead > 2
            && !has_small(&self.hint.reading, one.ours, other.ours)
            && has_small(&self.text.reading, other.theirs, one.theirs);
        // "vers le blog du site", "du site vers le blog": each has its own small word in both.
        let kept = |pair: &Pair<'a>| {
            pair.mine.qualifier.link.is_some() && pair.mine.qualifier.link == pair.other.qualifier.link
        };
        let free =
            adjacent && kept(one) && kept(other) && one.mine.qualifier.link != other.mine.qualifier.link;
        let is_of = |token: &Token| token.qualifier.link == Some(Link::Of);
        let told = literal
            && !free
            && !compound
            && !done_by(one)
            && !done_by(other)
            && !keywords
            && (between > 0
                || self.owns(one, second) && (adjacent || is_of(second.mine) && is_of(one.other))
                || adjacent && (names || one.mine.lexeme.excludes(other.mine.lexeme)))
            && !(numbers && years(one) != years(other))
            && !parts(&self.hint.reading, one.ours, other.ours)
            && !parts(&self.text.reading, one.theirs, other.theirs);
        told.then(|| self.turned(one, other))
    }

    /// "les utilisateurs du groupe" for "les groupes de l'utilisateur": whichever comes second is the other's.
    fn owns(&self, one: &Pair<'a>, other: &Pair<'a>) -> bool {
        let linked =
            |token: &Token| token.qualifier.link.is_some_and(|link| !matches!(link, Link::And | Link::Or));
        let apart = |reading: &Reading, first: usize, second: usize| {
            !small_before(reading, first.max(second)).is_empty()
        };
        linked(other.mine)
            && linked(one.other)
            && apart(&self.hint.reading, one.ours, other.ours)
            && apart(&self.text.reading, one.theirs, other.theirs)
    }

    /// "Lyon, Paris" and "Paris, Lyon" for two that are exchanged.
    fn turned(&self, one: &Pair<'a>, other: &Pair<'a>) -> Difference {
        let (one, other) = (self.hint.reading.raw(one.mine), self.hint.reading.raw(other.mine));
        Difference {
            what: What::Exchange,
            said: format!("{one} … {other}"),
            found: format!("{other} … {one}"),
        }
    }
}

/// Whether a sign parts two places.
fn parts(reading: &Reading, one: usize, other: usize) -> bool {
    (one.min(other)..one.max(other)).any(|place| reading.has(place, |token| token.kind == Kind::Sign))
}
