//! Words that are in each other's place.

use super::{
    Aligned, Difference, Pair, What,
    around::{is_strong, small_before},
};
use crate::matching::{
    reading::{Kind, Link, Reading, Said, Token, are_links, is_one_of},
    text::is_naming,
};

impl<'a> Aligned<'a> {
    /// "de Lyon à Paris" for "de Paris à Lyon": what stands before two things, each is before the other. Numbers have their order.
    pub(super) fn exchanged(&self) -> Option<Difference> {
        let pairs = self.pairs.iter().enumerate();
        pairs
            .flat_map(|(number, first)| self.pairs.iter().skip(number + 1).map(move |second| (first, second)))
            .find_map(|(first, second)| {
                let crossed = second.theirs < first.theirs;
                let links = |pair: &Pair<'a>| (pair.mine.qualifier.link, pair.other.qualifier.link);
                let ((a, c), (b, d)) = (links(first), links(second));
                let strong = |link: Option<Link>| link.is_some_and(is_strong);
                let turned = a == d && b == c && a != b && (strong(a) || strong(b));
                // "le dossier vers le moniteur" for "du moniteur vers le dossier"
                let moves_over = crossed && b == c && strong(b) && a != b && c != d;
                // "when the drive is unplugged" is "when unplugging the drive": the whole clause is said of.
                let clause = a == Some(Link::When) && b.is_none();
                // "by name, then by date"
                let sequence = [a, b].contains(&Some(Link::Then));
                let apart = !sequence && parts(&self.hint.reading, first.ours, second.ours);
                let exchanged = (turned || moves_over) && !clause && !apart;
                let years = |pair: &Pair<'a>| self.hint.reading.word(pair.mine).len() > 3;
                let numbers = first.mine.kind == Kind::Number && second.mine.kind == Kind::Number;
                let unordered = crossed && numbers && years(first) == years(second);
                (exchanged || unordered).then(|| self.turned(first, second))
            })
    }

