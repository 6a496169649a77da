//! Values, and what visitors ask for members, items and variants.

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

use crate::error::Error;
use crate::number;
use crate::scan::{Scanner, is_number};

/// The deepest nesting of arrays and objects.
const MAX_DEPTH: u8 = 128;

/// Reads one value after the other.
pub struct Reader<'a> {
    scanner: Scanner<'a>,
    depth: u8,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Reader { scanner: Scanner::new(text), depth: 0 }
    }

    /// Returns the place, in bytes from the start.
    pub fn offset(&self) -> usize {
        self.scanner.offset()
    }

    /// Makes sure that nothing else comes.
    pub fn end(self) -> Result<(), Error> {
        self.scanner.end()
    }

    /// Goes one level deeper.
    fn enter(&mut self) -> Result<(), Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(Error::new("recursion limit exceeded")) } else { Ok(()) }
    }

    fn leave(&mut self, close: u8) -> Result<(), Error> {
        self.depth -= 1;
        self.scanner.expect(close)
    }

    fn visit_string<'de, V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        let text = self.scanner.string()?;
        visitor.visit_str(&text)
    }

    fn visit_members<'de, V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        self.scanner.open(b'{', "an object")?;
        self.enter()?;
        let value = visitor.visit_map(Members::new(self))?;
        self.leave(b'}')?;
        Ok(value)
    }

    fn visit_items<'de, V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Error> {
        self.scanner.open(b'[', "an array")?;
        self.enter()?;
        let value = visitor.visit_seq(Items::new(self))?;
        self.leave(b']')?;
        Ok(value)
    }
}

/// Declares that unsigned and signed integers and floating-point numbers are read.
macro_rules! numbers {
    ($($deserialize:ident, $visit:ident, $read:ident;)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(number::$read(self.scanner.number()?)?)
        })*
    };
}

impl<'de> de::Deserializer<'de> for &mut Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.scanner.peek() {
            Some(b'{') => self.visit_members(visitor),
            Some(b'[') => self.visit_items(visitor),
            Some(b'"') => self.visit_string(visitor),
            Some(b't' | b'f') => self.deserialize_bool(visitor),
            Some(b'n') => self.deserialize_unit(visitor),
            _ => {
                let text = self.scanner.number()?;
                if let Ok(number) = number::unsigned(text) {
                    visitor.visit_u64(number)
                } else if let Ok(number) = number::signed(text) {
                    visitor.visit_i64(number)
                } else {
                    visitor.visit_f64(number::float(text)?)
                }
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.scanner.take("true") {
            visitor.visit_bool(true)
        } else if self.scanner.take("false") {
            visitor.visit_bool(false)
        } else {
            Err(self.scanner.unexpected("a boolean"))
        }
    }

