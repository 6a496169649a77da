//! Comments stay, and go with what they belong to.

use expect_test::expect;

use super::{check, plan, set, unset};
use crate::fixtures::{file, section};
use bobbin_core::Document as _;
use bobbin_core::edit::Command;

#[test]
fn unset_leaves_the_comment_behind_a_value_on_its_line() {
    check(
        "[OpenMP.default]\n  omp_work = off # why\n  omp_masked=off # 1\n  omp_work = on\t# two # three",
        &unset(&["OpenMP.default"], "omp_work"),
        expect![[r#"
            [OpenMP.default]
              # why
              omp_masked=off # 1
              # two # three"#]],
    );
    check(
        "[Lexgion.default]\ntrace_starts_at = 5 # five\nmax_num_traces = # limit\n",
        &unset(&["Lexgion.default"], "max_num_traces"),
        expect![[r#"
            [Lexgion.default]
            trace_starts_at = 5 # five
            # limit
        "#]],
    );
    // The text of a knob is all value, but hardly anybody means a `#` and a blank there.
    check(
        "[Knob]\nwords = a # b\ncolour = a #b\n",
        &unset(&["Knob"], "words"),
        expect![[r#"
            [Knob]
            # b
            colour = a #b
        "#]],
    );
    check(
        "[OpenMP.default]\nOpenMP.thread = (0-7)# a\nomp_work # b = on\n",
        &unset(&["OpenMP.default"], "OpenMP.thread"),
        expect![[r#"
            [OpenMP.default]
            # a
            omp_work # b = on
        "#]],
    );
    check(
        "[OpenMP.default]\nomp_work # b = on\n",
        &unset(&["OpenMP.default"], "omp_work # b"),
        expect![[r#"
            [OpenMP.default]
            # b = on
        "#]],
    );
    // `;` alone would start no comment.
    check(
        "[OpenMP.default]\n  omp_masked = off   ; note\n",
        &unset(&["OpenMP.default"], "omp_masked"),
        expect![[r#"
            [OpenMP.default]
              # ; note
        "#]],
    );
}

#[test]
fn a_comment_in_a_target_stays_when_it_is_renamed() {
    check(
        "[MPI. # unit rank(0)]\n",
        &Command::Rename { item: section(&["MPI. # unit rank(0)"]), name: "MPI.rank(7)".into() },
        expect![[r#"
            # unit rank(0)
            [MPI.rank(7)]
        "#]],
    );
}

#[test]
fn the_comments_that_end_a_section_move_with_it() {
    let text = "# a\n[MPI.default]\n  MPI_Send = off\n  # end of mpi\n\n# b\n[CUDA.default]\n  CUDA_free = off\n  # end of cuda";
    let moved = |item: &str, before: Option<&str>| Command::Move {
        item: section(&[item]),
        before: before.map(|it| section(&[it])),
    };
    let down = plan(text, &moved("MPI.default", None)).unwrap();
    let up = plan(text, &moved("CUDA.default", Some("MPI.default"))).unwrap();
    assert_eq!(down, up);
    expect![[r#"
        # b
        [CUDA.default]
          CUDA_free = off
          # end of cuda

        # a
        [MPI.default]
          MPI_Send = off
          # end of mpi
    "#]]
    .assert_eq(&down);
    // Who owns a comment between two sections: what stands right behind a body ends it, what is
    // directly above a header is the header's, and what is indented ends the section above.
    let text = "[MPI.default]\n  MPI_Send = off\n# right behind\n\n  # indented\n\n# of the file\n\n# of cuda\n[CUDA.default]\n  # still inside\n# of hip\n[HIP.default]\n# ==== more ====\n\n[Knob]\n";
    check(
        text,
        &moved("MPI.default", None),
        expect![[r#"
        # of the file

        # of cuda
        [CUDA.default]
          # still inside
        # of hip
        [HIP.default]
        # ==== more ====

        [Knob]

        [MPI.default]
          MPI_Send = off
        # right behind

          # indented
    "#]],
    );
    check(
        text,
        &moved("CUDA.default", Some("MPI.default")),
        expect![[r#"
        # of cuda
        [CUDA.default]
          # still inside

        [MPI.default]
          MPI_Send = off
        # right behind

          # indented

        # of the file

        # of hip
        [HIP.default]
        # ==== more ====

        [Knob]
    "#]],
    );
    check(
        text,
        &moved("HIP.default", None),
        expect![[r#"
        [MPI.default]
          MPI_Send = off
        # right behind

          # indented

        # of the file

        # of cuda
        [CUDA.default]
          # still inside
        # ==== more ====

        [Knob]

        # of hip
        [HIP.default]
    "#]],
    );
    // A section that is taken away leaves them.
    check(
        text,
        &Command::Remove { item: section(&["HIP.default"]) },
        expect![[r#"
        [MPI.default]
          MPI_Send = off
        # right behind

          # indented

        # of the file

        # of cuda
        [CUDA.default]
          # still inside
        # ==== more ====

        [Knob]
    "#]],
    );
    check(
        text,
        &Command::Remove { item: section(&["MPI.default"]) },
        expect![[r#"
        # right behind

          # indented

        # of the file

        # of cuda
        [CUDA.default]
          # still inside
        # of hip
        [HIP.default]
        # ==== more ====

        [Knob]
    "#]],
    );
    check(
        text,
        &Command::Duplicate { item: section(&["MPI.default"]), name: "Python.default".to_owned() },
        expect![[r#"
            [MPI.default]
              MPI_Send = off
            # right behind

              # indented

            [Python.default]
              MPI_Send = off

            # of the file

            # of cuda
            [CUDA.default]
              # still inside
            # of hip
            [HIP.default]
            # ==== more ====

            [Knob]
        "#]],
    );
}

/// To the program a comment behind a header is a part of it, and stays a comment for people.
#[test]
fn the_comment_behind_a_header_is_kept_above_it() {
    let regions =
        |header: &str| format!("[MPI.default]\nMPI.rank = (0-3)\n{header}\ntracing_rate = 10\n");
    let only = |value: &str| set(&["Lexgion(0x10)"], "=constraints", value);
    let parents = |value: &str| set(&["Lexgion(0x10)"], "=inheritance", value);
    for (header, command, expected) in [
        (
            "[Lexgion(0x10)]: MPI.default : MPI.rank(0) # only root",
            only("MPI.rank(1)"),
            "# only root\n[Lexgion(0x10)]: MPI.default : MPI.rank(1)",
        ),
        (
            "[Lexgion(0x10)]: MPI.default # parents",
            only("MPI.rank(1)"),
            "# parents\n[Lexgion(0x10)] : MPI.default : MPI.rank(1)",
        ),
        (
            "[Lexgion(0x10)] # plain",
            parents("MPI.default"),
            "# plain\n[Lexgion(0x10)] : MPI.default",
        ),
        (
            "[Lexgion(0x10)]: MPI.default : MPI.rank(0) # only root",
            unset(&["Lexgion(0x10)"], "=constraints"),
            "# only root\n[Lexgion(0x10)] : MPI.default",
        ),
    ] {
        assert_eq!(plan(&regions(header), &command).unwrap(), regions(expected));
    }
}

/// With the comment it was no parent, and no list of units.
#[test]
fn what_counts_without_the_comment_behind_it_is_said() {
    let notes = |text: &str, key: &str, value: &str| {
        let command = set(&["Lexgion(0x10)"], key, value);
        file(text).plan(&command).unwrap().notes
    };
    let kept = "counts now; the comment behind it kept the program from reading it";
    let parents = "[Lexgion(0x10)] : OpenMP.default # all: of them\n";
    assert_eq!(
        notes(parents, "=constraints", "MPI.rank(1)"),
        [format!("the parent `OpenMP.default` {kept}")]
    );
    assert_eq!(notes(parents, "=inheritance", "MPI.default"), [""; 0]);
    let units = "[Lexgion(0x10)] : MPI.default : MPI.rank(0) # root\n";
    assert_eq!(
        notes(units, "=inheritance", "OpenMP.default"),
        [format!("the constraint `MPI.rank(0)` {kept}")]
    );
    assert_eq!(notes(units, "=constraints", "MPI.rank(1)"), [""; 0]);
    assert_eq!(notes("[Lexgion(0x10)] # plain\n", "=inheritance", "MPI.default"), [""; 0]);
}

/// The rest of a line behind its first 1,023 bytes is another line to the program (pinsight.md#lines).
#[test]
fn a_comment_that_goes_on_as_another_line_is_not_moved() {
    let head = "[Lexgion(0x10)] : MPI.default # ";
    let text = format!("{head}{}tracing_rate = 7\n", "x".repeat(crate::token::PIECE - head.len()));
    let command = set(&["Lexgion(0x10)"], "=constraints", "MPI.rank(1)");
    assert!(plan(&text, &command).is_err());
}

/// To the program it is the constraints, which an edit of the parents leaves as they are.
#[test]
fn a_mark_in_the_place_of_the_constraints_stays_there() {
    check(
        "[MPI.rank(1)] : MPI : # why\n",
        &set(&["MPI.rank(1)"], "=inheritance", "MPI.default"),
        expect![[r#"
            [MPI.rank(1)] : MPI.default : # why
        "#]],
    );
    // Without it, the rest would be read as constraints.
    check(
        "[MPI.rank(1)] : MPI.default : # : OpenMP.thread(0)\n",
        &set(&["MPI.rank(1)"], "=inheritance", ""),
        expect![[r#"
            refused: the text around this place has a syntax error; fix it first
        "#]],
    );
    check(
        "[MPI.rank(1)] : MPI.default : # why\n",
        &set(&["MPI.rank(1)"], "=constraints", "OpenMP.thread(0)"),
        expect![[r#"
            # why
            [MPI.rank(1)] : MPI.default : OpenMP.thread(0)
        "#]],
    );
}
