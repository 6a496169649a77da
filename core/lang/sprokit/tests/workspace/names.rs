//! Names that several files share: where they are declared, used, and renamed.

use super::*;
use bobbin_core::edit::{Command, ItemPath};

/// Checks the places that name what stands at the first `|`, and where it is declared.
#[track_caller]
fn check_names(files: &[(&str, &str)], marked: &str, expect: Expect) {
    let at = bobbin_core::text::offset(marked.find('|').unwrap());
    let text = marked.replace('|', "");
    let input = input(files, &text, HostFacts::default());
    let file = parse(&input);
    let mut res = String::new();
    let all = [("def", file.definition(at)), ("ref", file.references(at))];
    for (what, it) in all.iter().flat_map(|(what, list)| list.iter().map(move |it| (what, it))) {
        let path = it.path.as_deref();
        let whole = path.map_or(text.as_str(), |it| input.files.get(it).unwrap());
        let line = whole.get(..it.range.start().into()).unwrap().matches('\n').count() + 1;
        let _ = writeln!(res, "{what} {} {line} {:?}", path.unwrap_or("-"), slice(whole, it.range));
    }
    match file.rename(at, "neu") {
        Ok(change) => {
            assert!(file.renamable(at).is_some());
            for (path, edit) in &change.edits {
                let whole =
                    if *path == input.path { &input.text } else { input.files.get(path).unwrap() };
                let after = edit.apply(whole);
                for line in after.lines().filter(|it| it.contains("neu")) {
                    let _ = writeln!(res, "{path}: {}", line.trim());
                }
            }
        }
        Err(refusal) => {
            let _ = writeln!(res, "refused: {}", refusal.reason);
        }
    }
    expect.assert_eq(&res);
}

