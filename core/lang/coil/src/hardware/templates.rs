//! Beginnings of new files.

use bobbin_core::view::Template;

/// Beginnings of new files, the commonest first.
pub static TEMPLATES: &[Template] = &[
    Template {
        id: "cpu",
        title: "One CPU",
        about: "A CPU with a few features, resources and a calling convention.",
        file_name: "hardware.coilcfg.txt",
        text: include_str!("templates/cpu.coilcfg.txt"),
    },
    Template {
        id: "cpu-gpu",
        title: "CPU and GPU",
        about: "Two units in one file, with dotted sections that say whose they are.",
        file_name: "hardware.coilcfg.txt",
        text: include_str!("templates/cpu-gpu.coilcfg.txt"),
    },
];
