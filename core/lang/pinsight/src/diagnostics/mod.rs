//! Every finding of this language: its code, and the function that words it.

mod body;
mod header;

pub(super) use body::*;
pub(super) use header::*;

use text_size::TextRange;

use bobbin_core::codes;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::TextEdit;

codes! {
    /// All codes of this language.
    pub static CODES;
    // Lines.
    BYTE_ORDER_MARK: "byte-order-mark", Warning, "a byte order mark hides the first line from the program (facts, pinsight §1)";
    LINE_TOO_LONG: "line-too-long", Warning, "the program reads 1023 bytes of a line at once and takes the rest for a line of its own (facts, pinsight §1)";
    MISSING_EQUALS: "missing-equals", Warning, "a body line without `=` is ignored (facts, pinsight §1)";
    BEFORE_FIRST_SECTION: "before-first-section", Warning, "body lines in front of the first header are ignored (facts, pinsight §1)";
    // Dialects.
    SEED_DIALECT: "seed-dialect", Warning, "the file is written in the dialect of the document, whose headers today's program misreads (facts, pinsight §4.1)";
    SEED_HEADER: "seed-header", Warning, "today's program misreads a header with its parts inside the brackets (facts, pinsight §4.1)";
    OUTDATED_SPELLING: "outdated-spelling", Warning, "a spelling of earlier versions that today's program does not know (facts, pinsight §4.1, §4.2)";
    // Headers.
    MISSING_BRACKET: "missing-bracket", Error, "a header without `]` ends the reading of the file (facts, pinsight §3.9)", "reading_stopped";
    UNCLOSED_HEADER: "unclosed-header", Warning, "the program of the seed dialect accepts a header without `]`, and today's stops reading there (facts, pinsight §2.3, §3.9)";
    READING_STOPPED: "reading-stopped", Error, "the program of the seed dialect stops at this header (facts, pinsight §2.6)", "reading_stopped";
    HEADER_SYNTAX: "header-syntax", Warning, "the parentheses of a header do not match (facts, pinsight §3.2)";
    HEADER_TAIL: "header-tail", Warning, "text behind the bracket that does not begin with `:` is ignored (facts, pinsight §3.2)";
    IGNORED_PART: "ignored-part", Warning, "a part of a header that this kind of section does not have is ignored (facts, pinsight §2.3, §3.2)";
    DEAD_SECTION: "dead-section", Warning, "a header that selects nothing is accepted and its body ignored (facts, pinsight §3.2)";
    UNKNOWN_DOMAIN: "unknown-domain", Warning, "a section of an unknown domain is ignored (facts, pinsight §3.2)";
    LOOSE_DEFAULT: "loose-default", Warning, "every target that contains `.default` is taken for `Domain.default` (facts, pinsight §3.2)";
    REMOVE_REFUSED: "remove-refused", Warning, "defaults cannot be removed (facts, pinsight §3.3)", "remove_not_allowed";
    RESET_REFUSED: "reset-refused", Warning, "regions and punit sections cannot be reset (facts, pinsight §3.3)", "reset_not_allowed_region";
    RESET_MODE: "reset-mode", Hint, "RESET takes the mode of a domain back to TRACING, whatever was written above (facts, pinsight §3.3, §7)";
    REMOVE_BY_NAME: "remove-by-name", Warning, "removing a region by name does nothing (facts, pinsight §3.3)";
    REMOVE_PUNITS: "remove-punits", Warning, "removing a punit section switches its events off or does nothing (facts, pinsight §3.3, §3.5)";
    PUNITS_REMOVED: "punits-removed", Hint, "a wildcard removes punit sections (facts, pinsight §3.3)", "punit_sections_removed";
    UNUSED_ACTION: "unused-action", Warning, "an action in front of `Knob`, `Energy` and `Manifest` is ignored (facts, pinsight §3.2)";
    BODY_NOT_READ: "body-not-read", Warning, "the body behind RESET and REMOVE is ignored (facts, pinsight §3.3)";
    // Parents and constraints.
    BAD_PARENT: "bad-parent", Warning, "a parent must be exactly `Domain.default` (facts, pinsight §3.4)", "bad_inheritance";
    UNKNOWN_PARENT: "unknown-parent", Warning, "the domain of a parent is unknown (facts, pinsight §3.4)", "inheritance_unknown_domain";
    EXTRA_PARENT: "extra-parent", Warning, "a punit section has one parent, the first (facts, pinsight §3.4)";
    FOREIGN_PARENT: "foreign-parent", Warning, "a punit section copies the events of a foreign domain by their numbers (facts, pinsight §2.8, §3.4)";
    PUNIT_SYNTAX: "punit-syntax", Warning, "a list of punits is not read behind a mistake (facts, pinsight §1)", "bad_punit_target";
    UNKNOWN_KIND: "unknown-kind", Warning, "an unknown domain or kind in a list of punits is skipped (facts, pinsight §1)";
    BAD_ID_LIST: "bad-id-list", Error, "a list of ids with a mistake is refused as a whole (facts, pinsight §1)", "bad_id_list";
    ID_OUT_OF_SCOPE: "id-out-of-scope", Warning, "ids outside the scope of their kind are dropped (facts, pinsight §1)", "id_out_of_scope";
    ID_1024: "id-1024", Warning, "the id 1024 escapes the test against the scope (facts, pinsight §1)";
    EMPTY_IDS: "empty-ids", Hint, "an empty list of ids matches nobody (facts, pinsight §1)";
    REPEATED_KIND: "repeated-kind", Warning, "a later list for the same kind replaces the earlier (facts, pinsight §1)";
    LOST_DOMAIN: "lost-domain", Warning, "a punit section is filed under one domain and loses the kinds of the others (facts, pinsight §3.5)";
    SILENCED_REGION: "silenced-region", Warning, "a constraint without any known kind silences its region (facts, pinsight §3.6, §7)";
    OPEN_CONSTRAINT: "open-constraint", Warning, "a constraint with a mistake lets everything through (facts, pinsight §3.6, §7)";
    CONSTRAINT_NOT_ASKED: "constraint-not-asked", Hint, "parallel begin and end of OpenMP do not ask for constraints (facts, pinsight §6.4)";
    PUNITS_UNUSED: "punits-unused", Warning, "the program reads punit sections and never uses them (facts, pinsight §2.7, §6.1)";
    // Regions.
    DECIMAL_ADDRESS: "decimal-address", Warning, "a decimal number is the name of a region (facts, pinsight §3.6)";
    NULL_ADDRESS: "null-address", Warning, "the address 0 finds the first named region (facts, pinsight §3.6)";
    ADDRESS_JUNK: "address-junk", Warning, "what follows the digits of an address is ignored (facts, pinsight §3.6)";
    REGION_DOMAIN: "region-domain", Warning, "the domain of a named region is unknown (facts, pinsight §3.6)", "region_unknown_domain";
    INNER_BLANK: "inner-blank", Warning, "blanks around the colons of a region belong to its name (facts, pinsight §3.6)";
    OPENMP_NAME: "openmp-name", Warning, "regions of OpenMP have no names (facts, pinsight §6.4)";
    FILE_COLLISION: "file-collision", Warning, "the file does not tell regions of the same name apart (facts, pinsight §3.6)";
    TOO_MANY_ITEMS: "too-many-items", Warning, "a header takes 64 regions (facts, pinsight §3.6)";
    REGION_TABLE_FULL: "region-table-full", Error, "the region table has 512 entries; one more address crashes the program (facts, pinsight §3.6)", "region_table_full";
    TAKEN_DEFAULT: "taken-default", Warning, "the program of February 2026 gives the entry of `Lexgion.default` to the first region (facts, pinsight §2.4)";
    REGIONS_UNUSED: "regions-unused", Warning, "the program of February 2026 never found its regions (facts, pinsight §2.7)";
    // Order.
    REPEATED_SECTION: "repeated-section", Hint, "sections of the same target are merged (facts, pinsight §2.5, §3.3)";
    RESTARTED_SECTION: "restarted-section", Warning, "every header of `Lexgion(Domain).default` starts afresh (facts, pinsight §3.3)";
    REPEATED_PUNITS: "repeated-punits", Warning, "a repeated punit section becomes another entry (facts, pinsight §2.5, §3.5)";
    STALE_COPY: "stale-copy", Hint, "sections copy their parents where they stand; later changes do not follow (facts, pinsight §3.4)";
    OLD_VALUES_RETURN: "old-values-return", Hint, "a removed address comes back with its old values (facts, pinsight §3.3)";
    // Keys.
    UNKNOWN_KEY: "unknown-key", Warning, "an unknown key is ignored (facts, pinsight §3.7)";
    MISPLACED_KEY: "misplaced-key", Warning, "a key of another kind of section is ignored (facts, pinsight §3.7)", "trace_mode_only_in_default";
    REPEATED_KEY: "repeated-key", Warning, "of a repeated key the last line wins (facts, pinsight §1)";
    UNKNOWN_EVENT: "unknown-event", Warning, "an unknown event is ignored (facts, pinsight §3.7)";
    BARE_EVENT: "bare-event", Warning, "events of a region section need their domain in front (facts, pinsight §1)";
    PREFIXED_EVENT: "prefixed-event", Warning, "events of a domain's section have no domain in front (facts, pinsight §1)";
    FOREIGN_EVENT: "foreign-event", Warning, "a section of a domain has events of this domain only (facts, pinsight §1)";
    EVENT_NOT_INSTALLED: "event-not-installed", Warning, "an event that is off by default cannot be switched on (facts, pinsight §1)", "event_not_installed";
    NO_EFFECT: "no-effect", Warning, "the program ignores the switch of this event at run time (facts, pinsight §6.4)";
    OPEN_EVENTS: "open-events", Hint, "in a region without an event set every event passes, also one that `Domain.default` has off (facts, pinsight §6.1)";
    LONE_SWITCH: "lone-switch", Hint, "the first switch of a domain in a region starts from all events off (facts, pinsight §6.1)";
    UNKNOWN_SCOPE: "unknown-scope", Warning, "a scope key names a kind of the section's own domain (facts, pinsight §1)";
    // Values.
    TRAILING_COMMENT: "trailing-comment", Warning, "a comment behind a value belongs to the value, which is misread (facts, pinsight §1)";
    HARMLESS_COMMENT: "harmless-comment", Hint, "a comment behind a value belongs to the value, which happens to be read as meant (facts, pinsight §1)";
    SWITCH_WORD: "switch-word", Warning, "every value but `on` and `1` switches off (facts, pinsight §1)";
    ODD_NUMBER: "odd-number", Warning, "a number is read up to the first character that is no digit (facts, pinsight §1)";
    NEVER_TRACED: "never-traced", Warning, "the program has no sign in a start or a rate, so a negative one is never reached (facts, pinsight §6.2)";
    HUGE_LIMIT: "huge-limit", Warning, "the program has no sign in a maximum, so a negative one but -1 is a huge limit (facts, pinsight §6.2)";
    NEGATIVE_SECONDS: "negative-seconds", Hint, "less than no seconds is none (facts, pinsight §3.7)";
    TEXT_CUT: "text-cut", Warning, "the program keeps the first bytes of a name or a text (facts, pinsight §3.6, §3.7)";
    ZERO_RATE: "zero-rate", Hint, "a rate of 0 acts like 1 (facts, pinsight §6.2)";
    UNKNOWN_MODE: "unknown-mode", Warning, "every unknown mode means TRACING (facts, pinsight §3.7)";
    LATE_FIRST: "late-first", Hint, "the first trace is the last invocation of its group, later than the written start (facts, pinsight §6.2, §7)";
    SCOPE_COMMA: "scope-comma", Hint, "a comma in a scope means a range (facts, pinsight §1)";
    ODD_SCOPE: "odd-scope", Warning, "a scope is two numbers at most, and text counts as 0 (facts, pinsight §1)";
    REVERSED_SCOPE: "reversed-scope", Hint, "a scope whose end lies below its start accepts no id (facts, pinsight §1)";
    BAD_NODE_POLICY: "bad-node-policy", Warning, "an unknown node policy switches off or changes nothing (facts, pinsight §3.7)", "bad_nodepolicy";
    ROTATE_TIME: "rotate-time", Warning, "without a positive number the program rotates every 1000 ms (facts, pinsight §3.7)";
    ENERGY_ROTATE: "energy-rotate", Warning, "measuring energy cannot rotate (facts, pinsight §7)";
    BAD_INTROSPECT: "bad-introspect", Warning, "`INTROSPECT` needs seconds and a script (facts, pinsight §3.7)", "bad_introspect";
    ACTION_DOMAIN: "action-domain", Warning, "an unknown domain in a window action is skipped (facts, pinsight §3.7)", "action_unknown_domain";
    ACTION_POLICY: "action-policy", Warning, "this domain has no `device_activity` (facts, pinsight §3.7)", "action_no_device_activity";
    TRIGGER: "trigger", Warning, "the trigger is `first` or `all` (facts, pinsight §3.7)", "trigger_unknown";
    RESERVED_TRIGGER: "reserved-trigger", Warning, "the trigger `anchor` is reserved, and the program takes `first` (facts, pinsight §3.7, §7)", "trigger_reserved";
    ENDLESS_WINDOW: "endless-window", Hint, "with the trigger `all` and no timeout, one region can keep the window open (facts, pinsight §6.3, §9)", "trigger_all_without_timeout";
    UNREACHED_END: "unreached-end", Hint, "without a limit and a timeout no window ends (facts, pinsight §6.3)";
    TIMEOUT_UNUSED: "timeout-unused", Warning, "only the timeout of `Lexgion.default` drives the timer (facts, pinsight §3.7)";
    MODE_VARIABLE: "mode-variable", Warning, "a variable of the environment counts after the file (facts, pinsight §3.8)";
    SCOPE_UNUSED: "scope-unused", Hint, "a scope limits ids and constraints, not what is traced (facts, pinsight §7)";
    WINDOW_VARIABLE: "window-variable", Warning, "the window variable changes `Lexgion.default` alone once a file is read (facts, pinsight §3.8, §7)";
    POLICY_BESIDE_MODE: "policy-beside-mode", Warning, "a window action sets `device_activity` of a domain that it takes out of TRACING (facts, pinsight §3.7)";
    INTROSPECT_KEEPS_MODES: "introspect-keeps-modes", Hint, "after introspection modes stay as they are if none is given (facts, pinsight §6.3, §7)";
    SCRIPT_WITHOUT_ROTATION: "script-without-rotation", Hint, "without a pause the script reads a trace that is still written, for the program does not rotate it (facts, pinsight §7)";
    ACTION_FOR_ALL: "action-for-all", Hint, "a mode without domain is for all domains, not only for those whose events the section has (facts, pinsight §3.7, §7)";
    OUTDATED_VARIABLE: "outdated-variable", Warning, "a spelling of the window variable that today's program takes otherwise (facts, pinsight §3.8, §4.2)", "env_rate_deprecated";
    FILE_PREFIX: "file-prefix", Hint, "the file of a region is compared as a prefix (facts, pinsight §6.1, §7)";
    KNOB_TABLE_FULL: "knob-table-full", Warning, "there are at most 64 knobs (facts, pinsight §3.7)", "knob_table_full";
}

/// That a name is no domain's.
fn no_domain(name: &str) -> String {
    match name {
        "" => "no domain is named".to_owned(),
        _ => format!("there is no domain `{name}`"),
    }
}

/// Offers to make a line that the program ignores a comment; `comment` does that.
fn with_comment(diagnostic: Diagnostic, comment: TextEdit) -> Diagnostic {
    diagnostic.with_fix("Make it a comment", comment)
}

/// ``did you mean `x`?`` and the edit that says so.
fn with_nearest(diagnostic: Diagnostic, range: TextRange, nearest: Option<&str>) -> Diagnostic {
    match nearest {
        Some(it) => diagnostic
            .with_help(format!("did you mean `{it}`?"))
            .with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => diagnostic,
    }
}
