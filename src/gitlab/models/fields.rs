//! How single fields are read if they are missing, null, of another type or too long.

use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::value::RawValue;

use super::Member;
use crate::gitlab::answer::First;

/// `None` for a value of another type, as for a missing one.
pub(in crate::gitlab) fn if_right<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(|value| serde_json::from_str(value.get()).ok())
}

/// The default for a null; `None` for a missing field.
pub(super) fn said<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    or_default(deserializer).map(Some)
}

/// The default for a null, as for a missing field.
pub(super) fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The first items of a list.
struct FirstItems<T, const MOST: usize>(Vec<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for FirstItems<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(First { most: MOST, item: PhantomData }).map(Self)
    }
}

/// Most labels with which an issue can be labelled. One more is kept of it at most, and never sent back: a cut list would remove
/// labels.
pub const MOST_LABELS: usize = 1_000;

/// The labels of an issue, if the host gives them.
pub(super) fn label_names<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<String>>, D::Error> {
    let names = Option::<FirstItems<String, { MOST_LABELS + 1 }>>::deserialize(deserializer)?;
    Ok(names.map(|names| names.0))
}

/// Longest name or title that is kept, in characters. GitLab's have at most 255.
const LONGEST_NAME: usize = 1_024;
/// Longest path or address that is kept, in characters. GitLab's paths have at most 21 segments of 255.
const LONGEST_PATH: usize = 8_192;

/// Longest beginning of a text that is kept of every issue of a listing, in characters.
const LONGEST_BEGINNING: usize = 300;
/// Longest text that is kept, in characters: answers show less.
const LONGEST_TEXT: usize = 16_384;
/// Most people that are kept of one issue. GitLab allows 200; answers are read by people.
const MOST_PEOPLE: usize = 100;

/// A text, owned or shared.
pub(super) trait HostText: Default + for<'a> From<&'a str> {}

impl<T: Default + for<'a> From<&'a str>> HostText for T {}

/// A name, a title or a word, cut to [`LONGEST_NAME`]; a null is empty.
pub(super) fn name<'de, D: Deserializer<'de>, T: HostText>(deserializer: D) -> Result<T, D::Error> {
    made_of(deserializer, |text| cut(text, LONGEST_NAME).into())
}

/// A path or an address, cut to [`LONGEST_PATH`]; a null is empty.
pub(super) fn path<'de, D: Deserializer<'de>, T: HostText>(deserializer: D) -> Result<T, D::Error> {
    made_of(deserializer, |text| cut(text, LONGEST_PATH).into())
}

/// A description or a comment, cut to [`LONGEST_TEXT`]; a null is empty.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    made_of(deserializer, |text| cut(text, LONGEST_TEXT).to_owned())
}

/// What a label or a milestone is for, cut to [`LONGEST_TEXT`]: a listing has a hundred of them. A null is `None`.
pub(super) fn purpose<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    made_of(deserializer, |text| Some(cut(text, LONGEST_TEXT).to_owned()))
}

/// How a text begins, on one line; a null is empty.
pub(super) fn beginning<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    made_of(deserializer, beginning_of)
}

/// What is made of a text; the default for a null.
fn made_of<'de, D: Deserializer<'de>, T: Default>(
    deserializer: D,
    make: impl FnOnce(&str) -> T,
) -> Result<T, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.map(|text| make(&text)).unwrap_or_default())
}

/// The first [`LONGEST_BEGINNING`] characters of a text on one line, with an ellipsis where it goes on.
pub(super) fn beginning_of(text: &str) -> String {
    // Blanks between words may take some room.
    let start = cut(text, 4 * LONGEST_BEGINNING);
    let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
    let kept = cut(&line, LONGEST_BEGINNING);
    let goes_on = kept.len() < line.len() || start.len() < text.len();
    if goes_on { format!("{kept}…") } else { line }
}

/// The first [`MOST_PEOPLE`] of a list of people; a null is empty.
pub(super) fn first_members<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Member>, D::Error> {
    let first = Option::<FirstItems<Member, MOST_PEOPLE>>::deserialize(deserializer)?;
    Ok(first.map(|first| first.0).unwrap_or_default())
}

/// The first `most` characters of a text.
fn cut(text: &str, most: usize) -> &str {
    // A text of at most `most` bytes has at most `most` characters.
    if text.len() <= most {
        return text;
    }
    text.char_indices().nth(most).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_text_says_where_it_goes_on() {
        let blanks = " ".repeat(4 * LONGEST_BEGINNING);
        for (text, beginning) in [
            ("Un  mot".to_owned(), "Un mot".to_owned()),
            (format!("Un{blanks}mot"), "Un…".to_owned()),
            ("x".repeat(LONGEST_BEGINNING), "x".repeat(LONGEST_BEGINNING)),
            ("x".repeat(LONGEST_BEGINNING + 1), format!("{}…", "x".repeat(LONGEST_BEGINNING))),
        ] {
            assert_eq!(beginning_of(&text), beginning);
        }
    }
}
