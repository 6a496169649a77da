//! The codes.

use bobbin_core::codes;

/// The meaning of warnings about a text that is in the binary as it is written (coil.md#hardware-diagnostics).
const VALID: &str = "the text is valid; the converter warns about it";

codes! {
    /// All codes of this language.
    pub static CODES;
    ENCODING: "encoding", Error, "a byte that is not UTF-8, which a text of this language is (coil.md#hardware-diagnostics)";
    SYNTAX: "syntax", Error, "the line is neither a section nor a pair (coil.md#hardware-diagnostics)", "E1_SYNTAX";
    KEY_OUTSIDE_SECTION: "key-outside-section", Error, "the pair comes before the first section (coil.md#hardware-diagnostics)", "E1_KEY_OUTSIDE_SECTION";
    BAD_BOOLEAN: "bad-boolean", Error, "the value is neither true nor false (coil.md#hardware-diagnostics)", "E1_BOOL";
    BAD_INTEGER: "bad-integer", Error, "the value is not a whole number, or does not fit its field (coil.md#field-limits)", "E1_INT";
    UNKNOWN_FLAG: "unknown-flag", Error, "there is no such flag (coil.md#flags)", "E1_FLAG";
    UNKNOWN_FEATURE: "unknown-feature", Error, "no bit has this name, and it is set (coil.md#unknown-feature-keys)", "E1_FEATURE";
    UNKNOWN_RESOURCE: "unknown-resource", Error, "there is no such kind of resource (coil.md#unknown-resource-kinds)", "E1_RESOURCE";
    BAD_MAPPING: "bad-mapping", Error, "the mapping is not written type:index[:mask] (coil.md#mapping-values)", "E1_MAPPING";
    DUPLICATE_UNIT: "duplicate-unit", Error, "two sections spell the same unit type and index in two ways, or a binary has two entries of one unit (coil.md#repeated-units-in-a-binary)", "E1_DUPLICATE_PU";
    WRONG_UNIT_TYPE: "wrong-unit-type", Error, "the key `type` contradicts the section's name (coil.md#unit-section-names)", "E1_PU_TYPE";
    BAD_VERSION: "bad-version", Error, "no reader accepts a version other than 0.1.x and 1.0.x (coil.md#accepted-versions)", "E1_VERSION";
    NUL: "nul-in-string", Error, "a string of the text holds a NUL, at which strings end; or one of the binary lies outside the table of strings, has no end, or is not UTF-8 (coil.md#field-limits and coil.md#hardware-diagnostics)", "E1_STRING";
    MAGIC: "magic", Error, "the binary begins with neither spelling of the magic number (coil.md#magic-number)", "E1_MAGIC";
    TRUNCATED: "truncated", Error, "a table of the binary runs past the end of the file (coil.md#hardware-diagnostics)", "E1_TRUNCATED";
    COMPRESSED: "compressed", Error, "the binary is compressed in another way than zlib, or its data is damaged (coil.md#compression)", "E1_COMPRESSED";
    BEYOND_BUDGET: "beyond-budget", Error, "the file would take more memory than Bobbin allows for one file, so a text is not compiled, and a binary not read to its end" => "a limit of Bobbin's; the format has none";
    UNLISTED: "unlisted-problems", Hint, "there are more problems of one kind than Bobbin lists" => "a limit of Bobbin's, which says nothing about the text";
    RESOURCE_LEFT_OUT: "unknown-resource-left-out", Warning, "there is no such kind of resource, and unknown ones are left out on request (coil.md#unknown-resource-kinds)";
    ARCH_LEFT_OUT: "architecture-left-out", Warning, "the document has no place for facts about an architecture, and they are left out on request (coil.md#architecture-tail)";
    MISSING_SECTION: "missing-section", Warning, "`features` names a section that is not in the text, or is not one of features (coil.md#missing-feature-sections)", "W1_MISSING_SECTION";
    UNUSED_SECTION: "unused-section", Warning, "the section belongs to no unit (coil.md#hardware-diagnostics)", "W1_UNUSED_SECTION";
    DUPLICATE_SECTION: "duplicate-section", Warning, "the section is repeated, and merged with the first (coil.md#booleans-and-repetition)", "W1_DUPLICATE_SECTION" => VALID;
    UNKNOWN_FEATURE_OFF: "unknown-feature-off", Warning, "no bit has this name, but it is not set (coil.md#unknown-feature-keys)", "W1_FEATURE_FALSE";
    SMALL_ARG_COUNT: "small-arg-count", Warning, "`arg_count` is smaller than the highest mapped argument (coil.md#hardware-diagnostics)", "W1_ARG_COUNT" => VALID;
    BARE_SECTION: "bare-section", Warning, "there are several units, and a section without a unit went to the first CPU, or to the first unit if there is none (coil.md#several-units)", "W1_BARE_SECTION" => VALID;
    RESERVED_BITS: "reserved-bits", Warning, "the document reserves these flag bits (coil.md#hardware-diagnostics)", "W1_RESERVED" => VALID;
    RESERVED_BYTES: "reserved-bytes", Warning, "padding of the binary is not zero (coil.md#padding)", "W1_RESERVED";
    FEATURE_SIZE: "feature-size", Warning, "the feature bitmap of the binary has another size than 32 bytes and its architecture records (coil.md#bitmap-size and coil.md#architecture-tail)", "W1_FEATURE_SIZE";
    UNKNOWN_KEY: "unknown-key", Warning, "the section has no such key, so nothing of it gets into the binary (coil.md#unit-section-names, coil.md#argument-count and coil.md#metadata-defaults)";
    LABEL_LIKE_SIZE: "label-like-size", Warning, "the word is kept as a label though it looks like a number, a size or a flag (coil.md#repeated-resources-and-labels)";
    REPEATED_ITEM: "repeated-item", Hint, "the list names something twice; of a feature section the last place counts, else the repetition changes nothing (coil.md#mapping-values and coil.md#booleans-and-repetition)";
    OPPOSITE_FLAGS: "opposite-flags", Hint, "a resource is either shared between units or exclusive to one (document, Resource Table)";
    REPEATED_KEY: "repeated-key", Warning, "of several assignments in one section only the last takes effect (coil.md#booleans-and-repetition)";
    HASH_COMMENT: "hash-comment", Warning, "`#` and `//` do not start a comment (coil.md#comments-and-quotes)";
    OPEN_QUOTE: "open-quote", Warning, "a quote that is not closed is text, and hides a comment after it (coil.md#comments-and-quotes)";
    LONE_CR: "lone-cr", Warning, "a carriage return without a line feed ends no line, though many editors show a new one (coil.md#hardware-text-grammar)";
    OVERRIDDEN_FEATURE: "overridden-feature", Hint, "a later section of the unit sets the feature otherwise, and wins (coil.md#booleans-and-repetition)";
    LITERAL_QUOTES: "literal-quotes", Hint, "quotes that do not go around the whole value, and a backslash in quotes that begins no escape, are text (coil.md#comments-and-quotes)";
    MISSING_REGISTER: "missing-register", Hint, "the resources of the unit count fewer registers than a mapping names (coil.md#mapping-values)";
    ODD_SECTION: "unusual-section", Hint, "the name of the feature section is none of the customary ones (coil.md#keys-choose-the-group)";
}
