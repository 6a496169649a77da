//! Every code of the trace configurations: a text that has it and one that does not, and every fix of
//! it carried out: the diagnostic is gone, no error has come, and the bytes outside stay.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test that panics has found something"
)]

use std::collections::BTreeSet;
use std::sync::Arc;

use bobbin_core::diagnostics::{Diagnostic, Fix};
use bobbin_core::{Document, HostFacts, Input};
use bobbin_testing::fixes::{FixRow, Fixed, check_all, check_table};
use bobbin_testing::{Random, corpus};

/// Fixes that the corpus has no text for.
#[rustfmt::skip]
const TABLE: &[FixRow] = &[
    ("missing-equals", "Insert `=`", "[OpenMP.default]\n  trace_mode OFF\n", "[OpenMP.default]\n  trace_mode = OFF\n"),
    ("missing-equals", "Make it a comment", "[OpenMP.default]\n  what is this\n", "[OpenMP.default]\n  # what is this\n"),
    ("before-first-section", "Make it a comment", "a = 1 # b\n[OpenMP.default]\n", "# a = 1 # b\n[OpenMP.default]\n"),
    ("missing-bracket", "Add `]`", "[OpenMP.default  # c\n", "# c\n[OpenMP.default]\n"),
    ("missing-bracket", "Add `]`", "[Knob]\n[MPI.rank(0) : MPI.default # c\n", "[Knob]\n# c\n[MPI.rank(0)] : MPI.default\n"),
    ("unclosed-header", "Add `]`", "[Knob : x]\n  [MPI.rank(0) : MPI.default # c\n", "[Knob : x]\n  # c\n  [MPI.rank(0) : MPI.default]\n"),
    ("header-tail", "Put it above as a comment", "[MPI.rank(0)] ; note 1\n", "# ; note 1\n[MPI.rank(0)]\n"),
    ("header-tail", "Put it above as a comment", "[MPI.rank(0) : MPI.default] note\n", "# note\n[MPI.rank(0) : MPI.default]\n"),
    ("trailing-comment", "Put the comment above", "[MPI.default]\n MPI_Send = on ; note\n", "[MPI.default]\n # ; note\n MPI_Send = on\n"),
    ("switch-word", "Change to `on`", "[MPI.default]\n MPI_Send = yes # note\n", "[MPI.default]\n # note\n MPI_Send = on\n"),
    ("switch-word", "Change to `off`", "[MPI.default]\n MPI_Send = # note\n", "[MPI.default]\n # note\n MPI_Send = off\n"),
    ("unknown-mode", "Change to `OFF`", "[MPI.default]\n trace_mode = OF ; c\n", "[MPI.default]\n # ; c\n trace_mode = OFF\n"),
    ("trigger", "Change to `all`", "[Lexgion.default]\n max_num_traces = 1\n window_timeout = 1\n window_end_trigger = al # c\n", "[Lexgion.default]\n max_num_traces = 1\n window_timeout = 1\n # c\n window_end_trigger = all\n"),
    ("header-tail", "Put the comment above", "[Knob : x]\n[MPI.rank(0) : MPI.default]  # c ]]\n", "[Knob : x]\n# c ]]\n[MPI.rank(0) : MPI.default]\n"),
    ("ignored-part", "Remove it", "[OpenMP.default] : MPI.default\n", "[OpenMP.default]\n"),
    ("ignored-part", "Remove it", "[Lexgion.default] : OpenMP.default : OpenMP.thread(1)\n", "[Lexgion.default] : OpenMP.default\n"),
    ("ignored-part", "Remove it", "[RESET Lexgion(MPI).default] : OpenMP.default\n", "[RESET Lexgion(MPI).default]\n"),
    ("ignored-part", "Remove it", "[REMOVE Lexgion(0x1)] : : MPI.rank(0)\n", "[REMOVE Lexgion(0x1)]\n"),
    ("ignored-part", "Remove it", "[Lexgion(0x1)] : OpenMP.default : OpenMP.thread(1) : more\n", "[Lexgion(0x1)] : OpenMP.default : OpenMP.thread(1)\n"),
    ("ignored-part", "Make it the constraint", "[Lexgion(0x1)] : : :MPI.rank(0-3)\n", "[Lexgion(0x1)] : : MPI.rank(0-3)\n"),
    ("silenced-region", "Make it the constraint", "[Lexgion(0x1)] : MPI.default : : MPI.rank(0)\n", "[Lexgion(0x1)] : MPI.default : MPI.rank(0)\n"),
    ("silenced-region", "Remove the blank constraint", "[Lexgion(0x1)] : MPI.default : \n", "[Lexgion(0x1)] : MPI.default \n"),
    ("seed-header", "Remove what is ignored inside the bracket", "[Lexgion(0x10): OpenMP.default] : MPI.default\n", "[Lexgion(0x10)] : MPI.default\n"),
    ("seed-header", "Let the parts on both sides of the bracket count", "[Lexgion(0x10): OpenMP.default] : MPI.default\n", "[Lexgion(0x10)] : OpenMP.default, MPI.default\n"),
    ("seed-header", "Let the parts on both sides of the bracket count", "[Lexgion.default: OpenMP.default] : MPI.default\n", "[Lexgion.default] : OpenMP.default, MPI.default\n"),
    ("body-not-read", "Make the body a comment", "[OpenMP.default]\n[RESET OpenMP.default]\n  trace_mode = OFF\n\n  OpenMP.thread = (0-3)\n",
        "[OpenMP.default]\n[RESET OpenMP.default]\n  # trace_mode = OFF\n\n  # OpenMP.thread = (0-3)\n"),
    ("bad-parent", "Make it a constraint", "[Lexgion(0x60)]::MPI.rank(0)\n", "[Lexgion(0x60)]: : MPI.rank(0)\n"),
    ("bad-parent", "Make it a constraint", "[Lexgion(0x60)] :: MPI.rank(0)\n", "[Lexgion(0x60)] : : MPI.rank(0)\n"),
    ("bad-parent", "Make it a constraint", "[Lexgion(0x60)] :MPI.rank(0)\n", "[Lexgion(0x60)] : : MPI.rank(0)\n"),
    ("bad-parent", "Remove it", "[Lexgion.default] : MPI.rank(0) # c\n", "# c\n[Lexgion.default]\n"),
    ("bad-parent", "Remove it", "[Lexgion(MPI).default] :: MPI.rank(0)\n", "[Lexgion(MPI).default]\n"),
    ("odd-parent", "Remove it", "[Knob : x]\n[Lexgion.default: MPI.rank(0)]\n", "[Knob : x]\n[Lexgion.default]\n"),
    ("odd-parent", "Make it a constraint", "[Lexgion(0x60):: MPI.rank(0)]\n", "[Lexgion(0x60): : MPI.rank(0)]\n"),
    ("odd-parent", "Change to `MPI.default`", "[MPI.rank(1)] : MPI\n", "[MPI.rank(1)] : MPI.default\n"),
    ("odd-parent", "Change to `MPI.default`", "[MPI.rank(1) : MPI]\n", "[MPI.rank(1) : MPI.default]\n"),
    ("bad-parent", "Change to `OpenMP.default`", "[Lexgion(0x3)] : OpenMP.thread(1,2), MPI.default\n", "[Lexgion(0x3)] : OpenMP.default, MPI.default\n"),
    ("outdated-spelling", "Write `INTROSPECT:-1`", "[Lexgion.default]\n  max_num_traces = 5\n  window_end_action = PAUSE:0:a.sh:MONITORING\n",
        "[Lexgion.default]\n  max_num_traces = 5\n  window_end_action = INTROSPECT:-1:a.sh:MONITORING\n"),
    ("outdated-spelling", "Write `INTROSPECT`", "[Lexgion.default]\n  max_num_traces = 5\n  window_end_action = PAUSE:3:a.sh:MONITORING\n",
        "[Lexgion.default]\n  max_num_traces = 5\n  window_end_action = INTROSPECT:3:a.sh:MONITORING\n"),
    ("odd-number", "Write `32`", "[Lexgion.default]\n  max_num_traces = 0x20\n", "[Lexgion.default]\n  max_num_traces = 32\n"),
    ("odd-number", "Write `0`", "[Lexgion.default]\n  max_num_traces = 0x20\n", "[Lexgion.default]\n  max_num_traces = 0\n"),
    ("odd-number", "Write `10`", "[Lexgion.default]\n  max_num_traces = 10k\n", "[Lexgion.default]\n  max_num_traces = 10\n"),
    ("odd-number", "Write `10000`", "[Lexgion.default]\n  max_num_traces = 10k\n", "[Lexgion.default]\n  max_num_traces = 10000\n"),
    ("odd-number", "Write `1000`", "[Lexgion.default]\n  max_num_traces = 1e3\n", "[Lexgion.default]\n  max_num_traces = 1000\n"),
    ("odd-number", "Write `1`", "[Lexgion.default]\n  max_num_traces = 4294967297\n", "[Lexgion.default]\n  max_num_traces = 1\n"),
    ("odd-parent", "Put the comment above", "[MPI.rank(1)] : MPI.default # c\n", "# c\n[MPI.rank(1)] : MPI.default\n"),
    ("mode-in-punits", "Make it a comment", "[MPI.rank(1)]\n  trace_mode = OFF\n", "[MPI.rank(1)]\n  # trace_mode = OFF\n"),
    ("extra-parent", "Remove `MPI.default`", "[OpenMP.thread(1)] : OpenMP.default, MPI.default # a, b\n", "[OpenMP.thread(1)] : OpenMP.default # a, b\n"),
    ("loose-default", "Change to `MPI.default`", "[MPI.defaults # b]\n", "# b\n[MPI.default]\n"),
    ("odd-parent", "Change to `MPI.default`", "[Knob : x]\n[Lexgion(0x1): MPJ.default] # b\n", "[Knob : x]\n[Lexgion(0x1): MPI.default] # b\n"),
    ("extra-parent", "Remove `MPI.default`", "[OpenMP.thread(1)] : OpenMP.default, MPI.default\n", "[OpenMP.thread(1)] : OpenMP.default\n"),
    ("odd-parent", "Remove `foo`", "[MPI.rank(0)] : foo, MPI.default\n", "[MPI.rank(0)] : MPI.default\n"),
    ("odd-parent", "Remove `,`", "[MPI.rank(0)] : , MPI.default\n", "[MPI.rank(0)] : MPI.default\n"),
    ("odd-parent", "Remove `Lexgion.default`", "[OpenMP.thread(1)] : Lexgion.default, OpenMP.default\n", "[OpenMP.thread(1)] : OpenMP.default\n"),
    ("odd-parent", "Remove `Lexgion.default`", "[OpenMP.thread(1) : Lexgion.default, OpenMP.default]\n", "[OpenMP.thread(1) : OpenMP.default]\n"),
    ("bad-id-list", "Change to `1, 3, 4-8`", "[Lexgion(0x1)] : : OpenMP.thread(1;3,,8-4)\n", "[Lexgion(0x1)] : : OpenMP.thread(1, 3, 4-8)\n"),
    ("bad-id-list", "Change to `*`", "[REMOVE OpenMP.thread( * )]\n", "[REMOVE OpenMP.thread(*)]\n"),
    ("id-1024", "Remove 1024", "[Lexgion(0x1)] : : OpenMP.thread(1, 1024)\n", "[Lexgion(0x1)] : : OpenMP.thread(1)\n"),
    ("misplaced-key", "Make it a comment", "[Lexgion.default]\n  trace_mode = OFF\n", "[Lexgion.default]\n  # trace_mode = OFF\n"),
    ("repeated-key", "Make it a comment", "[Lexgion.default]\n  tracing_rate = 2 \n  tracing_rate = 3\n", "[Lexgion.default]\n  # tracing_rate = 2 \n  tracing_rate = 3\n"),
    ("unknown-key", "Make it a comment", "[Lexgion.default]\n  colour = red\n", "[Lexgion.default]\n  # colour = red\n"),
    ("unknown-key", "Make it a comment", "[Lexgion.default]\n  = red\n", "[Lexgion.default]\n  # = red\n"),
    ("region-tail", "Remove it", "[Lexgion(0x20)x]\n", "[Lexgion(0x20)]\n"),
    ("region-tail", "Remove it", "[Lexgion.default : MPI]\n[Lexgion(0x20) x : MPI]\n", "[Lexgion.default : MPI]\n[Lexgion(0x20) : MPI]\n"),
    ("region-tail", "Put the comment above", "[Lexgion(0x20) # c]\n", "# c\n[Lexgion(0x20)]\n"),
    ("region-tail", "Change to `Lexgion(MPI).default`", "[Lexgion(MPI).Default] : MPI.default\n", "[Lexgion(MPI).default] : MPI.default\n"),
    ("region-tail", "Change to `Lexgion(MPI).default`", "[Lexgion( MPI ) .default # c]\n", "# c\n[Lexgion(MPI).default]\n"),
    ("event-not-installed", "Make it a comment", "[OpenMP.default]\n  = on\n", "[OpenMP.default]\n  # = on\n"),
    ("huge-limit", "Change to `-1`", "[Lexgion.default]\n  max_num_traces = -5\n", "[Lexgion.default]\n  max_num_traces = -1\n"),
    ("negative-seconds", "Change to `0`", "[Lexgion.default]\n  window_timeout = -5\n", "[Lexgion.default]\n  window_timeout = 0\n"),
    ("rotate-time", "Write `1000`", "[CUDA.default]\n  device_activity = rotate_per_node:soon\n", "[CUDA.default]\n  device_activity = rotate_per_node:1000\n"),
    ("open-events", "Inherit `OpenMP.default`", "[OpenMP.default]\n  omp_work = off\n[Lexgion(0x1)]\n  tracing_rate = 2\n", "[OpenMP.default]\n  omp_work = off\n[Lexgion(0x1)] : OpenMP.default\n  tracing_rate = 2\n"),
    ("zero-rate", "Change to `1`", "[Lexgion.default]\n  tracing_rate = 0\n", "[Lexgion.default]\n  tracing_rate = 1\n"),
    ("odd-scope", "Write `(0-3)`", "[OpenMP.default]\n  OpenMP.thread = (0-3-9)\n[Lexgion(0x1)] : : OpenMP.thread(1)\n",
        "[OpenMP.default]\n  OpenMP.thread = (0-3)\n[Lexgion(0x1)] : : OpenMP.thread(1)\n"),
    ("bad-node-policy", "Change to `off`", "[Energy]\n  measure = no\n", "[Energy]\n  measure = off\n"),
    ("unknown-mode", "Change to `OFF`", "[MPI.default]\n  trace_mode = none\n", "[MPI.default]\n  trace_mode = OFF\n"),
    ("unknown-mode", "Change to `TRACING`", "[MPI.default]\n  trace_mode = yes\n", "[MPI.default]\n  trace_mode = TRACING\n"),
    ("bad-node-policy", "Change to `leader_per_node`", "[Energy]\n  measure = leader_pernode\n", "[Energy]\n  measure = leader_per_node\n"),
    ("action-domain", "Change to `MPI`", "[Lexgion.default]\n  window_end_action = MPII:OFF\n", "[Lexgion.default]\n  window_end_action = MPI:OFF\n"),
    ("timeout-unused", "Make it a comment", "[Lexgion(0x1)]\n  window_timeout = 5\n", "[Lexgion(0x1)]\n  # window_timeout = 5\n"),
];

