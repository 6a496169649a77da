//! Fixes that `bobbin check --fix` applies by itself, with `--unsafe-fixes` also where a name changes, and
//! those that it leaves to a person: a text with a slip in it must not come to mean something that nobody
//! wrote.

use super::findings_in;
use bobbin_core::diagnostics::Severity;

/// Returns the labels of the fixes that are applied without a person, some of them only by `--unsafe-fixes`: those of diagnostics that have no
/// other, need no choice, and are about no hint.
fn applied(path: &str, text: &str) -> Vec<String> {
    let mut res = Vec::new();
    for it in findings_in(path, text) {
        if let [fix] = it.fixes.as_slice()
            && !fix.is_choice
            && it.code.severity != Severity::Hint
        {
            res.push(fix.label.clone());
        }
    }
    res
}

#[track_caller]
fn check(path: &str, cases: &[(&str, &[&str])]) {
    let wrong: Vec<_> = cases
        .iter()
        .map(|&(text, wanted)| (text, wanted, applied(path, text)))
        .filter(|(_, wanted, found)| wanted != found)
        .collect();
    assert!(wrong.is_empty(), "text, wanted, found: {wrong:#?}");
}

#[test]
fn descriptions_of_what_may_be_a_cluster_are_left_to_a_person() {
    let header = " doubler\n  -- doubles a number\n  factor = 2\n  -- what to multiply by\n  imap from \
                  in to mul.factor1\n  -- the number\nprocess mul :: multiplication\n";
    let texts = ["clustr", "\"cluster", ""].map(|it| format!("{it}{header}"));
    let behind = "cluster a\n  -- d\n  block b\n    k = 1\n    -- d\n  endblock\n  -- more\n";
    let make = "Make it a comment";
    for text in texts.iter().map(String::as_str).chain([behind]) {
        for path in ["t.cluster", "t.pipe"] {
            let found = applied(path, text);
            assert!(found.iter().all(|it| it != make), "{path} {text}: {found:?}");
        }
    }
    check("t.pipe", &[("process a :: orphan\n-- what it does\n", &[make])]);
}

#[test]
fn a_key_without_a_sign_gets_one_only_where_a_value_follows() {
    let insert: &[&str] = &["Insert `=`"];
    let none: &[&str] = &[];
    check(
        "t.pipe",
        &[
            ("config a\n  threshold 5\n", insert),
            ("config a\n  output http://h/?a=1\n", insert),
            ("config a\n  cmd \"--level=3\"\n", insert),
            ("config a\n  top 5\n  form 1\n  blocksize 8\n", &["Insert `=`"; 3]),
            ("config a\n  relativepath file data/a.txt\n  k = 1\n", insert),
            ("config a\n  k[ro] \"x\"\n  l $ENV{HOME}/x\n", &["Insert `=`", "Insert `=`"]),
            // A sign stands further on.
            ("config a\n  out put = 20\n", none),
            ("config a\n  copies[ro] copies[ro] = 5\n", none),
            ("config a\n  thresh\"old = 1\n", none),
            ("config a\n  model:typ e= /x\n", none),
            // Parts of statements.
            ("config a\n  k\"v\" 1\n", none),
            ("config a\n  con nct from n.number to p.number\n", none),
            ("config a\n  xq from n.number to p.number\n", none),
            ("config a\n  proc r :: pass\n", none),
            ("config a\n  k = 1\nconnectfrom a.b to c.d\n", none),
            ("config a\n  k = 1\nconnectfrom a.b\n", none),
            ("config a\n  config_file a.b\n", insert),
            ("cluster c\n  -- d\nimap from x\n  t m.factor1\n  -- d\n", none),
            ("cluster c\n  x-- d\n", none),
            // What stands behind an error belongs to it.
            ("process n :: numbers numbers\n  :end 20\n", none),
            ("process p\n  print_number\n  :output x\n", none),
            ("process p :: numbers\n  copies\n  end 5\n", none),
            ("cluster c\n  -- d\nomap frmo a.out to o0\n  -- d\n", none),
            // The value has a part of a key.
            ("config a\n  threshold  /data/x y.txt\n", none),
        ],
    );
}

