//! The forms of `check` for other programs: GitHub's commands and SARIF.

use expect_test::expect;
use serde_json::Value;

use crate::bobbin::Folder;

fn log(folder: &Folder, words: &[&str]) -> Value {
    let called = folder.run(&[&["check", "--format", "sarif"], words].concat());
    serde_json::from_str(&called.out).unwrap()
}

/// An error in an included file stands at the statement that includes it; where it is, is another place.
#[test]
fn github_and_sarif_have_the_other_places() {
    let folder = Folder::new("forms_related")
        .with("main.pipe", "include a,b/part.pipe\nprocess n :: numbers\n")
        .with("a,b/part.pipe", "# first\nprocess x :: sink\n  wh\u{e9} = \n \u{9b}at\n");
    expect![[r#"
        exit code 1
        out: ::error file=main.pipe,line=1,col=9,endLine=1,endColumn=22,title=key-character::`é` is not allowed in a key%0Akeys are letters, digits, `_` and `-`, joined by `:`, `/` or `.`%0Aa,b/part.pipe:3:3: in this included file
        out: ::error file=main.pipe,line=1,col=9,endLine=1,endColumn=22,title=syntax::`\u{9b}` is not allowed here%0Aa,b/part.pipe:4:2: in this included file
    "#]].assert_eq(&folder.run(&["check", "--format", "github", "main.pipe"]).shown());
    let log = log(&folder, &["main.pipe"]);
    expect![[r#"
        {
          "level": "error",
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "main.pipe"
                },
                "region": {
                  "endColumn": 22,
                  "endLine": 1,
                  "startColumn": 9,
                  "startLine": 1
                }
              }
            }
          ],
          "message": {
            "text": "`é` is not allowed in a key\nkeys are letters, digits, `_` and `-`, joined by `:`, `/` or `.`"
          },
          "relatedLocations": [
            {
              "message": {
                "text": "in this included file"
              },
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a%2Cb/part.pipe"
                },
                "region": {
                  "endColumn": 5,
                  "endLine": 3,
                  "startColumn": 3,
                  "startLine": 3
                }
              }
            }
          ],
          "ruleId": "sprokit/key-character"
        }"#]]
        .assert_eq(&serde_json::to_string_pretty(&log["runs"][0]["results"][0]).unwrap());
}

