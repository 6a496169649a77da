//! Texts for benchmarks: long ones of the kind that people write, with at most one mistake. The
//! trace has more regions than the program has room for, which is reported once.

use std::fmt::Write as _;

/// A text for benchmarks.
pub struct Sample {
    /// The language's name.
    pub language: &'static str,
    /// A file name.
    pub name: &'static str,
    /// A description for the table.
    pub about: &'static str,
    /// The text.
    pub text: String,
}

/// Returns one long text for each language.
pub fn samples() -> Vec<Sample> {
    vec![
        Sample {
            language: "sprokit",
            name: "bench.pipe",
            about: "2,000 processes, 4,000 connections",
            text: pipeline(2_000),
        },
        Sample {
            language: "pinsight",
            name: "bench.trace",
            about: "2,000 sections of 8 keys",
            text: trace(2_000, FULL),
        },
        Sample {
            language: "coil-hardware",
            name: "bench.coilcfg.txt",
            about: "200 processing units",
            text: hardware(200),
        },
        Sample {
            language: "coil-target",
            name: "bench.coilcfg",
            about: "5,000 lines",
            text: target(5_000),
        },
    ]
}

/// Makes processes with four lines of configuration and two connections each.
pub fn pipeline(n_processes: usize) -> String {
    let mut res = String::from("# A pipeline to measure with\n\nprocess input\n  :: video_input\n");
    for n in 1..n_processes {
        let group = (n - 1) / 3;
        let (name, kind, algorithm) = match (n - 1) % 3 {
            0 => ("filter", "image_filter", "filter"),
            1 => ("features", "detect_features", "feature_detector"),
            _ => ("descriptors", "extract_descriptors", "descriptor_extractor"),
        };
        let _ = write!(
            res,
            "\nprocess {name}_{group}\n  :: {kind}\n  # how it is done\n  \
             {algorithm}:type          = ocv\n  {algorithm}:ocv:threshold = 0.{n}\n  \
             {algorithm}:ocv:path      = /data/run_{n}/model.cfg\n  \
             relativepath {algorithm}:ocv:model = models/{n}.bin\n"
        );
        let _ = match (n - 1) % 3 {
            0 => match group.checked_sub(1) {
                None => write!(res, "\nconnect from input.image to filter_0.image\n"),
                Some(before) => {
                    write!(res, "\nconnect from filter_{before}.image to filter_{group}.image\n")
                }
            },
            1 => write!(
                res,
                "\nconnect from input.timestamp to features_{group}.timestamp\n\
                 connect from filter_{group}.image to features_{group}.image\n"
            ),
            _ => write!(
                res,
                "\nconnect from input.timestamp to descriptors_{group}.timestamp\n\
                 connect from filter_{group}.image to descriptors_{group}.image\n\
                 connect from features_{group}.feature_set to descriptors_{group}.feature_set\n"
            ),
        };
    }
    res
}

/// Follows the bracket of every region: nothing.
pub const PLAIN: &str = "";
/// Follows the bracket of every region: two parents and two constraints.
pub const FULL: &str = " : OpenMP.default, MPI.default : MPI.rank(0, 15, 112-127), CUDA.device(0)";

/// Makes sections of code regions with eight keys each.
pub fn trace(n_sections: usize, header_parts: &str) -> String {
    let mut res = String::from(
        "# A trace configuration to measure with\n[OpenMP.default]\n    trace_mode = TRACING\n\n\
         [MPI.default]\n    trace_mode = TRACING\n",
    );
    for n in 0..n_sections {
        let (address, start) = (0x40_1000 + n * 16, 1000 + n);
        let _ = write!(
            res,
            "\n# region {n}\n\
             [Lexgion({address:#x})]{header_parts}\n    \
             trace_starts_at = {start}\n    max_num_traces = 50\n    tracing_rate = 1000\n    \
             OpenMP.omp_sync_region_wait = off\n    OpenMP.omp_implicit_task = off\n    \
             MPI.MPI_Send = off\n    MPI.MPI_Recv = off\n    MPI.MPI_Barrier = off\n"
        );
    }
    res
}

/// Makes punit sections that cut 1024 threads and 1024 ranks into many ranges.
pub fn punits(n_sections: usize) -> String {
    let mut res = String::from(
        "[OpenMP.default]\nOpenMP.thread = 0-1023\n[MPI.default]\nMPI.rank = 0-1023\n",
    );
    for n in 0..n_sections {
        let list = |step: usize| {
            let ids = (0..40).map(|it| (it * (step + 7) * 13 + n * 31) % 1000);
            ids.map(|it| format!("{it}-{}", it + 2)).collect::<Vec<_>>().join(",")
        };
        let (threads, ranks) = (list(n), list(n + 3));
        let _ = writeln!(res, "[OpenMP.thread({threads})] : OpenMP.default : MPI.rank({ranks})");
    }
    res
}

/// Makes processing units with their features.
pub fn hardware(n_units: usize) -> String {
    let mut res = String::from(
        "; A configuration to measure with\n[metadata]\nversion = 0.1.0\ntimestamp = 0\n",
    );
    for n in 0..n_units {
        let _ = write!(
            res,
            "\n[cpu:{n}]\nname = Core {n}\nvendor = Example\nmodel = EX-{n}\n\
             features = integer, floating_point, memory\n\n[cpu:{n}.integer]\nint_add = true\n\
             int_sub = true\nint_mul = true\nint_div = true        ; in hardware\nint_clz = true\n\
             int_and = true\nint_or = true\nint_xor = true\nint_not = true\nint_shl = true\n\
             int_shr = true\nint_sar = true\n\n[cpu:{n}.floating_point]\nfp32 = true\nfp64 = true\n\
             fp_add = true\nfp_sub = true\nfp_mul = true\nfp_div = true\nfp_sqrt = true\n\
             fp_fma = true\nfp_ieee754 = true\n\n[cpu:{n}.memory]\nmem_load = true\n\
             mem_store = true\n"
        );
    }
    res
}

/// Makes a target of the wanted length from vendor sections.
pub fn target(n_lines: usize) -> String {
    let mut res = String::from(
        "# A target to measure with\n[Target]\nPU = GPU\nArchitecture = NVIDIA\nMode = 64\n\
         Features = SM_80, FP16, FP64\n\n[Memory]\nModel = Protected\nAlignment = 16\n\
         StackGrowth = Down\nEndianness = Little\n\n[Optimization]\nLevel = 3\n\n[ABI]\nName = CUDA\nStackAlignment = 32\n",
    );
    let mut n = 0;
    while res.lines().count() + 10 * n < n_lines {
        n += 1;
    }
    for n in 0..n {
        let _ = write!(
            res,
            "\n# kernel {n}\n[NVIDIA_KERNEL_{n}]\nComputeCapability = 8.0\n\
             MaxRegistersPerThread = 255\nSharedMemorySize = 167936   # bytes\n\
             CacheConfig = prefer_shared\nName = \"kernel {n}\"\nBlock = 32, 8, 1\nGrid = {n}, 1, 1\n"
        );
    }
    res
}
