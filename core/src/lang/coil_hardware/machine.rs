//! What is known of a machine, as a description of it (facts, coil §1.7).
//!
//! Nothing is looked up here: whoever calls says what the system, or the browser, told, and how.
//! What nobody told is left out.

use std::fmt::Write as _;

use super::capabilities::{Source, keys, virtual_registers};
use super::model::{Model, Resource, Unit};
use super::print::print;
use super::tables;

/// `enum config_flags`: found out from the hardware.
const AUTODETECTED: u8 = 1 << 2;

/// `enum resource_flags`: shared between units.
const SHARED: u16 = 1;

/// What a system or a browser tells of its machine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Machine {
    /// `x86_64`, `x86`, `aarch64`, `riscv64` or `wasm32`; for others no feature is known.
    pub architecture: String,
    /// What people call the processor; empty if nobody told.
    pub name: String,
    /// Empty if nobody told.
    pub vendor: String,
    /// Empty if nobody told.
    pub model: String,
    /// Names of features as the system spells them: flags of `/proc/cpuinfo`, `hwcap` names,
    /// extensions of RISC-V, features of WebAssembly.
    pub flags: Vec<String>,
    /// Bits of physical addresses.
    pub physical_bits: Option<u16>,
    /// Bits of virtual addresses.
    pub virtual_bits: Option<u16>,
    /// Processors that sit in sockets of their own.
    pub sockets: Option<u64>,
    /// Cores of all sockets.
    pub cores: Option<u64>,
    /// Threads of all cores.
    pub threads: Option<u64>,
    /// Bytes of main memory.
    pub memory: Option<u64>,
    /// In any order.
    pub caches: Vec<Cache>,
    /// Whether the model is known to execute in order.
    pub is_in_order: bool,
    /// A graphics processor, if there is one.
    pub gpu: Option<Gpu>,
    /// How each fact is known, as sentences for the head of the text.
    pub sources: Vec<String>,
}

/// A kind of cache.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cache {
    /// 1, 2 or 3; a description has no place for others.
    pub level: u8,
    /// Such as `data`; empty for a unified cache.
    pub label: String,
    /// How many there are.
    pub count: u64,
    /// Bytes of each.
    pub size: u64,
    /// Bytes of a line.
    pub line: Option<u64>,
    /// How many places a line can go to.
    pub ways: Option<u64>,
    /// Whether several cores share one.
    pub is_shared: bool,
}

/// A graphics processor as WebGPU tells of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gpu {
    /// Empty if nobody told.
    pub name: String,
    /// Empty if nobody told.
    pub vendor: String,
    /// Empty if nobody told.
    pub model: String,
    /// Names of WebGPU features, such as `shader-f16`.
    pub features: Vec<String>,
}

/// What every adapter of WebGPU can do, by the standard.
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

/// What features of WebGPU add.
const WEBGPU_FEATURES: &[(&str, &[&str])] = &[
    ("shader-f16", &["half_precision", "gpu_fp16_math"]),
    ("subgroups", &["reduction", "gpu_vote", "gpu_shuffle", "gpu_reduce", "gpu_scan"]),
];

/// The text of a description of `machine`, with the flag `autodetected`. It compiles without a
/// finding.
///
/// # Examples
///
/// ```
/// use bobbin_core::lang::coil_hardware::machine::{Machine, describe};
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

/// Where the names of an architecture's features are listed.
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
    // Address widths are one-hot (facts, coil §1.7).
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

/// The widest width with a name that is not beyond the real one.
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

