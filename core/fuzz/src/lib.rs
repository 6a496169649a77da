//! The parts the fuzz targets share; `cargo xtask fuzz` runs them.

use bobbin_core::edit::ItemPath;
use bobbin_core::{Document, Input, Snapshot};
use bobbin_languages::{LanguageId, decompile};
use bobbin_core::text::{SourceText, slice};

/// Reads bytes as a text of a language, looks at it in every way, and lays it out.
///
/// # Panics
///
/// If something is wrong, and if there is no language of this name.
pub fn text(language: &str, bytes: &[u8]) {
    let language = LanguageId::from_name(language).expect("a target names a language");
    let text = SourceText::decode(bytes).text;
    let snapshot = Snapshot::new(language.info(), Input::alone("text", &text));
    let document = snapshot.document();
    let joined: String = document.token_ranges().iter().map(|&it| slice(&text, it)).collect();
    assert_eq!(joined, *text, "tokens do not join to the text");
    snapshot.diagnostics();
    snapshot.outline();
    snapshot.highlights();
    snapshot.graph();
    document.folds();
    document.resolved();
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
