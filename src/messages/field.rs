//! What follows the name of a field in a 422.

/// Not a string.
pub const TEXT: &str = "doit être une chaîne de caractères";
/// Not a list of strings.
pub const TEXTS: &str = "doit être une liste de chaînes de caractères";
/// Not a boolean.
pub const BOOLEAN: &str = "doit être true ou false";
/// Not an integer.
pub const INTEGER: &str = "doit être un entier";
/// Absent or null.
pub const NEEDED: &str = "est obligatoire";
/// Nothing but spaces.
pub const NOT_BLANK: &str = "ne peut pas être vide";
/// A list of nothing but blank names.
pub const ONLY_BLANK: &str = "ne contient que des noms vides : envoyez une liste vide pour tout retirer";
/// Not of the right shape at all.
pub const SHAPE: &str = "n'a pas la forme attendue";

/// An integer out of its bounds.
#[must_use]
pub fn integer_between(low: usize, high: usize) -> String {
    format!("doit être un entier de {low} à {high}")
}

/// A text that is too long.
#[must_use]
pub fn at_most_characters(most: usize) -> String {
    format!("doit compter au plus {most} caractères")
}

/// A text that is too short or too long.
#[must_use]
pub fn characters_between(least: usize, most: usize) -> String {
    format!("doit compter de {least} à {most} caractères")
}

/// A list that is too long.
#[must_use]
pub fn at_most_items(most: usize) -> String {
    format!("doit compter au plus {most} éléments")
}

/// A list that is too short or too long.
#[must_use]
pub fn items_between(least: usize, most: usize) -> String {
    format!("doit compter de {least} à {most} éléments")
}

/// The whole sentence about a field.
#[must_use]
pub fn wrong(path: &str, fault: &str) -> String {
    format!("Le champ « {path} » {fault}.")
}
