//! Fixes that `bobbin check --fix` applies by itself, and those that it leaves to a person: a text with a
//! slip in it must not come to mean something that nobody wrote.

use super::findings_in;

/// Returns the labels of the fixes that are applied without a person: those of diagnostics that have no
/// other, and need no choice.
fn applied(path: &str, text: &str) -> Vec<String> {
    let mut res = Vec::new();
    for it in findings_in(path, text) {
        if let [fix] = it.fixes.as_slice()
            && !fix.is_choice
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
    assert_eq!(found[0].message, "`put` is not allowed in a key");
}
