//! Beginnings of new files.

use bobbin_core::view::Template;

/// Beginnings of new files, the commonest first.
pub static TEMPLATES: &[Template] = &[
    Template {
        id: "pipeline",
        title: "Pipeline",
        about: "Two processes and their connections: reads the images of a list and shows them.",
        file_name: "pipeline.pipe",
        text: include_str!("templates/pipeline.pipe"),
    },
    Template {
        id: "cluster",
        title: "Cluster",
        about: "A process type made of other processes, with a key and ports of its own.",
        file_name: "cluster.cluster",
        text: include_str!("templates/cluster.cluster"),
    },
];
