//! The codes; their references are the names in coil.md#validator-codes.

use bobbin_core::codes;

codes! {
    /// All codes of this language.
    pub static CODES;
    ENCODING: "encoding", Error, "a NUL byte or one that is not UTF-8: this is not a text file, and none of it is read", "E_ENCODING";
    SYNTAX: "syntax", Error, "the line is neither comment, section, key = value nor @include", "E_SYNTAX";
    SECTION_NAME: "section-name", Error, "a section header is empty or malformed; its keys are skipped", "E_SECTION_NAME";
    KEY_NAME: "key-name", Error, "a key is not an identifier", "E_KEY_NAME";
    KEY_OUTSIDE_SECTION: "key-outside-section", Error, "a key comes before the first section", "E_KEY_OUTSIDE_SECTION";
    EMPTY_VALUE: "empty-value", Error, "nothing follows the = of a key that is not a list", "E_EMPTY_VALUE";
    QUOTE: "quote", Error, "a double quote is never closed or misplaced", "E_QUOTE";
    LIST_ELEMENT: "list-element", Error, "a list has an empty element", "E_LIST_ELEMENT";
    INCLUDE_SYNTAX: "include-syntax", Error, "an @include has no file name", "E_INCLUDE_SYNTAX";
    INCLUDE_NOT_FOUND: "include-not-found", Error, "the included file is missing", "E_INCLUDE_NOT_FOUND";
    INCLUDE_CYCLE: "include-cycle", Error, "a chain of includes returns to a file that is being read", "E_INCLUDE_CYCLE";
    INCLUDE_DEPTH: "include-depth", Error, "more than 32 files include each other", "E_INCLUDE_DEPTH";
    MISSING_SECTION: "missing-section", Error, "a required section is absent after merging", "E_MISSING_SECTION";
    MISSING_KEY: "missing-key", Error, "a required key is absent after merging", "E_MISSING_KEY";
    TYPE: "type", Error, "a value has the wrong type", "E_TYPE";
    RANGE: "range", Error, "a number is out of range", "E_RANGE";
    ENUM: "enum", Error, "a value is not one of the allowed words", "E_ENUM";
    POWER_OF_TWO: "power-of-two", Error, "a number is not a power of two", "E_POW2";
    ARCHITECTURE: "architecture", Error, "the processing unit has no such architecture", "E_ARCH";
    MODE: "mode", Error, "the architecture has no such mode", "E_MODE";
    FEATURE: "feature", Error, "the architecture has no such feature", "E_FEATURE";
    EXTENSION: "extension", Error, "the architecture has no such extension", "E_EXTENSION";
    REGISTER: "register", Error, "the architecture has no such register", "E_REGISTER";
    ABI_NAME: "abi-name", Error, "the name of an ABI is not an identifier", "E_ABI_NAME";
    DEFINE: "define", Error, "an element of Define is neither NAME nor NAME=VALUE", "E_DEFINE";
    PATH: "path", Error, "a path is empty or has control characters", "E_PATH";
    LIBRARY: "library", Error, "a name cannot be that of a library", "E_LIBRARY";
    SYMBOL: "symbol", Error, "the entry point is not a symbol name", "E_SYMBOL";
    UNKNOWN_SECTION: "unknown-section", Warning, "a section is unknown and has no vendor prefix", "W_UNKNOWN_SECTION";
    UNKNOWN_KEY: "unknown-key", Warning, "a section of the document has no such key", "W_UNKNOWN_KEY";
    DUPLICATE_SECTION: "duplicate-section", Warning, "a section header is repeated in one file; the sections are merged", "W_DUPLICATE_SECTION";
    DUPLICATE_KEY: "duplicate-key", Warning, "a key is repeated in one file; the last one wins", "W_DUPLICATE_KEY";
    DUPLICATE_ITEM: "duplicate-item", Warning, "a list has the same item twice", "W_DUPLICATE_ITEM";
    INCLUDE_NOT_FIRST: "include-not-first", Warning, "an @include comes after settings but is still processed before them", "W_INCLUDE_NOT_FIRST";
    EMPTY_LIST: "empty-list", Warning, "a list key has no value, which makes it an empty list", "W_EMPTY_LIST";
    ARCHITECTURE_NAME: "architecture-name", Warning, "an architecture is written in another case", "W_ARCH_NAME";
    CUSTOM_ARCHITECTURE: "custom-architecture", Warning, "nothing is known of a custom architecture", "W_CUSTOM_ARCH";
    FEATURE_MODE: "feature-mode", Warning, "a feature does not exist in this mode", "W_FEATURE_MODE";
    REGISTER_MODE: "register-mode", Warning, "a register does not exist in this mode", "W_REGISTER_MODE";
    SIMD_NOT_IN_FEATURES: "simd-not-in-features", Warning, "Features is given and does not imply the SIMD extension", "W_SIMD_NOT_IN_FEATURES";
    OPTIMIZE_BOTH: "optimize-both", Warning, "size and speed optimization are both requested", "W_OPT_BOTH";
    ABI_ARCHITECTURE: "abi-architecture", Warning, "a known ABI belongs to another architecture or mode", "W_ABI_ARCH";
    CUSTOM_ABI: "custom-abi", Warning, "an unknown ABI says nothing of its parameter registers", "W_ABI_CUSTOM";
    ABI_MISMATCH: "abi-mismatch", Warning, "registers, stack alignment or red zone differ from those of the known ABI", "W_ABI_MISMATCH";
    ENDIANNESS: "endianness", Warning, "the byte order is unusual for the architecture", "W_ENDIANNESS";
    NO_REGISTER_TABLE: "no-register-table", Warning, "no registers are known for the architecture, so names are not checked", "W_NO_REGISTER_TABLE";
    VENDOR_SECTION: "vendor-section", Warning, "a vendor section is not checked; reported only on request", "W_VENDOR_SECTION";
    BEYOND_BUDGET: "beyond-budget", Warning, "what the file says would take more memory than Bobbin gives to one file, so it is left out; the document has no such limit";
    SIMD_MODE: "simd-mode", Hint, "the SIMD extension does not exist in this mode";
}
