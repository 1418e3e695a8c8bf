//! What came back from a call, and whether it is what the bridge relies on. An answer that differs ends the try of a fact.

use std::fmt;

use http::StatusCode;
use serde_json::Value;

use crate::gitlab::RawAnswer;

/// Longest piece of an answer that is shown, in characters.
const SHOWN: usize = 160;

/// What a trial found, unless a fact does not hold.
pub type Trial<T = ()> = Result<T, Unmet>;

/// Why a fact is not known to hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unmet {
    /// The host does something else.
    #[error("expected {expected}; seen {seen}")]
    Differs {
        /// What the bridge relies on.
        expected: String,
        /// What the host does.
        seen: String,
    },
    /// It can't be tried on this host, and why.
    #[error("{0}")]
    Untried(String),
}

impl Unmet {
    pub(super) fn differs(expected: impl fmt::Display, seen: impl fmt::Display) -> Self {
        Self::Differs { expected: expected.to_string(), seen: seen.to_string() }
    }
}

/// What came back from one call.
#[derive(Debug, Clone)]
pub(super) struct HostAnswer {
    /// `METHOD /path` of the call.
    call: String,
    answer: RawAnswer,
    /// The body as JSON; null if the body is not JSON.
    pub(super) json: Value,
}

impl HostAnswer {
    pub(super) fn new(call: String, answer: RawAnswer) -> Self {
        let json = serde_json::from_slice(&answer.body).unwrap_or_default();
        Self { call, answer, json }
    }

    pub(super) fn status(&self) -> StatusCode {
        self.answer.status
    }

    /// A header; `None` if it is absent.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.answer.headers.get(name)?.to_str().ok()
    }

    /// The start of the body, on one line.
    pub(super) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.answer.body);
        text.chars().filter(|character| !character.is_control()).take(SHOWN).collect()
    }

    /// Fails with what the call was to give and what it gave.
    pub(super) fn differs<T>(&self, expected: &str, seen: &str) -> Trial<T> {
        Err(Unmet::differs(format_args!("{}: {expected}", self.call), seen))
    }

    fn hold(self, holds: bool, expected: &str, seen: &str) -> Trial<Self> {
        if holds { Ok(self) } else { self.differs(expected, seen) }
    }

    /// Checks that the answer has this status.
    pub(super) fn is(self, status: u16) -> Trial<Self> {
        self.has_one_of(&[status])
    }

    /// Checks that the answer has one of these statuses.
    pub(super) fn has_one_of(self, statuses: &[u16]) -> Trial<Self> {
        let status = self.status().as_u16();
        let expected = if let [only] = statuses { only.to_string() } else { format!("one of {statuses:?}") };
        let seen = format!("{status} {}", self.text());
        self.hold(statuses.contains(&status), &expected, &seen)
    }

    /// Checks that a header has this value.
    pub(super) fn has_header(self, name: &str, value: &str) -> Trial<Self> {
        let (holds, seen) = (self.header(name) == Some(value), format!("{:?}", self.header(name)));
        self.hold(holds, &format!("{name}: {value:?}"), &seen)
    }

    /// Checks that a field, named by a JSON pointer, has this value.
    pub(super) fn has(self, pointer: &str, value: impl Into<Value>) -> Trial<Self> {
        let (value, field) = (value.into(), self.json.pointer(pointer));
        let (holds, seen) = (field == Some(&value), shown(field));
        self.hold(holds, &format!("{pointer} = {value}"), &seen)
    }

    /// Checks that a field is a text that is not empty.
    pub(super) fn has_text(self, pointer: &str) -> Trial<Self> {
        let field = self.json.pointer(pointer);
        let (text, seen) = (field.and_then(Value::as_str), shown(field));
        let holds = text.is_some_and(|text| !text.is_empty());
        self.hold(holds, &format!("{pointer} is a text"), &seen)
    }

    /// Checks that a field is absent.
    pub(super) fn lacks(self, pointer: &str) -> Trial<Self> {
        let field = self.json.pointer(pointer);
        let (holds, seen) = (field.is_none(), shown(field));
        self.hold(holds, &format!("no {pointer}"), &seen)
    }

    /// Checks that one field of the rows of a list has these values, in this order.
    pub(super) fn lists(self, field: &str, values: &[&str]) -> Trial<Self> {
        let expected = format!("{field} of the rows: {values:?}");
        self.has_rows(field, |rows| rows == values, &expected)
    }

    /// Checks whether a list has a row with this value.
    pub(super) fn lists_one(self, field: &str, value: &str, listed: bool) -> Trial<Self> {
        let word = if listed { "among" } else { "not among" };
        let expected = format!("{value:?} {word} the {field} of the rows");
        self.has_rows(field, |rows| rows.contains(&value) == listed, &expected)
    }

    /// Checks one field of all rows; a row without it counts as an empty text. An answer that is no list has no rows.
    fn has_rows(self, field: &str, holds: impl FnOnce(&[&str]) -> bool, expected: &str) -> Trial<Self> {
        let Some(rows) = self.json.as_array() else { return self.differs(expected, &self.text()) };
        let text = |row| Value::get(row, field).and_then(Value::as_str).unwrap_or_default();
        let rows: Vec<_> = rows.iter().map(text).collect();
        let (holds, seen) = (holds(&rows), format!("{rows:?}").chars().take(SHOWN).collect::<String>());
        self.hold(holds, expected, &seen)
    }

    /// A whole number.
    pub(super) fn number(&self, pointer: &str) -> Trial<i64> {
        let field = self.json.pointer(pointer);
        let wrong = || self.differs(&format!("{pointer} is a number"), &shown(field));
        field.and_then(Value::as_i64).map_or_else(wrong, Ok)
    }
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| value.to_string().chars().take(SHOWN).collect())
}
