//! A unit as a target (coil.md#converting-hardware-to-a-target).

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt::Write as _;

use text_size::TextRange;

use super::registers::numbered;
use super::to_hardware::{ATOMIC_KEYS, SHARED_KEYS, WIDE_ADDRESSES};
use crate::hardware::File;
use crate::hardware::capabilities::{Source, keys, names};
use crate::hardware::model::{Abi, ArchRecord, Unit};
use crate::hardware::sections::UnitKey;
use crate::hardware::source_map::UnitSource;
use crate::hardware::tables::{ABI_FLAGS, feature_key};
use crate::hardware::value::{boolean, integer};
use crate::hardware::{flag_words, register};
use crate::target::choices::architecture_help;
use crate::target::is_identifier;
use crate::target::tables::{Architecture, Tier, tables, with_article};
use crate::target::target_section::CUSTOM;
use bobbin_core::edit::Refusal;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::view::Remark;

/// `enum abi_flags`: uses the red zone below the stack.
const USES_RED_ZONE: u16 = 1 << 3;

/// A request for a target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TargetRequest<'i> {
    /// The unit's name; empty for the one that bare sections belong to.
    pub(crate) unit: &'i str,
    /// Its architecture; none if the text says it.
    pub(crate) architecture: Option<&'i str>,
}

/// A unit of a description.
struct Found<'f> {
    idx: usize,
    unit: &'f Unit,
    source: &'f UnitSource,
}

fn spelling(it: &Unit) -> String {
    UnitKey { unit_type: it.unit_type, index: it.index }.spelling()
}

fn find<'f>(file: &'f File, name: &str) -> Result<Found<'f>, Refusal> {
    let lowered = file.lowered();
    let (model, sources) = (&lowered.model, &lowered.sources);
    let idx = match name {
        "" => lowered.owner.or(if model.units.is_empty() { None } else { Some(0) }),
        name => model.units.iter().position(|it| spelling(it) == name),
    };
    let found = idx.and_then(|idx| {
        Some(Found { idx, unit: model.units.get(idx)?, source: sources.units.get(idx)? })
    });
    found.ok_or_else(|| {
        Refusal::bad_value(match name {
            "" => "there is no processing unit to convert".to_owned(),
            name => format!("there is no unit `{name}`"),
        })
    })
}

/// Returns the targets' name for a kind of unit; none if they do not know it.
fn pu_of(unit: &Unit) -> Option<&'static str> {
    match unit.unit_type {
        0 => Some("CPU"),
        1 => Some("GPU"),
        2 => Some("NPU"),
        4 => Some("DSP"),
        _ => None,
    }
}

/// Returns the units that can become targets, each with a word about it, if there are several and the
/// request names none; the one that bare sections belong to comes first.
pub(crate) fn units(file: &File, request: TargetRequest<'_>) -> Vec<(String, String)> {
    let lowered = file.lowered();
    let first = lowered.owner.unwrap_or_default();
    let units = &lowered.model.units;
    let (before, rest) = units.split_at_checked(first).unwrap_or((units, &[]));
    let (owner, behind) = rest.split_at_checked(1).unwrap_or((rest, &[]));
    let ordered = owner.iter().chain(before).chain(behind);
    let found = ordered.filter(|it| pu_of(it).is_some()).map(|it| (spelling(it), it.name.clone()));
    let found: Vec<(String, String)> = found.collect();
    if found.len() > 1 && request.unit.is_empty() { found } else { Vec::new() }
}

/// Returns the architectures that the unit may have, with a word about each; empty if the text says
/// which it is, or if there is no target for the unit.
pub(crate) fn architectures(
    file: &File,
    request: TargetRequest<'_>,
) -> Vec<(&'static str, String)> {
    let Ok(found) = find(file, request.unit) else { return Vec::new() };
    let Some(pu) = pu_of(found.unit).filter(|pu| architecture(pu, found.unit).is_none()) else {
        return Vec::new();
    };
    let known = tables().of_unit(pu).map(|it| (it.name, architecture_help(it)));
    known.chain([(ANY.name, "another one, of which nothing is checked".to_owned())]).collect()
}

