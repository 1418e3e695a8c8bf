//! The types of request fields. A field that is `null` counts as absent.

use serde::de::DeserializeOwned;

use super::{
    failure::Wrong,
    prelude::*,
    request::{Field, MOST_ITEMS, described},
};
use crate::{gitlab::trim_path, messages::field as say, service};

/// Most characters of a hint, once trimmed.
const LONGEST_HINT: usize = 1_000;
/// Most characters of a label's name on the host.
const LONGEST_LABEL: usize = 255;
/// Most characters of an issue's title, once trimmed.
const LONGEST_TITLE: usize = 255;
/// Most characters of a description in issues/create (interface, Limits).
const LONGEST_DESCRIPTION: usize = 20_000;
/// Most labels in issues/create (interface, Limits).
const MOST_LABELS: usize = 50;
/// Most labels of an issue.
const MOST_NAMES: usize = 1_000;

/// The pattern, in a schema, of a text that is not blank.
const NOT_BLANK: &str = r"\S";
/// The pattern of the name of one label: to the host, a comma ends a name.
const ONE_LABEL: &str = r"^[^,]*[^,\s][^,]*$";

/// Declares field types, each by its JSON schema and by the function that converts what is given.
macro_rules! field_types {
    ($($(#[$doc:meta])* $name:ident($inner:ty), $schema:tt, $parse:expr;)+) => {$(
        $(#[$doc])*
        pub(in crate::api) struct $name;

        impl Field for $name {
            type Value = $inner;

            fn read(json: Value) -> Result<$inner, Wrong> {
                let parse: fn(Value) -> Result<$inner, _> = $parse;
                parse(json).map_err(Wrong::from)
            }
        }

        described!([] $name, |_| json_schema!($schema));
    )+};
}

field_types! {
    /// A text, trimmed; absent is empty.
    Text(String),
    { "type": ["string", "null"], "default": "" },
    text;

    /// A free text to find something by: trimmed, at most 1,000 characters; absent is empty.
    Hint(String),
    { "type": ["string", "null"], "default": "", "maxLength": LONGEST_HINT },
    |value| at_most(LONGEST_HINT, text(value)?);

    /// A path: without spaces and slashes around it, at most 1,000 characters; absent is empty.
    Path(String),
    { "type": ["string", "null"], "default": "", "maxLength": LONGEST_HINT },
    |value| at_most(LONGEST_HINT, trim_path(&text(value)?).to_owned());

    /// A required text: trimmed, 1 to 255 characters.
    Title(String),
    { "type": "string", "minLength": 1, "maxLength": LONGEST_TITLE, "pattern": NOT_BLANK },
    |value| one_to(LONGEST_TITLE, needed(value)?);

    /// The description of issues/create: trimmed, 1 to 20,000 characters.
    Description(String),
    { "type": "string", "minLength": 1, "maxLength": LONGEST_DESCRIPTION, "pattern": NOT_BLANK },
    |value| one_to(LONGEST_DESCRIPTION, needed(value)?);

    /// A name, a path or a word, required but possibly blank: trimmed, at most 1,000 characters.
    ShortText(String),
    { "type": "string", "maxLength": LONGEST_HINT },
    |value| at_most(LONGEST_HINT, needed(value)?);

    /// A required text: trimmed, not blank.
    Body(String),
    { "type": "string", "minLength": 1, "pattern": NOT_BLANK },
    |value| not_blank(needed(value)?);

    /// The name of one label: trimmed, not blank, without a comma, at most 255 characters.
    LabelName(String),
    { "type": "string", "minLength": 1, "maxLength": LONGEST_LABEL, "pattern": ONE_LABEL },
    |value| without_comma(not_blank(at_most(LONGEST_LABEL, needed(value)?)?)?);

    /// A text, required but possibly blank: trimmed.
    NeededText(String),
    { "type": "string" },
    needed;

    /// The new labels, without blank names; `None` if absent, which keeps the old ones. A list of blank names alone is refused:
    /// only an empty list clears the labels.
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
        let given = texts(value)?;
        let is_blank = !given.is_empty() && given.iter().all(|name| name.trim().is_empty());
        if is_blank { Err(say::ONLY_BLANK) } else { whole_names(given).map(Some) }
    };

    /// Names of labels, without blank ones and without commas; absent is empty.
    WholeLabels(service::LabelSet),
    { "type": ["array", "null"], "items": { "type": "string" }, "default": [] },
    |value| whole_names(texts(value)?);

    /// What to take away; absent is nothing.
    Cleared(Vec<Clearable>),
    {
        "type": ["array", "null"],
        "items": { "type": "string", "enum": ["milestone", "assignees", "due_date", "labels", "description"] },
        "default": [],
    },
    |value| {
        let word = |text: String| serde_json::from_value(text.trim().into()).map_err(|_| say::CLEARABLE);
        texts(value)?.into_iter().map(word).collect()
    };

    /// Yes or no; absent is no.
    Flag(bool),
    { "type": ["boolean", "null"], "default": false },
    |value| or_default(value, say::BOOLEAN);

    /// An id or an issue's number; absent is 0.
    Number(i64),
    { "type": ["integer", "null"], "format": "int64", "default": 0 },
    |value| if value.is_null() { Ok(0) } else { whole(&value).ok_or(say::INTEGER) };

    /// Names of labels, without blank ones; absent is empty.
    Labels(service::LabelSet),
    { "type": ["array", "null"], "items": { "type": "string" }, "default": [] },
    |value| labels(texts(value)?);

    /// The labels of issues/create: at most 50 items.
    FewLabels(service::LabelSet),
    { "type": ["array", "null"], "items": { "type": "string" }, "maxItems": MOST_LABELS, "default": [] },
    |value| {
        let given = texts(value)?;
        if given.len() > MOST_LABELS { Err(say::at_most_items(MOST_LABELS)) } else { labels(given) }
    };

    /// Several hints, each trimmed and at most 1,000 characters. Blank ones are dropped; 1 to 100 must remain.
    Hints(Vec<String>),
    {
        "type": "array",
        "items": { "type": "string", "maxLength": LONGEST_HINT },
        "minItems": 1,
        "maxItems": MOST_ITEMS,
        "contains": { "type": "string", "pattern": NOT_BLANK },
    },
    |value| {
        let mut hints: Vec<_> = texts(value)?.into_iter().enumerate().collect();
        hints.retain(|(_, hint)| !hint.trim().is_empty());
        if !(1..=MOST_ITEMS).contains(&hints.len()) {
            return Err(say::one_to_items(MOST_ITEMS).into());
        }
        let item = |(place, hint): (usize, String)| {
            let hint = at_most(LONGEST_HINT, hint.trim().to_owned());
            hint.map_err(|wrong| Wrong::from(wrong).below(&format!("[{place}]")))
        };
        hints.into_iter().map(item).collect()
    };

    /// The name of one label: trimmed, without a comma; absent is empty, which means any.
    OptionalLabel(String),
    { "type": ["string", "null"], "default": "", "maxLength": LONGEST_HINT, "pattern": "^[^,]*$" },
    |value| without_comma(at_most(LONGEST_HINT, text(value)?)?);

    /// Which due dates: a word in any case; `None` if absent or blank.
    DueWord(Option<service::issues::Due>),
    {
        "type": ["string", "null"], "default": "", "maxLength": LONGEST_HINT,
        "x-choices": ["overdue", "week", "month", "none"],
    },
    |value| match text(value)?.to_lowercase().as_str() {
        "" => Ok(None),
        "overdue" => Ok(Some(service::issues::Due::Overdue)),
        "week" => Ok(Some(service::issues::Due::Within(7))),
        "month" => Ok(Some(service::issues::Due::Within(31))),
        "none" => Ok(Some(service::issues::Due::Absent)),
        _ => Err(say::DUE),
    };
}

/// What an update can take away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::api) enum Clearable {
    Milestone,
    Assignees,
    DueDate,
    Labels,
    Description,
}

