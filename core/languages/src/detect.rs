//! Detects the language of a file: by its bytes, then its content, then its name.

use bobbin_core::sorting::Sorting as _;

use crate::language::LanguageId;

/// The detected kind of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detected {
    /// A COIL hardware configuration in its binary form (coil.md#telling-the-formats-apart).
    Binary,
    /// A text in this language. If `others` is not empty, the text has signs of them too, and the
    /// answer is a guess.
    Text {
        /// The likeliest language.
        language: LanguageId,
        /// The other languages that the text has signs of.
        others: Vec<LanguageId>,
    },
    /// Neither content nor name tells the kind.
    Unknown,
    /// A format that Bobbin knows but cannot read, by its name.
    Unsupported(&'static str),
    /// A text or a binary of a language that is not in this build, by its name.
    LeftOut(&'static str),
}

/// Section names of COIL hardware texts, in lower case as they are written
/// (coil.md#telling-the-formats-apart).
const HARDWARE_SECTIONS: &[&str] = &[
    "metadata",
    "core_features",
    "integer",
    "floating_point",
    "simd",
    "memory",
    "atomic",
    "security",
    "misc",
    "resources",
    "capabilities",
    "advanced",
];

/// Kinds of processing units that open a section, as in `[cpu:0]` (coil.md#unit-section-names).
const HARDWARE_UNITS: &[&str] = &["cpu", "gpu", "tpu", "fpga", "dsp", "custom"];

/// Section names of COIL target texts (coil.md#telling-the-formats-apart).
const TARGET_SECTIONS: &[&str] =
    &["Target", "Optimization", "Memory", "ABI", "Extensions", "Preprocessor", "Linker"];

/// Words that open a statement in a pipeline or cluster (sprokit.md#grammar).
const SPROKIT_WORDS: &[&str] =
    &["process", "connect", "config", "cluster", "imap", "omap", "block", "endblock"];

/// Domains of trace configurations (pinsight.md#domains).
const PINSIGHT_DOMAINS: &[&str] = &["OpenMP", "MPI", "CUDA", "Python", "HIP", "Lexgion"];

/// A language that a line can be a sign of, including those that this build leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Sprokit,
    Pinsight,
    CoilHardware,
    CoilTarget,
}

impl Sign {
    const ALL: [Sign; 4] = [Sign::Sprokit, Sign::Pinsight, Sign::CoilHardware, Sign::CoilTarget];

    fn language(self) -> Option<LanguageId> {
        match self {
            #[cfg(feature = "sprokit")]
            Sign::Sprokit => Some(LanguageId::Sprokit),
            #[cfg(feature = "pinsight")]
            Sign::Pinsight => Some(LanguageId::Pinsight),
            #[cfg(feature = "coil")]
            Sign::CoilHardware => Some(LanguageId::CoilHardware),
            #[cfg(feature = "coil")]
            Sign::CoilTarget => Some(LanguageId::CoilTarget),
            #[cfg(not(all(feature = "sprokit", feature = "pinsight", feature = "coil")))]
            _ => None,
        }
    }

    /// Returns what its text is, for people.
    fn what(self) -> &'static str {
        match self {
            Sign::Sprokit => "a sprokit pipeline",
            Sign::Pinsight => "a PInsight trace configuration",
            Sign::CoilHardware => "a COIL hardware configuration",
            Sign::CoilTarget => "a COIL target configuration",
        }
    }
}

/// Detects the kind of the file called `name` with these bytes.
///
/// Content decides where it has signs of one language; the name decides between several, and where
/// there are none. `.coilcfg` alone never decides between binary and text
/// (coil.md#telling-the-formats-apart).
#[must_use]
pub fn detect(name: &str, bytes: &[u8]) -> Detected {
    let magic = bytes.get(..4);
    if matches!(magic, Some(b"GFCC" | b"CCFG")) && bytes.get(4).is_some_and(|&it| it < 0x20) {
        return match LanguageId::of_binaries() {
            Some(_) => Detected::Binary,
            None => Detected::LeftOut("a COIL binary"),
        };
    }
    if magic == Some(b"COIL") && !is_text(bytes) {
        return Detected::Unsupported("a COIL object or a later binary configuration");
    }
    // What a language makes of a byte order mark is a matter of reading (coil.md#hardware-text-grammar).
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let by_name = by_name(name);
    let mut signs = [0_usize; Sign::ALL.len()];
    for line in bytes.split(|&it| it == b'\n' || it == b'\r') {
        if let Some(sign) = sign(line)
            && let Some(n) = signs.get_mut(sign as usize)
        {
            *n += 1;
        }
    }
    let mut found: Vec<(usize, Sign)> =
        signs.into_iter().zip(Sign::ALL).filter(|&(n, _)| n > 0).collect();
    if found.is_empty()
        && let Some(what) = unsupported(name, bytes)
    {
        return Detected::Unsupported(what);
    }
    let [sprokit, pinsight, hardware, target] = signs;
    let is_coil = match (sprokit + pinsight, hardware + target) {
        (0, 0) => by_name.is_some_and(|it| it.info().name.starts_with("coil-")),
        (n, _) => n == 0,
    };
    let has_hash = is_coil && target == 0 && has_hash_comment(bytes);
    found.order_by_key(|&(n, sign)| {
        (by_name.is_none() || by_name != sign.language(), std::cmp::Reverse(n))
    });
    // Other languages have such comments, and people write them by mistake, so this sign stands
    // behind all others.
    found.extend(has_hash.then_some((1, Sign::CoilTarget)));
    let mut signs = found.into_iter().map(|(_, sign)| sign);
    let first = signs.next();
    match (first.map_or(by_name, Sign::language), first) {
        (Some(language), _) => {
            Detected::Text { language, others: signs.filter_map(Sign::language).collect() }
        }
        (None, Some(sign)) => Detected::LeftOut(sign.what()),
        (None, None) => Detected::Unknown,
    }
}

