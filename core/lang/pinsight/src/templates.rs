//! Beginnings of new files.

use bobbin_core::view::Template;

/// Beginnings of new files, the commonest first.
pub static TEMPLATES: &[Template] = &[
    Template {
        id: "sampling",
        title: "Sampling of OpenMP regions",
        about: "Skips the warm-up, then traces one execution of a hundred.",
        file_name: "trace_config.trace",
        text: include_str!("templates/sampling.trace"),
    },
    Template {
        id: "mpi-ranks",
        title: "MPI program",
        about: "Calls on all ranks now and then, the first 200 calls of one region on rank 0.",
        file_name: "trace_config.trace",
        text: include_str!("templates/mpi-ranks.trace"),
    },
];
