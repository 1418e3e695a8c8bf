//! What differs between a hint and a text that are laid side by side, other than what a careful reader passes over.
//!
//! Harmless are an article, a filler or a kind more or less, a form, an accent, a known synonym, words of the text that the hint leaves out. Anything else is a
//! [`Difference`]: it names the two things that face each other.

use super::super::{
    compare::{
        pairing::Pairing,
        relation::{Proof, Relates},
    },
    hint::Hint,
    lexicon::{Class, Mark},
    reading::{Field, Kind, Link, Quantity, Reading, Said, Set, Token, UNABLE, only, places},
    text::{Text, is_naming},
};

/// What differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::matching) enum What {
    /// Words that exclude each other: "export", "import".
    Opposite,
    /// One of the two says that it is not so.
    Negation,
    /// A unit, or what stands glued behind a number or a word.
    Unit,
    /// "plus de", "moins de", `<`.
    Compare,
    /// "un", "tous", "parfois".
    Quantity,
    /// "vers", "depuis", "avec", "sans".
    Link,
    /// Two things that are in each other's place.
    Exchange,
    /// Something stands where the text has something else.
    Facing,
    /// A picture or another sign that the text lacks.
    Symbol,
}

impl What {
    /// Whether the text is then another object, rather than perhaps the one.
    pub(in crate::matching) fn excludes(self) -> bool {
        matches!(self, Self::Opposite | Self::Compare | Self::Link | Self::Exchange)
    }
}

/// Two things that face each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::matching) struct Difference {
    pub(in crate::matching) what: What,
    /// What the hint says; empty where it says nothing.
    pub(in crate::matching) said: String,
    /// What the text says; empty where it says nothing.
    pub(in crate::matching) found: String,
}

/// A word of the hint beside its partner.
#[derive(Debug, Clone, Copy)]
struct Pair<'a> {
    ours: usize,
    theirs: usize,
    mine: &'a Token,
    other: &'a Token,
    /// Both are the same word, in whatever form.
    literal: bool,
}

/// A hint and a text side by side.
struct Aligned<'a> {
    hint: &'a Hint,
    text: &'a Text,
    pairs: Vec<Pair<'a>>,
    /// What the hint says and the text has no partner for, small words too.
    ours: Set,
    /// The same of the text, without its namespace.
    theirs: Set,
}