#[test]
fn names_are_found_in_all_files() {
    let other = ("other.pipe", PIPELINE);
    check_names(
        &[SCALE, other],
        &PIPELINE.replace("m.in", "m.i|n"),
        expect![[r#"
        def scale.cluster 7 "in"
        ref - 5 "in"
        ref other.pipe 5 "in"
        ref scale.cluster 7 "in"
        main.pipe: connect from src.number to m.neu
        other.pipe: connect from src.number to m.neu
        scale.cluster: imap from neu to mul.factor1
    "#]],
    );
    check_names(
        &[SCALE, other],
        &PIPELINE.replace("factor", "fact|or"),
        expect![[r#"
        def scale.cluster 3 "factor"
        ref - 3 "factor"
        ref other.pipe 3 "factor"
        ref scale.cluster 3 "factor"
        ref scale.cluster 12 "factor"
        main.pipe: neu = 7
        other.pipe: neu = 7
        scale.cluster: neu = 20
        scale.cluster: value[ro] = scale:neu
    "#]],
    );
    check_names(
        &[SCALE, other, TWICE],
        &PIPELINE.replace("scale", "s|cale"),
        expect![[r#"
        def scale.cluster 1 "scale"
        ref - 2 "scale"
        ref other.pipe 2 "scale"
        ref scale.cluster 1 "scale"
        ref scale.cluster 12 "scale"
        ref sub/twice.cluster 9 "scale"
        ref sub/twice.cluster 11 "scale"
        main.pipe: process m :: neu
        other.pipe: process m :: neu
        scale.cluster: cluster neu
        scale.cluster: value[ro] = neu:factor
        sub/twice.cluster: process a :: neu
        sub/twice.cluster: process b :: neu
    "#]],
    );
}

#[test]
fn names_of_one_text() {
    let text = "process a| :: numbers\n end = 3\nconfig a\n mode := x\n my:key = $LOCAL{mode}\n\
                connect from a.number to b.sink\nprocess b :: sink\n k = $CONFIG{a:my:key}\n\
                config _pipeline:_edge_by_conn\n a:up:number:capacity = 3\ninclude more.conf\n";
    let more = ("more.conf", "config a\n start = 1\n");
    check_names(
        &[more],
        text,
        expect![[r#"
        def - 1 "a"
        ref - 1 "a"
        ref - 3 "a"
        ref - 6 "a"
        ref - 8 "a"
        ref - 10 "a"
        ref more.conf 1 "a"
        main.pipe: process neu :: numbers
        main.pipe: config neu
        main.pipe: connect from neu.number to b.sink
        main.pipe: k = $CONFIG{neu:my:key}
        main.pipe: neu:up:number:capacity = 3
        more.conf: config neu
    "#]],
    );
    let at = |word: &str| text.replace('|', "").replacen(word, &format!("|{word}"), 1);
    check_names(
        &[more],
        &at("mode :="),
        expect![[r#"
        def - 4 "mode"
        ref - 4 "mode"
        ref - 5 "mode"
        main.pipe: neu := x
        main.pipe: my:key = $LOCAL{neu}
    "#]],
    );
    check_names(
        &[more],
        &at("key ="),
        expect![[r#"
        def - 5 "key"
        ref - 5 "key"
        ref - 8 "key"
        main.pipe: my:neu = $LOCAL{mode}
        main.pipe: k = $CONFIG{a:my:neu}
    "#]],
    );
    check_names(
        &[more],
        &at("end ="),
        expect![[r#"
        def - 2 "end"
        ref - 2 "end"
        refused: the process type declares the key, so the name is fixed
    "#]],
    );
    check_names(
        &[more],
        &at("number to"),
        expect![[r#"
        ref - 6 "number"
        refused: the process type declares the port, so the name is fixed
    "#]],
    );
    check_names(
        &[more],
        &at("sink\n k"),
        expect![[r#"
        ref - 7 "sink"
        refused: a plug-in declares the process type, so the name is fixed
    "#]],
    );
    check_names(
        &[more],
        &at("more.conf"),
        expect![[r#"
        def more.conf 1 ""
        refused: nothing here has a name
    "#]],
    );
    let input = input(&[("more.conf", "")], "include ./more.conf\n", HostFacts::default());
    let links = parse(&input).links();
    assert_eq!(links.len(), 1);
    assert_eq!(links[0].path, "more.conf");
}

/// Checks the definitions of what stands at each `|`.
#[track_caller]
fn check_definitions(files: &[(&str, &str)], marked: &str, expect: Expect) {
    let text = marked.replace('|', "");
    let input = input(files, &text, HostFacts::default());
    let file = parse(&input);
    let mut res = String::new();
    for (n, (at, _)) in marked.match_indices('|').enumerate() {
        for it in file.definition(bobbin_core::text::offset(at - n)) {
            let path = it.path.as_deref();
            let whole = path.map_or(text.as_str(), |it| input.files.get(it).unwrap());
            let before = whole.get(..it.range.start().into()).unwrap();
            let line = before.matches('\n').count() + 1;
            let place = slice(whole, it.range);
            writeln!(res, "{n}: {} {line} {place:?}", path.unwrap_or("-")).unwrap();
        }
    }
    expect.assert_eq(&res);
}

#[test]
fn a_macro_leads_to_the_latest_assignment_before_it() {
    check_definitions(
        &[("keys.conf", "config over\n c = 9\n")],
        "config over\n a = 1\n a = 2\n b = $CONFIG{o|ver:|a}|\n a = 3\ninclude keys.conf\n\
         config late\n d = x$CONFIG{over:c|}\n m := 1\n block k\n  m := 2\n endblock\n\
         \x20e = $LOCAL{m|}$LOCAL{k:m|}\n f = $CONFIG{nobody:k|}$ENV{X|}\n",
        expect![[r#"
            0: - 3 "a"
            1: - 3 "a"
            3: keys.conf 2 "c"
            4: - 9 "m"
            5: - 11 "m"
        "#]],
    );
}

#[test]
fn a_macro_of_an_included_file_leads_into_all_that_include_it() {
    check_definitions(
        &[
            ("one.pipe", "config over\n a = 1\n a = 2\ninclude main.pipe\n"),
            ("keys.conf", "config over\n a = 3\n"),
            ("two.pipe", "include keys.conf\ninclude main.pipe\nconfig over\n a = 4\n"),
        ],
        "config b\n c = $CONFIG{over:|a}\n",
        expect![[r#"
            0: one.pipe 3 "a"
            0: keys.conf 2 "a"
        "#]],
    );
}

#[test]
fn a_name_is_known_to_the_texts_that_include_it() {
    let main = (
        "m.pipe",
        "include main.pipe\ninclude q.pipe\nprocess b :: print_number\nconnect from a.number to b.number\n",
    );
    let beside = ("q.pipe", "config a\n  end = 3\n");
    // Includes what the first includes, and has an `a` of its own.
    let other = ("n.pipe", "include q.pipe\nprocess a :: const_number\n");
    // Another `a`.
    let alone = ("z.pipe", "process a :: numbers\n");
    check_names(
        &[main, beside, other, alone],
        "process a| :: numbers\n",
        expect![[r#"
        def - 1 "a"
        def n.pipe 2 "a"
        ref - 1 "a"
        ref m.pipe 4 "a"
        ref n.pipe 2 "a"
        ref q.pipe 1 "a"
        m.pipe: connect from neu.number to b.number
        main.pipe: process neu :: numbers
        n.pipe: process neu :: const_number
        q.pipe: config neu
    "#]],
    );
    // A section of a process that only the includer knows.
    check_names(
        &[("m.pipe", "process a :: numbers\ninclude main.pipe\n")],
        "config |a\n  end = 3\n",
        expect![[r#"
            def m.pipe 1 "a"
            ref - 1 "a"
            ref m.pipe 1 "a"
            m.pipe: process neu :: numbers
            main.pipe: config neu
        "#]],
    );
}

#[test]
fn a_section_is_named_in_all_texts_that_are_read_together() {
    let main = (
        "m.pipe",
        "include main.pipe\nprocess b :: numbers\n  end = $CONFIG{global:x}1\n  start = $CONFIG{globals:x}\n",
    );
    // Not read together with the others.
    let alone = ("z.pipe", "config global\n  x = 1\n  y = $CONFIG{global:x}\n");
    let text = "include q.pipe\nconfig glo|bal\n  x = 1\n  y = $CONFIG{global:x}\n";
    let beside = ("q.pipe", "config other\n  z = $CONFIG{global:x}\n");
    check_names(
        &[main, alone, beside],
        text,
        expect![[r#"
        def - 2 "global"
        ref - 2 "global"
        ref - 4 "global"
        ref m.pipe 3 "global"
        ref q.pipe 2 "global"
        m.pipe: end = $CONFIG{neu:x}1
        main.pipe: config neu
        main.pipe: y = $CONFIG{neu:x}
        q.pipe: z = $CONFIG{neu:x}
    "#]],
    );
    // From an included text, which knows the section by those that include it only.
    check_names(
        &[("m.pipe", "config some:where\n  x = 1\ninclude main.pipe\n")],
        "config b\n  z = $CONFIG{some:wh|ere:x}\n",
        expect![[r#"
            def m.pipe 2 "x"
            ref - 2 "some:where"
            ref m.pipe 1 "some:where"
            m.pipe: config neu
            main.pipe: z = $CONFIG{neu:x}
        "#]],
    );
    check_names(
        &[],
        "config _pipe|line\n  x = $CONFIG{_pipeline:y}\n",
        expect![[r#"
        refused: nothing here has a name
    "#]],
    );
    // By its form.
    let text = text.replace('|', "");
    check_item_name(
        &[main, alone, beside],
        &text,
        "a:b",
        expect![[r#"
        --- m.pipe
        include main.pipe
        process b :: numbers
          end = $CONFIG{a:b:x}1
          start = $CONFIG{globals:x}
        --- main.pipe
        include q.pipe
        config a:b
          x = 1
          y = $CONFIG{a:b:x}
        --- q.pipe
        config other
          z = $CONFIG{a:b:x}
    "#]],
    );
    check_item_name(
        &[main, alone, beside],
        &text,
        "a b",
        expect!["`a b` cannot be the name of a section"],
    );
}

/// Checks the texts after `config global` was given another name as an item.
#[track_caller]
fn check_item_name(files: &[(&str, &str)], text: &str, name: &str, expect: Expect) {
    let input = input(files, text, HostFacts::default());
    let item = ItemPath::new(["config", "global"]);
    let change = parse(&input).plan(&Command::Rename { item, name: name.to_owned() });
    let mut res = String::new();
    match change {
        Ok(change) => {
            for (path, edit) in &change.edits {
                let is_main = *path == input.path;
                let old = if is_main { &input.text } else { input.files.get(path).unwrap() };
                let _ = write!(res, "--- {path}\n{}", edit.apply(old));
            }
        }
        Err(refusal) => res = refusal.reason,
    }
    expect.assert_eq(&res);
}
