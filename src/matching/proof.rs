//! Whether the evidence names just one object of a pool.

pub(super) mod differences;
pub(super) mod standing;

use self::{differences::opposite, standing::left};
use super::{
    compare::{
        pairing::{Pair, Pairing},
        relation::{Proof, Relates},
    },
    doubt::{Difference, Doubt},
    hint::Hint,
    kind::Kind,
    lexicon::{Class, Mark},
    nearness::Found,
    normalise,
    reading::{Said, Set, TextField, Token, TokenKind, is_one_of, modality, only, places},
    text::Text,
    word_counts::WordCounts,
};

/// One text that has a counterpart for each word that names.
pub(super) struct Contender<'a> {
    /// Which of the pool's texts.
    pub(super) index: usize,
    found: &'a Found<'a>,
    pairing: Pairing,
    /// The words of the name that the hint leaves out.
    left: Set,
}

impl<'a> Contender<'a> {
    pub(super) fn new(index: usize, found: &'a Found<'a>, pairing: Pairing) -> Self {
        Self { index, found, left: left(found.text, &pairing), pairing }
    }

    /// How direct the counterpart of a word of the hint is: smaller where it is more direct.
    fn tier(&self, place: usize) -> u8 {
        self.pairing
            .of_token(place)
            .map_or(u8::MAX, |pair| pair.relation.tier() + u8::from(pair.field == TextField::Namespace))
    }

    /// Whether it is worth asking for: what differs does not exclude it.
    pub(super) fn is_open(&self) -> bool {
        !self.found.denied && !self.found.is_opposed()
    }
}

/// What the evidence of a whole pool comes to.
#[derive(Debug)]
pub(super) enum Conclusion {
    /// It names this one.
    Named(usize),
    /// It names this one, and says all of it.
    Called(usize),
    /// It names none for sure; these come first, in their order of nearness.
    Open(Vec<usize>, Option<Doubt>),
}

/// What a decision knows.
pub(super) struct Case<'a> {
    pub(super) hint: &'a Hint,
    pub(super) kind: Kind,
    pub(super) pool: &'a WordCounts,
    pub(super) found: &'a [Found<'a>],
    pub(super) contenders: &'a [Contender<'a>],
}