/// The words of hint and text that exclude each other, both without a partner, or by their prefix.
pub(in crate::matching) fn opposite(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<Difference> {
    let found = |ours: usize, theirs: usize| Difference {
        what: What::Opposite,
        said: hint.reading.raw_at(ours).to_owned(),
        found: text.reading.raw_at(theirs).to_owned(),
    };
    let by_prefix = pairing.pairs(hint.roles.names).find(|(_, pair)| pair.relation.by == Relates::Prefix);
    if let Some((place, pair)) = by_prefix {
        return Some(found(place, pair.theirs.trailing_zeros() as usize));
    }
    let sided = hint.sided & !pairing.ours;
    if sided == 0 {
        return None;
    }
    let said_by = |reading: &Reading, token: &Token| {
        reading.tokens.iter().any(|other| other.lexeme.sides_with(token.lexeme))
    };
    let free = |(place, token): &(usize, &Token)| {
        only(*place) & pairing.theirs == 0 && token.field != Field::Namespace && token.kind == Kind::Word
    };
    places(sided).find_map(|place| {
        let mine = hint.reading.tokens.get(place)?;
        // "import et export" is not excluded by "export".
        let against = |(_, other): &(usize, &Token)| {
            mine.lexeme.excludes(other.lexeme)
                && mine.is(Said::Negated) == other.is(Said::Negated)
                && !said_by(&text.reading, mine)
                && !said_by(&hint.reading, other)
        };
        let (other, _) = text.reading.tokens.iter().enumerate().filter(free).find(against)?;
        Some(found(place, other))
    })
}

/// The first difference that tells the text from what the hint means.
pub(in crate::matching) fn difference(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<Difference> {
    let aligned = Aligned::of(hint, text, pairing);
    opposite(hint, text, pairing)
        .or_else(|| aligned.pairs.iter().find_map(|pair| aligned.between(pair)))
        .or_else(|| aligned.exchanged())
        .or_else(|| aligned.swapped())
        .or_else(|| aligned.facing())
        .or_else(|| aligned.symbol())
}

impl<'a> Aligned<'a> {
    fn of(hint: &'a Hint, text: &'a Text, pairing: &Pairing) -> Self {
        let mut pairs = Vec::new();
        let mut seen: Set = 0;
        for (place, pair) in pairing.pairs(!0) {
            let again = hint.roles.fillers & only(place) != 0 && pair.relation.by != Relates::Same;
            if again
                || seen & only(place) != 0
                || pair.relation.proof == Proof::None
                || pair.field != Field::Name
            {
                continue;
            }
            let same =
                |other: &usize| pairing.of_token(*other).is_some_and(|other| other.theirs == pair.theirs);
            let ours: Vec<usize> = places(pairing.ours).filter(same).collect();
            let theirs: Vec<usize> = places(pair.theirs).collect();
            let count = if ours.len() == theirs.len() { ours.len() } else { 1 };
            for (ours, theirs) in ours.iter().zip(&theirs).take(count) {
                if let (Some(mine), Some(other)) =
                    (hint.reading.tokens.get(*ours), text.reading.tokens.get(*theirs))
                {
                    let literal = pair.relation.tier() == 0;
                    pairs.push(Pair { ours: *ours, theirs: *theirs, mine, other, literal });
                }
            }
            seen |= ours.iter().fold(0, |set, place| set | only(*place));
        }
        pairs.sort_unstable_by_key(|pair| pair.ours);
        let free = |token: &Token| token.kind != Kind::Sign;
        Self {
            hint,
            text,
            ours: hint.reading.set(|token| free(token) && !token.is(Said::Denied)) & !pairing.ours,
            theirs: text.reading.set(|token| free(token) && token.field != Field::Namespace)
                & !pairing.theirs,
            pairs,
        }
    }

    fn told(
        &self,
        what: What,
        ours: impl Into<Option<usize>>,
        theirs: impl Into<Option<usize>>,
    ) -> Difference {
        let word = |reading: &Reading, place: Option<usize>| {
            place.map_or("", |place| reading.raw_at(place)).to_owned()
        };
        Difference {
            what,
            said: word(&self.hint.reading, ours.into()),
            found: word(&self.text.reading, theirs.into()),
        }
    }

    fn mine(&self, place: usize) -> Option<&'a Token> {
        self.hint.reading.tokens.get(place)
    }

    fn other(&self, place: usize) -> Option<&'a Token> {
        self.text.reading.tokens.get(place)
    }

    /// Whether a word of the text without a partner stands here that names something.
    fn is_left(&self, place: usize) -> bool {
        self.theirs & only(place) != 0 && self.other(place).is_some_and(is_naming)
    }

    /// What is said of one word and otherwise, or not, of its partner.
    fn between(&self, pair: &Pair<'a>) -> Option<Difference> {
        self.negated(pair)
            .or_else(|| self.glued(pair))
            .or_else(|| self.compared(pair))
            .or_else(|| self.counted(pair))
            .or_else(|| self.linked(pair))
            .or_else(|| self.displaced(pair))
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
            (true, false) if !elsewhere(&self.text.reading, paired(&|pair| says_no(pair.other))) => {
                Some(self.told(What::Negation, Self::no_of(&self.hint.reading, pair.ours), None))
            }
            (false, true) if !elsewhere(&self.hint.reading, paired(&|pair| says_no(pair.mine))) => {
                Some(self.told(What::Negation, None, Self::no_of(&self.text.reading, pair.theirs)))
            }
            _ => None,
        }
    }

    /// The small word nearest to a place that says no.
    fn no_of(reading: &Reading, place: usize) -> Option<usize> {
        let says_no = |place: &usize| reading.tokens.get(*place).is_some_and(Token::negates);
        (place.saturating_sub(4)..place).rev().chain(place + 1..place + 3).find(says_no)
    }

    /// "ERR4" for "ERR42", "5 MV" for "5 mV", "web1" for "web01".
    fn glued(&self, pair: &Pair<'a>) -> Option<Difference> {
        let next = pair.theirs + 1;
        let left = self.theirs & only(next) != 0;
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
        let differs = if mine.is_some() { mine != other } else { signed().is_some() };
        differs.then(|| {
            let said = |token: &Token| token.compare();
            self.told(
                What::Compare,
                before(&self.hint.reading, pair.ours, said).or(mine.and(Some(pair.ours))),
                before(&self.text.reading, pair.theirs, said).or(Some(pair.theirs)),
            )
        })
    }

    fn counted(&self, pair: &Pair<'a>) -> Option<Difference> {
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
        let differs = match pair.other.qualifier.quantity {
            _ if often && anywhere() => false,
            Some(other) => other != mine && (mine, other) != (Quantity::One, Quantity::Only),
            None if number.is_some() => mine != Quantity::All,
            // A number of the hint is the quantity.
            None => {
                !matches!(mine, Quantity::All | Quantity::One | Quantity::Always | Quantity::Also)
                    && places(self.theirs).filter(|place| self.is_left(*place)).count() < 2
            }
        };
        let said = |token: &Token| token.quantity();
        differs.then(|| {
            self.told(
                What::Quantity,
                before(&self.hint.reading, pair.ours, said),
                before(&self.text.reading, pair.theirs, said).or(number),
            )
        })
    }

    fn linked(&self, pair: &Pair<'a>) -> Option<Difference> {
        let (mine, other) =
            (link_of(&self.hint.reading, pair.ours), link_of(&self.text.reading, pair.theirs));
        let run = small_before(&self.text.reading, pair.theirs);
        let beside = |place: usize| self.is_left(place);
        if run.start.checked_sub(1).is_some_and(beside) {
            return None;
        }
        let exclusive = mine.zip(other).is_some_and(|(mine, other)| are_exclusive(mine, other));
        let articled = run.clone().any(|place| {
            matches!(
                self.text.reading.raw_at(place),
                "le" | "la" | "les" | "l" | "un" | "une" | "the" | "a" | "an"
            )
        });
        let first =
            self.pairs.iter().all(|earlier| earlier.ours >= pair.ours || earlier.theirs < pair.theirs);
        // Who does it in the text has it done in the hint.
        let done_by = mine == Some(Link::By) && other.is_none() && articled && first;
        // "avant le 3 mai" is not "du 3 mai", and "après la recette" is not "recette".
        let leads = small_before(&self.hint.reading, pair.ours).start == 0;
        let beside = mine != other
            && matches!(mine, Some(Link::Before | Link::After))
            && (leads || pair.mine.kind == Kind::Number);
        (exclusive || done_by || beside).then(|| {
            let said = |token: &Token| token.link();
            self.told(
                What::Link,
                before(&self.hint.reading, pair.ours, said).or(Some(pair.ours)),
                before(&self.text.reading, pair.theirs, said).or(Some(pair.theirs)),
            )
        })
    }

    /// "au parrain" where the text has "au filleul" and the parrain elsewhere.
    fn displaced(&self, pair: &Pair<'a>) -> Option<Difference> {
        let part =
            link_of(&self.hint.reading, pair.ours).filter(|link| is_strong(*link) || *link == Link::For)?;
        if link_of(&self.text.reading, pair.theirs).is_some() {
            return None;
        }
        let plays = |place: &usize| self.is_left(*place) && link_of(&self.text.reading, *place) == Some(part);
        places(self.theirs).find(plays).map(|other| self.told(What::Facing, pair.ours, other))
    }

    /// "de Lyon à Paris" for "de Paris à Lyon": what stands before two things, each is before the other. Numbers have their order.
    fn exchanged(&self) -> Option<Difference> {
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
                let unordered = crossed
                    && numbers
                    && years(first) == years(second)
                    && !self.counts_something(first, second);
                (exchanged || unordered).then(|| self.turned(first, second))
            })
    }

    /// Whether each of two numbers counts a thing of its own, which goes with it.
    fn counts_something(&self, first: &Pair<'a>, second: &Pair<'a>) -> bool {
        let counts = |pair: &Pair<'a>| {
            let before = pair.ours.checked_sub(1)?;
            self.mine(before).filter(|token| token.kind == Kind::Word && self.ours & only(before) == 0)
        };
        counts(first).is_some() && counts(second).is_some()
    }

    /// "B appelle A" for "A appelle B": the words are in the text's order but for two that changed places around others. More disorder is a hint of keywords.
    fn swapped(&self) -> Option<Difference> {
        let mut sorted: Vec<usize> = self.pairs.iter().map(|pair| pair.theirs).collect();
        sorted.sort_unstable();
        let wrong: Vec<usize> = self
            .pairs
            .iter()
            .zip(&sorted)
            .enumerate()
            .filter(|(_, (pair, place))| pair.theirs != **place)
            .map(|(number, _)| number)
            .collect();
        let [first, last] = *wrong.as_slice() else { return None };
        let (one, other) = (self.pairs.get(first)?, self.pairs.get(last)?);
        let years =
            |pair: &Pair<'a>| pair.mine.kind == Kind::Number && self.hint.reading.word(pair.mine).len() > 3;
        let numbers = one.mine.kind == Kind::Number && other.mine.kind == Kind::Number;
        let literal = self.pairs.get(first..=last)?.iter().all(|pair| pair.literal);
        let names = one.other.is(Said::Proper) && other.other.is(Said::Proper);
        let told = literal
            && (last - first > 1 || names || last - first == 1 && self.owns(one, other))
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

    /// What is left over on both sides in the same gap between partners stands for one another: "affaire Martin", "contrat Martin".
    fn facing(&self) -> Option<Difference> {
        places(self.ours).find_map(|place| {
            let token = self.mine(place)?;
            let kind = self.states(place, token)?;
            let (left, right) = self.neighbours(place);
            let before = right.map(|pair| self.gap((0..pair.theirs).rev())).unwrap_or_default();
            let behind = left
                .map(|pair| self.gap(pair.theirs + 1..self.text.reading.tokens.len()))
                .unwrap_or_default();
            let faced = before.into_iter().chain(behind).find(|theirs| self.faces(token, kind, *theirs))?;
            Some(self.told(What::Facing, place, faced))
        })
    }

    /// The places of the text up to the next that has a partner or parts.
    fn gap(&self, range: impl Iterator<Item = usize>) -> Vec<usize> {
        range
            .take_while(|place| {
                self.theirs & only(*place) != 0
                    && self.other(*place).is_some_and(|token| token.field == Field::Name)
            })
            .collect()
    }

    /// The pairs before and behind a place of the hint.
    fn neighbours(&self, place: usize) -> (Option<&Pair<'a>>, Option<&Pair<'a>>) {
        let before = self.pairs.iter().rev().find(|pair| pair.ours < place);
        (before, self.pairs.iter().find(|pair| pair.ours > place))
    }

    /// What a left-over word of the hint states, if it does.
    fn states(&self, place: usize, token: &Token) -> Option<States> {
        let (reading, roles) = (&self.hint.reading, &self.hint.roles);
        let is_in = |set: Set| set & only(place) != 0;
        if let Some(quantity) = token.quantity() {
            // The text says so too.
            let said = places(self.theirs)
                .filter_map(|place| self.other(place))
                .any(|other| other.quantity() == Some(quantity));
            return (!said).then_some(States::Quantity);
        }
        let acts = token.lexeme.is(Mark::Acts);
        let head = token.lexeme.class == Class::Head;
        match () {
            () if is_in(roles.names) => Some(States::Anything),
            () if is_in(roles.soft) && acts => Some(States::Action),
            () if is_in(roles.soft) && head => Some(States::Head),
            () if STATING.contains(&reading.raw(token)) => Some(States::Anything),
            () if is_in(roles.fillers)
                && place == 0
                && token.lexeme.class == Class::Request
                && token.lexeme.has_sides() =>
            {
                Some(States::Anything)
            }
            () => None,
        }
    }

    fn faces(&self, token: &Token, kind: States, theirs: usize) -> bool {
        let Some(other) = self.other(theirs) else { return false };
        let quantity = |token: &Token| token.quantity();
        match kind {
            States::Quantity => {
                let (mine, other_quantity) = (quantity(token), quantity(other));
                other.kind == Kind::Number
                    || other_quantity.is_some()
                        && other_quantity != mine
                        && (mine, other_quantity) != (Some(Quantity::One), Some(Quantity::Only))
            }
            States::Action => is_naming(other) && other.lexeme.is(Mark::Acts),
            States::Head => is_naming(other) && other.lexeme.class == Class::Head,
            States::Anything => is_naming(other),
        }
    }

    /// A picture of the hint that the text lacks.
    fn symbol(&self) -> Option<Difference> {
        let is_picture = |token: &Token| token.kind == Kind::Symbol && token.small.is_none();
        let mine = places(self.ours).find(|place| {
            self.mine(*place).is_some_and(|token| {
                is_picture(token)
                    && !self
                        .text
                        .reading
                        .tokens
                        .iter()
                        .any(|other| other.kind == Kind::Symbol && other.key == token.key)
            })
        })?;
        let other = places(self.theirs).find(|place| self.other(*place).is_some_and(is_picture));
        Some(self.told(What::Symbol, mine, other))
    }
}

