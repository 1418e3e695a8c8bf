//! Words that are in each other's place.

use std::ops::Range;

use super::{Aligned, AlignedPair, Difference};
use crate::matching::lexicon::forms::{Family, family};
use crate::matching::reading::{Link, Reading, Said, Token, TokenKind, is_one_of};

impl<'a> Aligned<'a> {
    /// What stands in another place than in the text.
    pub(super) fn ordered(&self) -> Option<Difference> {
        self.exchanged().or_else(|| self.swapped()).or_else(|| self.replaced())
    }

    /// "NGINX replaces Envoy" for "Replace NGINX with Envoy": what replaces stands before the verb, what is replaced behind it.
    fn replaced(&self) -> Option<Difference> {
        let states = |pair: &&AlignedPair<'a>| {
            let word = self.hint.reading.raw(pair.mine);
            is_one_of(word, "replaces remplace remplacent") && pair.theirs == 0
        };
        let verb = self.pairs.iter().find(states)?;
        let (before, behind) = self.neighbours(verb.ours);
        let (new, old) = (before?, behind?);
        (new.theirs < old.theirs).then(|| self.turned(new, old))
    }

    /// Two things that are in each other's part. Either they changed places and the small words did not ("de Lyon à Paris" for "de Paris à Lyon", "les
    /// utilisateurs du groupe" for "les groupes de l'utilisateur"), or the small words did ("aller de Paris à Lyon" for "aller à Paris de Lyon"). Two
    /// numbers keep their order, unless one of them is a year.
    fn exchanged(&self) -> Option<Difference> {
        let tells = |link: Option<Link>| link.is_some_and(|link| !matches!(link, Link::And | Link::Or));
        let are_exchanged = |first: &AlignedPair<'a>, second: &AlignedPair<'a>| {
            let links = |pair: &AlignedPair<'a>| (pair.mine.qualifier.link, pair.other.qualifier.link);
            let ((mine, other), (next, facing)) = (links(first), links(second));
            let crossed = second.theirs < first.theirs;
            let numbers = first.mine.kind == TokenKind::Number && second.mine.kind == TokenKind::Number;
            if crossed && numbers && self.is_year(first) == self.is_year(second) {
                return true;
            }
            let beside = self.neighbours(first.ours).1.is_some_and(|next| next.ours == second.ours);
            let alike = if mine == next { beside && facing == other } else { facing != other };
            let moved = crossed && tells(next) && alike;
            // "replace spaces by tabs" for "replace tabs with spaces"
            let by_or_with = |link: Option<Link>| matches!(link, Some(Link::By | Link::With));
            // "aller de Paris à Lyon" for "aller à Paris de Lyon"
            let relinked = !crossed && mine != next && tells(mine) && tells(next) && mine == facing;
            (next == other || by_or_with(next) && by_or_with(other)) && (moved || relinked)
        };
        let mut pairs = self.pairs.iter().enumerate();
        pairs.find_map(|(place, first)| {
            let mut rest = self.pairs.iter().skip(place + 1);
            rest.find(|second| are_exchanged(first, second)).map(|second| self.turned(first, second))
        })
    }

    /// "B appelle A" for "A appelle B": the words are in the text's order but for two parts that changed places around others. More disorder is a hint of
    /// keywords.
    fn swapped(&self) -> Option<Difference> {
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
        let literal = self
            .pairs
            .get(first..=last)?
            .iter()
            .enumerate()
            .all(|(number, pair)| self.is_form(pair) || (behind..behind + between).contains(&number));
        let names = one.other.is(Said::Proper) && other.other.is(Said::Proper);
        // "le client notifie le livreur" says it of "Livreur notifié par le client".
        let done_by = |pair: &AlignedPair<'a>| {
            (pair.mine.qualifier.link == Some(Link::By)) != (pair.other.qualifier.link == Some(Link::By))
        };
        let adjacent = (behind, between, ahead) == (1, 0, 1);
        let has_small = |reading: &Reading, from: usize, to: usize| {
            (from..to).any(|place| reading.has(place, Token::is_small))
        };
        // "reminder for shifts of pilots" is "pilot shift reminder".
        let is_linked = |reading: &Reading, from: usize, to: usize| {
            let link = |token: &Token| {
                token.is_small() && matches!(token.link(), Some(Link::Of | Link::Owner | Link::For))
            };
            (from..to).any(|place| reading.has(place, link))
        };
        let mine = (&self.hint.reading, one.ours, other.ours);
        let theirs = (&self.text.reading, other.theirs, one.theirs);
        let [bare, facing_bare] = [mine, theirs].map(|(reading, from, to)| !has_small(reading, from, to));
        let [linked, facing_linked] = [mine, theirs].map(|(reading, from, to)| is_linked(reading, from, to));
        let keywords =
            behind + ahead > 2 && bare && !facing_bare || bare && facing_linked || linked && facing_bare;
        let told = literal
            && !done_by(one)
            && !done_by(second)
            && !keywords
            && self.is_year(one) == self.is_year(other)
            && (between > 0 || adjacent && (names || one.mine.lexeme.excludes(other.mine.lexeme)))
            && (between == 0
                || self.signs(false, first..last, behind) == self.signs(true, first..last, ahead));
        told.then(|| Difference { excludes: false, ..self.turned(one, other) })
    }

    /// Whether both are forms of one word, whatever else the tables say of each: "perdu", "perdue".
    fn is_form(&self, pair: &AlignedPair<'a>) -> bool {
        let words = || family(self.hint.reading.word(pair.mine), self.text.reading.word(pair.other));
        pair.literal || words() == Family::Inflection
    }

    fn is_year(&self, pair: &AlignedPair<'a>) -> bool {
        pair.mine.kind == TokenKind::Number && self.hint.reading.word(pair.mine).len() > 3
    }

    /// How many words of a part, after these, each sign of the text, or of the hint, stands: "GPL for users, MIT for others" keeps its comma where the two are
    /// exchanged.
    fn signs(&self, theirs: bool, part: Range<usize>, after: usize) -> Vec<usize> {
        let reading = if theirs { &self.text.reading } else { &self.hint.reading };
        let signs = reading.tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Sign);
        let before = |place| {
            let place_of = |pair: &&AlignedPair<'a>| (if theirs { pair.theirs } else { pair.ours }) < place;
            self.pairs.iter().filter(place_of).count()
        };
        let inside =
            signs.map(|(place, _)| before(place)).filter(|words| (part.start + 1..=part.end).contains(words));
        inside.map(|words| words.wrapping_sub(part.start + after)).collect()
    }

    /// "Lyon, Paris" and "Paris, Lyon" for two that are exchanged.
    fn turned(&self, one: &AlignedPair<'a>, other: &AlignedPair<'a>) -> Difference {
        let (one, other) = (self.hint.reading.raw(one.mine), self.hint.reading.raw(other.mine));
        Difference { excludes: true, said: format!("{one} … {other}"), found: format!("{other} … {one}") }
    }
}
