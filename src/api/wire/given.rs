//! The value of a request's field, before the field's type checks it.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::Number;

/// Most texts of a list that are kept: more than any field takes.
pub(super) const MOST_TEXTS: usize = 1_000;

/// A JSON value, of the kinds that some field accepts. Other values are skipped and take no memory, however large they are.
#[derive(Debug)]
pub(super) enum Given {
    Null,
    Boolean(bool),
    Number(Number),
    Text(String),
    /// A list whose items are all texts.
    Texts(Texts),
    /// Any other list, or an object.
    Other,
}

/// A list of texts.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// The texts that are not blank, at most [`MOST_TEXTS`].
    pub(super) named: Vec<String>,
    /// How many texts are not blank.
    pub(super) names: usize,
    /// How many texts there are, blank ones included.
    pub(super) items: usize,
}

impl Texts {
    fn push(&mut self, text: String) {
        self.items += 1;
        if !text.trim().is_empty() {
            self.names += 1;
            if self.named.len() < MOST_TEXTS {
                self.named.push(text);
            }
        }
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(GivenVisitor)
    }
}

struct GivenVisitor;

impl<'de> Visitor<'de> for GivenVisitor {
    type Value = Given;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Given, E> {
        Ok(Given::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Given, E> {
        Ok(Given::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Given, E> {
        Ok(Given::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Given, E> {
        Ok(Given::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Given, E> {
        Ok(Number::from_f64(value).map_or(Given::Other, Given::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Given, E> {
        Ok(Given::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Given, E> {
        Ok(Given::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Given, A::Error> {
        let mut texts = Texts::default();
        while let Some(item) = items.next_element()? {
            match item {
                Item::Text(text) => texts.push(text),
                Item::Other => {
                    while items.next_element::<IgnoredAny>()?.is_some() {}
                    return Ok(Given::Other);
                }
            }
        }
        Ok(Given::Texts(texts))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Given, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Given::Other)
    }
}

/// An item of a list.
enum Item {
    Text(String),
    Other,
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ItemVisitor)
    }
}

struct ItemVisitor;

impl<'de> Visitor<'de> for ItemVisitor {
    type Value = Item;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an item")
    }

    fn visit_unit<E>(self) -> Result<Item, E> {
        Ok(Item::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Item, E> {
        Ok(Item::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Item, E> {
        Ok(Item::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Item, E> {
        Ok(Item::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Item, E> {
        Ok(Item::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Item, E> {
        Ok(Item::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Item, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Item::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Item, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Item::Other)
    }
}