/// The register files that the architecture lays down.
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
    caches.sort_by_key(|it| (it.level, it.label.as_str()));
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
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::lang::coil_hardware::parse;
    use crate::lang::{Document, Input};

    #[track_caller]
    fn check(machine: &Machine, expect: Expect) {
        let text = describe(machine);
        let file = parse(&Input::alone("machine.coilcfg.txt", &text));
        assert_eq!(file.diagnostics(), [], "{text}");
        file.compile().unwrap().unwrap();
        expect.assert_eq(&text);
    }

    fn words(words: &str) -> Vec<String> {
        words.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_server_is_described() {
        let cache = |level, label: &str, count, size, is_shared| Cache {
            level,
            label: label.to_owned(),
            count,
            size,
            line: Some(64),
            ways: Some(8),
            is_shared,
        };
        check(
            &Machine {
                architecture: "x86_64".to_owned(),
                name: "A \"fast\"; CPU\n".to_owned(),
                vendor: "Vendor".to_owned(),
                flags: words("fpu sse sse2 avx avx2 fma f16c nx nonsense"),
                physical_bits: Some(46),
                virtual_bits: Some(57),
                sockets: Some(1),
                cores: Some(4),
                threads: Some(8),
                memory: Some(16 << 30),
                caches: vec![
                    cache(3, "", 1, 8 << 20, true),
                    cache(1, "instruction", 4, 32 << 10, false),
                    cache(1, "data", 4, 48 << 10, false),
                    cache(4, "", 1, 1 << 30, true),
                ],
                sources: vec!["flags: /proc/cpuinfo".to_owned()],
                ..Machine::default()
            },
            expect![[r#"
                ; flags: /proc/cpuinfo
                ; COIL Configuration File
                [metadata]
                version = 0.1.0
                timestamp = 0
                flags = autodetected

                [cpu:0]
                name = "A \"fast\"; CPU"
                vendor = Vendor
                features = core_features, integer, floating_point, simd, memory, atomic, security, misc

                [core_features]
                8bit_support = true
                16bit_support = true
                32bit_support = true
                64bit_support = true
                physical_40bit = true
                virtual_57bit = true
                branch_pred = true
                speculative_exec = true
                out_of_order = true
                multithread = true
                multicore = true
                cache_coherent = true

                [integer]
                int_add = true
                int_sub = true
                int_mul = true
                int_div = true
                int_rem = true
                int_bswap = true
                int_addc = true
                int_subc = true
                int_mulh = true
                int_and = true
                int_or = true
                int_xor = true
                int_not = true
                int_shl = true
                int_shr = true
                int_sar = true
                int_rol = true
                int_ror = true

                [floating_point]
                fp32 = true
                fp64 = true
                fp80 = true
                fp_add = true
                fp_sub = true
                fp_mul = true
                fp_div = true
                fp_sqrt = true
                fp_fma = true
                fp_round_near = true
                fp_round_zero = true
                fp_round_up = true
                fp_round_down = true
                fp_ieee754 = true
                fp_denormals = true
                fp_nan = true
                fp_inf = true

                [simd]
                simd_128bit = true
                simd_256bit = true
                simd_int8 = true
                simd_int16 = true
                simd_int32 = true
                simd_int64 = true
                simd_float32 = true
                simd_float64 = true
                simd_add = true
                simd_sub = true
                simd_mul = true
                simd_div = true
                simd_and = true
                simd_or = true
                simd_xor = true
                simd_shift = true
                simd_cmp = true
                simd_shuffle = true
                simd_insert = true
                simd_extract = true
                simd_fma = true
                simd_gather = true

                [memory]
                mem_load = true
                mem_store = true
                mem_prefetch = true
                mem_fence = true
                mem_barrier = true
                mem_unaligned = true
                mem_non_temporal = true
                memory_sequential = true
                memory_relaxed = true
                memory_acquire = true
                memory_release = true
                memory_acq_rel = true
                memory_strong_order = true
                mem_virtual = true
                mem_protection = true
                mem_tlb_control = true

                [atomic]
                atomic_load = true
                atomic_store = true
                atomic_exchange = true
                atomic_compare_exchange = true
                atomic_add = true
                atomic_sub = true
                atomic_and = true
                atomic_or = true
                atomic_xor = true
                atomic_inc = true
                atomic_dec = true
                atomic_fetch = true
                atomic_8bit = true
                atomic_16bit = true
                atomic_32bit = true
                atomic_64bit = true
                atomic_locked = true

                [security]
                nx_bit = true

                [misc]
                cpuid = true
                pause_hint = true
                exceptions = true
                threading = true
                io_ports = true
                debug_single_step = true
                endian_little = true

                [resources]
                gpr = 16, 64bit
                vr = 16, 256bit
                cache_l1 = 4, 48KiB, data, 64B_line, 8_way
                cache_l1 = 4, 32KiB, instruction, 64B_line, 8_way
                cache_l3 = 8MiB, shared, 64B_line, 8_way
                thread = 8
                core = 4
                memory = 16GiB
            "#]],
        );
    }

    #[test]
    fn a_browser_is_described() {
        check(
            &Machine {
                architecture: "wasm32".to_owned(),
                flags: words("simd128 memory64"),
                threads: Some(8),
                memory: Some(8 << 30),
                gpu: Some(Gpu {
                    vendor: "example".to_owned(),
                    features: words("shader-f16 timestamp-query"),
                    ..Gpu::default()
                }),
                ..Machine::default()
            },
            expect![[r#"
                ; COIL Configuration File
                [metadata]
                version = 0.1.0
                timestamp = 0
                flags = autodetected

                [cpu:0]
                features = core_features, integer, floating_point, simd, memory, misc

                [cpu:0.core_features]
                8bit_support = true
                16bit_support = true
                32bit_support = true
                64bit_support = true
                virtual_64bit = true

                [cpu:0.integer]
                int_add = true
                int_sub = true
                int_mul = true
                int_div = true
                int_rem = true
                int_popcnt = true
                int_clz = true
                int_ctz = true
                int_and = true
                int_or = true
                int_xor = true
                int_not = true
                int_shl = true
                int_shr = true
                int_sar = true
                int_rol = true
                int_ror = true

                [cpu:0.floating_point]
                fp32 = true
                fp64 = true
                fp_add = true
                fp_sub = true
                fp_mul = true
                fp_div = true
                fp_sqrt = true
                fp_round_near = true
                fp_ieee754 = true
                fp_denormals = true
                fp_nan = true
                fp_inf = true

                [cpu:0.simd]
                simd_128bit = true
                simd_dot = true
                simd_int8 = true
                simd_int16 = true
                simd_int32 = true
                simd_int64 = true
                simd_float32 = true
                simd_float64 = true
                simd_add = true
                simd_sub = true
                simd_mul = true
                simd_div = true
                simd_and = true
                simd_or = true
                simd_xor = true
                simd_shift = true
                simd_cmp = true
                simd_blend = true
                simd_shuffle = true
                simd_insert = true
                simd_extract = true

                [cpu:0.memory]
                mem_load = true
                mem_store = true
                mem_unaligned = true

                [cpu:0.misc]
                cond_move = true
                exceptions = true
                endian_little = true

                [cpu:0.resources]
                thread = 8
                memory = 8GiB

                [gpu:0]
                vendor = example
                features = capabilities, gpu

                [gpu:0.capabilities]
                integer = true
                float32 = true
                atomic = true
                threads = true
                barrier = true
                local_mem = true
                texture = true
                half_precision = true

                [gpu:0.gpu]
                gpu_barrier = true
                gpu_atomic = true
                gpu_texture = true
                gpu_rasterize = true
                gpu_interp = true
                gpu_fp16_math = true
                gpu_compute_shader = true
                gpu_graphics_pipeline = true
                gpu_shared_memory = true
                gpu_texture_units = true
            "#]],
        );
        check(
            &Machine::default(),
            expect![[r#"
            ; COIL Configuration File
            [metadata]
            version = 0.1.0
            timestamp = 0
            flags = autodetected

            [cpu:0]
            features = reserved

            [reserved]
        "#]],
        );
        check(
            &Machine {
                architecture: "aarch64".to_owned(),
                is_in_order: true,
                ..Machine::default()
            },
            expect![[r#"
                ; COIL Configuration File
                [metadata]
                version = 0.1.0
                timestamp = 0
                flags = autodetected

                [cpu:0]
                features = core_features, integer, memory, atomic, security, misc

                [core_features]
                8bit_support = true
                16bit_support = true
                32bit_support = true
                64bit_support = true
                cache_coherent = true

                [integer]
                int_add = true
                int_sub = true
                int_mul = true
                int_div = true
                int_rem = true
                int_clz = true
                int_bswap = true
                int_addc = true
                int_subc = true
                int_mulh = true
                int_and = true
                int_or = true
                int_xor = true
                int_not = true
                int_shl = true
                int_shr = true
                int_sar = true
                int_ror = true
                int_bext = true
                int_bins = true
                int_bitfield = true

                [memory]
                mem_load = true
                mem_store = true
                mem_prefetch = true
                mem_fence = true
                mem_barrier = true
                mem_unaligned = true
                mem_non_temporal = true
                mem_cache_control = true
                memory_sequential = true
                memory_relaxed = true
                memory_acquire = true
                memory_release = true
                memory_acq_rel = true
                memory_weak_order = true
                mem_virtual = true
                mem_protection = true
                mem_tlb_control = true
                mem_asid = true

                [atomic]
                atomic_load = true
                atomic_store = true
                atomic_compare_exchange = true
                atomic_8bit = true
                atomic_16bit = true
                atomic_32bit = true
                atomic_64bit = true
                atomic_ll_sc = true

                [security]
                nx_bit = true

                [misc]
                fast_syscall = true
                pause_hint = true
                cond_move = true
                exceptions = true
                threading = true
                endian_little = true

                [resources]
                gpr = 31, 64bit
                vr = 32, 128bit
            "#]],
        );
    }
}
