//! A unit as a target (facts, coil §3).

use std::fmt::Write as _;

use text_size::TextRange;

use crate::edit::Refusal;
use crate::lang::coil_hardware::File;
use crate::lang::coil_hardware::capabilities::{Source, names, virtual_registers};
use crate::lang::coil_hardware::model::{Abi, Unit};
use crate::lang::coil_hardware::sections::UnitKey;
use crate::lang::coil_hardware::source_map::UnitSource;
use crate::lang::coil_target::is_identifier;
use crate::lang::coil_target::tables::{Architecture, tables};
use crate::sorting::Sorting as _;
use crate::view::Remark;

/// `enum abi_flags`: uses the red zone below the stack.
const USES_RED_ZONE: u16 = 1 << 3;

/// The text of a target for the unit that is called `wanted`, or for the one that bare sections
/// belong to, with a word for its file's name.
pub(in crate::lang) fn target(
    file: &File,
    wanted: &str,
    remarks: &mut Vec<Remark>,
) -> Result<(String, String), Refusal> {
    let lowered = file.lowered();
    let (model, sources) = (&lowered.model, &lowered.sources);
    let spelling = |it: &Unit| UnitKey { unit_type: it.unit_type, index: it.index }.spelling();
    let found = match wanted {
        "" => lowered.owner.or(if model.units.is_empty() { None } else { Some(0) }),
        name => model.units.iter().position(|it| spelling(it) == name),
    };
    let found = found.and_then(|it| Some((it, model.units.get(it)?, sources.units.get(it)?)));
    let Some((idx, unit, source)) = found else {
        return Err(Refusal::bad_value(match wanted {
            "" => "there is no processing unit to convert".to_owned(),
            name => format!("there is no unit `{name}`"),
        }));
    };
    for (other, source) in
        model.units.iter().zip(&sources.units).enumerate().filter(|it| it.0 != idx).map(|it| it.1)
    {
        let message = format!("`{}` needs a target of its own", spelling(other));
        remarks.push(Remark { message, range: Some(source.header) });
    }
    let pu = match unit.unit_type {
        0 => "CPU",
        1 => "GPU",
        2 => "NPU",
        4 => "DSP",
        _ => {
            let reason = format!("targets know no unit like `{}`", spelling(unit));
            return Err(Refusal { reason, at: Some(source.header) });
        }
    };
    let Some((architecture, alias_mode)) = architecture(pu, unit) else {
        let reason = "the features do not say which architecture this is; add a section such as \
                      `[arch:x86_64]`";
        return Err(Refusal { reason: reason.to_owned(), at: Some(source.header) });
    };
    let mode = mode(unit, architecture, alias_mode);
    let mut res =
        Writer { text: String::new(), simd: None, unit, source, architecture, mode, remarks };
    res.target(pu);
    res.memory();
    res.abi();
    res.extensions(pu);
    res.lost();
    let name = spelling(unit).replace(':', "-");
    Ok((name, res.text))
}

/// The architecture that the records name, and the mode if the name says one.
fn architecture(pu: &str, unit: &Unit) -> Option<(&'static Architecture, Option<u16>)> {
    unit.arch.iter().find_map(|record| {
        let named = |it: &&Architecture| {
            let names = it.aliases.iter().chain([&it.name]);
            names.clone().any(|name| name.eq_ignore_ascii_case(record.arch))
        };
        let found = tables().of_unit(pu).find(named)?;
        Some((found, found.alias_mode(record.arch)))
    })
}

/// The mode that a record says, else the widest operations that the unit supports and the
/// architecture has.
fn mode(unit: &Unit, architecture: &Architecture, alias_mode: Option<u16>) -> u16 {
    let written =
        unit.arch.iter().filter(|it| it.key == "mode").find_map(|it| it.value.parse().ok());
    if let Some(mode) = written.filter(|it| architecture.modes.contains(it)) {
        return mode;
    }
    let has = |it: &u16| unit.has(&format!("{it}bit_support"));
    let widest = [64, 32, 16, 8].into_iter().find(|it| has(it) && architecture.modes.contains(it));
    let usual = || architecture.modes.iter().filter(|&&it| it <= 64).max().copied();
    widest.or(alias_mode).or_else(usual).unwrap_or(32)
}

