//! Trace configurations.

use bobbin_core::Input;

use super::shapes::{Adversary, joined, lines, name};

fn trace(text: &str) -> Input {
    Input::alone("text", text)
}

/// The adversaries of this language.
pub const ALL: &[Adversary] = &[
    ("a long region", |n| {
        trace(&lines(n, &format!("[Lexgion({})]\n", name(n / 2)), |it| {
            format!("  max_num_traces = {it}")
        }))
    }),
    ("a region of a fair name", |n| {
        trace(&lines(n, &format!("[Lexgion({})]\n", name(400)), |it| format!("  k{it} = 1")))
    }),
    ("a long section", |n| {
        trace(&lines(n, &format!("[{}]\n", name(n / 2)), |it| format!("  k{it} = 1")))
    }),
    ("regions", |n| {
        trace(&lines(n, "", |it| format!("[Lexgion(0x{it:x})]\n  tracing_rate = {it}")))
    }),
    ("regions with parents", |n| {
        trace(&lines(n, "[Lexgion.default]\n  tracing_rate = 5\n", |it| {
            format!("[Lexgion(0x{it:x})] : Lexgion.default, OpenMP.default, MPI.default")
        }))
    }),
    ("many ids of one list", |n| {
        trace(&(joined(n, "[OpenMP.thread(", ",", |it| (2 * it).to_string()) + ")]\n"))
    }),
    ("lists of ids", |n| {
        trace(&lines(n, "", |it| {
            let ids = joined(400, "", ",", |nth| (2 * nth + it).to_string());
            format!("[OpenMP.thread({ids})]\n  omp_work = off")
        }))
    }),
    ("wide ids", |n| {
        trace(&lines(n, "", |it| {
            format!(
                "[OpenMP.thread(0-{}), OpenMP.team(0-99999)]\n  omp_work = off",
                u32::MAX - it as u32
            )
        }))
    }),
    ("overlapping ids", |n| {
        trace(&lines(n, "", |it| {
            format!("[OpenMP.thread({it}-{})]\n  omp_work = {}", it + 50_000, ["on", "off"][it % 2])
        }))
    }),
    ("regions of one list", |n| {
        trace(
            &(joined(n, "[Lexgion(", ", ", |it| format!("0x{it:x}")) + ")]\n  tracing_rate = 1\n"),
        )
    }),
    ("lists of regions", |n| {
        trace(&lines(n, "", |it| {
            let ids = joined(400, "", ", ", |nth| format!("0x{:x}", nth + it));
            format!("[Lexgion({ids})]\n  max_num_traces = {it}")
        }))
    }),
    ("constraints", |n| {
        trace(&lines(n, "", |it| {
            format!(
                "[Lexgion(0x10)]: OpenMP.default: MPI.rank({it}), OpenMP.thread(0-{it})\n  tracing_rate = 1"
            )
        }))
    }),
    ("parents", |n| {
        trace(&(joined(n, "[Lexgion.default] : ", ", ", |_| "OpenMP.default".to_owned()) + "\n"))
    }),
    ("many keys", |n| trace(&lines(n, "[OpenMP.default]\n", |it| format!("  kkkk{it} = 1")))),
    ("one key", |n| trace(&lines(n, "[OpenMP.default]\n", |_| "  omp_work = on".to_owned()))),
    ("events", |n| trace(&lines(n, "[Lexgion(0x10)]\n", |it| format!("  OpenMP.omp_x{it} = on")))),
    ("knobs", |n| trace(&lines(n, "[Knob]\n", |it| format!("  k{it} = {it}")))),
    ("actions", |n| {
        trace(&lines(n, "", |it| {
            let word = ["SET", "RESET", "REMOVE", "ADD", "REPLACE"][it % 5];
            format!("[{word} OpenMP.thread({it})]\n  omp_work = on")
        }))
    }),
    ("huge numbers", |n| {
        trace(&lines(n, "[Lexgion(0x10)]\n", |_| {
            format!("  trace_starts_at = {}\n  tracing_rate = {}", "9".repeat(300), u64::MAX)
        }))
    }),
    ("windows", |n| {
        trace(&lines(n, "", |it| {
            format!(
                "[Lexgion(0x{it:x})]\n  trace_starts_at = 4000000000\n  max_num_traces = 4000000000\n  tracing_rate = 1\n  window_end_action = INTROSPECT:{it}:/x.sh:TRACING"
            )
        }))
    }),
    ("a long window action", |n| {
        let head = "[Lexgion(0x10)]\n  window_end_action = ";
        trace(&(joined(n, head, ",", |_| "OpenMP:MONITORING".to_owned()) + "\n"))
    }),
    ("old headers", |n| {
        trace(&lines(n, "", |it| {
            format!("[Lexgion({it}): Lexgion.default, OpenMP.default]\n  max_num_traces = 1")
        }))
    }),
    ("a long comment", |n| trace(&format!("# {}\n", name(n)))),
    ("a long value", |n| trace(&format!("[OpenMP.default]\n  k = {}\n", name(n)))),
    ("a long line of signs", |n| trace(&joined(n, "", "", |_| "[(,".to_owned()))),
    ("sections on one line", |n| trace(&joined(n, "", " ", |_| "[OpenMP.default]".to_owned()))),
    ("parentheses", |n| trace(&joined(n, "[Lexgion", "", |_| "(".to_owned()))),
    ("broken headers", |n| trace(&lines(n, "", |_| "[OpenMP.default".to_owned()))),
];
