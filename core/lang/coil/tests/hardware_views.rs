//! Forms, hovers, completions and colours of a hardware text.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that panics has found something"
)]

use std::sync::Arc;

use expect_test::{Expect, expect};
use text_size::TextSize;

use bobbin_coil::hardware::parse;
use bobbin_core::edit::ItemPath;
use bobbin_core::text::{Files, SourceText, slice};
use bobbin_core::{Document, Input};

const TEXT: &str = "\
[metadata]
timestamp = 1614556800
flags = system_default
[cpu:0]
name = \"A; B\"
features = integer, extra
[integer]
int_add = true
int_sub = maybe
int_or = no
fp32 = true
[extra]
int_or = true
bit_255 = true
[resources]
gpr = 16, 64bit
cache_l1 = 32KiB, shared, data
cache_l1 = 32KiB
[abi:sysv]
[sysv.mapping]
0 = gpr:0
1 = gpr:4:0xFF, stack:8
[arch:x86_64]
avx2 = true
";

#[track_caller]
fn check_form(item: &[&str], expect: Expect) {
    let file = parse(&Input::alone("x", TEXT));
    let form = file.form(&ItemPath::new(item.iter().copied())).unwrap();
    let mut res = format!("{} ({}) {}\n", form.title, form.kind, form.note);
    for group in &form.groups {
        res.push_str(&format!("{}\n", group.title));
        // Of the many toggles those that say something.
        let fields = group.fields.iter().filter(|it| {
            it.written.is_some() || it.effective != "false" || group.fields.len() < 20
        });
        for it in fields {
            let written = it.written.as_deref().unwrap_or("-");
            res.push_str(&format!("  {} = {written} → {}", it.key, it.effective));
            for (what, note) in [
                (" origin", (!it.origin.note.is_empty()).then_some(&it.origin.note)),
                (" inert", it.inert.as_ref()),
                (" problem", it.problem.as_ref().map(|it| &it.message)),
            ] {
                if let Some(note) = note {
                    res.push_str(&format!("{what}: {note}"));
                }
            }
            res.push('\n');
        }
    }
    for table in &form.tables {
        let titles: Vec<&str> = table.columns.iter().map(|it| it.title.as_str()).collect();
        res.push_str(&format!("{}: {}\n", table.title, titles.join(" | ")));
        for row in &table.rows {
            let cells = row.cells.iter().map(|it| {
                let said = it.written.clone().unwrap_or_else(|| format!("({})", it.effective));
                let meaning = if it.meaning.is_empty() { "" } else { " → " };
                let problem = it.problem.as_ref().map(|it| format!(" problem: {}", it.message));
                format!("{said}{meaning}{}{}", it.meaning, problem.unwrap_or_default())
            });
            res.push_str(&format!("  {}\n", cells.collect::<Vec<_>>().join(" | ")));
        }
    }
    expect.assert_eq(&res);
}

