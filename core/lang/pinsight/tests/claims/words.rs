//! What messages say of edge cases of the program.

use bobbin_core::Document as _;

use bobbin_core::edit::ItemPath;
use bobbin_core::text::offset;
use bobbin_core::view::FieldKind;

use super::{file, query, said};

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
    let never =
        "an empty constraint never holds: for regions without another constraint nothing is traced";
    assert!(mixed[0].ends_with(never), "{mixed:?}");
    let address = silenced("[Lexgion(0x10, 0x30)] : : Foo.bar(0)\n");
    assert!(address[0].contains(&format!("{never} except events")), "{address:?}");
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

/// pinsight.md#finding-the-same-target: the program merges sections of OpenMP alone.
#[test]
fn a_repeated_target_is_said_to_be_merged_where_it_is() {
    let said = |unit: &str, domain: &str| {
        let section = format!("[{unit}: {domain}.default]\n");
        let converted = file(&format!("{section}{section}")).convert("current").unwrap();
        let remarks = converted.remarks.into_iter().map(|it| it.message);
        remarks.filter(|it| it.contains("which won")).collect::<Vec<_>>()
    };
    let text = |does: &str| {
        format!(
            "this target has a section above, which won; today's program would {does}, so this one \
             is kept as a comment"
        )
    };
    assert_eq!(said("OpenMP.thread(0)", "OpenMP"), [text("merge the two")]);
    assert_eq!(said("MPI.rank(0)", "MPI"), [text("add another entry")]);
}

fn hover(text: &str, word: &str) -> String {
    file(text).hover(offset(text.rfind(word).unwrap())).unwrap().markdown
}

/// pinsight.md#window-end: a domain that is switched off has no further window.
#[test]
fn a_first_window_is_told_of_where_there_may_be_another() {
    let said = |section: &str| {
        let text = format!(
            "[Lexgion{section}.default]\nmax_num_traces = 2\ntracing_rate = 5\n\
             window_end_action = OpenMP:OFF, MPI:TRACING\n"
        );
        hover(&text, "5").contains("traced in the first window, k")
    };
    assert!(!said("(OpenMP)"));
    assert!(said("(MPI)"));
    assert!(said(""));
}

/// pinsight.md#id-lists: ids are dropped by the scope of the place.
#[test]
fn a_list_is_told_by_the_scope_of_its_place() {
    let list = "[Lexgion(0x10)] : : MPI.rank(0, 100)\n";
    let scope = "[MPI.default]\nMPI.rank = (0-3)\n";
    let before = hover(&format!("{list}{scope}"), "MPI.rank(0, 100)");
    assert!(before.starts_with("**MPI.rank** — 2 ids: 0,100\n"), "{before}");
    assert!(before.ends_with("The scope at this place is 0 to 127."), "{before}");
    let behind = hover(&format!("{scope}{list}"), "MPI.rank(0, 100)");
    assert!(behind.starts_with("**MPI.rank** — 1 id: 0\n"), "{behind}");
    assert!(behind.ends_with("The scope at this place is 0 to 3."), "{behind}");
}

/// pinsight.md#region-lists: an entry copies the default once.
#[test]
fn a_further_section_of_a_region_copies_nothing() {
    let first = "[Lexgion(0x10)]\ntracing_rate = 2\n";
    let copy = "Starts as a copy of Lexgion.default";
    assert!(hover(first, "Lexgion(").contains(copy));
    let more = hover(&format!("{first}[Lexgion(0x10)]\n"), "Lexgion(");
    let adds = "Adds to what the sections above say of the same region.";
    assert!(more.ends_with(adds), "{more}");
    let mixed = hover(&format!("{first}[Lexgion(0x10, 0x20)]\n"), "Lexgion(");
    assert!(mixed.contains("New regions start as a copy of Lexgion.default"), "{mixed}");
}

