//! Words that are in each other's place.

use std::ops::Range;

use super::{Aligned, AlignedPair, Difference, Side, told, word::Word};
use crate::matching::{
    lexicon::forms::{Family, family},
    reading::{Link, Said, TokenKind, are_links, is_one_of},
};

impl<'a> Aligned<'a> {
    /// What stands in another place than in the text.
    pub(super) fn ordered(&self) -> Option<Difference> {
        self.exchanged().or_else(|| self.swapped()).or_else(|| self.replaced()).or_else(|| self.crossed())
    }

    /// "judo le lundi" for "Yoga le lundi, judo le jeudi": each of two parts says something else of its own.
    fn crossed(&self) -> Option<Difference> {
        let parts = |word: &Word<'a>| {
            let joins = matches!(word.link(), Some(Link::And | Link::Or));
            joins || word.raw() == "," || is_one_of(word.raw(), "puis mais then but")
        };
        let part = |word: Word<'a>| self.text.words().take(word.place).filter(parts).count();
        let naming =
            |number: usize| self.text.words().filter(move |word| word.is_naming() && part(*word) == number);
        let left = |number: usize| naming(number).filter(|word| self.is_left(*word));
        let mut neighbours = self.pairs.iter().zip(self.pairs.iter().skip(1));
        neighbours.find_map(|(one, next)| {
            let (ours, theirs) = (part(one.theirs), part(next.theirs));
            let mut between = one.ours.up_to(next.ours).skip(1);
            let said = between.clone().any(|word| word.is_small()) && !between.any(|word| parts(&word));
            if ours == theirs || !said || !one.literal || !next.literal {
                return None;
            }
            let alike = naming(ours).count().abs_diff(naming(theirs).count()) <= 1;
            // "lid" of "Blue lid for paper, green lid for glass" is of both.
            let is_of_both = naming(theirs).any(|word| word.key == one.theirs.key);
            // "from Excel" of "Import clients and suppliers from Excel" is of both.
            let (place, link) = (next.theirs.place, next.theirs.qualifier.link);
            let faces = |word: &Word<'a>| link.is_none() || word.qualifier.link == link;
            let other = left(theirs).find(|word| word.place < place).filter(|_| alike && !is_of_both)?;
            left(ours).find(faces).map(|_| told(next.ours, other))
        })
    }

    /// "NGINX replaces Envoy" for "Replace NGINX with Envoy": what replaces stands before the verb, what is replaced behind it.
    fn replaced(&self) -> Option<Difference> {
        let states = |pair: &&AlignedPair<'a>| {
            is_one_of(pair.ours.raw(), "replaces remplace remplacent") && pair.theirs.place == 0
        };
        let verb = self.pairs.iter().find(states)?;
        let (Some(new), Some(old)) = self.neighbours(verb.ours) else { return None };
        (new.theirs.place < old.theirs.place).then(|| turned(new, old))
    }

    /// Two things that are in each other's part. Either they changed places and the small words did not ("de Lyon à Paris" for "de Paris à Lyon", "les
    /// utilisateurs du groupe" for "les groupes de l'utilisateur"), or the small words did ("aller de Paris à Lyon" for "aller à Paris de Lyon"). Two
    /// numbers keep their order, unless one of them is a year.
    fn exchanged(&self) -> Option<Difference> {
        let tells = |link: Option<Link>| link.is_some_and(|link| !matches!(link, Link::And | Link::Or));
        let are_exchanged = |first: &AlignedPair<'a>, second: &AlignedPair<'a>| {
            let links = |pair: &AlignedPair<'a>| (pair.ours.qualifier.link, pair.theirs.qualifier.link);
            let ((mine, other), (next, facing)) = (links(first), links(second));
            let crossed = second.theirs.place < first.theirs.place;
            let numbers = first.ours.kind == TokenKind::Number && second.ours.kind == TokenKind::Number;
            if crossed && numbers && first.ours.is_year() == second.ours.is_year() {
                return true;
            }
            let beside =
                self.neighbours(first.ours).1.is_some_and(|next| next.ours.place == second.ours.place);
            let alike = if mine == next { beside && facing == other } else { facing != other };
            let moved = crossed && tells(next) && alike;
            // "aller de Paris à Lyon" for "aller à Paris de Lyon"
            let relinked = !crossed && mine != next && tells(mine) && tells(next) && mine == facing;
            // "replace spaces by tabs" for "replace tabs with spaces"
            let replaces = next.zip(other).is_some_and(|links| are_links("replace", links));
            (next == other || replaces) && (moved || relinked)
        };
        let mut pairs = self.pairs.iter().enumerate();
        pairs.find_map(|(place, first)| {
            let mut rest = self.pairs.iter().skip(place + 1);
            rest.find(|second| are_exchanged(first, second)).map(|second| turned(first, second))
        })
    }

    /// "B appelle A" for "A appelle B": the words are in the text's order but for two parts that changed places around others, or two names beside
    /// each other. Any other order is that of keywords.
    fn swapped(&self) -> Option<Difference> {
        let ours: Vec<usize> = self.pairs.iter().map(|pair| pair.ours.place).collect();
        let mut theirs: Vec<usize> = self.pairs.iter().map(|pair| pair.theirs.place).collect();
        theirs.sort_unstable();
        let order = self.pairs.iter().map(|pair| theirs.partition_point(|place| *place < pair.theirs.place));
        let order: Vec<usize> = order.collect();
        let moved = order.iter().enumerate().filter(|(number, place)| number != *place);
        let mut moved = moved.map(|(number, _)| number);
        let (first, last) = (moved.next()?, moved.next_back()?);
        // How long the two parts are: the one that leads in the hint, and the one that leads in the text.
        let behind = (last + 1).checked_sub(*order.get(first)?)?;
        let ahead = (order.get(last)? + 1).checked_sub(first)?;
        let between = (last + 1 - first).checked_sub(behind + ahead)?;
        let swapped = (last + 1 - behind..=last)
            .chain(first + ahead..first + ahead + between)
            .chain(first..first + ahead);
        let is_swap = swapped.eq(order.get(first..=last)?.iter().copied());
        let (one, other) = (self.pairs.get(first)?, self.pairs.get(last)?);
        let second = self.pairs.get(last + 1 - ahead)?;
        let mut parts = self.pairs.get(first..=last)?.iter().enumerate();
        let stays = behind..behind + between;
        let literal = parts.all(|(number, pair)| is_form(pair) || stays.contains(&number));
        let names = one.theirs.is(Said::Proper) && other.theirs.is(Said::Proper);
        // "le client notifie le livreur" says it of "Livreur notifié par le client".
        let by = |word: Word<'a>| word.qualifier.link == Some(Link::By);
        let done_by = |pair: &AlignedPair<'a>| by(pair.ours) != by(pair.theirs);
        let adjacent = (behind, between, ahead) == (1, 0, 1);
        // "reminder for shifts of pilots" is "pilot shift reminder".
        let is_link = |word: Word<'a>| matches!(word.link(), Some(Link::Of | Link::Owner | Link::For));
        let ways = [(one.ours, other.ours), (other.theirs, one.theirs)];
        let small = ways.map(|(from, to)| from.up_to(to).filter(|word| word.is_small()));
        // "Luc et Marc" is "Marc et Luc".
        let joins = |word: Word<'a>| matches!(word.link(), Some(Link::And | Link::Or));
        let listed = between == 0
            && small.clone().into_iter().all(|mut words| {
                words.clone().any(joins) && words.all(|word| joins(word) || word.link().is_none())
            });
        let [bare, facing_bare] = small.clone().map(|mut words| words.next().is_none());
        let [linked, facing_linked] = small.map(|mut words| words.any(is_link));
        let keywords =
            behind + ahead > 2 && bare && !facing_bare || bare && facing_linked || linked && facing_bare;
        let keeps_signs =
            signs(&self.hint, &ours, first..last, behind) == signs(&self.text, &theirs, first..last, ahead);
        let told = is_swap
            && !listed
            && literal
            && ![one, second].into_iter().any(done_by)
            && !keywords
            && one.ours.is_year() == other.ours.is_year()
            && (between > 0 || adjacent && (names || one.ours.lexeme.excludes(other.ours.lexeme)))
            && (between == 0 || keeps_signs);
        told.then(|| Difference { excludes: false, ..turned(one, other) })
    }
}

/// For each sign inside a part: how many of its words stand before the sign, without the `after` words that lead it. "GPL for users, MIT for others" keeps
/// its comma where the two are exchanged.
fn signs(side: &Side<'_>, words: &[usize], part: Range<usize>, after: usize) -> Vec<usize> {
    let signs = side.words().filter(|word| word.kind == TokenKind::Sign);
    let before = signs.map(|sign| words.partition_point(|place| *place < sign.place));
    let inside = before.filter(|words| (part.start + 1..=part.end).contains(words));
    inside.map(|words| words.wrapping_sub(part.start + after)).collect()
}

/// Whether both are forms of one word, whatever else the tables say of each: "perdu", "perdue".
fn is_form(pair: &AlignedPair<'_>) -> bool {
    pair.literal || family(pair.ours.word(), pair.theirs.word()) == Family::Inflection
}

/// "Lyon, Paris" and "Paris, Lyon" for two that are exchanged.
fn turned(one: &AlignedPair<'_>, other: &AlignedPair<'_>) -> Difference {
    let (one, other) = (one.ours.raw(), other.ours.raw());
    let (said, found) = (format!("{one} … {other}"), format!("{other} … {one}"));
    Difference { excludes: true, refuses: false, said, found }
}
