//! What a person calls an object, read once.

use super::{
    grams::Grams,
    lexicon::{Class, Mark, forms::in_singular},
    names::Names,
    normalise,
    reading::{Reading, Said, Set, TextField, Token, UNABLE, is_one_of, only, places},
    text::{Text, glue},
};

/// A hint, read once.
#[derive(Debug, Clone)]
pub struct Hint {
    /// As it was said.
    pub(super) text: String,
    pub(super) normal: String,
    pub(super) reading: Reading,
    /// Its words that have opposites.
    pub(super) sided: Set,
    pub(super) roles: Roles,
    /// What it says in full, without gaps between the words: without small words and what people say around a name, and with them.
    pub(super) glued: [Option<u64>; 2],
    pub(super) grams: Grams,
    /// Whether it describes rather than names: it has a clause of its own.
    pub(super) describes: bool,
    /// What a contrast excludes, each with all that it says of it: "pas le portail citoyen".
    pub(super) denials: Vec<Set>,
    /// The full path of what the team calls so.
    pub(super) called: Option<String>,
    /// The same in other words of the team.
    pub(super) others: Vec<Hint>,
}

/// What its tokens do for it, as sets.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Roles {
    /// They name the object: each must have its counterpart.
    pub(super) names: Set,
    /// They say its kind or what is done to it.
    pub(super) soft: Set,
    /// People say them around a name.
    pub(super) fillers: Set,
    /// Articles, prepositions.
    pub(super) small: Set,
    /// They are excluded by a contrast.
    pub(super) denied: Set,
}

impl Roles {
    /// Those that say what the object is.
    pub(super) fn said(&self) -> Set {
        self.names | self.soft
    }
}

impl Hint {
    /// Reads a hint.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self::read(text, &Names::default())
    }

    /// Reads a hint of a team.
    #[must_use]
    pub fn of_team(text: &str, names: &Names) -> Self {
        let others = names.readings(text).iter().skip(1).map(|other| Self::new(other)).collect();
        Self { others, ..Self::read(text, names) }
    }

    /// The same where it is what the team calls the object at this full path.
    #[must_use]
    pub fn calling(self, full_path: Option<&str>) -> Self {
        Self { called: full_path.map(str::to_owned), ..self }
    }

    fn read(text: &str, names: &Names) -> Self {
        let mut reading = Reading::default();
        reading.add(text, TextField::Name, 0);
        reading.define(|word| names.define(word));
        reading.finish(true, false);
        let roles = roles(&reading);
        let all = roles.said() | roles.fillers;
        let words = |set: Set| reading.all(set).map(|token| reading.word(token));
        Self {
            text: text.to_owned(),
            normal: normalise(text),
            sided: (all | roles.small) & reading.set(|token| token.lexeme.has_sides()),
            roles,
            glued: [glue(&reading, roles.said()), glue(&reading, all | roles.small)],
            grams: Grams::of_hint(words(roles.said())),
            describes: (0..reading.tokens.len()).any(|place| is_one_of(reading.raw_at(place), CLAUSES)),
            denials: denials(&reading, &roles),
            called: None,
            others: Vec::new(),
            reading,
        }
    }

    /// Whether it says just what a text says, with or without gaps.
    pub(super) fn is_all_of(&self, text: &Text) -> bool {
        let [named, all] = self.glued.map(|glued| glued.is_some_and(|glued| text.glued.contains(&glued)));
        // "la vis" is not "l'avis".
        let is_word = |token: &Token| token.lexeme.is(Mark::Known);
        let is_there = |token: &Token| text.words.binary_search(&token.key).is_ok();
        let (mut ours, mut theirs) = (self.reading.all(self.roles.names), text.reading.all(text.own_words));
        // "quai de déchargement" is not "quai de chargement".
        let same = ours.clone().all(is_there);
        let moved = !same && ours.clone().count() == theirs.clone().count();
        named && !moved || all && (same || !ours.all(is_word) || !theirs.all(is_word))
    }

    /// Whether a longer text, such as a description, has each word that names something: no ground to act, but one to ask about it first.
    #[must_use]
    pub fn is_said_in(&self, text: &str) -> bool {
        let text = normalise(text);
        let has = |word: &str| text.split(' ').any(|own| own == word || in_singular(own) == word);
        let said = self.roles.names != 0 && !self.is_vague();
        said && places(self.roles.names)
            .all(|place| has(self.reading.word_at(place)) || has(self.reading.raw_at(place)))
    }

    /// How long it is after normalisation, in bytes: what a comparison costs grows with it.
    #[must_use]
    pub fn length(&self) -> usize {
        self.normal.len()
    }

    /// Whether nothing is left of it after normalisation.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.normal.is_empty()
    }

    /// Whether a contrast excludes something: "pas le menu".
    #[must_use]
    pub fn excludes(&self) -> bool {
        self.roles.denied != 0
    }

    /// Whether it names nothing: small words and kinds of objects alone, like "celui-là" or "le ticket". A blank one is vague.
    #[must_use]
    pub fn is_vague(&self) -> bool {
        let named = self.roles.said() | self.roles.denied;
        self.reading.all(named).all(|token| token.lexeme.is(Mark::Thing))
    }
}

