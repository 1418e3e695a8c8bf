//! What the small words and signs beside a word say of it, and otherwise, or not, of its partner.

use super::{Aligned, AlignedPair, Difference, Side, told, word::Word};
use crate::matching::{
    lexicon::{Mark, forms::is_denial},
    reading::{
        Link, Modality, Said, Token, TokenKind, UNABLE, are_links, is_known_name, is_of_woman, is_one_of,
    },
};

impl<'a> Aligned<'a> {
    /// What is said of one word and otherwise, or not, of its partner.
    pub(super) fn between(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        self.negated(pair)
            .or_else(|| self.glued(pair))
            .or_else(|| self.compared(pair))
            .or_else(|| self.counted(pair))
            .or_else(|| self.pointed(pair))
            .or_else(|| self.modal(pair))
            .or_else(|| owed(pair))
            .or_else(|| self.linked(pair))
            .or_else(|| self.displaced(pair))
            .or_else(|| self.sensed(pair))
    }

    fn negated(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let mine = |pair: &AlignedPair<'a>| self.hint.denies(pair.ours);
        let other = |pair: &AlignedPair<'a>| self.text.denies(pair.theirs);
        // A "no" said of another word may be this one, but not that of "hors service", which the hint leaves out.
        let elsewhere = |side: &Side<'a>, is_denied: &dyn Fn(&AlignedPair<'a>) -> bool| {
            let says_no = |word: &Word<'a>| {
                // "n'a pas de prime" is "prime absente".
                let lacks = side.is_open(*word) && is_one_of(word.raw(), LACKING);
                let is_no = lacks || word.is(Said::Negated) || UNABLE.contains(&word.raw());
                is_no && word.qualifier.link != Some(Link::Out) && !side.is_phrased(*word)
            };
            side.words().filter(says_no).count() > self.pairs.iter().filter(|pair| is_denied(pair)).count()
        };
        // "sans accès réseau" is "without network access".
        let is_beside = |beside: &AlignedPair<'a>| {
            (other(beside), mine(beside)) == (mine(pair), other(pair))
                && !(pair.literal && beside.literal)
                && beside.ours.place.abs_diff(pair.ours.place) == 1
                && beside.theirs.place.abs_diff(pair.theirs.place) == 1
        };
        match (mine(pair), other(pair)) {
            (ours, theirs) if ours != theirs && self.pairs.iter().any(is_beside) => None,
            _ if is_denial(pair.ours.word(), pair.theirs.word()) => None,
            (true, false) if !elsewhere(&self.text, &other) => {
                // "facture pas payée" may be said of "Payer la facture".
                Some(Difference { excludes: !pair.theirs.is_infinitive(), ..told(no_of(pair.ours), None) })
            }
            (false, true) if !elsewhere(&self.hint, &mine) => Some(told(None, no_of(pair.theirs))),
            _ => None,
        }
    }

    /// "ERR4" for "ERR42", "5 MV" for "5 mV", "web1" for "web01".
    fn glued(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let (mine, other) = (pair.ours, pair.theirs);
        let (said, found) = (mine.raw_before(), other.raw_before());
        let is_part = |next: &Word<'a>| {
            // "20 demandes" for "20 % des demandes", "cent pins" for "cent hectares de pins"
            let sign = next.kind == TokenKind::Word && !next.raw().starts_with(char::is_alphanumeric);
            let of = self.is_left(*next) && is_one_of(next.raw_behind(), "de d of");
            let counts = mine.behind().next().is_some_and(|counted| counted.is_naming()) && (sign || of);
            let is_number = mine.kind == TokenKind::Number;
            let measures = is_number && (counts || is_one_of(next.raw(), MULTIPLES));
            // "bloc a" for "bloc B"
            let is_letter = |word: &Token| word.kind == TokenKind::Word && word.len() == 1;
            let is_said = |said: Word<'a>| is_letter(&said) && said.accents == 0;
            let letter = self.is_left(*next) && is_letter(next) && mine.behind().next().is_some_and(is_said);
            self.text.is_open(*next)
                && next.field == other.field
                && (measures || next.is(Said::Glued) || letter)
                && mine.raw_behind() != next.raw()
        };
        // "garde" for "avant-garde"
        let is_word = other.kind == TokenKind::Word;
        let is_parted = other.is(Said::Glued) && is_word && found != "e" && said != found;
        let parted = other.before().next().filter(|before| is_parted && self.text.is_open(*before));
        let part = other.behind().next().filter(is_part).or(parted);
        if part.is_some() {
            return Some(told(mine, part));
        }
        // "sous-directeur" for "directeur"
        let before = mine.before().next();
        let is_prefix = |before: &Word<'a>| self.hint.is_open(*before) && before.is_small();
        let prefix = before.filter(is_prefix).filter(|_| mine.is(Said::Glued) && said != found);
        if prefix.is_some() {
            return Some(told(prefix, other));
        }
        let measured = before.is_some_and(|before| before.kind == TokenKind::Number);
        let unit =
            measured && pair.literal && mine.is(Said::Upper) && mine.is(Said::Large) != other.is(Said::Large);
        // "CM" for "Cm", "the US" for "us"; one that is written small throughout says nothing by it.
        let chosen =
            if other.is(Said::Upper) { mine.len() == 2 } else { other.is_small() && other.small.is_none() };
        let inside = !mine.is(Said::First) && !other.is(Said::First) && !measured;
        let capitals = chosen
            && inside
            && mine.key == other.key
            && mine.is(Said::Upper)
            && mine.is(Said::Capital) != other.is(Said::Capital);
        let padded = mine.is(Said::Glued) && mine.key == other.key && mine.word() != other.word();
        (unit || capitals || padded).then(|| told(mine, other))
    }

    /// "doit signer" for "peut signer", "a prévenu" for "a été prévenu", "pourrait fermer" for "ferme".
    fn modal(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        use Modality::{May, Might, Must, Need, Should, Will};
        let open = |modality| matches!(modality, May | Might | Must | Need | Should | Will);
        // What is denied is compared as such: "needn't" is not "mustn't".
        let denied = pair.ours.is(Said::Negated);
        let read = |(place, modality)| (place, if modality == Need && !denied { Must } else { modality });
        // What a phrase says of it is compared as a part of the phrase: "can't delete" is "cannot delete".
        let mine = pair.ours.modal_before().filter(|_| !self.hint.is_phrased(pair.ours));
        let (place, said) = mine.map(read)?;
        let other = pair.theirs.modal_before().map(read);
        let is_all = self.is_all && self.in_order(pair.ours, pair.theirs) && !denied;
        // "can't print" is "won't print".
        let fails = |modality| denied && matches!(modality, May | Will);
        let differs = match other {
            Some((_, found)) if fails(said) && fails(found) => false,
            Some((_, found)) => said != found && (is_all || open(said) && open(found)),
            None => is_all && open(said) && self.neighbours(place).0.is_some(),
        };
        differs.then(|| told(place, other.map(|(place, _)| place)))
    }

    /// Whether all others stand before and behind a word as they do in the text.
    pub(super) fn in_order(&self, ours: Word<'a>, theirs: Word<'a>) -> bool {
        let is_alike =
            |pair: &AlignedPair<'a>| (pair.ours.place < ours.place) == (pair.theirs.place < theirs.place);
        self.pairs.iter().all(is_alike)
    }

    fn linked(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let (ours, theirs) = (pair.ours, pair.theirs);
        let (mine, other) = (ours.relation(), theirs.relation());
        let links = mine.zip(other);
        let are = |kind| links.is_some_and(|links| are_links(kind, links));
        let is_number = ours.kind == TokenKind::Number;
        let in_order = self.in_order(ours, theirs);
        // Who does it in one of the two has it done in the other; a hint of keywords says neither.
        let said = !ours.is(Said::Glued) && ours.small_before().any(|word| word.is_small());
        let done_by = mine.xor(other) == Some(Link::By) && pair.literal && said;
        // "abaisser de 3 points", "abaisser à 3 points"
        let is_change = |head: &AlignedPair<'a>| head.theirs.lexeme.is(Mark::Changes);
        let by_much = are("amount") && self.pairs.iter().any(is_change);
        let excludes = are("exclude") || by_much || in_order && done_by;
        // "replace tabs by spaces" is "with spaces".
        let replaces =
            |word: Word<'a>| ["replac", "remplac"].iter().any(|verb| word.word().starts_with(verb));
        let is_replaced = are("replace") && self.text.words().any(replaces);
        // The more the rest agrees, the more a small word counts.
        let changed = self.is_all
            && in_order
            && links.is_some_and(|(mine, other)| mine != other)
            && !ours.is(Said::Negated)
            && ![ours, theirs].into_iter().any(Word::stands_free)
            && (!are("alike") || are("cause"))
            && !is_replaced
            && !(is_number && are("dates"));
        // "verre de vin" for "verre à vin": without an article it says what for.
        let alone = |word: Word<'a>| if word.small_before().count() == 1 { word.raw_before() } else { "" };
        let both = (alone(ours), alone(theirs));
        // "sous Android" is "sur Android", but "sous Lyon" is not "sur Lyon".
        let name = theirs.raw();
        let is_on = matches!(both, ("sous" | "a", "sur" | "avec" | "a" | "sous") | ("sur" | "avec", "sous"));
        let is_platform = is_on && theirs.is(Said::Large) && !is_known_name(name);
        // "message de Luc" for "message à Luc", "train de Nantes" for "train pour Nantes"; but "réunion de Nantes" is "réunion à Nantes".
        let whose = match both {
            ("a", "de" | "d") | ("de" | "d", "a") => {
                is_of_woman(name).is_some() || links.is_some() && !is_number && !theirs.is(Said::Large)
            }
            ("de" | "d", "pour") | ("pour", "de" | "d") => is_known_name(name),
            _ => false,
        };
        let differs = !is_platform && (excludes || changed || whose);
        differs.then(|| Difference { excludes, ..pair.told_before(Token::link) })
    }

    /// "après" where the text says nothing of it; and what says all of a text's words says them under the same conditions: "si" is not "même si".
    pub(super) fn said_otherwise(&self) -> Option<Difference> {
        // What is a part of a phrase that has a partner says nothing of its own: "out of memory" is "OOM".
        let lacking = |one: &Side<'a>, other: &Side<'a>, led: bool| {
            let says = |link: Link| {
                let same = |found: Link| found == link || are_links("alike", (found, link));
                other.words().any(|word| word.link().is_some_and(same))
            };
            let tells = |word: &Word<'a>, link| {
                let names = |word: Word<'_>| word.is_naming() && !word.lexeme.is(Mark::Thing);
                let leads = || !word.before().any(names) && are_links("leads", (link, link));
                // "la page de connexion quand elle est prête"
                let waits = || {
                    link == Link::When && is_one_of(word.raw_behind(), PRONOUNS) && !word.behind().any(names)
                };
                (led && leads() || waits() || are_links("tells", (link, link))) && !says(link)
            };
            let lacks = |word: &Word<'a>| word.link().is_some_and(|link| tells(word, link));
            one.open().find(|word| !word.is(Said::Contrasted) && lacks(word))
        };
        // "si la page de connexion est prête" for "Page de connexion"; but "quand le panier est vide" is "Panier vide".
        let is_stated = |pair: &AlignedPair<'a>| pair.ours.modal_before().is_some();
        let led = self.is_all && !self.pairs.iter().any(is_stated);
        let ours = lacking(&self.hint, &self.text, led);
        // "Christmas" for "avant Noël"
        let literal = self.pairs.iter().all(|pair| pair.literal);
        let theirs =
            lacking(&self.text, &self.hint, false).filter(|word| self.is_all && (literal || word.place == 0));
        (ours.is_some() || theirs.is_some()).then(|| told(ours, theirs))
    }

    /// "au parrain" where the text has "au filleul" and the parrain elsewhere; "copier vers la prod la préprod" for "copier la prod vers la préprod".
    fn displaced(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let mine = pair.ours.relation().filter(|link| !are_links("weak", (*link, *link)));
        let part = mine.filter(|_| pair.theirs.relation().is_none())?;
        let plays = |word: &Word<'a>| word.relation() == Some(part);
        let mut open = self.text.open().filter(|word| word.place + 1 != pair.theirs.place);
        let left = open.find(|word| self.is_left(*word) && plays(word));
        let is_way = matches!(part, Link::Toward | Link::From | Link::Until | Link::Before | Link::After);
        let unlinked = self.pairs.iter().filter(|other| is_way && other.ours.relation().is_none());
        let mut others = unlinked.map(|other| other.theirs);
        // "from silo A" is "from A silo".
        let other = others.find(|word| word.place.abs_diff(pair.theirs.place) > 1 && plays(word));
        let excludes = left.is_none();
        left.or(other).map(|other| Difference { excludes, ..told(pair.ours, other) })
    }

    /// "pâte" for "pâté", "sign up" for "sign in".
    fn sensed(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let (ours, theirs) = (pair.ours.raw_behind(), pair.theirs.raw_behind());
        let are_particles = is_one_of(ours, VERB_PARTICLES) && is_one_of(theirs, VERB_PARTICLES);
        if pair.literal && are_particles && ours != theirs {
            return Some(told(pair.ours.behind().next(), pair.theirs.behind().next()));
        }
        // Who writes some accents leaves out none that tells two words apart.
        let has_accents = |side: &&Side<'a>| side.words().any(|word| word.accents != 0);
        let is_other = pair.theirs.lexeme.is(Mark::Accented)
            && pair.ours.key == pair.theirs.key
            && pair.ours.accents != pair.theirs.accents
            && [&self.hint, &self.text].iter().all(has_accents);
        is_other.then(|| told(pair.ours, pair.theirs))
    }
}

