//! The diagnostics of pipelines and clusters: their codes, and one constructor per message.
//!
//! The reference of a code is the short class (sprokit.md#error-classes) that the real program's
//! refusal falls into.

pub mod config;
pub mod graph;
pub mod syntax;

use bobbin_core::codes;
use bobbin_core::diagnostics::{Code, Diagnostic, Related, nearest};
use bobbin_core::syntax::TokenIdx;

use crate::source::Source;

codes! {
    /// All codes of this language.
    pub static CODES;
    SYNTAX: "syntax", Error, "this is not a statement (sprokit.md#grammar)", "parse_error";
    UNKNOWN_STATEMENT: "unknown-statement", Error, "no statement begins with this word (sprokit.md#grammar)", "parse_error";
    RESERVED_WORD: "reserved-word", Error, "a reserved word cannot be a name (sprokit.md#reserved-words)", "parse_error";
    RESERVED_KEY_PART: "reserved-key-part", Error, "the real program rejects reserved words anywhere in a key, though its document has them (sprokit.md#reserved-words)", "parse_error";
    MISSING_TYPE: "missing-type", Error, "a process needs `:: type` (sprokit.md#grammar)", "parse_error";
    INCOMPLETE_CONNECTION: "incomplete-connection", Error, "a connection needs `from` and `to` with process and port (sprokit.md#grammar)", "parse_error";
    INCOMPLETE_MAPPING: "incomplete-mapping", Error, "a mapping needs an outer port and process and port inside (sprokit.md#grammar)", "parse_error";
    SECTION_HEADER: "section-header", Error, "the header of a section is words joined by `:` on one line (sprokit.md#grammar)", "parse_error";
    MISSING_ASSIGNMENT: "missing-assignment", Error, "an entry needs `=` or `:=` behind its key (sprokit.md#keys-and-values)", "parse_error";
    APPEND_OPERATOR: "append-operator", Error, "there is no operator that appends (sprokit.md#keys-and-values)", "parse_error";
    KEY_CHARACTER: "key-character", Error, "the character cannot stand in a key (sprokit.md#keys-and-values)", "parse_error";
    LEGACY_ENTRY: "legacy-entry", Error, "a legacy entry is `:key value` on one line (sprokit.md#legacy-entries)", "parse_error";
    LEGACY_ASSIGNMENT: "legacy-assignment", Warning, "`=` is part of the value of a legacy entry (sprokit.md#legacy-entries)";
    FLAG_LIST: "flag-list", Error, "the real program reads one flag only, though its document has lists (sprokit.md#flags)", "parse_error";
    BAD_FLAG_LIST: "bad-flag-list", Error, "brackets hold one flag, or several with a comma between (sprokit.md#flags)", "parse_error";
    UNKNOWN_FLAG: "unknown-flag", Error, "only `ro` and `tunable` are flags (sprokit.md#flags)", "unknown_flag";
    ENTRY_OUTSIDE: "entry-outside", Error, "an entry belongs to a section, a process or a cluster (sprokit.md#grammar)", "parse_error";
    BLOCK_OUTSIDE: "block-outside", Error, "a block belongs to a section or a process (sprokit.md#blocks)", "parse_error";
    UNMATCHED_ENDBLOCK: "unmatched-endblock", Error, "no block is open (sprokit.md#blocks)", "parse_error";
    UNCLOSED_BLOCK: "unclosed-block", Error, "a block is closed in its own section (sprokit.md#blocks)", "parse_error";
    IGNORED_TEXT: "ignored-text", Warning, "what stands behind `endblock` is not read (sprokit.md#blocks)";
    DANGLING_RELATIVEPATH: "dangling-relativepath", Warning, "the real program ignores a `relativepath` without an entry (sprokit.md#relative-paths)";
    MISPLACED_RELATIVEPATH: "misplaced-relativepath", Error, "`relativepath` stands once, in front of `key = value` (sprokit.md#relative-paths)", "parse_error";
    GLUED_KEYS: "glued-keys", Warning, "the real program joins a legacy key without a value with the next one (sprokit.md#legacy-entries)";
    LOST_CHARACTER: "lost-character", Warning, "the real program drops the first character behind `:=` and `--` (sprokit.md#lost-characters)";
    EMPTY_DEFINITION: "empty-definition", Error, "the real program crashes at a `:=` with nothing behind it (sprokit.md#lost-characters)", "crash_length_error";
    BYTE_ORDER_MARK: "byte-order-mark", Error, "the real program does not skip a byte order mark (sprokit.md#lines)", "parse_error";
    CLUSTER_NOT_FIRST: "cluster-not-first", Error, "a file declares one cluster, with its first word (sprokit.md#cluster-files)", "parse_error";
    CLUSTER_EXPECTED: "cluster-expected", Error, "a cluster file begins with `cluster` (sprokit.md#cluster-files)", "parse_error";
    CLUSTER_FILE_NAME: "cluster-file-name", Error, "clusters are found in files called `*.cluster` only (sprokit.md#cluster-files)", "parse_error";
    MAPPING_OUTSIDE: "mapping-outside", Error, "mappings stand in the header of a cluster (sprokit.md#cluster-files)", "parse_error";
    BLOCK_IN_HEADER: "block-in-header", Error, "the header of a cluster has no blocks (sprokit.md#blocks)", "parse_error";
    STRAY_DESCRIPTION: "stray-description", Error, "only items of a cluster's header have descriptions (sprokit.md#cluster-files)", "parse_error";
    MISSING_DESCRIPTION: "missing-description", Error, "every item of a cluster's header has a description (sprokit.md#cluster-files)", "parse_error";
    BEYOND_BUDGET: "beyond-budget", Hint, "what the file says would take more memory than Bobbin gives to one file; the program has no such limit";
    INCLUDE_NOT_FOUND: "include-not-found", Error, "an included file does not exist (sprokit.md#include-search)", "file_not_found";
    INCLUDE_NOT_OPEN: "include-not-open", Hint, "an included file is not among the open files (sprokit.md#include-search)", "file_not_found";
    INCLUDE_UNREADABLE: "include-unreadable", Error, "an included file with an absolute name cannot be read (sprokit.md#include-search)", "file_not_accessible";
    ABSOLUTE_INCLUDE_NOT_OPEN: "absolute-include-not-open", Hint, "an included file with an absolute name is not among the open files (sprokit.md#include-search)", "file_not_accessible";
    INCLUDE_CYCLE: "include-cycle", Warning, "the real program reads a file that includes itself again and again (sprokit.md#include-cycles)";
    INCLUDE_NAME: "include-name", Warning, "the name of an include is taken as it stands (sprokit.md#includes)";
    MACRO_UNRESOLVED: "macro-unresolved", Error, "a macro names nothing (sprokit.md#macros)", "macro_unresolved";
    READ_ONLY_OVERRIDE: "read-only-override", Error, "a read-only key is set again (sprokit.md#configuration-bake)", "read_only_override";
    READ_ONLY_BUILTIN: "read-only-builtin", Error, "a read-only key is one that the program sets itself (sprokit.md#building-the-graph)";
    ABSOLUTE_RELATIVEPATH: "absolute-relativepath", Warning, "the folder is put in front of absolute paths too (sprokit.md#relative-paths)";
    UNKNOWN_KEY: "unknown-key", Warning, "the process type does not declare the key, so nothing reads it (sprokit.md#building-the-graph)";
    OVERWRITTEN_KEY: "overwritten-key", Warning, "the program sets `_name` and `_type` itself (sprokit.md#building-the-graph)";
    BAD_CAPACITY: "bad-capacity", Warning, "the capacity of an edge is a number (sprokit.md#edge-capacity)";
    BAD_BLOCKING: "bad-blocking", Warning, "`blocking` of an edge is yes or no; another word counts as the default (sprokit.md#edge-capacity)";
    IGNORED_SETTING: "ignored-setting", Warning, "the pipeline has nothing that the setting is for (sprokit.md#reserved-configuration)";
    BAD_NON_BLOCKING: "bad-non-blocking", Error, "`_non_blocking` is a number (sprokit.md#non-blocking-processes)", "invalid_configuration_exception";
    UNKNOWN_SCHEDULER: "unknown-scheduler", Hint, "no known scheduler has this name (sprokit.md#schedulers)";
    UNKNOWN_INSTRUMENTATION: "unknown-instrumentation", Hint, "no known instrumentation has this name (sprokit.md#instrumentation)", "plugin_factory_not_found";
    UNKNOWN_PROCESS_TYPE: "unknown-process-type", Hint, "the type is not in the catalogue (sprokit.md#building-the-graph)", "unknown_process_type";
    DUPLICATE_PROCESS: "duplicate-process", Error, "two processes have one name (sprokit.md#building-the-graph)", "duplicate_process";
    UNKNOWN_PROCESS: "unknown-process", Error, "a connection names a process that is not there (sprokit.md#connections)", "unknown_process";
    UNKNOWN_PORT: "unknown-port", Error, "the process type has no such port on this side (sprokit.md#connections)", "unknown_port";
    UNKNOWN_CLUSTER_PORT: "unknown-cluster-port", Error, "a connection with a cluster names a port that is not there, which is found at set-up (sprokit.md#connections and sprokit.md#ends-at-clusters)", "unknown_port";
    CLUSTER_TYPE_MISMATCH: "cluster-type-mismatch", Error, "the ports that a connection of a cluster joins have different types (sprokit.md#ends-at-clusters)", "port_type_mismatch";
    CLUSTER_FLAG_MISMATCH: "cluster-flag-mismatch", Error, "a constant or shared output feeds an input that changes it, through a cluster (sprokit.md#ends-at-clusters)", "connection_flag_mismatch_exception";
    FLOW_TYPE_CONFLICT: "flow-type-conflict", Error, "a port that takes the type of its connections gets several (sprokit.md#flow-dependent-types)", "port_type_mismatch";
    BROKEN_CLUSTER: "broken-cluster", Error, "the file of a cluster has an error, so it is not a process type (sprokit.md#cluster-files)", "unknown_process_type";
    ENDLESS_CLUSTER: "endless-cluster", Error, "a cluster contains an instance of itself (sprokit.md#instantiation)";
    GLOBAL_SECTION: "global-section", Error, "a section `_global` breaks the instances of clusters (sprokit.md#the-global-section)", "no_such_configuration_value_exception";
    INSTANCE_OVERRIDE: "instance-override", Error, "an instance sets a key of its cluster that is read-only (sprokit.md#instantiation)", "read_only_override";
    FREQUENCY_MISMATCH: "frequency-mismatch", Error, "the ends of a connection step at different rates (sprokit.md#frequencies)", "frequency_mismatch_exception";
    BAD_VALUE: "bad-value", Error, "the process cannot use the value (sprokit.md#configuring-processes)", "invalid_configuration_exception";
    UNUSED_SECTION: "unused-section", Warning, "no process and no macro reads the section (sprokit.md#configuration-bake)";
    PARTIAL_NUMBER: "partial-number", Warning, "only the number at the start of the value counts (sprokit.md#edge-capacity)";
    UNTYPED_OUTPUT: "untyped-output", Error, "a process leaves the type of a connected output open (sprokit.md#configuring-processes)", "untyped_data_dependent_exception";
    TYPE_REJECTED: "type-rejected", Error, "a process rejects the type that a connection gives its port (sprokit.md#flow-dependent-types)", "connection_dependent_type_exception";
    BAD_SETTING: "bad-setting", Error, "a setting of the command line is `a:b=value` (sprokit.md#supplements-and-settings)", "runtime_error";
    UNREAD_CATALOGUE: "unread-catalogue", Warning, "a catalogue of process types cannot be read";
    SWAPPED_DIRECTION: "swapped-direction", Error, "a connection runs from an output to an input (sprokit.md#connections)", "unknown_port";
    PORT_TYPE_MISMATCH: "port-type-mismatch", Error, "the ends of a connection have different types (sprokit.md#port-types)", "port_type_mismatch";
    PORT_FLAG_MISMATCH: "port-flag-mismatch", Error, "a constant or shared output feeds an input that changes it (sprokit.md#port-flags)", "connection_flag_mismatch_exception";
    UNTYPED_CONNECTION: "untyped-connection", Error, "no end of the connection says what its type is (sprokit.md#flow-dependent-types)", "untyped_connection_exception";
    INPUT_CONNECTED_TWICE: "input-connected-twice", Error, "an input takes one connection (sprokit.md#edge-creation)", "port_already_connected";
    INPUT_MAPPED_TWICE: "input-mapped-twice", Error, "an input inside a cluster is the target of one mapping (sprokit.md#port-mapping)", "port_already_connected";
    MAPPED_AND_CONNECTED: "mapped-and-connected", Warning, "an input inside a cluster is mapped and connected (sprokit.md#port-mapping)";
    REQUIRED_PORT_UNCONNECTED: "required-port-unconnected", Error, "a required port is not connected (sprokit.md#required-ports-and-orphans)", "required_port_unconnected";
    ORPHANED_PROCESSES: "orphaned-processes", Error, "all processes must be connected (sprokit.md#required-ports-and-orphans)", "orphaned_processes";
    CYCLE: "cycle", Error, "connections form a cycle without an input meant for it (sprokit.md#cycles)", "cycle";
    NO_PROCESSES: "no-processes", Hint, "a pipeline without processes does not start (sprokit.md#set-up-checks)", "no_processes";
    CLUSTER_NO_PROCESSES: "cluster-no-processes", Error, "a cluster has at least one process (sprokit.md#definition-time-bake)", "cluster_no_processes";
    CLUSTER_NO_PORTS: "cluster-no-ports", Error, "a cluster has at least one port (sprokit.md#definition-time-bake)", "cluster_no_ports";
    CLUSTER_DUPLICATE_INPUT: "cluster-duplicate-input", Error, "two mappings have one input name (sprokit.md#definition-time-bake)", "cluster_duplicate_input_port";
    CLUSTER_DUPLICATE_OUTPUT: "cluster-duplicate-output", Error, "two mappings have one output name (sprokit.md#definition-time-bake)", "cluster_duplicate_output_port";
    UNKNOWN_CLUSTER_KEY: "unknown-cluster-key", Error, "a mapped value names a key the cluster does not declare (sprokit.md#config-mapping)", "unknown_config_key";
    FROZEN_CLUSTER_KEY: "frozen-cluster-key", Warning, "`$CONFIG` freezes the default of a cluster's key (sprokit.md#config-mapping)";
}

