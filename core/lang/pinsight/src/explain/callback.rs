//! The questions that the callback of an event asks (pinsight.md#domain-callbacks).

use crate::tables::{Domain, Event};

/// The rules that the callback of an event asks.
pub(super) struct Callback {
    /// The reason why the event is never emitted.
    pub(super) never: Option<&'static str>,
    /// The event whose switch counts; none if no switch is asked.
    pub(super) switch: Option<&'static Event>,
    pub(super) asks_constraint: bool,
    pub(super) asks_triple: bool,
    /// A remark for people; may be empty.
    pub(super) remark: &'static str,
}

/// Returns the callback of today's program.
pub(super) fn callback(domain: Domain, event: &'static Event) -> Callback {
    let full = Callback {
        never: None,
        switch: Some(event),
        asks_constraint: true,
        asks_triple: true,
        remark: "",
    };
    if !event.installed {
        return Callback { never: Some("is not installed, so the program never emits it"), ..full };
    }
    match (domain, event.name) {
        (Domain::OpenMp, "omp_thread_begin" | "omp_thread_end") => Callback {
            switch: None,
            asks_constraint: false,
            asks_triple: false,
            remark: "is always emitted while the mode is TRACING: switches, constraints and triple \
                     are not checked",
            ..full
        },
        (Domain::OpenMp, "omp_parallel_begin" | "omp_parallel_end") => Callback {
            switch: None,
            asks_constraint: false,
            remark: "checks the triple only: switches and constraints are not checked for \
                     parallel regions",
            ..full
        },
        (Domain::OpenMp, "omp_task_create" | "omp_task_schedule") => {
            Callback { never: Some("has no callback, so the program never emits it"), ..full }
        }
        (Domain::OpenMp, "omp_implicit_task") => Callback {
            remark: "follows the parallel region of the team's master; switch and constraint are \
                     asked on the worker",
            ..full
        },
        (Domain::OpenMp, "omp_work" | "omp_masked") => Callback {
            remark: "counts by its own region only if a section names that address, else by the \
                     parallel region around it",
            ..full
        },
        (Domain::OpenMp, _) => Callback {
            remark: "asks switch and constraint at explicit and worksharing barriers; the barrier at \
                     the end of a parallel region follows that region alone",
            ..full
        },
        (Domain::Python, name) if name != "pysysmon_py_start" => Callback {
            switch: domain.event("pysysmon_py_start"),
            remark: "follows the Python function around it: its own switch has no effect, that of \
                     `pysysmon_py_start` counts",
            ..full
        },
        _ => full,
    }
}

/// Returns the event whose switch counts for an event in today's program; none if no switch is asked,
/// or if the event is never emitted.
pub(crate) fn switch_of(domain: Domain, event: &'static Event) -> Option<&'static Event> {
    let callback = callback(domain, event);
    callback.switch.filter(|_| callback.never.is_none())
}
