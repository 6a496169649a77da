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

mod path;
mod possible;
mod records;
mod rows;

pub(super) use path::spelling;
pub use records::Records;
pub(super) use rows::leaves;

use self::path::{Segment, parse};
use self::rows::{Row, rows};
use super::file::File;
use super::model::Model;
use super::source_map::SourceMap;
use bobbin_core::edit::Refusal;
use bobbin_core::view::{Origin, QueryHit};

/// Returns the values that a path leads to.
pub(super) fn query(file: &File, path: &str) -> Result<Vec<QueryHit>, Refusal> {
    hits(&file.lowered().model, Some(&file.lowered().sources), path)
}

fn hits(model: &Model, sources: Option<&SourceMap>, path: &str) -> Result<Vec<QueryHit>, Refusal> {
    let pattern = parse(path)?;
    possible::judge(&pattern)?;
    let mut found = rows(model, sources, Some(&pattern));
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

/// Returns the value in force at a path, given by its names.
pub(super) fn in_force(file: &File, names: &[&str]) -> Option<(String, Origin)> {
    let row = rows_below(file, names).into_iter().find(|it| it.path.len() == names.len())?;
    Some((row.value, row.origin))
}

/// Returns the values below the path of these names.
pub(super) fn rows_below(file: &File, names: &[&str]) -> Vec<Row> {
    let pattern: Vec<Segment> = names.iter().map(|&it| Segment::new(it)).collect();
    rows(&file.lowered().model, Some(&file.lowered().sources), Some(&pattern))
}

pub(super) fn completions(file: &File, path: &str) -> Vec<String> {
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
    let found = rows(&file.lowered().model, Some(&file.lowered().sources), Some(&pattern));
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

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::hardware::file::parse;
    use bobbin_core::text::slice;
    use bobbin_core::view::Origin;
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
                pus = cpu:0, gpu:0 (cpu:0)
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
        // A bit without a name that is clear, and one with a name by its number.
        check(
            "cpu:0.features.bit_251",
            expect![[r#"
                cpu:0.features.bit_251 = false (-)
            "#]],
        );
        check(
            "cpu:0.features.bit_01",
            expect![[r#"
            cpu:0.features.bit_01 = false (-)
        "#]],
        );
        check(
            "cpu:0.features.nope",
            expect![[r#"
            refused: `nope` is not a feature of `cpu`
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
    fn a_line_whose_value_is_refused_does_not_give_the_default() {
        let text = "\
[metadata]
version = 0.2.0
timestamp = 18446744073709551616
flags = system_default, fast
[cpu:0]
[resources]
thread = 99999999999999999999
memory = 99999999999999999999
cache_l1 = 99999999999999999999B, 3
cache_l2 = 4, 64KiB
core = 4
[abi:a]
arg_count = 65536
flags = fast
[a.mapping]
2 = gpr:2
";
        let file = parse(&Input::alone("x.coilcfg.txt", text));
        let rows: String = file
            .resolved()
            .unwrap()
            .rows
            .iter()
            .filter(|it| !it.key.ends_with(".name") && !it.key.contains("map["))
            .filter(|it| !(it.key.starts_with("resources") && it.key.ends_with(".flags")))
            .map(|it| {
                let Origin { kind, range, note, .. } = &it.origin;
                let place = range.map(|it| slice(text, it)).unwrap_or("-");
                format!("{} = {}: {kind:?} ({place}) {note}\n", it.key, it.value)
            })
            .collect();
        expect![[r#"
            version = 0.1.0: Default (0.2.0) the default; the value here makes the program refuse the file
            timestamp = 0: Default (18446744073709551616) the default; the value here makes the program refuse the file
            flags = system_default: Written (system_default, fast) the other items; the value here makes the program refuse the file
            resources.thread[0].count = 1: Default (thread = 99999999999999999999) the default; the value here makes the program refuse the file
            resources.thread[0].size = 0: Written (thread = 99999999999999999999) without a size
            resources.memory[0].count = 1: Written (memory = 99999999999999999999) without a count
            resources.memory[0].size = 0: Default (memory = 99999999999999999999) the default; the value here makes the program refuse the file
            resources.cache_l1[0].count = 3: Written (cache_l1 = 99999999999999999999B, 3) 
            resources.cache_l1[0].size = 0: Default (cache_l1 = 99999999999999999999B, 3) the default; the value here makes the program refuse the file
            resources.cache_l2[0].count = 4: Written (cache_l2 = 4, 64KiB) 
            resources.cache_l2[0].size = 65536: Written (cache_l2 = 4, 64KiB) 
            resources.core[0].count = 4: Written (core = 4) 
            resources.core[0].size = 0: Written (core = 4) without a size
            abi.a.arg_count = 2: Default (65536) the highest mapped; the value here makes the program refuse the file
            abi.a.flags = : Default (fast) the default; the value here makes the program refuse the file
        "#]]
        .assert_eq(&rows);
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
            unit › cpu:0 | resources.cache_l1[0].count = 1 without a count
            unit › cpu:0 | resources.cache_l1[0].size = 32768 
            unit › cpu:0 | resources.cache_l1[0].flags =  
            unit › cpu:0 | resources.cache_l1[1].name = cache_l1 
            unit › cpu:0 | resources.cache_l1[1].count = 1 without a count
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
            unit › gpu:0 | resources.memory[0].count = 1 without a count
            unit › gpu:0 | resources.memory[0].size = 1073741824 
            unit › gpu:0 | resources.memory[0].flags =  
        "#]]
        .assert_eq(&rows);
    }
}
