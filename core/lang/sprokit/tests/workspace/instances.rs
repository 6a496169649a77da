//! Instances of clusters: what their settings come to inside, and what is said of them.

use super::*;

/// A cluster that passes data on, with keys for what the program itself reads.
const QUEUE: (&str, &str) = (
    "queue.cluster",
    "cluster queue\n -- d\n n = 4\n -- How many wait.\n t = timing\n -- Who measures.\n\
     \x20imap from in to x.pass\n -- d\n omap from x.pass to out\n -- d\nprocess y :: sink\nprocess x :: pass\n\
     \x20_non_blocking[ro] = queue:n\n block _instrumentation\n  type[ro] = queue:t\n  block timing\n   file = t.csv\n\
     \x20 endblock\n endblock\nconnect from x.pass to y.sink\n",
);

/// What the program itself reads of a process may be mapped like any other key.
#[test]
fn keys_of_the_program_are_mapped_like_others() {
    check_settings_of(QUEUE.0, &[], QUEUE.1, expect![[""]]);
    let around = |settings: &str| {
        format!(
            "process a :: numbers\nprocess c :: queue\n{settings}process s :: sink\n\
             connect from a.number to c.in\nconnect from c.out to s.sink\n"
        )
    };
    check_settings(&[QUEUE], &around(" n = 6\n t = none\n"), expect![[""]]);
    check_settings(
        &[QUEUE],
        &around(" n = 6x\n t = timinng\n"),
        expect![[r#"
            bad-capacity "6x": `6x` is not a capacity; 6 is used
                help: a whole number; 0 means unbounded
                Change to `6`
            unknown-instrumentation "timinng": no known instrumentation is called `timinng`
                help: kwiver has `logger` and `timing`; `none` switches it off
                Change to `timing`
        "#]],
    );
    // What is read-only and names the cluster is no mapping with a folder in front.
    check_settings_of(
        QUEUE.0,
        &[],
        &QUEUE.1.replace(" _non_blocking[ro]", " relativepath _non_blocking[ro]"),
        expect![[r#"
            bad-non-blocking "queue:n": `relativepath queue:n` is not a capacity
                help: `_non_blocking` takes a whole number, the capacity of the process's inputs
        "#]],
    );
    // Without the flag it is text.
    check_settings_of(
        QUEUE.0,
        &[],
        &QUEUE.1.replace("_non_blocking[ro]", "_non_blocking"),
        expect![[r#"
            bad-non-blocking "queue:n": `queue:n` is not a capacity
                help: `_non_blocking` takes a whole number, the capacity of the process's inputs
            unmapped-cluster-key "queue:n": this is the text `queue:n`, whatever a pipeline sets `n` to
                help: `_non_blocking[ro] = queue:n`, read-only, gives each instance its own value
                Add `[ro]`
        "#]],
    );
    // Of a cluster in a cluster.
    let outer = "cluster outer\n -- d\n m = 3\n -- d\n u = logger\n -- d\n imap from in to q.in\n -- d\n\
                 \x20omap from q.out to out\n -- d\nprocess q :: queue\n n[ro] = outer:m\n t[ro] = outer:u\n";
    check_settings_of("outer.cluster", &[QUEUE], outer, expect![[""]]);
    // The graph of the cluster has the words of the mapping.
    let text =
        QUEUE.1.replace("process y :: sink\n", "process y :: sink\n _non_blocking[ro] = queue:n\n");
    let graph = parse(&input(&[], &text, HostFacts::default())).graph().unwrap();
    let edges = graph.edges.iter().map(|it| format!("[{}] {}\n", it.label, it.note));
    expect![[r#"
        [queue:n] capacity queue:n, from `y:_non_blocking`, mapped to `n` of each instance
        [] d
        [] d
    "#]]
    .assert_eq(&edges.collect::<String>());
}

/// The edges of a cluster are those of the pipeline, so nothing is said of a value.
#[test]
fn settings_of_edges_in_a_cluster_are_only_ignored() {
    let text =
        format!("{}config _pipeline:_edge\n capacity[ro] = queue:n\n blocking = maybe\n", QUEUE.1);
    check_settings_of(
        QUEUE.0,
        &[],
        &text,
        expect![[r#"
        ignored-setting "_pipeline": `_pipeline` is read from the pipeline that uses the cluster, so the setting has no effect
            Remove the key
        ignored-setting "_pipeline": `_pipeline` is read from the pipeline that uses the cluster, so the setting has no effect
            Remove the key
    "#]],
    );
}

/// Without the key, the mapping would name none.
#[test]
fn a_key_that_a_mapping_or_a_macro_needs_is_not_removed() {
    let text = "cluster k\n -- d\n _type = 3\n -- d\n _name = 4\n -- d\n omap from v.number to o\n -- d\n\
                process k :: sink\nprocess v :: const_number\n value[ro] = k:_type\n\
                \x20other = $CONFIG{k:_name}\nconnect from v.number to k.sink\n";
    check_settings_of(
        "k.cluster",
        &[],
        text,
        expect![[r#"
            overwritten-key "_type": `k:_type` is overwritten when the process is made
            overwritten-key "_name": `k:_name` is overwritten when the process is made
            unknown-key "other": `const_number` does not read the key `other`
                Remove the key
            frozen-cluster-key "$CONFIG{k:_name}": this takes the default of `_name`, whatever a pipeline sets it to
                help: `other[ro] = k:_name`, without `$CONFIG`, gives each instance its own value
                Make it follow the key of the instance
        "#]],
    );
}

/// A cluster with a process of its own name.
const OWN: &str = "cluster k\n -- d\n factor = 9\n -- d\n imap from in to m.factor1\n -- d\n\
                   \x20omap from m.product to out\n -- d\nprocess k :: const_number\n value = 2\n\
                   process m :: multiplication\nconnect from k.number to m.factor2\n";

/// Keys of the cluster reach the process of its name, too (sprokit.md#instantiation).
#[test]
fn a_cluster_may_have_a_process_of_its_name() {
    let with = |old: &str, new: &str| OWN.replace(old, new);
    for text in [
        OWN,
        &with(" value = 2", " value[ro] = k:factor"),
        &with("factor = 9", "k:value = 4"),
        &with("factor = 9", "value = 4"),
        &with("process m", "config k\n factor = 3\nprocess m"),
        &with(" value = 2\n", " value = 2\n k:value = 4\n"),
    ] {
        check_settings_of("k.cluster", &[], text, expect![[""]]);
    }
    let wrong = with(" value = 2\n", " value = 2\n valeu = 3\n k:valeu = 4\n m:x = 1\n");
    check_settings_of(
        "k.cluster",
        &[],
        &wrong,
        expect![[r#"
        unknown-key "valeu": `const_number` does not read the key `valeu`
            Change to `value`
            Remove the key
        unknown-key "k:valeu": `const_number` does not read the key `k:valeu`
            Remove the key
        unknown-key "m:x": `const_number` does not read the key `m:x`
            Remove the key
    "#]],
    );
    let around = |settings: &str| {
        format!(
            "process a :: numbers\nprocess c :: k\n{settings}process s :: sink\n\
             connect from a.number to c.in\nconnect from c.out to s.sink\n"
        )
    };
    let files = [("k.cluster", OWN)];
    check_settings(
        &files,
        &around(" factor = 5\n value = 6\n k:value = 7\n k:factor = 8\n"),
        expect![[""]],
    );
    check_settings(
        &files,
        &around(" valeu = 6\n m:x = 1\n k:vlaue = 7\n"),
        expect![[r#"
        unknown-key "valeu": `k` does not read the key `valeu`
            Change to `value`
            Remove the key
        unknown-key "m:x": `multiplication` does not read the key `x`
            Remove the key
        unknown-key "vlaue": `const_number` does not read the key `vlaue`
            Change to `value`
            Remove the key
    "#]],
    );
    let text = around(" value = 6\n");
    expect![[r#"
        c:value = 6 ()
        c/k:factor = 9 (the default of `factor` in cluster `k`)
        c/k:value = 6 (set by `c:value`)
    "#]]
    .assert_eq(&rows(&input(&files, &text, HostFacts::default())));
}

/// Of a key for a process inside, its type is asked.
#[test]
fn a_key_that_no_process_inside_reads_is_told() {
    let text = "process a :: numbers\nprocess t :: twice\n a:k:vaule = 3\n a:factor = 4\n b:factro = 5\n by = 2\n\
                process s :: sink\nconnect from a.number to t.in\nconnect from t.out to s.sink\n\
                config t:b\n k:value = 1\n mul:x = 1\n _x = 1\n q:y = 1\n";
    check_settings(
        &[SCALE, TWICE],
        text,
        expect![[r#"
        unknown-key "vaule": `const_number` does not read the key `vaule`
            Change to `value`
            Remove the key
        instance-override "4": `t:a:factor` cannot be set, because cluster `twice` makes it read-only
        unknown-key "factro": `scale` does not read the key `factro`
            Change to `factor`
            Remove the key
        instance-override "1": `t/b:k:value` cannot be set, because cluster `scale` makes it read-only
        unknown-key "mul:x": `multiplication` does not read the key `x`
            Remove the key
        unknown-key "q:y": `scale` does not read the key `q:y`
            Remove the key
    "#]],
    );
}

/// No value comes of it, and none can be set.
#[test]
fn a_mapping_to_no_key_is_one_error() {
    let cluster = SCALE.1.replace("value[ro] = scale:factor", "value[ro] = scale:x:y");
    check(
        &[(SCALE.0, &cluster)],
        PIPELINE,
        expect![[r#"
        unknown-cluster-key "m": cluster `scale` maps a value to `x:y`, a key it does not declare
            scale.cluster: in the file of the cluster 233..242
    "#]],
    );
    let input = input(&[(SCALE.0, &cluster)], PIPELINE, HostFacts::default());
    expect![[r#"
        m:factor = 7 ()
        m/k:value = scale:x:y (mapped to `x:y`, which cluster `scale` does not declare, read-only)
    "#]]
    .assert_eq(&rows(&input));
}

/// Neither is a macro without a known value judged as one.
#[test]
fn what_an_instance_gets_from_a_macro_is_not_known() {
    let pipeline =
        PIPELINE.replace("factor = 7", "factor = $ENV{N}\n mul:_non_blocking = $SYSENV{pid}");
    check(&[SCALE], &pipeline, expect![[""]]);
    let cluster = SCALE.1.replace("factor = 20", "factor = $SYSENV{numproc}");
    check(&[(SCALE.0, &cluster)], &PIPELINE.replace(" factor = 7\n", ""), expect![[""]]);
    let outer = TWICE.1.replace(" factor[ro] =", " factor =");
    check_settings_of(
        TWICE.0,
        &[SCALE],
        &outer,
        expect![[r#"
            bad-value "twice:by": `twice:by` is not a whole number
            unmapped-cluster-key "twice:by": this is the text `twice:by`, whatever a pipeline sets `by` to
                help: `factor[ro] = twice:by`, read-only, gives each instance its own value
                Add `[ro]`
        "#]],
    );
}

/// A cluster with one process, whose output it has.
fn one(process: &str, port: &str, header: &str) -> String {
    format!("cluster one\n -- d\n{header} omap from a.{port} to p\n -- d\nprocess a :: {process}\n")
}

/// What the program finds when it sets up a process inside, as it does with one of the text.
#[test]
fn processes_inside_that_cannot_be_set_up_are_told() {
    let told = |cluster: &str, settings: &str| {
        let text =
            format!("process c :: one\n{settings}process g :: sink\nconnect from c.p to g.sink\n");
        let files = [("one.cluster", cluster)];
        findings(&input(&files, &text, HostFacts::default()))
    };
    let s = " s = true\n -- d\n";
    let mapped = one("data_dependent\n set_on_configure[ro] = one:s", "output", s);
    expect![[r#"
        untyped-output "false": with this, `c/a` gives its output no type, though it is connected
            one.cluster: in the file of the cluster 73..74
    "#]]
    .assert_eq(&told(&mapped, " s = false\n"));
    expect![[r#"
        untyped-output "no": with this, `c/a` gives its output no type, though it is connected
            one.cluster: in the file of the cluster 57..58
    "#]]
    .assert_eq(&told(&one("data_dependent", "output", ""), " a:set_on_configure = no\n"));
    let unset = mapped.replace("true", "false");
    expect![[r#"
        untyped-output "c": `c/a` gives its output no type, though it is connected
            one.cluster: in the file of the cluster 23..28
    "#]]
    .assert_eq(&told(&unset, ""));
    let rejects =
        one("flow_dependent\n reject = true", "output", " imap from f to a.input\n -- d\n");
    expect![[r#"
        type-rejected "c": `c/a` rejects the type that its connections give it
            one.cluster: in the file of the cluster 117..121
    "#]]
    .assert_eq(&told(&rejects, ""));
    let counts = one("numbers\n start = 5", "number", "");
    expect![[r#"
        bad-value "2": `c/a` cannot count from 5 to 2: its end comes before its start
            one.cluster: in the file of the cluster 79..80
    "#]]
    .assert_eq(&told(&counts, " a:end = 2\n"));
    expect![[r#"
        bad-value "c": `c/a` cannot count from 5 to 2: its end comes before its start
            one.cluster: in the file of the cluster 88..89
    "#]]
    .assert_eq(&told(&format!("{counts} end = 2\n"), ""));
    // What counts in the end is right, is not known, or may be set elsewhere.
    for (cluster, settings) in [
        (&mapped, ""),
        (&unset, " s = yes\n"),
        (&rejects, " a:reject = no\n"),
        (&counts, " a:end = 5\n"),
        (&counts, " a:end = $ENV{N}\n"),
        (&format!("{counts} end = 2\n"), "include other.conf\n"),
    ] {
        let told = told(cluster, settings);
        let is_about_it = |it: &&str| it.contains("bad-value") || it.contains("type");
        assert_eq!(told.lines().filter(is_about_it).count(), 0, "{cluster}\n{settings}\n{told}");
    }
}

/// Of `duplicate` inside an instance it is known how often it puts out, too (sprokit.md#frequencies).
#[test]
fn rates_inside_of_instances_must_agree() {
    let cluster = |copies: &str| {
        format!(
            "cluster du\n -- d\n imap from f to a.input to m.factor2\n -- d\n omap from m.product to p\n -- d\n\
             process a :: duplicate\n{copies}process m :: multiplication\nconnect from a.duplicate to m.factor1\n"
        )
    };
    let told = |copies: &str, settings: &str| {
        let text = format!(
            "process c :: du\n{settings}process n :: numbers\nprocess s :: sink\n\
             connect from n.number to c.f\nconnect from c.p to s.sink\n"
        );
        let cluster = cluster(copies);
        findings(&input(&[("du.cluster", &cluster)], &text, HostFacts::default()))
    };
    expect![[r#"
        frequency-mismatch "c.f": `n.number` gives 1 data set for each 3 that `c/m.factor2` takes
            du.cluster: in the file of the cluster 135..136
    "#]]
    .assert_eq(&told(" copies = 0\n", " a:copies = 2\n"));
    expect![[r#"
        frequency-mismatch "c.f": `n.number` gives 1 data set for each 3 that `c/m.factor2` takes
            du.cluster: in the file of the cluster 135..136
    "#]]
    .assert_eq(&told(" copies = 2\n", ""));
    expect![[r#"
        frequency-mismatch "c.f": `n.number` gives 1 data set for each 2 that `c/m.factor2` takes
            du.cluster: in the file of the cluster 123..124
    "#]]
    .assert_eq(&told("", ""));
    assert_eq!(told(" copies = 2\n", " a:copies = 0\n"), "");
    assert_eq!(told("", " a:copies = $ENV{N}\n"), "");
    // Only connections inside are concerned.
    let text = "process c :: du\nprocess s :: sink\nconnect from c.p to s.sink\n";
    let inside = "cluster du\n -- d\n omap from m.product to p\n -- d\nprocess n :: numbers\n\
                  process a :: duplicate\n copies = 0\nprocess m :: multiplication\n\
                  connect from n.number to a.input\nconnect from n.number to m.factor2\n\
                  connect from a.duplicate to m.factor1\n";
    let text = text.replace(":: du\n", ":: du\n a:copies = 1x\n");
    check(
        &[("du.cluster", inside)],
        &text,
        expect![[r#"
        frequency-mismatch "c": `c/n.number` gives 1 data set for each 2 that `c/m.factor2` takes
            du.cluster: in the file of the cluster 191..200
        partial-number "1x": only 1 of `1x` is used
    "#]],
    );
}

/// The section may be a setting of the command line (sprokit.md#the-global-section).
#[test]
fn a_global_setting_of_the_command_line_breaks_instances() {
    let mut host = HostFacts::default();
    host.settings.push(("_global:x".to_owned(), "1".to_owned()));
    expect![[r#"
        global-section "scale": `_global` breaks instances of clusters, here `m`
    "#]]
    .assert_eq(&findings(&input(&[SCALE], PIPELINE, host)));
}

/// It stands for no port inside (sprokit.md#connections).
#[test]
fn the_output_that_every_process_has_leads_nowhere_at_a_cluster() {
    let text = "process src :: numbers\nprocess m :: scale\nprocess snk :: sink\nconnect from src.number to m.in\n\
                connect from m._heartbeat to snk.sink\nconnect from src.numbr to snk.sink\n";
    check_settings(
        &[SCALE],
        text,
        expect![[r#"
            unknown-cluster-port "_heartbeat": `m._heartbeat` stands for no port of a process
                help: every process has a `_heartbeat`; that of a cluster leads to no port inside
            unknown-port "numbr": `numbers` has no output port `numbr`
                help: its output ports are `number`, `_heartbeat`
                Change to `number`
        "#]],
    );
}

/// The type of a capacity has 64 bits and no sign (sprokit.md#edge-capacity).
#[test]
fn capacities_are_numbers_of_64_bits() {
    let text = |capacity: &str, inner: &str| {
        format!(
            "{}config _pipeline:_edge\n capacity = {capacity}\n",
            PIPELINE.replace("factor = 7\n", &format!("mul:_non_blocking = {inner}\n"))
        )
    };
    let largest = "18446744073709551615";
    check_settings(&[SCALE], &text(largest, largest), expect![[""]]);
    check_settings(
        &[SCALE],
        &text("9223372036854775808x", "9223372036854775808x"),
        expect![[r#"
        bad-capacity "9223372036854775808x": `9223372036854775808x` is not a capacity; 9223372036854775808 is used
            help: a whole number; 0 means unbounded
            Change to `9223372036854775808`
        bad-capacity "9223372036854775808x": `9223372036854775808x` is not a capacity; 9223372036854775808 is used
            help: a whole number; 0 means unbounded
            Change to `9223372036854775808`
    "#]],
    );
    check_settings(
        &[SCALE],
        &text("18446744073709551616", "18446744073709551616"),
        expect![[r#"
        bad-non-blocking "18446744073709551616": `18446744073709551616` is not a capacity
            help: `_non_blocking` takes a whole number, the capacity of the process's inputs
        bad-capacity "18446744073709551616": `18446744073709551616` is not a capacity; the default 10 applies
            help: a whole number; 0 means unbounded
    "#]],
    );
    check_settings(
        &[SCALE],
        &text("-1", "-18446744073709551615"),
        expect![[r#"
        bad-capacity "-18446744073709551615": `-18446744073709551615` is not a capacity; it wraps to 1
            help: a whole number; 0 means unbounded
        bad-capacity "-1": `-1` is not a capacity; it wraps to 18446744073709551615
            help: a whole number; 0 means unbounded
    "#]],
    );
    let json = parse(&input(&[SCALE], &text(largest, "1"), HostFacts::default())).convert("json");
    let json = String::from_utf8(json.unwrap().data).unwrap();
    assert_eq!(json.matches(&format!("\"capacity\": \"{largest}\"")).count(), 1, "{json}");
}

/// Every process has the output, a cluster too: an `omap` finds it (sprokit.md#port-mapping), and only a
/// connection behind it has no port to go to (sprokit.md#ends-at-clusters).
#[test]
fn the_output_of_every_process_can_be_mapped_from_an_instance() {
    let outer = "cluster outer\n -- d\n imap from in to a.in\n -- d\n omap from a.out to out\n -- d\n\
                 omap from a._heartbeat to beat\n -- d\nprocess a :: scale\n";
    check(
        &[SCALE],
        outer,
        expect![[r#"
        cluster-file-name "cluster": kwiver finds clusters in files called `*.cluster` only
    "#]],
    );
    let unknown = outer.replace("_heartbeat", "_hartbeat");
    check(
        &[SCALE],
        &unknown,
        expect![[r#"
            cluster-file-name "cluster": kwiver finds clusters in files called `*.cluster` only
            unknown-port "_hartbeat": `scale` has no output port `_hartbeat`
        "#]],
    );
    let files = [SCALE, ("outer.cluster", outer)];
    let text = "process src :: numbers\nprocess o :: outer\nprocess snk :: sink\n\
                connect from src.number to o.in\nconnect from o.out to snk.sink\n";
    check(&files, text, expect![[""]]);
    let text = text.replace("o.out", "o.beat");
    check_settings(
        &files,
        &text,
        expect![[r#"
            unknown-cluster-port "beat": `o.beat` stands for no port of a process
                help: it leads to `o/a._heartbeat`, which stands for no port inside
        "#]],
    );
    let inner = "cluster most\n -- d\n imap from in to o.in\n -- d\n omap from o.out to out\n -- d\n\
                 process o :: outer\nprocess s :: sink\nconnect from o.beat to s.sink\n";
    check_settings(
        &files,
        inner,
        expect![[r#"
        cluster-file-name "cluster": kwiver finds clusters in files called `*.cluster` only
            help: as a pipeline this file is rejected at its first word
        unknown-cluster-port "beat": `o.beat` stands for no port of a process
            help: it leads to `o/a._heartbeat`, which stands for no port inside
    "#]],
    );
    let files = [SCALE, ("outer.cluster", outer), ("most.cluster", inner)];
    let text = text.replace(":: outer", ":: most").replace("o.beat", "o.out");
    check(
        &files,
        &text,
        expect![[r#"
        orphaned-processes "o": `o/s` is not connected to `src`
        unknown-cluster-port "most": in cluster `most` the port `o.beat` stands for none of a process
            most.cluster: in the file of the cluster 127..133
    "#]],
    );
}

/// Only the processes inside have inputs.
#[test]
fn how_many_an_instance_queues_is_read_by_nobody() {
    for value in ["4", "5x", "x"] {
        let text = format!(
            "process n :: numbers\nprocess i :: multiplier_cluster\n factor = 3\n _non_blocking = {value}\n\
             process p :: sink\nconnect from n.number to i.factor\nconnect from i.product to p.sink\n"
        );
        let found = parse(&Input::alone("t.pipe", &text)).diagnostics();
        let codes: Vec<&str> = found.iter().map(|it| it.code.name).collect();
        assert_eq!(codes, ["ignored-setting"], "{value}");
    }
}

/// A process is proposed for a misspelt one only if it has the port, on that side.
#[test]
fn a_process_without_the_port_is_not_the_one_that_is_meant() {
    let text =
        "process read :: numbers\nprocess show :: sink\nconnect from red.number to shaw.sink\n";
    check_settings(
        &[],
        text,
        expect![[r#"
        unknown-process "red": there is no process called `red`
            Change to `read`
        unknown-process "shaw": there is no process called `shaw`
            Change to `show`
    "#]],
    );
    let text =
        "process sink1 :: numbers\nprocess sink :: sink\nconnect from sink1.number to sink2.sink\n";
    check_settings(
        &[],
        text,
        expect![[r#"
        unknown-process "sink2": there is no process called `sink2`
            Change to `sink`
    "#]],
    );
    let text = "process numbers :: numbers\nconnect from numbers.number to number.sink\n";
    check_settings(
        &[],
        text,
        expect![[r#"
        unknown-process "number": there is no process called `number`
    "#]],
    );
}

/// An input takes one connection or mapping, so none is led to one that has it.
#[test]
fn an_input_that_is_taken_is_not_the_one_that_is_meant() {
    let text = "process a :: numbers\nprocess b :: numbers\nprocess mul1 :: multiplication\n\
                process p :: sink\nconnect from a.number to mul1.factor1\n\
                connect from b.number to mul.factor1\nconnect from b.number to mul1.factr1\n\
                connect from mul1.product to p.sink\n";
    check_settings(
        &[],
        text,
        expect![[r#"
            unknown-process "mul": there is no process called `mul`
            unknown-port "factr1": `multiplication` has no input port `factr1`
                help: its input ports are `factor1`, `factor2`
        "#]],
    );
    let text = "process a :: numbers\nprocess mul1 :: multiplication\nprocess p :: sink\n\
                connect from a.number to mul.factor1\nconnect from a.number to mul1.factr2\n\
                connect from mul1.product to p.sink\n";
    check_settings(
        &[],
        text,
        expect![[r#"
        unknown-process "mul": there is no process called `mul`
            Change to `mul1`
        unknown-port "factr2": `multiplication` has no input port `factr2`
            help: its input ports are `factor1`, `factor2`
            Change to `factor2`
    "#]],
    );
    let text = "cluster c\n imap from in\n   to p.sink\n imap from other\n   to q.sink\nprocess p :: sink\n";
    check_settings(
        &[],
        text,
        expect![[r#"
        cluster-file-name "cluster": kwiver finds clusters in files called `*.cluster` only
            help: as a pipeline this file is rejected at its first word
        missing-description "cluster c": the cluster has no description
            help: write a line that begins with `--` below it
            Add a description
        missing-description "imap from in\n   to p.sink": the mapping has no description
            help: write a line that begins with `--` below it
            Add a description
        missing-description "imap from other\n   to q.sink": the mapping has no description
            help: write a line that begins with `--` below it
            Add a description
        unknown-process "q": there is no process called `q`
    "#]],
    );
}

/// Processes inside an instance have the defaults of their types, as those of the text have.
#[test]
fn what_nothing_sets_inside_an_instance_has_a_default() {
    let cluster = "cluster c\n  -- d\n  first = 1\n  -- f\n  omap from n.number to number\n  -- o\n\
                   process n :: numbers\n  start[ro] = c:first\n";
    let input = input(&[("c.cluster", cluster)], "process i :: c\n", HostFacts::default());
    let file = parse(&input);
    let rows = file.resolved().unwrap().rows.into_iter().chain(file.unset());
    let rows =
        rows.map(|it| format!("{} {} = {} ({})\n", it.item, it.key, it.value, it.origin.note));
    expect![[r#"
        inner › i/n i/n:start = 1 (mapped to `i:first`, the default of `first` in cluster `c`, read-only)
        process › i i:first = 1 (default of `c`)
        inner › i/n i/n:end = 100 (default of `numbers`)
    "#]]
    .assert_eq(&rows.collect::<String>());
}

// sprokit.md#relative-paths
#[test]
fn the_folder_of_a_relative_path_of_a_cluster_is_told() {
    let cluster = "cluster c\n  -- c\n  relativepath list = l.txt\n  -- l\n  omap from n.number to x\n  -- x\n\
                   process n :: numbers\n  relativepath start = s.txt\n  end[ro] = c:list\n";
    let rows =
        |text: &str| rows(&input(&[("parts/c.cluster", cluster)], text, HostFacts::default()));
    expect![[r#"
        i/n:end = relativepath l.txt (mapped to `i:list`, the default of `list` in cluster `c`, in the folder of that file, which is not known here, read-only)
        i/n:start = relativepath s.txt (in cluster `c`, in the folder of that file, which is not known here)
    "#]].assert_eq(&rows("process i :: c\n"));
    expect![[r#"
        i:list = relativepath own.txt (in the folder of this file, which is not known here)
        i/n:end = relativepath own.txt (mapped to `i:list`, set by `i:list`, in the folder of this file, which is not known here, read-only)
        i/n:start = relativepath s.txt (in cluster `c`, in the folder of that file, which is not known here)
    "#]].assert_eq(&rows("process i :: c\n  relativepath list = own.txt\n"));
}

/// No program sees more than one of them: several stand for versions of a project, each in a folder of its own
/// (sprokit.md#cluster-files).
#[test]
fn of_clusters_with_one_name_the_nearest_counts() {
    let scale = |factor: &str| SCALE.1.replace("factor = 20", &format!("factor = {factor}"));
    let (top, new, deep) = (scale("1"), scale("2"), scale("3"));
    let pipeline = "process m :: scale\n";
    let factor = |path: &str, host: HostFacts| {
        let files = [
            ("/a/scale.cluster", new.as_str()),
            ("/clusters/scale.cluster", &top),
            ("/v2/parts/scale.cluster", &deep),
        ];
        let path = path.to_owned();
        let rows = rows(&Input { path, ..input(&files, pipeline, host) });
        let row = rows.lines().find_map(|it| it.strip_prefix("m/k:value = ")).unwrap();
        row.split(' ').next().unwrap().to_owned()
    };
    for (path, expected) in [
        ("/a/main.pipe", "2"),
        ("/a/b/main.pipe", "2"),
        ("/clusters/main.pipe", "1"),
        ("/v2/parts/main.pipe", "3"),
        ("/v2/main.pipe", "3"),
        ("/v2/pipes/main.pipe", "3"),
        // One folder down each.
        ("/main.pipe", "2"),
    ] {
        assert_eq!(factor(path, HostFacts::default()), expected, "{path}");
    }
    let mut host = HostFacts::default();
    host.env.insert("SPROKIT_CLUSTER_PATH".to_owned(), "/clusters".to_owned());
    assert_eq!(factor("/v2/parts/main.pipe", host), "1");
}

/// A copy of a file has the cluster's name, too (sprokit.md#cluster-files).
#[test]
fn two_clusters_of_one_name_that_are_equally_near_are_told_of() {
    let codes = |files: &[(&str, &str)], host: HostFacts| {
        let found = parse(&input(files, PIPELINE, host)).diagnostics().into_iter();
        found.filter(|it| it.code.name == "rival-clusters").map(|it| it.message).collect::<Vec<_>>()
    };
    let (a, b) = (("/a/scale.cluster", SCALE.1), ("/a/scale copy.cluster", SCALE.1));
    let deep = ("/a/b/scale.cluster", SCALE.1);
    let said = codes(&[a, b, deep], HostFacts::default());
    expect!["`/a/scale copy.cluster` and `/a/scale.cluster` both define the cluster `scale`"]
        .assert_eq(&said.join("\n"));
    assert!(codes(&[a, deep], HostFacts::default()).is_empty());
    // Of the folders that the program searches the first counts.
    let mut host = HostFacts::default();
    host.env.insert("SPROKIT_CLUSTER_PATH".to_owned(), "/a/b:/a".to_owned());
    assert!(codes(&[a, b, deep], host).is_empty());
    // A file that is skipped is none of the two, wherever it stands.
    let broken = SCALE.1.replace("omap", "imap");
    for path in ["/a/a.cluster", "/a/z.cluster"] {
        let files = [a, (path, broken.as_str())];
        let found = parse(&input(&files, PIPELINE, HostFacts::default())).diagnostics();
        let codes = found.iter().map(|it| it.code.name).collect::<Vec<_>>();
        assert!(
            !codes.iter().any(|it| ["rival-clusters", "broken-cluster"].contains(it)),
            "{codes:?}"
        );
    }
}

/// Each text means the nearest (sprokit.md#cluster-files).
#[test]
fn of_clusters_with_one_name_the_one_that_counts_is_renamed() {
    let cluster = SCALE.1;
    let files = [
        ("/scale.cluster", cluster),
        ("/main.pipe", PIPELINE),
        ("/v2/scale.cluster", cluster),
        ("/v2/main.pipe", PIPELINE),
    ];
    let changed = |path: &str, word: &str| -> Vec<String> {
        let text = files.iter().find(|it| it.0 == path).unwrap().1;
        let input = Input { path: path.to_owned(), ..input(&files, text, HostFacts::default()) };
        let at = bobbin_core::text::offset(text.find(word).unwrap());
        parse(&input).rename(at, "neu").unwrap().edits.into_iter().map(|it| it.0).collect()
    };
    let mut theirs = changed("/v2/main.pipe", "scale");
    theirs.sort();
    assert_eq!(theirs, ["/v2/main.pipe", "/v2/scale.cluster"]);
    let mut own = changed("/scale.cluster", "scale");
    own.sort();
    assert_eq!(own, ["/main.pipe", "/scale.cluster"]);
    assert_eq!(changed("/v2/scale.cluster", "mul"), ["/v2/scale.cluster"]);
}

/// Keys of a cluster count at the top level of its instances: sprokit.md#instantiation.
#[test]
fn a_cluster_sets_no_read_only_key_inside() {
    let cluster = |header: &str, body: &str| {
        format!(
            "cluster e\n -- d\n{header} omap from k.number to o\n -- o\n\
             process k :: const_number\n{body}"
        )
    };
    let check_cluster = |header: &str, body: &str, expect: Expect| {
        check_settings_of("e.cluster", &[], &cluster(header, body), expect);
    };
    let header = " k:value = 3\n -- d\n";
    check_cluster(
        header,
        " value[ro] = 5\n",
        expect![[r#"
        instance-override "k:value": `e:k:value` makes instances impossible, because it sets `k:value`, which is read-only
            Remove the key
    "#]],
    );
    check_cluster(
        "",
        " value[ro] = 5\nconfig e\n k:value = 3\n",
        expect![[r#"
        instance-override "k:value": `e:k:value` makes instances impossible, because it sets `k:value`, which is read-only
            Remove the key
    "#]],
    );
    check_cluster(
        header,
        " value[ro] = e:k:value\n",
        expect![[r#"
        instance-override "k:value": `e:k:value` makes instances impossible, because it sets `k:value`, which is read-only
    "#]],
    );
    check_cluster(header, " value = 5\n", expect![[""]]);
    check_cluster(" k:value[ro] = 3\n -- d\n", " value = 5\n", expect![[""]]);
    let text = "process i :: e\nprocess s :: sink\nconnect from i.o to s.sink\n";
    check(
        &[("e.cluster", &cluster(header, " value[ro] = 5\n"))],
        text,
        expect![[r#"
        instance-override "i": `i:k:value` cannot be set, because cluster `e` makes it read-only
            e.cluster: in the file of the cluster 27..28
    "#]],
    );
    check(&[("e.cluster", &cluster(header, " value = 5\n"))], text, expect![[""]]);
    // So it is with a cluster inside.
    let text = "cluster d\n -- d\n m:fixed = 2\n -- e\n m:factor = 2\n -- e\n\
                omap from m.out to o\n -- o\nprocess m :: scale\n fixed = 3\n";
    check_settings_of(
        "d.cluster",
        &[SCALE],
        text,
        expect![[r#"
        instance-override "2": `m:fixed` cannot be set, because cluster `scale` makes it read-only
        inner-port-unconnected "m": the required input `m/mul.factor1` is not connected
            help: a pipeline that uses the cluster must connect it as `<instance>/m/mul.factor1`
    "#]],
    );
}
