//! What a text excludes by contrast: "la cantine, pas le menu", "tout sauf les brouillons".

use super::{Quantity, Reading, Said, Token, TokenKind, is_one_of};
use crate::matching::lexicon::{self, Class, Mark};

/// How far before a "pas" its "ne" may stand.
const REACH: usize = 4;

fn is_sign(reading: &Reading, place: usize) -> bool {
    reading.has(place, |token| token.kind == TokenKind::Sign)
}

/// Marks what a contrast excludes, up to the next "mais", or the next sign behind a word that names: "tout sauf : les brouillons".
pub(super) fn mark_denied(reading: &mut Reading, said: Said) {
    let (mut excluded, mut named) = (false, false);
    let is_name = |reading: &Reading, place: usize| {
        reading.has(place, Token::is_naming) && reading.raw_at(place) != "chose"
    };
    for place in 0..reading.tokens.len() {
        let ends = named && is_sign(reading, place) || is_one_of(reading.raw_at(place), "mais but");
        let begins = begins_contrast(reading, place);
        excluded = excluded && !ends || begins;
        if excluded {
            reading.mark(place, said);
            named = !begins && (named || is_name(reading, place));
        }
    }
}

/// Takes out the words by which a speaker corrects himself, and marks what they take back if what follows names something. Whether there were such words.
pub(super) fn mark_corrected(reading: &mut Reading) -> bool {
    let Some(place) = (1..reading.tokens.len()).rev().find(|place| begins_correction(reading, *place)) else {
        return false;
    };
    let corrects =
        |token: &&Token| token.kind == TokenKind::Sign || is_one_of(reading.raw(token), CORRECTING);
    let names =
        |token: &Token| token.is_naming() && !matches!(token.lexeme.class, Class::Filler | Class::Soft);
    let (before, behind) = reading.tokens.split_at(place);
    let begin = place - before.iter().rev().take_while(corrects).count();
    // "ah pardon le bug": nothing is taken back.
    if !before.iter().take(begin).any(names) {
        return false;
    }
    let end = place + behind.iter().take_while(corrects).count();
    let later: Vec<Token> = reading.tokens.drain(begin..).skip(end - begin).collect();
    if later.iter().any(names) {
        // "le bac jaune, non le bac vert"
        reading.tokens.retain(|token| later.iter().all(|said| said.key != token.key));
        reading.tokens.iter_mut().for_each(|token| token.mark(Said::Corrected));
    }
    reading.tokens.extend(later);
    true
}

/// "bac jaune, non pardon le vert", "bac jaune non le vert", "bac jaune, pardon le vert", "the yellow bin, I mean the green one"; not "et non le vert".
fn begins_correction(reading: &Reading, place: usize) -> bool {
    let (before, word, after) = (reading.raw_at(place - 1), reading.raw_at(place), reading.raw_at(place + 1));
    let breaks = before == ",";
    let articled = is_one_of(after, "le la les l un une celui celle the");
    let goes_on = is_sign(reading, place + 1) && breaks || articled;
    if is_one_of(word, "non no nan nope") {
        let contrasts = is_one_of(before, "oui yes ou or et and mais but celui celle");
        return !contrasts && (goes_on || is_one_of(after, TAKING_BACK));
    }
    match [word, after] {
        ["veux", "dire"]
        | ["i", "mean" | "meant"]
        | ["ou", "plutot"]
        | ["or", "rather"]
        | ["scratch", "that"] => true,
        ["make", "that"] => breaks,
        ["pardon" | "sorry", _] => articled || breaks && goes_on,
        ["oups" | "oops" | "wait" | "enfin", _] => breaks && goes_on,
        _ => false,
    }
}

/// Behind a "no" they take back what was said.
const TAKING_BACK: &str =
    "pardon desole desolee sorry wait attends attendez plutot enfin mince oups oops actually rather";
/// Words between what is taken back and what holds.
const CORRECTING: &str = "non no nan nope pardon desole desolee sorry wait attends attendez plutot enfin mince oups oops actually rather je i veux dire mean meant make scratch that ou or euh heu hum uh um";

