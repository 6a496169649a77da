//! What visitors ask for members, items and variants.

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

use super::{Error, Reader, number, scan};

/// The members of an object.
pub struct Members<'r, 'a> {
    reader: &'r mut Reader<'a>,
    is_first: bool,
}

impl<'r, 'a> Members<'r, 'a> {
    pub fn new(reader: &'r mut Reader<'a>) -> Self {
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
macro_rules! numbers {
    ($($deserialize:ident, $visit:ident, $read:ident;)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            if !scan::is_number(self.0) {
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
pub struct Items<'r, 'a> {
    reader: &'r mut Reader<'a>,
    is_first: bool,
}

impl<'r, 'a> Items<'r, 'a> {
    pub fn new(reader: &'r mut Reader<'a>) -> Self {
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
pub struct Variant<'r, 'a> {
    pub reader: &'r mut Reader<'a>,
    pub has_content: bool,
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
