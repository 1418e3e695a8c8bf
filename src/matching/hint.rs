//! What a person calls an object, read once.

use super::{
    grams::Grams,
    lexicon::{
        Class, Mark,
        forms::{Family, family, in_singular},
    },
    names::Names,
    normalise,
    reading::{Reading, Said, Set, TextField, Token, UNABLE, is_one_of, only},
    said_path::SaidPath,
    text::{Text, glue},
};

/// A hint, read once.
#[derive(Debug, Clone)]
pub struct Hint {
    /// As it was said.
    pub(super) text: String,
    pub(super) normal: String,
    pub(super) reading: Reading,
    pub(super) roles: Roles,
    /// What it says in full, without gaps between the words: without small words and what people say around a name, and with them.
    pub(super) glued: [Option<u64>; 2],
    pub(super) grams: Grams,
    /// Whether it describes rather than names: it has a clause of its own.
    pub(super) describes: bool,
    /// What a contrast excludes, each with all that it says of it: "pas le portail citoyen".
    pub(super) denials: Vec<Set>,
    /// The path that it says.
    pub(super) path: Option<SaidPath>,
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
    /// All but those that are excluded.
    pub(super) fn spoken(&self) -> Set {
        self.said() | self.fillers | self.small
    }

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
        Self {
            text: text.to_owned(),
            normal: normalise(text),
            roles,
            glued: [glue(&reading, roles.said()), glue(&reading, roles.spoken())],
            grams: Grams::of(reading.all(roles.said()).map(|token| reading.word(token))),
            describes: reading.tokens.iter().any(|token| is_one_of(reading.raw(token), CLAUSES)),
            denials: denials(&reading, &roles),
            path: SaidPath::of(text),
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

    /// Whether a description has each word that names something, or has those that the title lacks: no ground to act, but one to ask about it first.
    #[must_use]
    pub fn is_said_in(&self, title: &str, description: &str) -> bool {
        let is_form = |own: &str, word: &str| {
            own == word || in_singular(own) == word || family(own, word) == Family::Inflection
        };
        let says = |text: &str| {
            let text = normalise(text);
            let has = |word: &str| text.split(' ').any(|own| is_form(own, word));
            let is_said = |token: &Token| has(self.reading.word(token)) || has(self.reading.raw(token));
            self.reading.all(self.roles.names).all(is_said)
        };
        !description.is_empty()
            && self.roles.names != 0
            && !self.excludes()
            && !self.is_vague()
            && (says(description) || !says(title) && says(&format!("{title} {description}")))
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

/// What people ask for who want to see an object, whatever is then done to it.
const SHOWING: &str = "open find ouvre ouvrir ouvrez trouve trouver";

/// Words that begin a clause or stand in one.
const CLAUSES: &str = "qui que qu quand dont ou ne n on je il se that which who where when how we euh truc";

/// What is excluded, parted at "ni", "et", "ou" and at signs; what the hint asks for as well is not excluded by itself.
fn denials(reading: &Reading, roles: &Roles) -> Vec<Set> {
    let parts = |(place, token): &(usize, &Token)| {
        roles.denied & only(*place) == 0
            || matches!(reading.raw(token), "ni" | "et" | "ou" | "nor" | "and" | "or" | "pas")
    };
    let is_asked = |denied: &Token| reading.all(roles.said()).any(|token| token.key == denied.key);
    let tokens: Vec<(usize, &Token)> = reading.tokens.iter().enumerate().collect();
    let points = |token: &Token| is_one_of(reading.raw(token), POINTING) || token.lexeme.is(Mark::Thing);
    let said = tokens.split(parts).map(|denied| {
        let naming = denied
            .iter()
            .filter(|(_, token)| !matches!(role_of(token), Class::Filler | Class::Stop) && !points(token));
        naming.fold(0, |set, (place, _)| set | only(*place))
    });
    said.filter(|denial| !reading.all(*denial).all(is_asked)).collect()
}

/// Behind a "pas" or a "not" they name no other object: "pas la bonne", "pas maintenant", "not worth it".
const POINTING: &str = "ci bon bonne bons bonnes right maintenant aujourd hui demain soir suite instant now today tomorrow yet question peine moyen envie possible sure \
                        oblige idee fermer toucher touche close touch idea worth necessary chance";

pub(super) const ARTICLES: &str =
    "l le la les un une the our my notre nos ma mon mes ce cette cet this that du au";

fn roles(reading: &Reading) -> Roles {
    let mut roles = Roles::default();
    // What people say before a name.
    let is_around = |token: &Token| {
        let around = matches!(token.lexeme.class, Class::Stop | Class::Filler);
        !token.is_spoken() || around && !is_one_of(reading.raw(token), ARTICLES)
    };
    let names = |token: &Token| token.is_spoken() && matches!(role_of(token), Class::Name | Class::Head);
    let says_no = reading.tokens.iter().any(|token| token.negates() || UNABLE.contains(&reading.raw(token)));
    for (place, token) in reading.tokens.iter().enumerate().filter(|(_, token)| token.is_spoken()) {
        let before = || reading.tokens.iter().take(place);
        // "le portail côté front", not "côté de la rue"
        let is_side = reading.raw_at(place) == "cote" && reading.has(place + 1, |next| !next.is_small());
        let role = match role_of(token) {
            _ if token.is(Said::Denied) => &mut roles.denied,
            Class::Name | Class::Head | Class::Request if token.is(Said::Corrected) => &mut roles.soft,
            class if is_side || before().all(is_around) && asks(reading, place, class) => &mut roles.fillers,
            // "l'appli X"
            Class::Head if is_articled(reading, place, ARTICLES) && !before().any(names) => &mut roles.soft,
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

/// Whether a verb that leads asks for something: an article, a kind or the like follows it ("ouvre le ticket"), or, whatever the verb, a kind of object or a
/// pronoun: "décale le jalon", "move it to", "range-le dans".
fn asks(reading: &Reading, place: usize, class: Class) -> bool {
    let (next, then) = (reading.tokens.get(place + 1), reading.tokens.get(place + 2));
    let following = reading.raw_at(place + 1);
    // "liste d'attente"
    let follows = |next: &Token| {
        matches!(next.lexeme.class, Class::Stop | Class::Filler | Class::Soft)
            && !is_one_of(following, "d de of a pour to et and")
    };
    match class {
        // Alone it is what is looked for: "search".
        Class::Request if reading.tokens.len() == 1 => false,
        // "can you open X", "open X please"
        Class::Request => {
            let is_polite = |token: &Token| is_one_of(reading.raw(token), "please pls plz stp svp");
            let asked =
                is_one_of(reading.raw_before(place), "you tu vous") || reading.tokens.iter().any(is_polite);
            next.is_none_or(follows) || asked && is_one_of(reading.raw_at(place), SHOWING)
        }
        Class::Name | Class::Soft => {
            let is_verb = |verb: &Token| verb.lexeme.is(Mark::Known) && !verb.lexeme.is(Mark::Thing);
            let of_thing =
                is_one_of(following, ARTICLES) && then.is_some_and(|then| then.lexeme.is(Mark::Thing));
            // "range-les", but not "harmoniser les"
            let is_pronoun = is_one_of(following, "it ca cela them this that")
                || is_one_of(following, "le la les")
                    && reading.has(place + 1, |next| next.is(Said::Hyphened));
            let of_pronoun = is_pronoun && then.is_none_or(|then| then.link().is_some());
            reading.has(place, is_verb) && (of_thing || of_pronoun)
        }
        _ => false,
    }
}

/// Whether one of these articles stands right before a word.
pub(super) fn is_articled(reading: &Reading, place: usize, articles: &str) -> bool {
    is_one_of(reading.raw_before(place), articles)
}
