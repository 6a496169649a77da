//! `detect` and `query`.

use crate::bobbin::Folder;

const TEXT: &str =
    "[cpu:0]\nname = Big\n[integer]\nint_add = true\n[resources]\ncore = 4\ncore = 8, small\n";

#[test]
fn a_path_leads_to_values_with_exit_codes() {
    let folder = Folder::new("query").with("x.coilcfg.txt", TEXT);
    let ask = |file: &str, path: &str| {
        let called = folder.run(&["query", file, path]);
        (called.code, called.out)
    };
    assert_eq!(ask("x.coilcfg.txt", "cpu:0.name"), (0, "Big\n".to_owned()));
    assert_eq!(
        ask("x.coilcfg.txt", "*.resources.core.count"),
        (0, "cpu:0.resources.core[0].count = 4\ncpu:0.resources.core[1].count = 8\n".to_owned())
    );
    assert_eq!(ask("x.coilcfg.txt", "cpu:0.features.int_add").0, 0);
    assert_eq!(ask("x.coilcfg.txt", "cpu:0.features.int_sub"), (1, "false\n".to_owned()));
    assert_eq!(ask("x.coilcfg.txt", "gpu:0.name"), (1, String::new()));
    assert_eq!(ask("x.coilcfg.txt", "cpu:0.").0, 2);
    assert_eq!(ask("none.coilcfg.txt", "pus").0, 2);
    assert_eq!(folder.run(&["compile", "x.coilcfg.txt"]).code, 0);
    assert_eq!(ask("x.coilcfg", "cpu:0.name"), (0, "Big\n".to_owned()));
    // A path that no description can have is an error, not a missing value.
    for (path, message) in [
        ("cpu:0.nmae", "`cpu:0` has no `nmae`; there are `name`, "),
        ("cpu:0.features.int_ad", "`int_ad` is not a feature of `cpu`"),
        ("cpu:0.name.first", "`name` is a value and has no `first`"),
        ("cpu.name", "`cpu` is neither `metadata` nor `pus` nor a unit such as `cpu:0`"),
        ("metadata.versoin", "`metadata` has no `versoin`"),
        ("cpu:0.resources.kitchen", "`kitchen` is not a kind of resource"),
        ("cpu:0.resources.core[first]", "`[first]` is not a number of a resource"),
        ("cpu:0.abi.a.map[x]", "`[x]` is not an argument"),
        ("cpu:0.resources.core.cuont", "`core` has no `cuont`"),
    ] {
        let called = folder.run(&["query", "x.coilcfg.txt", path]);
        assert_eq!((called.code, called.out.as_str()), (2, ""), "{path}");
        assert!(called.err.contains(message), "{path}: {}", called.err);
    }
    for path in [
        "cpu:7",
        "gpu:0.features.gpu_vote",
        "*.name",
        "cpu:0.abi.x.map[1]",
        "cpu:0.*.core",
        "cpu:0.features.bit_250",
    ] {
        let called = folder.run(&["query", "x.coilcfg.txt", path]);
        assert!(called.code < 2, "{path}: {}", called.err);
    }
    // As JSON, with the place of each value.
    let called = folder.run(&["query", "--json", "x.coilcfg.txt", "cpu:0.name"]);
    let hits: serde_json::Value = serde_json::from_str(&called.out).unwrap();
    assert_eq!(hits[0]["path"], "cpu:0.name", "{}", called.out);
    assert_eq!(hits[0]["range"]["start"]["line"], 1);
    let called = folder.run_by_name("coilcfg-query", &["x.coilcfg", "pus"]);
    assert_eq!((called.code, called.out.as_str()), (0, "cpu:0\n"));
}

/// A text with an error has no sure values, so none is made up (coil.md#query-paths).
#[test]
fn a_text_with_an_error_answers_nothing() {
    let text = "[cpu:0]\nname = a\nflags = x\n[integer]\nint_add = maybe\n";
    let folder = Folder::new("query-errors").with("x.coilcfg.txt", text);
    for path in ["cpu:0.name", "cpu:0.features.int_add"] {
        let called = folder.run(&["query", "x.coilcfg.txt", path]);
        assert_eq!((called.code, called.out.as_str()), (2, ""), "{path}");
        let said = "x.coilcfg.txt:5:11: error: `maybe` is not a boolean (bad-boolean)\n    \
                    help: write true or false; yes, no, 1 and 0 work too\n";
        assert_eq!(called.err, said);
    }
}

/// A text cannot have two ABIs of one name.
#[test]
fn a_binary_is_asked_for_its_records() {
    let text = "[cpu:0]\n[abi:A]\narg_count = 1\n[A.mapping]\n1 = gpr:4\n\
                [abi:B]\narg_count = 6\nflags = uses_red_zone\n[B.mapping]\n1 = gpr:7\n";
    let folder = Folder::new("records").with("x.coilcfg.txt", text);
    assert_eq!(folder.run(&["compile", "x.coilcfg.txt"]).code, 0);
    let mut bytes = folder.read("x.coilcfg");
    let name = bytes.iter().rposition(|&it| it == b'B').unwrap();
    bytes[name] = b'A';
    let folder = folder.with("x.coilcfg", &bytes);
    let called = folder.run(&["query", "x.coilcfg", "cpu:0.abi.A.arg_count"]);
    let both = "cpu:0.abi.A.arg_count = 1\ncpu:0.abi.A.arg_count = 6\n";
    assert_eq!((called.code, called.out.as_str()), (0, both));
    let called = folder.run(&["query", "x.coilcfg", "cpu:0.abi.A", "--json"]);
    let hits: serde_json::Value = serde_json::from_str(&called.out).unwrap();
    assert_eq!(hits[5]["value"], "gpr:7", "{}", called.out);
    assert_eq!(hits[5]["range"], serde_json::Value::Null);
}

#[test]
fn this_machine_is_described_and_compiles() {
    let folder = Folder::new("detect");
    let called = folder.run_by_name("coilcfg-detect", &["-o", "this.coilcfg.txt"]);
    assert_eq!(called.code, 0, "{}", called.err);
    let text = String::from_utf8(folder.read("this.coilcfg.txt")).unwrap();
    assert!(text.contains("flags = autodetected\n"), "{text}");
    let checked = folder.run(&["check", "this.coilcfg.txt"]);
    assert_eq!((checked.code, checked.out.as_str()), (0, ""));
    assert_eq!(folder.run(&["compile", "this.coilcfg.txt"]).code, 0);
    assert_eq!(folder.run(&["detect", "a file"]).code, 2);
}
