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
