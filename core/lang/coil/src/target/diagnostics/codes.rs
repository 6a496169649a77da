//! The codes; their references are the names in coil.md#validator-codes.

use bobbin_core::codes;

/// The meaning of the validator's warnings, which change nothing (coil.md#validator-codes).
const VALID: &str = "the text is valid; the validator warns about it";

codes! {
    /// All codes of this language.
    pub static CODES;
    ENCODING: "encoding", Error, "a NUL byte or one that is not UTF-8: this is not a text file, and none of it is read (coil.md#target-lines and coil.md#validator-codes)", "E_ENCODING";
    SYNTAX: "syntax", Error, "the line is neither comment, section, key = value nor @include (coil.md#target-lines and coil.md#validator-codes)", "E_SYNTAX";
    SECTION_NAME: "section-name", Error, "a section header is empty or malformed; its keys are skipped (coil.md#target-lines, coil.md#suppressed-checks and coil.md#validator-codes)", "E_SECTION_NAME";
    KEY_NAME: "key-name", Error, "a key is not an identifier (coil.md#target-lines and coil.md#validator-codes)", "E_KEY_NAME";
    KEY_OUTSIDE_SECTION: "key-outside-section", Error, "a key comes before the first section (coil.md#target-lines and coil.md#validator-codes)", "E_KEY_OUTSIDE_SECTION";
    EMPTY_VALUE: "empty-value", Error, "nothing follows the = of a key that is not a list (coil.md#empty-values and coil.md#validator-codes)", "E_EMPTY_VALUE";
    QUOTE: "quote", Error, "a double quote is never closed or misplaced (coil.md#quotes and coil.md#validator-codes)", "E_QUOTE";
    LIST_ELEMENT: "list-element", Error, "a list has an empty element (coil.md#where-an-error-is-reported and coil.md#validator-codes)", "E_LIST_ELEMENT";
    INCLUDE_SYNTAX: "include-syntax", Error, "an @include has no file name (coil.md#target-lines, coil.md#includes and coil.md#validator-codes)", "E_INCLUDE_SYNTAX";
    INCLUDE_NOT_FOUND: "include-not-found", Error, "the included file is missing (coil.md#includes and coil.md#validator-codes)", "E_INCLUDE_NOT_FOUND";
    INCLUDE_CYCLE: "include-cycle", Error, "a chain of includes returns to a file that is being read (coil.md#includes and coil.md#validator-codes)", "E_INCLUDE_CYCLE";
    INCLUDE_DEPTH: "include-depth", Error, "more than 32 includes are nested (coil.md#includes and coil.md#validator-codes)", "E_INCLUDE_DEPTH";
    MISSING_SECTION: "missing-section", Error, "a required section is absent after merging (coil.md#snippets, coil.md#includes and coil.md#validator-codes)", "E_MISSING_SECTION";
    MISSING_KEY: "missing-key", Error, "a required key is absent after merging (coil.md#target-keys, coil.md#includes and coil.md#validator-codes)", "E_MISSING_KEY";
    TYPE: "type", Error, "a value has the wrong type (coil.md#value-types, coil.md#quoted-numbers-and-booleans and coil.md#validator-codes)", "E_TYPE";
    RANGE: "range", Error, "a number is out of range (coil.md#target-keys and coil.md#validator-codes)", "E_RANGE";
    ENUM: "enum", Error, "a value is not one of the allowed words (coil.md#case, coil.md#target-keys and coil.md#validator-codes)", "E_ENUM";
    POWER_OF_TWO: "power-of-two", Error, "a number is not a power of two (coil.md#alignment and coil.md#validator-codes)", "E_POW2";
    ARCHITECTURE: "architecture", Error, "the processing unit has no such architecture (coil.md#case, coil.md#architectures and coil.md#validator-codes)", "E_ARCH";
    MODE: "mode", Error, "the architecture has no such mode (coil.md#modes, coil.md#architectures and coil.md#validator-codes)", "E_MODE";
    FEATURE: "feature", Error, "the architecture has no such feature (coil.md#architectures and coil.md#validator-codes)", "E_FEATURE";
    EXTENSION: "extension", Error, "the architecture has no such extension (coil.md#shared-memory, coil.md#architectures and coil.md#validator-codes)", "E_EXTENSION";
    REGISTER: "register", Error, "the architecture has no such register (coil.md#register-names and coil.md#validator-codes)", "E_REGISTER";
    ABI_NAME: "abi-name", Error, "the name of an ABI is not an identifier (coil.md#abi-names and coil.md#validator-codes)", "E_ABI_NAME";
    DEFINE: "define", Error, "an element of Define is neither NAME nor NAME=VALUE (coil.md#quotes, coil.md#target-keys and coil.md#validator-codes)", "E_DEFINE";
    PATH: "path", Error, "a path is empty or has control characters (coil.md#paths and coil.md#validator-codes)", "E_PATH";
    LIBRARY: "library", Error, "a name cannot be that of a library (coil.md#target-keys and coil.md#validator-codes)", "E_LIBRARY";
    SYMBOL: "symbol", Error, "the entry point is not a symbol name (coil.md#target-keys and coil.md#validator-codes)", "E_SYMBOL";
    UNKNOWN_SECTION: "unknown-section", Warning, "a section is unknown and has no vendor prefix (coil.md#unknown-sections and coil.md#validator-codes)", "W_UNKNOWN_SECTION" => VALID;
    UNKNOWN_KEY: "unknown-key", Warning, "a section of the document has no such key (coil.md#unknown-keys, coil.md#target-keys and coil.md#validator-codes)", "W_UNKNOWN_KEY" => VALID;
    DUPLICATE_SECTION: "duplicate-section", Warning, "a section header is repeated in one file; the sections are merged (coil.md#repeated-sections-and-keys and coil.md#validator-codes)", "W_DUPLICATE_SECTION" => VALID;
    DUPLICATE_KEY: "duplicate-key", Warning, "a key is repeated in one file; the last one wins (coil.md#repeated-sections-and-keys and coil.md#validator-codes)", "W_DUPLICATE_KEY" => VALID;
    DUPLICATE_ITEM: "duplicate-item", Warning, "a list has the same item twice (coil.md#validator-codes)", "W_DUPLICATE_ITEM" => VALID;
    INCLUDE_NOT_FIRST: "include-not-first", Warning, "an @include comes after settings but is still processed before them (coil.md#includes and coil.md#validator-codes)", "W_INCLUDE_NOT_FIRST" => VALID;
    EMPTY_LIST: "empty-list", Warning, "a list key has no value, which makes it an empty list (coil.md#empty-values and coil.md#validator-codes)", "W_EMPTY_LIST" => VALID;
    ARCHITECTURE_NAME: "architecture-name", Warning, "an architecture is written in another case (coil.md#case and coil.md#validator-codes)", "W_ARCH_NAME" => VALID;
    CUSTOM_ARCHITECTURE: "custom-architecture", Warning, "nothing is known of a custom architecture (coil.md#architectures and coil.md#validator-codes)", "W_CUSTOM_ARCH" => VALID;
    FEATURE_MODE: "feature-mode", Warning, "a feature does not exist in this mode (coil.md#validator-codes)", "W_FEATURE_MODE" => VALID;
    REGISTER_MODE: "register-mode", Warning, "a register does not exist in this mode (coil.md#register-names and coil.md#validator-codes)", "W_REGISTER_MODE" => VALID;
    SIMD_NOT_IN_FEATURES: "simd-not-in-features", Warning, "Features is given and does not imply the SIMD extension (coil.md#simd-and-features and coil.md#validator-codes)", "W_SIMD_NOT_IN_FEATURES" => VALID;
    OPTIMIZE_BOTH: "optimize-both", Warning, "size and speed optimization are both requested (coil.md#target-keys and coil.md#validator-codes)", "W_OPT_BOTH" => VALID;
    ABI_ARCHITECTURE: "abi-architecture", Warning, "a known ABI belongs to another architecture or mode (coil.md#abi-names, coil.md#known-abis and coil.md#validator-codes)", "W_ABI_ARCH" => VALID;
    CUSTOM_ABI: "custom-abi", Warning, "an unknown ABI says nothing of its parameter registers (coil.md#abi-names and coil.md#validator-codes)", "W_ABI_CUSTOM" => VALID;
    ABI_MISMATCH: "abi-mismatch", Warning, "registers, stack alignment or red zone differ from those of the known ABI (coil.md#comparing-with-a-known-abi, coil.md#known-abis and coil.md#validator-codes)", "W_ABI_MISMATCH" => VALID;
    ENDIANNESS: "endianness", Warning, "the byte order is unusual for the architecture (coil.md#validator-codes)", "W_ENDIANNESS" => VALID;
    NO_REGISTER_TABLE: "no-register-table", Warning, "no registers are known for the architecture, so names are not checked (coil.md#architectures and coil.md#validator-codes)", "W_NO_REGISTER_TABLE" => VALID;
    VENDOR_SECTION: "vendor-section", Warning, "a vendor section is not checked; reported only on request (coil.md#vendor-sections, coil.md#unknown-sections and coil.md#validator-codes)", "W_VENDOR_SECTION" => VALID;
    BEYOND_BUDGET: "beyond-budget", Warning, "what the file says would take more memory or time than Bobbin gives to one file, so it is left out or not checked; the document has no such limit" => "the document allows it, but Bobbin does not read it";
    SIMD_MODE: "simd-mode", Hint, "the SIMD extension does not exist in this mode (coil.md#simd-and-features)";
}
