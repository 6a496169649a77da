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
            ref - 10 "number"
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

/// Checks the text after what stands at the `|` got the name `neu`, and that as many places named it.
#[track_caller]
fn check_renamed(files: &[(&str, &str)], marked: &str, expect: Expect) {
    let at = bobbin_core::text::offset(marked.find('|').unwrap());
    let text = marked.replace('|', "");
    let input = input(files, &text, HostFacts::default());
    let file = parse(&input);
    let mut res = String::new();
    match file.rename(at, "neu") {
        Ok(change) => {
            assert!(file.renamable(at).is_some());
            let places: usize = change.edits.values().map(|it| it.replacements().len()).sum();
            assert_eq!(file.references(at).len(), places);
            for (path, edit) in &change.edits {
                let is_main = *path == input.path;
                let old = if is_main { &input.text } else { input.files.get(path).unwrap() };
                let _ = write!(res, "--- {path}\n{}", edit.apply(old));
            }
        }
        Err(refusal) => {
            assert_eq!(file.renamable(at), None);
            let _ = writeln!(res, "refused: {}", refusal.reason);
        }
    }
    expect.assert_eq(&res);
}

#[test]
fn a_definition_is_a_key_too() {
    let text = "config global\n  mode| := x\nprocess a :: t\n  one = $LOCAL{mode}\n  two = $CONFIG{global:mode}\n\
                config other\n  block b\n    mode := y\n  endblock\n  three = $LOCAL{b:mode}$CONFIG{other:b:mode}\n\
                config global\n  mode = z\n";
    check_renamed(
        &[],
        text,
        expect![[r#"
        --- main.pipe
        config global
          neu := x
        process a :: t
          one = $LOCAL{neu}
          two = $CONFIG{global:neu}
        config other
          block b
            neu := y
          endblock
          three = $LOCAL{b:neu}$CONFIG{other:b:neu}
        config global
          neu = z
    "#]],
    );
    // From the macro, which knows the key alone.
    let text = text.replace('|', "").replace("global:mode", "global:mo|de");
    check_renamed(
        &[],
        &text,
        expect![[r#"
        --- main.pipe
        config global
          neu := x
        process a :: t
          one = $LOCAL{neu}
          two = $CONFIG{global:neu}
        config other
          block b
            neu := y
          endblock
          three = $LOCAL{b:neu}$CONFIG{other:b:neu}
        config global
          neu = z
    "#]],
    );
    // The process type has the key; by another name it would get none.
    check_renamed(
        &[],
        "process a :: numbers\n  end := 3\n  start = $LOCAL{e|nd}\n",
        expect![[r#"
            refused: the process type declares the key, so the name is fixed
        "#]],
    );
}

#[test]
fn settings_of_edges_name_processes() {
    let text = "process p| :: numbers\n  end = 3\nprocess q :: print_number\n  output = $CONFIG{p:end}\n\
                connect from p.number to q.number\n\
                config _pipeline:_edge_by_conn\n  block p:up\n    number:capacity = 1\n  endblock\n  :p:up:number:blocking no\n\
                config _pipeline\n  _edge_by_conn:p:up:number:x = 2\n\
                \x20 block _edge_by_conn\n    block p\n      up:number:y := 3\n    endblock\n    q:down:p:capacity = 5\n  endblock\n\
                config _pipeline:_edge_by_conn:p:up:number\n  z = $CONFIG{_pipeline:_edge_by_conn:p:up:number:x}\n\
                config w\n  v = $LOCAL{_edge_by_conn:p:up:number:y} $CONFIG{_pipeline:p:x}\n";
    check_renamed(
        &[],
        text,
        expect![[r#"
        --- main.pipe
        process neu :: numbers
          end = 3
        process q :: print_number
          output = $CONFIG{neu:end}
        connect from neu.number to q.number
        config _pipeline:_edge_by_conn
          block neu:up
            number:capacity = 1
          endblock
          :neu:up:number:blocking no
        config _pipeline
          _edge_by_conn:neu:up:number:x = 2
          block _edge_by_conn
            block neu
              up:number:y := 3
            endblock
            q:down:p:capacity = 5
          endblock
        config _pipeline:_edge_by_conn:neu:up:number
          z = $CONFIG{_pipeline:_edge_by_conn:neu:up:number:x}
        config w
          v = $LOCAL{_edge_by_conn:neu:up:number:y} $CONFIG{_pipeline:p:x}
    "#]],
    );
}

#[test]
fn a_process_inside_a_cluster_is_named_in_all_files() {
    let pipe = "process m :: scale\n  k:value = 3\n  block mul\n    x = 4\n  endblock\nprocess src :: numbers\n\
                config m:k\n  y = $CONFIG{m:k:value}\n\
                connect from src.number to m.in\nconnect from m/k.number to m.in\n\
                config _pipeline:_edge_by_conn\n  m/k:up:number:capacity = 2\n  block m/k:up\n    number:blocking = no\n  endblock\n";
    let scale = (
        "scale.cluster",
        "cluster scale\n -- d\n factor = 20\n -- d\n k:start = 1\n -- d\n\
         imap from in to mul.factor1\n -- d\n omap from mul.product to out\n -- d\n\
         process k :: const_number\n value[ro] = scale:factor\nprocess mul :: multiplication\n\
         connect from k.number to mul.factor2\nconfig scale:k\n  end = 2\nconfig scale\n  block k\n    a = 1\n  endblock\n\
         config k\n  b[ro] = scale:factor\n",
    );
    let at = |word: &str, marked: &str| pipe.replacen(word, marked, 1);
    check_renamed(
        &[scale],
        &at("m/k.", "m/k|."),
        expect![[r#"
        --- main.pipe
        process m :: scale
          neu:value = 3
          block mul
            x = 4
          endblock
        process src :: numbers
        config m:neu
          y = $CONFIG{m:neu:value}
        connect from src.number to m.in
        connect from m/neu.number to m.in
        config _pipeline:_edge_by_conn
          m/neu:up:number:capacity = 2
          block m/neu:up
            number:blocking = no
          endblock
        --- scale.cluster
        cluster scale
         -- d
         factor = 20
         -- d
         neu:start = 1
         -- d
        imap from in to mul.factor1
         -- d
         omap from mul.product to out
         -- d
        process neu :: const_number
         value[ro] = scale:factor
        process mul :: multiplication
        connect from neu.number to mul.factor2
        config scale:neu
          end = 2
        config scale
          block neu
            a = 1
          endblock
        config neu
          b[ro] = scale:factor
    "#]],
    );
    check_renamed(
        &[scale],
        &at("process m", "process m|"),
        expect![[r#"
        --- main.pipe
        process neu :: scale
          k:value = 3
          block mul
            x = 4
          endblock
        process src :: numbers
        config neu:k
          y = $CONFIG{neu:k:value}
        connect from src.number to neu.in
        connect from neu/k.number to neu.in
        config _pipeline:_edge_by_conn
          neu/k:up:number:capacity = 2
          block neu/k:up
            number:blocking = no
          endblock
    "#]],
    );
    check_renamed(
        &[scale],
        &at("scale", "scale|"),
        expect![[r#"
        --- main.pipe
        process m :: neu
          k:value = 3
          block mul
            x = 4
          endblock
        process src :: numbers
        config m:k
          y = $CONFIG{m:k:value}
        connect from src.number to m.in
        connect from m/k.number to m.in
        config _pipeline:_edge_by_conn
          m/k:up:number:capacity = 2
          block m/k:up
            number:blocking = no
          endblock
        --- scale.cluster
        cluster neu
         -- d
         factor = 20
         -- d
         k:start = 1
         -- d
        imap from in to mul.factor1
         -- d
         omap from mul.product to out
         -- d
        process k :: const_number
         value[ro] = neu:factor
        process mul :: multiplication
        connect from k.number to mul.factor2
        config neu:k
          end = 2
        config neu
          block k
            a = 1
          endblock
        config k
          b[ro] = neu:factor
    "#]],
    );
    // It is a key of the inner process's type.
    check_renamed(
        &[scale],
        &at("k:value", "k:val|ue"),
        expect![[r#"
        refused: the process type declares the key, so the name is fixed
    "#]],
    );
}

/// An instance sets it by the name of the process (sprokit.md#instantiation).
#[test]
fn a_key_inside_a_cluster_is_named_in_all_files() {
    let own = (
        "own.cluster",
        "cluster own\n -- d\n imap from in to k.in\n -- d\n\
         process k :: mine\n speed = 1\n copy = $CONFIG{k:speed}\nconfig own:k\n deep:speed = 2\n",
    );
    let outer = (
        "outer.cluster",
        "cluster outer\n -- d\n imap from in to o.in\n -- d\nprocess o :: own\n k:speed = 2\n",
    );
    let pipe = "process a :: own\n k:speed = 3\n k:deep:speed = 4\nprocess b :: outer\n\
                config b:o\n block k\n speed = 5\n endblock\nprocess k :: mine\n speed = 6\n\
                x = $CONFIG{a:k:speed}\n";
    check_names(
        &[own, outer],
        &pipe.replacen("speed", "sp|eed", 1),
        expect![[r#"
        def - 2 "speed"
        def - 7 "speed"
        def outer.cluster 6 "speed"
        def own.cluster 6 "speed"
        ref - 2 "speed"
        ref - 7 "speed"
        ref - 11 "speed"
        ref outer.cluster 6 "speed"
        ref own.cluster 6 "speed"
        ref own.cluster 7 "speed"
        main.pipe: k:neu = 3
        main.pipe: neu = 5
        main.pipe: x = $CONFIG{a:k:neu}
        outer.cluster: k:neu = 2
        own.cluster: neu = 1
        own.cluster: copy = $CONFIG{k:neu}
    "#]],
    );
    check_names(
        &[own, outer],
        &pipe.replace("deep:speed", "deep:sp|eed"),
        expect![[r#"
        def - 3 "speed"
        def own.cluster 9 "speed"
        ref - 3 "speed"
        ref own.cluster 9 "speed"
        main.pipe: k:deep:neu = 4
        own.cluster: deep:neu = 2
    "#]],
    );
    let taken = pipe.replacen("speed", "sp|eed", 1).replace("speed = 5", "neu = 5");
    check_names(
        &[own, outer],
        &taken,
        expect![[r#"
        def - 2 "speed"
        def outer.cluster 6 "speed"
        def own.cluster 6 "speed"
        ref - 2 "speed"
        ref - 11 "speed"
        ref outer.cluster 6 "speed"
        ref own.cluster 6 "speed"
        ref own.cluster 7 "speed"
        refused: there is a key called `neu` already
    "#]],
    );
}

#[test]
fn names_are_not_taken_from_others() {
    let check = |marked: &str, name: &str, reason: &str| {
        let at = bobbin_core::text::offset(marked.find('|').unwrap());
        let file = parse(&input(&[], &marked.replace('|', ""), HostFacts::default()));
        assert_eq!(file.rename(at, name).unwrap_err().reason, reason, "{marked}");
    };
    check("config a\n  x| = 1\n  y = 2\n", "y", "there is a key called `y` already");
    let cluster = "cluster do|ubling\n  -- d\nprocess a\n  :: numbers\n";
    check(cluster, "print_number", "there is a process type called `print_number` already");
    check("config a\n  x| := 1\nconfig b\n  y := 2\n", "y", "there is a key called `y` already");
    check(
        "config a\n  x| = 1\n  z = $CONFIG{a:x}\n",
        "x-y",
        "a macro names it, and none can ask for `x-y`",
    );
    check(
        "process a| :: t\n  x = 1\n  z = $CONFIG{a:x}\n",
        "a-b",
        "a macro names it, and none can ask for `a-b`",
    );
    check(
        "config foo\n  start = 50\nprocess aa| :: numbers\n  start = 3\n",
        "foo",
        "there are settings of `foo` already, which would become those of `aa`",
    );
    check(
        "process aa| :: numbers\n  start = 3\n",
        "_pipeline",
        "`_pipeline` has the settings of the pipeline itself",
    );
}

#[test]
fn macros_follow_the_section_that_sets_their_key() {
    // By its form: of two sections with one path, the first sets `x`.
    let text = "config global\n  x = 1\nconfig global\n  y = 2\nconfig other\n  z = $CONFIG{global:x}$CONFIG{global:y}\n";
    check_item_name(
        &[],
        text,
        "neu",
        expect![[r#"
        --- main.pipe
        config neu
          x = 1
        config global
          y = 2
        config other
          z = $CONFIG{neu:x}$CONFIG{global:y}
    "#]],
    );
    // `global:sub` has a key of its own, and `x` is the other's.
    check_renamed(
        &[],
        "config glo|bal\n  sub:x = 1\nconfig global:sub\n  y = 2\nconfig other\n  z = $CONFIG{global:sub:x}$CONFIG{global:sub:y}\n",
        expect![[r#"
            --- main.pipe
            config neu
              sub:x = 1
            config global:sub
              y = 2
            config other
              z = $CONFIG{neu:sub:x}$CONFIG{global:sub:y}
        "#]],
    );
}

/// The settings of two things under one path would be indistinguishable from then on.
#[test]
fn a_section_takes_no_path_of_other_settings() {
    let renamed = |text: &str, name: &str| {
        let input = input(&[], text, HostFacts::default());
        let item = ItemPath::new(["config", "a"]);
        let file = parse(&input);
        let by_form = file.plan(&Command::Rename { item, name: name.to_owned() });
        let at = bobbin_core::text::offset(text.find("config a").unwrap() + 7);
        let by_place = file.rename(at, name);
        let shown =
            |it: Result<bobbin_core::edit::SourceChange, bobbin_core::edit::Refusal>| match it {
                Ok(change) => change.edits.values().next().unwrap().apply(text),
                Err(refusal) => refusal.reason,
            };
        (shown(by_form), shown(by_place))
    };
    let mixed = |what: &str| {
        format!("there is {what} called `b` already, and the settings of both would mix")
    };
    let section = "config a\n  k = 1\n";
    for (rest, expected) in [
        ("config b\n  k = 2\n", mixed("a section")),
        ("process b :: sink\n", mixed("a process")),
        (
            "config b:c\n  k = 2\n",
            "there are settings of `b` already, with which those of `a` would mix".to_owned(),
        ),
        ("config bb\n  k = 2\n", "config b\n  k = 1\nconfig bb\n  k = 2\n".to_owned()),
    ] {
        let (by_form, by_place) = renamed(&format!("{section}{rest}"), "b");
        assert_eq!(by_form, expected);
        assert_eq!(by_place, expected);
    }
    assert_eq!(renamed(section, "a:b").0, "config a:b\n  k = 1\n");
}