#[test]
fn forms() {
    check_form(
        &["metadata", "metadata"],
        expect![[r#"
        metadata (metadata) 
        Header
          version = - → 0.1.0
          timestamp = 1614556800 → 1614556800
          flags = system_default → system_default
    "#]],
    );
    check_form(
        &["unit", "cpu:0"],
        expect![[r#"
            cpu:0 (processing unit) 
            Processing unit
              name = A; B → A; B
              vendor = - → 
              model = - → 
              features = integer, extra → integer, extra
            Resources: Kind | Count | Size of each | Flags | Labels
              gpr → General purpose registers | 16 | 64bit → 8 bytes | () | ()
              cache_l1 → L1 cache | (1) | 32KiB → 32768 bytes | shared | data
              cache_l1 → L1 cache | (1) | 32KiB → 32768 bytes | () | ()
            ABIs: Name | Arguments | Flags | Returns in | Takes in
              sysv | (1) | () | (RAX) | (RDI (the low 8 bits), stack byte 8)
        "#]],
    );
    check_form(
        &["features", "integer"],
        expect![[r#"
            integer (feature section) Part of cpu:0.
            Integer Operations
              int_add = true → true
              int_sub = maybe → false origin: the default; the value here makes the program refuse the file problem: `maybe` is not a boolean
              int_or = false → true origin: set in `[extra]` inert: `[extra]` comes later and sets the same bit
            Floating-Point Operations
              fp32 = true → true
        "#]],
    );
    check_form(
        &["features", "extra"],
        expect![[r#"
        extra (feature section) Part of cpu:0.
        Integer Operations
          int_add = - → true origin: set in `[integer]`
          int_or = true → true
        Other keys
          bit_255 = true → true
    "#]],
    );
    check_form(
        &["resources", "resources"],
        expect![[r#"
            resources (resources) Part of cpu:0.
            Resources: Kind | Count | Size of each | Flags | Labels
              gpr → General purpose registers | 16 | 64bit → 8 bytes | () | ()
              cache_l1 → L1 cache | (1) | 32KiB → 32768 bytes | shared | data
              cache_l1 → L1 cache | (1) | 32KiB → 32768 bytes | () | ()
        "#]],
    );
    check_form(
        &["abi", "abi:sysv"],
        expect![[r#"
            abi:sysv (ABI) Part of cpu:0.
            ABI
              arg_count = - → 1
              flags = - → 
            Register mapping: Argument | Kind | Number | Mask | Register
              0 → Return value | gpr → General purpose register | 0 | (the whole register) | (RAX)
              1 → Argument 1 | gpr → General purpose register | 4 | 0xFF → the low 8 bits | (RDI)
              1 → Argument 1 | stack → Stack location | 8 | (the whole register) | (stack, byte 8)
        "#]],
    );
    check_form(
        &["mapping", "sysv.mapping"],
        expect![[r#"
            sysv.mapping (register mapping) Part of cpu:0.
            Register mapping: Argument | Kind | Number | Mask | Register
              0 → Return value | gpr → General purpose register | 0 | (the whole register) | (RAX)
              1 → Argument 1 | gpr → General purpose register | 4 | 0xFF → the low 8 bits | (RDI)
              1 → Argument 1 | stack → Stack location | 8 | (the whole register) | (stack, byte 8)
        "#]],
    );
    check_form(
        &["arch", "arch:x86_64"],
        expect![[r#"
        arch:x86_64 (architecture facts) Part of cpu:0.
        Facts
          avx2 = true → true
    "#]],
    );
}

#[test]
fn lists_give_their_items() {
    let text = "[cpu:0]\nfeatures = \"integer,extra\" ; both\n[resources]\n\
                cache_l1 = 1KiB, shared, data, virtual\n[abi:a]\nflags = variadic ,, 0x1\n";
    let file = parse(&Input::alone("x", text));
    let form = file.form(&ItemPath::new(["unit", "cpu:0"])).unwrap();
    let fields = form.groups.iter().flat_map(|it| &it.fields).map(|it| (&it.key, &it.list));
    let columns = form.tables.iter().flat_map(|it| {
        let cells = it.rows.iter().flat_map(|row| &row.cells).map(|it| &it.list);
        it.columns.iter().map(|it| &it.key).zip(cells)
    });
    let lists = fields.chain(columns).filter_map(|(key, it)| Some((key, it.as_ref()?)));
    let lists: Vec<String> =
        lists.map(|(key, it)| format!("{key} = {}", it.items.join(&it.separator))).collect();
    assert_eq!(
        lists,
        ["features = integer,extra", "flags = shared, virtual", "flags = variadic, 0x1"]
    );
}

/// Hovers over the first `word` of the text.
#[track_caller]
fn check_hover(word: &str, expect: Expect) {
    let file = parse(&Input::alone("x", TEXT));
    let at = TextSize::new(TEXT.find(word).unwrap() as u32);
    let hover = file.hover(at).unwrap();
    expect.assert_eq(&format!("{}\n{}", slice(TEXT, hover.range), hover.markdown));
}

#[test]
fn hovers() {
    check_hover(
        "1614556800",
        expect![[r#"
        1614556800
        2021-03-01 00:00:00 UTC (UNIX time)"#]],
    );
    check_hover(
        "system_default",
        expect![[r#"
        system_default
        **This is the system default configuration**

        `CONFIG_FLAG_SYSTEM_DEFAULT` = 1 << 0"#]],
    );
    check_hover(
        "cpu:0]",
        expect![[r#"
        cpu:0
        **Central Processing Unit** number 0

        `PU_TYPE_CPU` = 0"#]],
    );
    check_hover(
        "extra",
        expect![[r#"
        extra
        The section `[extra]` with 2 keys"#]],
    );
    check_hover(
        "integer]",
        expect![[r#"
            integer
            **Features** of `cpu:0`: Integer Operations (bits 32 to 63)

            The key alone decides which bit is set; the section only groups the keys."#]],
    );
    check_hover(
        "int_add",
        expect![[r#"
            int_add
            In force: `true` in line 8.

            **Integer addition**

            `CPU_FEAT_INT_ADD`. Group 1 (Integer Operations), bit 0; bit 32 of the bitmap.

            Named by the document."#]],
    );
    check_hover(
        "bit_255",
        expect![[r#"
            bit_255
            In force: `true` in line 14.

            **A bit without a name**

            Group 7 (Miscellaneous Features), bit 31; bit 255 of the bitmap."#]],
    );
    check_hover(
        "gpr = 16",
        expect![[r#"
            gpr
            In force: `16, 64bit` in line 16.

            **General purpose registers**

            `RESOURCE_TYPE_GPR` = 0. A lone number is the count."#]],
    );
    check_hover(
        "64bit",
        expect![[r#"
        16, 64bit
        `gpr`: count 16, 8 bytes each"#]],
    );
    check_hover(
        "shared",
        expect![[r#"
        shared
        **Resource is shared between PUs**

        `RESOURCE_FLAG_SHARED` = 1 << 0"#]],
    );
    check_hover(
        "1 = gpr",
        expect![[r#"
        1
        In force: `gpr:4:0xff`, `stack:8` in line 22.

        **Argument 1**

        `arg_index` = 0x1"#]],
    );
    check_hover(
        "cache_l1",
        expect![[r#"
        cache_l1
        In force: `32KiB, shared` in line 17.

        **L1 cache**

        `RESOURCE_TYPE_CACHE_L1` = 4. A lone number is its size in bytes."#]],
    );
    check_hover(
        "avx2",
        expect![[r#"
        avx2
        In force: `true` in line 24.

        A fact about `x86_64`; the binary keeps key and value as text."#]],
    );
    check_hover(
        "gpr:4",
        expect![[r#"
        gpr:4:0xFF
        **General purpose register 4**, virtual register RQ4; RDI on x86-64, X4 on arm64

        `REG_TYPE_GPR` = 0, of it the bits 0xFF"#]],
    );
    check_hover(
        "stack:8",
        expect![[r#"
        stack:8
        **Stack location** at byte offset 8

        `REG_TYPE_STACK` = 4"#]],
    );
}

#[test]
fn a_hover_over_a_refused_value_says_that_the_file_is_refused() {
    let text = "[metadata]\nversion = 0.2.0\n[cpu:0]\n[resources]\nthread = 99999999999999999999\n\
                [abi:a]\narg_count = x\n[a.mapping]\n2 = gpr:2\n";
    let file = parse(&Input::alone("x", text));
    for (key, expected) in [
        (
            "version",
            "Without it: `0.1.0`, the default; the value here makes the program refuse the file.",
        ),
        (
            "thread",
            "Without it: `1`, the default; the value here makes the program refuse the file.",
        ),
        (
            "arg_count",
            "Without it: `2`, the highest mapped; the value here makes the program refuse the file.",
        ),
    ] {
        let hover = file.hover(TextSize::new(text.find(key).unwrap() as u32)).unwrap();
        assert_eq!(hover.markdown.lines().next(), Some(expected));
    }
}

/// Completes at the `|`, and shows what would be written.
#[track_caller]
fn check_completions(text: &str, expect: Expect) {
    let at = text.find('|').unwrap();
    let text = text.replace('|', "");
    let file = parse(&Input::alone("x", &text));
    let found = file.completions(TextSize::new(at as u32));
    let mut res: Vec<String> =
        found.iter().map(|it| format!("{:?} → {}", slice(&text, it.range), it.insert)).collect();
    let n_more = res.len().saturating_sub(6);
    res.truncate(6);
    if n_more > 0 {
        res.push(format!("and {n_more} more"));
    }
    expect.assert_eq(&res.join("\n"));
}

#[test]
fn completions() {
    check_completions(
        "[me|]",
        expect![[r#"
            "me]" → metadata]
            "me]" → cpu:0]
            "me]" → gpu:0]
            "me]" → tpu:0]
            "me]" → fpga:0]
            "me]" → dsp:0]
            and 1 more"#]],
    );
    check_completions(
        "[cpu:0]\n[gpu:0]\n[gpu:0.c|",
        expect![[r#"
            "gpu:0.c" → metadata]
            "gpu:0.c" → cpu:1]
            "gpu:0.c" → gpu:1]
            "gpu:0.c" → tpu:0]
            "gpu:0.c" → fpga:0]
            "gpu:0.c" → dsp:0]
            and 18 more"#]],
    );
    check_completions(
        "[cpu:0]\n[ab|i:sysv]",
        expect![[r#"
            "abi:sysv]" → metadata]
            "abi:sysv]" → cpu:1]
            "abi:sysv]" → gpu:0]
            "abi:sysv]" → tpu:0]
            "abi:sysv]" → fpga:0]
            "abi:sysv]" → dsp:0]
            and 36 more"#]],
    );
    check_completions("[cpu:0]\nna|me x", expect![[""]]);
    check_completions(
        "[cpu:0]\n[abi:s]\n[s.mapping]\n0 = v|ec:1",
        expect![[r#"
        "vec:" → gpr:
        "vec:" → fpr:
        "vec:" → vr:
        "vec:" → spr:
        "vec:" → stack:"#]],
    );
    check_completions(
        "[cpu:0]\nna|",
        expect![[r#"
        "na" → name = 
        "na" → vendor = 
        "na" → model = 
        "na" → features = 
        "na" → type = "#]],
    );
    check_completions(
        "[cpu:0]\nfeatures = integer, a|tom\n[integer]\n[atomic]\n",
        expect![[r#"
            "atom" → atomic
            "atom" → core_features
            "atom" → floating_point
            "atom" → simd
            "atom" → memory
            "atom" → security
            and 1 more"#]],
    );
    check_completions(
        "[cpu:0]\n[atomic]\natomic_add = true\natomic_s| = true",
        expect![[r#"
        "atomic_s" → atomic_load
        "atomic_s" → atomic_store
        "atomic_s" → atomic_exchange
        "atomic_s" → atomic_compare_exchange
        "atomic_s" → atomic_sub
        "atomic_s" → atomic_and
        and 17 more"#]],
    );
    check_completions(
        "[metadata]\nflags = user_modified, |",
        expect![[r#"
        "" → system_default
        "" → user_modified
        "" → autodetected
        "" → compressed"#]],
    );
    check_completions(
        "[cpu:0]\n[resources]\n|",
        expect![[r#"
        "" → gpr = 
        "" → fpr = 
        "" → vr = 
        "" → spr = 
        "" → cache_l1 = 
        "" → cache_l2 = 
        and 5 more"#]],
    );
    check_completions(
        "[a.mapping]\n1 = |",
        expect![[r#"
        "" → gpr:
        "" → fpr:
        "" → vr:
        "" → spr:
        "" → stack:"#]],
    );
    check_completions("[cpu:0]\nname = a ; fla|", expect![[r#""#]]);
}

#[test]
fn colours() {
    let text = "[cpu:0] ; c\n[a.mapping]\n0 = gpr:1, x\njunk\n";
    let file = parse(&Input::alone("x", text));
    let colours: Vec<String> = file
        .highlights()
        .iter()
        .map(|it| format!("{:?} {:?}", slice(text, it.range), it.class))
        .collect();
    expect![[r#"
        "[" Operator
        "cpu:0" Type
        "]" Operator
        "; c" Comment
        "[" Operator
        "a.mapping" Section
        "]" Operator
        "0" Key
        "=" Operator
        "gpr" Type
        "1" Number
        "x" Unknown
        "junk" Unknown"#]]
    .assert_eq(&colours.join("\n"));
}

/// The cursor belongs to the section above it, and to the one whose line it is on.
#[test]
fn the_cursor_is_in_a_section() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        let file = parse(&Input::alone("x", &text));
        let item = file.item_at(TextSize::new(at as u32));
        assert_eq!(item.map(|it| it.to_string()).unwrap_or_default(), expected);
    }
    check("; c|\n[cpu:0]\n", "");
    check("|[cpu:0]\n", "unit › cpu:0");
    check("[cpu:0]\n\n; c|\n[integer]", "unit › cpu:0");
    check("[cpu:0]\n | [integer]\n", "features › integer");
    check("[cpu:0]\n[integer]\n[integer]\nint_add| = true", "features › integer › #2");
}

/// Codes and bytes of a text with the switches of the reference converter.
#[track_caller]
fn check_rigour(text: &str, settings: &[(&str, &str)], strict: bool, expect: Expect) {
    use bobbin_core::HostFacts;
    let settings = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
    let host = HostFacts { settings: settings.collect(), strict, ..HostFacts::default() };
    let file = parse(&Input { host: host.into(), ..Input::alone("x", text) });
    let codes: Vec<&str> = file.diagnostics().iter().map(|it| it.code.name).collect();
    let outcome = match file.compile().unwrap() {
        Ok(it) => format!("{} bytes", it.bytes.data.len()),
        Err(it) => it.reason,
    };
    expect.assert_eq(&format!("{codes:?} {outcome}"));
}

#[test]
fn strict_and_lenient_modes_leave_out_what_has_no_place() {
    let text = "[cpu:0]\n[resources]\ncpu = 1\ncore = 4\n";
    check_rigour(
        text,
        &[],
        false,
        expect![[r#"["unknown-resource"] there is no resource kind `cpu`"#]],
    );
    check_rigour(
        text,
        &[("--lenient", "")],
        false,
        expect![[r#"["unknown-resource-left-out"] 118 bytes"#]],
    );
    check_rigour(
        text,
        &[("lenient", "true"), ("lenient", "no")],
        false,
        expect![[r#"["unknown-resource"] there is no resource kind `cpu`"#]],
    );
    let text = "[cpu:0]\n[arch:x86_64]\navx2 = true\n";
    check_rigour(text, &[], false, expect!["[] 150 bytes"]);
    check_rigour(
        text,
        &[("strict-spec", "yes")],
        false,
        expect![[r#"["architecture-left-out"] 77 bytes"#]],
    );
    check_rigour(text, &[], true, expect![[r#"["architecture-left-out"] 77 bytes"#]]);
}

/// Bytes that are no text of this language (coil.md#hardware-diagnostics).
#[test]
fn what_is_not_utf_8_is_no_text() {
    let parse = |bytes: &[u8]| {
        let source = SourceText::decode(bytes);
        let mut files = Files::default();
        files.insert_source("a.coilcfg.txt", &source);
        let input = Input { files: Arc::new(files), ..Input::alone("a.coilcfg.txt", &source.text) };
        (parse(&input), source.text)
    };
    let (file, text) = parse(b"[cpu:0]\nname = caf\xe9 \xe9\n");
    let [found] = &file.diagnostics()[..] else { panic!("{:?}", file.diagnostics()) };
    assert_eq!((found.code.name, slice(&text, found.range)), ("encoding", "\u{e9}"));
    assert_eq!(u32::from(found.range.start()), 18);
    assert!(file.compile().unwrap().is_err());
    let (file, _) = parse("[cpu:0]\nname = café\n".as_bytes());
    assert_eq!(file.diagnostics(), []);
}

/// A value that is refused is not said to be where the value in force comes from.
#[test]
fn a_refused_value_shows_what_counts() {
    let text = "[metadata]\ntimestamp = soon\nflags = autodetected, no\n[cpu:0]\nfeatures = integer, core\n\
                [core]\n64bit_support = maybe\n32bit_support = true\n32bit_support = perhaps\n\
                16bit_support = yes\nint_add = no idea\n[integer]\nint_add = true\n\
                [abi:A]\narg_count = many\nflags = no\n[A.mapping]\n2 = gpr:1\n";
    let file = parse(&Input::alone("x.coilcfg.txt", text));
    let check = |item: &[&str], key: &str, effective: &str, origin: &str| {
        let form = file.form(&ItemPath::new(item.iter().copied())).unwrap();
        let all = form.groups.iter().flat_map(|it| &it.fields);
        let found = all.into_iter().find(|it| it.key == key).unwrap();
        let place = found.origin.range.map(|it| slice(text, it)).unwrap_or_default();
        let shown = format!("{:?} {} {place}", found.origin.kind, found.origin.note);
        assert_eq!((found.effective.as_str(), shown.as_str()), (effective, origin), "{key}");
    };
    let refused = |value: &str| {
        format!("Default the default; the value here makes the program refuse the file {value}")
    };
    let core = ["features", "core"];
    check(&core, "64bit_support", "false", &refused("maybe"));
    let earlier = "Written the value here makes the program refuse the file 32bit_support = true";
    check(&core, "32bit_support", "true", earlier);
    check(&core, "16bit_support", "true", "Written  16bit_support = yes");
    let elsewhere = "Inherited set in `[integer]`; the value here makes the program refuse the file int_add = true";
    check(&core, "int_add", "true", elsewhere);
    check(&["metadata", "metadata"], "timestamp", "0", &refused("soon"));
    let partly = "Written the other items; the value here makes the program refuse the file autodetected, no";
    check(&["metadata", "metadata"], "flags", "autodetected", partly);
    check(&["abi", "abi:A"], "arg_count", "2", &refused("many"));
    check(&["abi", "abi:A"], "flags", "", &refused("no"));
    let unit = file.form(&ItemPath::new(["unit", "cpu:0"])).unwrap();
    let cells = &unit.tables[1].rows[0].cells;
    assert_eq!(cells[1].meaning, "refused; without it 2");
}

/// A number that no field holds stands beside the one that counts.
#[test]
fn a_refused_quantity_shows_what_counts() {
    #[track_caller]
    fn check(line: &str, written: [Option<&str>; 2], meaning: [&str; 2]) {
        let text = format!("[cpu:0]\n[resources]\n{line}\n");
        let document = parse(&Input::alone("x.coilcfg.txt", &text));
        let path = ItemPath::new(["resources", "resources"]);
        let form = document.form(&path).unwrap();
        let cells = &form.tables[0].rows[0].cells[1..3];
        let found: Vec<_> = cells.iter().map(|it| it.written.as_deref()).collect();
        assert_eq!(found, written, "{line}");
        let found: Vec<_> = cells.iter().map(|it| it.meaning.as_str()).collect();
        assert_eq!(found, meaning, "{line}");
    }
    let large = "99999999999999999999";
    let count_in_force = |it: u32| format!("refused; without it the count is {it}");
    check(&format!("gpr = {large}"), [None, Some(large)], ["", &count_in_force(1)]);
    check(&format!("gpr = 16, {large}"), [Some("16"), Some(large)], ["", &count_in_force(16)]);
    check(&format!("memory = {large}"), [None, Some(large)], ["", "refused; without it 0"]);
    let size = format!("{large}GiB");
    check(&format!("gpr = 2, {size}"), [Some("2"), Some(&size)], ["", "refused; without it 0"]);
    check("gpr = 2, 64bit", [Some("2"), Some("64bit")], ["", "8 bytes"]);
}

/// A word's lines stand apart from each other, with those of other words between, and in several sections.
#[test]
fn a_feature_word_is_made_by_each_line_that_decides_a_bit() {
    let text = "[cpu:0]\nfeatures = a, b\n[cpu:0.a]\nint_add = true\nfp32 = true\nint_sub = true\n\
        [cpu:0.b]\nint_sub = false\nint_div = true\n";
    let compiled = parse(&Input::alone("a.coilcfg.txt", text)).compile().unwrap().unwrap();
    let bitmaps = compiled.bytes.fields.iter().find(|it| it.name == "feature bitmaps").unwrap();
    let words = bitmaps.children[0].children.iter().filter(|it| !it.lines.is_empty());
    let said: Vec<String> = words
        .map(|it| {
            let lines: Vec<&str> = it.lines.iter().map(|it| slice(text, *it)).collect();
            format!("{}: {}", it.name, lines.join(" | "))
        })
        .collect();
    assert_eq!(
        said,
        [
            "Integer Operations: int_add = true | int_sub = false | int_div = true",
            "Floating-Point Operations: fp32 = true",
        ]
    );
}

/// A general register has its name only where the architecture of the unit is known.
#[test]
fn registers_are_named_by_the_architecture_of_their_unit() {
    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let file = parse(&Input::alone("x", text));
        let mut res = String::new();
        for path in [["unit", "gpu:0"], ["unit", "cpu:0"], ["abi", "abi:a"]] {
            let form = file.form(&ItemPath::new(path));
            let rows = form.iter().flat_map(|it| &it.tables).flat_map(|it| &it.rows);
            for row in rows {
                let said: Vec<&str> = row.cells.iter().map(|it| it.effective.as_str()).collect();
                res.push_str(&format!("{}: {}\n", path[1], said.join(" | ")));
            }
        }
        expect.assert_eq(&res);
    }
    let mapping = "[abi:a]\n[a.mapping]\n0 = gpr:0\n1 = gpr:1, stack:8\n";
    check(
        &format!("[cpu:0]\n{mapping}"),
        expect![[r#"
        cpu:0:  | 1 |  | RQ0 | RQ1, stack byte 8
        abi:a:  |  |  | the whole register | RAX on x86-64, X0 on arm64
        abi:a:  |  |  | the whole register | RBX on x86-64, X1 on arm64
        abi:a:  |  |  | the whole register | stack, byte 8
    "#]],
    );
    check(
        &format!("[gpu:0]\n{mapping}"),
        expect![[r#"
        gpu:0:  | 1 |  | RQ0 | RQ1, stack byte 8
        abi:a:  |  |  | the whole register | RQ0
        abi:a:  |  |  | the whole register | RQ1
        abi:a:  |  |  | the whole register | stack, byte 8
    "#]],
    );
    check(
        &format!("[cpu:0]\n{mapping}[arch:aarch64]\nx = 1\n"),
        expect![[r#"
            cpu:0:  | 1 |  | X0 | X1, stack byte 8
            abi:a:  |  |  | the whole register | X0
            abi:a:  |  |  | the whole register | X1
            abi:a:  |  |  | the whole register | stack, byte 8
        "#]],
    );
    check(
        &format!("[cpu:0]\n{mapping}[arch:riscv64]\nx = 1\n"),
        expect![[r#"
        cpu:0:  | 1 |  | RQ0 | RQ1, stack byte 8
        abi:a:  |  |  | the whole register | RQ0
        abi:a:  |  |  | the whole register | RQ1
        abi:a:  |  |  | the whole register | stack, byte 8
    "#]],
    );
}

/// The two words of a switch are not the only ones that say them.
#[test]
fn a_switch_is_chosen_by_what_its_value_means() {
    let text = "[cpu:0]\n[integer]\nint_add = YES\nint_sub = \"0\"\nint_mul = maybe\n";
    let form = parse(&Input::alone("x", text)).form(&ItemPath::new(["features", "integer"]));
    let fields: Vec<_> = form.iter().flat_map(|it| &it.groups).flat_map(|it| &it.fields).collect();
    let written = |key: &str| fields.iter().find(|it| it.key == key).unwrap().written.as_deref();
    assert_eq!(written("int_add"), Some("true"));
    assert_eq!(written("int_sub"), Some("false"));
    assert_eq!(written("int_mul"), Some("maybe"));
    assert_eq!(written("int_div"), None);
}

/// Index 0 in float registers is the return value, too (coil.md#mapping-keys).
#[test]
fn a_float_return_value_is_not_among_the_arguments() {
    let text = "[cpu:0]\n[abi:s]\n[s.mapping]\n0 = gpr:0\n1 = gpr:4\n0f = vr:0\n1f = vr:1\n[arch:x86_64]\na = 1\n";
    let file = parse(&Input::alone("x.coilcfg.txt", text));
    let form = file.form(&ItemPath::new(["unit", "cpu:0"])).unwrap();
    let cells = form.tables.iter().flat_map(|it| &it.rows).flat_map(|it| &it.cells);
    let registers: Vec<&str> = cells.map(|it| it.effective.as_str()).rev().take(2).collect();
    assert_eq!(registers, ["RDI, Vector register 1", "RAX, Vector register 0"]);
}

#[test]
fn what_goes_on_behind_a_unit_or_a_colon_is_offered() {
    let offers = |text: &str, insert: &str| {
        let at = text.find('|').unwrap();
        let file = parse(&Input::alone("x", &text.replace('|', "")));
        let found = file.completions(TextSize::new(at as u32));
        found.iter().any(|it| it.insert == insert)
    };
    // The only unit may be named, too.
    assert!(offers("[cpu:0]\n[cpu:0.|", "cpu:0.resources]"));
    assert!(offers("[cpu:0]\n[re|", "resources]"));
    assert!(offers("[cpu:0]\n[abi:|", "abi:SystemV]"));
    assert!(offers("[cpu:0]\n[cpu:0.abi:|", "cpu:0.abi:AAPCS64]"));
    assert!(!offers("[cpu:0]\n[arch:x86_64]\na = 1\n[abi:|", "abi:AAPCS64]"));
    assert!(offers("[cpu:0]\n[arch:|", "arch:x86_64]"));
    assert!(offers("[gpu:0]\n[arch:|", "arch:AMD]"));
    assert!(!offers("[cpu:0]\n[a|", "arch:x86_64]"));
    assert!(offers("[cpu:0]\nfeatures = |", "simd"));
    assert!(offers("[cpu:0]\nfeatures = integer, |\n[integer]\n", "simd"));
    assert!(!offers("[cpu:0]\nfeatures = integer, |\n[integer]\n", "integer"));
}