/// pinsight.md#constraints-at-run-time: an id outside the scope fails every constraint.
#[test]
fn a_scope_is_said_to_limit_constraints() {
    let text = "[MPI.default]\nMPI.rank = (0-3)\n[Lexgion(0x10)] : MPI.default : MPI.rank(0)\n";
    let settings = [("event", "MPI_Send"), ("region", "0x10"), ("MPI.rank", "5")];
    let map = file(text).coverage(&query(&[], &settings)).unwrap();
    let stop = map.explanations[0].reasons.last().unwrap().sentence.clone();
    let why =
        "rank 5 is outside the scope 0 to 3, so the constraint of `Lexgion(0x10)` does not hold";
    assert_eq!(stop, why);
    let outside = map.states.iter().find(|it| it.is_outside).unwrap();
    let end = "lies outside the scope: lists below drop it, and no constraint on its kind holds";
    assert!(outside.sentence.ends_with(end), "{}", outside.sentence);
    let words = hover(text, "MPI.rank =");
    assert!(words.contains("No constraint on this kind holds outside it"), "{words}");
    let unused = helps("[MPI.default]\nMPI.rank = (0-3)\n", "scope-unused");
    assert!(unused[0].ends_with("a region without a constraint is traced outside it, too"));
    let form = file(text).form(&ItemPath::new(["section", "MPI.default"])).unwrap();
    let help = &form.groups.iter().find(|it| it.title == "Scope").unwrap().note;
    assert!(help.ends_with("a region without a constraint is traced outside it, too"), "{help}");
    assert!(form.note.ends_with("is traced outside it, too"), "{}", form.note);
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

/// pinsight.md#seed-run-time: the look-up was unfinished.
#[test]
fn regions_of_the_seed_dialect_had_no_reliable_effect() {
    let text =
        "[Lexgion.default: OpenMP.default]\n[Lexgion(0x1)]\n[Lexgion(0x2)]\ntracing_rate = 2\n";
    assert_eq!(
        said(text, "regions-unused"),
        ["the program of February 2026 has no finished look-up of regions, so this triple has no \
          reliable effect"]
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

/// pinsight.md#domain-callbacks: the traces of inner parallel regions are not counted.
#[test]
fn the_limit_of_openmp_is_that_of_outer_regions() {
    let text = "[Lexgion.default]\nmax_num_traces = 3\n[Lexgion(0x10)]\n";
    let inner = "after 3 traces the region stays silent on this thread; parallel regions inside \
                 another one do not count towards this limit";
    let ends = |domain: &str, region: &str| {
        let settings = [("domain", domain), ("region", region)];
        let line = file(text).timeline(&query(&[], &settings)).unwrap();
        line.end_reasons.iter().any(|it| it.sentence == inner)
    };
    assert!(ends("OpenMP", "0x20"));
    assert!(!ends("OpenMP", "0x10"));
    assert!(!ends("MPI", "0x20"));
}

#[test]
fn words_of_choices_and_forms_are_true() {
    let text = "[Lexgion(0x10)] : MPI.default : MPI.rank(0)\n[OpenMP.thread(0)]\n";
    let help = |name: &str| {
        let form = file(text).form(&ItemPath::new(["section", name])).unwrap();
        let fields = form.groups.into_iter().flat_map(|it| it.fields);
        fields.into_iter().find(|it| it.label == "Only on").unwrap().help
    };
    // Constraints of regions have units of the region's own domain, too.
    assert!(help("Lexgion(0x10)").starts_with("Units on which these regions are traced, of any"));
    assert!(help("OpenMP.thread(0)").starts_with("Units of other domains"));
    // pinsight.md#actions
    let words = file("[").completions(offset(1));
    let detail =
        |label: &str| words.iter().find(|it| it.label.trim() == label).unwrap().detail.clone();
    assert_eq!(detail("RESET"), "sets a default back; scope and node policy stay");
    assert_eq!(detail("REMOVE"), "removes regions by address; punit sections only with `kind(*)`");
    // pinsight.md#seed-run-time
    let map = file(text).coverage(&query(&[], &[("reading", "intended")])).unwrap();
    let choices = map.controls.into_iter().flat_map(|it| match it.kind {
        FieldKind::Choice { choices } => choices,
        _ => Vec::new(),
    });
    let off = "nothing is traced there, as a function of February 2026 says that nobody called";
    assert!(choices.into_iter().any(|it| it.help == off));
}

/// pinsight.md#lines and pinsight.md#on-and-off: a wrong word stays wrong without the comment behind it, and is told as without it.
#[test]
fn a_wrong_word_in_front_of_a_comment_is_told() {
    #[track_caller]
    fn check(text: &str, code: &str) {
        let word = said(text, code);
        assert_eq!(word.len(), 1, "{text}: {word:?}");
        assert_eq!(said(text, "harmless-comment").len(), 1, "{text}");
        let plain = text.lines().map(|it| it.split(" #").next().unwrap());
        let plain = plain.map(|it| it.split(" ;").next().unwrap().to_owned() + "\n");
        assert_eq!(word, said(&plain.collect::<String>(), code), "{text}");
    }
    for word in ["true", "yes", "enabled", "\"on\"", "no", "", "01"] {
        check(&format!("[OpenMP.default]\nomp_work = {word} # c\n"), "switch-word");
        check(
            &format!("[Lexgion(0x1)] : OpenMP.default\nOpenMP.omp_work = {word} # c\n"),
            "switch-word",
        );
    }
    check("[OpenMP.default]\ntrace_mode = bogus # c\n", "unknown-mode");
    check("[OpenMP.default]\ntrace_mode = OF ; c\n", "unknown-mode");
    check("[OpenMP.default]\ntrace_mode = # c\n", "unknown-mode");
    check("[Lexgion.default]\nwindow_end_trigger = frist # c\n", "trigger");
    check("[Lexgion.default]\nwindow_end_trigger = anchor # c\n", "reserved-trigger");
    check("[Energy]\nmeasure = maybe # c\n", "bad-node-policy");
    check("[CUDA.default]\ndevice_activity = rotate_per_node:soon # c\n", "rotate-time");
    check("[Lexgion.default]\nwindow_end_action = bogus # c\n", "unknown-mode");
    check("[Lexgion.default]\nwindow_end_action = MPI:OF # c\n", "unknown-mode");
    for fine in
        ["[OpenMP.default]\nomp_work = off", "[Lexgion.default]\nwindow_end_trigger = first"]
    {
        let all = file(&format!("{fine} # c\n")).diagnostics();
        let codes: Vec<&str> = all.iter().map(|it| it.code.name).collect();
        assert!(!codes.contains(&"switch-word") && !codes.contains(&"trigger"), "{codes:?}");
    }
}

/// Returns the messages and the help of a text, but not what all punit sections are told.
fn told(text: &str) -> Vec<(String, String)> {
    let all = file(text).diagnostics().into_iter().filter(|it| it.code.name != "punits-unused");
    all.map(|it| (it.message, it.help.unwrap_or_default())).collect()
}

/// pinsight.md#inheritance: of a punit section all in front of the first `.default` is the name of a domain.
#[test]
fn what_hides_the_parent_of_a_punit_section_is_told_of() {
    let hides = |words: &str| {
        format!(
            "`{words}` hides `MPI.default`: the program takes all in front of the first `.default` for the \
             name of one domain, and copies nothing"
        )
    };
    for (parents, words) in
        [("foo, MPI.default", "foo"), ("a, MPI , MPI.default", "a, MPI"), (", MPI.default", ",")]
    {
        let said = told(&format!("[MPI.rank(0)] : {parents}\n"));
        assert_eq!(said, [(hides(words), String::new())]);
    }
    for text in [
        "[OpenMP.thread(1)] : Lexgion.default, OpenMP.default\n",
        "[OpenMP.thread(1): Lexgion.default, OpenMP.default]\n",
    ] {
        let all = file(text).diagnostics();
        let found = |code: &str| all.iter().find(|it| it.code.name == code).unwrap();
        assert_eq!(
            found("odd-parent").help.as_deref(),
            Some("a punit section takes its events from the default of its domain")
        );
        assert!(found("extra-parent").fixes.is_empty(), "{text}");
    }
}

/// pinsight.md#region-event-sets.
#[test]
fn a_lone_switch_leaves_its_own_event_on() {
    let lone = |value: &str| {
        let said = told(&format!("[Lexgion(0x10)]\n OpenMP.omp_parallel_begin = {value}\n"));
        let found = said.into_iter().map(|it| it.0).find(|it| it.starts_with("no event set"));
        found.unwrap()
    };
    assert!(lone("on").ends_with("so this line switches all its other events off"));
    assert!(lone("off").ends_with("so this line switches all its events off"));
}

/// pinsight.md#the-triple: its numbers have no sign.
#[test]
fn a_number_of_the_triple_without_a_sign_is_what_it_says() {
    let said = |key: &str, number: &str| -> Vec<String> {
        let text = format!("[Lexgion(0x10)]\n {key} = {number}\n");
        told(&text).into_iter().map(|it| it.0).collect()
    };
    let never = "the program reads this as 3000000000: nothing is traced";
    assert_eq!(said("trace_starts_at", "3000000000"), [never]);
    assert_eq!(said("tracing_rate", "3000000000"), [never]);
    assert_eq!(said("max_num_traces", "3000000000"), [""; 0]);
    let no_limit = "the program reads `4294967295` as -1";
    assert_eq!(said("max_num_traces", "4294967295"), [no_limit]);
    let timeout = told("[Lexgion.default]\n window_timeout = 3000000000\n");
    assert!(timeout[0].0.ends_with("as -1294967296"), "{timeout:?}");
}

/// pinsight.md#event-names and pinsight.md#window-triggers-and-timeouts.
#[test]
fn what_belongs_elsewhere_counts_there() {
    for (text, place) in [
        ("[CUDA.default]\n OpenMP.omp_work = off\n", "`[OpenMP.default]` as `omp_work`"),
        ("[CUDA.default]\n OpenMP.thread = (0-3)\n", "`[OpenMP.default]`"),
        ("[OpenMP.default]\n window_timeout = 5\n", "`[Lexgion.default]`"),
        ("[OpenMP.default]\n tracing_rate = 5\n", "a section of regions"),
    ] {
        let said = told(text);
        let end = format!(" belongs in {place}, and the program ignores it here");
        assert!(said[0].0.ends_with(&end), "{said:?}");
    }
    let regions = |n: usize| format!("[Lexgion({})]\n", vec!["0x1"; n].join(", "));
    assert!(told(&regions(65))[0].0.ends_with("ignores the last one"));
    assert!(told(&regions(66))[0].0.ends_with("ignores the last 2"));
}

/// pinsight.md#documents-and-program and pinsight.md#window-triggers-and-timeouts.
#[test]
fn help_names_nothing_that_is_of_no_use() {
    let measure = told("[Energy]\n measure = leader\n");
    assert_eq!(measure[0].1, "write off, on, anyone_per_node or leader_per_node");
    let device = told("[CUDA.default]\n device_activity = leader\n");
    assert!(device[0].1.ends_with("or rotate_per_node:milliseconds"), "{device:?}");
    let window = "[Lexgion.default]\n max_num_traces = 3\n window_timeout = 0\n \
                  window_end_action = OFF\n window_end_trigger = all\n";
    let all = file(window).diagnostics();
    let endless = all.iter().find(|it| it.code.name == "endless-window").unwrap();
    assert!(endless.message.starts_with("without a timeout, "), "{}", endless.message);
    let help = endless.help.as_deref();
    assert_eq!(help, Some("write a `window_timeout` above 0 in the section `Lexgion.default`"));
    let late = told("[Lexgion(0x10)]\nmax_num_traces = 5\n[OpenMP.default]\nomp_work = off\n");
    let order = "move this section below `OpenMP.default`, and inherit there: what is copied is what \
                 stands above";
    assert_eq!(late[0].1, order);
}

/// pinsight.md#region-constraints: a constraint with an error holds nowhere.
#[test]
fn a_constraint_that_lets_all_through_is_not_narrowed() {
    let scope = " tracing_rate = 2\n[MPI.default]\n MPI.rank = (0-3)\n";
    let n_narrowed = |constraints: &str| {
        said(&format!("[Lexgion(0x10)] : : {constraints}\n{scope}"), "narrowed-constraint").len()
    };
    assert_eq!(n_narrowed("MPI.rank(2-9)"), 1);
    assert_eq!(n_narrowed("MPI.rank(2-9), OpenMP.thread(3-1)"), 0);
}