/// Two languages have codes of one name with other meanings.
#[test]
fn sarif_tells_the_codes_of_languages_apart() {
    let folder = Folder::new("forms_rules")
        .with("a.coilcfg", "@include a.coilcfg\n")
        .with("a.pipe", "include a.pipe\nprocess n :: numbers\n");
    let log = log(&folder, &["."]);
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let of = |id: &str| rules.iter().find(|it| it["id"] == id).unwrap();
    let levels = ["coil-target/include-cycle", "sprokit/include-cycle"]
        .map(|it| of(it)["defaultConfiguration"]["level"].as_str().unwrap());
    assert_eq!(levels, ["error", "warning"]);
    let id = |path: &str| {
        let at =
            |it: &&Value| it["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == path;
        let ids = run["results"].as_array().unwrap().iter().filter(at);
        ids.map(|it| it["ruleId"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(id("a.coilcfg").contains(&"coil-target/include-cycle".to_owned()), "{log}");
    assert!(id("a.pipe").contains(&"sprokit/include-cycle".to_owned()), "{log}");
    // By this name it is explained, too.
    let explained = folder.run(&["explain", "sprokit/include-cycle"]);
    assert_eq!(explained.code, 0, "{}", explained.err);
    assert!(explained.out.starts_with("include-cycle (sprokit"), "{}", explained.out);
    assert!(!explained.out.contains("include-cycle (coil-target"), "{}", explained.out);
    assert_eq!(folder.run(&["explain", "pinsight/include-cycle"]).code, 1);
}

/// A log that misses a file must not look like that of a run without findings.
#[test]
fn sarif_says_what_could_not_be_read() {
    let folder = Folder::new("forms_unread").with("a.pipe", "config a\n  k = 1\n");
    let invocation = |words: &[&str]| log(&folder, words)["runs"][0]["invocations"][0].clone();
    let fine = invocation(&["a.pipe"]);
    assert_eq!(
        (&fine["executionSuccessful"], &fine["toolExecutionNotifications"]),
        (&true.into(), &serde_json::json!([]))
    );
    let unread = invocation(&["a.pipe", "none.pipe", "no*"]);
    assert_eq!(unread["executionSuccessful"], false);
    let texts = unread["toolExecutionNotifications"].as_array().unwrap();
    let texts: Vec<&str> = texts.iter().map(|it| it["message"]["text"].as_str().unwrap()).collect();
    assert!(texts.len() == 2 && texts[0].starts_with("no file matches no*"), "{texts:?}");
    assert!(texts[1].starts_with("cannot read none.pipe: "), "{texts:?}");
    assert_eq!(unread["toolExecutionNotifications"][0]["level"], "error");
}

/// The hooks of pre-commit, as they are called: parts are judged with what includes them.
#[test]
fn the_hook_checks_parts_with_their_wholes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../.pre-commit-hooks.yaml");
    let hooks = std::fs::read_to_string(root).unwrap();
    let (_, hook) = hooks.split_once("- id: bobbin-check\n").unwrap();
    let hook = hook.split("- id: ").next().unwrap();
    let value = |key: &str| {
        let mut lines =
            hook.lines().filter_map(|it| it.trim().strip_prefix(key)?.strip_prefix(": "));
        lines.next().unwrap_or_default().to_owned()
    };
    let folder = Folder::new("forms_hook")
        .with("main.coilcfg", "@include base.coilcfg\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Optimization]\nLevel = 1\n")
        .with("base.coilcfg", "[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n");
    let entry = value("entry");
    let mut words: Vec<&str> = entry.split(' ').skip(1).collect();
    // Of many files, pre-commit gives each call some.
    words.extend((value("pass_filenames") != "false").then_some("base.coilcfg"));
    let called = folder.run(&words);
    assert_eq!(called.code, 0, "{words:?}: {}", called.err);
}

/// Each of many errors of an included file has its own place there, whose lines are counted once for all.
#[test]
fn every_error_of_an_included_file_has_its_place_there() {
    let part: String =
        (0..50).map(|nth| format!("# \u{e9}\nconfig a{nth}\n  wh\u{e9} = 1\n")).collect();
    let folder =
        Folder::new("forms_many").with("main.pipe", "include part.pipe\n").with("part.pipe", part);
    for form in ["short", "github"] {
        let called = folder.run(&["check", "--format", form, "main.pipe"]);
        assert_eq!(called.code, 1, "{}", called.err);
        for line in [3, 75, 150] {
            let said = format!("{}{}", called.out, called.err);
            assert!(said.contains(&format!("part.pipe:{line}:3")), "{form}: {said}");
        }
    }
    let log = folder.run(&["check", "--format", "sarif", "main.pipe"]).out;
    assert!(log.contains("\"startLine\": 150") || log.contains("\"startLine\":150"), "{log}");
}

/// GitHub shows these beside an alert, and needs both.
#[test]
fn sarif_explains_its_rules() {
    let folder = Folder::new("forms_explained").with("a.trace", "[OpenMP.default]\nx = 1\n");
    let log = log(&folder, &["a.trace"]);
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(rule["id"], "pinsight/unknown-key");
    let explained = folder.run(&["explain", "pinsight/unknown-key"]).out;
    assert_eq!(rule["help"]["text"], explained.trim_end());
    let full = rule["fullDescription"]["text"].as_str().unwrap();
    assert!(full.starts_with(rule["shortDescription"]["text"].as_str().unwrap()), "{rule}");
    assert!(!full.contains(".md#") && full.ends_with('.'), "{rule}");
}

/// Relative references are resolved against the log by those who read it.
#[cfg(unix)]
#[test]
fn absolute_paths_are_whole_uris() {
    let folder = Folder::new("forms_absolute").with("a.trace", "[OpenMP.default]\nx = 1\n");
    let path = folder.path("a.trace");
    let log = log(&folder, &[&path]);
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], format!("file://{path}"));
}
