//! The codes of both COIL languages. The real program is the converter or validator that the
//! documents describe (coil.md#hardware-configurations, coil.md#hardware-diagnostics and
//! coil.md#validator-codes).

use bobbin_core::diagnostics::Severity::{Error, Hint, Warning};

use super::{Row, check};

#[test]
fn hardware_descriptions() {
    check("coil-hardware", HARDWARE);
}

#[test]
fn targets() {
    check("coil-target", TARGET);
}

#[rustfmt::skip]
const HARDWARE: &[Row] = &[
    ("encoding", Error, "rejects: a text is UTF-8"),
    ("syntax", Error, "rejects: E1_SYNTAX is an error"),
    ("key-outside-section", Error, "rejects: E1_KEY_OUTSIDE_SECTION is an error"),
    ("bad-boolean", Error, "rejects: E1_BOOL is an error"),
    ("bad-integer", Error, "rejects: E1_INT is an error"),
    ("unknown-flag", Error, "rejects: E1_FLAG is an error"),
    ("unknown-feature", Error, "rejects: E1_FEATURE is an error, because a fact would be lost"),
    ("unknown-resource", Error, "rejects: E1_RESOURCE is an error"),
    ("bad-mapping", Error, "rejects: E1_MAPPING is an error"),
    ("duplicate-unit", Error, "rejects: E1_DUPLICATE_PU is an error"),
    ("wrong-unit-type", Error, "rejects: E1_PU_TYPE is an error"),
    ("bad-version", Error, "rejects: no reader takes the binary, E1_VERSION"),
    ("magic", Error, "rejects: E1_MAGIC, the file is no binary of COIL"),
    ("truncated", Error, "rejects: E1_TRUNCATED, a table is not all there"),
    ("compressed", Error, "rejects: E1_COMPRESSED, the data cannot be read"),
    ("nul-in-string", Error, "rejects: the string would end early, E1_STRING"),
    ("beyond-budget", Error, "rejects: Bobbin, not the program, does not compile a file that it has not read whole"),
    ("unknown-resource-left-out", Warning, "ignores: `--lenient` drops the line"),
    ("architecture-left-out", Warning, "ignores: `--strict-spec` drops the section"),
    ("missing-section", Warning, "ignores: the name in `features` stands for an empty section"),
    ("unused-section", Warning, "ignores: nothing reads the section"),
    ("duplicate-section", Warning, "legal with a warning, W1_DUPLICATE_SECTION: two sections become one"),
    ("unknown-feature-off", Warning, "ignores: the line leaves no trace"),
    ("missing-register", Hint, "legal: the two tables are apart, and the number is copied"),
    ("small-arg-count", Warning, "legal with a warning, W1_ARG_COUNT: the binary counts fewer arguments than it maps"),
    ("bare-section", Warning, "legal with a warning, W1_BARE_SECTION: the section goes to one of several units, which it does not name"),
    ("reserved-bits", Warning, "legal with a warning, W1_RESERVED: readers pass over reserved bits"),
    ("reserved-bytes", Warning, "ignores: readers pass over padding"),
    ("feature-size", Warning, "misreads: readers that expect 32 bytes read more or fewer"),
    ("unknown-key", Warning, "ignores: nothing of it gets into the binary"),
    ("label-like-size", Warning, "misreads: what looks like a size or a flag becomes a part of the name"),
    ("repeated-key", Warning, "ignores: of several assignments only the last gets into the binary"),
    ("hash-comment", Warning, "misreads: what looks like a comment counts"),
    ("open-quote", Warning, "misreads: the quote and the comment behind it become part of the text"),
    ("lone-cr", Warning, "misreads: what editors show as two lines is one"),
    ("unlisted-problems", Hint, "legal: a limit of Bobbin's, which lists so many and no more"),
    ("overridden-feature", Hint, "legal: later sections win, and that is how one changes another"),
    ("repeated-item", Hint, "legal: the second time changes nothing"),
    ("opposite-flags", Hint, "legal: the bits are written as they stand, though they contradict each other"),
    ("literal-quotes", Hint, "legal: what is quoted in part, or escaped otherwise, counts as it is written"),
    ("unusual-section", Hint, "legal: the key alone decides, but the name looks mistyped"),
];

