//! Whole sections: taken away, renamed, added.

use expect_test::expect;

use super::check;
use bobbin_core::edit::{Command, ItemPath};

fn remove(item: &[&str]) -> Command {
    Command::Remove { item: ItemPath::new(item.iter().copied()) }
}

fn rename(item: &[&str], name: &str) -> Command {
    Command::Rename { item: ItemPath::new(item.iter().copied()), name: name.to_owned() }
}

fn add(kind: &str, name: &str, values: &[(&str, &str)]) -> Command {
    let values = values.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    Command::AddItem { kind: kind.to_owned(), name: name.to_owned(), values }
}

const SEVERAL: &str = "\
[cpu:0]
features = integer, simd, atomic

[integer]
int_add = true

; for vectors
[simd]
simd_add = true

[gpu:0]
features = gpu, integer
[gpu:0.gpu]
[gpu:0.abi:kernel]
[gpu:0.kernel.mapping]
0 = vr:0

[abi:sysv]
[sysv.mapping]
0 = gpr:0
";

#[test]
fn sections_are_removed_with_what_hangs_on_them() {
    check(
        SEVERAL,
        remove(&["features", "simd"]),
        expect![[r#"
        [cpu:0]
        features = integer, atomic

        [integer]
        int_add = true

        [gpu:0]
        features = gpu, integer
        [gpu:0.gpu]
        [gpu:0.abi:kernel]
        [gpu:0.kernel.mapping]
        0 = vr:0

        [abi:sysv]
        [sysv.mapping]
        0 = gpr:0
    "#]],
    );
    check(
        SEVERAL,
        remove(&["unit", "gpu:0"]),
        expect![[r#"
            [cpu:0]
            features = integer, simd, atomic

            [integer]
            int_add = true

            ; for vectors
            [simd]
            simd_add = true

            [abi:sysv]
            [sysv.mapping]
            0 = gpr:0
        "#]],
    );
    check(
        SEVERAL,
        remove(&["abi", "abi:sysv"]),
        expect![[r#"
        [cpu:0]
        features = integer, simd, atomic

        [integer]
        int_add = true

        ; for vectors
        [simd]
        simd_add = true

        [gpu:0]
        features = gpu, integer
        [gpu:0.gpu]
        [gpu:0.abi:kernel]
        [gpu:0.kernel.mapping]
        0 = vr:0

    "#]],
    );
    check(
        SEVERAL,
        remove(&["abi", "sysv"]),
        expect!["refused: there is no `abi › sysv` in this text"],
    );
}

#[test]
fn names_change_wherever_they_stand() {
    check(
        SEVERAL,
        rename(&["unit", "gpu:0"], "gpu:1"),
        expect![[r#"
        [cpu:0]
        features = integer, simd, atomic

        [integer]
        int_add = true

        ; for vectors
        [simd]
        simd_add = true

        [gpu:1]
        features = gpu, integer
        [gpu:1.gpu]
        [gpu:1.abi:kernel]
        [gpu:1.kernel.mapping]
        0 = vr:0

        [abi:sysv]
        [sysv.mapping]
        0 = gpr:0
    "#]],
    );
    check(
        SEVERAL,
        rename(&["abi", "abi:sysv"], "a:b"),
        expect![[r#"
        [cpu:0]
        features = integer, simd, atomic

        [integer]
        int_add = true

        ; for vectors
        [simd]
        simd_add = true

        [gpu:0]
        features = gpu, integer
        [gpu:0.gpu]
        [gpu:0.abi:kernel]
        [gpu:0.kernel.mapping]
        0 = vr:0

        [abi:a:b]
        ["a:b".mapping]
        0 = gpr:0
    "#]],
    );
    check(
        SEVERAL,
        rename(&["features", "integer"], "ints"),
        expect![[r#"
        [cpu:0]
        features = ints, simd, atomic

        [ints]
        int_add = true

        ; for vectors
        [simd]
        simd_add = true

        [gpu:0]
        features = gpu, ints
        [gpu:0.gpu]
        [gpu:0.abi:kernel]
        [gpu:0.kernel.mapping]
        0 = vr:0

        [abi:sysv]
        [sysv.mapping]
        0 = gpr:0
    "#]],
    );
    check(
        SEVERAL,
        rename(&["unit", "gpu:0"], "cpu:0"),
        expect!["refused: there is a unit `cpu:0` already"],
    );
    check(
        SEVERAL,
        rename(&["unit", "gpu:0"], "npu:0"),
        expect!["refused: `npu:0` names no unit; units are written like `cpu:0`"],
    );
    check(
        SEVERAL,
        rename(&["mapping", "sysv.mapping"], "x"),
        expect!["refused: a mapping is named after its ABI; rename the ABI"],
    );
}

/// Bare sections belong to the first CPU, else the first unit, which another name may make another
/// one.
#[test]
fn a_renamed_unit_keeps_its_sections_and_takes_no_others() {
    let text = "[gpu:0]\n[resources] ; mine\ncore = 1\n[fpga:0]\ntype = 0x3 ; so\n";
    check(
        text,
        rename(&["unit", "fpga:0"], "cpu:0"),
        expect![[r#"
            [gpu:0]
            [gpu:0.resources] ; mine
            core = 1
            [cpu:0]
            type = 0 ; so
        "#]],
    );
    check(
        text,
        rename(&["unit", "fpga:0"], "fpga:1"),
        expect![[r#"
            [gpu:0]
            [resources] ; mine
            core = 1
            [fpga:1]
            type = 0x3 ; so
        "#]],
    );
    let text = "[gpu:0]\n[abi:a]\n[a.mapping]\n[cpu:0]\n[simd]\n[cpu:0.integer]\ntype = 0\n";
    check(
        text,
        rename(&["unit", "cpu:0"], "fpga:0"),
        expect![[r#"
        [gpu:0]
        [fpga:0.abi:a]
        [fpga:0.a.mapping]
        [fpga:0]
        [fpga:0.simd]
        [fpga:0.integer]
        type = 0
    "#]],
    );
    check(
        "[cpu:0]\ntype = 0\ntype = 7\n[resources]\n[cpu:1]\n",
        rename(&["unit", "cpu:0"], "gpu:0"),
        expect![[r#"
            [gpu:0]
            type = 1
            type = 7
            [gpu:0.resources]
            [cpu:1]
        "#]],
    );
    // The features of a unit without a list are all that are bare.
    check(
        "[gpu:0]\nfeatures = simd\n[simd]\n[cpu:0]\nfeatures = simd\n[dsp:0]\n",
        rename(&["unit", "dsp:0"], "cpu:1"),
        expect![[r#"
            [gpu:0]
            features = simd
            [simd]
            [cpu:0]
            features = simd
            [cpu:1]
        "#]],
    );
    check(
        "[gpu:0]\nfeatures = simd\n[simd]\n[dsp:0]\n",
        rename(&["unit", "dsp:0"], "cpu:1"),
        expect![[r#"
            [gpu:0]
            features = simd
            [gpu:0.simd]
            [cpu:1]
        "#]],
    );
    check(
        "[gpu:0]\nfeatures = simd\n[simd]\n[fpga:0]\nfeatures = simd\n[dsp:0]\n",
        rename(&["unit", "dsp:0"], "cpu:1"),
        expect!["refused: `[simd]` would belong to other units than now"],
    );
    check(
        "[gpu:0]\nfeatures = simd\n[simd]\n[fpga:0]\nfeatures = simd\n[dsp:0]\nfeatures = simd\n",
        rename(&["unit", "dsp:0"], "cpu:1"),
        expect![[r#"
            [gpu:0]
            features = simd
            [simd]
            [fpga:0]
            features = simd
            [cpu:1]
            features = simd
        "#]],
    );
}

#[test]
fn new_sections_stand_with_their_unit() {
    let text = "; mine\n[cpu:0]\nname = A\nfeatures = integer\n[integer]\n\n[dsp:0]";
    check(
        text,
        add("features", "simd", &[("simd_add", "true")]),
        expect![[r#"
            ; mine
            [cpu:0]
            name = A
            features = integer, simd
            [integer]

            [cpu:0.simd]
            simd_add = true

            [dsp:0]"#]],
    );
    check(
        text,
        add("unit", "gpu:0", &[("name", "G; 1")]),
        expect![[r#"
        ; mine
        [cpu:0]
        name = A
        features = integer
        [integer]

        [dsp:0]

        [gpu:0]
        name = "G; 1"
    "#]],
    );
    check(
        text,
        add("resources", "", &[("unit", "dsp:0"), ("core", "2")]),
        expect![[r#"
        ; mine
        [cpu:0]
        name = A
        features = integer
        [integer]

        [dsp:0]

        [dsp:0.resources]
        core = 2
    "#]],
    );
    check(
        text,
        add("metadata", "", &[("version", "0.1.0")]),
        expect![[r#"
        [metadata]
        version = 0.1.0

        ; mine
        [cpu:0]
        name = A
        features = integer
        [integer]

        [dsp:0]"#]],
    );
    check(
        text,
        add("abi", "sysv", &[]),
        expect![[r#"
            ; mine
            [cpu:0]
            name = A
            features = integer
            [integer]

            [cpu:0.abi:sysv]

            [dsp:0]"#]],
    );
    check(
        text,
        add("mapping", "sysv", &[("ret", "gpr:0")]),
        expect![[r#"
        ; mine
        [cpu:0]
        name = A
        features = integer
        [integer]

        [sysv.mapping]
        ret = gpr:0

        [dsp:0]"#]],
    );
    check(
        text,
        add("unit", "cpu:0", &[]),
        expect!["refused: there is a section for `cpu:0` already"],
    );
    check(
        text,
        add("unit", "gpu", &[]),
        expect!["refused: `gpu` cannot name a section of kind unit"],
    );
    check(
        "",
        add("unit", "cpu:0", &[]),
        expect![[r#"
        [cpu:0]
    "#]],
    );
    // A first CPU would take the bare sections from the GPU.
    check(
        "[gpu:0]\n[resources]\ncore = 1\n",
        add("unit", "cpu:0", &[]),
        expect![[r#"
        [gpu:0]
        [gpu:0.resources]
        core = 1

        [cpu:0]
    "#]],
    );
}