/// Codes that no fix is offered for, because only a person can know what was meant, with a text that
/// has it and one much like it that does not.
#[rustfmt::skip]
const WITHOUT_FIX: &[(&str, &str, &str)] = &[
    ("narrowed-constraint", "[Lexgion(0x1)] : : MPI.rank(0-9)\n[MPI.default]\n  MPI.rank = (0-3)\n", "[MPI.default]\n  MPI.rank = (0-3)\n[Lexgion(0x1)] : : MPI.rank(0-9)\n"),
    ("narrowed-constraint", "[Lexgion(0x1)] : : MPI.rank(0-9)\n[MPI.default]\n  MPI.rank = (0-3)\n", "[Lexgion(0x1)] : : MPI.rank(0-9)\n[Lexgion(0x1)] : : MPI.rank(0-2)\n[MPI.default]\n  MPI.rank = (0-3)\n"),
    ("narrowed-constraint", "[Lexgion(0x1)] : : MPI.rank(0-9)\n[MPI.default]\n  MPI.rank = (0-3)\n", "[Lexgion(0x1)] : : MPI.rank(0-9)\n[MPI.default]\n  MPI.rank = (0-3)\n[REMOVE Lexgion(0x1)]\n"),
    ("shadowed-region", "[Lexgion(f)]\n[Lexgion(MPI:f)]\n", "[Lexgion(MPI:f)]\n[Lexgion(f)]\n"),
    ("constraint-not-asked", "[Lexgion(0x1)] : OpenMP.default : MPI.rank(0)\n", "[Lexgion(0x1)] : MPI.default : MPI.rank(0)\n"),
    ("mode-variable", "# with PINSIGHT_TRACE_MPI=OFF\n[MPI.default]\n  trace_mode = TRACING\n", "# with PINSIGHT_TRACE_CUDA=OFF\n[MPI.default]\n  trace_mode = TRACING\n"),
    ("regions-unused", "[Lexgion.default: OpenMP.default]\n[Lexgion(0x1)]\n[Lexgion(0x2)]\n  tracing_rate = 2\n", "[Lexgion.default: OpenMP.default]\n[Lexgion(0x1)]\n[Lexgion(0x2)]\n"),
    ("taken-default", "[Lexgion.default: OpenMP.default]\n[Lexgion(0x1)]\n  tracing_rate = 2\n", "[Lexgion.default: OpenMP.default]\n[Lexgion(0x1)]\n"),
    ("text-cut", "[Lexgion(Python:@@128x)]\n", "[Lexgion(Python:@@127x)]\n"),
    ("unknown-variable", "# with PINSIGHT_TRACE_MIP=OFF\n[MPI.default]\n", "# with PINSIGHT_TRACE_MPI=OFF\n[MPI.default]\n"),
    ("unreached-end", "[Lexgion.default]\n  window_end_action = OFF\n", "[Lexgion.default]\n  window_end_action = OFF\n  max_num_traces = 5\n"),
    ("unused-action", "[RESET Knob]\n  a = 1\n", "[Knob]\n  a = 1\n"),
    ("action-policy", "[Lexgion.default]\n  window_end_action = MPI:device_activity=on\n", "[Lexgion.default]\n  window_end_action = CUDA:device_activity=on\n"),
    ("bad-introspect", "[Lexgion.default]\n  window_end_action = INTROSPECT:30\n", "[Lexgion.default]\n  window_end_action = INTROSPECT:30:/a.sh\n"),
    ("empty-ids", "[Lexgion(0x1)] : : OpenMP.thread()\n", "[Lexgion(0x1)] : : OpenMP.thread(0)\n"),
    ("endless-window", "[Lexgion.default]\n  window_end_trigger = all\n", "[Lexgion.default]\n  window_timeout = 5\n  window_end_trigger = all\n"),
    ("file-collision", "[Lexgion(Python:a.py:f)]\n[Lexgion(Python:b.py:f)]\n", "[Lexgion(Python:a.py:f)]\n[Lexgion(Python:b.py:g)]\n"),
    ("file-prefix", "[Lexgion(Python:solver:f)]\n", "[Lexgion(Python:solver.py:f)]\n"),
    ("foreign-event", "[OpenMP.default]\n  MPI_Send = off\n", "[MPI.default]\n  MPI_Send = off\n"),
    ("header-syntax", "[Lexgion(0x10]\n", "[Lexgion(0x10)]\n"),
    ("hidden-punits", "[MPI.rank(0-7)]\n[MPI.rank(0)] : : CUDA.device(0)\n", "[MPI.rank(0)] : : CUDA.device(0)\n[MPI.rank(0-7)]\n"),
    ("knob-table-full", "[Knob]\n@65   k% = %\n", "[Knob]\n@64   k% = %\n"),
    ("line-too-long", "[Knob]\n@@1030x\n", "[Knob]\n@@1000x\n"),
    ("lost-domain", "[OpenMP.thread(0), MPI.rank(0)]\n", "[OpenMP.thread(0)] : OpenMP.default : MPI.rank(0)\n"),
    ("nameless-region", "[Lexgion(a.py:)]\n", "[Lexgion(a.py:f)]\n"),
    ("never-traced", "[Lexgion.default]\n  trace_starts_at = -5\n", "[Lexgion.default]\n  trace_starts_at = 5\n"),
    ("null-address", "[Lexgion(0x0)]\n", "[Lexgion(0x1)]\n"),
    ("old-values-return", "[Lexgion(0x1)]\n  tracing_rate = 2\n[REMOVE Lexgion(0x1)]\n[Lexgion(0x1)]\n", "[Lexgion(0x1)]\n  tracing_rate = 2\n[REMOVE Lexgion(0x1)]\n[Lexgion(0x2)]\n"),
    ("open-constraint", "[Lexgion(0x1)] : : MPI.rank 0\n", "[Lexgion(0x1)] : : MPI.rank(0)\n"),
    ("openmp-name", "[Lexgion(OpenMP:loop)]\n", "[Lexgion(Python:loop)]\n"),
    ("outdated-field", "# with PINSIGHT_TRACE_WINDOW=0:5:10:OFF\n[Lexgion.default]\n", "# with PINSIGHT_TRACE_WINDOW=0:5:10:0:OFF\n[Lexgion.default]\n"),
    ("outdated-variable", "# with PINSIGHT_TRACE_RATE=0:5:10\n[Lexgion.default]\n", "# with PINSIGHT_TRACE_RATES=0:5:10\n[Lexgion.default]\n"),
    ("policy-beside-mode", "[Lexgion.default]\n  window_end_action = CUDA:OFF,CUDA:device_activity=on\n", "[Lexgion.default]\n  window_end_action = CUDA:TRACING,CUDA:device_activity=on\n"),
    ("punit-syntax", "[Lexgion(0x1)] : : MPI.rank 0\n", "[Lexgion(0x1)] : : MPI.rank(0)\n"),
    ("punits-removed", "[MPI.rank(0)]\n[REMOVE MPI.rank(*)]\n", "[MPI.rank(0)]\n"),
    ("punits-unused", "[MPI.rank(0)]\n", "[Lexgion(0x1)] : : MPI.rank(0)\n"),
    ("reading-stopped", "[Lexgion.default: OpenMP.default]\n[MPI.default: OpenMP.default]\n", "[Lexgion.default: OpenMP.default]\n[MPI.default]\n"),
    ("region-crash", "@513 [Lexgion(0x1%)]\n", "@512 [Lexgion(0x1%)]\n"),
    ("region-dropped", "@513 [Lexgion(0x1%): MPI]\n", "@512 [Lexgion(0x1%): MPI]\n"),
    ("region-table-full", "@513 [Lexgion(Python:f%)]\n", "@512 [Lexgion(Python:f%)]\n"),
    ("remove-by-name", "[Lexgion(Python:f)]\n[REMOVE Lexgion(Python:f)]\n", "[Lexgion(0x1)]\n[REMOVE Lexgion(0x1)]\n"),
    ("remove-punits", "[REMOVE OpenMP.thread(0-3)]\n", "[REMOVE OpenMP.thread(*)]\n"),
    ("remove-refused", "[REMOVE OpenMP.default]\n", "[RESET OpenMP.default]\n"),
    ("repeated-kind", "[Lexgion(0x1)] : : MPI.rank(0), MPI.rank(1)\n", "[Lexgion(0x1)] : : MPI.rank(0, 1)\n"),
    ("repeated-punits", "[MPI.rank(0)]\n[MPI.rank(0)]\n", "[MPI.rank(0)]\n[MPI.rank(1)]\n"),
    ("repeated-section", "[OpenMP.default]\n[OpenMP.default]\n", "[OpenMP.default]\n[MPI.default]\n"),
    ("broken-target", "[MPI.rank 0: MPI.default]\n", "[MPI.rank 0] : MPI.default\n"),
    ("reset-punits", "[RESET OpenMP.thread(0)]\n", "[RESET Lexgion(0x20)]\n"),
    ("reset-refused", "[RESET Lexgion(0x20)]\n", "[RESET Lexgion.default]\n"),
    ("restarted-section", "[Lexgion(MPI).default]\n  tracing_rate = 2\n[Lexgion(MPI).default]\n", "[Lexgion(MPI).default]\n  tracing_rate = 2\n[Lexgion(CUDA).default]\n"),
    ("scope-unused", "[MPI.default]\n  MPI.rank = (0-3)\n", "[MPI.default]\n  MPI.rank = (0-3)\n[Lexgion(0x1)] : : MPI.rank(1)\n"),
    ("script-without-rotation", "[Lexgion.default]\n  window_end_action = INTROSPECT:0:/a.sh:TRACING\n", "[Lexgion.default]\n  window_end_action = INTROSPECT:5:/a.sh:TRACING\n"),
    ("stale-copy", "[Lexgion(0x1)] : OpenMP.default\n[OpenMP.default]\n  omp_work = off\n", "[OpenMP.default]\n  omp_work = off\n[Lexgion(0x1)] : OpenMP.default\n"),
    ("too-many-items", "[Lexgion(0x1@@64, 0x1)]\n", "[Lexgion(0x1@@63, 0x1)]\n"),
    ("zero-limit", "[Lexgion.default]\n  max_num_traces = 0\n", "[Lexgion.default]\n  max_num_traces = -1\n"),
    ("window-variable", "# with PINSIGHT_TRACE_WINDOW=0:5:10:0\n[Lexgion.default]\n", "# with PINSIGHT_TRACES=0:5:10:0\n[Lexgion.default]\n"),
];

