//! The types of request fields: each trims, bounds and defaults its text, so that a decoded request is a valid one.
//!
//! `null` is what an absent field is (decisions, section 3).

use serde::Deserialize;
use serde_json::Value;

use crate::{gitlab::trim_path, messages::field as say, service};

/// Most characters of a hint, once trimmed.
const LONGEST_HINT: usize = 1_000;
/// Most characters of an issue's title, once trimmed.
const LONGEST_TITLE: usize = 255;
/// Most characters of a description in issues/create (interface, Limits).
const LONGEST_DESCRIPTION: usize = 20_000;
/// Most labels in issues/create (interface, Limits).
const MOST_LABELS: usize = 50;
/// Most hints of a bulk call, and issues of a batch.
const MOST_ITEMS: usize = 100;

/// Declares a field type around what a function makes of a JSON value; its error is a sentence's end in French.
macro_rules! field {
    ($(#[$doc:meta])* $name:ident($inner:ty), $parse:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(try_from = "Value")]
        pub(super) struct $name(pub(super) $inner);

        impl TryFrom<Value> for $name {
            type Error = String;

            fn try_from(value: Value) -> Result<Self, String> {
                let parse: fn(Value) -> Result<$inner, String> = $parse;
                parse(value).map(Self)
            }
        }
    };
}

field!(
    /// A text, trimmed; absent is empty.
    #[derive(Default)]
    Text(String),
    text
);
field!(
    /// A free text to find something by: trimmed, at most 1,000 characters; absent is empty.
    #[derive(Default)]
    Hint(String),
    |value| at_most(LONGEST_HINT, text(value)?)
);
field!(
    /// A path: without spaces and slashes around it, at most 1,000 characters; absent is empty.
    #[derive(Default)]
    Path(String),
    |value| at_most(LONGEST_HINT, trim_path(&text(value)?).to_owned())
);
field!(
    /// A text that is needed: trimmed, and 1 to 255 characters.
    Title(String),
    |value| between(1, LONGEST_TITLE, needed(value)?)
);
field!(
    /// The description of issues/create: trimmed, 1 to 20,000 characters.
    Description(String),
    |value| between(1, LONGEST_DESCRIPTION, needed(value)?)
);
field!(
    /// A name or a path that must be there but may be blank: trimmed, at most 1,000 characters.
    NeededName(String),
    |value| at_most(LONGEST_HINT, needed(value)?)
);
field!(
    /// Yes or no; absent is no.
    #[derive(Default)]
    Flag(bool),
    |value| match value {
        Value::Null => Ok(false),
        Value::Bool(flag) => Ok(flag),
        _ => Err(say::BOOLEAN.to_owned()),
    }
);
field!(
    /// An id or an issue's number; absent is 0.
    #[derive(Default)]
    Number(i64),
    |value| match value {
        Value::Null => Ok(0),
        Value::Number(number) => number.as_i64().ok_or_else(|| say::INTEGER.to_owned()),
        _ => Err(say::INTEGER.to_owned()),
    }
);
field!(
    /// Names of labels, blank ones dropped; absent is none.
    #[derive(Default)]
    Labels(service::LabelSet),
    |value| Ok(service::LabelSet::new(texts(value)?))
);
field!(
    /// The labels of issues/create: at most 50 items.
    #[derive(Default)]
    FewLabels(service::LabelSet),
    |value| {
        let names = texts(value)?;
        if names.len() > MOST_LABELS { Err(say::at_most_items(MOST_LABELS)) } else { Ok(service::LabelSet::new(names)) }
    }
);
field!(
    /// Several hints, each trimmed and at most 1,000 characters; blank ones are dropped, 1 to 100 are left.
    Hints(Vec<String>),
    |value| {
        let trimmed = texts(value)?.into_iter().map(|hint| at_most(LONGEST_HINT, hint.trim().to_owned()));
        let hints: Vec<_> = trimmed.filter(|hint| hint.as_ref().map_or(true, |hint| !hint.is_empty())).collect();
        if hints.is_empty() || hints.len() > MOST_ITEMS {
            return Err(say::items_between(1, MOST_ITEMS));
        }
        hints.into_iter().collect()
    }
);

/// A word, trimmed, at most 1,000 characters; none when absent.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct OptionalWord(pub(super) Option<String>);

impl TryFrom<Value> for OptionalWord {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        if value.is_null() {
            return Ok(Self(None));
        }
        at_most(LONGEST_HINT, needed(value)?).map(|word| Self(Some(word)))
    }
}

/// How many: 1 to 1000, `DEFAULT` when absent.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Limit<const DEFAULT: usize>(pub(super) service::Limit);

impl<const DEFAULT: usize> Default for Limit<DEFAULT> {
    fn default() -> Self {
        Self(service::Limit::literal::<DEFAULT>())
    }
}

impl<const DEFAULT: usize> TryFrom<Value> for Limit<DEFAULT> {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let asked = match value {
            Value::Null => return Ok(Self::default()),
            Value::Number(number) => number.as_u64().and_then(|number| usize::try_from(number).ok()),
            _ => None,
        };
        let (low, high) = service::Limit::BOUNDS.into_inner();
        asked.and_then(service::Limit::new).map(Self).ok_or_else(|| say::integer_between(low, high))
    }
}

/// 1 to 100 objects.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Vec<T>", bound = "T: Deserialize<'de>")]
pub(super) struct Items<T>(pub(super) Vec<T>);

impl<T> TryFrom<Vec<T>> for Items<T> {
    type Error = String;

    fn try_from(items: Vec<T>) -> Result<Self, String> {
        if items.is_empty() || items.len() > MOST_ITEMS {
            Err(say::items_between(1, MOST_ITEMS))
        } else {
            Ok(Self(items))
        }
    }
}

fn text(value: Value) -> Result<String, String> {
    match value {
        Value::Null => Ok(String::new()),
        other => needed(other),
    }
}

fn needed(value: Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.trim().to_owned()),
        Value::Null => Err(say::NEEDED.to_owned()),
        _ => Err(say::TEXT.to_owned()),
    }
}

fn texts(value: Value) -> Result<Vec<String>, String> {
    let items = match value {
        Value::Null => return Ok(Vec::new()),
        Value::Array(items) => items,
        _ => return Err(say::TEXTS.to_owned()),
    };
    let strings = items.into_iter().map(|item| match item {
        Value::String(text) => Ok(text),
        _ => Err(say::TEXTS.to_owned()),
    });
    strings.collect()
}

fn at_most(most: usize, text: String) -> Result<String, String> {
    if text.chars().count() > most { Err(say::at_most_characters(most)) } else { Ok(text) }
}

fn between(least: usize, most: usize, text: String) -> Result<String, String> {
    if (least..=most).contains(&text.chars().count()) {
        Ok(text)
    } else {
        Err(say::characters_between(least, most))
    }
}
