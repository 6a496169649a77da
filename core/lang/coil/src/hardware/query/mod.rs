//! Values by path: `cpu:0.features.fp_fma`, `*.abi.*.map[1]` (coil.md#query-paths).
//!
//! ```text
//! path    = segment *("." segment)
//! segment = name [ "[" index "]" ]
//! name    = "*" / text without . [ ] " / DQUOTE text DQUOTE
//! index   = "*" / text without ]
//! ```
//!
//! `*` stands for any name or index, and a missing index for any. A path that leads to no value of
//! its own leads to all values below. Indexes of resources count the entries of one kind from 0;
//! those of `map` name an argument as a mapping's key does.

mod possible;
mod rows;

use super::File;
use super::lower::argument_index;
use super::value::{quoted, unquote};
use crate::hardware::model::Model;
use crate::hardware::source_map::SourceMap;
use bobbin_core::edit::{ItemPath, Refusal};
use bobbin_core::view::{Origin, QueryHit, Resolved, ResolvedRow};

pub(super) use rows::rows;

/// A value of a model with its path.
#[derive(Debug, Clone)]
pub struct Row {
    /// From the outside in.
    pub path: Vec<Segment>,
    /// The value in words.
    pub value: String,
    /// The place that decides it.
    pub origin: Origin,
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// What it is called; in a pattern `*` for any name.
    pub name: String,
    /// Which of several.
    pub index: Option<String>,
    /// Whether `*` is the name itself.
    is_quoted: bool,
}

impl Segment {
    fn new(name: impl Into<String>) -> Segment {
        Segment { name: name.into(), index: None, is_quoted: true }
    }

    fn nth(name: &str, index: impl Into<String>) -> Segment {
        Segment { index: Some(index.into()), ..Segment::new(name) }
    }

    /// As a path spells it.
    #[must_use]
    pub fn spelling(&self) -> String {
        let is_plain = !self.name.is_empty()
            && self.name != "*"
            && !self.name.contains(['.', '[', ']', '"', '\\'])
            && !self.name.contains(char::is_control)
            && self.name.trim() == self.name;
        let mut res = if is_plain { self.name.clone() } else { quoted(&self.name) };
        if let Some(index) = &self.index {
            res.push('[');
            res.push_str(index);
            res.push(']');
        }
        res
    }

    /// True for `*` without quotes, which stands for any name.
    fn is_any(&self) -> bool {
        self.name == "*" && !self.is_quoted
    }

    /// Whether this segment of a pattern stands for `other`, which is one of a value's path.
    fn matches(&self, other: &Segment) -> bool {
        let is_map = |it: &str| matches!(it, "map" | "mapping");
        let is_name =
            self.is_any() || self.name == other.name || is_map(&self.name) && is_map(&other.name);
        let is_index = match (self.index.as_deref(), other.index.as_deref()) {
            (None | Some("*"), _) => true,
            (Some(wanted), Some(found)) if is_map(&other.name) => {
                argument_index(wanted).is_some_and(|it| Some(it) == argument_index(found))
            }
            (wanted, found) => wanted == found,
        };
        is_name && is_index
    }
}

/// Segments as one path.
#[must_use]
pub fn spelling(path: &[Segment]) -> String {
    path.iter().map(Segment::spelling).collect::<Vec<_>>().join(".")
}