/// Expands a text: a line that begins with `@N` stands N times, with its number for `%`; a line
/// `@@Nx` is N letters, and `@@N, a` is `, a` N times.
fn expanded(text: &str) -> String {
    let mut res = String::new();
    for line in text.split_inclusive('\n') {
        let number = |it: &str| it.find(|it: char| !it.is_ascii_digit()).unwrap_or(it.len());
        if let Some((before, rest)) = line.split_once("@@") {
            let (n, what) = rest.split_at(number(rest));
            let end = what.find([')', '\n']).unwrap();
            res += before;
            res += &what[..end].repeat(n.parse().unwrap());
            res += &what[end..];
        } else if let Some(rest) = line.strip_prefix('@') {
            let (n, what) = rest.split_at(number(rest));
            let n: usize = n.parse().unwrap();
            res.extend((0..n).map(|it| what.trim_start().replace('%', &it.to_string())));
        } else {
            res += line;
        }
    }
    res
}

fn findings(text: &str) -> Vec<Diagnostic> {
    let mut host = HostFacts::default();
    let named = text.lines().next().unwrap_or_default().strip_prefix("# with ");
    if let Some((name, value)) = named.and_then(|it| it.split_once('=')) {
        host.env.insert(name.to_owned(), value.to_owned());
    }
    let input = Input { host: Arc::new(host), ..Input::alone("t.trace", text) };
    bobbin_pinsight::parse(&input).diagnostics()
}

