//! Whether the evidence names just one object of a pool.

mod differences;

use self::differences::{difference, opposite};
use super::{
    compare::{Pair, Pairing, Proof, Relates},
    doubt::{Difference, Doubt},
    hint::Hint,
    kind::Kind,
    lexicon::{Class, Mark},
    nearness::{Found, Weights},
    reading::{Said, Set, TextField, Token, TokenKind, is_one_of, modality, only, places},
    said_path::SaidPath,
    text::Text,
    word_counts::WordCounts,
};

/// One text that has a counterpart for each word that names.
pub(super) struct Contender<'a> {
    /// Which of the pool's texts.
    pub(super) index: usize,
    found: Found<'a>,
    pairing: Pairing,
    /// The words of the name that the hint leaves out.
    left: Set,
}

impl<'a> Contender<'a> {
    fn new(index: usize, found: Found<'a>, pairing: Pairing) -> Self {
        // Who says all of the path's last segment leaves out nothing.
        let Text { slug, own_words, .. } = found.text;
        let says_slug = !slug.is_empty() && slug.iter().all(|word| word & pairing.theirs != 0);
        let left = if says_slug { 0 } else { own_words & !pairing.theirs };
        Self { index, found, pairing, left }
    }

    /// The words of the name that the hint leaves out.
    fn left(&self) -> impl Iterator<Item = &Token> {
        self.found.text.reading.all(self.left)
    }

    /// How direct the counterpart of a word of the hint is: smaller where it is more direct.
    fn tier(&self, place: usize) -> u8 {
        let tier = |pair: &Pair| pair.relation.tier() + u8::from(pair.field == TextField::Namespace);
        self.pairing.of_token(place).map_or(u8::MAX, tier)
    }

    /// Whether it is worth asking for: what differs does not exclude it.
    pub(super) fn is_open(&self) -> bool {
        !self.found.denied && !self.found.is_opposed()
    }
}

/// The share of the names that must be sure for the rest to be fairly so.
const SURE_SHARE: f32 = 0.25;

/// Whether each word that names has its counterpart.
fn has_all(hint: &Hint, pairing: &Pairing, weights: &Weights) -> bool {
    let names = hint.roles.names;
    let pairs_of = |proof| pairing.pairs(names).filter(move |(_, pair)| pair.relation.proof == proof);
    let sure: f32 = pairs_of(Proof::Firm).map(|(place, _)| weights.of_token(place)).sum();
    let all: f32 = places(names).map(|place| weights.of_token(place)).sum();
    let is_sure = sure >= SURE_SHARE * all;
    let proven = pairs_of(Proof::Firm).count() + if is_sure { pairs_of(Proof::Fair).count() } else { 0 };
    let own = pairing.pairs(names).any(|(_, pair)| pair.field != TextField::Namespace);
    own && proven == names.count_ones() as usize
}

/// What the evidence of a whole pool comes to.
pub(super) enum Conclusion {
    /// It names this one.
    Named(usize),
    /// It names this one, and says all of it.
    Called(usize),
    /// It names none for sure; these come first, in their order of nearness.
    Open(Vec<usize>, Option<Doubt>),
}

impl Conclusion {
    /// What it comes to that these are called so, if there are any: several are rivals.
    pub(super) fn called(called: Vec<usize>) -> Option<Self> {
        match called.as_slice() {
            [] => None,
            [only] => Some(Self::Called(*only)),
            _ => Some(Self::Open(called, Some(Doubt::Rival))),
        }
    }
}

/// A hint compared with the texts of a pool.
pub(super) struct Case<'a> {
    pub(super) hint: &'a Hint,
    pub(super) kind: Kind,
    /// The path that the hint says.
    pub(super) path: Option<&'a SaidPath>,
    /// How rare each word is in the pool.
    counts: WordCounts,
    /// What may be partners, of all texts.
    pub(super) matches: Vec<Pair>,
    pub(super) found: Vec<Found<'a>>,
    pub(super) contenders: Vec<Contender<'a>>,
}

