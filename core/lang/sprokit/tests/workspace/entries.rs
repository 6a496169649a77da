//! Entries as the program parses them.

use std::sync::Arc;

use bobbin_core::{Document as _, HostFacts, Input};
use expect_test::expect;

use crate::settings::hovers;
use bobbin_sprokit::parse;

use crate::{check_settings, findings, input, rows};

#[test]
fn legacy_keys_without_values_are_told_as_the_program_reads_them() {
    check_settings(
        &[],
        "config a\n:k\n:j 1\n:l\nk = 1\n",
        expect![[r#"
            glued-keys ":k": kwiver joins this key with the next one and reads `k:j`
                help: `:k` has no value; Bobbin reads it as empty
            legacy-entry ":l": `:l` has no value
        "#]],
    );
}

/// The value so far is not thrown away where no macro can give it (sprokit.md#macros).
#[test]
fn what_is_added_to_a_key_that_no_macro_can_name_is_not_made_its_value() {
    check_settings(
        &[],
        "config q-x\n k = 1\n k += 2\nconfig a\n j += 3\n l = 1\n l += 4\n",
        expect![[r#"
            append-operator "+=": there is no `+=`
                help: no macro can name this key, so write the whole value behind `=`
            append-operator "+=": there is no `+=`
                help: the key has no value before, to which this could be added
                Change to `=`
            append-operator "+=": there is no `+=`
                help: `$CONFIG` gives the value so far, to which text can be added
                Change to `=` with the value so far
        "#]],
    );
}

/// Behind flags there must be whitespace in the line (sprokit.md#legacy-entries).
#[test]
fn a_legacy_key_with_flags_is_not_joined_with_the_next_one() {
    check_settings(
        &[],
        "config a\n:k[ro]\n:j 1\n",
        expect![[r#"
        legacy-entry ":k[ro]": `:k` has no value
    "#]],
    );
}

/// Only an input that the type declares static has such a key (sprokit.md#static-ports).
#[test]
fn a_key_of_a_static_input_is_told_of_one_that_the_type_has() {
    let catalogue = r#"{"processes": [{"type": "lamp", "module": "lamps",
        "inputs": [{"name": "on", "type": "integer", "static": true},
                   {"name": "dim", "type": "integer"}]}]}"#;
    let host = HostFacts { catalogues: vec![catalogue.into()], ..HostFacts::default() };
    let text = "process l :: lamp\n static|/on = 1\n static|/dim = 1\nprocess n :: numbers\n\
                static|/x = 1\nprocess u :: unknown_type\n static|/x = 1\n";
    expect![[r#"
        `l:static/on` = `1` (line 2)

        the value of the input `on` while it is not connected
        ---
        `l:static/dim` = `1` (line 3)

        `lamp` has no static input `dim`
        ---
        `n:static/x` = `1` (line 5)

        `numbers` has no static input `x`
        ---
        `u:static/x` = `1` (line 7)

        the value of an input that is not connected
        ---
    "#]]
    .assert_eq(&hovers(&[], text, host));
}

/// An include that is not open may give the key a value, so `+=` is not said to have none before it.
#[test]
fn what_is_added_to_a_key_that_an_include_may_set_is_left_to_a_person() {
    check_settings(
        &[],
        "config a\n i += 1\ninclude lost.conf\n j += 3\nconfig q-x\n k += 1\n",
        expect![[r#"
            append-operator "+=": there is no `+=`
                help: the key has no value before, to which this could be added
                Change to `=`
            include-not-open "lost.conf": the included file `lost.conf` is not open
                help: open it too; until then, what depends on it is not checked
            append-operator "+=": there is no `+=`
                help: an include that is not open may give the key a value; if it does, `$CONFIG` gives that
            append-operator "+=": there is no `+=`
                help: no macro can name this key, so write the whole value behind `=`
        "#]],
    );
    // What is open says it.
    check_settings(
        &[("found.conf", " j = 1\n")],
        "config a\ninclude found.conf\n j += 3\n",
        expect![[r#"
            append-operator "+=": there is no `+=`
                help: `$CONFIG` gives the value so far, to which text can be added
                Change to `=` with the value so far
        "#]],
    );
}

/// The program knows such keys under the joined name only (sprokit.md#legacy-entries).
#[test]
fn a_macro_that_asks_for_a_joined_key_is_told() {
    check_settings(
        &[],
        "config b\n:b\n:c 1\nk = $CONFIG{b:b}\nl = $CONFIG{b:c}\nm = $CONFIG{b:b:c}\nc = 2\n\
         n = $CONFIG{b:c}\n",
        expect![[r#"
            no-processes "config": there is no process, so this cannot run by itself
                help: that is fine for a file that others include
            glued-keys ":b": kwiver joins this key with the next one and reads `b:c`
                help: `:b` has no value; Bobbin reads it as empty
            macro-unresolved "b:b": kwiver rejects `b:b` here: it joins keys and reads `b:b:c`
                help: an entry that begins with `:` needs a value in front of the next one
            macro-unresolved "b:c": kwiver rejects `b:c` here: it joins keys and reads `b:b:c`
                help: an entry that begins with `:` needs a value in front of the next one
        "#]],
    );
    // A name that many lines make is not told of with each of many macros.
    let many = format!("config b\n{}:c 1\nk = $CONFIG{{b:b}}\n", ":b\n".repeat(1_000));
    let said = findings(&input(&[], &many, HostFacts::default()));
    assert!(!said.contains("macro-unresolved") && said.len() < 200_000, "{}", said.len());
    let text = "config b\n block x\n:b\n:c\n:d 1\n endblock\n k = $CONFIG{b:x:b:c:d}\n";
    expect![[r#"
        b:k = 1 (from `$CONFIG{b:x:b:c:d}`)
        b:x:b =  (kwiver joins this key with another one)
        b:x:c =  (kwiver joins this key with another one)
        b:x:d = 1 (kwiver joins this key with another one)
    "#]]
    .assert_eq(&rows(&input(&[], text, HostFacts::default())));
}

/// Only what is assigned earlier in file order counts, so a later include cannot help.
#[test]
fn a_macro_without_a_value_is_told_unless_an_earlier_include_may_give_one() {
    let nested =
        [("early.conf", "include lost.conf\na = 1\n"), ("late.conf", "b = 1\ninclude lost.conf\n")];
    let asked = |text: &str| {
        let input = input(&nested, &format!("config h\n{text}"), HostFacts::default());
        let said = findings(&input);
        assert!(said.contains("include-not-open"), "{text}\n{said}");
        let told = said.lines().filter(|it| !it.starts_with("include-not-open"));
        told.filter(|it| !it.starts_with("no-processes") && !it.starts_with(' '))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    let unknown = r#"macro-unresolved "h:zz": the key `h:zz` has no value yet at this point"#;
    assert_eq!(asked("name = $CONFIG{h:zz}\ninclude lost.conf\n"), [unknown]);
    assert_eq!(asked("name = $CONFIG{h:zz}\ninclude early.conf\n"), [unknown]);
    assert_eq!(asked("include lost.conf\nname = $CONFIG{h:zz}\n"), none);
    assert_eq!(asked("include late.conf\nname = $CONFIG{h:zz}\n"), none);
    assert_eq!(asked("name\ninclude lost.conf\n= $CONFIG{h:zz}\n"), none);
    let forward = r#"macro-unresolved "h:k": the key `h:k` has no value yet at this point"#;
    assert_eq!(asked("name = $CONFIG{h:k}\nk = 1\ninclude lost.conf\n"), [forward]);
    assert_eq!(asked("include lost.conf\nname = $CONFIG{h:k}\nk = 1\n"), none);
    let local = r#"macro-unresolved "zz": `zz` is not defined with `:=` before this point"#;
    assert_eq!(asked("name = $LOCAL{zz}\ninclude lost.conf\n"), [local]);
    assert_eq!(asked("include lost.conf\nname = $LOCAL{zz}\n"), none);
    let bare =
        r#"macro-unresolved "l": kwiver rejects `l` here: inside its block the name is `b:l`"#;
    assert_eq!(asked("block b\nl := 1\nendblock\nname = $LOCAL{l}\ninclude lost.conf\n"), [bare]);
    let joined =
        r#"macro-unresolved "h:b": kwiver rejects `h:b` here: it joins keys and reads `h:b:c`"#;
    let glued = ":b\n:c 1\n";
    assert!(
        asked(&format!("{glued}name = $CONFIG{{h:b}}\ninclude lost.conf\n"))
            .contains(&joined.to_owned())
    );
    assert!(
        !asked(&format!("include lost.conf\n{glued}name = $CONFIG{{h:b}}\n"))
            .contains(&joined.to_owned())
    );
}

/// A setting of the command line stands behind all includes.
#[test]
fn a_setting_may_ask_for_what_any_include_gives() {
    let said = |text: &str| {
        let mut host = HostFacts::default();
        host.settings.push(("h:k".to_owned(), "$CONFIG{h:zz}".to_owned()));
        findings(&input(&[], text, host)).contains("macro-unresolved")
    };
    assert!(said("config h\n a = 1\n"));
    assert!(!said("config h\n a = 1\ninclude lost.conf\n"));
}

/// The facts tell what becomes of a `relativepath` at the end of a section, and not of one before a block
/// (sprokit.md#relative-paths).
#[test]
fn a_relativepath_before_a_block_is_not_said_to_be_ignored() {
    check_settings(
        &[],
        "config a\n relativepath\n block b\n k = 1\n relativepath\n endblock\n relativepath\n",
        expect![[r#"
            no-processes "config": there is no process, so this cannot run by itself
                help: that is fine for a file that others include
            dangling-relativepath "relativepath": no entry follows this `relativepath`
                help: kwiver ignores one at the end of a section, and it is not known what it does with this one; write `relativepath key = value`
            dangling-relativepath "relativepath": no entry follows this `relativepath`
                help: kwiver ignores one at the end of a section, and it is not known what it does with this one; write `relativepath key = value`
            dangling-relativepath "relativepath": no entry follows this `relativepath`
                help: kwiver ignores it; write `relativepath key = value`
                Remove `relativepath`
        "#]],
    );
}

/// The folder is that of the file with the assignment, wherever its key is (sprokit.md#relative-paths).
#[test]
fn a_relative_path_across_two_files_is_in_the_folder_of_its_assignment() {
    let stored = |folder: &str| {
        let text = format!("config c\ninclude {folder}/key.conf\n = x\n");
        let key = "relativepath k\n";
        let files = [("/a/key.conf", key), ("/b/key.conf", key)];
        let mut input = input(&files, &text, HostFacts::default());
        input.path = "/b/main.pipe".to_owned();
        let files = Arc::make_mut(&mut input.files);
        files.set_folder("/a/key.conf", "/a");
        files.set_folder("/b/key.conf", "/b");
        files.set_folder("/b/main.pipe", "/b");
        rows(&input)
    };
    expect![[r#"
        c:k = /b/x (from `x`)
    "#]]
    .assert_eq(&stored("/a"));
    expect![[r#"
        c:k = /b/x (from `x`)
    "#]]
    .assert_eq(&stored("/b"));
}

/// `$CONFIG` of a cluster's key gives the default, and no instance changes that
/// (sprokit.md#config-mapping).
#[test]
fn a_value_that_stays_outside_of_its_instance_is_told() {
    let cluster = |entries: &str| {
        format!(
            "cluster scale\n -- d\n off = 1\n -- d\n by = 2\n -- d\n omap from k.number to out\n -- d\n\
             process k :: const_number\n{entries}"
        )
    };
    let said = |entries: &str, settings: &str| {
        let cluster = cluster(entries);
        let files = [("scale.cluster", cluster.as_str()), ("open.conf", " by = 3\n")];
        let text = format!(
            "process s :: scale\n{settings}process v :: sink\nconnect from s.out to v.sink\n"
        );
        findings(&input(&files, &text, HostFacts::default()))
    };
    let frozen = " value[ro] = $CONFIG{scale:off}\n";
    expect![[r#"
        frozen-cluster-key "9": `s:off` does not reach `s/k:value`, which took the default when the cluster was loaded
            scale.cluster: `$CONFIG` freezes the default here 121..139
    "#]].assert_eq(&said(frozen, " off = 9\n"));
    // A part of a value is frozen, too, and so is what is not read-only.
    expect![[r#"
        frozen-cluster-key "9": `s:off` does not reach `s/k:value`, which took the default when the cluster was loaded
            scale.cluster: `$CONFIG` freezes the default here 117..136
    "#]].assert_eq(&said(" value = 2$CONFIG{scale:off}\n", " off = 9\n"));
    expect![[r#"
        frozen-cluster-key "9": `s:off` does not reach `s/k:value`, which took the default when the cluster was loaded
            scale.cluster: `$CONFIG` freezes the default here 121..139
    "#]].assert_eq(&said(frozen, "include open.conf\n off = 9\n"));
    for (entries, settings) in [
        // The value is that of the default, or the key has nothing to do with it.
        (frozen, " off = 1\n"),
        (frozen, " by = 9\n"),
        (frozen, ""),
        // The value reaches the inside.
        (" value[ro] = scale:off\n", " off = 9\n"),
        // What is inside is set by itself.
        (" value = $CONFIG{scale:off}\n", " off = 9\n k:value = 9\n"),
        (" value = $CONFIG{scale:off}\nconfig k\n value = 3\n", " off = 9\n"),
    ] {
        assert_eq!(said(entries, settings), "", "{entries} {settings}");
    }
    // What is not open may set what is inside.
    assert!(!said(frozen, " off = 9\ninclude lost.conf\n").contains("frozen"));

    let cluster = cluster(frozen);
    let text = "process s :: scale\n o|ff = 9\nprocess v :: sink\nconnect from s.out to v.sink\n";
    let files = [("scale.cluster", cluster.as_str())];
    let whole = text.replace('|', "");
    expect![[r#"
        s:off = 9 (does not reach `s/k:value`)
        s/k:value = 1 (in cluster `scale`, from the default of `off` when that was loaded)
    "#]]
    .assert_eq(&rows(&input(&files, &whole, HostFacts::default())));
    expect![[r#"
        `s:off` = `9` (line 2)

        the value does not reach `s/k:value`, which took the default when the cluster was loaded

        text; default `1`

        d
        ---
    "#]]
    .assert_eq(&hovers(&files, text, HostFacts::default()));
    // An instance inside of another cluster.
    let outer = "cluster outer\n -- d\n o = 1\n -- d\n omap from a.out to out\n -- d\n\
                 process a :: scale\n off[ro] = outer:o\n";
    let path = "outer.cluster".to_owned();
    expect![[r#"
        frozen-cluster-key "outer:o": `a:off` does not reach `a/k:value`, which took the default when the cluster was loaded
            scale.cluster: `$CONFIG` freezes the default here 121..139
    "#]].assert_eq(&findings(&Input { path, ..input(&files, outer, HostFacts::default()) }));
    let files = [("scale.cluster", cluster.as_str()), ("outer.cluster", outer)];
    let text = "process t :: outer\n o = 9\nprocess v :: sink\nconnect from t.out to v.sink\n";
    expect![[r#"
        frozen-cluster-key "9": `t/a:off` does not reach `t/a/k:value`, which took the default when the cluster was loaded
            scale.cluster: `$CONFIG` freezes the default here 121..139
    "#]].assert_eq(&findings(&input(&files, text, HostFacts::default())));
    expect![[r#"
        t:o = 9 ()
        t/a:off = 9 (mapped to `t:o`, set by `t:o`, read-only, does not reach `t/a/k:value`)
        t/a/k:value = 1 (in cluster `scale`, from the default of `off` when that was loaded)
    "#]]
    .assert_eq(&rows(&input(&files, text, HostFacts::default())));
}

#[test]
fn a_macro_that_names_nothing_is_said_to() {
    let text =
        "config a\n b = $SYSENV{no|pe}\n c = $SYSENV{p|id}\n d = $CONFIG{a|:z}\n e = $ENV{NO|PE}\n";
    let mut host = HostFacts::default();
    host.env.insert("HOME".to_owned(), "/h".to_owned());
    expect![[r#"
        `$SYSENV{nope}` — `SYSENV` has no `nope`

        a fact about the machine that runs the pipeline
        ---
        `$SYSENV{pid}` — a fact about the machine that runs the pipeline: the number of the running process
        ---
        `$CONFIG{a:z}` — the key `a:z` has no value yet at this point

        the value of a full key that was assigned earlier in the file
        ---
        `$ENV{NOPE}` — there is no environment variable `NOPE`

        an environment variable of the machine that runs the pipeline
        ---
    "#]].assert_eq(&hovers(&[], text, host));
}

/// `$CONFIG` gives such a value without its folder, and a read-only key is not set again (sprokit.md#relative-paths).
#[test]
fn what_is_added_to_a_path_or_a_read_only_key_is_left_to_a_person() {
    check_settings(
        &[],
        "config s\n relativepath k = a\n k += b\n r[ro] = 1\n r += 2\n",
        expect![[r#"
            append-operator "+=": there is no `+=`
                help: the value so far is a path in the file's folder, which `$CONFIG` leaves out; write the whole value behind `relativepath key =`
            append-operator "+=": there is no `+=`
                help: the key is read-only, so it cannot be set again; write the whole value there
        "#]],
    );
}

/// `:=` keeps the text, so nothing takes a default (sprokit.md#instantiation).
#[test]
fn a_definition_in_a_cluster_freezes_nothing() {
    let cluster = |value: &str| {
        format!(
            "cluster c\n -- c\n x = 1\n -- x\n omap from k.number to number\n -- n\n\n\
             process k\n :: const_number\n {value}\n"
        )
    };
    for (value, told) in [
        ("value := $CONFIG{c:x}", false),
        ("value = $CONFIG{c:x}", true),
        ("value[ro] = $CONFIG{c:x}", true),
    ] {
        let input = input(&[], &cluster(value), HostFacts::default());
        let all = parse(&input).diagnostics();
        assert_eq!(all.iter().any(|it| it.code.name == "frozen-cluster-key"), told, "{value}");
    }
}

#[test]
fn the_output_that_every_process_has_is_named() {
    check_settings(
        &[],
        "process a\n :: numbers\n start = 0\n end = 9\nprocess b\n :: sink\n\
         connect from a.nope\n to b.sink\nconnect from b.out\n to b.in\n",
        expect![[r#"
            unknown-port "nope": `numbers` has no output port `nope`
                help: its output ports are `number`, `_heartbeat`
            unknown-port "out": `sink` has no output port `out`
                help: it has no output port but `_heartbeat`
            unknown-port "in": `sink` has no input port `in`
                help: its only input port is `sink`
        "#]],
    );
}

/// The limits are Bobbin's own, and no file includes itself.
#[test]
fn includes_beyond_a_limit_are_told_as_that() {
    let names: Vec<String> = (0..502).map(|it| format!("f{it}.conf")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|it| (it.as_str(), "# nothing\n")).collect();
    let text: String = names.iter().map(|it| format!("include {it}\n")).collect();
    check_settings(
        &files,
        &text,
        expect![[r#"
        beyond-budget "f500.conf": this file is not read: the includes up to here are too many, or too long in total
        beyond-budget "f501.conf": this file is not read: the includes up to here are too many, or too long in total
    "#]],
    );
}

#[test]
fn one_flag_is_read_in_brackets() {
    check_settings(
        &[],
        "config a\n end[ro tunable] = 3\n",
        expect![[r#"
            flag-list "[ro tunable]": kwiver reads one flag only and rejects a list
                help: its document has lists; `tunable` has an effect only in the header of a cluster
                Keep `ro` only
                Keep `tunable` only
            bad-flag-list "tunable": a second flag follows without a comma, and one flag is all that is read
                help: write `key[ro] = value`
        "#]],
    );
    // What would lose a comment is not offered.
    check_settings(
        &[],
        "config a\n end[ # c\n ] = 3\n",
        expect![[r#"
        bad-flag-list "[ # c\n ]": the brackets hold no flag
            help: write `key[ro] = value`
    "#]],
    );
}

/// The folder in front makes another value of a number or a word.
#[test]
fn a_value_with_a_folder_in_front_is_judged_as_the_program_gets_it() {
    let text = "config _pipeline:_edge\n relativepath capacity = 4\n relativepath blocking = false\n\
                config _scheduler\n relativepath type = sync\nprocess a :: numbers\n relativepath end = /30\n\
                \x20relativepath _instrumentation:type = none\nprocess b :: sink\n relativepath _non_blocking = 3\n\
                process d :: data_dependent\n relativepath set_on_configure = false\nprocess u :: duplicate\n\
                \x20relativepath copies = 2\nprocess s :: sink\nconnect from a.number to b.sink\n\
                connect from d.output to s.sink\nconnect from a.number to u.input\nconnect from u.duplicate to s.sink\n";
    check_settings(
        &[],
        text,
        expect![[r#"
        bad-capacity "4": `relativepath 4` is not a capacity; the default 10 applies
            help: a whole number; 0 means unbounded
        bad-blocking "false": `relativepath false` is neither yes nor no; the default `true` applies
        unknown-scheduler "sync": no known scheduler is called `relativepath sync`
            help: a plug-in may have it; by default kwiver runs `thread_per_process`
        bad-value "/30": `relativepath /30` is not a whole number
        absolute-relativepath "/30": `relativepath` prepends the file's folder to this absolute path
            Remove `relativepath`
        unknown-instrumentation "none": no known instrumentation is called `relativepath none`
            help: kwiver has `logger` and `timing`; `none` switches it off
        bad-non-blocking "3": `relativepath 3` is not a capacity
            help: `_non_blocking` takes a whole number, the capacity of the process's inputs
        bad-value "false": `relativepath false` is neither yes nor no
        bad-value "2": `relativepath 2` is not a non-negative whole number
        input-connected-twice "s.sink": the input `s.sink` is already connected
    "#]],
    );
    let mut at_home = input(&[], text, HostFacts::default());
    Arc::make_mut(&mut at_home.files).set_folder("main.pipe", "/home/me");
    expect![[r#"
        bad-capacity "4": `/home/me/4` is not a capacity; the default 10 applies
        bad-blocking "false": `/home/me/false` is neither yes nor no; the default `true` applies
        unknown-scheduler "sync": no known scheduler is called `/home/me/sync`
        bad-value "/30": `/home/me//30` is not a whole number
        absolute-relativepath "/30": `relativepath` turns this absolute path into `/home/me//30`
        unknown-instrumentation "none": no known instrumentation is called `/home/me/none`
        bad-non-blocking "3": `/home/me/3` is not a capacity
        bad-value "false": `/home/me/false` is neither yes nor no
        bad-value "2": `/home/me/2` is not a non-negative whole number
        input-connected-twice "s.sink": the input `s.sink` is already connected
            : the first connection is here 453..459
    "#]]
    .assert_eq(&findings(&at_home));
    let json = String::from_utf8(parse(&at_home).convert("json").unwrap().data).unwrap();
    let edges = json.lines().filter(|it| it.contains("\"from\""));
    expect![[r#"
        {"from": "a.number", "to": "b.sink", "type": "_any", "capacity": "10", "rule": "b:_non_blocking", "blocking": false},
        {"from": "d.output", "to": "s.sink", "type": "_any", "capacity": "10", "rule": "_pipeline:_edge:capacity", "blocking": true},
        {"from": "a.number", "to": "u.input", "type": "integer", "capacity": "10", "rule": "_pipeline:_edge:capacity", "blocking": true},
        {"from": "u.duplicate", "to": "s.sink", "type": "_any", "capacity": "10", "rule": "_pipeline:_edge:capacity", "blocking": true}
    "#]].assert_eq(&edges.map(|it| format!("{}\n", it.trim())).collect::<String>());
}

/// A field without a value has no place in the text where its problem could stand.
#[test]
fn the_form_of_a_process_without_a_type_says_so() {
    for (text, problem) in
        [("process a\n", Some("process `a` has no type")), ("process a :: sink\n", None)]
    {
        let file = parse(&input(&[], text, HostFacts::default()));
        let form = file.form(&crate::ItemPath::new(["process", "a"])).unwrap();
        let field = form.groups.iter().flat_map(|it| &it.fields).find(|it| it.label == "type");
        assert_eq!(
            field.unwrap().problem.as_ref().map(|it| it.message.as_str()),
            problem,
            "{text}"
        );
    }
}

/// All that is said of an included file stands at the line that includes it, and each item has what is about itself.
#[test]
fn the_form_of_an_included_process_has_its_own_problems() {
    let part = "process pa :: multiplication\n  k = 1\nprocess pb :: multiplication\nprocess pc\n";
    let file = parse(&input(
        &[("part.pipe", part)],
        "process s :: numbers\ninclude part.pipe\n",
        HostFacts::default(),
    ));
    let mut said = String::new();
    for name in ["pa", "pb", "pc"] {
        let form = file.form(&crate::ItemPath::new(["process", name])).unwrap();
        for it in form.groups.iter().flat_map(|it| &it.fields) {
            let problem = it.problem.as_ref().map(|problem| problem.message.as_str());
            said += &problem
                .map_or(String::new(), |problem| format!("{name} {}: {problem}\n", it.label));
        }
    }
    expect![[r#"
        pa k: `multiplication` does not read the key `k`
        pc type: process `pc` has no type
    "#]]
    .assert_eq(&said);
}

/// A key that the cluster makes read-only cannot be set by an instance (sprokit.md#instantiation).
#[test]
fn the_form_of_an_instance_tells_what_is_read_only() {
    let cluster = "cluster inner\n  -- d\n  scale = 2\n  -- s\n  gain[ro] = 3\n  -- g\n\
                   process konst :: const_number\n  value[ro] = inner:scale\n";
    let text = "process i :: inner\n  konst:value = 3\n";
    let file = parse(&input(&[("inner.cluster", cluster)], text, HostFacts::default()));
    let form = file.form(&crate::ItemPath::new(["process", "i"])).unwrap();
    let fields = form.groups.iter().flat_map(|it| &it.fields);
    let inert: String =
        fields.map(|it| format!("{} {}\n", it.label, it.inert.as_deref().unwrap_or("-"))).collect();
    expect![[r#"
        type -
        scale -
        gain cluster `inner` makes it read-only
        konst:value cluster `inner` makes it read-only
    "#]]
    .assert_eq(&inert);
}
