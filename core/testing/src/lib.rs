//! Helpers for tests of all languages: initial texts and random changes of them, commands that are
//! carried out, and the rules for every fix.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "a test that panics has found something"
)]

pub mod adversaries;
pub mod commands;
pub mod edits;
pub mod fixes;
pub mod questions;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use bobbin_core::Language;
use bobbin_core::text::SourceText;
use serde_json::Value;
use text_size::TextRange;

/// A small deterministic generator (xorshift64*): a failure can be reproduced by running again.
pub struct Random(pub u64);

impl Random {
    /// Creates a generator with a number of its own, which `BOBBIN_SEED` changes.
    pub fn seeded(own: u64) -> Random {
        let seed = env_number("BOBBIN_SEED").unwrap_or(0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The generator stays where it is at zero.
        Random(if own == seed { own | 1 } else { own ^ seed })
    }

    /// Creates a generator for one text, so that what is drawn for it does not depend on which other
    /// texts there are.
    pub fn for_text(own: u64, text: &str) -> Random {
        // FNV-1a.
        let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |res, it| {
            (res ^ u64::from(it)).wrapping_mul(0x0100_0000_01B3)
        });
        Random::seeded(own ^ hash)
    }

    /// Returns a number below `limit`; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }

    /// Returns a place between two characters.
    pub fn boundary(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// Texts unlike any corpus file, for every language.
const NASTY: &[&str] = &[
    "",
    "\n",
    "\r\n\r\n",
    "\u{feff}",
    "[",
    "[]",
    "=",
    "= =\n=",
    ":",
    "é = 🎉 # あ",
    "\0\u{1}\t\u{b}\u{c}",
    "no newline at the end",
];

/// Returns the root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the folder of a language's corpus, by the language's name.
pub fn testdata(language: &str) -> PathBuf {
    root().join("core/testdata").join(language)
}

/// Returns the files of the corpus and of the gallery with their names, and nasty little texts.
pub fn corpus(language: &Language) -> Vec<(String, String)> {
    let own = testdata(language.name);
    let mut res = Vec::new();
    for folder in [own.join("ok"), own.join("err"), root().join("public/gallery")] {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|it| it.unwrap().path()).filter(|it| it.is_file()) {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let bytes = fs::read(&path).unwrap();
            let is_gallery = folder.ends_with("gallery");
            let is_ours = !is_gallery || language.extensions.iter().any(|it| name.ends_with(it));
            if is_ours && !name.ends_with(".expected") && !name.ends_with(".json") {
                res.push((name, SourceText::decode(&bytes).text.to_string()));
            }
        }
    }
    res.sort();
    res.extend(NASTY.iter().map(|&it| (format!("{it:?}"), it.to_owned())));
    res
}

/// The environment variable that may name a folder of further texts.
const CORPUS: &str = "BOBBIN_CORPUS";

/// Returns the number in an environment variable; none if it is not set.
///
/// # Panics
///
/// If what it is set to is no number, rather than let a test run without it.
pub fn env_number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text:?}")))
}

/// Returns the number of random changes per text: that of `BOBBIN_COUNT`; without it `many` if
/// `BOBBIN_MANY_ROUNDS` says that the tests are optimised.
pub fn n_rounds(few: usize, many: usize) -> usize {
    if let Some(count) = env_number("BOBBIN_COUNT") {
        return count as usize;
    }
    if env::var_os("BOBBIN_MANY_ROUNDS").is_some() { many } else { few }
}

