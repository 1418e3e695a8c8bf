//! A digest of a JSON value, for repeated writes. Replicas of other versions compute the same one, so it must not change.

use std::hash::{BuildHasher, Hasher};

use ring::digest::{Context, SHA256};

use super::{Json, JsonObject};

/// The order of the fields does not change it.
pub(super) fn of_object(object: &JsonObject) -> u64 {
    let fields = object.fields().map(|(name, value)| Sha256.hash_one((of_text(name), of(value))));
    // A sum does not depend on the order.
    fields.fold(Sha256.hash_one("object"), u64::wrapping_add)
}

fn of(value: &Json) -> u64 {
    match value {
        Json::Null => Sha256.hash_one("null"),
        Json::Boolean(value) => Sha256.hash_one(("bool", value)),
        Json::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), ..) => Sha256.hash_one(("number", whole)),
            (_, Some(whole), _) => Sha256.hash_one(("number", whole)),
            (.., decimal) => Sha256.hash_one(("decimal", decimal.unwrap_or_default().to_bits())),
        },
        Json::Text(text) => of_text(text),
        Json::List(items) => {
            items.iter().fold(Sha256.hash_one("list"), |digest, item| Sha256.hash_one((digest, of(item))))
        }
        Json::Object(object) => of_object(object),
    }
}

fn of_text(text: &str) -> u64 {
    Sha256.hash_one(("text", text))
}

/// Hashes the same in every process.
struct Sha256;

impl BuildHasher for Sha256 {
    type Hasher = Sha256Hasher;

    fn build_hasher(&self) -> Sha256Hasher {
        Sha256Hasher(Context::new(&SHA256))
    }
}

struct Sha256Hasher(Context);

impl Hasher for Sha256Hasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let digest = self.0.clone().finish();
        digest.as_ref().first_chunk().copied().map_or(0, u64::from_be_bytes)
    }
}
