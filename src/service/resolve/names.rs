//! Names of objects, prepared for comparison. The result depends on the name alone, so it is kept by name, beside the host's
//! pages: the next hint, or an object with an equal name, uses it again.

use std::sync::{Arc, LazyLock};

use moka::{policy::EvictionPolicy, sync::Cache};

use crate::matching::{Kind, Text};

/// Most names that are kept, of some two kilobytes each.
const MOST: u64 = 8_192;

static PREPARED: LazyLock<Cache<Vec<u8>, Arc<Text>>> =
    LazyLock::new(|| Cache::builder().max_capacity(MOST).eviction_policy(EvictionPolicy::lru()).build());

/// The names of an object of this kind.
pub(super) fn prepare(kind: Kind, names: (&str, &str)) -> Arc<Text> {
    let mut key = Vec::new();
    write_key(&mut key, kind, names);
    PREPARED.get_with(key, || {
        Arc::new(match kind {
            Kind::Project | Kind::Group => Text::named(names.0, names.1),
            Kind::Issue | Kind::Milestone => Text::title(names.0),
            Kind::Member => Text::person(names.0, names.1),
        })
    })
}

/// The same if that takes no time. `key` is a buffer that is used again and again.
pub(super) fn prepared(kind: Kind, names: (&str, &str), key: &mut Vec<u8>) -> Option<Arc<Text>> {
    write_key(key, kind, names);
    PREPARED.get(key.as_slice())
}

/// The kind, how long the name is, the name and the path.
fn write_key(key: &mut Vec<u8>, kind: Kind, (name, path): (&str, &str)) {
    key.clear();
    key.push(kind as u8);
    for part in [name.len().to_le_bytes().as_slice(), name.as_bytes(), path.as_bytes()] {
        key.extend_from_slice(part);
    }
}