/// Returns all texts: the corpus, the gallery, and the cases of the oracles.
pub fn all_texts(language: &Language) -> Vec<(String, String)> {
    let mut res = corpus(language);
    let root = testdata(language.name);
    let mut add = |path: &Path| {
        let Some(name) = path.file_name().and_then(|it| it.to_str()) else { return };
        match fs::read_to_string(path) {
            Ok(text) if name.ends_with(".json") => {
                let json: Value = serde_json::from_str(&text).unwrap();
                collect(&json, &mut |text| res.push((name.to_owned(), text.to_owned())));
            }
            Ok(text) if !name.contains(".expected") && !name.contains(".dump") => {
                res.push((name.to_owned(), text));
            }
            _ => (),
        }
    };
    for folder in ["oracle", "derived", "binary"] {
        let Ok(entries) = fs::read_dir(root.join(folder)) else { continue };
        let mut paths: Vec<_> = entries.map(|it| it.unwrap().path()).collect();
        paths.sort();
        paths.iter().for_each(|it| add(it));
    }
    if let Some(folder) = env::var_os(CORPUS) {
        let endings = language.extensions;
        for path in fs::read_dir(Path::new(&folder)).unwrap().map(|it| it.unwrap().path()) {
            let name = path.to_string_lossy().into_owned();
            if endings.iter().any(|it| name.ends_with(it)) || name.ends_with(".txt") {
                add(&path);
            }
        }
    }
    let mut seen = BTreeSet::new();
    res.retain(|it| seen.insert(it.1.clone()));
    res
}

/// Collects the texts of cases, at any depth.
fn collect(json: &Value, add: &mut impl FnMut(&str)) {
    match json {
        Value::Array(all) => all.iter().for_each(|it| collect(it, add)),
        Value::Object(all) => {
            for (key, value) in all {
                match value {
                    Value::String(text) if key == "text" || key == "input" => add(text),
                    _ => collect(value, add),
                }
            }
        }
        _ => (),
    }
}

/// Returns the text with one to three random ranges removed, doubled, moved or added.
pub fn mutate(text: &str, random: &mut Random) -> String {
    const BITS: &[&str] = &[
        "\n", "=", "[", "]", ":", "::", "#", ";", "\"", "(", ")", ",", "é", "🎉", "\r", "\u{feff}",
        " ", "0", "-",
    ];
    let mut res = text.to_owned();
    for _ in 0..=random.below(3) {
        let (a, b) = (random.boundary(&res), random.boundary(&res));
        let (a, b) = (a.min(b), a.max(b));
        match random.below(5) {
            0 => {
                let n_bytes = res[a..b].chars().take(12).map(char::len_utf8).sum::<usize>();
                res.replace_range(a..a + n_bytes, "");
            }
            1 => res.truncate(b),
            2 => {
                let piece: String = res[a..b].chars().take(2000).collect();
                res.insert_str(a, &piece);
            }
            3 => res.insert_str(a, BITS[random.below(BITS.len())]),
            _ => {
                let tail = res.split_off(a);
                res.insert_str(0, &tail);
            }
        }
    }
    res
}

/// Returns the text with one to three of its tokens removed, doubled, or replaced by tokens of
/// `other`. The ranges are those of the tokens of each.
pub fn mutate_tokens(
    (text, tokens): (&str, &[TextRange]),
    (other, others): (&str, &[TextRange]),
    random: &mut Random,
) -> String {
    let at = |text: &str, it: TextRange| text[it].to_owned();
    let mut parts: Vec<String> = tokens.iter().map(|&it| at(text, it)).collect();
    for _ in 0..=random.below(3) {
        let place = random.below(parts.len() + 1);
        let inside = place.min(parts.len().saturating_sub(1));
        let foreign = others.get(random.below(others.len())).map(|&it| at(other, it));
        match (random.below(4), foreign) {
            (0, Some(it)) => parts.insert(place, it),
            (1, Some(it)) if !parts.is_empty() => parts[inside] = it,
            (2, _) if !parts.is_empty() => {
                let it = parts[inside].clone();
                parts.insert(place, it);
            }
            _ if !parts.is_empty() => {
                parts.remove(inside);
            }
            _ => (),
        }
    }
    parts.concat()
}

/// Returns the bytes with one to four of them changed, removed or added; invalid UTF-8 is replaced,
/// as it is when a file is read.
pub fn mutate_bytes(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let byte = random.below(256) as u8;
        match (random.below(4), bytes.get_mut(at)) {
            (0, Some(it)) => *it = byte,
            (1, Some(it)) => *it ^= 1 << (byte % 8),
            (2, Some(_)) => {
                bytes.remove(at);
            }
            _ => bytes.insert(at, byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
