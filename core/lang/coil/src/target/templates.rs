//! Beginnings of new files.

use bobbin_core::view::Template;

/// Beginnings of new files, the commonest first.
pub static TEMPLATES: &[Template] = &[
    Template {
        id: "x86-64-linux",
        title: "x86-64, Linux",
        about: "A 64-bit x86 CPU with the System V calling convention, ELF.",
        file_name: "x86-64-linux.coilcfg",
        text: include_str!("templates/x86-64-linux.coilcfg"),
    },
    Template {
        id: "x86-64-windows",
        title: "x86-64, Windows",
        about: "A 64-bit x86 CPU with the Windows calling convention, PE.",
        file_name: "x86-64-windows.coilcfg",
        text: include_str!("templates/x86-64-windows.coilcfg"),
    },
    Template {
        id: "arm64-macos",
        title: "ARM 64-bit, macOS",
        about: "A 64-bit ARM CPU with the Darwin calling convention, Mach-O.",
        file_name: "arm64-macos.coilcfg",
        text: include_str!("templates/arm64-macos.coilcfg"),
    },
    Template {
        id: "arm-embedded",
        title: "ARM 32-bit, embedded",
        about: "Firmware for a microcontroller, made small, as a raw image.",
        file_name: "arm-embedded.coilcfg",
        text: include_str!("templates/arm-embedded.coilcfg"),
    },
    Template {
        id: "nvidia-gpu",
        title: "NVIDIA GPU",
        about: "Kernels for GPUs of compute capability 8.0.",
        file_name: "nvidia-gpu.coilcfg",
        text: include_str!("templates/nvidia-gpu.coilcfg"),
    },
    Template {
        id: "wasm",
        title: "WebAssembly",
        about: "The default in a browser when no file is given.",
        file_name: "wasm.coilcfg",
        text: include_str!("templates/wasm.coilcfg"),
    },
];
