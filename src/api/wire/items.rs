//! Lists of objects in a request.

use std::{borrow::Cow, fmt, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, IgnoredAny, SeqAccess, Visitor},
};

use super::{fault::Fault, fields::MOST_ITEMS};
use crate::messages::field;

/// 1 to 100 objects. Objects past the hundredth are not decoded.
#[derive(Debug, Clone)]
pub(in crate::api) struct Items<T>(pub(in crate::api) Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Items<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ItemsVisitor(PhantomData))
    }
}

struct ItemsVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ItemsVisitor<T> {
    type Value = Items<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Items<T>, A::Error> {
        let mut items = Vec::new();
        while items.len() < MOST_ITEMS
            && let Some(item) = list.next_element()?
        {
            items.push(item);
        }
        let mut has_more = false;
        while items.len() == MOST_ITEMS && list.next_element::<IgnoredAny>()?.is_some() {
            has_more = true;
        }
        if items.is_empty() || has_more {
            return Err(A::Error::custom(Fault(field::items_between(1, MOST_ITEMS))));
        }
        Ok(Items(items))
    }
}

impl<T: JsonSchema> JsonSchema for Items<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Items".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let items = generator.subschema_for::<T>();
        json_schema!({ "type": "array", "items": items, "minItems": 1, "maxItems": MOST_ITEMS })
    }
}
