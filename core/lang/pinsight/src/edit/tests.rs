//! Edits of values, headers and sections, on small texts.

mod kept;

use expect_test::{Expect, expect};

use crate::fixtures::{file, section};
use bobbin_core::edit::{Command, Refusal};
use bobbin_testing::edits::edited;

#[track_caller]
fn plan(text: &str, command: &Command) -> Result<String, Refusal> {
    edited(&file(text), ("x.trace", text), command)
}

#[track_caller]
fn check(text: &str, command: &Command, expect: Expect) {
    let after = plan(text, command).unwrap_or_else(|it| format!("refused: {}\n", it.reason));
    expect.assert_eq(&after.replace("\r\n", "␍\n"));
}

fn set(item: &[&str], key: &str, value: &str) -> Command {
    Command::SetValue { item: section(item), key: key.to_owned(), value: value.to_owned() }
}

fn unset(item: &[&str], key: &str) -> Command {
    Command::Unset { item: section(item), key: key.to_owned() }
}

#[test]
fn set_changes_the_value_alone() {
    check(
        "[OpenMP.default]\n\tomp_work   =  off  \n\tomp_masked = on\n",
        &set(&["OpenMP.default"], "omp_work", "on"),
        expect![[r#"
            [OpenMP.default]
            	omp_work   =  on  
            	omp_masked = on
        "#]],
    );
    // Of a repeated key the last line counts.
    check(
        "[Lexgion(0x10)]\ntracing_rate=1\ntracing_rate=2\n",
        &set(&["Lexgion(0x10)"], "tracing_rate", "5"),
        expect![[r#"
            [Lexgion(0x10)]
            tracing_rate=1
            tracing_rate=5
        "#]],
    );
    check(
        "[Lexgion(0x10)]\ntracing_rate =",
        &set(&["Lexgion(0x10)"], "tracing_rate", "5"),
        expect![[r#"
            [Lexgion(0x10)]
            tracing_rate = 5"#]],
    );
}

#[test]
fn a_missing_key_goes_behind_the_last_line_of_its_section() {
    // The column of the `=` is kept, and comments stay where they are.
    check(
        "[Lexgion(0x10)]\n    trace_starts_at = 5\n    tracing_rate    = 2\n    # next\n\n[Lexgion(0x20)]\n",
        &set(&["Lexgion(0x10)"], "max_num_traces", "7"),
        expect![[r#"
            [Lexgion(0x10)]
                trace_starts_at = 5
                tracing_rate    = 2
                max_num_traces  = 7
                # next

            [Lexgion(0x20)]
        "#]],
    );
    // A section without lines takes the indentation of its neighbour; a missing line end comes first.
    check(
        "[OpenMP.default]\r\n  omp_work = off\r\n[MPI.default]",
        &set(&["MPI.default"], "MPI_Send", "off"),
        expect![[r#"
            [OpenMP.default]␍
              omp_work = off␍
            [MPI.default]␍
              MPI_Send = off␍
        "#]],
    );
    // Never into another section of the same target.
    check(
        "[OpenMP.default]\nomp_work=off\n[OpenMP.default]\nomp_masked=off\n",
        &set(&["OpenMP.default"], "omp_masked", "on"),
        expect![[r#"
            [OpenMP.default]
            omp_work=off
            omp_masked=on
            [OpenMP.default]
            omp_masked=off
        "#]],
    );
    check(
        "[OpenMP.default]\nomp_work=off\n[OpenMP.default]\nomp_masked=off\n",
        &set(&["OpenMP.default", "#2"], "omp_masked", "on"),
        expect![[r#"
            [OpenMP.default]
            omp_work=off
            [OpenMP.default]
            omp_masked=on
        "#]],
    );
}

#[test]
fn unset_takes_lines_away_and_leaves_comments() {
    check(
        "[OpenMP.default]\n    # too many\n    omp_work = off\n    omp_work = on\n    omp_masked = off",
        &unset(&["OpenMP.default"], "omp_work"),
        expect![[r#"
            [OpenMP.default]
                # too many
                omp_masked = off"#]],
    );
}

#[test]
fn header_parts_are_written_in_the_dialect_of_the_text() {
    let text = "[Lexgion(0x10)]\n";
    check(
        text,
        &set(&["Lexgion(0x10)"], "=inheritance", "OpenMP.default"),
        expect![[r#"
        [Lexgion(0x10)] : OpenMP.default
    "#]],
    );
    check(
        text,
        &set(&["Lexgion(0x10)"], "=constraints", "MPI.rank(0)"),
        expect![[r#"
        [Lexgion(0x10)] : : MPI.rank(0)
    "#]],
    );
    let text = "[Lexgion(0x10)]:OpenMP.default  :MPI.rank(0)\n";
    check(
        text,
        &set(&["Lexgion(0x10)"], "=constraints", "MPI.rank(1)"),
        expect![[r#"
        [Lexgion(0x10)]:OpenMP.default  :MPI.rank(1)
    "#]],
    );
    check(
        text,
        &unset(&["Lexgion(0x10)"], "=inheritance"),
        expect![[r#"
        [Lexgion(0x10)] : : MPI.rank(0)
    "#]],
    );
    let text = "[Lexgion(0x10): OpenMP.default: MPI.rank(0)]\n";
    check(
        text,
        &unset(&["Lexgion(0x10)"], "=constraints"),
        expect![[r#"
        [Lexgion(0x10): OpenMP.default]
    "#]],
    );
    check(
        text,
        &unset(&["Lexgion(0x10)"], "=inheritance"),
        expect![[r#"
        [Lexgion(0x10): : MPI.rank(0)]
    "#]],
    );
}

#[test]
fn what_the_program_would_misread_is_refused() {
    let text = "[OpenMP.default]\n[Lexgion(0x10)]\n[RESET MPI.default]\n[CUDA.default\n";
    #[track_caller]
    fn refused(text: &str, item: &str, key: &str, value: &str, reason: &str) {
        let refusal = plan(text, &set(&[item], key, value)).unwrap_err();
        assert_eq!(refusal.reason, reason);
    }
    refused(
        text,
        "OpenMP.default",
        "omp_flush",
        "on",
        "`omp_flush` is off by default, and the program refuses to switch it on",
    );
    refused(text, "OpenMP.default", "omp_work", "yes", "`yes` is neither `on` nor `off`");
    refused(text, "OpenMP.default", "OpenMP.thread", "all", "`all` is not a range of ids");
    refused(text, "OpenMP.default", "trace_mode", "OFF # x", "`OFF # x` is not a mode");
    refused(text, "Lexgion(0x10)", "tracing_rate", "0", "`0` is not a whole number from 1 on");
    refused(
        text,
        "Lexgion(0x10)",
        "max_num_traces",
        "99999999999",
        "`99999999999` is greater than 2147483647, the greatest number of the program",
    );
    refused(
        text,
        "Lexgion(0x10)",
        "=constraints",
        "Foo.rank(0)",
        "`Foo.rank` is not a kind of parallel unit",
    );
    refused(text, "Lexgion(0x10)", "=inheritance", "MPI", "`MPI` is not a `Domain.default`");
    refused(
        text,
        "MPI.default",
        "MPI_Send",
        "off",
        "the program does not read the body of this section",
    );
    refused(
        text,
        "CUDA.default",
        "CUDA_free",
        "off",
        "the text around this place has a syntax error; fix it first",
    );
    refused(text, "Lexgion(0x10)", "a\nb", "1", "`a\\nb` cannot be a key");
}

#[test]
fn sections_are_added_where_copies_need_them() {
    let text = "# file\n\n[OpenMP.default]\n  omp_work = off\n\n# the loop\n[Lexgion(0x10)]\n  tracing_rate = 5\n";
    let add = |name: &str, values: &[(&str, &str)]| Command::AddItem {
        kind: "section".to_owned(),
        name: name.to_owned(),
        values: values.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect(),
    };
    check(
        text,
        &add("MPI.default", &[("MPI_Send", "off")]),
        expect![[r#"
        # file

        [OpenMP.default]
          omp_work = off

        [MPI.default]
          MPI_Send = off

        # the loop
        [Lexgion(0x10)]
          tracing_rate = 5
    "#]],
    );
    check(
        text,
        &add("Lexgion(0x20)", &[]),
        expect![[r#"
        # file

        [OpenMP.default]
          omp_work = off

        # the loop
        [Lexgion(0x10)]
          tracing_rate = 5

        [Lexgion(0x20)]
    "#]],
    );
    check(
        "[Lexgion(0x10)]",
        &add("OpenMP.default", &[]),
        expect![[r#"
        [OpenMP.default]

        [Lexgion(0x10)]"#]],
    );
    check(
        "",
        &add("Knob", &[("a", "1")]),
        expect![[r#"
        [Knob]
            a = 1
    "#]],
    );
    check(
        text,
        &add("OpenMP", &[]),
        expect![[r#"
        refused: `OpenMP` is not a target that the program knows
    "#]],
    );
}

#[test]
fn sections_are_removed_renamed_and_moved() {
    let text = "# file\n\n[OpenMP.default]\n  omp_work = off\n\n# the loop\n[Lexgion(0x10)] : OpenMP.default\n  tracing_rate = 5\n\n[Lexgion(0x20)]\n";
    check(
        text,
        &Command::Remove { item: section(&["Lexgion(0x10)"]) },
        expect![[r#"
        # file

        [OpenMP.default]
          omp_work = off

        [Lexgion(0x20)]
    "#]],
    );
    check(
        text,
        &Command::Remove { item: section(&["Lexgion(0x20)"]) },
        expect![[r#"
        # file

        [OpenMP.default]
          omp_work = off

        # the loop
        [Lexgion(0x10)] : OpenMP.default
          tracing_rate = 5
    "#]],
    );
    let rename =
        |name: &str| Command::Rename { item: section(&["Lexgion(0x10)"]), name: name.to_owned() };
    check(
        text,
        &rename("Lexgion(0x10, Python:f)"),
        expect![[r#"
        # file

        [OpenMP.default]
          omp_work = off

        # the loop
        [Lexgion(0x10, Python:f)] : OpenMP.default
          tracing_rate = 5

        [Lexgion(0x20)]
    "#]],
    );
    check(
        text,
        &rename("Lexgion 0x10"),
        expect![[r#"
        refused: `Lexgion 0x10` is not a target that the program knows
    "#]],
    );
    check(
        text,
        &rename("x]\n[OpenMP.default"),
        expect![[r#"
        refused: `x]\n[OpenMP.default` is not a target that the program knows
    "#]],
    );
    let to_front = Command::Move {
        item: section(&["Lexgion(0x10)"]),
        before: Some(section(&["OpenMP.default"])),
    };
    check(
        text,
        &to_front,
        expect![[r#"
        # file

        # the loop
        [Lexgion(0x10)] : OpenMP.default
          tracing_rate = 5

        [OpenMP.default]
          omp_work = off

        [Lexgion(0x20)]
    "#]],
    );
    check(
        text,
        &Command::Move { item: section(&["Lexgion(0x10)"]), before: None },
        expect![[r#"
        # file

        [OpenMP.default]
          omp_work = off

        [Lexgion(0x20)]

        # the loop
        [Lexgion(0x10)] : OpenMP.default
          tracing_rate = 5
    "#]],
    );
}

/// pinsight.md#lines: to the program a comment behind a header is a part of it, with its colons.
#[test]
fn a_comment_with_constraints_in_it_stays_where_the_parents_are_changed() {
    let text = "[Lexgion(0x10)] : OpenMP.default # c : MPI.rank(0)\n";
    check(
        text,
        &set(&["Lexgion(0x10)"], "=inheritance", "MPI.default"),
        expect![[r#"
        refused: the program reads `MPI.rank(0)` in the comment as constraints, which would be lost; put the comment on a line of its own first
    "#]],
    );
    check(
        text,
        &set(&["Lexgion(0x10)"], "=constraints", "MPI.rank(1)"),
        expect![[r#"
        # c : MPI.rank(0)
        [Lexgion(0x10)] : OpenMP.default : MPI.rank(1)
    "#]],
    );
}

#[test]
fn an_edit_of_one_section_does_not_change_how_the_others_are_read() {
    let mixed = "[OpenMP.thread(0): OpenMP.default]\n[OpenMP.thread(1)]: OpenMP.default\n";
    check(
        mixed,
        &unset(&["OpenMP.thread(1)"], "=inheritance"),
        expect![[r#"
            refused: the text would no longer be read in today's style but in that of February 2026, every other section too
        "#]],
    );
    // Nor where a comment is moved above the header first.
    check(
        &format!("{} # c\n", mixed.trim_end()),
        &unset(&["OpenMP.thread(1)"], "=inheritance"),
        expect![[r#"
            refused: the text would no longer be read in today's style but in that of February 2026, every other section too
        "#]],
    );
    let item = section(&["OpenMP.thread(1)"]);
    check(
        mixed,
        &Command::Remove { item },
        expect![[r#"
        refused: the text would no longer be read in today's style but in that of February 2026, every other section too
    "#]],
    );
    // Another section still says it.
    let both = format!("{mixed}[MPI.rank(0)]: MPI.default\n");
    check(
        &both,
        &unset(&["OpenMP.thread(1)"], "=inheritance"),
        expect![[r#"
            [OpenMP.thread(0): OpenMP.default]
            [OpenMP.thread(1)]
            [MPI.rank(0)]: MPI.default
        "#]],
    );
}

/// The program reads 1023 bytes of a line at once, and the rest for a line of its own.
#[test]
fn an_edit_that_would_change_how_a_long_line_breaks_is_refused() {
    let line = |head: &str, tail: &str| {
        let blanks = " ".repeat(crate::token::PIECE - head.len());
        format!("[OpenMP.default]\n{head}{blanks}{tail}\n")
    };
    check(
        &line("omp_work = off", "omp_masked = on"),
        &set(&["OpenMP.default"], "omp_work", "on"),
        expect![[r#"
            refused: other lines would be read differently after that; fix the text around it
        "#]],
    );
    check(
        &line("omp_work =", "").replace(" \n", "on\n"),
        &set(&["OpenMP.default"], "omp_work", "off"),
        expect![[r#"
            refused: `omp_work` would not be read as `off` there; fix the text around it
        "#]],
    );
}

/// Sends one command and returns the text after it.
fn only(text: &str, item: &[&str], key: &str) -> Result<String, String> {
    let command = Command::SetOnly { item: section(item), key: key.to_owned() };
    plan(text, &command).map_err(|it| it.reason)
}

#[test]
fn one_event_stays_on_and_the_others_go_off() {
    // A region without events: the first line makes all others off.
    let text = "[Lexgion(0x1)]\n  tracing_rate = 2\n";
    let after = only(text, &["Lexgion(0x1)"], "MPI.MPI_Send").unwrap();
    assert_eq!(after, "[Lexgion(0x1)]\n  tracing_rate = 2\n  MPI.MPI_Send = on\n");
    assert!(
        only(&after, &["Lexgion(0x1)"], "MPI.MPI_Send").unwrap_err().contains("no other event")
    );
    // What is on by a line goes off there, of that domain only; comments stay.
    let text = "[Lexgion(0x1)]\n  # now\n  MPI.MPI_Recv = on\n  CUDA.CUDA_memcpy_HtoD = on\n";
    assert_eq!(
        only(text, &["Lexgion(0x1)"], "MPI.MPI_Send").unwrap(),
        "[Lexgion(0x1)]\n  # now\n  MPI.MPI_Recv = off\n  CUDA.CUDA_memcpy_HtoD = on\n  MPI.MPI_Send = on\n"
    );
}

#[test]
fn in_a_domain_what_is_installed_goes_off_by_a_line_each() {
    let text = "[MPI.default]\n  trace_mode = TRACING\n";
    let after = only(text, &["MPI.default"], "MPI_Send").unwrap();
    let form = crate::form::form(&file(&after), &section(&["MPI.default"])).unwrap();
    let on: Vec<&str> = (form.groups.iter().filter(|it| it.are_switches))
        .flat_map(|it| &it.fields)
        .filter(|it| it.effective == "on" && it.inert.is_none())
        .map(|it| it.key.as_str())
        .collect();
    assert_eq!(on, ["MPI_Send"]);
    assert!(!after.contains("MPI_Send ="), "it is on without a line");
    assert!(only(text, &["MPI.default"], "trace_mode").unwrap_err().contains("not an event"));
    assert!(only(text, &["x"], "MPI_Send").is_err());
}

#[test]
fn sections_that_stand_close_together_stay_so() {
    let text = "[MPI.default]\nMPI_Send = off\n# of the loop\n[Lexgion(0x10)]\ntracing_rate = 2\n[Lexgion(0x20)]\n";
    let moved = |item: &str, before: Option<&str>| Command::Move {
        item: section(&[item]),
        before: before.map(|it| section(&[it])),
    };
    let up = plan(text, &moved("Lexgion(0x20)", Some("Lexgion(0x10)"))).unwrap();
    let swapped = "[MPI.default]\nMPI_Send = off\n[Lexgion(0x20)]\n# of the loop\n[Lexgion(0x10)]\ntracing_rate = 2\n";
    assert_eq!(up, swapped);
    assert_eq!(plan(&up, &moved("Lexgion(0x20)", None)).unwrap(), text);
    let first = plan(text, &moved("Lexgion(0x10)", Some("MPI.default"))).unwrap();
    assert_eq!(plan(&first, &moved("MPI.default", Some("Lexgion(0x10)"))).unwrap(), text);
}

/// Values that the program would read otherwise are not written.
#[test]
fn the_form_refuses_what_the_program_would_misread() {
    let text = "[OpenMP.default]\n[OpenMP.thread(0)]\n[Lexgion.default]\n[Lexgion(0x10)]\n";
    let refused = |command: &Command| plan(text, command).unwrap_err().reason;
    for value in ["0-", "(0-3", "(0,4,9)", "5 # five", "0 3", "99999999999", "(010-020)"] {
        let command = set(&["OpenMP.default"], "OpenMP.thread", value);
        // An open parenthesis means nothing to the program.
        if value == "(0-3" {
            assert!(plan(text, &command).is_ok());
            continue;
        }
        assert_eq!(refused(&command), format!("`{value}` is not a range of ids"));
    }
    for value in ["(0-15)", "0-3", "(0, 15)", "7", "(0x0-0xf)"] {
        assert!(plan(text, &set(&["OpenMP.default"], "OpenMP.thread", value)).is_ok(), "{value}");
    }
    let action = |value: &str| refused(&set(&["Lexgion.default"], "window_end_action", value));
    assert_eq!(action("Foo:OFF"), "there is no domain `Foo`");
    assert_eq!(action("MPI:device_activity=on"), "MPI has no `device_activity`");
    assert_eq!(
        action("INTROSPECT:5"),
        "`INTROSPECT:5` lacks the script, as in `INTROSPECT:5:look.sh:`"
    );
    assert!(action("OpenMP:OFF , MPI:OFF").starts_with("the whitespace behind `OFF` would belong"));
    assert_eq!(action("MAYBE"), "`MAYBE` is not a mode");
    let parents = set(&["OpenMP.thread(0)"], "=inheritance", "OpenMP.default, MPI.default");
    assert_eq!(refused(&parents), "a punit section has one parent");
    let units = set(&["Lexgion(0x10)"], "=constraints", "MPI.rank(0), MPI.rank(1)");
    assert!(refused(&units).starts_with("`MPI.rank` is there twice"));
}
