//! Inputs of chance for the targets: files of the corpus, changed, behind choices.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use bobbin_languages::LanguageId;
use bobbin_testing::{Random, all_texts, env_number, mutate, mutate_bytes, testdata};

use crate::{Kind, TARGETS, Target};

/// The characters of a piece of a file, where `BOBBIN_LONGEST` does not say otherwise: of shorter ones many
/// more can be tried.
const LONGEST: u64 = 1500;

/// The bytes of choices in front of a text.
const CHOICES: usize = 60;

/// Makes the inputs of a target.
pub struct Inputs {
    kind: Kind,
    files: Vec<Vec<u8>>,
    longest: usize,
    random: Random,
}

impl Inputs {
    /// Makes inputs by a seed.
    #[must_use]
    pub fn new(target: &Target, seed: u64) -> Inputs {
        let mut files: Vec<Vec<u8>> = Vec::new();
        let mut add = |language: LanguageId| {
            files.extend(all_texts(language.info()).into_iter().map(|(_, it)| it.into_bytes()));
        };
        match target.kind {
            Kind::Text(name) => LanguageId::from_name(name).into_iter().for_each(&mut add),
            Kind::Choices => LanguageId::ALL.into_iter().for_each(&mut add),
            Kind::Binary => files.extend(binaries()),
        }
        assert!(!files.is_empty(), "{} has no files to start from", target.name);
        let random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let longest = env_number("BOBBIN_LONGEST").unwrap_or(LONGEST) as usize;
        Inputs { kind: target.kind, files, longest, random }
    }

    /// Makes the next input.
    pub fn make(&mut self) -> Vec<u8> {
        let text = if self.kind == Kind::Binary {
            let file = self.files[self.random.below(self.files.len())].clone();
            if self.random.below(4) == 0 { file } else { changed(file, &mut self.random) }
        } else {
            let mut text = self.piece(self.longest);
            if self.random.below(3) == 0 {
                // What stands in one file may never have met what stands in another.
                text = self.piece(self.longest / 2) + &self.piece(self.longest / 2);
            }
            match self.random.below(4) {
                0 => text.into_bytes(),
                1 => mutate_bytes(&text, &mut self.random).into_bytes(),
                _ => mutate(&text, &mut self.random).into_bytes(),
            }
        };
        let random = &mut self.random;
        let mut res = Vec::new();
        if self.kind == Kind::Choices {
            let n = random.below(CHOICES);
            res.extend((0..n).map(|_| random.below(256) as u8));
        }
        res.extend(text);
        res
    }

    /// Returns lines of a file, from one of chance on, cut after `longest` characters.
    fn piece(&mut self, longest: usize) -> String {
        let text = String::from_utf8_lossy(&self.files[self.random.below(self.files.len())]);
        let n_lines = text.lines().count().max(1);
        // The beginning is what makes a file what it is.
        let nth = if self.random.below(2) == 0 { 0 } else { self.random.below(n_lines) };
        let lines = text.split_inclusive('\n').skip(nth);
        lines.flat_map(str::chars).take(longest).collect()
    }
}

/// Returns the binaries of the corpus.
fn binaries() -> Vec<Vec<u8>> {
    let Some((language, _)) = LanguageId::of_binaries() else { return Vec::new() };
    let folder = testdata(language.info().name).join("binary");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    paths.sort();
    let read = paths.iter().filter(|it| it.is_file()).map(|it| std::fs::read(it).unwrap());
    read.filter(|it| it.starts_with(b"GFCC") || it.starts_with(b"CCFG")).collect()
}

/// Changes some of the bytes, and sometimes the length.
fn changed(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        let byte = random.below(256) as u8;
        match (random.below(6), bytes.get_mut(at)) {
            (0 | 1, Some(it)) => *it = byte,
            (2, Some(it)) => *it ^= 1 << (byte % 8),
            (3, Some(it)) => *it = [0, 0xff, 0x7f, 0x80, 1][random.below(5)],
            (4, Some(_)) => bytes.truncate(at),
            _ => bytes.insert(at, byte),
        }
    }
    bytes
}

/// Feeds a number of inputs to a target; `BOBBIN_SEED` and `BOBBIN_COUNT` choose others than these.
///
/// # Panics
///
/// At the first input that something is wrong with, which it shows.
pub fn check(target: &str, count: u64) {
    let target = TARGETS.iter().find(|it| it.name == target).expect("a target has this name");
    let seed = env_number("BOBBIN_SEED").unwrap_or(1);
    let count = env_number("BOBBIN_COUNT").unwrap_or(count);
    let mut inputs = Inputs::new(target, seed);
    let start = Instant::now();
    for nth in 0..count {
        let bytes = inputs.make();
        let run = catch_unwind(AssertUnwindSafe(|| (target.run)(&bytes)));
        assert!(
            run.is_ok(),
            "input {nth} of seed {seed} fails {}: {}",
            target.name,
            bytes.escape_ascii()
        );
    }
    println!("{}: {count} inputs of seed {seed} in {:.1?}", target.name, start.elapsed());
}
