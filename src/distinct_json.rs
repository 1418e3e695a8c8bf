//! JSON in which no object has a name twice, since it can't be known which of the two is meant.

use std::{fmt, iter};

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

/// The error about a name that is given twice.
pub(crate) const TWICE: &str = "given twice";
/// Names that begin so are the parser's own, for values that it leaves as text: they would hide what is in them.
const RESERVED: &str = "$serde_json::private::";

/// A value in which no object has a name twice, at any depth.
pub(crate) struct Distinct(pub(crate) Value);

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DistinctVisitor).map(Self)
    }
}

/// The second value of a name, which is never read: the error about it has its place.
struct SecondValue;

impl<'de> Deserialize<'de> for SecondValue {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(TWICE))
    }
}

struct DistinctVisitor;

impl<'de> Visitor<'de> for DistinctVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        iter::from_fn(|| items.next_element::<Distinct>().transpose()).map(|item| Ok(item?.0)).collect()
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if name.starts_with(RESERVED) {
                return Err(A::Error::custom("a reserved name"));
            }
            if object.contains_key(&name) {
                fields.next_value::<SecondValue>()?;
            }
            object.insert(name, fields.next_value::<Distinct>()?.0);
        }
        Ok(object.into())
    }
}
