//! Architectures with their features, extensions and registers, and the ABIs (coil.md#architectures
//! and coil.md#known-abis).
//!
//! `tables.txt` holds them, one line for each fact, with runs of numbered registers written as
//! `r{0..31}`; its lines are read once, on first use, and all names are slices of it.

use std::sync::LazyLock;

/// The source of the knowledge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// The document itself.
    Spec,
    /// Another document or program of COIL.
    History,
    /// Chosen by this project.
    Project,
}

impl Tier {
    /// Names the source of the knowledge.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Tier::Spec => "named in the document",
            Tier::History => "named in another COIL document",
            Tier::Project => "not named by COIL; chosen by Bobbin",
        }
    }

    fn parse(text: &str) -> Tier {
        match text {
            "spec" => Tier::Spec,
            "history" => Tier::History,
            _ => Tier::Project,
        }
    }
}

/// Writes "a" or "an" before the name of a unit, as it is spoken: an NPU.
#[must_use]
pub fn with_article(unit: &str) -> String {
    let article = if unit.starts_with('N') { "an" } else { "a" };
    format!("{article} {unit}")
}

/// The tables of architectures and of calling conventions.
#[derive(Debug, Default)]
pub struct Tables {
    /// The architectures, sorted by processing unit, as in the document.
    pub architectures: Vec<Architecture>,
    /// Several entries may have one name, for different modes.
    pub abis: Vec<Abi>,
}

/// An architecture of a processing unit.
#[derive(Debug)]
pub struct Architecture {
    /// The processing unit.
    pub unit: &'static str,
    /// Its name, in the one spelling that is right.
    pub name: &'static str,
    /// The source of the knowledge.
    pub tier: Tier,
    /// The widths it has, in bits.
    pub modes: Vec<u16>,
    /// The usual alignment in bytes by mode.
    pub alignments: Vec<(u16, u32)>,
    /// The byte orders it has, the usual one first.
    pub endianness: Vec<&'static str>,
    /// Other names that people use, also in other spellings.
    pub aliases: Vec<&'static str>,
    /// The features it can have.
    pub features: Vec<Feature>,
    /// Its SIMD extensions.
    pub simd: Vec<&'static str>,
    /// Its cryptographic extensions.
    pub crypto: Vec<&'static str>,
    /// Its registers; empty if none are known.
    pub registers: Vec<RegisterGroup>,
    /// Features and what each implies, in upper case.
    pub implies: Vec<(&'static str, Vec<&'static str>)>,
}

/// A feature of an architecture.
#[derive(Debug)]
pub struct Feature {
    /// Its name; people may write it in any case.
    pub name: &'static str,
    /// The source of the knowledge.
    pub tier: Tier,
    /// The modes that have it; empty if all have.
    pub modes: Vec<u16>,
}

/// Registers of one class and width.
#[derive(Debug)]
pub struct RegisterGroup {
    /// The class, such as `gpr` or `vr`.
    pub class: &'static str,
    /// The width in bits, if it is fixed.
    pub width: Option<u16>,
    /// The modes that have them.
    pub modes: Vec<u16>,
    /// Names and runs of names, in lower case.
    patterns: Vec<&'static str>,
}

/// A calling convention that is known by name.
#[derive(Debug)]
pub struct Abi {
    /// Its name; people may write it in any case.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: Vec<&'static str>,
    /// Processing unit and architecture; none if it fits all.
    pub architecture: Option<(&'static str, &'static str)>,
    /// The modes it is for.
    pub modes: Vec<u16>,
    /// The source of the knowledge.
    pub tier: Tier,
    /// Registers for parameters; none if nothing is laid down.
    pub parameters: Option<Vec<&'static str>>,
    /// Registers for return values; none if nothing is laid down.
    pub returns: Option<Vec<&'static str>>,
    /// Registers that a call may change.
    pub caller_saved: Vec<&'static str>,
    /// Registers that a call leaves as they are.
    pub callee_saved: Vec<&'static str>,
    /// The alignment of the stack, in bytes.
    pub stack_alignment: Option<u32>,
    /// The size of the red zone, in bytes.
    pub red_zone: Option<u32>,
    /// The size of the shadow space, in bytes.
    pub shadow_space: u32,
    /// A remark; may be empty.
    pub note: &'static str,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::parse(include_str!("tables.txt")));

/// Returns the tables.
#[must_use]
pub fn tables() -> &'static Tables {
    &TABLES
}

