//! Whether the evidence names just one object of a pool.

use super::{
    compare::{
        evidence::{Profile, Standing, contradiction, has_mark},
        pairing::Pairing,
        pool::Pool,
        relation::{Proof, Relates},
    },
    hint::Hint,
    lexicon::{Class, Mark},
    ranking::{Doubt, Kind},
    reading::{Field, Kind as TokenKind, Set, only, places},
    text::Text,
};

/// One text that has a counterpart for each word, or nearly.
pub(super) struct Contender<'a> {
    /// Which of the pool's texts.
    pub(super) index: usize,
    pub(super) text: &'a Text,
    pub(super) pairing: Pairing,
    pub(super) standing: Standing,
    pub(super) denied: bool,
    pub(super) profile: Profile,
}

/// What the evidence of a whole pool comes to.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It names this one.
    Named(usize),
    /// It names none for sure; these come first, in their order of nearness.
    Open(Vec<usize>, Option<Doubt>),
}

/// What a decision knows.
pub(super) struct Case<'a> {
    pub(super) hint: &'a Hint,
    pub(super) kind: Kind,
    pub(super) pool: &'a Pool,
    pub(super) texts: &'a [&'a Text],
    pub(super) contenders: &'a [Contender<'a>],
}

impl Case<'_> {
    /// Decides: what is called so in full, then what has all of the hint's words.
    pub(super) fn decide(&self) -> Verdict {
        self.called_so().unwrap_or_else(|| self.has_all())
    }

    /// The texts that say just what the hint says, in whatever order, with or without gaps.
    fn called_so(&self) -> Option<Verdict> {
        if let Some(path) = &self.hint.path
            && let [only] = self.all(|text| text.folded_path == *path).as_slice()
        {
            return Some(Verdict::Named(*only));
        }
        for (number, whole) in self.hint.wholes.iter().enumerate() {
            let hits = self.all(|text| text.wholes.contains(whole));
            match hits.as_slice() {
                [] => {}
                [only] if number < 2 || self.hint.path.is_none() && !self.is_rivalled(*only) => {
                    return Some(Verdict::Named(*only));
                }
                [_] => {}
                _ => return Some(Verdict::Open(hits, Some(Doubt::Rival))),
            }
        }
        let glued = self.all(|text| {
            self.hint.glued.iter().flatten().any(|glued| text.glued.contains(glued))
                && self.same_numbers(text)
        });
        match glued.as_slice() {
            [only] => Some(Verdict::Named(*only)),
            _ => None,
        }
    }

    fn all(&self, fits: impl Fn(&Text) -> bool) -> Vec<usize> {
        self.texts.iter().enumerate().filter(|(_, text)| fits(text)).map(|(index, _)| index).collect()
    }

    fn same_numbers(&self, text: &Text) -> bool {
        let ours = self.hint.reading.tokens.iter().filter(|token| token.kind == TokenKind::Number);
        let theirs = text
            .reading
            .tokens
            .iter()
            .filter(|token| token.kind == TokenKind::Number && token.field == Field::Name);
        ours.clone().next().is_none() || ours.map(|token| token.key).eq(theirs.map(|token| token.key))
    }

    /// Whether another object has the kind word too: "l'appli X" where X and X app are there.
    fn is_rivalled(&self, index: usize) -> bool {
        let firmly = |contender: &Contender<'_>, place| {
            contender
                .pairing
                .of_token(place)
                .filter(|pair| pair.relation.proof == Proof::Firm)
                .map(|pair| pair.field)
        };
        self.contenders.iter().any(|other| {
            other.index != index
                && places(self.hint.roles.names).all(|place| firmly(other, place).is_some())
                && places(self.hint.roles.soft)
                    .any(|place| firmly(other, place).is_some_and(|field| field != Field::Namespace))
        })
    }

    /// The texts that have all of the hint's words; the one that beats all others, if it says enough.
    fn has_all(&self) -> Verdict {
        let full: Vec<&Contender<'_>> = self
            .contenders
            .iter()
            .filter(|contender| contender.standing == Standing::Full && !contender.denied)
            .collect();
        if full.is_empty() {
            return Verdict::Open(Vec::new(), None);
        }
        let winner = full.iter().find(|one| {
            full.iter().all(|other| one.index == other.index || one.profile.beats(&other.profile))
        });
        let all = || full.iter().map(|contender| contender.index).collect();
        match winner {
            None => Verdict::Open(all(), Some(Doubt::Rival)),
            Some(winner) => match self.misses(winner) {
                None => Verdict::Named(winner.index),
                Some(doubt) => Verdict::Open(all(), Some(doubt)),
            },
        }
    }

    /// What a text that has all of the hint's words lacks to be named by it.
    fn misses(&self, winner: &Contender<'_>) -> Option<Doubt> {
        let facts = Facts::of(self, winner);
        (!facts.suffice()).then(|| self.unsaid(winner))
    }

    fn unsaid(&self, winner: &Contender<'_>) -> Doubt {
        let left = places(winner.profile.left).filter_map(|place| winner.text.reading.tokens.get(place));
        let rarest = left.max_by(|a, b| self.pool.rarity_of(a.key).total_cmp(&self.pool.rarity_of(b.key)));
        rarest.map_or(Doubt::Weak, |token| Doubt::Unsaid { word: winner.text.reading.raw(token).to_owned() })
    }

    /// Why the nearest text, which lacks some of the hint's words, is not named.
    pub(super) fn doubt_of(&self, text: &Text, pairing: &Pairing) -> Doubt {
        let word = |place: usize| self.hint.reading.raw_at(place).to_owned();
        if let Some((ours, theirs)) = contradiction(self.hint, text, pairing) {
            return Doubt::Contradiction { said: word(ours), found: text.reading.raw_at(theirs).to_owned() };
        }
        if let Some(missing) = places(self.hint.roles.names & !pairing.ours).next() {
            let number =
                self.hint.reading.tokens.get(missing).is_some_and(|token| token.kind == TokenKind::Number);
            return if number {
                Doubt::Contradiction { said: word(missing), found: String::new() }
            } else {
                Doubt::Leftover { word: word(missing) }
            };
        }
        let weak = pairing.pairs(self.hint.roles.names).find(|(_, pair)| pair.relation.proof < Proof::Firm);
        let Some((place, pair)) = weak else { return Doubt::Weak };
        let (said, found) =
            (word(place), text.reading.raw_at(pair.theirs.trailing_zeros() as usize).to_owned());
        match pair.relation.by {
            Relates::Slip | Relates::Sound | Relates::Twin => Doubt::SlipOnly { said, found },
            Relates::Fragment | Relates::Start => Doubt::Fragment { said, found },
            Relates::Same | Relates::Version => Doubt::Contradiction { said, found },
            _ => Doubt::Weak,
        }
    }
}

