//! The codes, and words that several diagnostics share.

use text_size::TextRange;

use bobbin_core::codes;
use bobbin_core::diagnostics::Diagnostic;
use bobbin_core::edit::TextEdit;

codes! {
    /// All codes of this language.
    pub static CODES;
    // Lines.
    BYTE_ORDER_MARK: "byte-order-mark", Warning, "a byte order mark hides the first line from the program (pinsight.md#lines)";
    LINE_TOO_LONG: "line-too-long", Warning, "the program reads 1023 bytes of a line at once and takes the rest for a line of its own (pinsight.md#lines)";
    MISSING_EQUALS: "missing-equals", Warning, "a body line without `=` is ignored (pinsight.md#lines)";
    BEFORE_FIRST_SECTION: "before-first-section", Warning, "body lines before the first header are ignored (pinsight.md#lines)";
    // Dialects.
    SEED_DIALECT: "seed-dialect", Warning, "the file is written in the dialect of the document, whose headers today's program misreads (pinsight.md#misread-headers)";
    SEED_HEADER: "seed-header", Warning, "today's program misreads a header with its parts inside the brackets (pinsight.md#misread-headers)";
    OUTDATED_SPELLING: "outdated-spelling", Warning, "a spelling of earlier versions that today's program does not know (pinsight.md#telling-the-dialects-apart and pinsight.md#converting-intermediate-versions)";
    // Headers.
    MISSING_BRACKET: "missing-bracket", Error, "a header without `]` ends the reading of the file (pinsight.md#what-stops-a-current-file)", "reading_stopped";
    UNCLOSED_HEADER: "unclosed-header", Warning, "the program of the seed dialect accepts a header without `]`, and today's stops reading there (pinsight.md#seed-headers and pinsight.md#what-stops-a-current-file)";
    READING_STOPPED: "reading-stopped", Error, "the program of the seed dialect stops at this header (pinsight.md#what-stops-a-seed-file)", "reading_stopped";
    HEADER_SYNTAX: "header-syntax", Warning, "the parentheses of a header do not match (pinsight.md#reading-a-header)";
    HEADER_TAIL: "header-tail", Warning, "text after the bracket that does not begin with `:` is ignored (pinsight.md#reading-a-header)";
    IGNORED_PART: "ignored-part", Warning, "a part of a header that this kind of section does not have, or that stands behind RESET or REMOVE, is ignored (pinsight.md#seed-headers, pinsight.md#reading-a-header and pinsight.md#actions)";
    DEAD_SECTION: "dead-section", Warning, "a header that selects nothing is accepted and its body ignored (pinsight.md#targets)";
    UNKNOWN_DOMAIN: "unknown-domain", Warning, "a section of an unknown domain is ignored (pinsight.md#targets)";
    LOOSE_DEFAULT: "loose-default", Warning, "every target that contains `.default` is taken for `Domain.default` (pinsight.md#targets)";
    REMOVE_REFUSED: "remove-refused", Warning, "defaults cannot be removed (pinsight.md#actions)", "remove_not_allowed";
    RESET_REFUSED: "reset-refused", Warning, "regions cannot be reset (pinsight.md#actions)", "reset_not_allowed_region";
    RESET_PUNITS: "reset-punits", Warning, "punit sections cannot be reset (pinsight.md#actions)", "reset_not_allowed_punit";
    RESET_MODE: "reset-mode", Hint, "RESET takes the mode of a domain back to TRACING, whatever was written above (pinsight.md#actions and pinsight.md#documents-and-program)";
    REMOVE_BY_NAME: "remove-by-name", Warning, "removing a region by name does nothing (pinsight.md#actions)";
    REMOVE_PUNITS: "remove-punits", Warning, "removing a punit section switches its events off or does nothing (pinsight.md#actions and pinsight.md#finding-the-same-target)";
    PUNITS_REMOVED: "punits-removed", Hint, "a wildcard removes punit sections (pinsight.md#actions)", "punit_sections_removed";
    UNUSED_ACTION: "unused-action", Warning, "an action before `Knob`, `Energy` or `Manifest` is ignored (pinsight.md#targets)";
    BODY_NOT_READ: "body-not-read", Warning, "the body after RESET or REMOVE is ignored (pinsight.md#actions)";
    // Parents and constraints.
    BAD_PARENT: "bad-parent", Warning, "a parent must be exactly `Domain.default` (pinsight.md#inheritance)", "bad_inheritance";
    UNKNOWN_PARENT: "unknown-parent", Warning, "the domain of a parent is unknown (pinsight.md#inheritance)", "inheritance_unknown_domain";
    ODD_PARENT: "odd-parent", Warning, "in punit sections and in the seed dialect what is not a parent is skipped or taken for one without a word (pinsight.md#seed-headers and pinsight.md#inheritance)";
    EXTRA_PARENT: "extra-parent", Warning, "a punit section has one parent, the first (pinsight.md#inheritance)";
    FOREIGN_PARENT: "foreign-parent", Warning, "a punit section copies the events of a foreign domain by their numbers (pinsight.md#seed-document-ambiguities and pinsight.md#inheritance)";
    PUNIT_SYNTAX: "punit-syntax", Warning, "a list of punits is not read after an error (pinsight.md#punit-lists)";
    BROKEN_TARGET: "broken-target", Warning, "the program of the seed dialect keeps what it read of a target before an error (pinsight.md#seed-punit-sections)", "bad_punit_target";
    UNKNOWN_KIND: "unknown-kind", Warning, "an unknown domain or kind in a list of punits is skipped (pinsight.md#punit-lists)";
    BAD_ID_LIST: "bad-id-list", Error, "a list of ids with an error is refused as a whole (pinsight.md#id-lists)", "bad_id_list" => "the real program refuses the list and reads on";
    ID_OUT_OF_SCOPE: "id-out-of-scope", Warning, "ids outside the scope of their kind are dropped (pinsight.md#id-lists)", "id_out_of_scope";
    ID_1024: "id-1024", Warning, "the id 1024 escapes the test against the scope (pinsight.md#id-lists)";
    EMPTY_IDS: "empty-ids", Hint, "an empty list of ids matches nothing (pinsight.md#id-lists)";
    REPEATED_KIND: "repeated-kind", Warning, "a later list for the same kind replaces the earlier (pinsight.md#id-lists)";
    LOST_DOMAIN: "lost-domain", Warning, "a punit section is filed under one domain and loses the kinds of the others (pinsight.md#punit-sections)";
    SILENCED_REGION: "silenced-region", Warning, "a constraint without any known kind silences a region that has no other constraint (pinsight.md#region-constraints and pinsight.md#documents-and-program)";
    OPEN_CONSTRAINT: "open-constraint", Warning, "a constraint with an error lets everything through, where none above has counted (pinsight.md#region-constraints and pinsight.md#documents-and-program)";
    NARROWED_CONSTRAINT: "narrowed-constraint", Warning, "no constraint holds outside the scope as it is at the end of the file (pinsight.md#constraints-at-run-time)";
    CONSTRAINT_NOT_ASKED: "constraint-not-asked", Hint, "parallel begin and end of OpenMP do not check constraints (pinsight.md#domain-callbacks)";
    PUNITS_UNUSED: "punits-unused", Warning, "the program reads punit sections and never uses them (pinsight.md#seed-run-time and pinsight.md#order-of-decisions)";
    // Regions.
    DECIMAL_ADDRESS: "decimal-address", Warning, "a decimal number is the name of a region (pinsight.md#region-lists)";
    NULL_ADDRESS: "null-address", Warning, "no region has the address 0, and today it finds the first named one, if there is one (pinsight.md#region-lists and pinsight.md#seed-headers)";
    ADDRESS_JUNK: "address-junk", Warning, "what follows the digits of an address is ignored (pinsight.md#region-lists)";
    REGION_TAIL: "region-tail", Warning, "a list of regions ends at its first `)`, and what follows is ignored (pinsight.md#targets and pinsight.md#seed-headers)";
    REGION_DOMAIN: "region-domain", Warning, "the domain of a named region is unknown (pinsight.md#region-lists)", "region_unknown_domain";
    NAMELESS_REGION: "nameless-region", Warning, "an item without a name is no region (pinsight.md#region-lists)";
    INNER_BLANK: "inner-blank", Warning, "whitespace around the colons of a region belongs to its name (pinsight.md#region-lists)";
    OPENMP_NAME: "openmp-name", Warning, "regions of OpenMP have no names (pinsight.md#domain-callbacks)";
    MPI_NAME: "mpi-name", Warning, "a region of MPI has the name of its function (pinsight.md#domain-callbacks)";
    FILE_COLLISION: "file-collision", Warning, "the file does not tell regions of the same name apart (pinsight.md#region-lists)";
    SHADOWED_REGION: "shadowed-region", Warning, "a region of any domain counts before one of the same name below (pinsight.md#region-lookup)";
    TOO_MANY_ITEMS: "too-many-items", Warning, "a header takes 64 regions (pinsight.md#region-lists)";
    REGION_TABLE_FULL: "region-table-full", Error, "the region table has 512 entries, and the program skips a further name (pinsight.md#the-region-table)", "region_table_full" => "the real program skips the region and reads on";
    REGION_CRASH: "region-crash", Error, "the region table has 512 entries, and a further address crashes the program (pinsight.md#the-region-table)" => "the real program crashes";
    REGION_DROPPED: "region-dropped", Warning, "the program of the seed dialect has 512 entries, and drops further regions without a word (pinsight.md#seed-parser-defects)";
    TAKEN_DEFAULT: "taken-default", Warning, "the program of February 2026 gives the entry of `Lexgion.default` to the first region (pinsight.md#seed-parser-defects)";
    REGIONS_UNUSED: "regions-unused", Warning, "the program of February 2026 has no finished look-up of regions (pinsight.md#seed-run-time)";
    // Order.
    REPEATED_SECTION: "repeated-section", Hint, "sections of the same target are merged (pinsight.md#repeated-seed-sections and pinsight.md#actions)";
    RESTARTED_SECTION: "restarted-section", Warning, "every header of `Lexgion(Domain).default` starts afresh (pinsight.md#actions)";
    REPEATED_PUNITS: "repeated-punits", Warning, "a repeated punit section becomes another entry (pinsight.md#repeated-seed-sections and pinsight.md#punit-sections)";
    HIDDEN_PUNITS: "hidden-punits", Hint, "by the documents the first punit section that is for a unit decides, and sections above are for all units of this one (pinsight.md#two-readings)";
    STALE_COPY: "stale-copy", Hint, "sections copy their parents where they stand; later changes do not follow (pinsight.md#inheritance)";
    OLD_VALUES_RETURN: "old-values-return", Hint, "a removed address comes back with its old values (pinsight.md#actions)";
    // Keys.
    UNKNOWN_KEY: "unknown-key", Warning, "an unknown key is ignored (pinsight.md#keys-by-section)";
    MISPLACED_KEY: "misplaced-key", Warning, "a key of another kind of section is ignored (pinsight.md#keys-by-section)";
    MODE_IN_PUNITS: "mode-in-punits", Warning, "a punit section refuses the mode, which is its domain's (pinsight.md#punit-sections)", "trace_mode_only_in_default";
    REPEATED_KEY: "repeated-key", Warning, "of a repeated key the last line wins (pinsight.md#lines)";
    UNKNOWN_EVENT: "unknown-event", Warning, "an unknown event is ignored (pinsight.md#keys-by-section)";
    BARE_EVENT: "bare-event", Warning, "events of a region section need their domain in front (pinsight.md#event-names)";
    PREFIXED_EVENT: "prefixed-event", Warning, "events of a domain's section have no domain in front (pinsight.md#event-names)";
    FOREIGN_EVENT: "foreign-event", Warning, "a section of a domain has events of this domain only (pinsight.md#event-names)";
    EVENT_NOT_INSTALLED: "event-not-installed", Warning, "an event that is off by default cannot be switched on (pinsight.md#installed-events)", "event_not_installed";
    NO_EFFECT: "no-effect", Warning, "the program ignores the switch of this event at run time (pinsight.md#domain-callbacks)";
    OPEN_EVENTS: "open-events", Hint, "in a region without an event set every event passes, also one that `Domain.default` has off (pinsight.md#region-event-sets)";
    LONE_SWITCH: "lone-switch", Hint, "in a region without an event set of a domain its first switch starts from all events off, and only regions with a section take one of `Lexgion.default` (pinsight.md#region-event-sets)";
    UNKNOWN_SCOPE: "unknown-scope", Warning, "a scope key names a kind of the section's own domain (pinsight.md#scope-values)";
    // Values.
    TRAILING_COMMENT: "trailing-comment", Warning, "a comment after a value belongs to the value, which is misread (pinsight.md#lines)";
    HARMLESS_COMMENT: "harmless-comment", Hint, "a comment after a value belongs to the value, which happens to be read as meant (pinsight.md#lines)";
    SWITCH_WORD: "switch-word", Warning, "every value but `on` and `1` switches off (pinsight.md#on-and-off)";
    ODD_NUMBER: "odd-number", Warning, "a number is read up to the first character that is not a digit (pinsight.md#numbers)";
    NEVER_TRACED: "never-traced", Warning, "the program reads starts and rates as unsigned, so a negative one is never reached (pinsight.md#the-triple)";
    ZERO_LIMIT: "zero-limit", Hint, "a limit of 0 is reached before the first trace (pinsight.md#the-triple)";
    HUGE_LIMIT: "huge-limit", Warning, "the program reads a maximum as unsigned, so a negative one other than -1 is a huge limit (pinsight.md#the-triple)";
    NEGATIVE_SECONDS: "negative-seconds", Hint, "a negative number of seconds counts as 0 (pinsight.md#window-triggers-and-timeouts)";
    TEXT_CUT: "text-cut", Warning, "the program keeps the first bytes of a name or a text (pinsight.md#region-lists and pinsight.md#knobs)";
    ZERO_RATE: "zero-rate", Hint, "a rate of 0 acts like 1 (pinsight.md#the-triple)";
    UNKNOWN_MODE: "unknown-mode", Warning, "every unknown mode means TRACING (pinsight.md#trace-modes)";
    LATE_FIRST: "late-first", Hint, "the first trace is the last invocation of its group, later than the written start (pinsight.md#the-triple and pinsight.md#documents-and-program)";
    SCOPE_COMMA: "scope-comma", Hint, "a comma in a scope means a range (pinsight.md#scope-values)";
    ODD_SCOPE: "odd-scope", Warning, "a scope is two numbers at most, and text counts as 0 (pinsight.md#scope-values)";
    REVERSED_SCOPE: "reversed-scope", Hint, "a scope whose end lies below its start accepts no id (pinsight.md#scope-values)";
    BAD_NODE_POLICY: "bad-node-policy", Warning, "an unknown node policy switches off or changes nothing (pinsight.md#node-policies)", "bad_nodepolicy";
    ROTATE_TIME: "rotate-time", Warning, "the time of a rotation is read up to the first character that is not a digit, and is 1000 ms if that is no positive number (pinsight.md#node-policies)";
    ENERGY_ROTATE: "energy-rotate", Warning, "measuring energy cannot rotate (pinsight.md#documents-and-program)";
    BAD_INTROSPECT: "bad-introspect", Warning, "`INTROSPECT` needs seconds and a script (pinsight.md#window-actions)", "bad_introspect";
    ACTION_DOMAIN: "action-domain", Warning, "an unknown domain in a window action is skipped (pinsight.md#window-actions)", "action_unknown_domain";
    ACTION_POLICY: "action-policy", Warning, "this domain has no `device_activity` (pinsight.md#window-actions)", "action_no_device_activity";
    TRIGGER: "trigger", Warning, "the trigger is `first` or `all` (pinsight.md#window-triggers-and-timeouts)", "trigger_unknown";
    RESERVED_TRIGGER: "reserved-trigger", Warning, "the trigger `anchor` is reserved, and the program takes `first` (pinsight.md#window-triggers-and-timeouts and pinsight.md#documents-and-program)", "trigger_reserved";
    ENDLESS_WINDOW: "endless-window", Hint, "with the trigger `all` and no timeout, one region can keep the window open (pinsight.md#window-end and pinsight.md#complaints)", "trigger_all_without_timeout";
    UNREACHED_END: "unreached-end", Hint, "without a limit and a timeout no window ends (pinsight.md#window-end)";
    TIMEOUT_UNUSED: "timeout-unused", Warning, "only the timeout of `Lexgion.default` drives the timer (pinsight.md#window-triggers-and-timeouts)";
    MODE_VARIABLE: "mode-variable", Warning, "an environment variable is applied after the file (pinsight.md#environment-variables)";
    SCOPE_UNUSED: "scope-unused", Hint, "a scope limits ids and constraints, and a region without a constraint is traced outside it, too (pinsight.md#documents-and-program)";
    WINDOW_VARIABLE: "window-variable", Warning, "the window variable changes `Lexgion.default` alone once a file is read (pinsight.md#environment-variables and pinsight.md#documents-and-program)";
    POLICY_BESIDE_MODE: "policy-beside-mode", Warning, "a window action sets `device_activity` of a domain that it takes out of TRACING (pinsight.md#window-actions)" => "the real program does both, with a warning";
    INTROSPECT_KEEPS_MODES: "introspect-keeps-modes", Hint, "after introspection modes stay as they are if none is given (pinsight.md#window-end and pinsight.md#documents-and-program)";
    SCRIPT_WITHOUT_ROTATION: "script-without-rotation", Hint, "without a pause the script reads a trace that is still written, for the program does not rotate it (pinsight.md#documents-and-program)";
    ACTION_FOR_ALL: "action-for-all", Hint, "a mode without domain is for all domains, not only for those whose events the section has (pinsight.md#window-actions and pinsight.md#documents-and-program)";
    UNKNOWN_VARIABLE: "unknown-variable", Warning, "the program reads no environment variable of this name (pinsight.md#environment-variables)";
    OUTDATED_VARIABLE: "outdated-variable", Warning, "the window variable has its old name (pinsight.md#environment-variables)", "env_rate_deprecated" => "the real program takes the old name, with a complaint";
    OUTDATED_FIELD: "outdated-field", Warning, "the window variable has an action in the place of its timeout, as in earlier versions (pinsight.md#environment-variables and pinsight.md#converting-intermediate-versions)";
    FILE_PREFIX: "file-prefix", Hint, "the file of a region is compared as a prefix (pinsight.md#region-lookup and pinsight.md#documents-and-program)";
    KNOB_TABLE_FULL: "knob-table-full", Warning, "there are at most 64 knobs (pinsight.md#knobs)", "knob_table_full";
}

/// Says that a name is no domain's.
pub(super) fn no_domain(name: &str) -> String {
    match name {
        "" => "no domain is named".to_owned(),
        _ => format!("there is no domain `{name}`"),
    }
}

/// Offers to make a line that the program ignores a comment; `comment` does that.
pub(super) fn with_comment(diagnostic: Diagnostic, comment: TextEdit) -> Diagnostic {
    diagnostic.with_fix("Make it a comment", comment)
}

/// Adds ``did you mean `x`?`` and the edit that says so.
pub(super) fn with_nearest(
    diagnostic: Diagnostic,
    range: TextRange,
    nearest: Option<&str>,
) -> Diagnostic {
    match nearest {
        Some(it) => diagnostic
            .with_help(format!("did you mean `{it}`?"))
            .with_fix(format!("Change to `{it}`"), TextEdit::replace(range, it)),
        None => diagnostic,
    }
}
