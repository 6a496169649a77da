//! A target as a description of hardware (coil.md#converting-a-target-to-hardware).

use std::fmt::Write as _;

use text_size::TextRange;

use super::registers::{numbered, whole_of};
use crate::hardware::capabilities::{Source, keys};
use crate::hardware::model::{Abi, ArchRecord, Mapping, Model, Resource, Unit};
use crate::hardware::print_model;
use crate::hardware::tables::feature_key;
use crate::target::config::{Config, Setting};
use crate::target::schema;
use crate::target::source_file::SourceFile;
use crate::target::tables::{self, Architecture, tables};
use crate::target::target_section::{CUSTOM, Target};
use crate::target::value;
use bobbin_core::edit::Refusal;
use bobbin_core::view::Remark;

/// `enum reg_type`: a general purpose register.
const GPR: u16 = 0;

/// `enum abi_flags`: uses the red zone below the stack.
const USES_RED_ZONE: u16 = 1 << 3;

/// The key of addresses of 64 bits, which those of WebAssembly have in that mode.
pub(super) const WIDE_ADDRESSES: &str = "virtual_64bit";

/// The keys that `AtomicOperations` stands for.
pub(super) const ATOMIC_KEYS: &[&str] = &[
    "atomic",
    "gpu_atomic",
    "atomic_load",
    "atomic_store",
    "atomic_exchange",
    "atomic_compare_exchange",
    "atomic_add",
];

/// The keys that `SharedMemory` stands for.
pub(super) const SHARED_KEYS: &[&str] = &["shared_mem", "gpu_shared_memory"];

const RED_ZONE: &str = "RedZoneSize";

/// Sections and keys that hardware has no place for.
const LOST: &[(&str, Option<&str>, &str)] = &[
    ("Optimization", None, "the optimization settings are lost"),
    ("Preprocessor", None, "the preprocessor's settings are lost"),
    ("Linker", None, "the linker's settings are lost"),
    ("Memory", Some("StackGrowth"), "the direction of the stack is lost"),
    ("Memory", Some("Alignment"), "the alignment is lost"),
    ("ABI", Some("StackAlignment"), "the stack alignment is lost"),
    ("ABI", Some(RED_ZONE), "only whether there is a red zone is kept, not its size"),
];

/// Converts to the text of a hardware description; what it cannot say becomes remarks.
pub(crate) fn hardware(config: &Config, remarks: &mut Vec<Remark>) -> Result<String, Refusal> {
    let target = Target::of(config);
    let missing = |what: &str| Refusal::bad_value(format!("`[Target]` has no valid `{what}`"));
    let unit = target.unit.ok_or_else(|| missing("PU"))?;
    let name = target.architecture.map(|it| it.name()).ok_or_else(|| missing("Architecture"))?;
    let mode = target.mode.ok_or_else(|| missing("Mode"))?;
    let mut res = Converter { config, remarks, unit: Unit::default() };
    res.unit.unit_type = match unit {
        "GPU" => 1,
        "NPU" => 2,
        "DSP" => 4,
        _ => 0,
    };
    res.unit.name = format!("{name} {mode}");
    res.unit.features = Some([0; 8]);
    if name == CUSTOM {
        res.lost("nothing is known of a custom architecture", "Target", "Architecture");
    }
    res.features(target.tables(), name, mode);
    res.memory(name);
    if let Some(architecture) = target.tables() {
        res.registers(architecture, mode);
    }
    res.abi(&target, mode);
    res.what_is_lost();
    // A bitmap without a bit says nothing, but has a section in the text.
    res.unit.features = res.unit.features.filter(|it| *it != [0; 8]);
    let model = Model { version: [0, 1, 0], units: vec![res.unit], ..Model::default() };
    let (text, _) = print_model(&model);
    let mut head = String::new();
    if let Some(main) = config.main().filter(|it| !it.path.is_empty()) {
        // The folder is that of this machine, or of no machine.
        let name = main.path.rsplit('/').next().unwrap_or_default();
        _ = writeln!(head, "; Made from {}.", name.replace(['\n', '\r'], " "));
    }
    Ok(head + &text)
}

