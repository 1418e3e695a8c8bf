//! What the small words and signs beside a word say of it, and otherwise, or not, of its partner.

use super::{Aligned, AlignedPair, Difference};
use crate::matching::lexicon::{Class, Mark, forms::is_denial};
use crate::matching::reading::{
    Link, Modality, Reading, Said, Set, Token, TokenKind, UNABLE, are_links, is_known_name, is_of_woman,
    is_one_of, modality, only, places,
};
use crate::matching::text::is_naming;

impl<'a> Aligned<'a> {
    /// What is said of one word and otherwise, or not, of its partner.
    pub(super) fn between(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        self.negated(pair)
            .or_else(|| self.glued(pair))
            .or_else(|| self.compared(pair))
            .or_else(|| self.counted(pair))
            .or_else(|| self.pointed(pair))
            .or_else(|| self.modal(pair))
            .or_else(|| self.owed(pair))
            .or_else(|| self.linked(pair))
            .or_else(|| self.displaced(pair))
            .or_else(|| self.sensed(pair))
    }

    fn negated(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let no = |token: &Token| token.is(Said::Negated);
        let mine = |pair: &AlignedPair<'a>| no(pair.mine) && self.phrased.0 & only(pair.ours) == 0;
        let other = |pair: &AlignedPair<'a>| no(pair.other) && self.phrased.1 & only(pair.theirs) == 0;
        // A "no" said of another word may be this one, but not that of "hors service", which the hint leaves out.
        let elsewhere =
            |reading: &Reading, phrased: Set, open: Set, says_no: &dyn Fn(&AlignedPair<'a>) -> bool| {
                let noes = (0..reading.tokens.len()).filter(|place| {
                    // "n'a pas de prime" is "prime absente".
                    let lacks = open & only(*place) != 0 && is_one_of(reading.raw_at(*place), LACKING);
                    let unable = UNABLE.contains(&reading.raw_at(*place)) || lacks;
                    let out = |token: &Token| token.qualifier.link == Some(Link::Out);
                    let says = |token: &Token| !out(token) && (unable || no(token));
                    phrased & only(*place) == 0 && reading.has(*place, says)
                });
                noes.count() > self.pairs.iter().filter(|pair| says_no(pair)).count()
            };
        // "sans accès réseau" is "without network access".
        let is_beside = |beside: &AlignedPair<'a>| {
            let reversed = (other(beside), mine(beside));
            reversed == (mine(pair), other(pair))
                && !(pair.literal && beside.literal)
                && beside.ours.abs_diff(pair.ours) == 1
                && beside.theirs.abs_diff(pair.theirs) == 1
        };
        match (mine(pair), other(pair)) {
            (ours, theirs) if ours != theirs && self.pairs.iter().any(is_beside) => None,
            _ if is_denial(self.hint.reading.word(pair.mine), self.text.reading.word(pair.other)) => None,
            (true, false) if !elsewhere(&self.text.reading, self.phrased.1, self.theirs, &other) => {
                Some(self.told(Self::no_of(&self.hint.reading, pair.ours), None))
            }
            (false, true) if !elsewhere(&self.hint.reading, self.phrased.0, self.ours, &mine) => {
                Some(self.told(None, Self::no_of(&self.text.reading, pair.theirs)))
            }
            _ => None,
        }
    }

    /// The small word nearest to a place that says no.
    fn no_of(reading: &Reading, place: usize) -> Option<usize> {
        let says_no = |place: &usize| reading.has(*place, Token::negates);
        (place.saturating_sub(4)..place).rev().chain(place + 1..place + 3).find(says_no)
    }

    /// "ERR4" for "ERR42", "5 MV" for "5 mV", "web1" for "web01".
    fn glued(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let is_open = |place: &usize| self.theirs & only(*place) != 0;
        let (ours, theirs) = (pair.ours.checked_sub(1), pair.theirs.checked_sub(1));
        let said = ours.map_or("", |place| self.hint.reading.raw_at(place));
        let found = theirs.map_or("", |place| self.text.reading.raw_at(place));
        let next = Some(pair.theirs + 1).filter(is_open).filter(|next| {
            let word = self.text.reading.raw_at(*next);
            let is_number = pair.mine.kind == TokenKind::Number;
            // "20 demandes" for "20 % des demandes", "cent pins" for "cent hectares de pins"
            let sign = self.text.reading.has(*next, |token| token.kind == TokenKind::Word)
                && !word.starts_with(char::is_alphanumeric);
            let of = self.is_left(*next) && is_one_of(self.text.reading.raw_at(next + 1), "de d of");
            let counts = is_number && self.mine(pair.ours + 1).is_some_and(is_naming);
            let measures = counts && (sign || of) || is_number && is_one_of(word, MULTIPLES);
            // "bloc a" for "bloc B"
            let is_letter = |token: &Token| token.kind == TokenKind::Word && token.len() == 1;
            let letter = self.is_left(*next)
                && self.hint.reading.has(pair.ours + 1, |token| is_letter(token) && token.accents == 0);
            let is_part = |token: &Token| {
                token.field == pair.other.field
                    && (measures || token.is(Said::Glued) || letter && is_letter(token))
            };
            self.text.reading.has(*next, is_part) && self.hint.reading.raw_at(pair.ours + 1) != word
        });
        // "garde" for "avant-garde"
        let is_word = pair.other.kind == TokenKind::Word;
        let parted = pair.other.is(Said::Glued) && is_word && found != "e" && said != found;
        let parted = theirs.filter(is_open).filter(|_| parted);
        if next.is_some() || parted.is_some() {
            return Some(self.told(pair.ours, next.or(parted)));
        }
        // "sous-directeur" for "directeur"
        let is_prefix = |before: &usize| {
            self.ours & only(*before) != 0 && self.hint.reading.has(*before, Token::is_small)
        };
        let prefixed = ours.filter(is_prefix).filter(|_| pair.mine.is(Said::Glued) && said != found);
        if prefixed.is_some() {
            return Some(self.told(prefixed, pair.theirs));
        }
        let measured =
            ours.is_some_and(|before| self.hint.reading.has(before, |token| token.kind == TokenKind::Number));
        let unit = measured
            && pair.literal
            && pair.mine.is(Said::Upper)
            && pair.mine.is(Said::Large) != pair.other.is(Said::Large);
        // "CM" for "Cm", "the US" for "us"; one that is written small throughout says nothing by it.
        let (mine, other) = (pair.mine, pair.other);
        let chosen =
            if other.is(Said::Upper) { mine.len() == 2 } else { other.is_small() && other.small.is_none() };
        let inside = !mine.is(Said::First) && !other.is(Said::First) && !measured;
        let capitals = chosen
            && inside
            && mine.key == other.key
            && mine.is(Said::Upper)
            && mine.is(Said::Capital) != other.is(Said::Capital);
        let padded = pair.mine.is(Said::Glued)
            && pair.mine.key == pair.other.key
            && self.hint.reading.word(pair.mine) != self.text.reading.word(pair.other);
        (unit || capitals || padded).then(|| self.told(pair.ours, pair.theirs))
    }

    /// The small words before a word and its partner that say something of a kind, or else the words.
    pub(super) fn told_before<T>(
        &self,
        pair: &AlignedPair<'a>,
        says: impl Fn(&Token) -> Option<T>,
        excludes: bool,
    ) -> Difference {
        let before = |reading: &Reading, place| {
            let said = |before: &usize| reading.has(*before, |token| says(token).is_some());
            small_before(reading, place).rev().find(said).unwrap_or(place)
        };
        let (ours, theirs) = (before(&self.hint.reading, pair.ours), before(&self.text.reading, pair.theirs));
        Difference { excludes, ..self.told(ours, theirs) }
    }

    /// "doit signer" for "peut signer", "a prévenu" for "a été prévenu", "pourrait fermer" for "ferme".
    fn modal(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        use Modality::{May, Might, Must, Need, Should, Will};
        let open = |modality| matches!(modality, May | Might | Must | Need | Should | Will);
        // What is denied is compared as such: "needn't" is not "mustn't".
        let denied = pair.mine.is(Said::Negated);
        let read = |modality| if modality == Need && !denied { Must } else { modality };
        let mine = modal_before(&self.hint.reading, pair.ours);
        let other = modal_before(&self.text.reading, pair.theirs).map(|(place, found)| (place, read(found)));
        // What a phrase says of it is compared as a part of the phrase: "can't delete" is "cannot delete".
        if self.phrased.0 & only(pair.ours) != 0 {
            return None;
        }
        let (place, said) = mine.map(|(place, said)| (place, read(said)))?;
        let is_all = self.is_all && self.in_order(pair) && !denied;
        // "can't print" is "won't print".
        let fails = |modality| denied && matches!(modality, May | Will);
        let differs = match other {
            Some((_, found)) if fails(said) && fails(found) => false,
            Some((_, found)) => said != found && (is_all || open(said) && open(found)),
            None => is_all && open(said) && self.neighbours(place).0.is_some(),
        };
        differs.then(|| self.told(place, other.map(|(place, _)| place)))
    }

    /// "à payer" for "payées", "to be paid" for "paid".
    fn owed(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let mine = is_owed(&self.hint.reading, pair.ours)?;
        let other = is_owed(&self.text.reading, pair.theirs)?;
        let be = |reading: &Reading, place: usize| place > 0 && reading.raw_at(place - 1) == "be";
        // "types to api" is no verb.
        let is_verb = pair.mine.key != pair.other.key
            || be(&self.hint.reading, pair.ours)
            || be(&self.text.reading, pair.theirs);
        (mine != other && is_verb).then(|| self.told(pair.ours, pair.theirs))
    }

    /// Whether all others stand before and behind a word as they do in the text.
    fn in_order(&self, pair: &AlignedPair<'a>) -> bool {
        self.pairs.iter().all(|other| (other.ours < pair.ours) == (other.theirs < pair.theirs))
    }

    fn linked(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let mine = link_of(&self.hint.reading, pair.ours);
        let other = link_of(&self.text.reading, pair.theirs);
        let links = mine.zip(other);
        let are = |kind| links.is_some_and(|links| are_links(kind, links));
        let is_number = pair.mine.kind == TokenKind::Number;
        let in_order = self.in_order(pair);
        // Who does it in one of the two has it done in the other; a hint of keywords says neither.
        let is_small = |place| self.hint.reading.has(place, Token::is_small);
        let said = !pair.mine.is(Said::Glued) && small_before(&self.hint.reading, pair.ours).any(is_small);
        let done_by = mine.xor(other) == Some(Link::By) && pair.literal && said;
        // "abaisser de 3 points", "abaisser à 3 points"
        let is_change = |head: &AlignedPair<'a>| head.other.lexeme.is(Mark::Changes);
        let by_much = are("amount") && self.pairs.iter().any(is_change);
        let excludes = are("exclude") || by_much || in_order && done_by;
        // "par manque d'eau" is "dû au manque d'eau", but "par le client" is not "à cause du client".
        let is_cause = matches!(links, Some((Link::By, Link::Because) | (Link::Because, Link::By)));
        // "replace tabs by spaces" is "with spaces".
        let replaces = |token: &Token| {
            ["replac", "remplac"].iter().any(|verb| self.text.reading.word(token).starts_with(verb))
        };
        let is_replaced = matches!(links, Some((Link::By, Link::With) | (Link::With, Link::By)))
            && self.text.reading.tokens.iter().any(replaces);
        // The more the rest agrees, the more a small word counts.
        let changed = self.is_all
            && in_order
            && links.is_some_and(|(mine, other)| mine != other)
            && !pair.mine.is(Said::Negated)
            && !stands_free(&self.hint.reading, pair.ours)
            && !stands_free(&self.text.reading, pair.theirs)
            && (!are("alike") || is_cause)
            && !is_replaced
            && !(is_number && are("dates"));
        // "verre de vin" for "verre à vin": without an article it says what for.
        let alone = |reading: &'a Reading, place: usize| {
            let small = small_before(reading, place);
            if small.len() == 1 { reading.raw_at(small.start) } else { "" }
        };
        let both = (alone(&self.hint.reading, pair.ours), alone(&self.text.reading, pair.theirs));
        // "sous Android" is "sur Android", but "sous Lyon" is not "sur Lyon".
        let is_platform = pair.other.is(Said::Large) && !is_known_name(self.text.reading.raw(pair.other));
        if is_platform
            && matches!(both, ("sous" | "a", "sur" | "avec" | "a" | "sous") | ("sur" | "avec", "sous"))
        {
            return None;
        }
        // "message de Luc" for "message à Luc", "train de Nantes" for "train pour Nantes"; but "réunion de Nantes" is "réunion à Nantes".
        let name = self.text.reading.raw(pair.other);
        let whose = match both {
            ("a", "de" | "d") | ("de" | "d", "a") => {
                let is_name = pair.other.is(Said::Large);
                is_of_woman(name).is_some() || links.is_some() && !is_number && !is_name
            }
            ("de" | "d", "pour") | ("pour", "de" | "d") => is_known_name(name),
            _ => false,
        };
        (excludes || changed || whose).then(|| self.told_before(pair, Token::link, excludes))
    }

    /// "après" where the text says nothing of it; and what says all of a text's words says them under the same conditions: "si" is not "même si".
    pub(super) fn said_otherwise(&self) -> Option<Difference> {
        // What is a part of a phrase that has a partner says nothing of its own: "out of memory" is "OOM".
        let lacking = |one: &Reading, open: Set, other: &Reading| {
            let says = |link: Link| {
                let same = |found: Link| found == link || are_links("alike", (found, link));
                other.tokens.iter().any(|token| token.link().is_some_and(same))
            };
            let lacks = |token: &Token| {
                let stated = !token.is(Said::Contrasted);
                token.link().is_some_and(|link| stated && are_links("tells", (link, link)) && !says(link))
            };
            places(open).find(|place| one.has(*place, lacks))
        };
        let ours = lacking(&self.hint.reading, self.ours, &self.text.reading);
        // "Christmas" for "avant Noël"
        let literal = self.pairs.iter().all(|pair| pair.literal);
        let theirs = lacking(&self.text.reading, self.theirs, &self.hint.reading)
            .filter(|place| self.is_all && (literal || *place == 0));
        (ours.is_some() || theirs.is_some()).then(|| self.told(ours, theirs))
    }

    /// "au parrain" where the text has "au filleul" and the parrain elsewhere; "copier vers la prod la préprod" for "copier la prod vers la préprod".
    fn displaced(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let mine = link_of(&self.hint.reading, pair.ours).filter(|link| is_strong(*link));
        let part = mine.filter(|_| link_of(&self.text.reading, pair.theirs).is_none())?;
        let plays = |place: usize| link_of(&self.text.reading, place) == Some(part);
        let left = places(self.theirs)
            .find(|place| self.is_left(*place) && place + 1 != pair.theirs && plays(*place));
        let is_way = matches!(part, Link::Toward | Link::From | Link::Until | Link::Before | Link::After);
        let unlinked = |other: &&AlignedPair<'a>| is_way && link_of(&self.hint.reading, other.ours).is_none();
        let other = self.pairs.iter().filter(unlinked).map(|other| other.theirs).find(|place| {
            // "from silo A" is "from A silo".
            place.abs_diff(pair.theirs) > 1 && plays(*place)
        });
        let excludes = left.is_none();
        left.or(other).map(|other| Difference { excludes, ..self.told(pair.ours, other) })
    }
}