/// Words that begin a clause or stand in one.
const CLAUSES: &str = "qui que qu quand dont ou ne n on je il se that which who where when how we euh truc";

/// What is excluded, parted at "ni", "et", "ou" and at signs; what the hint asks for as well is not excluded by itself.
fn denials(reading: &Reading, roles: &Roles) -> Vec<Set> {
    let asked =
        |key: u64| places(roles.names | roles.soft).any(|place| reading.has(place, |token| token.key == key));
    let mut denials = vec![0];
    for (place, token) in reading.tokens.iter().enumerate() {
        let parts = roles.denied & only(place) == 0
            || matches!(reading.raw(token), "ni" | "et" | "ou" | "nor" | "and" | "or" | "pas");
        if parts {
            denials.push(0);
        } else if !matches!(role_of(token), Class::Filler | Class::Stop) {
            denials.last_mut().map(|denial| *denial |= only(place)).unwrap_or_default();
        }
    }
    let excludes = |denial: &Set| places(*denial).any(|place| reading.has(place, |token| !asked(token.key)));
    denials.retain(excludes);
    denials
}

pub(super) const ARTICLES: &str =
    "l le la les un une the our my notre nos ma mon mes ce cette cet this that du au";

fn roles(reading: &Reading) -> Roles {
    let mut roles = Roles::default();
    let lead = lead(reading);
    let says_no = reading.tokens.iter().any(|token| token.negates() || UNABLE.contains(&reading.raw(token)));
    for (place, token) in reading.tokens.iter().enumerate().filter(|(_, token)| token.is_spoken()) {
        let role = match role_of(token) {
            _ if token.is(Said::Denied) => &mut roles.denied,
            Class::Name | Class::Head | Class::Request if token.is(Said::Corrected) => &mut roles.soft,
            class if leads(reading, place) && asks(reading, place, class) => &mut roles.fillers,
            // "le portail côté front", not "côté de la rue"
            _ if reading.raw_at(place) == "cote" && reading.has(place + 1, |next| !next.is_small()) => {
                &mut roles.fillers
            }
            Class::Head if lead == Some(place) && is_articled(reading, place, ARTICLES) => &mut roles.soft,
            _ if token.lexeme.is(Mark::Works) && says_no => &mut roles.soft,
            Class::Soft => &mut roles.soft,
            Class::Filler => &mut roles.fillers,
            Class::Stop => &mut roles.small,
            Class::Name | Class::Head | Class::Request => &mut roles.names,
        };
        *role |= only(place);
    }
    roles
}

/// The class of a token; what stands in capitals is a name, and so is what only looks like a small word.
fn role_of(token: &Token) -> Class {
    // "Salle V", "les anneaux de Venus"
    let named = token.is(Said::Kept)
        || token.is(Said::Proper) && token.lexeme.class == Class::Filler
        || token.is(Said::Capital);
    if named {
        Class::Name
    } else if token.is_small() {
        Class::Stop
    } else {
        token.lexeme.class
    }
}

/// Whether nothing stands before a word but what people say around a name.
fn leads(reading: &Reading, place: usize) -> bool {
    let before = |token: &Token| {
        !token.is_spoken()
            || matches!(token.lexeme.class, Class::Stop | Class::Filler)
                && !is_one_of(reading.raw(token), ARTICLES)
    };
    reading.tokens.iter().take(place).all(before)
}

/// Whether a verb that leads asks for something: an article, a kind or the like follows it ("ouvre le ticket"), or, whatever the verb, a kind of object or a
/// pronoun: "décale le jalon", "move it to", "range-le dans".
fn asks(reading: &Reading, place: usize, class: Class) -> bool {
    let next = |ahead: usize| reading.tokens.get(place + ahead);
    let pronoun = || {
        is_one_of(reading.raw_at(place + 1), "it ca cela them this that le la les")
            && next(2).is_none_or(|next| next.link().is_some())
    };
    let of_thing = || {
        is_one_of(reading.raw_at(place + 1), ARTICLES)
            && next(2).is_some_and(|next| next.lexeme.is(Mark::Thing))
    };
    let is_verb = reading.has(place, |verb| verb.lexeme.is(Mark::Known) && !verb.lexeme.is(Mark::Thing));
    // "liste d'attente"
    let follows = |next: &Token| {
        matches!(next.lexeme.class, Class::Stop | Class::Filler | Class::Soft)
            && !is_one_of(reading.raw(next), "d de of a pour to et and")
    };
    match class {
        // Alone it is what is looked for: "search".
        Class::Request => next(1).is_none_or(follows) && reading.tokens.len() > 1,
        Class::Name | Class::Soft => is_verb && (of_thing() || pronoun()),
        _ => false,
    }
}

/// The first token that names something.
fn lead(reading: &Reading) -> Option<usize> {
    let named = |token: &Token| token.is_spoken() && matches!(role_of(token), Class::Name | Class::Head);
    reading.tokens.iter().position(named)
}

/// Whether one of these articles stands right before a word.
pub(super) fn is_articled(reading: &Reading, place: usize, articles: &str) -> bool {
    place.checked_sub(1).is_some_and(|before| is_one_of(reading.raw_at(before), articles))
}
