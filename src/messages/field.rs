//! The sentences of a 422 about a field: the part after the field's name, and the whole sentence.

use super::{Sentence, quoted, say};

/// Not a string.
pub const TEXT: Sentence = Sentence::new("doit être une chaîne de caractères", "must be a string");
/// Not a list of strings.
pub const TEXTS: Sentence =
    Sentence::new("doit être une liste de chaînes de caractères", "must be a list of strings");
/// Not a boolean.
pub const BOOLEAN: Sentence = Sentence::new("doit être true ou false", "must be true or false");
/// Not an integer.
pub const INTEGER: Sentence = Sentence::new("doit être un entier", "must be an integer");
/// Absent or null.
pub const NEEDED: Sentence = Sentence::new("est obligatoire", "is required");
/// Given more than once.
pub const TWICE: Sentence = Sentence::new("est donné deux fois", "is given twice");
/// Nothing but spaces.
pub const BLANK: Sentence = Sentence::new("ne peut pas être vide", "can't be blank");
/// A list of nothing but blank names.
pub const ONLY_BLANK: Sentence = Sentence::new(
    "ne contient que des noms vides : envoyez une liste vide pour tout retirer",
    "has nothing but blank names: send an empty list to remove them all",
);
/// A label's name with a comma, which would end the name.
pub const COMMA: Sentence = Sentence::new(
    "contient une virgule : donnez chaque étiquette à part",
    "has a comma: give each label by itself",
);
/// A word that is nothing to take away.
pub const CLEARABLE: Sentence = Sentence::new(
    "n'accepte que milestone, assignees, due_date, labels et description",
    "takes milestone, assignees, due_date, labels and description alone",
);
/// A word that says nothing of due dates.
pub const DUE: Sentence =
    Sentence::new("doit être overdue, week, month ou none", "must be overdue, week, month or none");
/// A value of another JSON type or shape.
pub const SHAPE: Sentence = Sentence::new("n'a pas la forme attendue", "does not have the expected shape");

/// An integer outside of its bounds.
pub fn integer_up_to(most: usize) -> Sentence {
    say!("doit être un entier de 1 à {most}", "must be an integer from 1 to {most}")
}

/// A text that is too long.
pub fn at_most_characters(most: usize) -> Sentence {
    say!("doit compter au plus {most} caractères", "must have at most {most} characters")
}

/// A text that is too short or too long.
pub fn one_to_characters(most: usize) -> Sentence {
    say!("doit compter de 1 à {most} caractères", "must have 1 to {most} characters")
}

/// A list that is too long.
pub fn at_most_items(most: usize) -> Sentence {
    say!("doit compter au plus {most} éléments", "must have at most {most} items")
}

/// A list that is too short or too long.
pub fn one_to_items(most: usize) -> Sentence {
    say!("doit compter de 1 à {most} éléments", "must have 1 to {most} items")
}

/// A field that the operation, or an item of a list, does not know; and those that it knows.
pub fn unknown(known: &[&str]) -> Sentence {
    let known = quoted(known).unwrap_or_default();
    say!("est inconnu ; les champs possibles sont : {known}", "is unknown; the possible fields are: {known}")
}

/// The whole sentence about a field, named by its path in the request.
pub fn wrong(path: &str, fault: &Sentence) -> Sentence {
    say!("Le champ « {path} » {fault}.", "The field “{path}” {fault}.")
}
