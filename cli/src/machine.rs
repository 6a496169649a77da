//! `bobbin detect`: describes this machine as a hardware configuration.
//!
//! Linux tells most, in `/proc` and `/sys`. On other systems the standard library detects the
//! processor's features, and everything unknown is left out.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use bobbin_coil::hardware::machine::describe;
use bobbin_core::view::{Cache, Machine};
use clap::Args;

use crate::arguments::Output;
use crate::compile::is_decompiled;
use crate::load::write;
use crate::save;

/// The words of `bobbin detect`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    output: Output,
}

/// Writes the description of this machine.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let machine = this_machine();
    let text = describe(&machine);
    if let Some(out) = arguments
        .output
        .path
        .as_deref()
        .filter(|it| !arguments.output.force && *it != Path::new("-"))
    {
        save::refuse_other(out, "a text as detect writes it", |bytes| {
            // The head says where the facts come from; below it stands the content of the binary.
            let mut rest = bytes;
            while let Some(end) = rest.iter().position(|&it| it == b'\n')
                && let Some((line, behind)) = rest.split_at_checked(end + 1)
                && machine.sources.iter().any(|it| format!("; {it}\n").as_bytes() == line)
            {
                rest = behind;
            }
            is_decompiled(rest)
        })?;
    }
    write(arguments.output.path.as_deref(), text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn this_machine() -> Machine {
    let mut res = Machine { architecture: std::env::consts::ARCH.to_owned(), ..Machine::default() };
    match fs::read_to_string("/proc/cpuinfo") {
        Ok(text) => {
            cpuinfo(&text, &mut res);
            res.sources.push("processor, features, cores: /proc/cpuinfo".to_owned());
        }
        Err(_) => {
            res.flags = standard_flags();
            res.threads = std::thread::available_parallelism().ok().map(|it| it.get() as u64);
            res.sources.push("features and threads: from the standard library".to_owned());
        }
    }
    if let Ok(text) = fs::read_to_string("/proc/meminfo") {
        res.memory = meminfo(&text);
        res.sources
            .push("memory: /proc/meminfo, without what the system keeps for itself".to_owned());
    }
    let cpus = Path::new("/sys/devices/system/cpu");
    res.caches = caches(cpus);
    if !res.caches.is_empty() {
        res.sources.push(format!("caches: {}", cpus.display()));
    }
    res
}

/// Reads the text of `/proc/cpuinfo` of x86, 64-bit ARM and RISC-V.
fn cpuinfo(text: &str, machine: &mut Machine) {
    let mut threads = 0;
    let mut sockets: Vec<&str> = Vec::new();
    let mut cores: Vec<(&str, &str)> = Vec::new();
    let mut socket = "";
    for line in text.lines() {
        let Some((key, value)) = line.split_once(':') else { continue };
        let (key, value) = (key.trim(), value.trim());
        match key {
            "processor" if value.bytes().all(|it| it.is_ascii_digit()) => {
                threads += 1;
                socket = "";
            }
            "physical id" => {
                socket = value;
                if !sockets.contains(&value) {
                    sockets.push(value);
                }
            }
            "core id" if !cores.contains(&(socket, value)) => cores.push((socket, value)),
            "vendor_id" | "CPU implementer" | "mvendorid" => machine.vendor = value.to_owned(),
            "model name" | "uarch" => machine.name = value.to_owned(),
            "model" | "CPU part" | "marchid" if machine.model.is_empty() => {
                machine.model = value.to_owned();
            }
            "flags" | "Features" if machine.flags.is_empty() => {
                machine.flags = value.split_ascii_whitespace().map(str::to_owned).collect();
            }
            "isa" if machine.flags.is_empty() => machine.flags = isa(value),
            "address sizes" => {
                for part in value.split(',') {
                    let bits = part.split_ascii_whitespace().next().and_then(|it| it.parse().ok());
                    if part.contains("physical") {
                        machine.physical_bits = bits;
                    } else if part.contains("virtual") {
                        machine.virtual_bits = bits;
                    }
                }
            }
            _ => (),
        }
    }
    let known = |n: usize| u64::try_from(n).ok().filter(|&it| it > 0);
    machine.threads = known(threads);
    machine.sockets = known(sockets.len());
    // A system that lists no cores has one per thread.
    machine.cores = known(cores.len()).or(machine.threads);
}

/// Returns the extensions in `rv64imafdc_zicsr_zba`.
fn isa(text: &str) -> Vec<String> {
    let mut parts = text.split('_');
    let base = parts.next().unwrap_or_default();
    let letters = base.get(4..).unwrap_or_default().chars().map(String::from);
    letters.chain(parts.map(str::to_owned)).collect()
}

/// Returns `MemTotal` in bytes.
fn meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|it| it.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// Reads the caches of all processors below `cpus`; a cache that several share counts once.
fn caches(cpus: &Path) -> Vec<Cache> {
    let mut res: Vec<Cache> = Vec::new();
    // Level, label and the processors that share the cache.
    let mut seen: Vec<(u8, String, String)> = Vec::new();
    for number in 0_u32.. {
        let folder = cpus.join(format!("cpu{number}"));
        if !folder.exists() {
            break;
        }
        for index in 0_u32.. {
            let folder = folder.join(format!("cache/index{index}"));
            if !folder.exists() {
                break;
            }
            let read = |name: &str| {
                fs::read_to_string(folder.join(name))
                    .map(|it| it.trim().to_owned())
                    .unwrap_or_default()
            };
            let (Ok(level), Some(size)) = (read("level").parse(), bytes(&read("size"))) else {
                continue;
            };
            let label = match read("type").as_str() {
                "Unified" => String::new(),
                other => other.to_ascii_lowercase(),
            };
            let shared = read("shared_cpu_list");
            let key = (level, label.clone(), shared.clone());
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            match res
                .iter_mut()
                .find(|it| it.level == level && it.label == label && it.size == size)
            {
                Some(it) => it.count += 1,
                None => res.push(Cache {
                    level,
                    label,
                    count: 1,
                    size,
                    line: read("coherency_line_size").parse().ok(),
                    ways: read("ways_of_associativity").parse().ok().filter(|&it: &u64| it > 0),
                    is_shared: shared.contains([',', '-']) && level > 1,
                }),
            }
        }
    }
    res
}

/// Parses `32K` or `8M` as bytes.
fn bytes(text: &str) -> Option<u64> {
    let (digits, scale) = match text.as_bytes().last()? {
        b'K' => (text.strip_suffix('K')?, 1 << 10),
        b'M' => (text.strip_suffix('M')?, 1 << 20),
        b'G' => (text.strip_suffix('G')?, 1 << 30),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(scale)
}

/// Returns the features that the standard library detects, under Linux's names for them.
fn standard_flags() -> Vec<String> {
    let mut res: Vec<&str> = Vec::new();
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        macro_rules! ask {
            ($($feature:tt $name:literal)*) => {
                $(if std::arch::is_x86_feature_detected!($feature) { res.push($name); })*
            };
        }
        ask! {
            "sse" "sse" "sse2" "sse2" "sse3" "pni" "ssse3" "ssse3" "sse4.1" "sse4_1"
            "sse4.2" "sse4_2" "avx" "avx" "avx2" "avx2" "fma" "fma" "avx512f" "avx512f"
            "popcnt" "popcnt" "lzcnt" "abm" "bmi1" "bmi1" "bmi2" "bmi2" "aes" "aes"
            "sha" "sha_ni" "pclmulqdq" "pclmulqdq" "rdrand" "rdrand" "rdseed" "rdseed"
            "cmpxchg16b" "cx16" "rtm" "rtm"
        }
    }
    #[cfg(target_arch = "aarch64")]
    {
        macro_rules! ask {
            ($($feature:tt $name:literal)*) => {
                $(if std::arch::is_aarch64_feature_detected!($feature) { res.push($name); })*
            };
        }
        ask! {
            "fp" "fp" "neon" "asimd" "fp16" "fphp" "bf16" "bf16" "dotprod" "asimddp" "sve" "sve"
            "sve2" "sve2" "i8mm" "i8mm" "crc" "crc32" "aes" "aes" "sha2" "sha2" "sha3" "sha3"
            "sm4" "sm4" "rand" "rng" "lse" "atomics" "paca" "paca" "bti" "bti" "mte" "mte"
        }
    }
    res.sort_unstable();
    res.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linux_tells_of_x86() {
        let one = |n: u32, core: u32| {
            format!(
                "processor\t: {n}\nvendor_id\t: GenuineIntel\nmodel\t\t: 85\nmodel name\t: Xeon: fast\n\
                 physical id\t: 0\ncore id\t\t: {core}\nflags\t\t: fpu sse2 avx2\n\
                 address sizes\t: 46 bits physical, 48 bits virtual\n\n"
            )
        };
        let text: String = [(0, 0), (1, 0), (2, 4), (3, 4)].map(|(n, core)| one(n, core)).concat();
        let mut machine = Machine::default();
        cpuinfo(&text, &mut machine);
        assert_eq!((machine.threads, machine.cores, machine.sockets), (Some(4), Some(2), Some(1)));
        assert_eq!((machine.physical_bits, machine.virtual_bits), (Some(46), Some(48)));
        assert_eq!(machine.flags, ["fpu", "sse2", "avx2"]);
        assert_eq!((machine.name.as_str(), machine.model.as_str()), ("Xeon: fast", "85"));
    }

    #[test]
    fn linux_tells_of_arm_and_riscv() {
        let mut machine = Machine::default();
        let arm = "processor\t: 0\nFeatures\t: fp asimd aes\nCPU part\t: 0xd0c\n\nprocessor\t: 1\nFeatures\t: fp\n";
        cpuinfo(arm, &mut machine);
        assert_eq!((machine.threads, machine.cores), (Some(2), Some(2)));
        assert_eq!(machine.flags, ["fp", "asimd", "aes"]);
        let mut machine = Machine::default();
        cpuinfo("processor\t: 0\nisa\t\t: rv64imac_zba_zbb\nuarch\t: sifive,u74\n", &mut machine);
        assert_eq!(machine.flags, ["i", "m", "a", "c", "zba", "zbb"]);
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(meminfo("MemTotal:       16384 kB\nMemFree: 1 kB\n"), Some(16 << 20));
        assert_eq!(meminfo("nothing"), None);
        assert_eq!(
            (bytes("32K"), bytes("8M"), bytes("64"), bytes("x")),
            (Some(32768), Some(8 << 20), Some(64), None)
        );
    }

    #[test]
    fn this_machine_compiles() {
        use bobbin_core::Input;
        use bobbin_languages::LanguageId;
        let text = describe(&this_machine());
        let document = LanguageId::CoilHardware.parse(&Input::alone("this.coilcfg.txt", &text));
        assert_eq!(document.diagnostics(), [], "{text}");
        assert!(document.compile().is_some_and(|it| it.is_ok()), "{text}");
    }
}