/// Returns the names of the calling conventions of targets that a unit may have.
pub(crate) fn known_abis(unit: &Unit) -> Vec<&'static str> {
    let Some(pu) = pu_of(unit) else { return Vec::new() };
    let own = architecture(pu, unit).map(|it| it.0.name);
    let mut res: Vec<&str> = Vec::new();
    for it in &tables().abis {
        let of = it.architecture.filter(|it| it.0 == pu).map(|it| it.1);
        if of.is_some_and(|it| own.is_none_or(|own| own == it)) && !res.contains(&it.name) {
            res.push(it.name);
        }
    }
    res
}

/// Returns the names of the architectures of targets that a unit may have, with those that say a mode.
pub(crate) fn known_architectures(unit: &Unit) -> Vec<&'static str> {
    let known = pu_of(unit).into_iter().flat_map(|pu| tables().of_unit(pu));
    let names = known.flat_map(|it| {
        let with_mode = it.aliases.iter().copied().filter(|alias| it.alias_mode(alias).is_some());
        std::iter::once(it.name).chain(with_mode)
    });
    names.collect()
}

/// Converts to the text of a target, with a word for its file's name.
pub(crate) fn target(
    file: &File,
    request: TargetRequest<'_>,
    remarks: &mut Vec<Remark>,
) -> Result<(String, String), Refusal> {
    let Found { idx, unit, source } = find(file, request.unit)?;
    let (model, sources) = (&file.lowered().model, &file.lowered().sources);
    for (other, source) in
        model.units.iter().zip(&sources.units).enumerate().filter(|it| it.0 != idx).map(|it| it.1)
    {
        let message = format!("`{}` needs a target of its own", spelling(other));
        remarks.push(Remark { message, range: Some(source.header) });
    }
    let at = Some(source.header);
    let Some(pu) = pu_of(unit) else {
        let reason = format!("targets know no unit like `{}`", spelling(unit));
        return Err(Refusal { reason, at });
    };
    let found = match request.architecture {
        Some(name) => {
            let chosen = chosen(pu, name)?;
            let said = || unit.arch.iter().filter_map(|it| Some((it.arch, named(pu, it.arch)?.0)));
            let is_said = said().any(|it| it.1.name == chosen.0.name);
            // The text's own word counts.
            if let Some((arch, own)) = said().next().filter(|_| !is_said) {
                let reason = format!(
                    "`{}` is of the architecture {} by its `[arch:{arch}]`, not of {}",
                    spelling(unit),
                    own.name,
                    chosen.0.name
                );
                return Err(Refusal { reason, at });
            }
            Some(chosen)
        }
        None => architecture(pu, unit),
    };
    let Some((architecture, alias_mode)) = found else {
        let unit_name = spelling(unit);
        // Without the unit in front the section would be the first one's.
        let before = if model.units.len() > 1 { format!("{unit_name}.") } else { String::new() };
        let first = known_architectures(unit).first().copied().unwrap_or(CUSTOM);
        let reason = format!(
            "the features do not say which architecture `{unit_name}` is; choose one, or add a section such \
             as `[{before}arch:{first}]`"
        );
        return Err(Refusal { reason, at });
    };
    let (mode, is_guessed) = mode(unit, architecture, alias_mode);
    if is_guessed {
        let is_said = [8, 16, 32, 64, 128].iter().any(|it| unit.has(&format!("{it}bit_support")));
        let why = match is_said {
            true => format!(
                "no width of its features from 8 to 64 bits is a mode of {}",
                architecture.name
            ),
            false => "no feature says how wide it is".to_owned(),
        };
        let message = format!("{why}; {mode} bits are assumed");
        remarks.push(Remark { message, range: at });
    }
    let mut res = Writer {
        text: String::new(),
        simd: None,
        covered: Vec::new(),
        unit,
        source,
        architecture,
        mode,
        remarks,
    };
    res.target(pu);
    res.memory();
    res.abi();
    res.extensions(pu);
    res.lost();
    res.lost_of_file(file);
    let name = spelling(unit).replace(':', "-");
    Ok((name, res.text))
}

/// The architecture `Custom`, of which nothing is known (coil.md#architectures).
static ANY: Architecture = Architecture {
    unit: "",
    name: CUSTOM,
    tier: Tier::History,
    modes: Vec::new(),
    alignments: Vec::new(),
    endianness: Vec::new(),
    aliases: Vec::new(),
    features: Vec::new(),
    simd: Vec::new(),
    crypto: Vec::new(),
    registers: Vec::new(),
    implies: Vec::new(),
};

