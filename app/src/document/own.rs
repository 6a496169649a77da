//! The bytes of an opened binary, where its text compiles to others or says a part of it.

use std::sync::Arc;

use bobbin_protocol::{Bytes, DecodeFault, OwnBytes, OwnBytesParams};
use leptos::prelude::*;

use super::provenance::{Content, OwnFile, Provenance};
use super::{Asked, OpenFile};
use crate::base64;
use crate::platform::editor::{self, RequestError};

/// Names a text, so that it can be told from others without being kept.
#[must_use]
pub fn fingerprint(text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    text.bytes().fold(start, |all, byte| (all ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Reads a binary that is about to be opened; without content if the server cannot say what it holds.
pub async fn read(name: &str, bytes: &[u8]) -> (OwnFile, Option<Content>) {
    let data = base64::encode(bytes);
    match ask(name, &data).await {
        Ok(own) => (OwnFile { data, is_compressed: own.is_compressed }, Some(content(own))),
        Err(_) => (OwnFile { data, is_compressed: false }, None),
    }
}

/// Returns the bytes of the binary that a file was opened from, with their parts as far as these are known.
///
/// # Errors
///
/// The reason, for people.
pub async fn bytes(file: &OpenFile) -> Result<Arc<Bytes>, String> {
    if let Asked::Here(content) = file.views.own_bytes.get_untracked() {
        return Ok(content.bytes.clone());
    }
    let (Some(name), Some(own)) = (file.binary_name(), file.own()) else {
        return Err(format!("`{}` was no binary", file.name));
    };
    Ok(Arc::new(ask(name, &own.data).await?.bytes))
}

/// Finds out what the binary of a file holds, unless that is known; the answer arrives in
/// [`super::views::Views::own_bytes`].
pub fn refresh(file: &Arc<OpenFile>) {
    let Provenance::Decompiled { binary, opened_as, own: Some(own), .. } = &file.provenance else {
        return;
    };
    if !matches!(file.views.own_bytes.get_untracked(), Asked::NotYet) {
        return;
    }
    let (file, name, data, opened_as) =
        (file.clone(), binary.clone(), own.data.clone(), *opened_as);
    leptos::task::spawn_local(async move {
        file.views.own_bytes.set(match ask(&name, &data).await {
            Ok(mut own) => {
                // Another version of the server may print another text, whose places are not those of this one.
                if Some(fingerprint(&own.text)) != opened_as {
                    own.bytes.fields.clear();
                    own.is_mapped = false;
                }
                Asked::Here(Arc::new(content(own)))
            }
            Err(why) => Asked::Failed(why),
        });
    });
}

fn content(own: OwnBytes) -> Content {
    let OwnBytes { bytes, is_big_endian, is_mapped, .. } = own;
    Content { bytes: Arc::new(bytes), is_big_endian, is_mapped }
}

async fn ask(name: &str, data: &str) -> Result<OwnBytes, String> {
    let params = OwnBytesParams { name: name.to_owned(), data: data.to_owned() };
    loop {
        match editor::request::<_, OwnBytes>(OwnBytesParams::METHOD, &params).await {
            Ok(own) => return Ok(own),
            Err(RequestError::Stale) => {}
            Err(RequestError::Failed(why)) => return Err(why),
        }
    }
}

impl OpenFile {
    /// Returns the binary that the file was opened from, if its text compiles to other bytes.
    #[must_use]
    pub fn own(&self) -> Option<&OwnFile> {
        match &self.provenance {
            Provenance::Decompiled { own, .. } => own.as_ref(),
            Provenance::Text => None,
        }
    }

    /// Returns the place where the binary that was opened cannot be read on, if there is one.
    #[must_use]
    pub fn fault(&self) -> Option<&DecodeFault> {
        match &self.provenance {
            Provenance::Decompiled { fault, .. } => fault.as_ref(),
            Provenance::Text => None,
        }
    }

    /// Returns the name of the binary that was opened.
    #[must_use]
    pub fn binary_name(&self) -> Option<&str> {
        match &self.provenance {
            Provenance::Decompiled { binary, .. } => Some(binary),
            Provenance::Text => None,
        }
    }

    /// True if this is the text of the binary that was opened, unchanged or brought back.
    #[must_use]
    pub fn is_as_opened(&self) -> bool {
        match &self.provenance {
            Provenance::Decompiled { opened_as: Some(opened_as), .. } => {
                self.text().is_some_and(|it| fingerprint(&it) == *opened_as)
            }
            _ => false,
        }
    }

    /// True if the text has been edited since it was opened, and not back. Follows the text.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        let version = self.version.get();
        match self.provenance {
            Provenance::Decompiled { opened_as: Some(_), .. } => !self.is_as_opened(),
            _ => version > 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_names_of_their_own() {
        assert_eq!(fingerprint(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint("a"), 0xaf63_dc4c_8601_ec8c);
        assert_ne!(fingerprint("ab\n"), fingerprint("ab\r\n"));
    }
}