impl Tables {
    /// Lines that do not fit are left out; a test compares the result with the tables it is made
    /// from.
    fn parse(text: &'static str) -> Tables {
        let mut res = Tables::default();
        for line in text.lines() {
            let Some((word, rest)) = line.split_once(' ') else { continue };
            match (word, res.architectures.last_mut()) {
                ("architecture", _) => res.architectures.extend(Architecture::parse(rest)),
                ("abi", _) => res.abis.extend(Abi::parse(rest)),
                ("feature", Some(last)) => last.add_features(rest),
                ("simd", Some(last)) => last.simd = words(rest),
                ("crypto", Some(last)) => last.crypto = words(rest),
                ("register", Some(last)) => last.registers.extend(RegisterGroup::parse(rest)),
                ("implies", Some(last)) => {
                    let pairs = rest.split(';').filter_map(|it| it.split_once('='));
                    last.implies = pairs.map(|(name, implied)| (name, words(implied))).collect();
                }
                _ => (),
            }
        }
        res
    }

    /// Returns the architectures of a processing unit.
    pub fn of_unit(&self, unit: &str) -> impl Iterator<Item = &Architecture> {
        self.architectures.iter().filter(move |it| it.unit == unit)
    }

    /// Returns the ABIs that `name` may mean, in any case and by any alias.
    pub fn abis_called<'t>(&'t self, name: &str) -> impl Iterator<Item = &'t Abi> {
        self.abis.iter().filter(move |it| it.is_called(name))
    }
}

impl Architecture {
    fn parse(line: &'static str) -> Option<Architecture> {
        let mut parts = line.split('|');
        Some(Architecture {
            unit: parts.next()?,
            name: parts.next()?,
            tier: Tier::parse(parts.next()?),
            modes: numbers(parts.next()?),
            alignments: words(parts.next()?)
                .into_iter()
                .filter_map(|it| {
                    let (mode, bytes) = it.split_once('=')?;
                    Some((mode.parse().ok()?, bytes.parse().ok()?))
                })
                .collect(),
            endianness: words(parts.next()?),
            aliases: list(parts.next()?),
            features: Vec::new(),
            simd: Vec::new(),
            crypto: Vec::new(),
            registers: Vec::new(),
            implies: Vec::new(),
        })
    }

    fn add_features(&mut self, line: &'static str) {
        let mut parts = line.split('|');
        let (Some(tier), Some(modes), Some(names)) = (parts.next(), parts.next(), parts.next())
        else {
            return;
        };
        let (tier, modes) = (Tier::parse(tier), numbers(modes));
        self.features.extend(names.split(' ').map(|name| Feature {
            name,
            tier,
            modes: modes.clone(),
        }));
    }