/// What is asked of a text that has all of the hint's words.
#[derive(Debug)]
struct Facts {
    kind: Kind,
    /// How many words of the hint name.
    names: usize,
    /// Whether the hint says all of the name.
    complete: bool,
    /// The share of the name that it leaves out.
    share: f32,
    /// Whether it leaves out a number.
    number_left: bool,
    /// Whether it leaves out what tells stages or copies of one thing apart.
    stage_left: bool,
    /// The least direct of its pairs.
    tier: u8,
    /// Whether it leans on the namespace, and on a part of it alone.
    namespace: bool,
    torn: bool,
    /// Another text is nearly as likely.
    almost: bool,
    /// The hint is a path.
    path: bool,
    /// The hint excluded another.
    contrast: bool,
    /// Its only word is the first of the name.
    begins: bool,
}

/// What a kind word weighs of what is left.
const KIND_LEFT: f32 = 0.4;
/// Two candidates this near in a word are nearly as likely.
const NEARLY: f32 = 0.12;

impl Facts {
    fn of(case: &Case<'_>, winner: &Contender<'_>) -> Self {
        let text = winner.text;
        let left = winner.profile.left;
        let weigh = |set: Set| -> f32 {
            let tokens = places(set).filter_map(|place| text.reading.tokens.get(place));
            tokens
                .map(|token| {
                    case.pool.rarity_of(token.key)
                        * if token.lexeme.class == Class::Soft { KIND_LEFT } else { 1.0 }
                })
                .sum()
        };
        let whole: f32 = places(text.telling)
            .filter_map(|place| text.reading.tokens.get(place))
            .map(|token| case.pool.rarity_of(token.key))
            .sum();
        let names = case.hint.roles.names;
        let namespace = winner.pairing.pairs(names).any(|(_, pair)| pair.field == Field::Namespace);
        let first = text.telling & text.telling.wrapping_neg();
        Self {
            kind: case.kind,
            names: names.count_ones() as usize,
            complete: left == 0,
            share: if whole > 0.0 { weigh(left) / whole } else { 0.0 },
            number_left: places(left)
                .filter_map(|place| text.reading.tokens.get(place))
                .any(|token| token.kind == TokenKind::Number),
            stage_left: has_mark(text, left, Mark::Stage),
            tier: winner.profile.tiers.iter().copied().max().unwrap_or_default(),
            namespace,
            torn: namespace && is_torn(text, winner.pairing.theirs),
            almost: case.contenders.iter().any(|other| is_almost(winner, other)),
            path: case.hint.path.is_some(),
            contrast: case.contenders.iter().any(|other| other.denied && other.standing == Standing::Full),
            begins: winner.pairing.pairs(names).any(|(_, pair)| pair.theirs & first != 0),
        }
    }

    /// Whether so much names the text.
    fn suffice(&self) -> bool {
        if self.almost && self.tier >= 2 || self.torn {
            return false;
        }
        if self.complete || self.contrast && self.share < 0.75 {
            return true;
        }
        if self.stage_left || self.path {
            return false;
        }
        if self.kind == Kind::Issue {
            return match self.names {
                0 | 1 => self.share < 0.3,
                2 => self.share < if self.tier == 0 { 0.72 } else { 0.62 },
                _ => true,
            };
        }
        if self.number_left && self.kind != Kind::Milestone || self.namespace && self.share > 0.2 {
            return false;
        }
        if self.kind == Kind::Group && self.names == 1 && self.tier == 0 && self.begins {
            return true;
        }
        self.share < 0.22 || self.kind == Kind::Milestone
    }
}

/// Whether another text is as near in every word, and says no less of its name.
fn is_almost(winner: &Contender<'_>, other: &Contender<'_>) -> bool {
    let near = || {
        winner
            .profile
            .likeness
            .iter()
            .zip(&other.profile.likeness)
            .all(|(mine, theirs)| *theirs >= mine - NEARLY)
    };
    other.index != winner.index
        && other.standing == Standing::Almost
        && !other.denied
        && near()
        && (winner.profile.left != 0 || other.profile.left == 0)
}

/// Whether a group of the namespace is said in part alone.
fn is_torn(text: &Text, used: Set) -> bool {
    let tokens = || {
        text.reading
            .tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| token.field == Field::Namespace && token.kind != TokenKind::Sign)
    };
    tokens().filter(|(place, _)| used & only(*place) != 0).any(|(_, said)| {
        tokens().any(|(place, token)| token.segment == said.segment && used & only(place) == 0)
    })
}