/// What a word that is left over states.
#[derive(Debug, Clone, Copy)]
enum States {
    Anything,
    Action,
    Head,
    Quantity,
}

/// Words that people say around a name, and that state something where they stand for a word of it.
const STATING: &[&str] = &[
    "juste",
    "just",
    "bien",
    "encore",
    "still",
    "deja",
    "already",
    "aussi",
    "also",
    "presque",
    "almost",
    "next",
    "trop",
    "so",
    "keep",
    "keeps",
    "quite",
    "ok",
    "maybe",
    "simplement",
    "plusieurs",
];

/// Links that say two different things of one word.
fn are_exclusive(one: Link, other: Link) -> bool {
    const EXCLUSIVE: &[(Link, Link)] = &[
        (Link::To, Link::From),
        (Link::Toward, Link::From),
        (Link::Toward, Link::Of),
        (Link::With, Link::Without),
        (Link::Before, Link::After),
        (Link::Before, Link::During),
        (Link::After, Link::During),
        (Link::On, Link::Under),
        (Link::For, Link::Against),
        (Link::In, Link::Out),
        (Link::For, Link::By),
        (Link::To, Link::By),
        (Link::Toward, Link::By),
        (Link::And, Link::Or),
        (Link::With, Link::Against),
    ];
    EXCLUSIVE.contains(&(one, other)) || EXCLUSIVE.contains(&(other, one))
}

