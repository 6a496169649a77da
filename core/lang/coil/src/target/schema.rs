//! The sections and keys of the document, with their types (coil.md#target-keys).

use super::value::Quoting;

/// A section that the document defines.
#[derive(Debug, PartialEq, Eq)]
pub struct SectionSchema {
    /// The name as it stands in the header; the case counts.
    pub name: &'static str,
    /// True if every configuration needs it.
    pub required: bool,
    /// Its purpose, as a sentence.
    pub about: &'static str,
    /// Its keys, in the document's order.
    pub keys: &'static [KeySchema],
}

/// A key that the document defines.
#[derive(Debug, PartialEq, Eq)]
pub struct KeySchema {
    /// The key as it stands in front of the `=`; the case counts.
    pub name: &'static str,
    /// The values it may have.
    pub value: ValueType,
    /// True if its section needs it.
    pub required: bool,
    /// The value in the document's default configuration, if that has one for every target.
    pub default: Option<&'static str>,
    /// Its meaning, as a sentence.
    pub about: &'static str,
}

/// The values that a key may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// One of these words; the case counts. With what each means.
    Word(&'static [(&'static str, &'static str)]),
    /// A single text.
    Text(TextRule),
    /// A whole number from the first to the second bound; no second bound means no limit.
    Integer(i128, Option<i128>),
    /// 1, 2, 4, 8 and so on.
    PowerOfTwo,
    /// `true`, `yes`, `1` or `false`, `no`, `0`, in any case.
    Boolean,
    /// Items separated by commas.
    List(ListRule),
}

/// The things that a text must name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextRule {
    /// An architecture of the processing unit.
    Architecture,
    /// A known ABI or any identifier.
    Abi,
    /// A SIMD extension of the architecture.
    Simd,
    /// The path of a file or folder.
    Path,
    /// A symbol of the linker.
    Symbol,
}

/// The things that each item of a list must name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListRule {
    /// A feature of the architecture.
    Features,
    /// A register of the architecture.
    Registers,
    /// A cryptographic extension of the architecture.
    Crypto,
    /// `NAME` or `NAME=VALUE`.
    Defines,
    /// Paths of files or folders.
    Paths,
    /// Libraries to link with.
    Libraries,
}

impl KeySchema {
    /// True if the value is a list.
    #[must_use]
    pub fn is_list(&self) -> bool {
        matches!(self.value, ValueType::List(_))
    }
}

/// The processing units.
pub static UNITS: &[(&str, &str)] = &[
    ("CPU", "central processing unit"),
    ("GPU", "graphics processing unit"),
    ("NPU", "neural processing unit"),
    ("DSP", "digital signal processor"),
];

const fn key(
    name: &'static str,
    value: ValueType,
    required: bool,
    default: Option<&'static str>,
    about: &'static str,
) -> KeySchema {
    KeySchema { name, value, required, default, about }
}

