//! The reasons why the object that is nearest to a hint was not taken.

use super::{Sentence, say};
use crate::matching::{Doubt, normalise};

/// Why the nearest object was not taken, as a sentence without its end. The doubt's words are folded: the hint and the object's name have
/// them as people write them.
pub(super) fn reason(doubt: &Doubt, hint: &str, nearest: &str) -> Sentence {
    let (said, found) = match doubt {
        Doubt::Refused { said } => {
            let said = as_written(hint, said);
            return say!("La demande dit « {said} »", "The request says “{said}”");
        }
        Doubt::Leftover { word } => (word.as_str(), ""),
        Doubt::Unsaid { word } => ("", word.as_str()),
        Doubt::Contradiction { said, found }
        | Doubt::SlipOnly { said, found }
        | Doubt::Fragment { said, found } => (said.as_str(), found.as_str()),
        Doubt::Vague | Doubt::Rival | Doubt::Weak => {
            return Sentence::new("La ressemblance ne suffit pas", "They are not alike enough");
        }
    };
    let (said_as, found_as) = (as_written(hint, said), as_written(nearest, found));
    match doubt {
        Doubt::SlipOnly { .. } => say!(
            "« {said_as} » et « {found_as} » se ressemblent, sans plus",
            "“{said_as}” and “{found_as}” are only alike"
        ),
        Doubt::Fragment { .. } => say!(
            "« {said_as} » n'y est qu'un morceau de « {found_as} »",
            "“{said_as}” is only a part of “{found_as}” in it"
        ),
        _ if found.is_empty() => say!("« {said_as} » n'y figure pas", "“{said_as}” is not in it"),
        _ if said.is_empty() => say!("Il dit aussi « {found_as} »", "It says “{found_as}” too"),
        _ if said == found => say!(
            "« {found_as} » y est peut-être dans un autre sens",
            "“{found_as}” may have another sense in it"
        ),
        _ => say!("Il dit « {found_as} », et non « {said_as} »", "It says “{found_as}”, and not “{said_as}”"),
    }
}

/// A folded word as a text has it.
fn as_written<'a>(text: &'a str, word: &'a str) -> &'a str {
    let mut words = text.split(|mark: char| !mark.is_alphanumeric());
    words.find(|written| !written.is_empty() && normalise(written) == word).unwrap_or(word)
}