/// Diagnostics of one text, with those of included files brought to their include line.
#[derive(Debug)]
pub struct Findings<'s> {
    source: &'s Source,
    /// The diagnostics so far.
    pub list: Vec<Diagnostic>,
    n_searches: usize,
}

impl<'s> Findings<'s> {
    /// Creates a list without diagnostics.
    pub fn new(source: &'s Source) -> Findings<'s> {
        Findings { source, list: Vec::new(), n_searches: 0 }
    }

    /// Returns the candidate that a word is most likely a misspelling of. A text with thousands of
    /// mistakes gets suggestions for the first of them only: each search looks at all candidates.
    pub fn nearest<'c>(
        &mut self,
        word: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Option<&'c str> {
        if self.may_search() { nearest(word, candidates) } else { None }
    }

    /// Returns true if there is time for one more search through the whole text, for a fix.
    pub fn may_search(&mut self) -> bool {
        const MOST_SEARCHES: usize = 100;
        self.n_searches += 1;
        self.n_searches <= MOST_SEARCHES
    }

    /// Adds a diagnostic about the token `at`. In an included file it cannot be mended from here, and
    /// its place there is given beside it.
    pub fn push(&mut self, at: TokenIdx, mut diagnostic: Diagnostic) {
        let file = self.source.file_of(at);
        if file != 0
            && let Some(it) = self.source.file(file)
        {
            diagnostic.fixes.clear();
            diagnostic.related.insert(
                0,
                Related {
                    path: Some(it.path.clone()),
                    range: self.source.local_range(at),
                    message: "in this included file".to_owned(),
                },
            );
        }
        self.list.push(diagnostic);
    }
}
