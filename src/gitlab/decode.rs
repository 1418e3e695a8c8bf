//! From a host's body to objects: only the fields that are asked for are decoded, the rest is stepped over.
//!
//! A page of issues is mostly texts and records that no operation reads. `serde_json` judges every byte of them; this reader
//! only finds where they end, twice as fast (`benches/bodies.rs`). What it decodes it decodes as `serde_json` does, and what it
//! refuses `serde_json` has the last word on, so that the two never disagree about a body that is JSON.

mod list;
mod scan;

use serde::{
    de::{
        DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess,
        Visitor,
    },
    forward_to_deserialize_any,
};
use serde_json::{Error, Value};

pub use self::list::List;
use self::scan::Scanner;
use super::Fault;

/// What is made of a body, chunk by chunk.
pub trait Arriving: Default {
    /// Takes the next bytes of the body in.
    fn push(&mut self, chunk: &[u8]);
}

/// The body as it stands.
impl Arriving for Vec<u8> {
    fn push(&mut self, chunk: &[u8]) {
        self.extend_from_slice(chunk);
    }
}

/// Decodes a success that is to be one object.
///
/// # Errors
/// [`Fault::Unusable`] for what is no JSON, [`Fault::WithoutId`] for an object that merely has no `id`, [`Fault::Misshapen`] for
/// JSON of another shape.
pub fn object<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    // A list would decode too: its items as the fields, in their order.
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(by_serde_json::<IgnoredAny>(body)
            .map_or_else(|fault| fault, |_| Fault::Misshapen("no object".to_owned())));
    }
    read(body).or_else(|_| by_serde_json(body)).map_err(|fault| match serde_json::from_slice(body) {
        Ok(Value::Object(fields)) if fields.get("id").is_none_or(Value::is_null) => Fault::WithoutId,
        _ => fault,
    })
}

/// Decodes what this reader refuses; says apart what is no JSON and what is JSON of another shape.
fn by_serde_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(body).map_err(|error| match serde_json::from_slice(body) {
        Ok(IgnoredAny) => Fault::Misshapen(error.to_string()),
        Err(_) => Fault::Unusable(error.to_string()),
    })
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    let mut scanner = Scanner::new(body);
    let value = T::deserialize(Item::outermost(&mut scanner))?;
    if scanner.is_at_end() { Ok(value) } else { Err(Error::custom("trailing characters")) }
}

/// Containers within containers that are decoded; what is stepped over may be deeper.
const DEEPEST: u8 = 64;

/// The value that comes next.
struct Item<'a, 'de> {
    scanner: &'a mut Scanner<'de>,
    depth: u8,
}

impl<'a, 'de> Item<'a, 'de> {
    fn outermost(scanner: &'a mut Scanner<'de>) -> Self {
        Self { scanner, depth: DEEPEST }
    }

    fn inner(&self) -> Result<u8, Error> {
        self.depth.checked_sub(1).ok_or_else(|| Error::custom("too deep"))
    }
}

impl<'de> Deserializer<'de> for Item<'_, 'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let depth = self.inner()?;
        match self.scanner.peek()? {
            b'{' => {
                let mut fields = Container::open(self.scanner, depth, b'}');
                let value = visitor.visit_map(&mut fields)?;
                fields.close().map(|()| value)
            }
            b'[' => {
                let mut items = Container::open(self.scanner, depth, b']');
                let value = visitor.visit_seq(&mut items)?;
                items.close().map(|()| value)
            }
            b'"' => {
                let string = self.scanner.string()?;
                match string.plain().map(str::from_utf8) {
                    Some(Ok(text)) => visitor.visit_borrowed_str(text),
                    _ => with_escapes(string.text, visitor),
                }
            }
            _ => with_escapes(self.scanner.scalar()?, visitor),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.scanner.peek()? {
            b'n' => with_escapes(self.scanner.scalar()?, visitor),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// The name of a field: compared as bytes.
    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let string = self.scanner.string()?;
        match string.plain() {
            Some(name) => visitor.visit_borrowed_bytes(name),
            None => with_escapes(string.text, visitor),
        }
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.scanner.skip()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum
    }
}

/// Decodes one number, word or string with all its escapes.
fn with_escapes<'de, V: Visitor<'de>>(text: &'de [u8], visitor: V) -> Result<V::Value, Error> {
    let mut whole = serde_json::Deserializer::from_slice(text);
    let value = whole.deserialize_any(visitor)?;
    whole.end()?;
    Ok(value)
}

/// A list or an object whose opening bracket is read.
struct Container<'a, 'de> {
    scanner: &'a mut Scanner<'de>,
    depth: u8,
    bracket: u8,
    begun: bool,
    closed: bool,
}

impl<'a, 'de> Container<'a, 'de> {
    /// Steps over the opening bracket.
    fn open(scanner: &'a mut Scanner<'de>, depth: u8, bracket: u8) -> Self {
        scanner.bump();
        Self { scanner, depth, bracket, begun: false, closed: false }
    }

    /// Whether something comes before the closing bracket; steps over the comma or the bracket.
    #[inline]
    fn goes_on(&mut self) -> Result<bool, Error> {
        if self.closed {
            return Ok(false);
        }
        let next = self.scanner.peek()?;
        if next == self.bracket {
            self.scanner.bump();
            self.closed = true;
            return Ok(false);
        }
        if std::mem::replace(&mut self.begun, true) {
            if next != b',' {
                return Err(Error::custom("expected a comma or a closing bracket"));
            }
            self.scanner.bump();
        }
        Ok(true)
    }

    /// Whoever reads a container may stop before its end: then it is not what was expected.
    fn close(mut self) -> Result<(), Error> {
        if self.goes_on()? { Err(Error::custom("expected a closing bracket")) } else { Ok(()) }
    }

    #[inline]
    fn item(&mut self) -> Item<'_, 'de> {
        Item { scanner: self.scanner, depth: self.depth }
    }
}

impl<'de> SeqAccess<'de> for &mut Container<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.goes_on()? { seed.deserialize(self.item()).map(Some) } else { Ok(None) }
    }
}

impl<'de> MapAccess<'de> for &mut Container<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        if !self.goes_on()? {
            return Ok(None);
        }
        match self.scanner.peek()? {
            b'"' => seed.deserialize(self.item()).map(Some),
            _ => Err(Error::custom("expected the name of a field")),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        if !self.scanner.take(b':') {
            return Err(Error::custom("expected a colon"));
        }
        seed.deserialize(self.item())
    }
}

#[cfg(test)]
mod tests;