    /// True if `name` is its name or one of its aliases, in any case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.aliases.iter().chain([&self.name]).any(|it| it.eq_ignore_ascii_case(name))
    }

    /// Returns the feature of this name, in any case.
    #[must_use]
    pub fn feature(&self, name: &str) -> Option<&Feature> {
        self.features.iter().find(|it| it.name.eq_ignore_ascii_case(name))
    }

    /// Describes one of its SIMD or cryptographic extensions where it is offered.
    #[must_use]
    pub fn extension_help(&self, name: &str) -> String {
        self.feature(name).map_or("an extension", |it| it.tier.about()).to_owned()
    }

    /// Returns the group of a register, in any case, without its `%` or `$`; of several the one
    /// that `mode` has.
    #[must_use]
    pub fn register(&self, name: &str, mode: Option<u16>) -> Option<&RegisterGroup> {
        let name = name.to_ascii_lowercase();
        let mut found = self.registers.iter().filter(|it| it.has(&name)).peekable();
        let first = found.peek().copied();
        found.find(|it| mode.is_none_or(|mode| it.modes.contains(&mode))).or(first)
    }

    /// Returns the names of all registers of `mode`, or of all modes.
    pub fn register_names(&self, mode: Option<u16>) -> impl Iterator<Item = String> {
        self.registers
            .iter()
            .filter(move |it| mode.is_none_or(|mode| it.modes.contains(&mode)))
            .flat_map(RegisterGroup::names)
    }

    /// Returns the usual alignment in bytes.
    #[must_use]
    pub fn alignment(&self, mode: u16) -> Option<u32> {
        self.alignments.iter().find(|&&(it, _)| it == mode).map(|&(_, bytes)| bytes)
    }

    /// True if `features` together imply `wanted` (coil.md#simd-and-features).
    #[must_use]
    pub fn imply(&self, features: &[String], wanted: &str) -> bool {
        let mut all = features.to_vec();
        self.close(&mut all);
        all.iter().any(|it| it.eq_ignore_ascii_case(wanted))
    }

    /// Adds what features imply; all are in upper case then.
    pub fn close(&self, features: &mut Vec<String>) {
        let seen = features;
        for it in seen.iter_mut() {
            it.make_ascii_uppercase();
        }
        let mut next = 0;
        while let Some(feature) = seen.get(next) {
            let implied = self.implies.iter().find(|(name, _)| name == feature);
            for it in implied.into_iter().flat_map(|(_, it)| it) {
                if !seen.iter().any(|seen| seen == it) {
                    seen.push((*it).to_owned());
                }
            }
            next += 1;
        }
    }

    /// Counts the general registers that `mode` has, and tells how wide they are: those of full width, or
    /// the widest that there are. Where names are numbered, it counts the numbered ones, because the
    /// others are second names of them.
    #[must_use]
    pub fn general_registers(&self, mode: u16) -> Option<(u64, u16)> {
        let width = |it: &RegisterGroup| it.width.unwrap_or(mode);
        let all = self.registers.iter().filter(|it| it.class == "gpr" && it.modes.contains(&mode));
        // Of several that are as wide the first.
        let group = all.rev().filter(|it| width(it) <= mode).max_by_key(|it| width(it))?;
        let mut runs = group.patterns.iter().filter_map(|it| Run::parse(it));
        let n_of_run = |it: Run| it.names().count() as u64;
        let count = match self.name {
            // Its two files.
            "C6x" => runs.map(n_of_run).sum(),
            // The windows come first, and are parts of the whole.
            "SPARC" => runs.map(n_of_run).max()?,
            // On 64-bit ARM number 31 is the stack pointer or zero.
            "ARM" if mode == 64 => runs.next().map(n_of_run)?.saturating_sub(1),
            _ if Run::parse(group.patterns.first()?).is_none() => group.names().count() as u64,
            _ => runs.next().map(n_of_run)?,
        };
        Some((count, width(group)))
    }

    /// Returns the mode of the architecture that is the nearest to a number of bits; none if any is one.
    #[must_use]
    pub fn nearest_mode(&self, bits: i128) -> Option<u16> {
        self.modes.iter().copied().min_by_key(|&it| (i128::from(it) - bits).abs())
    }

    /// Returns the mode that an alias of this architecture stands for, if it says one.
    #[must_use]
    pub fn alias_mode(&self, alias: &str) -> Option<u16> {
        let alias = alias.to_ascii_lowercase();
        let mode = match alias.as_str() {
            "amd64" | "x64" | "aarch64" | "sparcv9" | "s390" | "systemz" => 64,
            "i386" | "i686" | "ia32" | "aarch32" | "armv7" | "thumb" | "sparcv8" | "mipsel" => 32,
            "x86_64" | "x86-64" => 64,
            "x86_32" => 32,
            "x86_16" => 16,
            _ if alias.contains("64") => 64,
            _ if alias.ends_with("32") => 32,
            _ => return None,
        };
        self.modes.contains(&mode).then_some(mode)
    }
}

impl RegisterGroup {
    fn parse(line: &'static str) -> Option<RegisterGroup> {
        let mut parts = line.split('|');
        Some(RegisterGroup {
            class: parts.next()?,
            width: parts.next()?.parse().ok(),
            modes: numbers(parts.next()?),
            patterns: words(parts.next()?),
        })
    }

    /// True if the group has the register `name`, which is in lower case.
    fn has(&self, name: &str) -> bool {
        self.patterns.iter().any(|it| match Run::parse(it) {
            Some(run) => run.has(name),
            None => *it == name,
        })
    }

    /// Returns all names, in the order of the table.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.patterns.iter().flat_map(|it| match Run::parse(it) {
            Some(run) => run.names().collect(),
            None => vec![(*it).to_owned()],
        })
    }

    /// Returns the name of the class in words.
    #[must_use]
    pub fn class_name(&self) -> &'static str {
        match self.class {
            "gpr" => "general register",
            "fpr" => "floating-point register",
            "vr" => "vector register",
            "mask" => "mask or predicate register",
            "segment" => "segment register",
            "system" => "system register",
            _ => "special register",
        }
    }
}

/// Numbered registers: `r{0..31}d` or, by twos, `d{0..62/2}`.
struct Run {
    prefix: &'static str,
    first: u32,
    last: u32,
    step: u32,
    suffix: &'static str,
}

impl Run {
    fn parse(pattern: &'static str) -> Option<Run> {
        let (prefix, rest) = pattern.split_once('{')?;
        let (range, suffix) = rest.split_once('}')?;
        let (range, step) = range.split_once('/').unwrap_or((range, "1"));
        let (first, last) = range.split_once("..")?;
        let number = |it: &str| it.parse().ok();
        Some(Run {
            prefix,
            first: number(first)?,
            last: number(last)?,
            step: number(step)?.max(1),
            suffix,
        })
    }