impl<'a> Case<'a> {
    /// Walks over the pool twice: what each text has of the hint; how near that makes it, and what differs.
    pub(super) fn of(hint: &'a Hint, kind: Kind, texts: &[&'a Text]) -> Self {
        let counts = WordCounts::of(texts);
        let (mut matches, mut contenders) = (Vec::new(), Vec::new());
        let found = texts.iter().map(|text| Found::of(hint, text, &counts, &mut matches));
        let mut found: Vec<Found<'_>> = found.collect();
        let weights = Weights::of(hint, &counts, &found, &matches);
        for (index, found) in found.iter_mut().enumerate() {
            let pairing = found.pairing(hint, &mut matches);
            let has_all = has_all(hint, &pairing, &weights);
            let compare = if has_all || hint.is_all_of(found.text) { difference } else { opposite };
            found.difference = compare(hint, found.text, &pairing);
            found.near = found.nearness(&counts, &weights, &pairing);
            found.plausible = found.plausibility(hint, &counts, &pairing);
            if has_all {
                contenders.push(Contender::new(index, found.clone(), pairing));
            }
        }
        // "Appli A/B" is a name; "ville/boutique ≠ staging" says which of two is meant.
        let is_path = |path: &&SaidPath| {
            let fits = |text: &&Text| path.fit(&text.path).is_some();
            !texts.iter().any(|text| text.has_slashed(&path.written))
                && (!path.names_more || !hint.excludes() && texts.iter().any(fits))
        };
        let path = hint.path.as_ref().filter(|_| matches!(kind, Kind::Project | Kind::Group)).filter(is_path);
        Self { hint, kind, path, counts, matches, found, contenders }
    }

    /// Decides: what is called so in full, then what has all of the hint's words.
    pub(super) fn decide(&self) -> Conclusion {
        if let Some(path) = self.path {
            return self.at_path(path);
        }
        let is_said = |found: &Found<'_>| found.text.name == self.hint.normal;
        let refused = self.contenders.iter().find_map(|contender| {
            contender.found.difference.as_ref().filter(|difference| difference.refuses)
        });
        match refused {
            // What is refused is not another text that says no: "ne ferme pas les messages lus" means no "Messages non lus".
            Some(refused) if !self.found.iter().any(is_said) => self.open(Some(refused.told())),
            _ => self.called_so().unwrap_or_else(|| self.has_all()),
        }
    }

    /// The text whose path the hint says: the whole path before its end.
    fn at_path(&self, path: &SaidPath) -> Conclusion {
        let fits: Vec<_> = self.found.iter().map(|found| path.fit(&found.text.path)).collect();
        let best = fits.iter().flatten().min().filter(|_| path.asked);
        let fitting = (0..).zip(&fits).filter(|(_, fit)| best.is_some() && fit.as_ref() == best);
        let named = Conclusion::called(fitting.map(|(place, _)| place).collect());
        let told = || self.full().find_map(|other| other.found.difference.as_ref()).map(Difference::told);
        named.unwrap_or_else(|| self.open(told()))
    }

    /// None is named for sure.
    fn open(&self, doubt: Option<Doubt>) -> Conclusion {
        let open = self.contenders.iter().filter(|contender| contender.is_open());
        Conclusion::Open(open.map(|contender| contender.index).collect(), doubt)
    }

    /// The text that says just what the hint says, with or without gaps, and from which nothing differs; several are rivals.
    fn called_so(&self) -> Option<Conclusion> {
        let is_called = |found: &Found<'_>| {
            let text = found.text;
            if self.hint.reading.is_corrected {
                // "Rendez-vous non le lundi" may be a title.
                return text.name == self.hint.normal;
            }
            self.hint.is_all_of(text)
                && self.hint.reading.signs == text.reading.signs
                && self.understands_contrast(text, true)
                && found.difference.is_none()
                && !found.denied
        };
        let places = self.found.iter().enumerate().filter(|(_, found)| is_called(found));
        let called = places.map(|(index, _)| index);
        let asked = self.full().filter(|contender| self.is_said_in_request(contender));
        let mut called: Vec<usize> = called.chain(asked.map(|contender| contender.index)).collect();
        called.sort_unstable();
        called.dedup();
        Conclusion::called(called)
    }

    /// Whether the hint says all of a text with what else asks for something: "can you open the gate" may be "Open the gate" as well as ask for "Gate".
    fn is_said_in_request(&self, contender: &Contender<'_>) -> bool {
        let asks = contender.pairing.ours & self.hint.roles.fillers != 0;
        asks && contender.left == 0 && contender.found.difference.is_none()
    }

    /// The contenders that the hint does not exclude.
    fn full(&self) -> impl Iterator<Item = &Contender<'_>> {
        self.contenders.iter().filter(|contender| !contender.found.denied)
    }

    /// Names a text that has all of the hint's words, if nothing differs and the hint says enough: the only such text, or the only one whose whole name
    /// the hint says.
    fn has_all(&self) -> Conclusion {
        let clean: Vec<_> = self.full().filter(|contender| contender.found.difference.is_none()).collect();
        let whole: Vec<_> = clean.iter().copied().filter(|contender| contender.left == 0).collect();
        // "billing" is "Billing service" as much as it is "Facturation".
        let never_worse = |best: &Contender<'_>| {
            let is_direct = |place| clean.iter().all(|other| best.tier(place) <= other.tier(place));
            places(self.hint.roles.said()).all(is_direct)
        };
        let best = match (clean.as_slice(), whole.as_slice()) {
            ([best], _) => Some(*best),
            (_, [best]) if never_worse(best) => Some(*best),
            _ => None,
        };
        let doubt = match best {
            Some(_) if self.hint.reading.is_corrected => Some(Doubt::Weak),
            Some(best) if self.says_enough(best) => return Conclusion::Named(best.index),
            Some(best) => Some(self.unsaid(best)),
            None if clean.is_empty() => {
                self.full().find_map(|contender| contender.found.difference.as_ref()).map(Difference::told)
            }
            None => Some(Doubt::Rival),
        };
        self.open(doubt)
    }

    /// Whether what the hint leaves out of a name or a title, or excludes, is little enough.
    fn says_enough(&self, winner: &Contender<'_>) -> bool {
        if !self.understands_contrast(winner.found.text, winner.left == 0) {
            return false;
        }
        // A contrast that excludes another that has all words says which of the two is meant.
        if self.contenders.iter().any(|other| other.found.denied) {
            return true;
        }
        let reading = &winner.found.text.reading;
        // "York" is not "New York", nor a director a deputy one.
        let is_other = |place: usize| {
            let said = |place: usize| only(place) & winner.pairing.theirs != 0;
            let is_name = |token: &Token| token.is(Said::Large) && !token.lexeme.is(Mark::Known);
            let of_name = said(place + 1) && reading.has(place + 1, is_name);
            let beside = said(place + 1) || place.checked_sub(1).is_some_and(said);
            beside && is_one_of(reading.raw_at(place), NO_LONGER_IT)
                || of_name && is_one_of(reading.raw_at(place), PARTS_OF_NAMES)
        };
        if winner.left().any(|token| token.lexeme.is(Mark::Stage)) || places(winner.left).any(is_other) {
            return false;
        }
        match self.kind {
            Kind::Issue => self.share_left(winner) <= self.left_of_title(&winner.pairing),
            // A project has few milestones: what is left over of the one that has all words tells nothing against it.
            Kind::Milestone => true,
            Kind::Project | Kind::Group | Kind::Member => {
                let numbered = winner.left().any(|token| token.kind == TokenKind::Number);
                !numbered && self.share_left(winner) < LEFT_OF_NAME
            }
        }
    }

    /// Whether a contrast of the hint excludes something of the pool, or the text itself has it ("Use Vue instead of React"), or the hint says all of the
    /// text beside it: "the east wing, not the west", but not "the lines except line 4".
    fn understands_contrast(&self, text: &Text, says_all: bool) -> bool {
        let none = self.hint.denials.is_empty() || self.found.iter().any(|found| found.denied);
        let is_part = |token: &Token| is_one_of(self.hint.reading.raw(token), EXCEPTING);
        let replaces = says_all && !self.hint.reading.tokens.iter().any(is_part);
        none || replaces
            || self.hint.reading.all(self.hint.roles.denied).any(|denied| {
                text.reading.tokens.iter().any(|token| token.key == denied.key && token.is_contrasted())
            })
    }

    /// The share of a name or a title that the hint leaves out.
    fn share_left(&self, winner: &Contender<'_>) -> f32 {
        let weigh = |token: &Token| {
            let little = matches!(token.lexeme.class, Class::Soft | Class::Filler | Class::Head)
                || [Mark::Works, Mark::Acts, Mark::Light].iter().any(|mark| token.lexeme.is(*mark));
            let kind = if little { KIND_LEFT } else { 1.0 };
            self.counts.rarity_of(token.key) * kind
        };
        let left: f32 = winner.left().map(weigh).sum();
        let text = winner.found.text;
        let own = text.reading.all(text.own_words);
        let whole: f32 = own.map(|token| self.counts.rarity_of(token.key)).sum();
        if whole > 0.0 { left / whole } else { 0.0 }
    }

    /// How much of a title may be left out: the more words the hint names, the more.
    fn left_of_title(&self, pairing: &Pairing) -> f32 {
        let names = self.hint.roles.names;
        match names.count_ones() {
            1 if self.stands_alone(pairing) => 1.0,
            0 | 1 => LEFT_BESIDE_ONE,
            // Two words that only mean the same are soon found in another title.
            2 if pairing.pairs(names).all(|(_, pair)| pair.relation.tier() == 1) => LEFT_BESIDE_ONE,
            _ => LEFT_BESIDE_MORE,
        }
    }

    /// Whether the one word that names stands as it is in this title and in no other, in any form or meaning. A number needs its kind beside it
    /// ("erreur 502"): alone it may be the issue's own.
    fn stands_alone(&self, pairing: &Pairing) -> bool {
        let Some((place, pair)) = pairing.pairs(self.hint.roles.names).next() else { return false };
        let (hint, soft) = (&self.hint.reading, self.hint.roles.soft);
        let is_word = hint.has(place, |token| token.kind == TokenKind::Word);
        let is_same = pair.relation.by == Relates::Same && (is_word || soft & pairing.ours != 0);
        // "de la mairie" and "sera réparée" are parts of a sentence.
        let joins = |at: usize| modality(hint, at).is_some() || hint.has(at, |token| token.link().is_some());
        let is_part = hint.tokens.iter().take(place).all(Token::is_small) && (0..place).any(joins);
        // "billet de groupe" is one kind of them.
        let of_kind = hint.all(soft & !pairing.ours).any(|token| token.qualifier.link.is_some());
        is_same && !is_part && !of_kind && self.full().count() == 1
    }

    /// The rarest word that names the text and that the hint leaves out. What is done to it ("corriger") names nothing.
    fn unsaid(&self, winner: &Contender<'_>) -> Doubt {
        let names = |token: &&Token| token.lexeme.class == Class::Name && !token.lexeme.is(Mark::Acts);
        let left = winner.left().filter(names);
        let rarest =
            left.max_by(|a, b| self.counts.rarity_of(a.key).total_cmp(&self.counts.rarity_of(b.key)));
        let word = |token: &Token| winner.found.text.reading.raw(token).to_owned();
        rarest.map_or(Doubt::Weak, |token| Doubt::Unsaid { word: word(token) })
    }

    /// Why the nearest text, which lacks some of the hint's words, is not named.
    pub(super) fn doubt_of(&self, text: &Text, pairing: &Pairing) -> Doubt {
        let word = |place: usize| self.hint.reading.raw_at(place).to_owned();
        if let Some(opposite) = opposite(self.hint, text, pairing) {
            return opposite.told();
        }
        if let Some(missing) = places(self.hint.roles.names & !pairing.ours).next() {
            return Doubt::Leftover { word: word(missing) };
        }
        let weak = pairing.pairs(self.hint.roles.names).find(|(_, pair)| pair.relation.proof < Proof::Firm);
        let Some((place, pair)) = weak else { return Doubt::Weak };
        let (said, found) =
            (word(place), text.reading.raw_at(pair.theirs.trailing_zeros() as usize).to_owned());
        match pair.relation.by {
            Relates::Slip | Relates::Sound | Relates::Twin => Doubt::SlipOnly { said, found },
            Relates::Start => Doubt::Fragment { said, found },
            Relates::Same | Relates::Version => Doubt::Contradiction { said, found },
            _ => Doubt::Weak,
        }
    }
}

/// What takes a part out of the whole before it.
const EXCEPTING: &str =
    "sauf hors except excepte excluding excepting hormis but other autre autres apart part ≠";
/// What a name says of another thing, or of nothing real.
const NO_LONGER_IT: &str = "mock fake faux fausse deputy acting former adjoint adjointe honoraire";
/// What makes of a name another's.
const PARTS_OF_NAMES: &str =
    "new north south east west northern southern eastern western nouveau nouvelle haut haute bas basse saint";
/// How much of a name may be left out: "X" is not "X front".
const LEFT_OF_NAME: f32 = 0.22;
/// How much of an issue's title may be left out: beside one word.
const LEFT_BESIDE_ONE: f32 = 0.2;
/// Beside more.
const LEFT_BESIDE_MORE: f32 = 0.74;
/// What a kind word weighs of what is left.
const KIND_LEFT: f32 = 0.4;