/// Whether the small words before a place leave open how it is related to what: they lead the text, or there is no article ("page de connexion").
fn stands_free(reading: &Reading, place: usize) -> bool {
    let mut small = small_before(reading, place);
    let whom = |token: &Token| token.is(Said::Large) && !token.is(Said::First) && !token.is(Said::Capital);
    let free = if reading.has(place, whom) { "de d" } else { "de d par per" };
    small.start == 0 || small.all(|place| is_one_of(reading.raw_at(place), free))
}

/// What says that something is not there.
const LACKING: &str =
    "absent absente absents absentes missing manquant manquante manquants manquantes manque manquent";

/// What multiplies the number before it.
const MULTIPLES: &str =
    "k md dozen dozens douzaine douzaines million millions milliard milliards billion billions";

/// Small words before what is done.
const BESIDE_PARTICIPLE: &str =
    "qui que que that which is are was were has have been est sont etait a ont ete";

/// Whether what a verb says is still to be done ("à payer", "to be paid") or is done ("payée"), if it says either.
pub(super) fn is_owed(reading: &Reading, place: usize) -> Option<bool> {
    let ends = |word: &str, endings: &str| endings.split(' ').any(|ending| word.ends_with(ending));
    let (word, mut small) = (reading.word_at(place), small_before(reading, place));
    // "expiré" is no infinitive.
    let bare = reading.has(place, |token| token.accents == 0);
    let infinitive = ends(reading.raw_at(place), if bare { "er ir re" } else { "er ir" });
    let last = small.clone().last().map_or("", |last| reading.raw_at(last));
    if is_one_of(last, if infinitive { "a to se s" } else { "to be" }) {
        return Some(true);
    }
    let says = |place| is_one_of(reading.raw_at(place), BESIDE_PARTICIPLE);
    let behind = small.start.checked_sub(1).is_some_and(|before| reading.has(before, Token::is_spoken));
    let done = behind && !infinitive && ends(word, "e i u t d n is") && !ends(word, "ment on age");
    (done && small.all(says)).then_some(false)
}

/// Where it stands before a word that it may be or has to be so, and what that says.
fn modal_before(reading: &Reading, place: usize) -> Option<(usize, Modality)> {
    let around =
        |place: &usize| reading.has(*place, |token| token.is_small() || token.lexeme.class == Class::Filler);
    let modal = |place| Some((place, modality(reading, place)?));
    (0..place).rev().take_while(around).find_map(modal)
}

/// Links that tell which of two things is which, wherever the two stand.
fn is_strong(link: Link) -> bool {
    use Link::{And, During, For, In, Of, On, Or, Owner, Under};
    !matches!(link, Of | Owner | For | In | On | Under | During | And | Or)
}

/// How a word is related to what stands before it, where a small word says so.
fn link_of(reading: &Reading, place: usize) -> Option<Link> {
    let token = reading.tokens.get(place)?;
    token.qualifier.link.filter(|_| !small_before(reading, place).is_empty())
}

/// The small words right before a place.
fn small_before(reading: &Reading, place: usize) -> std::ops::Range<usize> {
    let small =
        |before: &usize| reading.has(*before, |token| token.is_small() || token.kind == TokenKind::Symbol);
    place - (0..place).rev().take_while(small).count()..place
}
