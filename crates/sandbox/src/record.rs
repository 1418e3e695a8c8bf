//! Records: what is stored of an object, and the fields of its kind that the sandbox does not store.

use std::sync::LazyLock;

use serde_json::Value;

use super::{answer::with, api_call::ApiCall, params::as_text};

/// The fields of records that the sandbox does not store, by kind of record, with `{name}` for a value that differs.
static TEMPLATES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("templates.json")).unwrap_or_default());

/// A record: what is stored, and the fields of its kind's template. `{name}` in them stands for a stored field, for an address of the
/// call's host, or for the path of the object's page.
pub(super) fn record(call: &ApiCall, kind: &str, stored: Value, page: &str) -> Value {
    let mut template = TEMPLATES.get(kind).cloned().unwrap_or_default();
    fill(&mut template, &|name| match name {
        "api" => call.api_url(""),
        "origin" => call.origin.clone(),
        "host" => call.origin.split_once("://").map_or("", |(_, host)| host).to_owned(),
        "page" => page.to_owned(),
        _ => stored.get(name).map(as_text).unwrap_or_default(),
    });
    with(template, stored)
}

fn fill(template: &mut Value, value_of: &dyn Fn(&str) -> String) {
    match template {
        Value::String(text) if text.contains('{') => {
            let parts = text
                .split('{')
                .map(|part| part.split_once('}').map_or((None, part), |(name, rest)| (Some(name), rest)));
            *text = parts.map(|(name, rest)| name.map(value_of).unwrap_or_default() + rest).collect();
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| fill(field, value_of)),
        _ => {}
    }
}