fn begins_contrast(reading: &Reading, place: usize) -> bool {
    let (before, after) = (reading.raw_before(place), reading.raw_at(place + 1));
    let breaks = place == 0 || is_sign(reading, place - 1);
    match reading.raw_at(place) {
        "pas" | "non" => is_contrast_pas(reading, place, before, after, breaks),
        "not" => is_contrast_not(reading, place, before, after, breaks),
        // "sauf si" is a condition.
        "sauf" | "except" => !is_one_of(after, "si quand if when"),
        "excepting" | "hormis" | "excluding" | "excepte" | "≠" => true,
        // "hors ligne" says how it is.
        "hors" => {
            let key = |place: usize| reading.tokens.get(place).map_or(0, |token| token.key);
            let how = |phrase: &lexicon::Phrase| phrase.words().contains(&key(place + 1));
            !matches!(after, "de" | "d") && !lexicon::phrases(key(place)).iter().any(how)
        }
        // "everyone but minors", "no door but this"
        "but" => (place.saturating_sub(2)..place).any(|before| {
            reading.has(before, |token| token.quantity() == Some(Quantity::All))
                || is_one_of(reading.raw_at(before), "anything everything nothing one no none nobody")
        }),
        // "un autre ticket que", "autre chose que", "le même groupe que"
        "autre" | "autres" | "other" | "another" | "meme" | "same" | "apart" | "plutot" | "rather"
        | "instead" => {
            let is_thing = |token: &Token| token.lexeme.is(Mark::Thing) || reading.raw(token) == "chose";
            let next = if reading.has(place + 1, is_thing) { reading.raw_at(place + 2) } else { after };
            is_one_of(next, "que qu than from of as")
        }
        "part" => before == "a",
        "place" => before == "in" && after == "of" || before == "la" && matches!(after, "de" | "des" | "du"),
        "ni" | "nor" => {
            place > 0 && breaks || reading.tokens.iter().take(place).any(|token| token.is(Said::Denied))
        }
        _ => false,
    }
}

/// "X, pas le Y", "pas Y mais X", "celui qui n'est pas Y", but not "ne marche pas".
fn is_contrast_pas(reading: &Reading, place: usize, before: &str, after: &str, breaks: bool) -> bool {
    let article = is_one_of(after, "le la les l celui celle ceux celles the du un une");
    if matches!(before, "est" | "soit" | "sont") {
        return article;
    }
    let verbal = (place.saturating_sub(REACH)..place).any(|ne| is_one_of(reading.raw_at(ne), "ne n"));
    let names = names_last(reading, place + 1);
    // "pas de réponse" says what is not there; "pas averti" says all that there is to say.
    let none = is_one_of(after, "de d") || place == 0 && (is_one_of(after, "un une") || !article && !names);
    let joins = breaks || is_one_of(before, "mais et but and surtout ou celui celle c");
    !none && !verbal && !is_one_of(before, FAILING) && (joins || article || names)
}

/// Whether the text ends with what names one of several: "boutique pas staging", "rue pas foch", not "facture pas payée", "compte
/// pas actif".
fn names_last(reading: &Reading, place: usize) -> bool {
    let names = |token: &Token| {
        let written = token.kind == TokenKind::Number || token.is(Said::Large);
        // An unknown word is a name. A participle ("payé"), "-able" or "non lus" is not: it says how something is.
        let word = reading.raw(token);
        let says_how = token.accents != 0 || ["able", "ible"].iter().any(|ending| word.ends_with(ending));
        let is_name = !token.lexeme.is(Mark::Known) && !says_how;
        let name = is_name && reading.raw_before(place) == "pas";
        written || name || token.lexeme.is(Mark::Stage) || is_one_of(reading.raw(token), SIDES)
    };
    reading.tokens.len() == place + 1 && reading.has(place, names)
}

/// Sides and environments, which say which of several is meant rather than how it is.
const SIDES: &str = "nord sud est ouest north south east west gauche droite left right front frontend back backend prod production dev recette uat test mobile web api";

/// What is said not to happen.
const FAILING: &str = "arrive marche veut fait peut va fonctionne a ai part sonne ferme ouvre envoie trouve lit voit prend donne recoit rend met imprime affiche repond sauve efface accepte";

fn is_contrast_not(reading: &Reading, place: usize, before: &str, after: &str, breaks: bool) -> bool {
    if breaks || matches!(before, "but" | "and" | "or") {
        return true;
    }
    let auxiliary =
        is_one_of(before, "are was were does do did can could should will would has have be must may");
    let participle =
        ["ed", "ing", "able", "ible", "own", "ent", "een"].iter().any(|ending| after.ends_with(ending))
            || is_one_of(after, ADJECTIVES);
    let participle = participle && !reading.has(place + 1, |token| token.lexeme.is(Mark::Stage));
    let last = reading.tokens.len() - place <= 3;
    !auxiliary && (matches!(after, "the" | "a" | "an" | "that") || last && !participle)
}

/// What "not" denies rather than excludes, beside regular participles.
const ADJECTIVES: &str = "found valid ready enough empty working paid sold read kept built held made set met active complete correct accurate clear sharp full safe secure open free responsive straight legible";
