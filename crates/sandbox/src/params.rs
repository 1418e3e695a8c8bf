//! The parameters of a call, from its query and its body, read as GitLab's API framework (Grape) reads them.

use bytes::Bytes;
use http::{HeaderMap, header};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{api_error::ApiError, moment::is_date, search::Pattern};

const MALFORMED_BODY: &str = "Problem:\n  message body does not match declared format\nResolution:\n  when specifying application/json as \
                              content-type, you must pass valid application/json in the request's 'body'\n";

/// The parameters of query and body; those of the body take precedence.
#[derive(Debug, Clone, Default)]
pub(super) struct Params(Map<String, Value>);

impl Params {
    /// Reads query and body.
    pub(super) fn read(query: &str, headers: &HeaderMap, body: &Bytes) -> Result<Self, ApiError> {
        let mut params = parse_form(query.as_bytes());
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let mut sent = if kind.starts_with("application/json") && !body.is_empty() {
            serde_json::from_slice(body).map_err(|_| ApiError::parameter(MALFORMED_BODY))?
        } else {
            parse_form(body)
        };
        params.append(&mut sent);
        Ok(Self(params))
    }

    /// Whether the call has the parameter, null included.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// A text.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).filter(|value| !value.is_null()).map(as_text)
    }

    /// A text that is not blank.
    pub(super) fn filled(&self, name: &str) -> Option<String> {
        self.text(name).filter(|text| !text.trim().is_empty())
    }

    /// What is searched for, by words from this length on.
    pub(super) fn search(&self, minimum: usize) -> Pattern {
        Pattern::parse(&self.text("search").unwrap_or_default(), minimum)
    }

    /// A required text.
    pub(super) fn required(&self, name: &str) -> Result<String, ApiError> {
        self.text(name).ok_or_else(|| ApiError::missing(name))
    }

    /// One of these values; an empty text is refused too.
    pub(super) fn one_of(&self, name: &str, values: &[&str]) -> Result<Option<String>, ApiError> {
        let text = self.text(name);
        let fits = text.as_deref().is_none_or(|text| values.contains(&text));
        if fits { Ok(text) } else { Err(ApiError::value(name)) }
    }

    /// One of the values that a type has.
    pub(super) fn choice<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, ApiError> {
        let value = self.text(name).map(|text| serde_json::from_value(text.into()));
        value.transpose().map_err(|_| ApiError::value(name))
    }

    /// Puts rows that ascend into the order that is asked for: descending, unless `sort` says `asc`.
    pub(super) fn order<T>(&self, rows: &mut [T]) -> Result<(), ApiError> {
        if self.one_of("sort", &["asc", "desc"])?.as_deref() != Some("asc") {
            rows.reverse();
        }
        Ok(())
    }

    /// A boolean, in upper or lower case; empty counts as absent.
    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, ApiError> {
        match self.text(name).map(|text| text.to_lowercase()).as_deref() {
            None | Some("") => Ok(None),
            Some("true" | "1" | "t" | "on" | "y" | "yes") => Ok(Some(true)),
            Some("false" | "0" | "f" | "off" | "n" | "no") => Ok(Some(false)),
            Some(_) => Err(ApiError::form(name)),
        }
    }

    /// An integer; empty counts as absent.
    pub(super) fn integer(&self, name: &str) -> Result<Option<i64>, ApiError> {
        self.filled(name).map(|text| text.parse().map_err(|_| ApiError::form(name))).transpose()
    }

    /// An id. A number that can't be an id finds nothing.
    pub(super) fn id(&self, name: &str) -> Result<Option<u64>, ApiError> {
        Ok(self.integer(name)?.map(|id| u64::try_from(id).unwrap_or_default()))
    }

    /// A calendar date; empty counts as absent.
    pub(super) fn date(&self, name: &str) -> Result<Option<String>, ApiError> {
        let text = self.filled(name);
        if text.as_deref().is_none_or(is_date) { Ok(text) } else { Err(ApiError::form(name)) }
    }

    /// A list, as an array or separated by commas; `None` if absent.
    pub(super) fn list(&self, name: &str) -> Option<Vec<String>> {
        let texts = match self.0.get(name)? {
            Value::Null => return None,
            Value::Array(items) => items.iter().map(as_text).collect(),
            other => vec![as_text(other)],
        };
        let parts = texts.iter().flat_map(|text| text.split(',')).map(|part| part.trim().to_owned());
        Some(parts.filter(|part| !part.is_empty()).collect())
    }
}

/// A value as the text that it stands for.
pub(super) fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// `a=1&b[]=2&b[]=3`.
fn parse_form(form: &[u8]) -> Map<String, Value> {
    let mut fields = Map::new();
    for (name, value) in form_urlencoded::parse(form) {
        match name.strip_suffix("[]") {
            None => drop(fields.insert(name.into_owned(), json!(value))),
            Some(name) => {
                if let Value::Array(items) = fields.entry(name).or_insert_with(|| json!([])) {
                    items.push(json!(value));
                }
            }
        }
    }
    fields
}
