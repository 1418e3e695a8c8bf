//! What small words and signs say of the words beside them: "plus de 5 Mo", "vers la préprod", "ne marche pas". It is kept with the word, so that hint and
//! text are compared where it stands. The words are in `lexicon/qualifiers.txt`.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    Reading, Said, Set, Token, TokenKind, is_one_of, only, places,
    token::{Compare, Link, Modality, Qualifier, Quantity, SmallWord},
};
use crate::matching::lexicon::{Class, Mark, WordHashes, look_up, table::lines};

/// What the table lists, by kind.
fn listed() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(include_str!("../lexicon/qualifiers.txt")).filter_map(|line| line.split_once(": "))
}

/// Whether the table puts two links on the two sides of a line of this kind, or both in one without sides.
pub(in crate::matching) fn are_links(kind: &str, (one, other): (Link, Link)) -> bool {
    type Sides = (&'static str, [Vec<Link>; 2]);
    static SIDES: LazyLock<Vec<Sides>> = LazyLock::new(|| {
        let links = |side: &str| side.split(' ').filter_map(Link::named).collect();
        let sides = |line: &'static str| line.split_once(" | ").unwrap_or((line, line));
        let links_alone = listed().filter(|(kind, _)| !kind.contains(' '));
        links_alone.map(|(kind, line)| (kind, <[_; 2]>::from(sides(line)).map(links))).collect()
    });
    SIDES.iter().filter(|(its, _)| *its == kind).any(|(_, [some, rest])| {
        some.contains(&one) && rest.contains(&other) || some.contains(&other) && rest.contains(&one)
    })
}

static SMALL_WORDS: LazyLock<HashMap<&'static str, SmallWord, WordHashes>> = LazyLock::new(|| {
    let mut words: HashMap<_, SmallWord, _> = HashMap::default();
    for (head, listed) in listed() {
        let Some((kind, value)) = head.split_once(' ') else { continue };
        for word in listed.split(' ') {
            let small = words.entry(word).or_default();
            match kind {
                "number" => small.of_number = Compare::named(value),
                "compare" => small.says.compare = Compare::named(value),
                "quantity" => small.says.quantity = Quantity::named(value),
                "relation" => small.says.link = Link::named(value),
                "modality" => small.modality = Modality::named(value),
                "negation" => small.negates = true,
                _ => {}
            }
        }
    }
    words
});

/// What a word or a sign says as a small word wherever it stands, if it is one: not "minimum", which does so beside a number alone.
pub(super) fn small_word(word: &str) -> Option<SmallWord> {
    let alone = |small: &SmallWord| {
        small.modality.is_none() && !matches!(small.of_number, Some(Compare::Least | Compare::Most))
    };
    SMALL_WORDS.get(word).copied().filter(|small| alone(small) || small.says.link.is_some())
}

/// Whether what the word at a place stands before may be or has to be, if it says so.
pub(in crate::matching) fn modality(reading: &Reading, place: usize) -> Option<Modality> {
    let several = reading.tokens.get(place)?.small.and_then(|small| small.modality);
    several.or_else(|| SMALL_WORDS.get(reading.raw_at(place))?.modality)
}

/// Whether a folded word is an article or the like, without which a name is the same: "le", "du", not "sans".
pub(in crate::matching) fn says_nothing(word: &str) -> bool {
    let harmless = |small: SmallWord| {
        let Qualifier { compare, quantity, link, .. } = small.says;
        !small.negates
            && compare.is_none()
            && matches!(quantity, None | Some(Quantity::One))
            && matches!(link, None | Some(Link::Of | Link::Owner | Link::To | Link::In))
    };
    look_up(word, word).class == Class::Stop && small_word(word).is_none_or(harmless)
}

/// What these begin may be called without them; not the other way round.
pub(in crate::matching) const UNABLE: &[&str] = &["impossible", "impossibilite", "unable"];

/// Says of each word what the small words before it, or a "pas" behind it, say of it.
pub(super) fn qualify(reading: &mut Reading, asked: bool) {
    mark_small_words(reading);
    let mut run = SmallWords::default();
    for place in 0..reading.tokens.len() {
        let Some(token) = reading.tokens.get(place).copied() else { continue };
        if token.kind == TokenKind::Sign {
            if reading.raw(&token) != "-" {
                run.places = 0;
            }
        } else if token.lexeme.is(Mark::States)
            && reading.all(run.places).any(Token::negates)
            && reading.has(place + 1, Token::is_spoken)
        {
            // "pas encore payé" is said of what follows.
            run.places |= only(place);
        } else if !token.is_small() && token.kind != TokenKind::Symbol {
            let (qualifier, negated) = run.qualify(reading, place, asked);
            reading.change(place, |token| token.qualifier = qualifier);
            if negated {
                reading.mark(place, Said::Negated);
            }
            run.verbal = run.says(reading, "ne n");
            run.places = 0;
            run.last = Some(place);
        } else if let Some(last) = run.negated_behind(reading, place) {
            reading.mark(last, Said::Negated);
        } else if let Some((number, compare)) = run.compared_behind(reading, place) {
            reading.change(number, |number| number.qualifier.compare = Some(compare));
        } else {
            run.places |= only(place);
        }
    }
}

