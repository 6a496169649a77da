//! Texts and binaries, looked at in every way.

use bobbin_core::edit::ItemPath;
use bobbin_core::text::{SourceText, slice};
use bobbin_core::{Document, Input, Snapshot};
use bobbin_languages::{LanguageId, decompile};
use bobbin_testing::Random;
use bobbin_testing::questions::{Extent, ask_everything};

const EXTENT: Extent = Extent { places: 8, items: 4, commands: 4 };

/// Reads bytes as a text of a language, asks everything of it, and lays it out.
pub fn text(language: &str, bytes: &[u8]) {
    let language = LanguageId::from_name(language).expect("a target names a language");
    let text = SourceText::decode(bytes).text;
    let snapshot = Snapshot::new(language.info(), Input::alone("text", &text));
    let document = snapshot.document();
    let joined: String = document.token_ranges().iter().map(|&it| slice(&text, it)).collect();
    assert_eq!(joined, *text, "tokens do not join to the text");
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ text.len() as u64);
    ask_everything(&snapshot, EXTENT, &mut random, &mut |_, work| work());
    if let Some(Ok(compiled)) = document.compile() {
        assert!(decompile(&compiled.bytes.data).is_ok(), "what was compiled cannot be read");
    }
    if let Some(edit) = document.format() {
        let once = edit.apply(&text);
        let laid_out = language.parse(&Input::alone("text", &once));
        assert_eq!(values(document), values(&*laid_out), "the layout changes what the text says");
        let again = laid_out.format();
        assert!(again.is_none_or(|it| it.apply(&once) == once), "the layout is not settled");
    }
}

/// Returns all values in force: the item, the key, the value.
fn values(document: &dyn Document) -> Vec<(ItemPath, String, String)> {
    let rows = document.resolved().map(|it| it.rows).unwrap_or_default();
    rows.into_iter().map(|it| (it.item, it.key, it.value)).collect()
}

/// Reads bytes as a binary; what can be read, can be written as a text, and what cannot still has its
/// bytes.
pub fn binary(bytes: &[u8]) {
    let (language, form) = LanguageId::of_binaries().expect("a language has a binary form");
    if let Ok(decompiled) = (form.decompile)(bytes) {
        text(language.info().name, decompiled.text.as_bytes());
    } else {
        let own = (form.own_bytes)(bytes);
        text(language.info().name, own.text.as_bytes());
    }
}
