//! What messages say of edge cases of the program.

use bobbin_core::Document as _;

use super::{file, said};

/// Returns the helps of one code.
fn helps(text: &str, code: &str) -> Vec<String> {
    let all = file(text).diagnostics().into_iter();
    all.filter(|it| it.code.name == code).filter_map(|it| it.help).collect()
}

/// pinsight.md#region-constraints: the defaults have none.
#[test]
fn a_default_is_not_said_to_take_constraints() {
    let none = "this section has no constraints; write them in sections of regions";
    assert_eq!(helps("[Lexgion.default] : MPI.rank(0)\n", "bad-parent"), [none]);
    assert_eq!(helps("[Lexgion(MPI).default] :: MPI.rank(0)\n", "bad-parent"), [none]);
    let space = "constraints without parents need a space between two colons: ";
    let current = helps("[Lexgion(0x1)] :: MPI.rank(0)\n", "bad-parent");
    assert_eq!(current, [format!("{space}`[target] : : constraints`")]);
    let seed = helps("[Lexgion(0x1):: MPI.rank(0)]\n", "odd-parent");
    assert_eq!(seed, [format!("{space}`[target : : constraints]`")]);
}

/// pinsight.md#region-constraints: a later section leaves the kinds of an earlier one.
#[test]
fn a_constraint_from_above_is_not_said_to_be_empty() {
    let above = "[Lexgion(0x10)] : MPI.default : MPI.rank(0)\n";
    let silenced = |text: &str| said(&format!("{above}{text}"), "silenced-region");
    assert_eq!(
        silenced("[Lexgion(0x10)] : MPI.default : Foo.bar(0)\n"),
        ["no kind in `Foo.bar(0)` is known, so the constraint is still `MPI.rank(0)` from above"]
    );
    assert_eq!(
        silenced("[Lexgion(0x20)] : : MPI.rank(1)\n[Lexgion(0x10, 0x20)] : : Foo.bar(0)\n"),
        ["no kind in `Foo.bar(0)` is known, so the constraints are still those from above"]
    );
    let mixed = silenced("[Lexgion(0x10, Python:f)] : : Foo.bar(0)\n");
    assert!(mixed[0].ends_with(" of regions without another constraint"), "{mixed:?}");
    let alone = silenced("[Lexgion(Python:f)] : : Foo.bar(0)\n");
    assert!(alone[0].ends_with("never holds: nothing is traced"), "{alone:?}");
}

/// pinsight.md#region-constraints: the kind of a refused list stays, without ids.
#[test]
fn a_refused_list_empties_a_constraint_that_counts() {
    let refused = |above: &str, regions: &str| {
        said(&format!("{above}[Lexgion({regions})] : : MPI.rank(3-1)\n"), "bad-id-list")
    };
    let above = "[Lexgion(0x10, 0x20)] : : MPI.rank(0)\n";
    let text = "the program refuses the list of ids `3-1`";
    let then = "and leaves `MPI.rank` without ids, so the constraint";
    assert_eq!(refused(above, "0x10"), [format!("{text} {then} never holds")]);
    assert_eq!(refused(above, "0x10, 0x20"), [format!("{text} {then} of `0x10` never holds")]);
    assert_eq!(refused("", "0x10"), [text]);
}

/// pinsight.md#region-lists and pinsight.md#finding-the-same-target.
#[test]
fn sections_are_repeated_where_they_write_into_one_entry() {
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let all = file(text).diagnostics().into_iter();
        let names = all.map(|it| it.code.name);
        let names: Vec<&str> = names.filter(|it| it.starts_with("repeated-")).collect();
        assert_eq!(names, expected, "{text}");
    }
    check("[Lexgion(Python:f)]\n[Lexgion(Python:f)]\n", &["repeated-section"]);
    check("[Lexgion(Python:f)]\n[Lexgion(Python: f)]\n", &[]);
    check("[Lexgion(0x10)]\n[Lexgion(0X10)]\n", &["repeated-section"]);
    check("[Lexgion(0x10, 0x20)]\n[Lexgion(0x20,0x10)]\n", &["repeated-section"]);
    check("[Lexgion(0x10)]\n[REMOVE Lexgion(0x10)]\n[Lexgion(0x10)]\n", &[]);
    check("[Lexgion(0x10)]\n[RESET Lexgion(0x10)]\n[Lexgion(0x10)]\n", &["repeated-section"]);
    let other = "[OpenMP.thread(0)] : OpenMP.default : OpenMP.thread(1)\n";
    check(&format!("{other}[OpenMP.thread(0)]\n"), &["repeated-kind", "repeated-punits"]);
    check("[OpenMP.thread(0-1)]\n[OpenMP.thread(0, 1)]\n", &["repeated-section"]);
    let scope = "[OpenMP.default]\nOpenMP.thread = (0-15)\n";
    check(
        &format!("[OpenMP.thread(0, 20)]\n{scope}[OpenMP.thread(0, 20)]\n"),
        &["repeated-punits"],
    );
    check("[OpenMP.thread(0)]\n[REMOVE OpenMP.thread(*)]\n[OpenMP.thread(0)]\n", &[]);
    check("[MPI.rank(0)]\n[REMOVE MPI.rank(*)]\n[MPI.rank(0)]\n", &[]);
    check("[MPI.rank(0)]\n[MPI.rank(0)]\n", &["repeated-punits"]);
    check("[MPI.rank(0), CUDA.device(0)]\n[MPI.rank(0), CUDA.device(0)]\n", &["repeated-section"]);
}