impl Case<'_> {
    /// Decides: what is called so in full, then what has all of the hint's words.
    pub(super) fn decide(&self) -> Conclusion {
        self.called_so().unwrap_or_else(|| self.has_all())
    }

    /// The text that says just what the hint says, with or without gaps, and from which nothing differs, or whose path ends with it; several are
    /// rivals.
    fn called_so(&self) -> Option<Conclusion> {
        let tail = format!("/{}", self.hint.text.trim().trim_matches('/').to_lowercase());
        let is_path = tail.rfind('/') > Some(0);
        let is_tail = |text: &Text| is_path && text.path.to_lowercase().ends_with(&tail);
        // "Rendez-vous non le lundi" may be a title.
        let corrected = self.hint.reading.is_corrected;
        let is_called = |(_, found): &(usize, &Found<'_>)| {
            is_tail(found.text)
                || corrected && normalise(&found.text.name) == self.hint.normal
                || !corrected
                    && self.hint.is_all_of(found.text)
                    && self.hint.reading.signs == found.text.reading.signs
                    && self.understands_contrast(found.text, true)
                    && found.difference.is_none()
                    && !found.denied
        };
        let called: Vec<usize> =
            self.found.iter().enumerate().filter(is_called).map(|(index, _)| index).collect();
        match called.as_slice() {
            [] => None,
            [only] => Some(Conclusion::Called(*only)),
            _ => Some(Conclusion::Open(called, Some(Doubt::Rival))),
        }
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
            let as_direct = |other: &&Contender<'_>, place| best.tier(place) <= other.tier(place);
            clean.iter().all(|other| places(self.hint.roles.said()).all(|place| as_direct(other, place)))
        };
        let doubt = match (clean.as_slice(), whole.as_slice()) {
            ([], _) => {
                self.full().find_map(|contender| contender.found.difference.as_ref()).map(Difference::told)
            }
            ([_, _, ..], [best]) if !never_worse(best) => Some(Doubt::Rival),
            ([best], _) | (_, [best]) => match self.misses(best) {
                None => return Conclusion::Named(best.index),
                doubt => doubt,
            },
            _ => Some(Doubt::Rival),
        };
        let open = self.contenders.iter().filter(|contender| contender.is_open());
        Conclusion::Open(open.map(|contender| contender.index).collect(), doubt)
    }

    /// What a text that has all of the hint's words lacks to be named by it.
    fn misses(&self, winner: &Contender<'_>) -> Option<Doubt> {
        if self.hint.reading.is_corrected {
            return Some(Doubt::Weak);
        }
        let enough =
            self.understands_contrast(winner.found.text, winner.left == 0) && self.says_enough(winner);
        (!enough).then(|| self.unsaid(winner))
    }

    /// Whether what the hint leaves out of a name or a title is little enough.
    fn says_enough(&self, winner: &Contender<'_>) -> bool {
        let left = winner.left;
        // A contrast that excludes another that has all words says which of the two is meant.
        if self.contenders.iter().any(|other| other.found.denied) {
            return true;
        }
        let reading = &winner.found.text.reading;
        // "York" is not "New York", nor a director a deputy one.
        let is_other = |place: usize| {
            let is_name = |place: usize| {
                reading.has(place, |token| token.is(Said::Large) && !token.lexeme.is(Mark::Known))
            };
            let said = |place: usize| only(place) & winner.pairing.theirs != 0;
            let beside = said(place + 1) || place.checked_sub(1).is_some_and(said);
            beside && is_one_of(reading.raw_at(place), NO_LONGER_IT)
                || said(place + 1) && is_name(place + 1) && is_one_of(reading.raw_at(place), PARTS_OF_NAMES)
        };
        let is_stage = |token: &Token| token.lexeme.is(Mark::Stage);
        if tokens(winner.found.text, left).any(is_stage) || places(left).any(is_other) {
            return false;
        }
        match self.kind {
            Kind::Issue => self.share_left(winner) <= self.left_of_title(&winner.pairing),
            // A project has few milestones: what is left over of the one that has all words tells nothing against it.
            Kind::Milestone => true,
            Kind::Project | Kind::Group | Kind::Member => {
                let numbered = tokens(winner.found.text, left).any(|token| token.kind == TokenKind::Number);
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
            self.pool.rarity_of(token.key) * kind
        };
        let left: f32 = tokens(winner.found.text, winner.left).map(weigh).sum();
        let whole: f32 = tokens(winner.found.text, winner.found.text.own_words)
            .map(|token| self.pool.rarity_of(token.key))
            .sum();
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
        let is_word = |place: usize| self.hint.reading.has(place, |token| token.kind == TokenKind::Word);
        let of_kind = self.hint.roles.soft & pairing.ours != 0;
        let same =
            |(place, pair): (usize, &Pair)| pair.relation.by == Relates::Same && (of_kind || is_word(place));
        // "de la mairie" and "sera réparée" are parts of a sentence.
        let part = |(place, _): (usize, &Pair)| {
            let before = self.hint.reading.tokens.iter().take(place);
            let joins = |at: usize| {
                modality(&self.hint.reading, at).is_some()
                    || self.hint.reading.has(at, |token| token.link().is_some())
            };
            before.clone().all(Token::is_small) && (0..place).any(joins)
        };
        let names = self.hint.roles.names;
        // "billet de groupe" is one kind of them.
        let mut unsaid = self.hint.reading.all(self.hint.roles.soft & !pairing.ours);
        let of_kind = unsaid.any(|token| token.qualifier.link.is_some());
        let whole = !of_kind && !pairing.pairs(names).any(part);
        self.full().count() == 1 && pairing.pairs(names).all(same) && whole
    }

    /// The rarest word that names the text and that the hint leaves out. What is done to it ("corriger") names nothing.
    fn unsaid(&self, winner: &Contender<'_>) -> Doubt {
        let names = |token: &&Token| token.lexeme.class == Class::Name && !token.lexeme.is(Mark::Acts);
        let left = tokens(winner.found.text, winner.left).filter(names);
        let rarest = left.max_by(|a, b| self.pool.rarity_of(a.key).total_cmp(&self.pool.rarity_of(b.key)));
        rarest.map_or(Doubt::Weak, |token| Doubt::Unsaid {
            word: winner.found.text.reading.raw(token).to_owned(),
        })
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

fn tokens(text: &Text, set: Set) -> impl Iterator<Item = &Token> {
    text.reading.all(set)
}
