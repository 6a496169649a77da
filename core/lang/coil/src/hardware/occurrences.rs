//! Places that belong together: a unit's headers, the sections of an ABI, feature sections and the
//! lists that name them.

use text_size::{TextRange, TextSize};

use super::file::File;
use super::sections::{Role, Section, UnitKey, whole_name};
use super::{items, value};
use bobbin_core::text::{len, slice};

/// A thing that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    Unit(UnitKey),
    /// The ABI of a unit; of the one that bare sections belong to if there is no unit.
    Abi(Option<UnitKey>, String),
    Arch(Option<UnitKey>, String),
    /// A feature section as lists name it.
    Features(Option<UnitKey>, String),
}

/// A name with its place.
pub(super) struct Mention {
    pub(super) named: Named,
    pub(super) range: TextRange,
    /// True if the thing is declared here.
    pub(super) is_declaration: bool,
}

/// Returns all names of the text, in its order.
pub(super) fn mentions(file: &File) -> Vec<Mention> {
    let mut res = Vec::new();
    for section in &file.sections().all {
        header_mentions(file, section, &mut res);
        if section.role != Role::Unit {
            continue;
        }
        let lists = section.pairs.iter().filter(|it| slice(file.text(), it.key) == "features");
        for item in lists.flat_map(|it| value::list(file.text(), it.value)) {
            let role = Role::Features(item.text.to_owned());
            let has = |unit: Option<UnitKey>| {
                file.sections().all.iter().any(|it| it.unit == unit && it.role == role)
            };
            let has_own = has(section.unit);
            if !has_own
                && !has(None)
                && let Some((unit, short)) = whole_name(item.text)
            {
                let part = TextRange::new(item.range.end() - len(&short), item.range.end());
                let head = TextRange::new(item.range.start(), part.start() - TextSize::new(1));
                let named = Named::Unit(unit);
                res.push(Mention { named, range: head, is_declaration: false });
                let named = Named::Features(Some(unit), short);
                res.push(Mention { named, range: part, is_declaration: false });
                continue;
            }
            let unit = if has_own { section.unit } else { None };
            let named = Named::Features(unit, item.text.to_owned());
            res.push(Mention { named, range: item.range, is_declaration: false });
        }
    }
    res
}

fn header_mentions(file: &File, section: &Section, res: &mut Vec<Mention>) {
    let written = slice(file.text(), section.name);
    let start = section.name.start();
    let mut push = |named, range, is_declaration| {
        res.push(Mention { named, range, is_declaration });
    };
    let mut rest = start;
    if let Some(unit) = section.unit {
        let head = written.split('.').next().unwrap_or_default();
        push(Named::Unit(unit), TextRange::at(start, len(head)), section.role == Role::Unit);
        rest = (start + len(head) + TextSize::new(1)).min(section.name.end());
    }
    let part = |prefix: &str, suffix: &str| {
        let (from, to) = (rest + len(prefix), section.name.end() - len(suffix));
        TextRange::new(from.min(to), to)
    };
    match &section.role {
        Role::Abi(name) => push(Named::Abi(section.unit, name.clone()), part("abi:", ""), true),
        Role::Mapping(name) => {
            push(Named::Abi(section.unit, name.clone()), part("", ".mapping"), false);
        }
        Role::Arch(name) => {
            push(Named::Arch(section.unit, name.clone()), part("arch:", ""), true);
        }
        Role::Features(name) => {
            push(Named::Features(section.unit, name.clone()), part("", ""), true);
        }
        Role::Metadata | Role::Unit | Role::Resources | Role::Unknown(_) => (),
    }
}

/// Finds the name at `at`.
pub(super) fn mention_at(mentions: &[Mention], at: TextSize) -> Option<&Mention> {
    mentions.iter().find(|it| it.range.contains_inclusive(at))
}