/// Lists what is wrong with a fix, beyond the text that it makes.
fn faults(fixed: &Fixed<'_>) -> Vec<String> {
    // Behind what stops the reading nothing was judged.
    let stopped = matches!(fixed.diagnostic.code.name, "missing-bracket" | "byte-order-mark");
    let mut res = fixed.faults();
    if !stopped {
        res.extend(fixed.new_errors().iter().map(|it| format!("a new error: {it}")));
    }
    res
}

#[test]
fn every_fix_mends_what_it_says() {
    check_table(TABLE, findings, faults);
}

/// Of every text of the corpus, and of what chance makes of it, every fix is carried out.
#[test]
fn fixes_of_all_texts() {
    const MOST_OF_A_KIND: usize = 60;
    let texts = corpus(&bobbin_pinsight::INFO).into_iter().map(|it| it.1);
    let texts: Vec<String> = texts.chain(TABLE.iter().map(|it| it.2.to_owned())).collect();
    let code = |it: &Diagnostic, _: &Fix| it.code.name;
    let seen =
        check_all(&texts, (Random(11), 7, MOST_OF_A_KIND), findings, code, |it, is_random| {
            match (is_random, it.diagnostic.code.name) {
                // Of several headers one may have no other form.
                (true, "seed-dialect") => Vec::new(),
                // One mistake may have kept another from being seen.
                (true, _) => it.faults(),
                (false, _) => faults(it),
            }
        });
    let known: BTreeSet<&str> = bobbin_pinsight::INFO.codes.iter().map(|it| it.name).collect();
    let fixed: BTreeSet<&str> = seen.into_keys().collect();
    let without: BTreeSet<&str> = known.difference(&fixed).copied().collect();
    assert_eq!(without, WITHOUT_FIX.iter().map(|it| it.0).collect());
}