/// `None` if absent.
impl<T: Field> Field for Option<T> {
    type Value = Option<T::Value>;

    fn read(json: Value) -> Result<Self::Value, Wrong> {
        if json.is_null() { Ok(None) } else { T::read(json).map(Some) }
    }
}

/// How many: 1 to `MOST`, `DEFAULT` when absent.
pub(in crate::api) struct Limit<const DEFAULT: usize, const MOST: usize = 1_000>;

impl<const DEFAULT: usize, const MOST: usize> Field for Limit<DEFAULT, MOST> {
    type Value = service::Limit;

    fn read(json: Value) -> Result<service::Limit, Wrong> {
        if json.is_null() {
            return Ok(service::Limit::literal::<DEFAULT>());
        }
        let asked = whole(&json).and_then(|number| usize::try_from(number).ok());
        let asked = asked.filter(|asked| *asked <= MOST).and_then(service::Limit::new);
        asked.ok_or_else(|| say::integer_up_to(MOST).into())
    }
}

described!([const DEFAULT: usize, const MOST: usize] Limit<DEFAULT, MOST>, |_| {
    json_schema!({ "type": ["integer", "null"], "minimum": 1, "maximum": MOST, "default": DEFAULT })
});

/// What is given; the default if it is absent.
fn or_default<T: DeserializeOwned + Default>(value: Value, otherwise: Sentence) -> Result<T, Sentence> {
    serde_json::from_value(value).map(Option::unwrap_or_default).map_err(|_| otherwise)
}

fn text(value: Value) -> Result<String, Sentence> {
    or_default(value, say::TEXT).map(|text: String| text.trim().to_owned())
}

fn needed(value: Value) -> Result<String, Sentence> {
    if value.is_null() { Err(say::NEEDED) } else { text(value) }
}

/// The largest integer that an `f64` holds exactly, as do all smaller ones: 2^53 - 1.
const LARGEST_EXACT: f64 = 9_007_199_254_740_991.0;

/// A whole number. JSON has no integer type, so `12.0` is one too.
pub(in crate::api) fn whole(value: &Value) -> Option<i64> {
    let decimal = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= LARGEST_EXACT);
    #[expect(clippy::cast_possible_truncation, reason = "it is whole, and in the range that is exact")]
    value.as_i64().or(decimal.map(|number| number as i64))
}

fn texts(value: Value) -> Result<Vec<String>, Sentence> {
    or_default(value, say::TEXTS)
}

fn labels(names: Vec<String>) -> Result<service::LabelSet, Sentence> {
    let set = service::LabelSet::new(names);
    if set.len() > MOST_NAMES { Err(say::at_most_items(MOST_NAMES)) } else { Ok(set) }
}

fn whole_names(names: Vec<String>) -> Result<service::LabelSet, Sentence> {
    if names.iter().any(|name| name.contains(',')) { Err(say::COMMA) } else { labels(names) }
}

fn at_most(most: usize, text: String) -> Result<String, Sentence> {
    if text.chars().count() > most { Err(say::at_most_characters(most)) } else { Ok(text) }
}

fn one_to(most: usize, text: String) -> Result<String, Sentence> {
    if (1..=most).contains(&text.chars().count()) { Ok(text) } else { Err(say::one_to_characters(most)) }
}

fn not_blank(text: String) -> Result<String, Sentence> {
    if text.is_empty() { Err(say::BLANK) } else { Ok(text) }
}

fn without_comma(name: String) -> Result<String, Sentence> {
    if name.contains(',') { Err(say::COMMA) } else { Ok(name) }
}