/// pinsight.md#what-stops-a-current-file: nothing is read from there on.
#[test]
fn what_is_not_read_is_not_said_to_be_misread() {
    let misread = |text: &str| said(text, "seed-header").len();
    let marked = "[OpenMP.thread(0-3): OpenMP.default]\n";
    let current = "[Lexgion(0x10)] : OpenMP.default\n";
    assert_eq!(misread(&format!("{current}{marked}")), 1);
    assert_eq!(misread(&format!("{current}[MPI.default\n{marked}")), 0);
    assert_eq!(misread(&format!("{current}{}\n", &marked.replace("]\n", ""))), 0);
}

/// pinsight.md#trace-modes: an unknown word is TRACING.
#[test]
fn a_comment_that_changes_no_action_is_harmless() {
    let action = |value: &str, code: &str| {
        said(&format!("[Lexgion.default]\nwindow_end_action = {value} # note\n"), code).len()
    };
    assert_eq!(
        (action("TRACING", "harmless-comment"), action("TRACING", "trailing-comment")),
        (1, 0)
    );
    assert_eq!((action("OFF", "harmless-comment"), action("OFF", "trailing-comment")), (0, 1));
}

/// pinsight.md#domain-callbacks: not all other events of OpenMP check the constraint.
#[test]
fn events_that_check_no_constraint_are_named() {
    let help = helps("[Lexgion(0x1)] : OpenMP.default : MPI.rank(0)\n", "constraint-not-asked");
    assert_eq!(
        help,
        [
            "the triple applies to them; thread begin and end and the barrier at the end of a parallel \
          region do not check it either"
        ]
    );
}

/// pinsight.md#region-lists: the address 0 finds a name only where there is one.
#[test]
fn the_address_0_finds_a_name_that_is_there() {
    let null = |text: &str| said(text, "null-address");
    let none = "`0x0` is the address 0, which no region has";
    let first = "`0x0` is the address 0, which finds the first region with a name";
    assert_eq!(null("[Lexgion(0x0)]\n"), [none]);
    assert_eq!(null("[Lexgion(0x0)]\n[Lexgion(f)]\n"), [none]);
    assert_eq!(null("[Lexgion(f)]\n[Lexgion(0x0)]\n"), [first]);
}

#[test]
fn a_header_that_changes_nothing_makes_no_copy_stale() {
    let stale = |behind: &str| {
        said(&format!("[Lexgion(0x1)] : MPI.default\n[Lexgion.default]{behind}\n"), "stale-copy")
            .len()
    };
    assert_eq!(stale(" : : "), 0);
    assert_eq!(stale(" : Lexgion.default"), 0);
    assert_eq!(stale(" : MPI.default"), 1);
    assert_eq!(stale("\ntracing_rate = 2"), 1);
}

/// pinsight.md#domain-callbacks: the name of such a region is that of the function.
#[test]
fn a_function_of_mpi_has_no_other_event() {
    let open = |region: &str| {
        let text =
            format!("[MPI.default]\nMPI_Recv = off\n[Lexgion({region})]\ntracing_rate = 2\n");
        said(&text, "open-events").len()
    };
    assert_eq!(open("MPI:MPI_Send"), 0);
    assert_eq!(open("MPI:MPI_Recv"), 1);
    assert_eq!(open("MPI:step"), 1);
}

/// pinsight.md#lines: an empty key sets nothing.
#[test]
fn of_empty_keys_no_line_wins() {
    assert_eq!(said("[OpenMP.default]\n= on\n= off\n", "repeated-key"), [""; 0]);
}
