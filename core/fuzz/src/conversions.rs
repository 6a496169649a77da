//! Conversions of texts into other formats, and of what comes out into others again.

use bobbin_core::view::{ConversionEffect, Converted};
use bobbin_core::{Input, Snapshot};
use bobbin_languages::{Detected, LanguageId, detect};

use crate::bytes::Bytes;

/// Reads a language, choices, and a text.
pub fn run(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let language = bytes.language();
    let mut choices = bytes.take(4);
    let mut text = bytes.rest();
    let mut language = Some(language);
    // A text of another language can be converted again.
    for _ in 0..3 {
        let Some(known) = language else { break };
        let Some(made) = convert(known, &text, &mut choices) else { break };
        let Ok(made_text) = String::from_utf8(made.data.clone()) else { break };
        language = match detect(&made.file_name, &made.data) {
            Detected::Text { language, .. } => Some(language),
            _ => None,
        };
        text = made_text;
    }
}

/// Converts a text in every way; returns one of the results.
fn convert(language: LanguageId, text: &str, choices: &mut Bytes<'_>) -> Option<Converted> {
    let snapshot = Snapshot::new(language.info(), Input::alone("text", text));
    let document = snapshot.document();
    let mut res = Vec::new();
    for it in document.info().conversions {
        match document.convert(it.id) {
            Ok(made) => {
                assert!(!made.file_name.is_empty(), "{} has no name", it.id);
                if it.effect == ConversionEffect::Replace {
                    assert!(std::str::from_utf8(&made.data).is_ok(), "{} is no text", it.id);
                }
                let places = made.remarks.iter().map(|it| it.range.map(|it| it.start()));
                assert!(places.is_sorted(), "{} jumps about in the text", it.id);
                let again = document.convert(it.id);
                assert_eq!(again.as_ref(), Ok(&made), "{} differs the second time", it.id);
                res.push(made);
            }
            Err(refusal) => assert!(!refusal.reason.is_empty(), "{} has no reason", it.id),
        }
        document.conversion_choices(it.id);
    }
    let nth = choices.below(res.len());
    (!res.is_empty()).then(|| res.swap_remove(nth))
}