/// Finds the architecture of this name, and the mode if the name says one.
fn named(pu: &str, name: &str) -> Option<(&'static Architecture, Option<u16>)> {
    let found = tables().of_unit(pu).chain([&ANY]).find(|it| it.is_called(name))?;
    Some((found, found.alias_mode(name)))
}

/// Finds the architecture that the records name, and the mode if the name says one.
fn architecture(pu: &str, unit: &Unit) -> Option<(&'static Architecture, Option<u16>)> {
    unit.arch.iter().find_map(|record| named(pu, record.arch))
}

/// Finds the architecture of this name, and the mode if the name says one.
fn chosen(pu: &str, name: &str) -> Result<(&'static Architecture, Option<u16>), Refusal> {
    named(pu, name).ok_or_else(|| {
        let names: Vec<&str> = tables().of_unit(pu).chain([&ANY]).map(|it| it.name).collect();
        let names = names.join("`, `");
        Refusal::bad_value(format!(
            "`{name}` is not an architecture of {}; there are `{names}`",
            with_article(pu)
        ))
    })
}

/// True if a record is under the name of another architecture.
fn is_of_other(record: &ArchRecord<'_>, architecture: &Architecture) -> bool {
    let is_called = |it: &Architecture| it.is_called(record.arch);
    !is_called(architecture) && tables().architectures.iter().any(is_called)
}

/// Reads the mode that a record says.
fn written_mode(record: &ArchRecord<'_>) -> Option<u16> {
    integer(record.value).and_then(|it| it.try_into().ok()).filter(|_| record.key == "mode")
}

/// Returns the mode that a record says, else the widest operations that the unit supports and the
/// architecture has; true if nothing says it.
fn mode(unit: &Unit, architecture: &Architecture, alias_mode: Option<u16>) -> (u16, bool) {
    let modes = &architecture.modes;
    let fits = |it: &u16| modes.contains(it) || (modes.is_empty() && (8..=128).contains(it));
    let own = unit.arch.iter().filter(|it| !is_of_other(it, architecture));
    if let Some(mode) = own.filter_map(|it| written_mode(&it)).find(fits) {
        return (mode, false);
    }
    let has = |it: &u16| unit.has(&format!("{it}bit_support"));
    let widest = [64, 32, 16, 8].into_iter().find(|it| has(it) && fits(it));
    // Memory of WebAssembly is addressed with 32 bits, unless a feature says otherwise.
    let most = if architecture.name == "WebAssembly" { 32 } else { 64 };
    let usual = || modes.iter().filter(|&&it| it <= most).max().copied();
    match widest.or(alias_mode) {
        Some(mode) => (mode, false),
        None => (usual().unwrap_or(64), modes.len() != 1),
    }
}

struct Writer<'f, 'r> {
    text: String,
    /// The strongest extension that the features imply.
    simd: Option<&'static str>,
    /// Keys of features that the target says in its own words.
    covered: Vec<String>,
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

