//! What is wrong with a field, in a form that a decoder can carry.

use std::{convert::Infallible, fmt, str::FromStr};

use crate::{
    language::Language,
    messages::{Sentence, field},
};

/// Separates the two languages: no sentence has this character.
const SEPARATOR: char = '\u{1f}';

/// What is wrong with a field. Decoders carry their errors as text. So a fault can be written as one text with both languages,
/// and read back from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::api) struct Fault(pub(in crate::api) Sentence);

impl From<Sentence> for Fault {
    fn from(fault: Sentence) -> Self {
        Self(fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{SEPARATOR}{}", self.0.say(Language::Fr), self.0.say(Language::En))
    }
}

/// A text of another kind is an error of the decoder itself: the field does not have the right shape.
impl FromStr for Fault {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let Some((fr, en)) = text.split_once(SEPARATOR) else { return Ok(field::SHAPE.into()) };
        Ok(Self(Sentence::made(fr.to_owned(), en.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_read_back_in_both_languages() {
        for fault in [Fault::from(field::TEXT), Fault(field::items_between(1, 100))] {
            assert_eq!(fault.to_string().parse(), Ok(fault));
        }
        assert_eq!("invalid type: map".parse(), Ok(Fault::from(field::SHAPE)));
    }
}