/// Links that tell which of two things is which, wherever the two stand.
fn is_strong(link: Link) -> bool {
    matches!(
        link,
        Link::To
            | Link::Toward
            | Link::From
            | Link::Before
            | Link::After
            | Link::With
            | Link::Without
            | Link::Against
            | Link::By
            | Link::At
            | Link::Instead
            | Link::Out
            | Link::Then
            | Link::Than
    )
}

/// How a word is related to what stands before it, where a small word says so.
fn link_of(reading: &Reading, place: usize) -> Option<Link> {
    let token = reading.tokens.get(place)?;
    token.qualifier.link.filter(|_| !small_before(reading, place).is_empty())
}

/// The small words right before a place.
fn small_before(reading: &Reading, place: usize) -> std::ops::Range<usize> {
    let small = |before: &usize| {
        reading.tokens.get(*before).is_some_and(|token| token.is_small() || token.kind == Kind::Symbol)
    };
    place - (0..place).rev().take_while(small).count()..place
}

/// The small word right before a place that says something of its kind.
fn before<T>(reading: &Reading, place: usize, says: impl Fn(&Token) -> Option<T>) -> Option<usize> {
    small_before(reading, place)
        .rev()
        .find(|before| reading.tokens.get(*before).is_some_and(|token| says(token).is_some()))
}

/// Whether a sign parts two places.
fn parts(reading: &Reading, one: usize, other: usize) -> bool {
    (one.min(other)..one.max(other))
        .any(|place| reading.tokens.get(place).is_some_and(|token| token.kind == Kind::Sign))
}