/// Returns true for bytes that a text can have.
fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok() && !has_control(bytes)
}

/// Returns true if one of the bytes is a control character that no text has.
fn has_control(bytes: &[u8]) -> bool {
    bytes.iter().any(|it| *it < 0x20 && !it.is_ascii_whitespace() && *it != 0x0b)
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = bytes.split(|&it| it == b'\n' || it == b'\r').map(<[u8]>::trim_ascii);
    lines.filter(|it| !it.is_empty())
}

/// Returns what a text is, without a sign of any language, that has the name of COIL's files
/// (coil.md#telling-the-formats-apart).
fn unsupported(name: &str, bytes: &[u8]) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    if name.ends_with(".coilcfgb") || name.ends_with(".dcf") {
        return Some("an earlier binary or device configuration of COIL");
    }
    let is_named = name.ends_with(".coilcfg");
    let has_section = || lines(bytes).any(|it| it.starts_with(b"["));
    // A comment or a value may have braces, too.
    let opens = |it: &[u8]| {
        let in_front = it.split(|it| *it == b'{').next().unwrap_or_default();
        let is_value = it.starts_with(b"#") || it.starts_with(b";") || in_front.contains(&b'=');
        it.ends_with(b"{") || (in_front.len() < it.len() && !is_value)
    };
    let has_braces = || lines(bytes).any(opens) && lines(bytes).any(|it| it.contains(&b'}'));
    (is_named && !has_control(bytes) && has_braces() && !has_section())
        .then_some("a configuration of COIL in braces")
}

/// True if a text has a comment behind `#`, and not only comments.
fn has_hash_comment(bytes: &[u8]) -> bool {
    lines(bytes).any(|it| it.starts_with(b"#"))
        && lines(bytes).any(|it| !it.starts_with(b"#") && !it.starts_with(b";"))
}

/// Returns the language whose files are called so, as far as a name tells; what is in the file may say
/// otherwise.
#[must_use]
pub fn by_name(path: &str) -> Option<LanguageId> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    LanguageId::ALL
        .into_iter()
        .flat_map(|language| language.info().extensions.iter().map(move |it| (language, *it)))
        .filter(|(_, extension)| name.ends_with(extension))
        .max_by_key(|(_, extension)| extension.len())
        .map(|(language, _)| language)
        .or_else(|| {
            (name.ends_with(".txt") && name.contains("trace_config"))
                .then_some(Sign::Pinsight)
                .and_then(Sign::language)
        })
}

/// Returns the language that a line is a sure sign of.
fn sign(line: &[u8]) -> Option<Sign> {
    let line = std::str::from_utf8(line.trim_ascii()).ok()?;
    if let Some(rest) = line.strip_prefix('[') {
        let header = rest.split(']').next().unwrap_or_default().trim();
        return section_sign(header);
    }
    if let Some(rest) = line.strip_prefix("@include") {
        let is_it = rest.is_empty() || rest.starts_with([' ', '\t', '"']);
        return is_it.then_some(Sign::CoilTarget);
    }
    let line = line.strip_prefix('!').unwrap_or(line);
    let mut words = line.split_ascii_whitespace();
    let (first, second) = (words.next()?, words.next());
    let opens = SPROKIT_WORDS.contains(&first) || (first == "include" && second.is_some());
    // Keys of other languages have blanks in them. In front of a comment or a description, sprokit has values
    // in such a line behind a type only.
    let code = line.split('#').next().and_then(|it| it.split("--").next()).unwrap_or_default();
    let is_pair = code.contains('=') && !code.contains("::");
    let is_path = first == "relativepath" && second.is_some();
    ((opens && !is_pair) || first == "::" || is_path).then_some(Sign::Sprokit)
}

