//! Settings that mean something to the program itself, and those without effect.

use super::*;

const CHAIN: &str = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";

#[test]
fn an_edge_of_nobody_is_told() {
    check_settings(
        &[],
        &format!(
            "{CHAIN}config _pipeline:_edge_by_conn\n nobody:down:sink:capacity = 1\n c:down:sink:capacity = 1\n\
             \x20b:down:wrong:capacity = 1\n b:sideways:sink:capacity = 1\n b:up:sink:capacity = 1\n\
             \x20a:up:nubmer:capacity = 1\n b:down:sink = 1\n b:down = 1\n b = 1\n b:down:sink:capcity = 1\n\
             \x20a:up:_heartbeat:capacity = 1\n b:down:sink:capacity:x = 1\n b:down:sink:blocking = no\n"
        ),
        expect![[r#"
            ignored-setting "nobody": there is no process called `nobody`, so the setting has no effect
                Remove the key
            ignored-setting "c": there is no process called `c`, so the setting has no effect
                Remove the key
            ignored-setting "wrong": `sink` has no input port `wrong`, so the setting has no effect
                Change to `sink`
                Remove the key
            ignored-setting "sideways": `sideways` is neither `up` nor `down`, so the setting has no effect
                Change to `down`
                Remove the key
            ignored-setting "up": `sink` of `b` is an input, so the setting has no effect
                Change to `down`
                Remove the key
            ignored-setting "nubmer": `numbers` has no output port `nubmer`, so the setting has no effect
                Change to `number`
                Remove the key
            ignored-setting "sink": the setting does not say which key of the edge it sets, so it has no effect
                Add `:capacity`
            ignored-setting "down": the setting names no port, so the setting has no effect
                Remove the key
            ignored-setting "b": the setting names no end of a connection, so the setting has no effect
                Remove the key
            ignored-setting "capcity": no edge reads the setting `capcity`, so the setting has no effect
                Change to `capacity`
                Remove the key
            ignored-setting "_heartbeat": no connection leads from `a._heartbeat`, so the setting has no effect
                Change to `number`
                Remove the key
            ignored-setting "x": `capacity` of an edge has no parts, so the setting has no effect
                Remove the key
        "#]],
    );
}

#[test]
fn a_type_that_no_input_has_is_told() {
    let text = "process a :: image_file_reader\nprocess b :: image_writer\nconnect from a.image to b.image\n\
                config _pipeline:_edge_by_type\n image:capacity = 1\n kwiver:image:capacity = 2\n\
                \x20kwiver:imag:blocking = true\n kwiver:image = 3\n capacity = 4\n kwiver:image:capcity = 5\n";
    check_settings(
        &[],
        text,
        expect![[r#"
        required-port-unconnected "a": the required input `a.image_file_name` is not connected
        ignored-setting "image": no connected input has the type `image`, so the setting has no effect
            Change to `kwiver:image`
            Remove the key
        ignored-setting "kwiver:imag": no connected input has the type `kwiver:imag`, so the setting has no effect
            Change to `kwiver:image`
            Remove the key
        ignored-setting "image": the setting does not say which key of the edge it sets, so it has no effect
            Add `:capacity`
        ignored-setting "capacity": the setting names no type, so the setting has no effect
            Remove the key
        ignored-setting "capcity": no edge reads the setting `capcity`, so the setting has no effect
            Change to `capacity`
            Remove the key
    "#]],
    );
}

#[test]
fn keys_of_edges_and_of_the_pipeline_are_known() {
    check_settings(
        &[],
        &format!(
            "{CHAIN}config _pipeline:_edge\n capacty = 1\n blocking = maybe\n _dependency = true\n capacity:x = 1\n\
             config _pipeline:_egde\n capacity = 1\nconfig _pipeline\n block _edge\n  blockng = no\n endblock\n\
             \x20block embedded_pipeline_extension\n  type = x\n endblock\nconfig _scheduler\n tpye = sync\n type = sync\n"
        ),
        expect![[r#"
            ignored-setting "capacty": no edge reads the setting `capacty`, so the setting has no effect
                Change to `capacity`
                Remove the key
            bad-blocking "maybe": `maybe` is neither yes nor no; the default `true` applies
                Change to `true`
                Change to `false`
            ignored-setting "_dependency": the pipeline sets `_dependency` of its edges itself, so the setting has no effect
                Remove the key
            ignored-setting "x": `capacity` of an edge has no parts, so the setting has no effect
                Remove the key
            ignored-setting "_egde": no pipeline reads the setting `_egde`, so the setting has no effect
                Change to `_edge`
                Remove the key
            ignored-setting "blockng": no edge reads the setting `blockng`, so the setting has no effect
                Change to `blocking`
                Remove the key
            ignored-setting "tpye": nothing reads the setting `tpye` of the scheduler, so the setting has no effect
                Change to `type`
                Remove the key
        "#]],
    );
}

#[test]
fn only_what_is_inside_a_cluster_has_edges() {
    check_settings(
        &[SCALE],
        &format!(
            "{PIPELINE}config _pipeline:_edge_by_conn\n m:down:in:capacity = 1\n m:up:out:capacity = 1\n\
             \x20m/mul:down:factor1:capacity = 1\n m/k:up:number:capacity = 1\n m:down:nope:capacity = 1\n\
             config m\n _non_blocking = 3\n"
        ),
        expect![[r#"
            ignored-setting "m": `m` is a cluster, and only the processes inside have edges, so the setting has no effect
                help: the edge is that of `m/mul:down:factor1`
                Change to `m/mul:down:factor1`
                Remove the key
            ignored-setting "m": `m` is a cluster, and only the processes inside have edges, so the setting has no effect
                help: the edge is that of `m/mul:up:product`
                Change to `m/mul:up:product`
                Remove the key
            ignored-setting "m": `m` is a cluster, and only the processes inside have edges, so the setting has no effect
                Remove the key
            ignored-setting "_non_blocking": `m` is a cluster, and only the processes inside have inputs, so the setting has no effect
                Remove the key
        "#]],
    );
}

#[test]
fn keys_that_every_process_has_are_known() {
    check_settings(
        &[],
        &format!(
            "{CHAIN}config a\n _non_blockng = 1\n _mine = 1\n _instrumentation:foo:file = x\nconfig b\n\
             \x20block _instrumentation\n  type = timing\n  logger:file = y\n  timing:file = z\n endblock\n\
             \x20static/sink = 4\n"
        ),
        expect![[r#"
            unknown-key "_non_blockng": no process reads the key `_non_blockng`
                Change to `_non_blocking`
                Remove the key
            ignored-setting "foo": `a` has no `_instrumentation:type`, so the setting has no effect
                Remove the key
            ignored-setting "logger": the instrumentation of `b` is `timing`, so the setting has no effect
                Remove the key
            ignored-setting "static/sink": `sink` has no static input `sink`, so the value has no effect
                Remove the key
        "#]],
    );
}

/// It overrides the rest (sprokit.md#non-blocking-processes).
#[test]
fn what_a_non_blocking_process_overrules_is_told() {
    check_settings(
        &[],
        &format!(
            "{CHAIN}process c :: sink\nprocess d :: numbers\nconnect from a.number to c.sink\n\
             process e :: sink\n_non_blocking = 2\nconnect from d.number to e.sink\n\
             config b\n _non_blocking = 5\nconfig _pipeline:_edge_by_conn\n b:down:sink:capacity = 7\n\
             \x20b:down:sink:blocking = maybe\n c:down:sink:capacity = 7\n a:up:number:capacity = 8\n\
             \x20d:up:number:capacity = 8\n b:down:sink:capcity = 1\n"
        ),
        expect![[r#"
            orphaned-processes "d": `d` and `e` are not connected to `a`
                help: all processes of a pipeline must be connected
            ignored-setting "capacity": `_non_blocking` of `b` decides for all its inputs, so the setting has no effect
                Remove the key
            ignored-setting "blocking": `_non_blocking` of `b` decides for all its inputs, so the setting has no effect
                Remove the key
            ignored-setting "capacity": `_non_blocking` of `e` decides for all its inputs, so the setting has no effect
                Remove the key
            ignored-setting "capcity": no edge reads the setting `capcity`, so the setting has no effect
                Change to `capacity`
                Remove the key
        "#]],
    );
    check_settings(
        &[SCALE],
        "process n :: numbers\nprocess s :: scale\n mul:_non_blocking = 3\nconnect from n.number to s.in\n\
         process p :: print_number\nconnect from s.out to p.number\n\
         config _pipeline:_edge_by_conn\n s/mul:down:factor1:capacity = 7\n p:down:number:capacity = 7\n",
        expect![[r#"
            ignored-setting "capacity": `_non_blocking` of `s/mul` decides for all its inputs, so the setting has no effect
                Remove the key
        "#]],
    );
}

#[test]
fn a_capacity_of_a_non_blocking_process_is_a_plain_number() {
    let text = |value: &str| format!("{CHAIN}config b\n _non_blocking = {value}\n");
    check_settings(
        &[],
        &text("5x"),
        expect![[r#"
        bad-capacity "5x": `5x` is not a capacity; 5 is used
            help: a whole number; 0 means unbounded
            Change to `5`
    "#]],
    );
    check_settings(
        &[],
        &text("-1"),
        expect![[r#"
            bad-capacity "-1": `-1` is not a capacity; it wraps to 18446744073709551615
                help: a whole number; 0 means unbounded
        "#]],
    );
    check_settings(
        &[],
        &text("x"),
        expect![[r#"
        bad-non-blocking "x": `x` is not a capacity
            help: `_non_blocking` takes a whole number, the capacity of the process's inputs
    "#]],
    );
}

#[test]
fn what_is_not_open_may_bring_what_a_setting_is_for() {
    check_settings(
        &[],
        &format!(
            "{CHAIN}include other.pipe\nconfig _pipeline:_edge_by_conn\n x:down:y:capacity = 1\n"
        ),
        expect![[r#"
            include-not-open "other.pipe": the included file `other.pipe` is not open
                help: open it too; until then, what depends on it is not checked
        "#]],
    );
}

#[test]
fn a_definition_in_a_block_is_not_known_by_its_bare_name() {
    check_settings(
        &[],
        "process a :: numbers\n block b:c\n t := 5\n endblock\n end = $LOCAL{t}\n start = $LOCAL{b:c:t}\n\
         process p :: print_number\n output = $LOCAL{t}$LOCAL{u}\nconnect from a.number to p.number\n\
         config s\n block odd name\n u := 1\n endblock\n v = $LOCAL{u}\n t := 6\n w = $LOCAL{t}\n",
        expect![[r#"
            macro-unresolved "t": kwiver rejects `t` here: inside its block the name is `b:c:t`
                Change to `b:c:t`
            macro-unresolved "t": kwiver rejects `t` here: inside its block the name is `b:c:t`
                Change to `b:c:t`
            macro-unresolved "u": `u` is not defined with `:=` before this point
            macro-unresolved "u": kwiver rejects `u` here: inside its block the name is `odd name:u`
                help: a macro cannot have that name; define it outside the block
        "#]],
    );
    // What is not open may define the name itself.
    check_settings(
        &[],
        "config s\n block b\n t := 5\n endblock\ninclude other.pipe\nconfig s\n v = $LOCAL{t}\n",
        expect![[r#"
            include-not-open "other.pipe": the included file `other.pipe` is not open
                help: open it too; until then, what depends on it is not checked
        "#]],
    );
}

#[test]
fn a_definition_loses_the_character_behind_its_sign() {
    check_settings(
        &[],
        "config a\n m:=abc\n k:=--xyz\n n:=z\n o := fine\n p:=é\n q:=\n r := # nothing\n s = $LOCAL{r}\n",
        expect![[r#"
            lost-character "abc": kwiver drops the character right after `:=` and stores `bc`
                help: put a space after `:=`; Bobbin reads all of the text
                Insert a space
            lost-character "--xyz": kwiver drops the character right after `:=` and stores `-xyz`
                help: put a space after `:=`; Bobbin reads all of the text
                Insert a space
            lost-character "z": kwiver drops the character right after `:=` and stores nothing
                help: put a space after `:=`; Bobbin reads all of the text
                Insert a space
            lost-character "é": kwiver drops the character right after `:=` and stores half a character
                help: put a space after `:=`; Bobbin reads all of the text
                Insert a space
            empty-definition ":=": kwiver crashes at a `:=` with nothing after it
                Write `=` instead
            empty-definition ":=": kwiver crashes at a `:=` with nothing after it
        "#]],
    );
    let input = Input {
        path: "c.cluster".to_owned(),
        ..input(
            &[],
            "cluster c --d1\n --\n -- fine\n omap from k.number to out\n --out\nprocess k :: const_number\n",
            HostFacts::default(),
        )
    };
    expect![[r#"
        lost-character "--d1": kwiver drops the character right after `--` and stores `1`
        lost-character "--out": kwiver drops the character right after `--` and stores `ut`
    "#]]
    .assert_eq(&findings(&input));
}

#[test]
fn a_relativepath_without_an_entry_is_passed_over() {
    check_settings(
        &[],
        "config a\n relativepath\nconfig b\n relativepath relativepath k = 1\n relativepath :l 2\n",
        expect![[r#"
            dangling-relativepath "relativepath": no entry follows this `relativepath`
                help: kwiver ignores it; write `relativepath key = value`
                Remove `relativepath`
            misplaced-relativepath "relativepath": `relativepath` is repeated
                help: write `relativepath key = value`
                Remove `relativepath`
            misplaced-relativepath "relativepath": `relativepath` is not allowed before an entry that begins with `:`
                help: write `relativepath key = value`
        "#]],
    );
}

/// No entry can stand there, so the program stops (sprokit.md#grammar).
#[test]
fn a_relativepath_in_no_section_is_an_error() {
    check_settings(
        &[],
        &format!("relativepath\n{CHAIN}relativepath\n"),
        expect![[r#"
        misplaced-relativepath "relativepath": `relativepath` belongs below `process` or `config`
            help: write `relativepath key = value`
            Remove `relativepath`
        misplaced-relativepath "relativepath": `relativepath` belongs below `process` or `config`
            help: write `relativepath key = value`
            Remove `relativepath`
    "#]],
    );
}

/// The keys of implementations are not known, and what is not chosen may be there for another time.
#[test]
fn the_key_of_an_algorithm_is_a_block() {
    check_settings(
        &[],
        "process f :: frame_list_input\n image_reader = ocv\nprocess d :: image_object_detector\n\
         detector:typ = foo\n detector:type = foo\n detector:bar:baz = 3\n block detector\n  quux = 1\n endblock\n\
         connect from f.image to d.image\nconfig other\n x = $CONFIG{d:detector:asked}\nconfig d\n detector:asked = 1\n",
        expect![[r#"
            algorithm-key "image_reader": `image_reader` is a block and has no value of its own
                help: write `image_reader:type = implementation` and `image_reader:implementation:key = value`
                Change to `image_reader:type`
            algorithm-key "typ": `typ` is neither the type of `detector` nor below an implementation
                help: write `detector:type = implementation` and `detector:implementation:key = value`
                Change to `detector:type`
            algorithm-key "quux": `quux` is neither the type of `detector` nor below an implementation
                help: write `detector:type = implementation` and `detector:implementation:key = value`
            unused-section "other": nothing here reads the section `other`
                help: no process has its name, and no `$CONFIG` asks for its keys
                Remove the section
            macro-unresolved "d:detector:asked": the key `d:detector:asked` has no value yet at this point
                help: `$CONFIG` sees only what comes before it
        "#]],
    );
}

#[test]
fn what_is_empty_is_called_so() {
    let text =
        format!("{CHAIN}config _pipeline:_edge\n capacity =\nconfig b\n block\n _non_blocking =\n");
    check_settings(
        &[],
        &text,
        expect![[r#"
            bad-capacity "capacity": an empty value is not a capacity; the default 10 applies
                help: a whole number; 0 means unbounded
            unclosed-block "block": the block without a name is not closed
                help: write `endblock` before the next `process`, `config` or `connect`
                Add `endblock`
            bad-non-blocking "_non_blocking": an empty value is not a capacity
                help: `_non_blocking` takes a whole number, the capacity of the process's inputs
        "#]],
    );
    let text = format!("{CHAIN}config _pipeline:_edge\n capacity =\n blocking =\n");
    let input = input(&[], &text, HostFacts::default());
    let form = fields(&input, &["connection", "a.number", "b.sink"]);
    expect![[r#"
        Connection: from = a.number (its type is `integer`, as `numbers` declares it)
        Connection: to = b.sink (its type is `_any`, as `sink` declares it)
        Connection: capacity = 10 (from `_pipeline:_edge:capacity`, which is empty)
        Connection: blocking = true (from `_pipeline:_edge:blocking`, which is empty)
    "#]]
    .assert_eq(&form);
}

#[test]
fn of_a_header_that_does_not_parse_nothing_more_is_said() {
    check_settings(
        &[],
        &format!("{CHAIN}config t u = 3\n k = 1\nconfig s:\n k = 1\nconfig v\n k = 1\n"),
        expect![[r#"
            section-header "u": `u` is not allowed in the header of a section
                help: write `config name` or `config name:name` on one line
            section-header ":": a word is missing after this `:`
                help: write `config name` or `config name:name` on one line
            unused-section "v": nothing here reads the section `v`
                help: no process has its name, and no `$CONFIG` asks for its keys
                Remove the section
        "#]],
    );
}

/// Words that no colon joins are none together.
#[test]
fn a_header_that_does_not_parse_is_named_as_it_stands() {
    let text = "config t u\n k = 1\nconfig v : w\n k = 2\nconfig x:\n k = 3\n";
    let text = input(&[], text, HostFacts::default());
    assert_eq!(rows(&text), "t u:k = 1 ()\nv:w:k = 2 ()\nx:k = 3 ()\n");
}

#[test]
fn an_instance_must_set_what_its_cluster_leaves_open() {
    let text = "process s :: numbers\nprocess c :: multiplier_cluster\nprocess b :: sink\n\
                connect from s.number to c.factor\nconnect from c.product to b.sink\n";
    check_settings(
        &[],
        text,
        expect![[r#"
        bad-value "c": `c:factor` is empty unless it is set, and must be a whole number
            help: set `c:factor`
    "#]],
    );
    check_settings(
        &[],
        &text.replace("multiplier_cluster\n", "multiplier_cluster\n factor = 2\n"),
        expect![[""]],
    );
    // Of any cluster, and of a value that is written but wrong.
    let (path, scale) = SCALE;
    let wrong = scale.replace("factor = 20", "factor = many");
    check_settings(
        &[(path, &wrong)],
        &PIPELINE.replace(" factor = 7\n", ""),
        expect![[r#"
        bad-value "m": `m:factor` is `many` unless it is set, and must be a whole number
            help: set `m:factor`
    "#]],
    );
    check_settings(&[(path, &wrong)], PIPELINE, expect![[""]]);
}

#[test]
fn empty_parts_of_a_setting_of_the_command_line_are_dropped() {
    let host = |setting: &str| HostFacts {
        settings: vec![HostFacts::setting(setting).unwrap()],
        ..HostFacts::default()
    };
    let told = input(&[], CHAIN, host("a::end=5"));
    expect![[r#"
        a:end = 5 (given on the command line)
    "#]]
    .assert_eq(&rows(&told));
    expect![[r#"
        bad-setting "": the key `a` of a setting of the command line has one part only
    "#]]
    .assert_eq(&findings(&input(&[], CHAIN, host("a::=5"))));
}

#[test]
fn an_open_file_of_the_name_of_an_include_is_offered() {
    check_settings(
        &[("x.pipe", ""), ("other/x.pipe", ""), ("sub/y.pipe", ""), ("pipelines/z.pipe", "")],
        "include pipelines/x.pipe\ninclude a/other/x.pipe\ninclude /usr/y.pipe\ninclude w.pipe\n",
        expect![[r#"
            include-not-open "pipelines/x.pipe": the included file `pipelines/x.pipe` is not open
                help: open it too; until then, what depends on it is not checked
                It is `other/x.pipe`, which is open: other/x.pipe -> pipelines/x.pipe
                It is `x.pipe`, which is open: x.pipe -> pipelines/x.pipe
                Change to `other/x.pipe`, which is open
                Change to `x.pipe`, which is open
            include-not-open "a/other/x.pipe": the included file `a/other/x.pipe` is not open
                help: open it too; until then, what depends on it is not checked
                It is `other/x.pipe`, which is open: other/x.pipe -> a/other/x.pipe
                Change to `other/x.pipe`, which is open
            absolute-include-not-open "/usr/y.pipe": the included file `/usr/y.pipe` is not open
                help: open it too; until then, what depends on it is not checked
                It is `sub/y.pipe`, which is open: sub/y.pipe -> /usr/y.pipe
                Change to `sub/y.pipe`, which is open
            include-not-open "w.pipe": the included file `w.pipe` is not open
                help: open it too; until then, what depends on it is not checked
        "#]],
    );
}

/// Fields with what counts and where it comes from.
fn fields(input: &Input, item: &[&str]) -> String {
    let item = bobbin_core::edit::ItemPath::new(item.iter().copied());
    let mut res = String::new();
    for group in parse(input).form(&item).unwrap().groups {
        for it in group.fields.iter().filter(|it| it.key != "::") {
            let _ =
                write!(res, "{}: {} = {} ({})", group.title, it.key, it.effective, it.origin.note);
            let _ = writeln!(
                res,
                "{}",
                it.inert.as_ref().map_or(String::new(), |it| format!(" [{it}]"))
            );
        }
    }
    res
}

#[test]
fn the_form_of_a_process_has_what_others_set() {
    let text = "config det:detector\n extra = 1\n type = x\nprocess det :: image_object_detector\n own = 2\n\
                process n :: numbers\nconfig det\n late = 3\n fixed[ro] = 4\nconfig n\n end = 5\n";
    let mut host = HostFacts::default();
    host.settings.push(HostFacts::setting("n:start=7").unwrap());
    let input = input(&[], text, host);
    expect![[r#"
        Keys of the type: detector:type = x (from `config det:detector`)
        Other keys: own = 2 ()
        Other keys: detector:extra = 1 (from `config det:detector`)
        Other keys: fixed = 4 (from `config det`)
        Other keys: late = 3 (from `config det`)
    "#]]
    .assert_eq(&fields(&input, &["process", "det"]));
    expect![[r#"
        Keys of the type: start = 7 (given on the command line) [the command line sets the key and overrides the text]
        Keys of the type: end = 5 (from `config n`)
    "#]].assert_eq(&fields(&input, &["process", "n"]));
}

/// The keys of the type come first, then the others in the order in which they are first written; of a key that is
/// written again the last value counts.
#[test]
fn the_form_has_each_key_once() {
    let text =
        "process n :: numbers\n zz = 1\n end = 5\n aa = 2\n zz = 3\n end = 6\nconfig n\n aa = 4\n";
    let input = input(&[], text, HostFacts::default());
    expect![[r#"
        Keys of the type: start = 0 ()
        Keys of the type: end = 6 ()
        Other keys: zz = 3 ()
        Other keys: aa = 4 (from `config n`) [`config n` sets the key again further down]
    "#]]
    .assert_eq(&fields(&input, &["process", "n"]));
}

#[test]
fn the_form_of_a_connection_says_what_decides_about_each_value() {
    let of = |settings: &str| {
        let text = format!("{CHAIN}{settings}");
        fields(&input(&[], &text, HostFacts::default()), &["connection", "a.number", "b.sink"])
    };
    expect![[r#"
        Connection: from = a.number (its type is `integer`, as `numbers` declares it)
        Connection: to = b.sink (its type is `_any`, as `sink` declares it)
        Connection: capacity = 10 ()
        Connection: blocking = false (from `_pipeline:_edge_by_conn:b:down:sink:blocking`)
    "#]]
    .assert_eq(&of("config _pipeline:_edge_by_conn\n b:down:sink:blocking = false\n"));
    expect![[r#"
        Connection: from = a.number (its type is `integer`, as `numbers` declares it)
        Connection: to = b.sink (its type is `_any`, as `sink` declares it)
        Connection: capacity = 0 (from `_pipeline:_edge:capacity`)
        Connection: blocking = true ()
    "#]]
    .assert_eq(&of("config _pipeline:_edge\n capacity = 0\n"));
    expect![[r#"
        Connection: from = a.number (its type is `integer`, as `numbers` declares it)
        Connection: to = b.sink (its type is `_any`, as `sink` declares it)
        Connection: capacity = 3 (from `_pipeline:_edge:capacity`)
        Connection: blocking = false (from `_pipeline:_edge:blocking`)
    "#]]
    .assert_eq(&of("config _pipeline:_edge\n blocking = no\n capacity = 3\n"));
    expect![[r#"
        Connection: from = a.number (its type is `integer`, as `numbers` declares it)
        Connection: to = b.sink (its type is `_any`, as `sink` declares it)
        Connection: capacity = 5 (from `_pipeline:_edge:capacity`, which says `5x`)
        Connection: blocking = true (from `_pipeline:_edge:blocking`, which says `maybe`)
    "#]]
    .assert_eq(&of("config _pipeline:_edge\n blocking = maybe\n capacity = 5x\n"));
    expect![[r#"
        Connection: from = a.number (its type is `integer`, as `numbers` declares it)
        Connection: to = b.sink (its type is `_any`, as `sink` declares it)
        Connection: capacity = 4 (from `b:_non_blocking`) [`_non_blocking` of `b` decides for all its inputs]
        Connection: blocking = false (from `b:_non_blocking`) [`_non_blocking` of `b` decides for all its inputs]
    "#]]
        .assert_eq(&of("config _pipeline:_edge\n blocking = yes\nconfig b\n _non_blocking = 4\n"));
}

#[test]
fn the_form_says_where_an_included_section_sets_a_key() {
    let common = "config n\n  end = 5\n";
    let text = "process n :: numbers\ninclude common.pipe\n";
    let input = input(&[("common.pipe", common)], text, HostFacts::default());
    let form = parse(&input).form(&bobbin_core::edit::ItemPath::new(["process", "n"])).unwrap();
    let mut fields = form.groups.iter().flat_map(|it| &it.fields);
    let place = fields.find(|it| it.key == "end").unwrap().origin.written.clone().unwrap();
    assert!(place.path.unwrap().ends_with("common.pipe"));
    assert_eq!(bobbin_core::text::slice(common, place.range), "end");
}

/// Sections say something of a process; whose value it is shows by the process.
#[test]
fn values_of_one_process_are_rows_of_one_item() {
    let text = "process r :: video_input\n  video_filename = a\nconfig r:video_reader\n  type = x\n\
                config r\n  frame_time = 1\nconfig other:r\n  k = 1\nconfig _pipeline:_edge\n  capacity = 2\n\
                process r :: sink\n  z = 1\n";
    let input = input(&[], text, HostFacts::default());
    let rows = parse(&input).resolved().unwrap().rows;
    let rows = rows.iter().map(|it| format!("{} {}\n", it.item, it.key));
    let rows: String = rows.collect();
    expect![[r#"
        config › _pipeline:_edge _pipeline:_edge:capacity
        config › other:r other:r:k
        process › r r:frame_time
        process › r r:video_filename
        process › r r:video_reader:type
        process › r › #2 r:z
    "#]]
    .assert_eq(&rows);
}

/// A value that an included file gives to an instance is mapped to a process inside it.
#[test]
fn a_value_mapped_into_an_instance_says_the_file_that_it_stands_in() {
    let common = "# Of all pipelines.\nconfig s\n  factor = 5\n";
    let text = "process s :: scale\n  :fixed 7\ninclude common.pipe\n";
    let input = input(&[SCALE, ("common.pipe", common)], text, HostFacts::default());
    let rows = parse(&input).resolved().unwrap().rows;
    let row = rows.iter().find(|it| it.key == "s/k:value").unwrap();
    assert_eq!(row.value, "5");
    let place = row.origin.written.clone().unwrap();
    assert!(place.path.as_ref().unwrap().ends_with("common.pipe"), "{place:?}");
    assert_eq!(slice(common, place.range), "5");
}

#[test]
fn a_mapping_is_called_one_in_the_file_of_its_cluster() {
    let text = "cluster doub\n -- d\n last = 5\n -- d\n omap from n.number to o\n -- d\n\
                process n :: numbers\n e|nd[ro] = doub:|last\n start = doub:last\nconfig n\n x[ro] = doub:last\n\
                config nobody\n x[ro] = doub:last\n";
    let plain = text.replace('|', "");
    let input = Input { path: "c.cluster".to_owned(), ..input(&[], &plain, HostFacts::default()) };
    expect![[r#"
        doub:last = 5 ()
        n:end = doub:last (mapped to `last` of each instance, read-only)
        n:start = doub:last ()
        n:x = doub:last (mapped to `last` of each instance, read-only)
        nobody:x = doub:last (read-only)
    "#]]
    .assert_eq(&rows(&input));
    expect![[r#"
        `n:end` = `doub:last` (line 8, mapped to `last` of each instance, read-only)

        whole number; default `100`
        ---
        `n:end` = `doub:last`

        mapped to `last` of each instance
        ---
    "#]]
    .assert_eq(&hovers(&[], text, HostFacts::default()));
}

/// The comparison of this flag is case-sensitive (sprokit.md#flags).
#[test]
fn a_key_of_a_cluster_is_tunable_in_lower_case_only() {
    let text = "cluster c\n -- d\n x[Tunable] = 1\n -- d\n y[tunable] = 2\n -- d\n z[RO] = 3\n -- d\n\
                omap from k.number to o\n -- d\nprocess k :: const_number\n value[TUNABLE] = 1\n";
    let input = Input { path: "c.cluster".to_owned(), ..input(&[], text, HostFacts::default()) };
    expect![[r#"
        c:x = 1 ()
        c:y = 2 (tunable)
        c:z = 3 (read-only)
        k:value = 1 ()
    "#]]
    .assert_eq(&rows(&input));
    expect![[r#"
        capital-flag "Tunable": `Tunable` does not make the key tunable: only lower case counts
    "#]]
    .assert_eq(&findings(&input));
}

/// Returns the hovers over what stands at each `|`.
pub fn hovers(files: &[(&str, &str)], marked: &str, host: HostFacts) -> String {
    let text = marked.replace('|', "");
    let file = parse(&input(files, &text, host));
    let places = marked.match_indices('|').enumerate();
    let said = places.map(|(n, (at, _))| {
        let hover = file.hover(bobbin_core::text::offset(at - n));
        hover.map_or("nothing".to_owned(), |it| it.markdown)
    });
    said.map(|it| format!("{it}\n---\n")).collect()
}

#[test]
fn the_words_of_a_mapping_are_told_of_it() {
    let text = "cluster c\n -- d\n imap f|rom a/b\n  to n.end # x\n  t|o n.start\n -- d\n\
                omap fr|om n.number t|o o\n -- d\nprocess n :: numbers\nprocess s :: sink\n\
                connect fr|om n.number t|o s.sink\n";
    let connect = "**connect from** *process.output* **to** *process.input*";
    let imap = "**imap from** *port* **to** *process.input*";
    let omap = "**omap from** *process.output* **to** *port*";
    let said = hovers(&[], text, HostFacts::default());
    let heads: Vec<&str> = said.lines().filter(|it| it.starts_with("**")).collect();
    assert_eq!(heads, [imap, imap, omap, omap, connect, connect]);
}

/// Its connections are judged by that port (sprokit.md#ends-at-clusters).
#[test]
fn a_port_of_an_instance_has_the_type_of_what_it_stands_for() {
    let text = "process n :: numbers\nprocess c :: twice\nconnect from n.number to c.i|n\n\
                process s :: take_string\nconnect from c.ou|t to s.string\n";
    expect![[r#"
        input **in** of `c` : `integer`

        d

        in C++ `int32_t`
        ---
        output **out** of `c` : `integer`

        d

        in C++ `int32_t`
        ---
    "#]]
    .assert_eq(&hovers(&[SCALE, TWICE], text, HostFacts::default()));
}

#[test]
fn a_key_says_first_what_is_in_force() {
    let text = "include common.conf\nprocess a :: numbers\n e|nd = 11\n star|t = $CONFIG{commo|n:x}$ENV{HO|ME}\n\
                config a\n end = 1|2\n m := 8\n n = $LOCA|L{m}$CONFIG{no:|where}\n relativepath f = x/|y\n g = $CONFIG{a:|f}\n";
    let mut host = HostFacts::default();
    host.env.insert("HOME".to_owned(), "/home/me".to_owned());
    expect![[r#"
        `a:end` = `12` (line 6)

        whole number; default `100`
        ---
        `a:start` = `6/home/me` (line 4, from `$CONFIG{common:x}$ENV{HOME}`)

        whole number; default `0`
        ---
        `$CONFIG{common:x}` = `6` (line 2 of `common.conf`)

        the value of a full key that was assigned earlier in the file

        the whole value is `6/home/me`
        ---
        `$ENV{HOME}` = `/home/me`

        an environment variable of the machine that runs the pipeline

        the whole value is `6/home/me`
        ---
        `a:end` = `12`
        ---
        `$LOCAL{m}` = `8` (line 7)

        a name defined with `:=` earlier in the file
        ---
        `$CONFIG{no:where}` — the key `no:where` has no value yet at this point

        the value of a full key that was assigned earlier in the file
        ---
        `a:f` = `relativepath x/y`

        the program puts the folder of this file in front, which is not known here
        ---
        `$CONFIG{a:f}` = `x/y` (line 9)

        the value of a full key that was assigned earlier in the file

        the whole value is `x/y`
        ---
    "#]]
    .assert_eq(&hovers(&[("common.conf", "config common\n x = 6\n")], text, host));
}

#[test]
fn a_backtick_in_a_value_does_not_end_its_code() {
    let text = "process p\n :: nosuch`type\n |title = a `b` **c**\n :: image_viewer\n";
    expect![[r#"
        `p:title` = `` a `b` **c** `` (line 3)
        ---

    "#]]
    .assert_eq(&format!("{}\n", hovers(&[], text, HostFacts::default())));
}