/// Reads a path.
fn parse(path: &str) -> Result<Vec<Segment>, Refusal> {
    let bad = |reason: String| Err(Refusal::bad_value(reason));
    let mut res = Vec::new();
    let mut rest = path.trim();
    loop {
        let (name, behind, is_quoted) = if rest.starts_with('"') {
            let Some((name, behind)) = split_quoted(rest) else {
                return bad(format!("the quote of `{rest}` is never closed"));
            };
            (name, behind, true)
        } else {
            let end = rest.find(['.', '[', ']', '"']).unwrap_or(rest.len());
            let (name, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
            (name.to_owned(), behind, false)
        };
        if name.is_empty() && !is_quoted {
            return bad(match rest {
                "" => "a name is missing at the end of the path".to_owned(),
                _ => format!("a name is missing before `{rest}`"),
            });
        }
        let mut segment = Segment { name, index: None, is_quoted };
        rest = behind;
        if let Some(inner) = rest.strip_prefix('[') {
            let Some((index, behind)) = inner.split_once(']') else {
                return bad(format!("the bracket of `{rest}` is never closed"));
            };
            segment.index = Some(index.trim().to_owned());
            rest = behind;
        }
        res.push(segment);
        match rest.strip_prefix('.') {
            Some(behind) => rest = behind,
            None if rest.is_empty() => return Ok(res),
            None => return bad(format!("expected `.` before `{rest}`")),
        }
    }
}

/// The name in quotes at the start of `rest`, and what stands behind them.
fn split_quoted(rest: &str) -> Option<(String, &str)> {
    let mut escaped = false;
    let close = rest.bytes().skip(1).position(|byte| match byte {
        _ if escaped => {
            escaped = false;
            false
        }
        b'\\' => {
            escaped = true;
            false
        }
        byte => byte == b'"',
    })?;
    let (quoted, behind) = rest.split_at_checked(close + 2)?;
    Some((unquote(quoted)?.into_owned(), behind))
}

impl File {
    pub(super) fn hits(&self, path: &str) -> Result<Vec<QueryHit>, Refusal> {
        let pattern = parse(path)?;
        possible::judge(&pattern)?;
        let mut found = rows(&self.lowered.model, Some(&self.lowered.sources), Some(&pattern));
        if found.iter().any(|it| it.path.len() == pattern.len()) {
            found.retain(|it| it.path.len() == pattern.len());
        }
        let hits = found.into_iter().map(|it| QueryHit {
            path: spelling(&it.path),
            value: it.value,
            range: it.origin.range,
        });
        Ok(hits.collect())
    }

    /// The value that counts at a path, given by its names.
    pub(super) fn in_force(&self, names: &[&str]) -> Option<(String, Origin)> {
        let row = self.rows_below(names).into_iter().find(|it| it.path.len() == names.len())?;
        Some((row.value, row.origin))
    }

    /// The values below the path of these names.
    pub(super) fn rows_below(&self, names: &[&str]) -> Vec<Row> {
        let pattern: Vec<Segment> = names.iter().map(|&it| Segment::new(it)).collect();
        rows(&self.lowered.model, Some(&self.lowered.sources), Some(&pattern))
    }

    pub(super) fn path_completions(&self, path: &str) -> Vec<String> {
        // What stands behind the last dot is unfinished; a dot in quotes is none.
        let mut start = 0;
        let mut quoted = false;
        for (at, byte) in path.bytes().enumerate() {
            match byte {
                b'"' => quoted = !quoted,
                b'.' if !quoted => start = at + 1,
                _ => (),
            }
        }
        let (before, _) = path.split_at_checked(start).unwrap_or((path, ""));
        let mut pattern = match before.strip_suffix('.') {
            Some(done) => match parse(done) {
                Ok(pattern) => pattern,
                Err(_) => return Vec::new(),
            },
            None => Vec::new(),
        };
        let depth = pattern.len();
        pattern.push(Segment { name: "*".to_owned(), index: None, is_quoted: false });
        let found = rows(&self.lowered.model, Some(&self.lowered.sources), Some(&pattern));
        let mut res: Vec<String> = Vec::new();
        for row in &found {
            let Some(segment) = row.path.get(depth) else { continue };
            let whole = format!("{before}{}", segment.spelling());
            if res.last() != Some(&whole) && !res.contains(&whole) {
                res.push(whole);
            }
        }
        res
    }

    pub(super) fn resolved_rows(&self, most: usize) -> (Resolved, usize) {
        leaves(&self.lowered.model, Some(&self.lowered.sources), most)
    }
}

/// The first rows that no other rows sum up or repeat, by unit, and how many more there are.
pub(super) fn leaves(model: &Model, sources: Option<&SourceMap>, most: usize) -> (Resolved, usize) {
    let (rows, n_more) = rows::leaves(model, sources, most);
    let rows = rows.into_iter().filter_map(|it| {
        let (first, rest) = it.path.split_first()?;
        let kind = if first.name == "metadata" { "metadata" } else { "unit" };
        Some(ResolvedRow {
            item: ItemPath::new([kind, &first.name]),
            key: spelling(rest),
            value: it.value,
            origin: it.origin,
        })
    });
    (Resolved { rows: rows.collect() }, n_more)
}

/// Nobody says it: `note` says what counts instead.
fn assumed(note: &str) -> Origin {
    Origin { note: note.to_owned(), ..Origin::default_value() }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::hardware::parse;
    use bobbin_core::text::slice;
    use bobbin_core::{Document, Input};

    const TEXT: &str = "\
[metadata]
flags = autodetected
[cpu:0]
name = Big
features = integer
[integer]
int_add = true
int_sub = false
bit_250 = true
[resources]
cache_l1 = 32KiB, data
cache_l1 = 16KiB, shared
gpr = 16, 64bit
[abi:a.b]
flags = variadic
[a.b.mapping]
ret = gpr:0, gpr:3:0xFF
1 = gpr:4
2f = vr:2
[arch:x86_64]
sse4.2 = true
[gpu:0]
[gpu:0.resources]
memory = 1GiB
";

    #[track_caller]
    fn check(path: &str, expect: Expect) {
        let file = parse(&Input::alone("x.coilcfg.txt", TEXT));
        let shown = match file.query(path) {
            Ok(hits) => hits
                .iter()
                .map(|it| {
                    let place = it.range.map(|it| slice(TEXT, it)).unwrap_or("-");
                    format!("{} = {} ({place})\n", it.path, it.value)
                })
                .collect(),
            Err(refusal) => format!("refused: {}\n", refusal.reason),
        };
        expect.assert_eq(&shown);
    }

    #[test]
    fn paths_lead_to_values() {
        check(
            "metadata.version",
            expect![[r#"
            metadata.version = 0.1.0 (-)
        "#]],
        );
        check(
            "pus",
            expect![[r#"
            pus = cpu:0, gpu:0 (-)
        "#]],
        );
        check(
            "cpu:0.name",
            expect![[r#"
            cpu:0.name = Big (Big)
        "#]],
        );
        check("gpu:0.name", expect![""]);
        check(
            "cpu:0.features",
            expect![[r#"
                cpu:0.features = int_add, debug_single_step (integer)
            "#]],
        );
        check(
            "cpu:0.features.int_add",
            expect![[r#"
            cpu:0.features.int_add = true (int_add = true)
        "#]],
        );
        check(
            "*.features.int_sub",
            expect![[r#"
            cpu:0.features.int_sub = false (int_sub = false)
        "#]],
        );
        check(
            "cpu:0.features.fp_fma",
            expect![[r#"
            cpu:0.features.fp_fma = false (-)
        "#]],
        );
        check(
            "cpu:0.features.bit_250",
            expect![[r#"
                cpu:0.features.bit_250 = true (bit_250 = true)
            "#]],
        );
        check(
            "cpu:0.features.nope",
            expect![[r#"
            refused: `nope` is no feature of `cpu`
        "#]],
        );
    }

    #[test]
    fn tables_are_indexed() {
        check(
            "cpu:0.resources.cache_l1.size",
            expect![[r#"
            cpu:0.resources.cache_l1[0].size = 32768 (cache_l1 = 32KiB, data)
            cpu:0.resources.cache_l1[1].size = 16384 (cache_l1 = 16KiB, shared)
        "#]],
        );
        check(
            "cpu:0.resources.cache_l1[1]",
            expect![[r#"
            cpu:0.resources.cache_l1[1] = 16KiB, shared (cache_l1 = 16KiB, shared)
        "#]],
        );
        check(
            "*.resources.*.count",
            expect![[r#"
            cpu:0.resources.cache_l1[0].count = 1 (cache_l1 = 32KiB, data)
            cpu:0.resources.cache_l1[1].count = 1 (cache_l1 = 16KiB, shared)
            cpu:0.resources.gpr[0].count = 16 (gpr = 16, 64bit)
            gpu:0.resources.memory[0].count = 1 (memory = 1GiB)
        "#]],
        );
        check(
            "*.abi.*.mapping[1]",
            expect![[r#"
            cpu:0.abi."a.b".map[1] = gpr:4 (gpr:4)
        "#]],
        );
        check(
            "cpu:0.abi.\"a.b\".map[ret]",
            expect![[r#"
            cpu:0.abi."a.b".map[0] = gpr:0 (gpr:0)
            cpu:0.abi."a.b".map[0] = gpr:3:0xff (gpr:3:0xFF)
        "#]],
        );
        check(
            "cpu:0.abi",
            expect![[r#"
            cpu:0.abi."a.b".arg_count = 1 (a.b.mapping)
            cpu:0.abi."a.b".flags = variadic (variadic)
            cpu:0.abi."a.b".map[0] = gpr:0 (gpr:0)
            cpu:0.abi."a.b".map[0] = gpr:3:0xff (gpr:3:0xFF)
            cpu:0.abi."a.b".map[1] = gpr:4 (gpr:4)
            cpu:0.abi."a.b".map[2f] = vr:2 (vr:2)
        "#]],
        );
        check(
            "cpu:0.arch.x86_64.\"sse4.2\"",
            expect![[r#"
            cpu:0.arch.x86_64."sse4.2" = true (true)
        "#]],
        );
    }

    #[test]
    fn what_is_no_path_is_refused() {
        check(
            "",
            expect![[r#"
            refused: a name is missing at the end of the path
        "#]],
        );
        check(
            "cpu:0..name",
            expect![[r#"
            refused: a name is missing before `.name`
        "#]],
        );
        check(
            "cpu:0.resources.core[1",
            expect![[r#"
            refused: the bracket of `[1` is never closed
        "#]],
        );
        check(
            "cpu:0.abi.\"a",
            expect![[r#"
            refused: the quote of `"a` is never closed
        "#]],
        );
        check(
            "a[1]b",
            expect![[r#"
            refused: expected `.` before `b`
        "#]],
        );
    }

    #[test]
    fn paths_are_completed() {
        let file = parse(&Input::alone("x.coilcfg.txt", TEXT));
        assert_eq!(file.query_completions(""), ["metadata", "pus", "cpu:0", "gpu:0"]);
        assert_eq!(
            file.query_completions("cpu:0.n"),
            ["cpu:0.name", "cpu:0.features", "cpu:0.resources", "cpu:0.abi", "cpu:0.arch"]
        );
        assert_eq!(
            file.query_completions("cpu:0.abi.\"a.b\"."),
            [
                "cpu:0.abi.\"a.b\".arg_count",
                "cpu:0.abi.\"a.b\".flags",
                "cpu:0.abi.\"a.b\".map[0]",
                "cpu:0.abi.\"a.b\".map[1]",
                "cpu:0.abi.\"a.b\".map[2f]"
            ]
        );
        assert!(file.query_completions("*.features.").contains(&"*.features.fp_fma".to_owned()));
    }

    #[test]
    fn every_value_that_counts_is_resolved() {
        let file = parse(&Input::alone("x.coilcfg.txt", TEXT));
        let rows: String = file
            .resolved()
            .unwrap()
            .rows
            .iter()
            .map(|it| format!("{} | {} = {} {}\n", it.item, it.key, it.value, it.origin.note))
            .collect();
        expect![[r#"
            metadata › metadata | version = 0.1.0 0.1.0
            metadata › metadata | timestamp = 0 0
            metadata › metadata | flags = autodetected 
            unit › cpu:0 | name = Big 
            unit › cpu:0 | features.int_add = true 
            unit › cpu:0 | features.debug_single_step = true 
            unit › cpu:0 | resources.cache_l1[0].name = cache_l1:data 
            unit › cpu:0 | resources.cache_l1[0].count = 1 
            unit › cpu:0 | resources.cache_l1[0].size = 32768 
            unit › cpu:0 | resources.cache_l1[0].flags =  
            unit › cpu:0 | resources.cache_l1[1].name = cache_l1 
            unit › cpu:0 | resources.cache_l1[1].count = 1 
            unit › cpu:0 | resources.cache_l1[1].size = 16384 
            unit › cpu:0 | resources.cache_l1[1].flags = shared 
            unit › cpu:0 | resources.gpr[0].name = gpr 
            unit › cpu:0 | resources.gpr[0].count = 16 
            unit › cpu:0 | resources.gpr[0].size = 8 
            unit › cpu:0 | resources.gpr[0].flags =  
            unit › cpu:0 | abi."a.b".arg_count = 1 the highest mapped
            unit › cpu:0 | abi."a.b".flags = variadic 
            unit › cpu:0 | abi."a.b".map[0] = gpr:0 
            unit › cpu:0 | abi."a.b".map[0] = gpr:3:0xff 
            unit › cpu:0 | abi."a.b".map[1] = gpr:4 
            unit › cpu:0 | abi."a.b".map[2f] = vr:2 
            unit › cpu:0 | arch.x86_64."sse4.2" = true 
            unit › gpu:0 | resources.memory[0].name = memory 
            unit › gpu:0 | resources.memory[0].count = 1 
            unit › gpu:0 | resources.memory[0].size = 1073741824 
            unit › gpu:0 | resources.memory[0].flags =  
        "#]]
        .assert_eq(&rows);
    }
}