fn section_sign(header: &str) -> Option<Sign> {
    if TARGET_SECTIONS.contains(&header) {
        return Some(Sign::CoilTarget);
    }
    let unit = header.split([':', '.']).next().unwrap_or_default();
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let is_kind = HARDWARE_UNITS.contains(&unit) || unit.strip_prefix("pu").is_some_and(is_number);
    let is_unit = is_kind && header.len() > unit.len();
    if HARDWARE_SECTIONS.contains(&header)
        || is_unit
        || header.starts_with("abi:")
        || header.starts_with("arch:")
        || header.ends_with(".mapping")
    {
        return Some(Sign::CoilHardware);
    }
    let header = ["SET ", "RESET ", "REMOVE ", "ADD ", "REPLACE "]
        .into_iter()
        .find(|it| header.get(..it.len()).is_some_and(|start| start.eq_ignore_ascii_case(it)))
        .and_then(|it| header.get(it.len()..))
        .unwrap_or(header);
    let domain = header.split(['.', '(', ':', ' ']).next().unwrap_or_default();
    (PINSIGHT_DOMAINS.contains(&domain)
        || matches!(header, "Knob" | "Energy" | "Manifest")
        || header.contains(".default"))
    .then_some(Sign::Pinsight)
}

#[cfg(all(test, feature = "sprokit", feature = "pinsight", feature = "coil"))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, bytes: &[u8], language: LanguageId, others: &[LanguageId]) {
        let others = others.to_vec();
        assert_eq!(detect(name, bytes), Detected::Text { language, others });
    }

    #[test]
    fn bytes_come_first() {
        assert_eq!(detect("x.txt", b"GFCC\x00\x01\x00\x00"), Detected::Binary);
        assert_eq!(detect("x.coilcfg", b"CCFG\x00\x01\x00\x00"), Detected::Binary);
        assert!(matches!(detect("x.coilcfg", b"COIL\0\x01"), Detected::Unsupported(_)));
        assert!(matches!(detect("x.coilcfg", b"COIL\x01\x02"), Detected::Unsupported(_)));
        check("x.coilcfg", b"COIL = 1\n", LanguageId::CoilTarget, &[]);
        // Both magic numbers are letters, so a text may start with them.
        check("x.pipe", b"GFCC = 1", LanguageId::Sprokit, &[]);
    }

    #[test]
    fn coil_texts_are_utf8() {
        let bytes = b"[Target]\nPU = CPU\n# caf\xe9\n";
        check("x.coilcfg", bytes, LanguageId::CoilTarget, &[]);
        assert_eq!(LanguageId::CoilTarget.encoding_fault(bytes), Some((23, 3)));
        assert_eq!(LanguageId::CoilHardware.encoding_fault("é".as_bytes()), None);
        assert_eq!(LanguageId::Sprokit.encoding_fault(bytes), None);
    }

    #[test]
    fn content_comes_before_the_name() {
        check("a.coilcfg", b"; x\n[memory]\nmem_load = true", LanguageId::CoilHardware, &[]);
        check("a.coilcfg.txt", b"[Memory]\r\nModel = Flat", LanguageId::CoilTarget, &[]);
        check("a.txt", b"@include \"base.coilcfg\"\n", LanguageId::CoilTarget, &[]);
        check("a", b"[gpu:0.resources]\n", LanguageId::CoilHardware, &[]);
        check("a.coilcfg", b"[pu7:0]\nname = A\n", LanguageId::CoilHardware, &[]);
        check("a.coilcfg", b"[pu7:0.resources]\n", LanguageId::CoilHardware, &[]);
        check("a.coilcfg", b"[pu:0]\n", LanguageId::CoilTarget, &[]);
        check("a", b"  [reset OpenMP.default]\n", LanguageId::Pinsight, &[]);
        check("a", b"[Lexgion(0x40): OpenMP.default]\n", LanguageId::Pinsight, &[]);
        check("a", b"# c\nprocess in\n  :: frame_list_input\n", LanguageId::Sprokit, &[]);
        check("a.txt", b"!include common.pipe\n", LanguageId::Sprokit, &[]);
    }

    /// Knobs have any name (pinsight.md#knobs).
    #[test]
    fn a_key_of_two_words_is_no_statement() {
        use LanguageId::{CoilHardware, CoilTarget, Pinsight, Sprokit};
        check("x", b"[Knob]\nprocess count = 3\nconnect x=1\n", Pinsight, &[]);
        check("x.trace", b"[Knob]\ninclude path = 3\ncluster of = 1\n", Pinsight, &[]);
        check("x", b"[cpu:0]\nblock size = 3\n", CoilHardware, &[]);
        check("x", b"process a :: t end = 3\n", Sprokit, &[]);
        check("x", b"process a # = 3\n", Sprokit, &[]);
        check("x", b"cluster a -- so = 3\n", Sprokit, &[]);
        check("x.coilcfg.txt", b"@include\n", CoilTarget, &[]);
    }

    #[test]
    fn a_byte_order_mark_hides_no_sign() {
        use LanguageId::{CoilHardware, CoilTarget, Pinsight, Sprokit};
        check("bom.coilcfg", b"\xef\xbb\xbf[cpu:0]\nname=a\n", CoilHardware, &[]);
        check("x.coilcfg.txt", b"\xef\xbb\xbf[Target]\nPU=CPU\n", CoilTarget, &[]);
        check("x.txt", b"\xef\xbb\xbf@include \"base.coilcfg\"\n", CoilTarget, &[]);
        check("x.coilcfg.txt", b"\xef\xbb\xbf# x\n[Foo]\nk=1\n", CoilTarget, &[]);
        // What the program makes of the mark is a matter of reading.
        check("x.txt", b"\xef\xbb\xbf[OpenMP.default]\n", Pinsight, &[]);
        check("x.txt", b"\xef\xbb\xbfprocess a\n", Sprokit, &[]);
        let twice = b"\xef\xbb\xbf\xef\xbb\xbf[cpu:0]\n";
        assert_eq!(detect("x.txt", twice), Detected::Unknown);
    }

    #[test]
    fn a_comment_behind_a_hash_is_a_sign_of_a_target() {
        use LanguageId::{CoilHardware, CoilTarget, Pinsight, Sprokit};
        check("x.coilcfg.txt", b"# x\n[Foo]\nk=1\n", CoilTarget, &[]);
        check("x.coilcfg.txt", b"; x\n[Foo]\nk=1\n", CoilHardware, &[]);
        check("x.coilcfg.txt", b"[cpu:0]\n# c\n", CoilHardware, &[CoilTarget]);
        check("x.coilcfg", b"[cpu:0]\n# c\n", CoilHardware, &[CoilTarget]);
        check("x.coilcfg", b"[Target]\n# c\n", CoilTarget, &[]);
        // Comments alone are no sign, and those of other languages are none.
        check("x.coilcfg.txt", b"# x\n; y\n", CoilHardware, &[]);
        check("x.trace", b"# x\n[OpenMP.default]\n", Pinsight, &[]);
        check("x", b"# x\nprocess a\n", Sprokit, &[]);
        assert_eq!(detect("notes.txt", b"# x\nhello\n"), Detected::Unknown);
    }

    #[test]
    fn other_things_of_similar_names_are_unsupported() {
        for (name, bytes) in [
            ("x.coilcfg", &b"target {\n  pu: cpu\n}\n"[..]),
            ("x.coilcfg", b"{ a: 1 }\n"),
            ("x.coilcfg", b"{\n  \"a\": {}\n}\n"),
            ("x.coilcfg", b"# c\ntarget { pu: cpu }\n"),
            ("x.coilcfgb", b"\x01\x02"),
            ("x.dcf", b"device = 1\n"),
        ] {
            assert!(matches!(detect(name, bytes), Detected::Unsupported(_)), "{name}");
        }
        check("x.dcf", b"[Target]\nPU = CPU\n", LanguageId::CoilTarget, &[]);
        check("x.coilcfg", b"[VENDOR_x]\na = {\n}\n", LanguageId::CoilTarget, &[]);
        check("x.coilcfg", b"# {}\n", LanguageId::CoilTarget, &[]);
        // Any bytes may have braces among them.
        check("x.coilcfg", b"\x93{\x01\n\xf0}\xff\0\n{\n", LanguageId::CoilTarget, &[]);
        check("x.coilcfg", b"a = {b}\n", LanguageId::CoilTarget, &[]);
    }

    #[test]
    fn the_name_decides_between_several_and_without_signs() {
        use LanguageId::{CoilHardware, CoilTarget, Pinsight};
        check("a.coilcfg", b"[memory]\n[memory]\n[Memory]\n", CoilTarget, &[CoilHardware]);
        check("a", b"[memory]\n[integer]\n[Memory]\n", CoilHardware, &[CoilTarget]);
        check("my.coilcfg.txt", b"", CoilHardware, &[]);
        check("my.coilcfg", b"# nothing yet\n", CoilTarget, &[]);
        check("pinsight_trace_config.txt", b"", Pinsight, &[]);
        check("trace_config_rate100.txt", b"# x", Pinsight, &[]);
        // The name of a folder is none of its files.
        assert_eq!(detect("trace_config/notes.txt", b"# x"), Detected::Unknown);
        assert_eq!(detect("notes.txt", b"hello"), Detected::Unknown);
    }
}
