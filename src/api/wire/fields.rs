//! The types of request fields: each trims, bounds and defaults its text, so that a decoded request is a valid one.
//!
//! `null` is what an absent field is.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::Value;

use crate::{api::wire::fault::Fault, gitlab::trim_path, messages::field as say, service};

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

/// What a text that is more than spaces matches, in a schema.
const NOT_BLANK: &str = r"\S";
/// What the name of one label matches: the host takes a comma for the end of a name.
const ONE_LABEL: &str = r"^[^,]*[^,\s][^,]*$";

/// Declares a field type by its JSON schema and by what a function makes of a JSON value; the function's error is a
/// [`Fault`].
macro_rules! field {
    ($(#[$doc:meta])* $name:ident($inner:ty), $schema:tt, $parse:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(try_from = "Value")]
        pub(in crate::api) struct $name(pub(in crate::api) $inner);

        impl TryFrom<Value> for $name {
            type Error = Fault;

            fn try_from(value: Value) -> Result<Self, Fault> {
                let parse: fn(Value) -> Result<$inner, Fault> = $parse;
                parse(value).map(Self)
            }
        }

        described!([] $name, json_schema!($schema));
    };
}

/// Gives a field type its JSON schema, written where it is used.
macro_rules! described {
    ([$($generics:tt)*] $name:ty, $schema:expr) => {
        impl<$($generics)*> JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

field!(
    /// A text, trimmed; absent is empty.
    #[derive(Default)]
    Text(String),
    { "type": ["string", "null"], "default": "" },
    text
);
field!(
    /// A free text to find something by: trimmed, at most 1,000 characters; absent is empty.
    #[derive(Default)]
    Hint(String),
    { "type": ["string", "null"], "default": "", "maxLength": LONGEST_HINT },
    |value| at_most(LONGEST_HINT, text(value)?)
);
field!(
    /// A path: without spaces and slashes around it, at most 1,000 characters; absent is empty.
    #[derive(Default)]
    Path(String),
    { "type": ["string", "null"], "default": "", "maxLength": LONGEST_HINT },
    |value| at_most(LONGEST_HINT, trim_path(&text(value)?).to_owned())
);
field!(
    /// A text that is needed: trimmed, and 1 to 255 characters.
    Title(String),
    { "type": "string", "minLength": 1, "maxLength": LONGEST_TITLE, "pattern": NOT_BLANK },
    |value| between(1, LONGEST_TITLE, needed(value)?)
);
field!(
    /// The description of issues/create: trimmed, 1 to 20,000 characters.
    Description(String),
    { "type": "string", "minLength": 1, "maxLength": LONGEST_DESCRIPTION, "pattern": NOT_BLANK },
    |value| between(1, LONGEST_DESCRIPTION, needed(value)?)
);
field!(
    /// A name or a path that must be there but may be blank: trimmed, at most 1,000 characters.
    NeededName(String),
    { "type": "string", "maxLength": LONGEST_HINT },
    |value| at_most(LONGEST_HINT, needed(value)?)
);
field!(
    /// A text that says something: trimmed, and not blank.
    Body(String),
    { "type": "string", "minLength": 1, "pattern": NOT_BLANK },
    |value| match needed(value)? {
        text if text.is_empty() => Err(say::BLANK.into()),
        text => Ok(text),
    }
);
field!(
    /// The name of one label: trimmed, not blank, without a comma, at most 1,000 characters.
    LabelName(String),
    { "type": "string", "minLength": 1, "maxLength": LONGEST_HINT, "pattern": ONE_LABEL },
    |value| match at_most(LONGEST_HINT, needed(value)?)? {
        name if name.is_empty() => Err(say::BLANK.into()),
        name if name.contains(',') => Err(say::COMMA.into()),
        name => Ok(name),
    }
);
field!(
    /// A text that must be there but may be blank: trimmed.
    NeededText(String),
    { "type": "string" },
    needed
);
field!(
    /// A title to put in another's place: trimmed, and 1 to 255 characters; absent leaves it alone.
    #[derive(Default)]
    NewTitle(Option<String>),
    { "type": ["string", "null"], "minLength": 1, "maxLength": LONGEST_TITLE, "pattern": NOT_BLANK },
    |value| match value {
        Value::Null => Ok(None),
        value => between(1, LONGEST_TITLE, needed(value)?).map(Some),
    }
);
field!(
    /// A description to put in another's place: trimmed; absent leaves it alone.
    #[derive(Default)]
    NewDescription(Option<String>),
    { "type": ["string", "null"] },
    |value| match value {
        Value::Null => Ok(None),
        value => needed(value).map(Some),
    }
);
field!(
    /// Labels to put in others' place, blank ones dropped; absent leaves them alone. A list of blank names only is no wish to
    /// clear them.
    #[derive(Default)]
    NewLabels(Option<service::LabelSet>),
    {
        "type": ["array", "null"],
        "items": { "type": "string" },
        "anyOf": [{ "maxItems": 0 }, { "contains": { "type": "string", "pattern": NOT_BLANK } }],
    },
    |value| {
        if value.is_null() {
            return Ok(None);
        }
        let names = texts(value)?;
        let is_empty = names.is_empty();
        let labels = service::LabelSet::new(names);
        if labels.is_empty() && !is_empty { Err(say::ONLY_BLANK.into()) } else { Ok(Some(labels)) }
    }
);
field!(
    /// Yes or no; absent is no.
    #[derive(Default)]
    Flag(bool),
    { "type": ["boolean", "null"], "default": false },
    |value| match value {
        Value::Null => Ok(false),
        Value::Bool(flag) => Ok(flag),
        _ => Err(say::BOOLEAN.into()),
    }
);
field!(
    /// An id or an issue's number; absent is 0.
    #[derive(Default)]
    Number(i64),
    { "type": ["integer", "null"], "format": "int64", "default": 0 },
    |value| match value {
        Value::Null => Ok(0),
        value => whole(&value).ok_or_else(|| say::INTEGER.into()),
    }
);
field!(
    /// Names of labels, blank ones dropped; absent is none.
    #[derive(Default)]
    Labels(service::LabelSet),
    { "type": ["array", "null"], "items": { "type": "string" }, "default": [] },
    |value| Ok(service::LabelSet::new(texts(value)?))
);
field!(
    /// The labels of issues/create: at most 50 items.
    #[derive(Default)]
    FewLabels(service::LabelSet),
    { "type": ["array", "null"], "items": { "type": "string" }, "maxItems": MOST_LABELS, "default": [] },
    |value| {
        let names = texts(value)?;
        if names.len() > MOST_LABELS { Err(Fault(say::at_most_items(MOST_LABELS))) } else { Ok(service::LabelSet::new(names)) }
    }
);
field!(
    /// Several hints, each trimmed and at most 1,000 characters; blank ones are dropped, 1 to 100 are left.
    Hints(Vec<String>),
    {
        "type": "array",
        "items": { "type": "string", "maxLength": LONGEST_HINT },
        "minItems": 1,
        "maxItems": MOST_ITEMS,
        "contains": { "type": "string", "pattern": NOT_BLANK },
    },
    |value| {
        let trimmed = texts(value)?.into_iter().map(|hint| at_most(LONGEST_HINT, hint.trim().to_owned()));
        let hints: Vec<_> = trimmed.filter(|hint| hint.as_ref().map_or(true, |hint| !hint.is_empty())).collect();
        if hints.is_empty() || hints.len() > MOST_ITEMS {
            return Err(Fault(say::items_between(1, MOST_ITEMS)));
        }
        hints.into_iter().collect()
    }
);

/// A word, trimmed, at most 1,000 characters; none when absent.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "Value")]
pub(in crate::api) struct OptionalWord(pub(in crate::api) Option<String>);

impl TryFrom<Value> for OptionalWord {
    type Error = Fault;

    fn try_from(value: Value) -> Result<Self, Fault> {
        if value.is_null() {
            return Ok(Self(None));
        }
        at_most(LONGEST_HINT, needed(value)?).map(|word| Self(Some(word)))
    }
}

described!([] OptionalWord, json_schema!({ "type": ["string", "null"], "maxLength": LONGEST_HINT }));

/// How many: 1 to 1000, `DEFAULT` when absent.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "Value")]
pub(in crate::api) struct Limit<const DEFAULT: usize>(pub(in crate::api) service::Limit);

impl<const DEFAULT: usize> Default for Limit<DEFAULT> {
    fn default() -> Self {
        Self(service::Limit::literal::<DEFAULT>())
    }
}

impl<const DEFAULT: usize> TryFrom<Value> for Limit<DEFAULT> {
    type Error = Fault;

    fn try_from(value: Value) -> Result<Self, Fault> {
        if value.is_null() {
            return Ok(Self::default());
        }
        let asked = whole(&value).and_then(|number| usize::try_from(number).ok());
        let (low, high) = service::Limit::BOUNDS.into_inner();
        asked.and_then(service::Limit::new).map(Self).ok_or_else(|| Fault(say::integer_between(low, high)))
    }
}

described!([const DEFAULT: usize] Limit<DEFAULT>, {
    let (low, high) = service::Limit::BOUNDS.into_inner();
    json_schema!({ "type": ["integer", "null"], "minimum": low, "maximum": high, "default": DEFAULT })
});

/// 1 to 100 objects.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Vec<T>", bound = "T: Deserialize<'de>")]
pub(in crate::api) struct Items<T>(pub(in crate::api) Vec<T>);

impl<T> TryFrom<Vec<T>> for Items<T> {
    type Error = Fault;

    fn try_from(items: Vec<T>) -> Result<Self, Fault> {
        if items.is_empty() || items.len() > MOST_ITEMS {
            Err(Fault(say::items_between(1, MOST_ITEMS)))
        } else {
            Ok(Self(items))
        }
    }
}

impl<T: JsonSchema> JsonSchema for Items<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Items".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let items = generator.subschema_for::<T>();
        json_schema!({ "type": "array", "items": items, "minItems": 1, "maxItems": MOST_ITEMS })
    }
}

fn text(value: Value) -> Result<String, Fault> {
    match value {
        Value::Null => Ok(String::new()),
        other => needed(other),
    }
}

fn needed(value: Value) -> Result<String, Fault> {
    match value {
        Value::String(text) => Ok(text.trim().to_owned()),
        Value::Null => Err(say::NEEDED.into()),
        _ => Err(say::TEXT.into()),
    }
}

/// The largest integer that a JSON number written with a point stands for without a doubt.
const LARGEST_EXACT: f64 = 9_007_199_254_740_991.0;

/// A whole number; JSON knows no integers, so that `12.0` is one too.
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number =
            value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= LARGEST_EXACT)?;
        #[expect(clippy::cast_possible_truncation, reason = "it is whole, and in the range that is exact")]
        Some(number as i64)
    })
}

fn texts(value: Value) -> Result<Vec<String>, Fault> {
    let items = match value {
        Value::Null => return Ok(Vec::new()),
        Value::Array(items) => items,
        _ => return Err(say::TEXTS.into()),
    };
    let strings = items.into_iter().map(|item| match item {
        Value::String(text) => Ok(text),
        _ => Err(say::TEXTS.into()),
    });
    strings.collect()
}

fn at_most(most: usize, text: String) -> Result<String, Fault> {
    if text.chars().count() > most { Err(Fault(say::at_most_characters(most))) } else { Ok(text) }
}

fn between(least: usize, most: usize, text: String) -> Result<String, Fault> {
    if (least..=most).contains(&text.chars().count()) {
        Ok(text)
    } else {
        Err(Fault(say::characters_between(least, most)))
    }
}
