//! The parameters of a call, from its query and its body, read as GitLab's API framework (Grape) reads them.

use bytes::Bytes;
use http::{HeaderMap, header};
use serde_json::{Map, Value, json};

use super::{moment::is_date, refusal::Refusal};

/// The values of every `sort` parameter.
pub(super) const SORTS: &[&str] = &["asc", "desc"];

/// The parameters of query and body; those of the body take precedence.
#[derive(Debug, Clone, Default)]
pub(super) struct Params(Map<String, Value>);

impl Params {
    /// Reads query and body.
    pub(super) fn read(query: &str, headers: &HeaderMap, body: &Bytes) -> Result<Self, Refusal> {
        let mut params = Self(parse_form(query));
        if !body.is_empty() {
            params.0.append(&mut parse_body(headers, body)?);
        }
        Ok(params)
    }

    /// The query for the `Link` header: sorted, without the token.
    pub(super) fn to_query(&self, page: usize, per_page: usize) -> String {
        let mut pairs = Vec::new();
        for (name, value) in &self.0 {
            match value {
                _ if ["page", "per_page", "private_token"].contains(&name.as_str()) => {}
                Value::Array(items) => {
                    pairs.extend(items.iter().map(|item| pair(&format!("{name}[]"), &as_text(item))));
                }
                other => pairs.push(pair(name, &as_text(other))),
            }
        }
        pairs.extend([pair("page", &page.to_string()), pair("per_page", &per_page.to_string())]);
        pairs.sort();
        pairs.join("&")
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

    /// A required text.
    pub(super) fn required(&self, name: &str) -> Result<String, Refusal> {
        self.text(name).ok_or_else(|| Refusal::missing(name))
    }

    /// One of these values; an empty text is refused too.
    pub(super) fn one_of(&self, name: &str, values: &[&str]) -> Result<Option<String>, Refusal> {
        match self.text(name) {
            Some(text) if !values.contains(&text.as_str()) => Err(Refusal::value(name)),
            other => Ok(other),
        }
    }

    /// A boolean, in upper or lower case; empty counts as absent.
    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, Refusal> {
        match self.text(name).map(|text| text.to_lowercase()).as_deref() {
            None | Some("") => Ok(None),
            Some("true" | "1" | "t" | "on" | "y" | "yes") => Ok(Some(true)),
            Some("false" | "0" | "f" | "off" | "n" | "no") => Ok(Some(false)),
            Some(_) => Err(Refusal::form(name)),
        }
    }

    /// An integer; empty counts as absent.
    pub(super) fn integer(&self, name: &str) -> Result<Option<i64>, Refusal> {
        match self.filled(name) {
            None => Ok(None),
            Some(text) => text.parse().map(Some).map_err(|_| Refusal::form(name)),
        }
    }

    /// An id. A number that can't be an id finds nothing.
    pub(super) fn id(&self, name: &str) -> Result<Option<u64>, Refusal> {
        Ok(self.integer(name)?.map(|id| u64::try_from(id).unwrap_or_default()))
    }

    /// A calendar date; empty counts as absent.
    pub(super) fn date(&self, name: &str) -> Result<Option<String>, Refusal> {
        match self.filled(name) {
            Some(text) if !is_date(&text) => Err(Refusal::form(name)),
            other => Ok(other),
        }
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

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn pair(name: &str, value: &str) -> String {
    format!("{}={}", urlencoding::encode(name), urlencoding::encode(value))
}

fn parse_body(headers: &HeaderMap, body: &Bytes) -> Result<Map<String, Value>, Refusal> {
    let declared = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = declared.split(';').next().unwrap_or_default().trim();
    match kind {
        "application/json" => match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => Ok(fields),
            Ok(_) => Ok(Map::new()),
            Err(_) => Err(Refusal::malformed_body()),
        },
        "application/x-www-form-urlencoded" | "" => Ok(parse_form(&String::from_utf8_lossy(body))),
        other => Err(Refusal::content_type(other)),
    }
}

/// `a=1&b[]=2&b[]=3`.
fn parse_form(form: &str) -> Map<String, Value> {
    let mut fields = Map::new();
    for (name, value) in form.split('&').filter(|part| !part.is_empty()).map(split_pair) {
        match name.strip_suffix("[]") {
            None => {
                fields.insert(name, json!(value));
            }
            Some(name) => match fields.entry(name).or_insert_with(|| json!([])) {
                Value::Array(items) => items.push(json!(value)),
                other => *other = json!([value]),
            },
        }
    }
    fields
}

fn split_pair(part: &str) -> (String, String) {
    let (name, value) = part.split_once('=').unwrap_or((part, ""));
    (decode(name), decode(value))
}

fn decode(text: &str) -> String {
    let spaced = text.replace('+', " ");
    String::from_utf8_lossy(&urlencoding::decode_binary(spaced.as_bytes())).into_owned()
}
