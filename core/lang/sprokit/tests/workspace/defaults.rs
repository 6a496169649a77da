//! Keys of clusters inside of instances: values that follow the instance, defaults that do not, and what is said of
//! both.

use super::*;

/// A cluster's text: its header, and what stands behind the mapping of an output of `k`, a
/// `const_number`.
fn of_header(header: &str, rest: &str) -> String {
    format!(
        "cluster c\n -- d\n{header} omap from k.number to o\n -- d\nprocess k :: const_number\n{rest}"
    )
}

/// Checks the findings on the settings of a pipeline whose instance `m` of a cluster has some of its own.
fn check_instance(cluster: &str, settings: &str, expect: Expect) {
    let text = format!("process m :: c\n{settings}process s :: sink\nconnect from m.o to s.sink\n");
    check_settings(&[("c.cluster", cluster)], &text, expect);
}

/// The name of a relative path gets the folder in front, another value may need the text, and one that is
/// set again counts for nothing (sprokit.md#config-mapping).
#[test]
fn a_frozen_key_follows_its_instance_only_where_that_is_all_it_does() {
    let header = " x = 1\n -- d\n";
    let check = |rest: &str, expect: Expect| {
        check_settings_of("c.cluster", &[], &of_header(header, rest), expect);
    };
    check(
        " relativepath value = $CONFIG{c:x}\n",
        expect![[r#"
            bad-value "$CONFIG{c:x}": `relativepath 1` is not a whole number
            frozen-cluster-key "$CONFIG{c:x}": this takes the default of `x`, whatever a pipeline sets it to
                help: `value[ro] = c:x`, without `$CONFIG`, gives each instance its own value
        "#]],
    );
    check(
        " value = $CONFIG{c:x}\nconfig z\n k = $CONFIG{k:value}/sub\n",
        expect![[r#"
            frozen-cluster-key "$CONFIG{c:x}": this takes the default of `x`, whatever a pipeline sets it to
                help: `value[ro] = c:x`, without `$CONFIG`, gives each instance its own value
            unused-section "z": nothing here reads the section `z`
                help: no process has its name, and no `$CONFIG` asks for its keys
                Remove the section
        "#]],
    );
    check(" value = $CONFIG{c:x}\nconfig k\n value = 3\n", expect![""]);
}

/// Keys that the cluster makes read-only cannot be set (sprokit.md#instantiation).
#[test]
fn a_value_that_nothing_can_set_is_not_said_to_be_a_default() {
    let check = |header: &str, rest: &str, expect: Expect| {
        let cluster = of_header(header, rest);
        check_instance(&cluster, "", expect);
    };
    check(
        " x[ro] = abc\n -- d\n",
        " value[ro] = c:x\n",
        expect![[r#"
            bad-value "m": `m:x` is `abc`, which cluster `c` makes read-only, and must be a whole number
        "#]],
    );
    check(
        " x = 1\n -- d\n",
        " value[ro] = c:x\nconfig c\n x[ro] = abc\n",
        expect![[r#"
            bad-value "m": `m:x` is `abc`, which cluster `c` makes read-only, and must be a whole number
        "#]],
    );
    check(
        "",
        " value[ro] = abc\n",
        expect![[r#"
            bad-value "m": `m/k:value` is `abc`, which cluster `c` makes read-only, and must be a whole number
        "#]],
    );
    check(
        "",
        " value = abc\n",
        expect![[r#"
        bad-value "m": `m/k:value` is `abc` unless it is set, and must be a whole number
    "#]],
    );
    // A cluster in a cluster: what is mapped further is set outside.
    let inner = of_header(" x = abc\n -- d\n", " value[ro] = c:x\n");
    let check = |entries: &str, expect: Expect| {
        let outer = format!(
            "cluster d\n -- d\n y = abc\n -- d\n omap from a.o to p\n -- d\nprocess a :: c\n{entries}"
        );
        let files = [("c.cluster", inner.as_str()), ("d.cluster", outer.as_str())];
        let text = "process m :: d\nprocess s :: sink\nconnect from m.p to s.sink\n";
        check_settings(&files, text, expect);
    };
    check(
        " x[ro] = d:y\n",
        expect![[r#"
            bad-value "m": `m:y` is `abc` unless it is set, and must be a whole number
                help: set `m:y`
        "#]],
    );
    check(
        " x[ro] = abc\n",
        expect![[r#"
            bad-value "m": `m/a:x` is `abc`, which cluster `d` makes read-only, and must be a whole number
        "#]],
    );
    check(
        "",
        expect![[r#"
        bad-value "m": `m/a:x` is `abc` unless it is set, and must be a whole number
            help: set `m/a:x`
    "#]],
    );
}

/// A pipeline cannot set such a key (sprokit.md#instantiation).
#[test]
fn a_read_only_key_is_not_frozen() {
    let check = |value: &str, expect: Expect| {
        let text = of_header(" x[ro] = 1\n -- d\n", value);
        check_settings_of("c.cluster", &[], &text, expect);
    };
    check(" value = $CONFIG{c:x}\n", expect![""]);
    check(" value[ro] = 1$CONFIG{c:x}\n", expect![[""]]);
    let cluster = of_header(" x[ro] = 1\n -- d\n", " value = $CONFIG{c:x}\n");
    let text = "process m :: c\n x = 2\nprocess s :: sink\nconnect from m.o to s.sink\n";
    check_settings(
        &[("c.cluster", &cluster)],
        text,
        expect![[r#"
            instance-override "2": `m:x` cannot be set, because cluster `c` makes it read-only
        "#]],
    );
}

/// All of them are frozen, in a part of a value, too.
#[test]
fn each_key_of_a_value_is_frozen() {
    let header = " x = 1\n -- d\n y = 2\n -- d\n z[ro] = 3\n -- d\n";
    let cluster = of_header(header, " value = 4$CONFIG{c:z}$CONFIG{c:x}$CONFIG{c:y}\n");
    check_settings_of(
        "c.cluster",
        &[],
        &cluster,
        expect![[r#"
            frozen-cluster-key "$CONFIG{c:x}": this takes the default of `x`, whatever a pipeline sets it to
                help: only a whole value, as in `value[ro] = c:x`, can be that of each instance
            frozen-cluster-key "$CONFIG{c:y}": this takes the default of `y`, whatever a pipeline sets it to
                help: only a whole value, as in `value[ro] = c:y`, can be that of each instance
        "#]],
    );
    let check = |settings: &str, expect: Expect| check_instance(&cluster, settings, expect);
    check(
        " x = 5\n",
        expect![[r#"
        frozen-cluster-key "5": `m:x` does not reach `m/k:value`, which took the default when the cluster was loaded
    "#]],
    );
    check(
        " y = 5\n",
        expect![[r#"
        frozen-cluster-key "5": `m:y` does not reach `m/k:value`, which took the default when the cluster was loaded
    "#]],
    );
    check(
        " x = 5\n y = 5\n",
        expect![[r#"
        frozen-cluster-key "5": `m:x` does not reach `m/k:value`, which took the default when the cluster was loaded
        frozen-cluster-key "5": `m:y` does not reach `m/k:value`, which took the default when the cluster was loaded
    "#]],
    );
    let text = "process m :: c\nprocess s :: sink\nconnect from m.o to s.sink\n";
    expect![[r#"
        m/k:value = 4312 (in cluster `c`, from the defaults of `z`, `x`, `y` when that was loaded)
    "#]]
    .assert_eq(&rows(&input(&[("c.cluster", cluster.as_str())], text, HostFacts::default())));
}

/// An inner process loses its own flag, unlike that of a pipeline (sprokit.md#config-mapping).
#[test]
fn what_the_program_sets_inside_an_instance_is_only_overwritten() {
    let cluster = of_header("", " _name[ro] = z\n");
    check_settings_of(
        "c.cluster",
        &[],
        &cluster,
        expect![[r#"
            overwritten-key "_name": `k:_name` is overwritten when the process is made
                Remove the key
        "#]],
    );
    let text = "process m :: c\nprocess s :: sink\nconnect from m.o to s.sink\n";
    check_settings(&[("c.cluster", &cluster)], text, expect![[""]]);
    check_settings(
        &[],
        "process k :: orphan\n _name[ro] = z\n",
        expect![[r#"
        read-only-builtin "_name": `k:_name` is read-only, but the program sets it for every process
            Remove the key
    "#]],
    );
}

/// Entries of the body are no defaults of the header.
#[test]
fn a_value_of_the_body_is_not_called_the_default() {
    let cluster = of_header(" x = 9\n -- d\n", " value[ro] = c:x\nconfig c\n x = 5\n");
    let text = "process m :: c\nprocess s :: sink\nconnect from m.o to s.sink\n";
    let files = [("c.cluster", cluster.as_str())];
    expect![[r#"
        m/k:value = 5 (mapped to `m:x`, set by `c:x` in cluster `c`, read-only)
    "#]]
    .assert_eq(&rows(&input(&files, text, HostFacts::default())));
}

#[test]
fn a_part_of_a_default_is_told_of() {
    let cluster = of_header(" x = 7x\n -- d\n", " value[ro] = c:x\n");
    let text = "process m :: c\nprocess s :: sink\nconnect from m.o to s.sink\n";
    let files = [("c.cluster", cluster.as_str())];
    check_settings(
        &files,
        text,
        expect![[r#"
        partial-number "m": `m:x` is `7x` unless it is set, and only 7 of it is used
            help: set `m:x`
    "#]],
    );
    check_settings(
        &files,
        &text.replace(":: c\n", ":: c\n x = 8x\n"),
        expect![[r#"
        partial-number "8x": only 8 of `8x` is used
            Change to `8`
    "#]],
    );
    // The file of the cluster tells of what stands there itself.
    let cluster = of_header("", " value[ro] = 7x\n");
    check_settings(&[("c.cluster", &cluster)], text, expect![[""]]);
    let cluster = of_header(" x[ro] = 7x\n -- d\n", " value[ro] = c:x\n");
    check_settings(
        &[("c.cluster", &cluster)],
        text,
        expect![[r#"
        partial-number "m": `m:x` is `7x`, which cluster `c` makes read-only, and only 7 of it is used
    "#]],
    );
}

/// A key of the header is no mapping, but can be set (sprokit.md#config-mapping).
#[test]
fn a_key_of_the_header_that_takes_the_default_of_another_is_told_of() {
    let header = " x = 4\n -- d\n y = 1$CONFIG{c:x}\n -- d\n";
    let cluster = of_header(header, " value[ro] = c:y\n");
    check_settings_of("c.cluster", &[], &cluster, expect![[""]]);
    let check = |settings: &str, expect: Expect| check_instance(&cluster, settings, expect);
    check(
        " x = 5\n",
        expect![[r#"
        frozen-cluster-key "5": `m:x` does not reach `m:y`, which took the default when the cluster was loaded
            help: set `m:y`, too
    "#]],
    );
    check(" x = 4\n", expect![[""]]);
    check(" x = 5\n y = 15\n", expect![[""]]);
    check(" y = 5\n", expect![[""]]);
    let cluster = of_header(&header.replace(" y ", " y[ro] "), " value[ro] = c:y\n");
    check_instance(
        &cluster,
        " x = 5\n",
        expect![[r#"
        frozen-cluster-key "5": `m:x` does not reach `m:y`, which took the default when the cluster was loaded
    "#]],
    );
}