#[test]
fn every_code_without_a_fix_has_a_text_with_it_and_one_without() {
    let mut failed = Vec::new();
    for (code, fires, silent) in WITHOUT_FIX {
        let has = |text: &str| findings(&expanded(text)).iter().any(|it| it.code.name == *code);
        if !has(fires) {
            failed.push(format!("{code} is not in {fires:?}"));
        }
        if has(silent) {
            failed.push(format!("{code} is in {silent:?}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// What the program does not read may hold anything; read, it may stop it. Nor is a note lost.
#[test]
fn no_fix_makes_a_text_fail_or_loses_a_note() {
    let labels = |text: &str| {
        let found = bobbin_pinsight::parse(&Input::alone("x", text)).diagnostics().into_iter();
        found.flat_map(|it| it.fixes).map(|it| it.label).collect::<Vec<_>>()
    };
    assert_eq!(labels("\u{feff}[OpenMP.default\n"), [""; 0]);
    assert_eq!(labels("\u{feff}[OpenMP.default]\n"), ["Remove the byte order mark"]);
    assert_eq!(labels("[OPENMP.thread(3-1)]\n"), [""; 0]);
    assert_eq!(
        labels("[OPENMP.thread(3)]\n").first().map(String::as_str),
        Some("Change to `OpenMP.thread`")
    );
    assert_eq!(labels("[Lexgion(0x10)]\ntracing_rate = 10; why\n"), [""; 0]);
    assert_eq!(labels("[Lexgion(0x10)]\ntracing_rate = 10x\n"), ["Write `10`"]);
    assert_eq!(labels("[Knob]\na = one ; two\n"), [""; 0]);
    // What is copied is what stands above (pinsight.md#inheritance).
    let off = "[OpenMP.default]\nomp_work = off\n";
    let region = "[Lexgion(0x10)]\nmax_num_traces = 5\n";
    assert_eq!(labels(&format!("{region}{off}")), [""; 0]);
    assert_eq!(labels(&format!("{off}{region}")), ["Inherit `OpenMP.default`"]);
    // A copy of the start would count with its own rate.
    let late = "[Lexgion.default]\ntrace_starts_at = 3\ntracing_rate = 10\n";
    assert_eq!(labels(late), ["Write `trace_starts_at = 9`"]);
    assert_eq!(labels(&format!("{late}[Lexgion(0x20)]\ntracing_rate = 1\n")), [""; 0]);
}

/// A constraint that never holds once it counts, or is refused, is not what was meant.
#[test]
fn what_becomes_a_constraint_by_itself_is_one_that_can_hold() {
    let is_guess = |text: &str| {
        let found = findings(text).into_iter().filter(|it| it.code.name == "bad-parent");
        let fixes: Vec<bool> = found.flat_map(|it| it.fixes).map(|it| it.is_guess).collect();
        assert_eq!(fixes.len(), 1, "{text}");
        fixes[0]
    };
    assert!(!is_guess("[Lexgion(0x10)]::MPI.rank(5)\nmax_num_traces = 5\n"));
    assert!(is_guess("[Lexgion(0x10)]::MPI.rank(500)\nmax_num_traces = 5\n"));
    assert!(is_guess("[Lexgion(0x10)]::Foo.rank(0)\nmax_num_traces = 5\n"));
    let refused = "[Lexgion(foo)] : : MPI.rank(5-)\n";
    assert!(is_guess(&format!("[Lexgion(0x10)]::HIP.device(*)\n{refused}")));
    assert!(!is_guess(&format!("[Lexgion(0x10)]::HIP.device(1)\n{refused}")));
}

/// pinsight.md#reading-a-header and pinsight.md#punit-lists
#[test]
fn a_parenthesis_that_is_missing_is_told_of_once() {
    let codes = |text: &str| {
        let found = findings(text).into_iter().map(|it| it.code.name);
        found.filter(|it| ["punit-syntax", "header-syntax"].contains(it)).collect::<Vec<_>>()
    };
    assert_eq!(codes("[OpenMP.team(0-]\nOpenMP.thread(3) = ON\n"), ["punit-syntax"]);
    assert_eq!(codes("[OpenMP.team(0]\n"), ["punit-syntax"]);
    assert_eq!(codes("[Lexgion(0x10]\n"), ["header-syntax"]);
}

/// pinsight.md#what-stops-a-current-file and pinsight.md#what-stops-a-seed-file: nothing is said of lines that the
/// program never comes to.
#[test]
fn what_is_below_the_end_of_reading_is_not_told_of() {
    for (text, expected) in [
        (
            "[OpenMP.default]\n trace_mode = MAYBE\n[MPI.default\n\n trace_mode = OFF\n# c\nnonsense\n[Lexgion(\n",
            &["unknown-mode", "missing-bracket: the 3 lines below are not read"][..],
        ),
        ("[MPI.default\n# nothing\n", &["missing-bracket"]),
        (
            "[Lexgion(0x10): OpenMP.default]\n[]\nnonsense\n",
            &[
                "seed-dialect",
                "reading-stopped: the program of February 2026 does not read the line below",
            ],
        ),
        // A header without a bracket stops only today's program.
        (
            "[Lexgion(0x10): OpenMP.default]\n[\nnonsense\n",
            &[
                "seed-dialect",
                "reading-stopped: the program of February 2026 does not read the line below",
                "unclosed-header",
            ],
        ),
    ] {
        let told: Vec<_> = findings(text)
            .into_iter()
            .map(|it| match it.help.filter(|help| help.contains("not read")) {
                Some(help) => format!("{}: {help}", it.code.name),
                None => it.code.name.to_owned(),
            })
            .collect();
        assert_eq!(told, expected, "{text}");
    }
}

/// The program reads a long line in pieces: the second one may begin anywhere.
#[test]
fn no_mark_is_put_into_a_word_that_is_cut() {
    let fixes_of_last = |n: usize| {
        let text = format!("OpenMP.thread(3{} # note\n", ",".repeat(n));
        let found = bobbin_pinsight::parse(&Input::alone("a.trace", &text)).diagnostics();
        found.iter().rfind(|it| it.code.name == "missing-equals").unwrap().fixes.len()
    };
    assert_eq!(fixes_of_last(1023 - 15 - 5), 0);
    assert_eq!(fixes_of_last(1023 - 15 - 3), 1);
}
