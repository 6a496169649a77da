//! The codes of both COIL languages. What the real program does is what the documents say that a
//! converter or validator has to do (coil facts, §1.2, §1.8 and §2.4).

use bobbin_core::lang::LanguageId;

use crate::check;

#[test]
fn hardware_descriptions() {
    check(LanguageId::CoilHardware, HARDWARE);
}

#[test]
fn targets() {
    check(LanguageId::CoilTarget, TARGET);
}

#[rustfmt::skip]
const HARDWARE: &[(&str, &str)] = &[
    ("encoding", "rejects: a text is UTF-8"),
    ("syntax", "rejects: E1_SYNTAX is an error"),
    ("key-outside-section", "rejects: E1_KEY_OUTSIDE_SECTION is an error"),
    ("bad-boolean", "rejects: E1_BOOL is an error"),
    ("bad-integer", "rejects: E1_INT is an error"),
    ("unknown-flag", "rejects: E1_FLAG is an error"),
    ("unknown-feature", "rejects: E1_FEATURE is an error, because a fact would be lost"),
    ("unknown-resource", "rejects: E1_RESOURCE is an error"),
    ("bad-mapping", "rejects: E1_MAPPING is an error"),
    ("duplicate-unit", "rejects: E1_DUPLICATE_PU is an error"),
    ("wrong-unit-type", "rejects: E1_PU_TYPE is an error"),
    ("bad-version", "rejects: no reader takes the binary, E1_VERSION"),
    ("nul-in-string", "rejects: the string would end early, E1_STRING"),
    ("beyond-budget", "rejects: Bobbin, not the program, does not compile a file that it has not read whole"),
    ("unknown-resource-left-out", "ignores: `--lenient` drops the line"),
    ("architecture-left-out", "ignores: `--strict-spec` drops the section"),
    ("missing-section", "ignores: the name in `features` stands for an empty section"),
    ("unused-section", "ignores: nothing reads the section"),
    ("duplicate-section", "misreads: two sections become one"),
    ("unknown-feature-off", "ignores: the line leaves no trace"),
    ("small-arg-count", "misreads: the binary counts fewer arguments than it maps"),
    ("bare-section", "misreads: the section goes to one of several units, which it does not name"),
    ("reserved-bits", "ignores: readers pass over reserved bits"),
    ("reserved-bytes", "ignores: readers pass over padding"),
    ("feature-size", "misreads: readers that expect 32 bytes read more or fewer"),
    ("unknown-key", "ignores: nothing of it gets into the binary"),
    ("label-like-size", "misreads: what looks like a size becomes a part of the name"),
    ("repeated-key", "ignores: of several assignments only the last gets into the binary"),
    ("hash-comment", "misreads: what looks like a comment counts"),
    ("open-quote", "misreads: the quote and the comment behind it become part of the text"),
    ("repeated-item", "legal: the second time changes nothing"),
    ("opposite-flags", "legal: the bits are written as they stand, though they contradict each other"),
    ("unusual-section", "legal: the key alone decides, but the name looks mistyped"),
];

#[rustfmt::skip]
const TARGET: &[(&str, &str)] = &[
    ("encoding", "rejects: E_ENCODING, the file is no text"),
    ("syntax", "rejects: E_SYNTAX"),
    ("section-name", "rejects: E_SECTION_NAME"),
    ("key-name", "rejects: E_KEY_NAME"),
    ("key-outside-section", "rejects: E_KEY_OUTSIDE_SECTION"),
    ("empty-value", "rejects: E_EMPTY_VALUE"),
    ("quote", "rejects: E_QUOTE"),
    ("list-element", "rejects: E_LIST_ELEMENT"),
    ("include-syntax", "rejects: E_INCLUDE_SYNTAX"),
    ("include-not-found", "rejects: E_INCLUDE_NOT_FOUND"),
    ("include-cycle", "rejects: E_INCLUDE_CYCLE"),
    ("include-depth", "rejects: E_INCLUDE_DEPTH"),
    ("missing-section", "rejects: E_MISSING_SECTION"),
    ("missing-key", "rejects: E_MISSING_KEY"),
    ("type", "rejects: E_TYPE"),
    ("range", "rejects: E_RANGE"),
    ("enum", "rejects: E_ENUM"),
    ("power-of-two", "rejects: E_POW2"),
    ("architecture", "rejects: E_ARCH"),
    ("mode", "rejects: E_MODE"),
    ("feature", "rejects: E_FEATURE"),
    ("extension", "rejects: E_EXTENSION"),
    ("register", "rejects: E_REGISTER"),
    ("abi-name", "rejects: E_ABI_NAME"),
    ("define", "rejects: E_DEFINE"),
    ("path", "rejects: E_PATH"),
    ("library", "rejects: E_LIBRARY"),
    ("symbol", "rejects: E_SYMBOL"),
    ("unknown-section", "ignores: nothing in it is checked or used, W_UNKNOWN_SECTION"),
    ("unknown-key", "ignores: W_UNKNOWN_KEY"),
    ("duplicate-section", "misreads: two sections become one, W_DUPLICATE_SECTION"),
    ("duplicate-key", "ignores: the earlier value, W_DUPLICATE_KEY"),
    ("duplicate-item", "ignores: the second time, W_DUPLICATE_ITEM"),
    ("include-not-first", "misreads: what stands below counts before what stands above, W_INCLUDE_NOT_FIRST"),
    ("empty-list", "misreads: nothing behind `=` is an empty list and no oversight, W_EMPTY_LIST"),
    ("architecture-name", "misreads: the name is taken as another spelling, W_ARCH_NAME"),
    ("custom-architecture", "ignores: features, extensions and registers are not checked, W_CUSTOM_ARCH"),
    ("feature-mode", "ignores: the feature has no effect in this mode, W_FEATURE_MODE"),
    ("register-mode", "ignores: the register is not there in this mode, W_REGISTER_MODE"),
    ("simd-not-in-features", "misreads: two keys contradict each other, W_SIMD_NOT_IN_FEATURES"),
    ("optimize-both", "ignores: the implementation follows one of two requests, W_OPT_BOTH"),
    ("abi-architecture", "misreads: the ABI means nothing on this target, W_ABI_ARCH"),
    ("custom-abi", "ignores: nothing says where parameters are, W_ABI_CUSTOM"),
    ("abi-mismatch", "misreads: the known ABI says something else, W_ABI_MISMATCH"),
    ("endianness", "misreads: the architecture hardly has this byte order, W_ENDIANNESS"),
    ("no-register-table", "ignores: the names are not checked, W_NO_REGISTER_TABLE"),
    ("vendor-section", "ignores: said on demand only, W_VENDOR_SECTION"),
    ("beyond-budget", "ignores: Bobbin, not the program, does not read the section"),
    ("simd-mode", "legal: the document asks for a known extension only, but this mode lacks it"),
];