/// No more words say something together: "as a result of".
const MOST_TOGETHER: usize = 4;

/// How many words say something together that begins at a place, and what: "à partir".
fn several_at(reading: &Reading, place: usize) -> Option<(usize, SmallWord)> {
    let together = |count| {
        let words: Vec<&str> = (place..place + count).map(|at| reading.raw_at(at)).collect();
        Some((count, *SMALL_WORDS.get(words.join("_").as_str())?))
    };
    (2..=MOST_TOGETHER).rev().find_map(together)
}

/// Says of words what they are where they stand: "supérieur à 5" compares a number, the "été" of "a été" is a small word, the "a" of "add a logo" an article,
/// the "que" of "ne montrer que" says "only", and several say something together.
fn mark_small_words(reading: &mut Reading) {
    for place in 0..reading.tokens.len() {
        let before = |reach: usize| place.saturating_sub(reach)..place;
        let says = |place: usize, words: &str| is_one_of(reading.raw_at(place), words);
        let plain = SmallWord::default();
        let small = match reading.raw_at(place) {
            "a" if is_article(reading, place) => Some(plain),
            "ete" if before(2).any(|had| says(had, "a ont avait avaient aura auront ayant")) => Some(plain),
            // "personne n'a signé"
            "personne" if says(place + 1, "ne n") => Some(SmallWord { negates: true, ..plain }),
            // "ne supprimer que les doublons" is "seulement".
            "que" | "qu" if before(4).any(|ne| says(ne, "ne n") && only_that(reading, ne)) => {
                Some(SmallWord { says: Qualifier { quantity: Some(Quantity::Only), ..plain.says }, ..plain })
            }
            _ => None,
        };
        reading.change(place, |token| token.small = small.or(token.small));
        // "il y a deux ans", but not "s'il y a conflit".
        let tells = |says: SmallWord| counts(reading, place) || says.says.link != Some(Link::Ago);
        if let Some((count, says)) = several_at(reading, place).filter(|(_, says)| tells(*says)) {
            (place..place + count).for_each(|place| reading.change(place, |token| token.small = Some(says)));
        }
        let listed = SMALL_WORDS.get(reading.raw_at(place)).copied();
        let compare = reading.tokens.get(place).and_then(|token| token.small.or(listed)?.of_number);
        // "trois témoins minimum"
        let is_number = |before| reading.has(before, |token| token.kind == TokenKind::Number);
        let bounds = matches!(compare, Some(Compare::Least | Compare::Most));
        if compare.is_some() && counts(reading, place) || bounds && before(2).any(is_number) {
            let says = Qualifier { compare, ..plain.says };
            reading.change(place, |token| token.small = Some(SmallWord { says, ..plain }));
        }
    }
}

/// "add a logo": without an accent, and among no French words, it is the article.
fn is_article(reading: &Reading, place: usize) -> bool {
    let is_french = |token: &Token| is_one_of(reading.raw(token), FRENCH);
    let is_name = reading.has(place + 1, |token| token.is(Said::Large));
    reading.has(place, |token| token.accents == 0) && !is_name && !reading.tokens.iter().any(is_french)
}

/// Whether a number is what a small word stands before.
fn counts(reading: &Reading, place: usize) -> bool {
    let behind = reading.tokens.iter().skip(place + 1).find(|token| !token.is_small());
    behind.is_some_and(|token| token.kind == TokenKind::Number || token.lexeme.numeral.is_some())
}

/// The small words since the last word.
#[derive(Default)]
struct SmallWords {
    places: Set,
    last: Option<usize>,
    /// Whether a "ne" stands before the last word.
    verbal: bool,
}

impl SmallWords {
    fn says(&self, reading: &Reading, words: &str) -> bool {
        reading.all(self.places).any(|token| is_one_of(reading.raw(token), words))
    }

    fn qualify(&self, reading: &Reading, place: usize, asked: bool) -> (Qualifier, bool) {
        let mut qualifier = Qualifier::default();
        let verbal = self.says(reading, "ne n");
        let none = |before| is_one_of(reading.raw_at(before), "aucun aucune");
        let restricts = verbal && (only_that(reading, place) || (0..place).any(none));
        let mut negated = verbal && self.says(reading, "plus");
        let mut follows_link = false;
        for (before, token) in places(self.places).zip(reading.all(self.places)) {
            // "au sous-sol" is not under it.
            let is_prefix = before + 1 == place && reading.has(place, |token| token.is(Said::Glued));
            let follows = std::mem::replace(&mut follows_link, token.link().is_some());
            let (small, word) = (token.small.unwrap_or_default(), reading.raw(token));
            negated |= small.negates && word != "n" && !restricts;
            if !(word == "plus" && verbal) {
                qualifier.compare = small.says.compare.or(qualifier.compare);
            }
            qualifier.quantity = small.says.quantity.or(qualifier.quantity);
            // "au-delà de", "quand on": what stands right before "de" or "on" says more. In "from us to" it is said of "us".
            let is_weak = |link| matches!(link, Link::Of | Link::To | Link::Than | Link::On);
            let counts = qualifier.quantity.is_some() && matches!(word, "de" | "d");
            let weaker = (follows || counts) && small.says.link.is_some_and(is_weak);
            if !weaker && !is_prefix {
                qualifier.link = small.says.link.or(qualifier.link);
            }
        }
        let undone = self.last.is_some_and(|last| undoes(reading, last, asked));
        (qualifier, negated || undone)
    }

