//! A hash of a JSON value, computed while it is read.

use std::{fmt, hash::BuildHasher};

use serde::{
    Deserializer,
    de::{DeserializeSeed, MapAccess, SeqAccess, Visitor},
};

/// The digest of a JSON text. The order of an object's fields does not change it.
pub(super) fn digest(json: &[u8], hasher: &impl BuildHasher) -> u64 {
    let read = Digest(hasher).deserialize(&mut serde_json::Deserializer::from_slice(json));
    // A value that is nested too deeply to read is hashed by its bytes.
    read.unwrap_or_else(|_| hasher.hash_one(json))
}

struct Digest<'a, S>(&'a S);

impl<S> Clone for Digest<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Digest<'_, S> {}

impl<'de, S: BuildHasher> DeserializeSeed<'de> for Digest<'_, S> {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, S: BuildHasher> Visitor<'de> for Digest<'_, S> {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<u64, E> {
        Ok(self.0.hash_one("null"))
    }

    fn visit_bool<E>(self, value: bool) -> Result<u64, E> {
        Ok(self.0.hash_one(("bool", value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<u64, E> {
        Ok(self.0.hash_one(("number", value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<u64, E> {
        Ok(self.0.hash_one(("number", value)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<u64, E> {
        Ok(self.0.hash_one(("decimal", value.to_bits())))
    }

    fn visit_str<E>(self, value: &str) -> Result<u64, E> {
        Ok(self.0.hash_one(("text", value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<u64, A::Error> {
        let mut digest = self.0.hash_one("list");
        while let Some(item) = items.next_element_seed(self)? {
            digest = self.0.hash_one((digest, item));
        }
        Ok(digest)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<u64, A::Error> {
        let mut digest = self.0.hash_one("object");
        while let Some(name) = fields.next_key_seed(self)? {
            let value = fields.next_value_seed(self)?;
            // A sum does not depend on the order.
            digest = digest.wrapping_add(self.0.hash_one((name, value)));
        }
        Ok(digest)
    }
}