struct Writer<'f, 'r> {
    text: String,
    /// The strongest extension that the features imply.
    simd: Option<&'static str>,
    unit: &'f Unit,
    source: &'f UnitSource,
    architecture: &'static Architecture,
    mode: u16,
    remarks: &'r mut Vec<Remark>,
}

impl Writer<'_, '_> {
    fn remark(&mut self, message: String, range: Option<TextRange>) {
        self.remarks.push(Remark { message, range });
    }

    /// The features by name: those of the architecture's records, or else those whose keys are all
    /// set.
    fn features(&mut self) -> Vec<String> {
        let mut res: Vec<String> = Vec::new();
        for (idx, record) in self.unit.arch.iter().enumerate() {
            let range = self.source.arch.get(idx).map(|it| it.key.cover(it.value));
            let is_on = crate::lang::coil_hardware::value::boolean(record.value);
            match (self.architecture.feature(record.key), is_on) {
                (Some(feature), Some(true)) => {
                    if res.iter().all(|it| it != feature.name) {
                        res.push(feature.name.to_owned());
                    }
                }
                (Some(_), Some(false)) => (),
                _ if record.key == "mode" => (),
                _ => {
                    let message = format!("`{}` is no feature of a target and is lost", record.key);
                    self.remark(message, range);
                }
            }
        }
        let source = match self.architecture.name {
            "x86" => Source::TargetX86,
            "ARM" => Source::TargetArm,
            _ => return res,
        };
        if res.is_empty() && self.architecture.unit == "CPU" {
            for (name, keys) in names(source) {
                let is_set = !keys.is_empty() && keys.iter().all(|it| self.unit.has(it));
                let fits = |modes: &[u16]| modes.is_empty() || modes.contains(&self.mode);
                if let Some(it) =
                    self.architecture.feature(name).filter(|it| is_set && fits(&it.modes))
                {
                    res.push(it.name.to_owned());
                }
            }
        }
        res
    }

    fn target(&mut self, pu: &str) {
        let (name, mode) = (self.architecture.name, self.mode);
        let features = self.features();
        _ = write!(self.text, "[Target]\nPU = {pu}\nArchitecture = {name}\nMode = {mode}\n");
        if !features.is_empty() {
            _ = writeln!(self.text, "Features = {}", features.join(", "));
        }
        self.text.push_str("\n[Optimization]\nLevel = 1\n");
        let implied = |it: &&&str| self.architecture.imply(&features, it);
        self.simd = self.architecture.simd.iter().rfind(implied).copied();
    }

    fn memory(&mut self) {
        let model = match (self.unit.has("mem_segmentation"), self.unit.has("mem_protection")) {
            (true, _) => "Segmented",
            (_, true) => "Protected",
            _ => "Flat",
        };
        let usual = self.architecture.endianness.first().copied().unwrap_or("Little");
        let order = match (self.unit.has("endian_little"), self.unit.has("endian_big")) {
            (true, false) => "Little",
            (false, true) => "Big",
            _ => usual,
        };
        let alignment = self.architecture.alignment(self.mode).unwrap_or(16);
        _ = write!(
            self.text,
            "\n[Memory]\nModel = {model}\nAlignment = {alignment}\nStackGrowth = Down\nEndianness = {order}\n"
        );
    }

