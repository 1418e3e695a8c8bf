//! What came back from a call, and whether it is what the bridge relies on. An answer that differs ends the try of a fact.

use std::fmt;

use http::StatusCode;
use serde_json::Value;

use crate::gitlab::RawAnswer;

/// Longest piece of an answer that is shown, in characters.
const SHOWN: usize = 160;

/// What trying a fact found.
pub type TrialResult = Result<(), Unmet>;

/// Why a fact is not known to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmet {
    /// The host does something else.
    Differs {
        /// What the bridge relies on.
        expected: String,
        /// What the host does.
        seen: String,
    },
    /// It can't be tried on this host, and why.
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
    /// The body as JSON; null if it is none.
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
    pub(super) fn differs<T>(&self, expected: &str, seen: &str) -> Result<T, Unmet> {
        Err(Unmet::differs(format_args!("{}: {expected}", self.call), seen))
    }

    /// Holds an answer to a status.
    pub(super) fn is(self, status: u16) -> Result<Self, Unmet> {
        if self.status().as_u16() == status {
            return Ok(self);
        }
        self.differs(&status.to_string(), &format!("{} {}", self.status().as_u16(), self.text()))
    }

    /// Holds an answer to one of these statuses.
    pub(super) fn has_one_of(self, statuses: &[u16]) -> Result<Self, Unmet> {
        if statuses.contains(&self.status().as_u16()) {
            return Ok(self);
        }
        self.differs(&format!("one of {statuses:?}"), &format!("{} {}", self.status().as_u16(), self.text()))
    }

    /// Holds a header to a value.
    pub(super) fn has_header(self, name: &str, value: &str) -> Result<Self, Unmet> {
        match self.header(name) {
            Some(seen) if seen == value => Ok(self),
            seen => self.differs(&format!("{name}: {value:?}"), &format!("{seen:?}")),
        }
    }

    /// Holds a field, named by a JSON pointer, to a value.
    pub(super) fn has(self, pointer: &str, value: impl Into<Value>) -> Result<Self, Unmet> {
        let value = value.into();
        match self.json.pointer(pointer) {
            Some(seen) if *seen == value => Ok(self),
            seen => self.differs(&format!("{pointer} = {value}"), &shown(seen)),
        }
    }

    /// Holds a field to be a text that is not empty.
    pub(super) fn has_text(self, pointer: &str) -> Result<Self, Unmet> {
        match self.json.pointer(pointer) {
            Some(Value::String(text)) if !text.is_empty() => Ok(self),
            seen => self.differs(&format!("{pointer} is a text"), &shown(seen)),
        }
    }

    /// Holds a field to be absent.
    pub(super) fn lacks(self, pointer: &str) -> Result<Self, Unmet> {
        match self.json.pointer(pointer) {
            None => Ok(self),
            seen => self.differs(&format!("no {pointer}"), &shown(seen)),
        }
    }

    /// Holds one field of the rows of a list to these values, in this order.
    pub(super) fn lists(self, field: &str, values: &[&str]) -> Result<Self, Unmet> {
        let rows = self.each(field);
        if rows.as_deref().is_some_and(|rows| rows == values) {
            return Ok(self);
        }
        self.differs(&format!("{field} of the rows: {values:?}"), &self.rows(rows.as_deref()))
    }

    /// Holds a list to have a row with this value, or not.
    pub(super) fn lists_one(self, field: &str, value: &str, listed: bool) -> Result<Self, Unmet> {
        let rows = self.each(field);
        if rows.as_deref().is_some_and(|rows| rows.contains(&value) == listed) {
            return Ok(self);
        }
        let word = if listed { "among" } else { "not among" };
        self.differs(&format!("{value:?} {word} the {field} of the rows"), &self.rows(rows.as_deref()))
    }

    /// One field of all rows; `None` if the answer is no list. Rows without it read as an empty text.
    fn each(&self, field: &str) -> Option<Vec<&str>> {
        let rows = self.json.as_array()?;
        Some(rows.iter().map(|row| row.get(field).and_then(Value::as_str).unwrap_or_default()).collect())
    }

    fn rows(&self, rows: Option<&[&str]>) -> String {
        rows.map_or_else(|| self.text(), |rows| format!("{rows:?}").chars().take(SHOWN).collect())
    }

    /// A whole number.
    pub(super) fn number(&self, pointer: &str) -> Result<i64, Unmet> {
        match self.json.pointer(pointer).and_then(Value::as_i64) {
            Some(number) => Ok(number),
            None => self.differs(&format!("{pointer} is a number"), &shown(self.json.pointer(pointer))),
        }
    }
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| value.to_string().chars().take(SHOWN).collect())
}