    numbers! {
        deserialize_u8, visit_u64, unsigned;
        deserialize_u16, visit_u64, unsigned;
        deserialize_u32, visit_u64, unsigned;
        deserialize_u64, visit_u64, unsigned;
        deserialize_i8, visit_i64, signed;
        deserialize_i16, visit_i64, signed;
        deserialize_i32, visit_i64, signed;
        deserialize_i64, visit_i64, signed;
        deserialize_f32, visit_f64, float;
        deserialize_f64, visit_f64, float;
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_string(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_string(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.scanner.take("null") { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.scanner.take("null") {
            visitor.visit_unit()
        } else {
            Err(self.scanner.unexpected("null"))
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_items(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_members(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_members(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.scanner.peek() == Some(b'"') {
            return visitor.visit_enum(Variant { reader: self, has_content: false });
        }
        self.scanner.open(b'{', "a variant")?;
        self.enter()?;
        let value = visitor.visit_enum(Variant { reader: self, has_content: true })?;
        self.leave(b'}')?;
        Ok(value)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.skip()?;
        visitor.visit_unit()
    }
}

impl Reader<'_> {
    /// Passes over a value.
    fn skip(&mut self) -> Result<(), Error> {
        let mut is_first = true;
        match self.scanner.peek() {
            Some(b'{') => {
                self.scanner.expect(b'{')?;
                self.enter()?;
                while self.scanner.next(&mut is_first, b'}')? {
                    self.scanner.string()?;
                    self.scanner.expect(b':')?;
                    self.skip()?;
                }
                self.leave(b'}')
            }
            Some(b'[') => {
                self.scanner.expect(b'[')?;
                self.enter()?;
                while self.scanner.next(&mut is_first, b']')? {
                    self.skip()?;
                }
                self.leave(b']')
            }
            Some(b'"') => self.scanner.string().map(drop),
            _ if ["null", "true", "false"].into_iter().any(|it| self.scanner.take(it)) => Ok(()),
            _ => self.scanner.number().map(drop),
        }
    }
}

/// The members of an object.
struct Members<'r, 'a> {
    reader: &'r mut Reader<'a>,
    is_first: bool,
}

impl<'r, 'a> Members<'r, 'a> {
    fn new(reader: &'r mut Reader<'a>) -> Self {
        Members { reader, is_first: true }
    }
}

impl<'de> de::MapAccess<'de> for Members<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        if !self.reader.scanner.next(&mut self.is_first, b'}')? {
            return Ok(None);
        }
        let key = self.reader.scanner.string()?;
        seed.deserialize(Key(&key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        self.reader.scanner.expect(b':')?;
        seed.deserialize(&mut *self.reader)
    }
}

/// The name of a member, which may stand for a number.
struct Key<'a>(&'a str);

/// Declares that numbers are read from the text of a key.
macro_rules! numbers_of_key {
    ($($deserialize:ident, $visit:ident, $read:ident;)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            if !is_number(self.0) {
                return Err(Error::new(format!("the key `{}` is not a number", self.0)));
            }
            visitor.$visit(number::$read(self.0)?)
        })*
    };
}

impl<'de> de::Deserializer<'de> for Key<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(Error::new(format!("the key `{other}` is not a boolean"))),
        }
    }

    numbers_of_key! {
        deserialize_u8, visit_u64, unsigned;
        deserialize_u16, visit_u64, unsigned;
        deserialize_u32, visit_u64, unsigned;
        deserialize_u64, visit_u64, unsigned;
        deserialize_i8, visit_i64, signed;
        deserialize_i16, visit_i64, signed;
        deserialize_i32, visit_i64, signed;
        deserialize_i64, visit_i64, signed;
        deserialize_f32, visit_f64, float;
        deserialize_f64, visit_f64, float;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variant: StrDeserializer<'_, Error> = self.0.into_deserializer();
        variant.deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// The items of an array.
struct Items<'r, 'a> {
    reader: &'r mut Reader<'a>,
    is_first: bool,
}

impl<'r, 'a> Items<'r, 'a> {
    fn new(reader: &'r mut Reader<'a>) -> Self {
        Items { reader, is_first: true }
    }
}

impl<'de> de::SeqAccess<'de> for Items<'_, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if !self.reader.scanner.next(&mut self.is_first, b']')? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }
}

/// A variant of an enum: its name alone, or an object with its name and content.
struct Variant<'r, 'a> {
    reader: &'r mut Reader<'a>,
    has_content: bool,
}

impl<'de> de::EnumAccess<'de> for Variant<'_, '_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name = self.reader.scanner.string()?;
        let variant = seed.deserialize((&*name).into_deserializer())?;
        if self.has_content {
            self.reader.scanner.expect(b':')?;
        }
        Ok((variant, self))
    }
}

impl Variant<'_, '_> {
    /// Refuses the name of a variant without its content.
    fn need_content(&self) -> Result<(), Error> {
        if self.has_content { Ok(()) } else { Err(Error::new("the variant has no content")) }
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        if self.has_content && !self.reader.scanner.take("null") {
            return Err(Error::new("the variant has content"));
        }
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        self.need_content()?;
        seed.deserialize(self.reader)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.need_content()?;
        self.reader.visit_items(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.need_content()?;
        self.reader.visit_members(visitor)
    }
}
