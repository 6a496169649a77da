//! What visitors ask for members, items and variants.

use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

use super::{Error, Reader};

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
        seed.deserialize((&*key).into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        self.reader.scanner.expect(b':')?;
        seed.deserialize(&mut *self.reader)
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
