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
            has_wizard: info.wizard.is_some(),
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
        Detected::Unknown => protocol::DetectResult::Unreadable { reason: unknown(name, bytes) },
        Detected::Unsupported(what) => {
            protocol::DetectResult::Unreadable { reason: unsupported(name, what) }
        }
        Detected::LeftOut(what) => {
            protocol::DetectResult::Unreadable { reason: left_out(name, what) }
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
        Detected::Binary => open_binary(name, bytes),
        Detected::Text { .. } if is_damaged_header(name, bytes) => open_binary(name, bytes),
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
            protocol::OpenResult::Unreadable { reason: unknown(name, bytes), offset: None }
        }
        Detected::Unsupported(what) => {
            protocol::OpenResult::Unreadable { reason: unsupported(name, what), offset: None }
        }
        Detected::LeftOut(what) => {
            protocol::OpenResult::Unreadable { reason: left_out(name, what), offset: None }
        }
    }
}

/// Returns true if [`open`] reads a file as a binary.
pub(crate) fn is_binary(name: &str, bytes: &[u8]) -> bool {
    let utf16 = SourceText::decode_utf16(bytes);
    let bytes = utf16.as_ref().map_or(bytes, |it| it.text.as_bytes());
    match bobbin_languages::detect(name, bytes) {
        Detected::Binary => true,
        Detected::Text { .. } => is_damaged_header(name, bytes),
        Detected::Unknown | Detected::Unsupported(_) | Detected::LeftOut(_) => false,
    }
}

/// True if a file is called like a binary and has NULs where a text would have its first words, so
/// that its magic number is likelier wrong than its name.
fn is_damaged_header(name: &str, bytes: &[u8]) -> bool {
    let extension = LanguageId::of_binaries().map(|(language, _)| binary_extension(language));
    extension.is_some_and(|it| name.ends_with(it)) && bytes.iter().take(12).any(|&it| it == 0)
}

/// Returns the text of a binary, or of the part of it that can be read.
fn open_binary(name: &str, bytes: &[u8]) -> protocol::OpenResult {
    let Some((language, form)) = LanguageId::of_binaries() else { return decompile(name, bytes) };
    let Err(error) = (form.decompile)(bytes) else { return decompile(name, bytes) };
    let number = |it: u64| u32::try_from(it).unwrap_or(u32::MAX);
    protocol::OpenResult::Damaged {
        language: name_of(language),
        name: text_name(language, name),
        text: (form.salvage)(bytes, &error),
        fault: protocol::DecodeFault {
            offset: number(error.offset),
            len: number(error.len),
            message: error.message,
            code: error.code.to_owned(),
        },
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
    let stem = name.strip_suffix(binary_extension(language)).unwrap_or(name);
    format!("{stem}{extension}")
}

/// Returns the end of the names of a language's binaries: that of its texts without `.txt`.
fn binary_extension(language: LanguageId) -> &'static str {
    let extension = language.info().extensions.first().copied().unwrap_or_default();
    extension.strip_suffix(".txt").unwrap_or(extension)
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

fn unknown(name: &str, bytes: &[u8]) -> String {
    if bytes.contains(&0) {
        let begins = "a COIL hardware binary begins with `GFCC` or `CCFG`";
        return format!(
            "{} is neither a text nor a binary that Bobbin reads: {begins}",
            called(name)
        );
    }
    match name {
        "" => "Bobbin cannot tell the language of the text from its content".to_owned(),
        _ => format!("Bobbin cannot tell the language of `{name}` from its content or its name"),
    }
}

fn unsupported(name: &str, what: &str) -> String {
    format!("{} is {what}, which Bobbin cannot read", called(name))
}

fn left_out(name: &str, what: &str) -> String {
    format!("{} is {what}, which this build of Bobbin leaves out", called(name))
}

fn called(name: &str) -> String {
    if name.is_empty() { "this".to_owned() } else { format!("`{name}`") }
}