impl AlignedPair<'_> {
    /// The small words before a word and its partner that say something of a kind, or else the words.
    pub(super) fn told_before<T>(&self, says: impl Fn(&Token) -> Option<T>) -> Difference {
        let [ours, theirs] = [self.ours, self.theirs]
            .map(|word| word.small_before().find(|small| says(small).is_some()).unwrap_or(word));
        told(ours, theirs)
    }
}

/// "à payer" for "payées", "to be paid" for "paid".
fn owed(pair: &AlignedPair<'_>) -> Option<Difference> {
    let (ours, theirs) = (pair.ours, pair.theirs);
    // "types to api" is no verb.
    let is_verb = ours.key != theirs.key || ours.raw_before() == "be" || theirs.raw_before() == "be";
    (ours.is_owed()? != theirs.is_owed()? && is_verb).then(|| told(ours, theirs))
}

/// The small word nearest to this one that says no.
fn no_of(word: Word<'_>) -> Option<Word<'_>> {
    nos_of(word).next()
}

/// The small words beside this one that say no.
pub(super) fn nos_of(word: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    word.before().take(4).chain(word.behind().take(2)).filter(|word| word.negates())
}

/// What says that something is not there.
pub(super) const LACKING: &str =
    "absent absente absents absentes missing manquant manquante manquants manquantes manque manquent";

/// What multiplies the number before it.
const MULTIPLES: &str =
    "k md dozen dozens douzaine douzaines million millions milliard milliards billion billions";

/// What makes another verb of the one before it.
const VERB_PARTICLES: &str = "in up off out down over back away";

/// What stands for the object itself.
const PRONOUNS: &str = "il elle ils elles it they c";
