//! The address of a call in the console, for people whose client shows neither forms nor pages of the bridge: in the console they
//! see what would be done, and decide.

use super::prelude::*;

/// Longest address, in bytes: programs show a longer one cut, and the console reads none.
const LONGEST: usize = 2_000;

/// The address at which the console shows this call in its form. It holds what was asked for and no choice, since the person
/// chooses. The form is empty if the call is too long for an address. What follows `#` is sent to no server.
pub(super) fn of(public_url: &str, entry: &Entry, arguments: &JsonObject) -> String {
    let is_asked = |name: &str| {
        entry.knows(name)
            && !(["confirm", "create_duplicates"].contains(&name) || name.starts_with("resolved_"))
    };
    let asked = arguments.iter().filter(|(name, value)| is_asked(name) && !value.is_null());
    let fields: Vec<_> = asked.flat_map(|(name, value)| written(name, value)).collect();
    let form = format!("{public_url}/#{}", entry.name);
    let filled = format!("{form}?{}", fields.join("&"));
    if fields.is_empty() || filled.len() > LONGEST { form } else { filled }
}

/// A field as the address has it: a list by each of its items, an empty one by an empty text.
fn written(name: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) if !items.is_empty() => {
            items.iter().flat_map(|item| written(name, item)).collect()
        }
        Value::Array(_) => vec![format!("{name}=")],
        Value::String(text) => vec![format!("{name}={}", urlencoding::encode(text))],
        other => vec![format!("{name}={}", urlencoding::encode(&other.to_string()))],
    }
}
