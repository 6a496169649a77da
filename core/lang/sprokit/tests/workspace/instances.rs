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
                help: `key[ro] = queue:n`, read-only, gives each instance its own value
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
            help: `key[ro] = k:_name`, without `$CONFIG`, gives each instance its own value
            Make it follow the key of the instance
    "#]],
    );
}

/// A cluster with a process of its own name.
const OWN: &str = "cluster k\n -- d\n factor = 9\n -- d\n imap from in to m.factor1\n -- d\n\
                   \x20omap from m.product to out\n -- d\nprocess k :: const_number\n value = 2\n\
                   process m :: multiplication\nconnect from k.number to m.factor2\n";

/// What belongs to the cluster reaches the process of its name, too (sprokit.md#instantiation).
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
            help: `key[ro] = twice:by`, read-only, gives each instance its own value
            Add `[ro]`
    "#]],
    );
}