#[test]
fn a_word_of_statements_that_a_blank_parts_is_put_together() {
    check(
        "t.pipe",
        &[
            ("config a\n  b lock alg\n  k = 1\n  endblock\n", &["Change to `block`"]),
            ("config a\n  r elativepath end = x\n", &["Change to `relativepath`"]),
            ("config a\n  block b\n  k = 1\n  end block\n", &["Change to `endblock`"]),
            ("proce ss r :: pass\n", &["Change to `process`"]),
            ("config a\n  k = 1\nproce ss r :: pass\n", &["Change to `process`"]),
            ("config a\n  k = 1\nconn\"ect from a.b to c.d\n", &["Change to `connect`"]),
            ("con nect from n.number to p.number\n", &["Change to `connect`"]),
            // Behind an error it may be a key of that.
            ("config a\n  k\n  end block\n", &[]),
        ],
    );
    let found = findings_in("t.pipe", "config a\n  out put = 20\n");
    assert_eq!(found[0].message, "expected `=`, found `put`");
}

#[test]
fn colons_are_inserted_only_where_none_follow() {
    check(
        "t.pipe",
        &[
            ("process view view :: sink\n", &[]),
            ("process process r :: x\n", &[]),
            ("process r r\n  :: numbers\n", &[]),
            ("process de:tect\n  :: numbers\n", &[]),
            ("process r\n  :_: numbers\n", &[]),
            ("process r numbers\n  :end 5\n", &["Insert `::`"]),
            ("process r:numbers\n  :end 5\n", &["Change to `::`"]),
        ],
    );
}

#[test]
fn words_of_connections_are_inserted_only_where_they_do_not_stand() {
    let nodes = "process from :: numbers\nprocess a :: numbers\nprocess b :: print_number\n";
    let texts = [
        "connect froma.number to b.number",
        "connect from/ a.number to b.number",
        "connect from a.number tob.number",
        "connect from a.numberto b.number",
        "connect from a.number to/   b.number",
        "connect from a.number a.number to b.number",
        "connect from a.number b",
        "connect a to b.number",
        "connect from a.number b.number = x",
    ];
    for text in texts.map(|it| format!("{}{it}\n", nodes.split_once('\n').unwrap().1)) {
        let found = applied("t.pipe", &text);
        assert!(found.iter().all(|it| !it.starts_with("Insert")), "{text}: {found:?}");
    }
    let text = |it: &str| format!("{}connect {it}\n", nodes.split_once('\n').unwrap().1);
    check("t.pipe", &[(&text("from a.number b.number"), &["Insert `to`"])]);
    let top = format!("process top :: print_number\n{}", text("from a.number top.number"));
    check("t.pipe", &[(&top, &["Insert `to`"])]);
    check("t.pipe", &[(&text("a.number to b.number"), &["Insert `from`"])]);
}

#[test]
fn a_process_whose_word_may_be_there_is_left_to_a_person() {
    check(
        "t.pipe",
        &[
            ("reader :: x\n", &["Insert `process`"]),
            ("connect from a\nreader :: x\n", &[]),
            ("processreader :: x\n", &[]),
            ("procesreader :: x\n", &[]),
            ("proces\nreader :: x\n", &["Change to `process`"]),
        ],
    );
    let found = findings_in("t.pipe", "processreader :: x\n");
    let labels: Vec<&str> = found[0].fixes.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["Change to `process reader`", "Insert `process`"]);
}

#[test]
fn a_block_whose_end_may_be_there_is_left_to_a_person() {
    let text = |end: &str, rest: &str| {
        format!("process a :: orphan\n  block b\n    k = 1\n  {end}\n{rest}process c :: orphan\n")
    };
    for end in ["endblok", "endblOck", "end_block x", "endbl=ock", "l = 1", "  l m"] {
        for rest in ["", "  m = 2\n"] {
            let found = applied("t.pipe", &text(end, rest));
            assert!(!found.contains(&"Add `endblock`".to_owned()), "{end}: {found:?}");
        }
    }
    assert!(applied("t.pipe", &text("  l = 1", "")).contains(&"Add `endblock`".to_owned()));
    let found = applied("t.pipe", &text("endblok", ""));
    assert!(found.contains(&"Change to `endblock`".to_owned()), "{found:?}");
}

