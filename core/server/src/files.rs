//! Requests that need no open document: languages, and files before they are open.

use bobbin_core::text::{Encoding, SourceText};
use bobbin_core::view::{ConversionInfo, Decompiled, Template};
use bobbin_languages::{Detected, LanguageId};
use bobbin_protocol as protocol;

use crate::convert;

/// Returns the languages of this build.
#[must_use]
pub fn languages() -> protocol::Languages {
    let languages = LanguageId::ALL.into_iter().map(|it| {
        let info = it.info();
        protocol::LanguageInfo {
            name: info.name.to_owned(),
            title: info.title.to_owned(),
            extensions: info.extensions.iter().map(|&it| it.to_owned()).collect(),
            comment: info.comment.to_owned(),
            views: convert::views(info),
            conversions: info.conversions.iter().map(ConversionInfo::owned).collect(),
            templates: info.templates.iter().map(Template::owned).collect(),
        }
    });
    protocol::Languages { languages: languages.collect() }
}

/// Returns the language of a file called `name` with these bytes.
#[must_use]
pub fn detect(name: &str, bytes: &[u8]) -> protocol::DetectResult {
    let utf16 = SourceText::decode_utf16(bytes);
    match bobbin_languages::detect(name, utf16.as_ref().map_or(bytes, |it| it.text.as_bytes())) {
        Detected::Binary => protocol::DetectResult::Binary,
        Detected::Text { language, others } => protocol::DetectResult::Text {
            language: name_of(language),
            others: others.into_iter().map(name_of).collect(),
        },
        Detected::Unknown => protocol::DetectResult::Unreadable { reason: unknown(name) },
        Detected::Unsupported(what) => {
            protocol::DetectResult::Unreadable { reason: unsupported(name, what) }
        }
    }
}

/// Returns the language of a file and its text.
#[must_use]
pub fn open(name: &str, bytes: &[u8]) -> protocol::OpenResult {
    let utf16 = SourceText::decode_utf16(bytes);
    let text = utf16.as_ref().map(|it| it.text.clone());
    let bytes = text.as_deref().map_or(bytes, str::as_bytes);
    match bobbin_languages::detect(name, bytes) {
        Detected::Binary => decompile(name, bytes),
        Detected::Text { language, others } => {
            if let Some((offset, line)) = language.encoding_fault(bytes) {
                return protocol::OpenResult::Unreadable {
                    reason: not_utf8(language, line),
                    offset: u32::try_from(offset).ok(),
                };
            }
            let source = utf16.unwrap_or_else(|| SourceText::decode(bytes));
            protocol::OpenResult::Text {
                language: name_of(language),
                others: others.into_iter().map(name_of).collect(),
                text: source.text.as_ref().to_owned(),
                encoding: source.encoding,
            }
        }
        Detected::Unknown => {
            protocol::OpenResult::Unreadable { reason: unknown(name), offset: None }
        }
        Detected::Unsupported(what) => {
            protocol::OpenResult::Unreadable { reason: unsupported(name, what), offset: None }
        }
    }
}

/// Returns the text of a binary.
#[must_use]
pub fn decompile(name: &str, bytes: &[u8]) -> protocol::OpenResult {
    let Some((language, form)) = LanguageId::of_binaries() else {
        return protocol::OpenResult::Unreadable { reason: NO_BINARIES.to_owned(), offset: None };
    };
    match (form.decompile)(bytes) {
        Ok(Decompiled { text, exact, report }) => protocol::OpenResult::Binary {
            language: name_of(language),
            name: text_name(language, name),
            text,
            exact,
            report,
        },
        Err(error) => protocol::OpenResult::Unreadable {
            reason: error.message,
            offset: u32::try_from(error.offset).ok(),
        },
    }
}

/// The refusal of a build without a language that has a binary form.
pub(crate) const NO_BINARIES: &str = "this build reads no binary files";

/// Returns the name of the text for a binary: `box.coilcfg.txt` for `box.coilcfg`.
fn text_name(language: LanguageId, name: &str) -> String {
    let extension = language.info().extensions.first().copied().unwrap_or_default();
    let of_binary = extension.strip_suffix(".txt").unwrap_or(extension);
    let stem = name.strip_suffix(of_binary).unwrap_or(name);
    format!("{stem}{extension}")
}

/// Encodes a text.
#[must_use]
pub fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    SourceText::encode(text, encoding)
}

fn name_of(language: LanguageId) -> String {
    language.info().name.to_owned()
}

fn not_utf8(language: LanguageId, line: usize) -> String {
    let title = language.info().title;
    format!("line {line} is not UTF-8, which a {title} must be (E_ENCODING)")
}

fn unknown(name: &str) -> String {
    format!("Bobbin cannot tell the language of `{name}` from its content or its name")
}

fn unsupported(name: &str, what: &str) -> String {
    format!("`{name}` is {what}, which Bobbin cannot read")
}
