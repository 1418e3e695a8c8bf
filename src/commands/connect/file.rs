//! The bridge's entry in a client's file. The file is edited by text position, so that comments, order, numbers and what others
//! wrote stay as they are, and it is replaced as a whole or not at all.

use std::{
    error::Error,
    fs,
    io::{self, ErrorKind, Write},
    path::Path,
};

use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode},
};
use serde_json::{Map, Value, json};

use super::is_placeholder;

/// The name of the bridge's entry.
const ENTRY: &str = "passerelle";
/// The keys of an entry that say how the bridge is reached. `connect` sets them, or removes them: an entry with the keys of
/// another way would be ambiguous.
const TRANSPORT: [&str; 4] = ["type", "command", "args", "url"];
/// Comments and commas at the end are what clients read; anything else is no file of theirs.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: true,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Why a file can't hold the entry; it is as it was.
type FileError = Box<dyn Error>;

const OTHER: &str = "holds something else than this client's JSON; name another file";

/// Lays a configuration into a file; what is not the bridge's own stays. Returns the configuration as it stands there, with what was
/// kept of the entry, and the values that were replaced or removed.
pub(super) fn write(file: &Path, own: &Value) -> Result<(Value, Vec<String>), FileError> {
    let held = match fs::metadata(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Ok(held) if !held.is_file() => return Err("is a folder or a device; name a file".into()),
        _ => fs::read_to_string(file)?,
    };
    let text = held.strip_prefix('\u{feff}').unwrap_or(&held);
    if text.trim().is_empty() {
        replace(file, &format!("{own:#}\n"))?;
        return Ok((own.clone(), Vec::new()));
    }
    let mark = if text.len() == held.len() { "" } else { "\u{feff}" };
    let root = CstRootNode::parse(text, &OPTIONS).map_err(|_| OTHER)?;
    // A client whose file holds no list of servers has none in its configuration.
    let (list, servers) = own.as_object().and_then(|own| own.iter().next()).ok_or(OTHER)?;
    let entry = servers.get(ENTRY).and_then(Value::as_object).ok_or(OTHER)?;
    let object = root.object_value_or_create().ok_or(OTHER)?;
    let mut replaced = Vec::new();
    let servers = object_at(&object, list)?;
    let held = object_at(&servers, ENTRY)?;
    edit(&held, entry, &mut replaced)?;
    let own_now = held.to_serde_value().ok_or(OTHER)?;
    replace(file, &format!("{mark}{root}"))?;
    Ok((json!({ list: { ENTRY: own_now } }), replaced))
}

/// The object at a key, which is made if there is none.
fn object_at(object: &CstObject, name: &str) -> Result<CstObject, FileError> {
    let held = at(object, name)?.map(|property| property.object_value());
    Ok(held.unwrap_or_else(|| object.object_value_or_create(name)).ok_or(OTHER)?)
}

/// The one property of a name.
fn at(object: &CstObject, name: &str) -> Result<Option<CstObjectProp>, FileError> {
    let mut named = object.properties().into_iter().filter(|own| own.decoded_name().as_deref() == Some(name));
    let first = named.next();
    // Clients would take either.
    if named.next().is_some() {
        Err(format!("holds {name:?} twice; remove one of them").into())
    } else {
        Ok(first)
    }
}

/// Sets what the bridge owns in its entry.
fn edit(entry: &CstObject, own: &Map<String, Value>, replaced: &mut Vec<String>) -> Result<(), FileError> {
    for key in TRANSPORT.into_iter().filter(|key| !own.contains_key(*key)) {
        if let Some(property) = at(entry, key)? {
            note(&property, key, replaced);
            property.remove();
        }
    }
    for key in ["env", "headers"] {
        let Some(held) = entry.object_value(key) else { continue };
        let own = own.get(key).and_then(Value::as_object);
        let is_own = |name: String| own.is_some_and(|own| own.contains_key(&name));
        // What an earlier run left to fill in would be taken for a value.
        let stale = |property: &CstObjectProp| {
            !property.decoded_name().is_some_and(is_own)
                && held_value(property).as_ref().is_some_and(is_placeholder)
        };
        held.properties().into_iter().filter(stale).for_each(CstObjectProp::remove);
    }
    own.iter().try_for_each(|(key, value)| set(entry, key, value, replaced))
}

/// Sets a value, or those of an object; one that somebody filled in is not replaced by a placeholder.
fn set(object: &CstObject, name: &str, value: &Value, replaced: &mut Vec<String>) -> Result<(), FileError> {
    if let Value::Object(values) = value {
        let held = object_at(object, name)?;
        return values.iter().try_for_each(|(name, value)| set(&held, name, value, replaced));
    }
    match at(object, name)? {
        None => drop(object.append(name, input(value))),
        Some(held) if is_placeholder(value) || held_value(&held).as_ref() == Some(value) => {}
        Some(held) => {
            note(&held, name, replaced);
            held.set_value(input(value));
        }
    }
    Ok(())
}

/// Notes what stood at a key, unless it was to be filled in.
fn note(property: &CstObjectProp, name: &str, replaced: &mut Vec<String>) {
    if let Some(value) = held_value(property).filter(|value| !is_placeholder(value)) {
        replaced.push(format!("{name} was {value}"));
    }
}

fn held_value(property: &CstObjectProp) -> Option<Value> {
    property.value()?.to_serde_value()
}

/// The values of an entry are texts and lists of texts.
fn input(value: &Value) -> CstInputValue {
    match value.as_array() {
        Some(items) => CstInputValue::Array(items.iter().map(input).collect()),
        None => value.as_str().unwrap_or_default().into(),
    }
}

/// Replaces what a file holds, whole or not at all, under the same owner and with the same rights.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let mut file = file.to_owned();
    let folder_of = |file: &Path| match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => ".".into(),
    };
    // The file that a link names, which may not exist yet, so that the link stays.
    while let Ok(named) = fs::read_link(&file) {
        file = folder_of(&file).join(named);
    }
    let mut beside = tempfile::Builder::new();
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let mut beside = beside.prefix(".passerelle-").tempfile_in(folder_of(&file))?;
    beside.write_all(text.as_bytes())?;
    #[cfg(unix)]
    keep_rights(beside.as_file(), &file)?;
    beside.as_file().sync_all()?;
    beside.persist(&file)?;
    Ok(())
}

/// Gives a new file the owner and the rights of the one that it replaces. Windows takes those of the folder.
#[cfg(unix)]
fn keep_rights(new: &fs::File, old: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let Ok(held) = fs::metadata(old) else { return Ok(()) };
    // Only the superuser may give a file to others; for all others it is their own already.
    let _ = fchown(new, Some(held.uid()), Some(held.gid()));
    new.set_permissions(held.permissions())
}
