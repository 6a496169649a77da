//! Machines and their descriptions.

use expect_test::{Expect, expect};

use super::*;
use crate::hardware::file::parse;
use bobbin_core::{Document, Input};

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
            features =
        "#]],
    );
    check(
        &Machine { architecture: "aarch64".to_owned(), is_in_order: true, ..Machine::default() },
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