    /// Returns the feature of the target that a record is about. The features of [`ANY`] are not checked, but
    /// have to be words.
    fn feature<'r>(&self, record: &ArchRecord<'r>) -> Option<&'r str> {
        let (key, is_any) = (record.key, self.architecture.name == CUSTOM);
        if is_of_other(record, self.architecture) || key == "mode" {
            return None;
        }
        let is_of_word = |it: char| it.is_ascii_alphanumeric() || "_.+-".contains(it);
        let is_word = !key.is_empty() && key.chars().all(is_of_word);
        let known = self.architecture.feature(key).map(|it| it.name);
        known.or_else(|| (is_any && is_word).then_some(key))
    }

    /// Names the features: those of the architecture's records, or else those whose keys are all
    /// set.
    fn features(&mut self) -> Vec<String> {
        let mut res: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        let mut denied: Vec<(&str, Option<TextRange>)> = Vec::new();
        for (idx, record) in self.unit.arch.iter().enumerate() {
            let range = self.source.arch.get(idx).map(|it| it.key.cover(it.value));
            let ArchRecord { arch, key, value } = record;
            let message = match (self.feature(&record), boolean(value)) {
                (Some(name), Some(true)) => {
                    if seen.insert(name.to_ascii_lowercase()) {
                        res.push(name.to_owned());
                    }
                    continue;
                }
                (Some(name), Some(false)) => {
                    denied.push((name, range));
                    continue;
                }
                _ if is_of_other(&record, self.architecture) => {
                    format!("`{key}` is of another architecture, `{arch}`, and is lost")
                }
                _ if written_mode(&record) == Some(self.mode) => continue,
                _ if key == "mode" => {
                    format!("`{value}` is not the mode of the target and is lost")
                }
                (Some(_), None) => {
                    format!("the value of `{key}` is not a boolean, so the feature is lost")
                }
                (None, _) => {
                    format!("`{key}` is not a feature of {} and is lost", self.architecture.name)
                }
            };
            self.remark(message, range);
        }
        let Some(source) = self.feature_source() else { return res };
        if res.is_empty() && self.architecture.unit == "CPU" {
            for (name, keys) in names(source) {
                let is_set = !keys.is_empty() && keys.iter().all(|it| self.unit.has(it));
                let fits = |modes: &[u16]| modes.is_empty() || modes.contains(&self.mode);
                let found = self.architecture.feature(name);
                let Some(it) = found.filter(|it| is_set && fits(&it.modes)) else { continue };
                // A feature that implies one which is denied would bring it back.
                let implied = [it.name.to_owned()];
                let by = denied.iter().find(|no| self.architecture.imply(&implied, no.0));
                let Some(&(no, range)) = by else {
                    res.push(it.name.to_owned());
                    continue;
                };
                self.covered.extend(keys.into_iter().map(str::to_owned));
                self.remark(
                    format!(
                        "`{}` is left out though all of it is set, as the text denies `{no}`",
                        it.name
                    ),
                    range,
                );
            }
        }
        res
    }

    /// Returns the list with the keys of the architecture's features.
    fn feature_source(&self) -> Option<Source> {
        match self.architecture.name {
            "x86" => Some(Source::TargetX86),
            "ARM" => Some(Source::TargetArm),
            _ => None,
        }
    }

    fn target(&mut self, pu: &str) {
        let (name, mode) = (self.architecture.name, self.mode);
        let features = self.features();
        _ = write!(self.text, "[Target]\nPU = {pu}\nArchitecture = {name}\nMode = {mode}\n");
        if !features.is_empty() {
            _ = writeln!(self.text, "Features = {}", features.join(", "));
        }
        self.text.push_str("\n[Optimization]\nLevel = 1\n");
        self.simd = strongest_simd(self.architecture, &features);
        self.cover_features(features);
    }

    /// Notes the keys that the target's features, its architecture and its mode imply.
    fn cover_features(&mut self, mut features: Vec<String>) {
        let baseline = match self.architecture.name {
            "x86" => Some("x86_64"),
            "ARM" if self.architecture.unit == "CPU" => Some("aarch64"),
            "RISC-V" => Some("riscv64"),
            "WebAssembly" => Some("wasm32"),
            _ => None,
        };
        let baseline = baseline.and_then(|it| keys(Source::Baseline, it)).unwrap_or_default();
        self.covered.extend(baseline.into_iter().map(str::to_owned));
        let widths = [8, 16, 32, 64, 128].into_iter().filter(|it| *it <= self.mode);
        self.covered.extend(widths.map(|it| format!("{it}bit_support")));
        if self.architecture.name == "WebAssembly" && self.mode == 64 {
            self.covered.push(WIDE_ADDRESSES.to_owned());
        }
        self.architecture.close(&mut features);
        let source = match self.architecture.name {
            "RISC-V" => Some(Source::Riscv),
            "WebAssembly" => Some(Source::Wasm),
            _ => self.feature_source(),
        };
        for it in &features {
            let implied = source.and_then(|source| keys(source, it)).unwrap_or_default();
            self.covered.extend(implied.into_iter().map(str::to_owned));
        }
    }

    fn memory(&mut self) {
        let place = Some(self.source.header);
        if self.unit.has("mem_segmentation") && self.unit.has("mem_protection") {
            self.remark(
                "a target has one memory model; `mem_protection` is lost".to_owned(),
                place,
            );
        }
        if self.unit.has("endian_little") && self.unit.has("endian_big") {
            self.remark("a target has one byte order; the usual one is written".to_owned(), place);
        }
        let said = ["mem_protection", "mem_segmentation", "endian_little", "endian_big"];
        self.covered.extend(said.map(str::to_owned));
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
                let message =
                    format!("`{}` is not an identifier, so it is written as one", abi.name);
                self.remark(message, place);
                let plain = |it: char| {
                    if it.is_ascii_alphanumeric() || "_.-".contains(it) { it } else { '_' }
                };
                format!("abi_{}", abi.name.chars().map(plain).collect::<String>())
            }
        };
        let set = numbered(self.architecture.name, self.mode);
        let (returns, parameters) = (registers(abi, &set, true), registers(abi, &set, false));
        _ = write!(self.text, "\n[ABI]\nName = {name}\n");
        for (key, found) in [("ParameterRegisters", parameters), ("ReturnRegisters", returns)] {
            match found {
                Ok(registers) if registers.is_empty() => (),
                Ok(registers) => _ = writeln!(self.text, "{key} = {}", registers.join(", ")),
                Err(why) => self.remark(format!("`{key}` is left out: {why}"), place),
            }
        }
        let known = tables().abis_called(&name).find(|it| it.fits(self.architecture, self.mode));
        if let Some(alignment) = known.and_then(|it| it.stack_alignment) {
            _ = writeln!(self.text, "StackAlignment = {alignment}");
        }
        // A size of zero would say that there is none.
        match known.and_then(|it| it.red_zone).filter(|&it| it > 0) {
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
            self.covered.extend(ATOMIC_KEYS.iter().map(|&it| it.to_owned()));
        }
        if pu == "GPU" && (has("shared_mem") || has("gpu_shared_memory")) {
            lines.push_str("SharedMemory = true\n");
            self.covered.extend(SHARED_KEYS.iter().map(|&it| it.to_owned()));
        }
        if let Some(simd) = self.simd {
            lines.push_str(&format!("SIMD = {simd}\n"));
        }
        if !lines.is_empty() {
            _ = write!(self.text, "\n[Extensions]\n{lines}");
        }
    }

    fn lost(&mut self) {
        self.lost_features();
        if let Some((abi, source)) = self.unit.abis.first().zip(self.source.abis.first()) {
            let flags = flag_words(ABI_FLAGS, u64::from(abi.flags & !USES_RED_ZONE));
            if !flags.is_empty() {
                let message =
                    format!("the flags `{}` have no place in a target", flags.join("`, `"));
                self.remark(message, source.flags.or(Some(source.header)));
            }
            let special = abi.mappings.iter().zip(&source.keys).find(|it| it.0.arg_index >= 0x8000);
            if let Some((_, key)) = special {
                let message = "registers of float and special arguments have no place in a target";
                self.remark(message.to_owned(), Some(*key));
            }
            let highest =
                abi.mappings.iter().map(|it| it.arg_index).filter(|it| *it < 0x8000).max();
            if source.arg_count.is_some() && highest.unwrap_or_default() != abi.arg_count {
                let message = format!("the number of arguments, {}, is lost", abi.arg_count);
                self.remark(message, source.arg_count);
            }
        }
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

impl Writer<'_, '_> {
    fn lost_features(&mut self) {
        let Some(words) = &self.unit.features else { return };
        let is_set = |bit: u8| {
            words.get(usize::from(bit / 32)).is_some_and(|it| it & (1 << (bit % 32)) != 0)
        };
        let set = (0..=255).filter(|&it| is_set(it));
        let keys = set.map(|it| feature_key(self.unit.unit_type, it));
        let lost: Vec<String> = keys.filter(|it| !self.covered.contains(it)).collect();
        // Where the facts of an architecture name a feature, they alone are taken.
        let mut facts = self.unit.arch.iter();
        let by_facts = facts
            .find(|it| boolean(it.value) == Some(true) && self.feature(it).is_some())
            .map(|it| it.arch);
        let why = |is_one: bool| match by_facts {
            Some(arch) => {
                let verb = if is_one { "is" } else { "are" };
                format!(
                    "{verb} not among the facts of `[arch:{arch}]`, which the target's features come from,"
                )
            }
            None => format!("{} no name in a target", if is_one { "has" } else { "have" }),
        };
        let message = match lost.as_slice() {
            [] => return,
            [one] => format!("the feature `{one}` {} and is lost", why(true)),
            all => {
                format!(
                    "{} features {} and are lost: `{}`",
                    all.len(),
                    why(false),
                    all.join("`, `")
                )
            }
        };
        self.remark(message, self.source.features);
    }

    /// Reports the loss of what a description says of itself.
    fn lost_of_file(&mut self, file: &File) {
        let lowered = file.lowered();
        let (model, sources) = (&lowered.model, &lowered.sources);
        for (is_said, what, range) in [
            (sources.version.is_some(), "the version of the format has", sources.version),
            (model.timestamp != 0, "the timestamp has", sources.timestamp),
            (model.flags != 0, "the flags of the configuration have", sources.flags),
        ] {
            if is_said {
                self.remark(format!("{what} no place in a target"), range);
            }
        }
        if let Some(range) = file.first_comment() {
            self.remark("comments are lost".to_owned(), Some(range));
        }
    }
}

/// Returns the registers of the return value, or of the arguments from the first on, or else why a list of
/// them cannot say so.
fn registers<'s>(abi: &Abi, set: &'s [String], returns: bool) -> Result<Vec<&'s str>, String> {
    let mut res = Vec::new();
    let mut ordinary: Vec<_> = abi
        .mappings
        .iter()
        .filter(|it| if returns { it.arg_index == 0 } else { (1..0x8000).contains(&it.arg_index) })
        .collect();
    ordinary.order_by_key(|it| it.arg_index);
    if set.is_empty() && !ordinary.is_empty() {
        return Err("the names of the registers are known for x86 and 64-bit ARM alone".to_owned());
    }
    for (next, it) in (1..).zip(ordinary) {
        let is_whole = it.reg_type == 0 && it.reg_mask == u32::MAX;
        let name = usize::try_from(it.reg_index).ok().and_then(|it| set.get(it));
        let Some(name) = name.filter(|_| is_whole) else {
            let written = register(it);
            return Err(format!(
                "its mapping to `{written}` is to no whole register of the target"
            ));
        };
        match it.arg_index.cmp(&next) {
            _ if returns => (),
            Ordering::Equal => (),
            Ordering::Less => return Err("an argument has several registers".to_owned()),
            Ordering::Greater => {
                return Err("an argument before the last has no register".to_owned());
            }
        }
        res.push(name.as_str());
    }
    Ok(res)
}