    fn abi(&mut self) {
        let Some(abi) = self.unit.abis.first() else { return };
        let place = self.source.abis.first().map(|it| it.header);
        let name: String = match is_identifier(&abi.name) {
            true => abi.name.clone(),
            false => {
                let message = format!("`{}` is no identifier, so it is written as one", abi.name);
                self.remark(message, place);
                let plain = |it: char| {
                    if it.is_ascii_alphanumeric() || "_.-".contains(it) { it } else { '_' }
                };
                format!("abi_{}", abi.name.chars().map(plain).collect::<String>())
            }
        };
        let set = match (self.architecture.name, self.mode) {
            ("x86", 64) => virtual_registers("x86"),
            ("ARM", 64) => virtual_registers("ARM64"),
            _ => Vec::new(),
        };
        let (returns, parameters) = (registers(abi, &set, true), registers(abi, &set, false));
        _ = write!(self.text, "\n[ABI]\nName = {name}\n");
        for (key, found) in [("ParameterRegisters", parameters), ("ReturnRegisters", returns)] {
            match found {
                Some(registers) if registers.is_empty() => (),
                Some(registers) => _ = writeln!(self.text, "{key} = {}", registers.join(", ")),
                None => {
                    let message = format!(
                        "`{key}` is left out: some mapping names no whole register of the target"
                    );
                    self.remark(message, place);
                }
            }
        }
        let known = tables().abis_called(&name).find(|it| it.fits(self.architecture, self.mode));
        if let Some(alignment) = known.and_then(|it| it.stack_alignment) {
            _ = writeln!(self.text, "StackAlignment = {alignment}");
        }
        match known.and_then(|it| it.red_zone) {
            Some(size) if abi.flags & USES_RED_ZONE != 0 => {
                _ = writeln!(self.text, "RedZoneSize = {size}")
            }
            None if abi.flags & USES_RED_ZONE != 0 => {
                self.remark("the size of the red zone is not known".to_owned(), place);
            }
            _ => (),
        }
    }

    fn extensions(&mut self, pu: &str) {
        let has = |key: &str| self.unit.has(key);
        let mut lines = String::new();
        if has("atomic_load")
            || has("atomic_compare_exchange")
            || has("atomic")
            || has("gpu_atomic")
        {
            lines.push_str("AtomicOperations = true\n");
        }
        if pu == "GPU" && (has("shared_mem") || has("gpu_shared_memory")) {
            lines.push_str("SharedMemory = true\n");
        }
        if let Some(simd) = self.simd {
            lines.push_str(&format!("SIMD = {simd}\n"));
        }
        if !lines.is_empty() {
            _ = write!(self.text, "\n[Extensions]\n{lines}");
        }
    }

    fn lost(&mut self) {
        for (abi, source) in self.unit.abis.iter().zip(&self.source.abis).skip(1) {
            self.remark(
                format!("a target has one calling convention; `{}` is lost", abi.name),
                Some(source.header),
            );
        }
        if !self.unit.resources.is_empty() {
            self.remark(
                "resources have no place in a target".to_owned(),
                self.source.resource_header,
            );
        }
        if ![&self.unit.name, &self.unit.vendor, &self.unit.model].iter().all(|it| it.is_empty()) {
            self.remark(
                "name, vendor and model have no place in a target".to_owned(),
                Some(self.source.header),
            );
        }
    }
}

/// The registers of the return value, or of the arguments from the first on without a gap; none if
/// one of them has no name on the target.
fn registers(abi: &Abi, set: &[&'static str], returns: bool) -> Option<Vec<&'static str>> {
    let mut res = Vec::new();
    let mut ordinary: Vec<_> = abi
        .mappings
        .iter()
        .filter(|it| if returns { it.arg_index == 0 } else { (1..0x8000).contains(&it.arg_index) })
        .collect();
    ordinary.order_by_key(|it| it.arg_index);
    for (next, it) in (1..).zip(ordinary) {
        let is_whole = it.reg_type == 0 && it.reg_mask == u32::MAX;
        if !is_whole || (!returns && it.arg_index != next) {
            return None;
        }
        res.push(*usize::try_from(it.reg_index).ok().and_then(|it| set.get(it))?);
    }
    Some(res)
}
