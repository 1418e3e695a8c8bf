//! What a 422 says of a field.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Phrase, Sentence, say};
use crate::language::Language;

/// What is wrong with a field. Decoders carry their errors as text, so that a fault has a form as text too: its JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// Not a string.
    Text,
    /// Not a list of strings.
    Texts,
    /// Not a boolean.
    Boolean,
    /// Not an integer.
    Integer,
    /// Absent or null.
    Needed,
    /// Nothing but spaces.
    Blank,
    /// A list of nothing but blank names.
    OnlyBlank,
    /// A label's name with a comma, which parts two names.
    Comma,
    /// Not of the right shape at all.
    Shape,
    /// An integer outside of these bounds.
    Integers(usize, usize),
    /// A text of more characters.
    MostCharacters(usize),
    /// A text of fewer or more characters.
    Characters(usize, usize),
    /// A list of more items.
    MostItems(usize),
    /// A list of fewer or more items.
    Items(usize, usize),
    /// The operation knows no such field; the known one that is spelt most like it.
    Unknown(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Fault {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        serde_json::from_str(text)
    }
}

/// The whole sentence about a field, named by its path in the request.
#[must_use]
pub fn wrong(path: &str, fault: &Fault) -> Sentence {
    Sentence::of(|language| {
        let fault = told(language, fault);
        say!(language, "Le champ « {path} » {fault}.", "The field “{path}” {fault}.")
    })
}

/// What follows the name of the field.
fn told(language: Language, fault: &Fault) -> String {
    let fixed = |fr, en| Phrase::new(fr, en).say(language).to_owned();
    match fault {
        Fault::Text => fixed("doit être une chaîne de caractères", "must be a string"),
        Fault::Texts => fixed("doit être une liste de chaînes de caractères", "must be a list of strings"),
        Fault::Boolean => fixed("doit être true ou false", "must be true or false"),
        Fault::Integer => fixed("doit être un entier", "must be an integer"),
        Fault::Needed => fixed("est obligatoire", "is required"),
        Fault::Blank => fixed("ne peut pas être vide", "can't be blank"),
        Fault::OnlyBlank => fixed(
            "ne contient que des noms vides : envoyez une liste vide pour tout retirer",
            "has nothing but blank names: send an empty list to remove them all",
        ),
        Fault::Comma => fixed(
            "contient une virgule : donnez une seule étiquette à la fois",
            "has a comma: give one label at a time",
        ),
        Fault::Shape => fixed("n'a pas la forme attendue", "does not have the expected shape"),
        Fault::Integers(low, high) => {
            say!(language, "doit être un entier de {low} à {high}", "must be an integer from {low} to {high}")
        }
        Fault::MostCharacters(most) => {
            say!(language, "doit compter au plus {most} caractères", "must have at most {most} characters")
        }
        Fault::Characters(least, most) => say!(
            language,
            "doit compter de {least} à {most} caractères",
            "must have {least} to {most} characters"
        ),
        Fault::MostItems(most) => {
            say!(language, "doit compter au plus {most} éléments", "must have at most {most} items")
        }
        Fault::Items(least, most) => {
            say!(language, "doit compter de {least} à {most} éléments", "must have {least} to {most} items")
        }
        Fault::Unknown(nearest) => say!(
            language,
            "est inconnu de cette opération ; le plus proche qu'elle connaît est « {nearest} »",
            "is unknown to this operation; the nearest that it knows is “{nearest}”"
        ),
    }
}
