//! A machine as a hardware description (coil.md#describing-a-machine).
//!
//! Nothing is looked up here: whoever calls says what the system, or the browser, told, and how.
//! What nobody told is left out.

use std::fmt::Write as _;

use super::capabilities::{Source, keys, virtual_registers};
use super::model::{Model, Resource, Unit};
use super::print::print;
use super::tables;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::{Cache, Gpu, Machine};

/// `enum config_flags`: found out from the hardware.
const AUTODETECTED: u8 = 1 << 2;

/// `enum resource_flags`: shared between units.
const SHARED: u16 = 1;

/// The features of every WebGPU adapter, by the standard.
const WEBGPU: &[&str] = &[
    "integer",
    "float32",
    "atomic",
    "threads",
    "barrier",
    "local_mem",
    "texture",
    "gpu_barrier",
    "gpu_atomic",
    "gpu_texture",
    "gpu_rasterize",
    "gpu_interp",
    "gpu_compute_shader",
    "gpu_graphics_pipeline",
    "gpu_shared_memory",
    "gpu_texture_units",
];

/// The features that those of WebGPU add.
const WEBGPU_FEATURES: &[(&str, &[&str])] = &[
    ("shader-f16", &["half_precision", "gpu_fp16_math"]),
    ("subgroups", &["reduction", "gpu_vote", "gpu_shuffle", "gpu_reduce", "gpu_scan"]),
];

/// Returns the text of a description of `machine`, with the flag `autodetected`. It compiles
/// without a diagnostic.
///
/// # Examples
///
/// ```
/// use bobbin_coil::hardware::machine::describe;
/// use bobbin_core::view::Machine;
///
/// let machine = Machine {
///     architecture: "x86_64".to_owned(),
///     flags: vec!["avx2".to_owned()],
///     cores: Some(4),
///     ..Machine::default()
/// };
/// let text = describe(&machine);
/// assert!(text.contains("flags = autodetected"));
/// assert!(text.contains("simd_256bit = true"));
/// ```
#[must_use]
pub fn describe(machine: &Machine) -> String {
    let mut units = vec![cpu(machine)];
    units.extend(machine.gpu.as_ref().map(gpu));
    let model = Model { version: [0, 1, 0], flags: AUTODETECTED, units, ..Model::default() };
    let (text, _) = print(&model);
    let mut head = String::new();
    for it in &machine.sources {
        _ = writeln!(head, "; {}", plain(it));
    }
    head + &text
}

/// Words that fit on a line and end no string.
fn plain(text: &str) -> String {
    let plain = text.split(|it: char| it.is_control()).collect::<Vec<_>>().join(" ");
    plain.trim().to_owned()
}

/// Returns the list with the names of an architecture's features.
fn source(architecture: &str) -> Option<(Source, &'static str)> {
    match architecture {
        "x86_64" | "x86" => Some((Source::X86, "x86_64")),
        "aarch64" => Some((Source::Arm64, "aarch64")),
        "riscv64" => Some((Source::Riscv, "riscv64")),
        "wasm32" => Some((Source::Wasm, "wasm32")),
        _ => None,
    }
}

fn cpu(machine: &Machine) -> Unit {
    let mut unit = Unit {
        name: plain(&machine.name),
        vendor: plain(&machine.vendor),
        model: plain(&machine.model),
        features: Some([0; 8]),
        ..Unit::default()
    };
    if let Some((source, baseline)) = source(&machine.architecture) {
        for key in keys(Source::Baseline, baseline).unwrap_or_default() {
            unit.set(key, true);
        }
        for flag in &machine.flags {
            for key in keys(source, flag).unwrap_or_default() {
                unit.set(key, true);
            }
        }
    }
    if machine.architecture == "x86" {
        unit.set("64bit_support", false);
    }
    // Address widths are one-hot (coil.md#describing-a-machine).
    if unit.has("virtual_64bit") {
        unit.set("virtual_32bit", false);
    }
    width(&mut unit, "physical_", machine.physical_bits);
    width(&mut unit, "virtual_", machine.virtual_bits);
    if matches!(machine.architecture.as_str(), "x86_64" | "aarch64") && !machine.is_in_order {
        for key in ["branch_pred", "speculative_exec", "out_of_order"] {
            unit.set(key, true);
        }
    }
    unit.set("multicore", machine.cores.is_some_and(|it| it > 1));
    let has_threads =
        machine.threads.zip(machine.cores).is_some_and(|(threads, cores)| threads > cores);
    unit.set("multithread", has_threads);
    unit.set("multiprocessor", machine.sockets.is_some_and(|it| it > 1));
    registers(&mut unit, machine);
    resources(&mut unit, machine);
    unit
}