    fn has(&self, name: &str) -> bool {
        let digits = name.strip_prefix(self.prefix).and_then(|it| it.strip_suffix(self.suffix));
        let Some(digits) = digits else { return false };
        let is_plain = digits.bytes().all(|it| it.is_ascii_digit())
            && (digits.len() == 1 || !digits.starts_with('0'));
        is_plain
            && digits.parse::<u32>().is_ok_and(|it| {
                (self.first..=self.last).contains(&it)
                    && (it - self.first).is_multiple_of(self.step)
            })
    }

    fn names(&self) -> impl Iterator<Item = String> {
        let (prefix, suffix) = (self.prefix, self.suffix);
        (self.first..=self.last)
            .step_by(self.step as usize)
            .map(move |it| format!("{prefix}{it}{suffix}"))
    }
}

impl Abi {
    fn parse(line: &'static str) -> Option<Abi> {
        let mut parts = line.split('|');
        let mut registers = || parts.next().map(|it| (it != "-").then(|| words(it)));
        // The lists come first so that one closure can read them all.
        let (parameters, returns) = (registers()?, registers()?);
        let (caller_saved, callee_saved) = (registers()?, registers()?);
        let name = parts.next()?;
        let (unit, architecture) = (parts.next()?, parts.next()?);
        Some(Abi {
            name,
            architecture: (!architecture.is_empty()).then_some((unit, architecture)),
            modes: numbers(parts.next()?),
            tier: Tier::parse(parts.next()?),
            parameters,
            returns,
            caller_saved: caller_saved.unwrap_or_default(),
            callee_saved: callee_saved.unwrap_or_default(),
            stack_alignment: parts.next()?.parse().ok(),
            red_zone: parts.next()?.parse().ok(),
            shadow_space: parts.next()?.parse().unwrap_or_default(),
            aliases: words(parts.next()?),
            note: parts.next()?,
        })
    }

    /// True if `name` is its name or one of its aliases, in any case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
            || self.aliases.iter().any(|it| it.eq_ignore_ascii_case(name))
    }

    /// True if it is an ABI of this architecture in this mode; one without an architecture fits
    /// all.
    #[must_use]
    pub fn fits(&self, architecture: &Architecture, mode: u16) -> bool {
        self.architecture.is_none_or(|it| {
            it == (architecture.unit, architecture.name) && self.modes.contains(&mode)
        })
    }
}

/// Spells a register's name as the tables do: one `%` or `$` in front does not belong to it, nor
/// does the case count (coil.md#case and coil.md#register-names).
#[must_use]
pub fn plain_register(text: &str) -> String {
    text.strip_prefix(['%', '$']).unwrap_or(text).to_ascii_lowercase()
}

fn words(text: &'static str) -> Vec<&'static str> {
    text.split(' ').filter(|it| !it.is_empty()).collect()
}

fn list(text: &'static str) -> Vec<&'static str> {
    text.split(',').filter(|it| !it.is_empty()).collect()
}

fn numbers(text: &str) -> Vec<u16> {
    text.split(' ').filter_map(|it| it.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn architecture(unit: &str, name: &str) -> &'static Architecture {
        tables().of_unit(unit).find(|it| it.name == name).unwrap()
    }

    #[test]
    fn registers_are_found_in_runs() {
        let x86 = architecture("CPU", "x86");
        assert_eq!(x86.register("R8", Some(64)).unwrap().modes, [64]);
        assert_eq!(x86.register("eax", Some(16)).unwrap().width, Some(32));
        assert!(x86.register("r08", None).is_none());
        assert!(x86.register("r16", None).is_none());
        let sparc = architecture("CPU", "SPARC");
        assert!(sparc.register("d62", None).is_some());
        assert!(sparc.register("d3", None).is_none());
        // One name in two groups: the mode chooses.
        let arm = architecture("CPU", "ARM");
        assert_eq!(arm.register("d7", Some(32)).unwrap().modes, [32]);
        assert_eq!(arm.register("d7", Some(64)).unwrap().modes, [64]);
    }

    #[test]
    fn features_imply_others() {
        let x86 = architecture("CPU", "x86");
        assert!(x86.imply(&["AVX512F".into()], "sse4.1"));
        assert!(!x86.imply(&["sse4.2".into()], "AVX"));
        // Two features that imply each other end the search all the same.
        assert!(architecture("CPU", "ARM").imply(&["ASIMD".into()], "NEON"));
    }
}