/// All sections of the document, required ones first, in the order in which they are checked.
pub static SECTIONS: &[SectionSchema] = &[
    SectionSchema {
        name: "Target",
        required: true,
        about: "The processing unit, architecture and mode that code is made for.",
        keys: &[
            key("PU", ValueType::Word(UNITS), true, Some("CPU"), "The kind of processing unit."),
            key(
                "Architecture",
                ValueType::Text(TextRule::Architecture),
                true,
                None,
                "The architecture; it must exist for the processing unit.",
            ),
            key(
                "Mode",
                ValueType::Integer(8, Some(128)),
                true,
                None,
                "The width in bits; it must exist for the architecture.",
            ),
            key(
                "Features",
                ValueType::List(ListRule::Features),
                false,
                None,
                "Features of the architecture that may be used. A list replaces an included one.",
            ),
        ],
    },
    SectionSchema {
        name: "Optimization",
        required: true,
        about: "How hard to optimize, and for what.",
        keys: &[
            key(
                "Level",
                ValueType::Integer(0, Some(3)),
                true,
                Some("1"),
                "From 0, none, to 3, the most.",
            ),
            key(
                "SizeOptimization",
                ValueType::Boolean,
                false,
                Some("false"),
                "Optimize for size over speed.",
            ),
            key(
                "SpeedOptimization",
                ValueType::Boolean,
                false,
                Some("true"),
                "Optimize for speed over size.",
            ),
            key(
                "VectorizationLevel",
                ValueType::Integer(0, Some(2)),
                false,
                None,
                "From 0, none, to 2, aggressive vectorization.",
            ),
            key(
                "InliningLevel",
                ValueType::Integer(0, Some(2)),
                false,
                None,
                "From 0, none, to 2, aggressive inlining.",
            ),
        ],
    },
    SectionSchema {
        name: "Memory",
        required: true,
        about: "The memory model and its constraints.",
        keys: &[
            key(
                "Model",
                ValueType::Word(&[
                    ("Protected", "memory access is validated"),
                    ("Flat", "no protection mechanisms"),
                    ("Segmented", "memory in segments"),
                ]),
                true,
                Some("Protected"),
                "The memory protection model.",
            ),
            key(
                "Alignment",
                ValueType::PowerOfTwo,
                true,
                None,
                "The default memory alignment in bytes, a power of two.",
            ),
            key(
                "StackGrowth",
                ValueType::Word(&[
                    ("Up", "towards higher addresses"),
                    ("Down", "towards lower addresses"),
                ]),
                true,
                Some("Down"),
                "The direction in which the stack grows.",
            ),
            key(
                "Endianness",
                ValueType::Word(&[
                    ("Little", "the least significant byte comes first"),
                    ("Big", "the most significant byte comes first"),
                ]),
                true,
                None,
                "The byte order.",
            ),
        ],
    },
    SectionSchema {
        name: "ABI",
        required: false,
        about: "The application binary interface: how functions are called.",
        keys: &[
            key(
                "Name",
                ValueType::Text(TextRule::Abi),
                true,
                None,
                "A known ABI, or your own identifier.",
            ),
            key(
                "ParameterRegisters",
                ValueType::List(ListRule::Registers),
                false,
                None,
                "Registers for parameters, in order.",
            ),
            key(
                "ReturnRegisters",
                ValueType::List(ListRule::Registers),
                false,
                None,
                "Registers for return values, in order.",
            ),
            key(
                "StackAlignment",
                ValueType::PowerOfTwo,
                false,
                None,
                "The stack alignment in bytes, a power of two.",
            ),
            key(
                "RedZoneSize",
                ValueType::Integer(0, None),
                false,
                None,
                "Bytes beyond the stack pointer that a function may use without moving it.",
            ),
        ],
    },
    SectionSchema {
        name: "Extensions",
        required: false,
        about: "Specialized extensions of the instruction set.",
        keys: &[
            key(
                "SIMD",
                ValueType::Text(TextRule::Simd),
                false,
                None,
                "The one SIMD extension to use. Where Features is given, it should imply it; \
                 else there is a warning.",
            ),
            key(
                "Crypto",
                ValueType::List(ListRule::Crypto),
                false,
                None,
                "Cryptographic extensions to use.",
            ),
            key("AtomicOperations", ValueType::Boolean, false, None, "Enable atomic operations."),
            key(
                "SharedMemory",
                ValueType::Boolean,
                false,
                None,
                "Enable shared memory; only a GPU has it. The document uses this key in its GPU \
                 example and does not list it.",
            ),
        ],
    },
    SectionSchema {
        name: "Preprocessor",
        required: false,
        about: "Constants and settings of the preprocessor.",
        keys: &[
            key(
                "Define",
                ValueType::List(ListRule::Defines),
                false,
                None,
                "Preprocessor variables, each `NAME` or `NAME=VALUE`.",
            ),
            key(
                "Include",
                ValueType::List(ListRule::Paths),
                false,
                None,
                "Folders in which the preprocessor looks for files.",
            ),
        ],
    },
    SectionSchema {
        name: "Linker",
        required: false,
        about: "What the linker does.",
        keys: &[
            key(
                "DefaultLibraryPath",
                ValueType::Text(TextRule::Path),
                false,
                None,
                "The folder in which libraries are looked for.",
            ),
            key(
                "Libraries",
                ValueType::List(ListRule::Libraries),
                false,
                None,
                "Libraries to link.",
            ),
            key(
                "EntryPoint",
                ValueType::Text(TextRule::Symbol),
                false,
                None,
                "The symbol at which the program starts.",
            ),
            key(
                "OutputFormat",
                ValueType::Word(&[
                    ("ELF", "Executable and Linkable Format"),
                    ("PE", "Portable Executable"),
                    ("Mach-O", "Mach object"),
                    ("Raw", "a memory image without headers"),
                ]),
                false,
                None,
                "The format of the output file.",
            ),
        ],
    },
];

/// Returns the section of this name, if the document defines it.
#[must_use]
pub fn section(name: &str) -> Option<&'static SectionSchema> {
    SECTIONS.iter().find(|it| it.name == name)
}

/// Returns where quotes may start in the value of a key (coil.md#quotes); the value of an unknown
/// one may be a list.
#[must_use]
pub fn quoting(section: Option<&str>, key: &str) -> Quoting {
    match section.and_then(self::section).and_then(|it| it.key(key)).map(|it| it.value) {
        Some(ValueType::List(ListRule::Defines)) => Quoting::AfterName,
        None | Some(ValueType::List(_)) => Quoting::Whole,
        Some(_) => Quoting::Alone,
    }
}

impl SectionSchema {
    /// Returns the key of this name, if the section has it.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static KeySchema> {
        self.keys.iter().find(|it| it.name == name)
    }
}