#[rustfmt::skip]
const TARGET: &[Row] = &[
    ("encoding", Error, "rejects: E_ENCODING, the file is not text"),
    ("syntax", Error, "rejects: E_SYNTAX"),
    ("section-name", Error, "rejects: E_SECTION_NAME"),
    ("key-name", Error, "rejects: E_KEY_NAME"),
    ("key-outside-section", Error, "rejects: E_KEY_OUTSIDE_SECTION"),
    ("empty-value", Error, "rejects: E_EMPTY_VALUE"),
    ("quote", Error, "rejects: E_QUOTE"),
    ("list-element", Error, "rejects: E_LIST_ELEMENT"),
    ("include-syntax", Error, "rejects: E_INCLUDE_SYNTAX"),
    ("include-not-found", Error, "rejects: E_INCLUDE_NOT_FOUND"),
    ("include-cycle", Error, "rejects: E_INCLUDE_CYCLE"),
    ("include-depth", Error, "rejects: E_INCLUDE_DEPTH"),
    ("missing-section", Error, "rejects: E_MISSING_SECTION"),
    ("missing-key", Error, "rejects: E_MISSING_KEY"),
    ("type", Error, "rejects: E_TYPE"),
    ("range", Error, "rejects: E_RANGE"),
    ("enum", Error, "rejects: E_ENUM"),
    ("power-of-two", Error, "rejects: E_POW2"),
    ("architecture", Error, "rejects: E_ARCH"),
    ("mode", Error, "rejects: E_MODE"),
    ("feature", Error, "rejects: E_FEATURE"),
    ("extension", Error, "rejects: E_EXTENSION"),
    ("register", Error, "rejects: E_REGISTER"),
    ("abi-name", Error, "rejects: E_ABI_NAME"),
    ("define", Error, "rejects: E_DEFINE"),
    ("path", Error, "rejects: E_PATH"),
    ("library", Error, "rejects: E_LIBRARY"),
    ("symbol", Error, "rejects: E_SYMBOL"),
    ("unknown-section", Warning, "ignores: nothing in it is checked or used, W_UNKNOWN_SECTION"),
    ("unknown-key", Warning, "ignores: W_UNKNOWN_KEY"),
    ("duplicate-section", Warning, "misreads: two sections become one, W_DUPLICATE_SECTION"),
    ("duplicate-key", Warning, "ignores: the earlier value, W_DUPLICATE_KEY"),
    ("duplicate-item", Warning, "ignores: the second time, W_DUPLICATE_ITEM"),
    ("include-not-first", Warning, "misreads: what stands below counts before what stands above, W_INCLUDE_NOT_FIRST"),
    ("empty-list", Warning, "misreads: nothing behind `=` is an empty list and no oversight, W_EMPTY_LIST"),
    ("architecture-name", Warning, "misreads: the name is taken as another spelling, W_ARCH_NAME"),
    ("custom-architecture", Warning, "ignores: features, extensions and registers are not checked, W_CUSTOM_ARCH"),
    ("feature-mode", Warning, "ignores: the feature has no effect in this mode, W_FEATURE_MODE"),
    ("register-mode", Warning, "ignores: the register is not there in this mode, W_REGISTER_MODE"),
    ("simd-not-in-features", Warning, "misreads: two keys contradict each other, W_SIMD_NOT_IN_FEATURES"),
    ("optimize-both", Warning, "ignores: the implementation follows one of two requests, W_OPT_BOTH"),
    ("abi-architecture", Warning, "misreads: the ABI means nothing on this target, W_ABI_ARCH"),
    ("custom-abi", Warning, "ignores: nothing says where parameters are, W_ABI_CUSTOM"),
    ("abi-mismatch", Warning, "misreads: the known ABI says something else, W_ABI_MISMATCH"),
    ("endianness", Warning, "misreads: the architecture hardly has this byte order, W_ENDIANNESS"),
    ("no-register-table", Warning, "ignores: the names are not checked, W_NO_REGISTER_TABLE"),
    ("vendor-section", Warning, "ignores: said on demand only, W_VENDOR_SECTION"),
    ("beyond-budget", Warning, "ignores: Bobbin, not the program, does not read the section"),
    ("simd-mode", Hint, "legal: the document asks for a known extension only, but this mode lacks it"),
];