struct Converter<'c, 'r> {
    config: &'c Config,
    remarks: &'r mut Vec<Remark>,
    unit: Unit,
}

impl<'c> Converter<'c, '_> {
    fn setting(&self, section: &str, key: &str) -> Option<Setting<'c>> {
        self.config.setting(section, key)
    }

    /// Reads the items of a list, as they are meant.
    fn items(&self, section: &str, key: &str) -> Vec<String> {
        let items = self.setting(section, key).map(|it| it.items()).unwrap_or_default();
        items.into_iter().filter(|it| !it.is_empty()).map(|it| it.text.into_owned()).collect()
    }

    fn is_on(&self, section: &str, key: &str) -> bool {
        self.setting(section, key).and_then(|it| value::boolean(it.raw())) == Some(true)
    }

    fn lost(&mut self, message: &str, section: &str, key: &str) {
        let range = self.setting(section, key).and_then(|it| match it.file {
            0 => Some(it.pair.range()),
            file => self.config.via(file),
        });
        self.remarks.push(Remark { message: message.to_owned(), range });
    }

    /// Writes the baseline of the architecture, its features with all they imply, and their names.
    fn features(&mut self, architecture: Option<&'static Architecture>, name: &str, mode: u16) {
        let (baseline, source) = match name {
            "x86" => (Some("x86_64"), Some(Source::TargetX86)),
            "ARM" if self.unit.unit_type == 0 => (Some("aarch64"), Some(Source::TargetArm)),
            "RISC-V" => (Some("riscv64"), Some(Source::Riscv)),
            "WebAssembly" => (Some("wasm32"), Some(Source::Wasm)),
            _ => (None, None),
        };
        for key in baseline.and_then(|it| keys(Source::Baseline, it)).unwrap_or_default() {
            self.unit.set(key, true);
        }
        for width in [8, 16, 32, 64, 128] {
            let fits = width <= mode;
            if !fits || baseline.is_none() || width == mode {
                self.unit.set(&format!("{width}bit_support"), fits);
            }
        }
        let mut names = self.items("Target", "Features");
        if let Some(simd) = self.config.word("Extensions", "SIMD") {
            names.push(simd);
        }
        names.extend(self.items("Extensions", "Crypto"));
        let mut implied = names.clone();
        if let Some(architecture) = architecture {
            architecture.close(&mut implied);
        }
        for it in &implied {
            let found = source.and_then(|source| keys(source, it));
            for key in found.unwrap_or_default() {
                self.unit.set(key, true);
            }
        }
        // The baseline has the 32 bits of `wasm32`, and widths are one-hot (coil.md#describing-a-machine).
        if name == "WebAssembly" && mode == 64 {
            self.unit.set(WIDE_ADDRESSES, true);
        }
        if self.unit.has(WIDE_ADDRESSES) {
            self.unit.set("virtual_32bit", false);
        }
        let mut seen: Vec<String> = Vec::new();
        // An architecture without features is named all the same; and the way back reads no bit for
        // 128 bits (coil.md#converting-a-target-to-hardware), for odd widths of a custom architecture, and
        // none at all for units other than a CPU.
        if names.is_empty() || mode == 128 || name == CUSTOM || self.unit.unit_type != 0 {
            names.push("mode".to_owned());
        }
        for it in names {
            if seen.iter().any(|seen| seen.eq_ignore_ascii_case(&it)) {
                continue;
            }
            let value = if it == "mode" { mode.to_string() } else { "true".to_owned() };
            self.unit.arch.push(ArchRecord { arch: name, key: &it, value: &value });
            seen.push(it);
        }
        self.atomic_operations(name);
        if self.is_on("Extensions", "SharedMemory") {
            SHARED_KEYS.iter().for_each(|it| self.unit.set(it, true));
        }
    }

    /// Writes the atomic operations, also those of the baseline that the target does without. `name` is
    /// the architecture.
    fn atomic_operations(&mut self, name: &str) {
        let setting = self.setting("Extensions", "AtomicOperations");
        let Some(is_on) = setting.and_then(|it| value::boolean(it.raw())) else { return };
        if is_on {
            ATOMIC_KEYS.iter().for_each(|it| self.unit.set(it, true));
            return;
        }
        // Without atomic operations there is none of any kind or width.
        let all = (0..=u8::MAX).map(|it| feature_key(self.unit.unit_type, it));
        let of_atomics = all.filter(|it| it.trim_start_matches("gpu_").starts_with("atomic"));
        let had: Vec<String> = of_atomics.filter(|it| self.unit.has(it)).collect();
        had.iter().for_each(|it| self.unit.set(it, false));
        if !had.is_empty() {
            let keys = had.join("`, `");
            let message = format!(
                "`AtomicOperations` is off, so `{keys}` of the baseline of {name} and of the features are left out"
            );
            self.lost(&message, "Extensions", "AtomicOperations");
        }
    }

    /// Writes the memory model and the byte order; what the baseline has stays where the target says
    /// nothing else. `name` is the architecture.
    fn memory(&mut self, name: &str) {
        let model = self.config.word("Memory", "Model");
        let model = model.filter(|it| ["Protected", "Flat", "Segmented"].contains(&it.as_str()));
        if let Some(model) = model {
            let is_protected = model == "Protected";
            if self.unit.has("mem_protection") && !is_protected {
                let message = format!(
                    "`{model}` is not protected, so `mem_protection` of the baseline of {name} is left out"
                );
                self.lost(&message, "Memory", "Model");
            }
            self.unit.set("mem_protection", is_protected);
            self.unit.set("mem_segmentation", model == "Segmented");
        }
        if let Some(order) = self.config.word("Memory", "Endianness") {
            self.unit.set("endian_little", order == "Little");
            self.unit.set("endian_big", order == "Big");
        }
        if self.unit.unit_type != 0 {
            self.lost(
                "memory model and byte order are lost: only a CPU has bits for them",
                "Memory",
                "Model",
            );
        }
    }

    /// Adds the general registers with their number and width.
    fn registers(&mut self, architecture: &Architecture, mode: u16) {
        let Some((count, width)) = architecture.general_registers(mode) else { return };
        let name = "gpr".to_owned();
        let size = u64::from(width.div_ceil(8));
        self.unit.resources.push(Resource { kind: GPR, flags: 0, name, count, size });
    }

    /// Writes the calling convention: the registers written, or else those of the known ABI.
    fn abi(&mut self, target: &Target, mode: u16) {
        let Some(name) = self.config.word("ABI", "Name") else {
            if let Some(range) = self.header("ABI") {
                let message = "the calling convention has no valid `Name` and is lost".to_owned();
                self.remarks.push(Remark { message, range });
            }
            return;
        };
        let known = target.tables().and_then(|architecture| {
            tables().abis_called(&name).find(|it| it.fits(architecture, mode))
        });
        let registers = |key: &str, right: Option<&Vec<&'static str>>| match right {
            // An empty list says that there are none (coil.md#empty-values).
            Some(right) if self.setting("ABI", key).is_none() => {
                right.iter().map(|&it| it.to_owned()).collect()
            }
            _ => self.items("ABI", key),
        };
        let parameters =
            registers("ParameterRegisters", known.and_then(|it| it.parameters.as_ref()));
        let returns = registers("ReturnRegisters", known.and_then(|it| it.returns.as_ref()));
        let red_zone = self.setting("ABI", RED_ZONE).and_then(|it| value::integer(it.raw()));
        let red_zone = red_zone.or(known.and_then(|it| it.red_zone).map(i128::from));
        let mut abi = Abi {
            name,
            arg_count: u16::try_from(parameters.len()).unwrap_or(u16::MAX),
            flags: if red_zone.is_some_and(|it| it > 0) { USES_RED_ZONE } else { 0 },
            mappings: Vec::new(),
        };
        let architecture = target.tables().map(|it| it.name).unwrap_or_default();
        let set = numbered(architecture, mode);
        let (mut unmapped, mut widened): (Vec<&str>, Vec<&str>) = Default::default();
        let returned = returns.iter().map(|it| (0, it));
        let passed = parameters.iter().zip(1..).map(|(it, arg_index)| (arg_index, it));
        for (arg_index, register) in returned.chain(passed) {
            let name = tables::plain_register(register);
            // `eax` is the low half of the virtual register that `rax` is.
            let wide = whole_of(architecture, &name);
            let number_of = |name: &str| set.iter().position(|it| it == name);
            let number = number_of(&name).or_else(|| {
                let number = number_of(&wide?)?;
                if !widened.contains(&register.as_str()) {
                    widened.push(register);
                }
                Some(number)
            });
            match number.and_then(|it| u32::try_from(it).ok()) {
                Some(reg_index) => abi.mappings.push(Mapping {
                    arg_index,
                    reg_type: GPR,
                    reg_index,
                    reg_mask: u32::MAX,
                }),
                // A register of an argument may be that of the result, too.
                None if unmapped.contains(&register.as_str()) => (),
                None => unmapped.push(register),
            }
        }
        if !widened.is_empty() {
            let names = widened.join("`, `");
            let message = format!("of `{names}` the whole registers are written, with 64 bits");
            self.lost(&message, "ABI", "Name");
        }
        if !unmapped.is_empty() {
            let names = unmapped.join("`, `");
            let message = format!("no virtual register is known for `{names}`");
            self.lost(&message, "ABI", "Name");
        }
        self.unit.abis.push(abi);
    }

    fn what_is_lost(&mut self) {
        for &(section, key, message) in LOST {
            // A red zone of size 0 is none, and that is kept.
            let is_kept =
                |it: Setting<'_>| it.key() == RED_ZONE && value::integer(it.raw()) == Some(0);
            match key {
                Some(key) if self.setting(section, key).is_some_and(|it| !is_kept(it)) => {
                    self.lost(message, section, key)
                }
                None => {
                    let Some(range) = self.header(section) else { continue };
                    self.remarks.push(Remark { message: message.to_owned(), range });
                }
                Some(_) => (),
            }
        }
        for section in &self.config.sections {
            let name = self.config.section_name(section);
            let Some(schema) = schema::section(name) else {
                let kind = if value::is_vendor_section(name) { "vendor" } else { "unknown" };
                let message = format!("the {kind} section `[{name}]` is lost");
                let range = self.header(name).flatten();
                self.remarks.push(Remark { message, range });
                continue;
            };
            // Of some sections everything is lost anyway.
            if LOST.iter().any(|it| it.0 == name && it.1.is_none()) {
                continue;
            }
            for setting in section.settings.iter().filter_map(|&it| self.config.at(it)) {
                let key = setting.key();
                if schema.key(key).is_none() {
                    self.lost(&format!("the unknown key `{key}` is lost"), name, key);
                }
            }
        }
        if let Some(range) = self.config.main().and_then(SourceFile::first_comment) {
            self.remarks
                .push(Remark { message: "comments are lost".to_owned(), range: Some(range) });
        }
    }

    /// Finds the start of a section, or the include that brings it; none if there is no such
    /// section.
    fn header(&self, name: &str) -> Option<Option<TextRange>> {
        let found = self.config.section(name)?;
        Some(match (found.header.file, self.config.header(found.header)) {
            (0, Some((_, header))) => Some(header.range),
            (file, _) => self.config.via(file),
        })
    }
}