/// Returns the section that declares what is mentioned.
pub(super) fn declaration_of<'f>(
    file: &'f File,
    mentions: &[Mention],
    it: &Mention,
) -> Option<&'f Section> {
    let found = mentions.iter().find(|other| other.is_declaration && other.named == it.named)?;
    let idx = items::section_at(file, found.range.start())?;
    file.sections().all.get(idx)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use text_size::TextRange;

    use crate::hardware::file::parse;
    use bobbin_core::text::{Location, offset, slice};
    use bobbin_core::{Document, Input};

    const TEXT: &str = "\
[cpu:0]
features = simd, integer
[cpu:0.simd]
[integer]
[abi:sysv]
[sysv.mapping]
r = gpr:0
[gpu:0]
features = integer
[gpu:0.resources]
core = 1
";

    /// Checks the lines of the declarations and of all uses of what `word` names where it stands
    /// the `nth` time.
    #[track_caller]
    fn check(word: &str, nth: usize, expect: Expect) {
        let file = parse(&Input::alone("x", TEXT));
        let at = offset(TEXT.match_indices(word).nth(nth).unwrap().0 + 1);
        let lines = |places: Vec<Location>| -> Vec<usize> {
            let line = |it: &Location| {
                slice(TEXT, TextRange::up_to(it.range.start())).lines().count().max(1)
            };
            places
                .iter()
                .map(|it| {
                    line(it)
                        + usize::from(
                            slice(TEXT, TextRange::up_to(it.range.start())).ends_with('\n'),
                        )
                })
                .collect()
        };
        let renamable = file.renamable(at).map(|it| slice(TEXT, it));
        let shown = format!(
            "declared {:?}, named {:?}, renamable {renamable:?}",
            lines(file.definition(at)),
            lines(file.references(at)),
        );
        expect.assert_eq(&shown);
    }

    #[test]
    fn names_lead_to_their_sections() {
        check("simd", 0, expect![[r#"declared [3], named [2, 3], renamable Some("simd")"#]]);
        check(
            "integer",
            0,
            expect![[r#"declared [4], named [2, 4, 9], renamable Some("integer")"#]],
        );
        check(
            "integer",
            2,
            expect![[r#"declared [4], named [2, 4, 9], renamable Some("integer")"#]],
        );
        check("sysv", 1, expect![[r#"declared [5], named [5, 6], renamable Some("sysv")"#]]);
        check("cpu:0", 1, expect![[r#"declared [1], named [1, 3], renamable Some("cpu:0")"#]]);
        check("gpu:0", 1, expect![[r#"declared [8], named [8, 10], renamable Some("gpu:0")"#]]);
        check("resources", 0, expect!["declared [], named [], renamable None"]);
        check("core", 0, expect!["declared [], named [], renamable None"]);
    }

    /// A list may name a section as its header does (coil.md#several-units).
    #[test]
    fn whole_names_are_changed_in_their_parts() {
        let text = "[cpu:0]\nfeatures = cpu:0.simd, gpu:1.advanced\n[cpu:0.simd]\n\
                    [gpu:1]\nfeatures = advanced\n[gpu:1.advanced]\n";
        let file = parse(&Input::alone("x", text));
        let rename = |word: &str, name: &str| {
            let at = offset(text.find(word).unwrap() + 1);
            file.rename(at, name).unwrap().edits["x"].apply(text)
        };
        assert_eq!(rename("advanced", "fast"), text.replace("advanced", "fast"));
        assert_eq!(rename("simd", "vectors"), text.replace("simd", "vectors"));
        assert_eq!(rename("gpu:1", "gpu:2"), text.replace("gpu:1", "gpu:2"));
        let plan = |command| file.plan(&command).unwrap().edits["x"].apply(text);
        let item = file.item_at(offset(text.rfind("advanced").unwrap())).unwrap();
        let without = plan(bobbin_core::edit::Command::Remove { item });
        assert!(!without.contains("advanced"), "{without}");
    }

    #[test]
    fn names_are_changed_wherever_they_stand() {
        let file = parse(&Input::alone("x", TEXT));
        let rename = |word: &str, name: &str| {
            let at = offset(TEXT.find(word).unwrap() + 1);
            file.rename(at, name).map(|it| it.edits["x"].apply(TEXT)).map_err(|it| it.reason)
        };
        let new = rename("sysv.mapping", "win64").unwrap();
        assert!(new.contains("[abi:win64]\n[win64.mapping]"), "{new}");
        let new = rename("integer", "alu").unwrap();
        assert!(
            new.contains("simd, alu\n") && new.contains("[alu]") && new.contains("features = alu"),
            "{new}"
        );
        let new = rename("gpu:0", "gpu:7").unwrap();
        assert!(new.contains("[gpu:7]") && new.contains("[gpu:7.resources]"), "{new}");
        assert_eq!(
            rename("gpu:0", "disk").unwrap_err(),
            "`disk` names no unit; units are written like `cpu:0`"
        );
        assert_eq!(
            rename("core", "x").unwrap_err(),
            "nothing that a section of this text declares is named here"
        );
    }
}