#[test]
fn a_section_with_a_misspelt_name_is_not_removed() {
    let labels = |text: &str| -> Vec<String> {
        let found = findings_in("t.pipe", text).into_iter();
        let mut found = found.filter(|it| it.code.name == "unused-section");
        let fixes = found.next().expect("it is unused").fixes;
        fixes.into_iter().map(|it| it.label).collect()
    };
    let text = |name: &str| format!("process reader :: orphan\n\nconfig {name}\n  capacity = 5\n");
    let cases = [
        ("_pipline:_edge", "_pipeline"),
        ("_Pipeline", "_pipeline"),
        ("pipeline", "_pipeline"),
        ("scheduler", "_scheduler"),
        ("raeder", "reader"),
    ];
    for (name, meant) in cases {
        let wanted = [format!("Change to `{meant}`"), "Remove the section".to_owned()];
        assert_eq!(labels(&text(name)), wanted, "{name}");
    }
    assert_eq!(labels(&text("other")), ["Remove the section"]);
    // What an include brings would go, too.
    let with_include = "process a :: orphan\nconfig zz\n  k = 1\ninclude other.pipe\n";
    assert_eq!(labels(with_include), ["Remove the section"]);
    let inside = "process a :: orphan\nconfig zz\n  k = 1\n  include empty.pipe\n  l = 1\n";
    assert_eq!(labels(inside), Vec::<String>::new());
    let entries = "process a :: orphan\nconfig zz\n  include entries.pipe\n";
    assert_eq!(labels(entries), Vec::<String>::new());
}

/// Of a cluster whose first word has a slip, what follows is no fault of its own.
#[test]
fn a_mapping_below_a_misspelt_cluster_is_told_of_no_other_place() {
    let told = |text: &str| -> Vec<String> {
        let found = findings_in("t.cluster", text).into_iter();
        found.filter(|it| it.code.name == "mapping-outside").map(|it| it.message).collect()
    };
    let rest = "process mul :: multiplication\n";
    let text = |first: &str, rest: &str| {
        format!("{first}doubler\n  -- d\nimap from in to mul.factor1\n  -- d\n{rest}")
    };
    for first in ["clustr ", "\"cluster ", "imap from x to mul.factor2\n"] {
        assert_eq!(told(&text(first, rest)), Vec::<String>::new(), "{first}");
    }
    let before = "`imap` must come before the first `process`, `config` or `connect`";
    assert_eq!(told(&text(&format!("{rest}clustr "), "")), [before]);
    let text = text("clustr ", "");
    let found = findings_in("t.cluster", &text);
    let helps: Vec<&str> = found.iter().filter_map(|it| it.help.as_deref()).collect();
    let wanted = "a cluster begins with `cluster`, mappings with `imap` or `omap`, other statements with \
                  `process`, `connect`, `config` or `include`";
    assert!(helps.contains(&wanted), "{helps:?}");
}

#[test]
fn what_may_be_read_with_a_slip_less_keeps_its_meaning() {
    let make = "Change to `#`";
    check(
        "t.pipe",
        &[
            ("process a :: orphan\n; a note\n", &[make]),
            ("process a :: orphan\n;process b :: orphan\n", &[]),
            ("process a :: numbers\n;  end = 5\n", &[]),
            ("process a :: numbers\n;  :end 5\n", &[]),
            ("process a :: orphan\n; -- d\n", &[]),
            ("process a :: numbers\n// end = 5\n", &["Change to `#`"]),
            ("process a :: numbers\n  :end = 5\n", &["Remove the `:` before the key"]),
        ],
    );
    // The type is gone, and the key is read as one with the rest.
    let found = applied("t.pipe", "process a\n  ::\n  model:type = x\n");
    assert!(found.iter().all(|it| !it.starts_with("Remove")), "{found:?}");
}