    /// "|| par &&" for "&& par ||": the same signs in another order.
    pub(super) fn reordered_signs(&self) -> Option<Difference> {
        let signs = |reading: &Reading| {
            let symbols = reading.tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Symbol);
            symbols.map(|(place, token)| (token.key, place)).collect::<Vec<_>>()
        };
        let (ours, theirs) = (signs(&self.hint.reading), signs(&self.text.reading));
        let (_, place) =
            ours.iter().zip(&theirs).find(|(mine, other)| mine.0 != other.0).map(|(mine, _)| mine)?;
        let sorted = |signs: &[(u64, usize)]| {
            let mut keys: Vec<u64> = signs.iter().map(|(key, _)| *key).collect();
            keys.sort_unstable();
            keys
        };
        (sorted(&ours) == sorted(&theirs)).then(|| self.told(What::Exchange, *place, None))
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
        let is_of = |token: &Token| token.qualifier.link == Some(Link::Of);
        let compound = self.pairs.get(first + behind).is_some_and(|pivot| {
            // "the copying room's fan" is the fan in that room.
            let inside = matches!(one.other.qualifier.link, Some(Link::In | Link::On | Link::At));
            is_of(pivot.mine) && !is_of(pivot.other) && !is_of(one.other)
                || inside && pivot.mine.qualifier.link == Some(Link::Owner)
        });
        let has_small = |reading: &Reading, from: usize, to: usize| {
            (from..to).any(|place| reading.has(place, Token::is_small))
        };
        let keywords = behind + ahead > 2
            && !has_small(&self.hint.reading, one.ours, other.ours)
            && has_small(&self.text.reading, other.theirs, one.theirs);
        // "vers le blog du site", "du site vers le blog": each has its own small word in both, or one like it.
        let kept = |pair: &Pair<'a>| {
            let links = pair.mine.qualifier.link.zip(pair.other.qualifier.link);
            links.is_some_and(|(mine, other)| mine == other || are_links("alike", (mine, other)))
        };
        let free =
            adjacent && kept(one) && kept(other) && one.mine.qualifier.link != other.mine.qualifier.link;
        let told = literal
            && !free
            && !compound
            && !done_by(one)
            && !done_by(second)
            && !keywords
            && (between > 0
                || owns(one, second) && (adjacent || is_of(second.mine) && is_of(one.other))
                || self.is_contrary(one, second)
                || adjacent
                    && (names || one.mine.lexeme.excludes(other.mine.lexeme) || is_head_turned(one, other)))
            && !(numbers && years(one) != years(other))
            && if between > 0 {
                self.signs(false, first + behind) == self.signs(true, first + ahead)
            } else {
                !parts(&self.hint.reading, one.ours, other.ours)
                    && !parts(&self.text.reading, one.theirs, other.theirs)
            };
        told.then(|| self.turned(one, other))
    }

    /// "la page du nouveau client" for "la nouvelle page du client", "trois clés pour deux" for "deux clés pour trois": what a word stands right before says something of it.
    pub(super) fn attached(&self) -> Option<Difference> {
        if !self.pairs.iter().all(|pair| pair.literal) {
            return None;
        }
        let beside = |pair: &Pair<'a>| {
            let (ours, theirs) = (pair.ours + 1, pair.theirs + 1);
            let names = |pair: &&Pair<'a>| is_naming(pair.mine) && is_naming(pair.other);
            let mine = self.pairs.iter().filter(names).find(|other| other.ours == ours)?;
            let other = self.pairs.iter().filter(names).find(|other| other.theirs == theirs)?;
            let moved = mine.ours != other.ours
                && !phrase(&self.hint.reading, pair.ours).contains(&other.ours)
                && !phrase(&self.text.reading, pair.theirs).contains(&mine.theirs)
                // "l'expert refuse" is "refusé par l'expert".
                && mine.other.qualifier.link != Some(Link::By)
                && other.mine.qualifier.link != Some(Link::By);
            moved.then(|| self.turned(mine, other))
        };
        self.pairs.iter().find_map(beside)
    }

    /// "refusé 3 fois à la borne" for "refusé à la borne 3": a number stands beside a word that it stands beside in the text.
    pub(super) fn counts_another(&self) -> Option<Difference> {
        if !self.hint.reading.tokens.iter().any(Token::is_small) {
            return None;
        }
        // The words beside a number, by the places of their partners in the text.
        let beside = |theirs: bool, number: usize| {
            let reading = if theirs { &self.text.reading } else { &self.hint.reading };
            let is_word =
                |place: &usize| reading.has(*place, |token| is_naming(token) && token.kind == Kind::Word);
            let before = (0..number).rev().find(is_word);
            let behind = (number + 1..reading.tokens.len()).find(is_word);
            let paired = move |place: usize| {
                let at = |pair: &&Pair<'a>| (if theirs { pair.theirs } else { pair.ours }) == place;
                self.pairs.iter().filter(|pair| pair.literal).find(at).map(|pair| pair.theirs)
            };
            before.into_iter().chain(behind).filter_map(paired).collect::<Vec<usize>>()
        };
        let counts_another = |pair: &&Pair<'a>| {
            let (mine, other) = (pair.mine, pair.other);
            let is_count = mine.kind == Kind::Number && mine.key == other.key && mine.len() < 4;
            // "à deux", "en 30 s" go where they like.
            let free = mine.qualifier.link.is_some() && mine.qualifier.link == other.qualifier.link;
            let (ours, theirs) = (beside(false, pair.ours), beside(true, pair.theirs));
            is_count
                && !free
                && !ours.is_empty()
                && !theirs.is_empty()
                && !ours.iter().any(|place| theirs.contains(place))
        };
        self.pairs.iter().find(counts_another).map(|pair| self.told(What::Exchange, pair.ours, pair.theirs))
    }

    /// "UTC but it is local time" for "local time but it is UTC"
    fn is_contrary(&self, one: &Pair<'a>, second: &Pair<'a>) -> bool {
        let contrary = |reading: &Reading, place: usize| {
            small_before(reading, place).any(|place| is_one_of(reading.raw_at(place), "but mais"))
        };
        contrary(&self.hint.reading, second.ours) && contrary(&self.text.reading, one.theirs)
    }

    /// How many words after these each sign of the text, or of the hint, stands.
    fn signs(&self, theirs: bool, after: usize) -> Vec<usize> {
        let reading = if theirs { &self.text.reading } else { &self.hint.reading };
        let signs = reading.tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Sign);
        let before = |place| {
            let place_of = |pair: &&Pair<'a>| (if theirs { pair.theirs } else { pair.ours }) < place;
            self.pairs.iter().filter(place_of).count()
        };
        signs.map(|(place, _)| before(place).wrapping_sub(after)).collect()
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

/// Whether a sign parts two places. A dash is a way from one to the other.
fn parts(reading: &Reading, one: usize, other: usize) -> bool {
    let parts = |place| reading.has(place, |token| token.kind == Kind::Sign) && reading.raw_at(place) != "-";
    (one.min(other)..one.max(other)).any(parts)
}

/// The words around a place that nothing parts, not even a small word.
fn phrase(reading: &Reading, place: usize) -> std::ops::Range<usize> {
    let joined = |place: &usize| reading.has(*place, is_naming) || reading.raw_at(*place) == "-";
    let first = (0..place).rev().take_while(joined).last().unwrap_or(place);
    let end = (place..reading.tokens.len()).take_while(joined).last().unwrap_or(place) + 1;
    first..end
}

/// "the reader's invoice" is no "invoice reader".
fn is_head_turned(one: &Pair<'_>, other: &Pair<'_>) -> bool {
    let links = [other.mine.qualifier.link, one.other.qualifier.link];
    links.contains(&Some(Link::Owner)) && links.contains(&None)
}

/// "les utilisateurs du groupe" for "les groupes de l'utilisateur": whichever comes second is the other's.
fn owns(one: &Pair<'_>, other: &Pair<'_>) -> bool {
    let linked =
        |token: &Token| token.qualifier.link.is_some_and(|link| !matches!(link, Link::And | Link::Or));
    linked(other.mine) && linked(one.other)
}