/// Writes the widest width with a name that is not beyond the real one.
fn width(unit: &mut Unit, prefix: &str, bits: Option<u16>) {
    let Some(bits) = bits else { return };
    let read = |key: &'static str| -> Option<(u16, &'static str)> {
        let width = key.strip_prefix(prefix)?.strip_suffix("bit")?.parse().ok()?;
        Some((width, key))
    };
    let known: Vec<_> = tables::all_features(0).filter_map(|(_, it)| read(it.key)).collect();
    known.iter().for_each(|it| unit.set(it.1, false));
    if let Some((_, key)) = known.iter().filter(|it| it.0 <= bits).max() {
        unit.set(key, true);
    }
}

fn resource(kind: &str, labels: &[String], count: u64, size: u64, flags: u16) -> Option<Resource> {
    let number = tables::by_key(tables::RESOURCE_TYPES, kind)?.number;
    let name = match labels {
        [] => kind.to_owned(),
        labels => format!("{kind}:{}", labels.join(",")),
    };
    Some(Resource { kind: number, flags, name, count, size })
}

/// Writes the register files that the architecture lays down.
fn registers(unit: &mut Unit, machine: &Machine) {
    let has = |flag: &str| machine.flags.iter().any(|it| it == flag);
    let general = |set: &str| virtual_registers(set).len() as u64;
    let (gpr, vr) = match machine.architecture.as_str() {
        "x86_64" => {
            let vectors = match (has("avx512f"), has("avx")) {
                (true, _) => (32, 64),
                (_, true) => (16, 32),
                _ => (16, 16),
            };
            (Some((general("x86"), 8)), Some(vectors))
        }
        "aarch64" => (Some((general("ARM64"), 8)), Some((32, 16))),
        "riscv64" => (Some((32, 8)), None),
        _ => (None, None),
    };
    for (kind, found) in [("gpr", gpr), ("vr", vr)] {
        if let Some((count, size)) = found {
            unit.resources.extend(resource(kind, &[], count, size, 0));
        }
    }
}

fn resources(unit: &mut Unit, machine: &Machine) {
    let mut caches: Vec<&Cache> = machine.caches.iter().filter(|it| it.count > 0).collect();
    caches.order_by_key(|it| (it.level, it.label.as_str()));
    for it in caches {
        let mut labels: Vec<String> = Vec::new();
        // A label with a comma would be two, and one that looks like a size would be one.
        if !it.label.is_empty() && it.label.bytes().all(|it| it.is_ascii_alphabetic()) {
            labels.push(it.label.clone());
        }
        labels.extend(it.line.map(|it| format!("{it}B_line")));
        labels.extend(it.ways.map(|it| format!("{it}_way")));
        let flags = if it.is_shared { SHARED } else { 0 };
        let kind = format!("cache_l{}", it.level);
        unit.resources.extend(resource(&kind, &labels, it.count, it.size, flags));
    }
    for (kind, count) in [("thread", machine.threads), ("core", machine.cores)] {
        unit.resources.extend(count.and_then(|it| resource(kind, &[], it, 0, 0)));
    }
    let memory = machine.memory.filter(|&it| it > 0);
    unit.resources.extend(memory.and_then(|it| resource("memory", &[], 1, it, 0)));
}

fn gpu(gpu: &Gpu) -> Unit {
    let mut unit = Unit {
        unit_type: 1,
        name: plain(&gpu.name),
        vendor: plain(&gpu.vendor),
        model: plain(&gpu.model),
        features: Some([0; 8]),
        ..Unit::default()
    };
    WEBGPU.iter().for_each(|it| unit.set(it, true));
    for (name, keys) in WEBGPU_FEATURES {
        if gpu.features.iter().any(|it| it == name) {
            keys.iter().for_each(|it| unit.set(it, true));
        }
    }
    unit
}

#[cfg(test)]
mod tests;
