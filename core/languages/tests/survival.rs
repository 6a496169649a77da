//! Reading a text never panics: a hundred thousand mutations for each language are parsed and
//! checked. They are short, so a debug build needs only seconds; `cargo xtask fuzz` searches
//! further.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use bobbin_core::Input;
use bobbin_languages::LanguageId;
use bobbin_testing::{Random, all_texts, corpus, env_number, mutate, mutate_bytes, mutate_tokens};
use text_size::TextRange;

const MUTATIONS: u64 = 100_000;

/// The most bytes of the texts that mutations start from.
const LONGEST: usize = 100;

/// A text with its tokens.
struct Piece {
    text: String,
    tokens: Vec<TextRange>,
}

/// Cuts the corpus into pieces of some lines.
fn pieces(language: LanguageId) -> Vec<Piece> {
    let mut res = Vec::new();
    let further = std::env::var_os("BOBBIN_CORPUS").is_some();
    let texts = if further { all_texts(language.info()) } else { corpus(language.info()) };
    for (_, text) in texts {
        let mut piece = String::new();
        for line in text.split_inclusive('\n') {
            if piece.len() + line.len() > LONGEST && !piece.is_empty() {
                res.push(std::mem::take(&mut piece));
            }
            piece.extend(line.chars().take(LONGEST));
        }
        res.push(piece);
    }
    let tokens = |text: &str| language.parse(&Input::alone("text", text)).token_ranges();
    res.into_iter().map(|text| Piece { tokens: tokens(&text), text }).collect()
}

fn check(language: LanguageId) {
    let pieces = pieces(language);
    let mut random = Random::seeded(0xA076_1D64_78BD_642F + language as u64);
    for n in 0..env_number("BOBBIN_COUNT").unwrap_or(MUTATIONS) {
        let one = &pieces[random.below(pieces.len())];
        let other = &pieces[random.below(pieces.len())];
        let mutant = match n % 3 {
            0 => mutate(&one.text, &mut random),
            1 => mutate_bytes(&one.text, &mut random),
            _ => mutate_tokens((&one.text, &one.tokens), (&other.text, &other.tokens), &mut random),
        };
        let read = catch_unwind(AssertUnwindSafe(|| {
            let document = language.parse(&Input::alone("text", &mutant));
            document.diagnostics().len()
        }));
        assert!(read.is_ok(), "mutation {n} of {} panics: {mutant:?}", language.info().name);
    }
}

#[test]
fn pipelines() {
    check(LanguageId::Sprokit);
}

#[test]
fn traces() {
    check(LanguageId::Pinsight);
}

#[test]
fn hardware() {
    check(LanguageId::CoilHardware);
}

#[test]
fn targets() {
    check(LanguageId::CoilTarget);
}