/// Names of SIMD extensions that are less than what a target works with: floating-point units, parts of
/// another extension, those that work in general registers, and what was before it.
const MINOR_SIMD: &[&str] = &[
    "VFP", "VFPv2", "VFPv3", "VFPv4", "DOTPROD", "I8MM", "BF16", "3DNOW", "XOP", "DSP", "DSPR2",
    "DSPR3", "P", "ZVFH", "ZVFHMIN", "ZVBB", "ZVBC",
];

/// Returns the strongest SIMD extension that features imply: none of the others implies it, and the tables
/// have it last. Of two names of one extension it is the one among the features.
fn strongest_simd(architecture: &Architecture, features: &[String]) -> Option<&'static str> {
    let implied =
        || architecture.simd.iter().copied().filter(|it| architecture.imply(features, it));
    let is_major = |it: &&str| !MINOR_SIMD.contains(it);
    let implies = |a: &str, b: &str| architecture.imply(&[a.to_owned()], b);
    let is_weaker = |it: &str| implied().any(|other| implies(other, it) && !implies(it, other));
    let mut tops = implied().filter(|it| !is_weaker(it));
    let strongest = tops.clone().rfind(is_major).or_else(|| tops.next_back())?;
    let is_same = |it: &&str| implies(it, strongest) && implies(strongest, it);
    let is_listed = |it: &&str| features.iter().any(|name| name.eq_ignore_ascii_case(it));
    if is_listed(&strongest) {
        return Some(strongest);
    }
    implied().filter(is_same).find(is_listed).or(Some(strongest))
}