    /// The number before an "au moins" that is said of it: "deux pages au moins".
    fn compared_behind(&self, reading: &Reading, place: usize) -> Option<(usize, Compare)> {
        let compare = reading.tokens.get(place)?.compare()?;
        let is_number = |place: &usize| reading.has(*place, |token| token.kind == TokenKind::Number);
        let last = self.last.filter(|_| matches!(compare, Compare::Least | Compare::Most))?;
        Some(((0..=last).rev().find(is_number)?, compare))
    }

    /// The word before a "pas" that denies it: "ne marche pas", "marche pas sur", but not "pas affiché", "plus de".
    fn negated_behind(&self, reading: &Reading, place: usize) -> Option<usize> {
        let last = self.last?;
        let token =
            reading.tokens.get(place).filter(|no| !no.is(Said::Denied) && !no.is(Said::Contrasted))?;
        let word = reading.raw(token);
        let next = reading.tokens.iter().skip(place + 1).find(|next| !next.lexeme.is(Mark::States));
        let loose = match next {
            None => !token.is(Said::Large),
            Some(next) => next.is_small() && !matches!(reading.raw(next), "de" | "d" | "que" | "ete"),
        };
        let denies = is_one_of(word, "jamais plus nobody nothing pas")
            && !(word == "pas" && reading.raw_at(last) == "est");
        (denies && (self.verbal || loose)).then_some(last)
    }
}

/// "ne ferme la porte que le soir" says when, not that it is not so.
fn only_that(reading: &Reading, place: usize) -> bool {
    let clause = reading.tokens.iter().skip(place + 1).take_while(|token| token.kind != TokenKind::Sign);
    let mut small =
        clause.map(|token| reading.raw(token)).take_while(|word| !is_one_of(word, "pas plus jamais"));
    small.any(|word| matches!(word, "que" | "qu"))
}

/// Whether what follows a word is not done: "fails to open", "refuse de payer", "ne plus pouvoir réserver", "revert".
fn undoes(reading: &Reading, place: usize, asked: bool) -> bool {
    let word = reading.raw_at(place);
    let fails = is_one_of(word, "fail fails failed failing refuse refuses refused refusing refusent")
        && is_one_of(reading.raw_at(place + 1), "to de d");
    let denied = is_one_of(word, "pouvoir able") && reading.has(place, |token| token.is(Said::Negated));
    fails || denied || is_one_of(word, "rollback revert undo") || asked && UNABLE.contains(&word)
}

/// Small words of French.
const FRENCH: &str =
    "le la les l de d du des un une au aux et pour sur dans en il elle qui que qu est ne n pas";

/// Names of people and places, with what leads their line: "woman", "man" or nothing.
static NAMES: LazyLock<HashMap<&'static str, &'static str, WordHashes>> = LazyLock::new(|| {
    let headed = |line: &'static str| line.split_once(": ").unwrap_or(("", line));
    let names = lines(include_str!("../lexicon/names.txt")).map(headed);
    names.flat_map(|(head, names)| names.split(' ').map(move |name| (name, head))).collect()
});

/// Whether a folded word is a name of a person or a place.
pub(in crate::matching) fn is_known_name(word: &str) -> bool {
    NAMES.contains_key(word)
}

/// Whether a folded word is a first name of women alone, rather than of men alone.
pub(in crate::matching) fn is_of_woman(word: &str) -> Option<bool> {
    NAMES.get(word).filter(|head| !head.is_empty()).map(|head| *head == "woman")
}

/// Marks names and acronyms: capitals inside a sentence, and in a title those of a word that is unknown.
pub(super) fn mark_proper(reading: &mut Reading, title: bool) {
    // In a sentence capitals are for names.
    let sentence = reading.tokens.iter().any(|token| {
        token.kind == TokenKind::Word
            && !token.is(Said::First)
            && (token.is_small() || !token.is(Said::Large))
    });
    for place in 0..reading.tokens.len() {
        let is_named = is_known_name(reading.raw_at(place)) || is_known_name(reading.raw_before(place));
        reading.change(place, |token| {
            let unknown = title && !token.lexeme.is(Mark::Known) && !token.lexeme.is_related();
            let inside = sentence && !token.is(Said::First) && !token.lexeme.is_related();
            let large = token.is(Said::Large) && (unknown || inside || is_named);
            if token.kind == TokenKind::Word && (large || token.is(Said::Capital) && token.len() > 1) {
                token.mark(Said::Proper);
            }
        });
    }
}
