//! Comments in headers and behind them, which the programs read as parts of those.

use expect_test::{Expect, expect};

use super::{check, check_seed};
use crate::fixtures::file;
use bobbin_core::Document;

#[test]
fn a_note_behind_a_header_moves_above_it() {
    check(
        "[Lexgion(0x10): MPI.default : MPI.rank(0)] ; note\n[MPI.rank(0)]what for [1]\n[OpenMP.default] # a\n",
        expect![[r#"
            # a
            [OpenMP.default]
            # what for [1]
            [MPI.rank(0)]
            # ; note
            [Lexgion(0x10)] : MPI.default : MPI.rank(0)
            ! today 27 events of MPI are on by default, and none was then, so more is traced: [Lexgion(0x10): MPI.default : MPI.rank(0)] ; note
            ! this stood after a header and was part of it; it is a comment now: ; note
            ! this stood after a header and was part of it; it is a comment now: what for [1]
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [OpenMP.default] # a
            ! a comment after a header was part of it: # a
        "#]],
    );
}

#[test]
fn a_comment_behind_a_header_without_a_bracket_moves_above_it() {
    check(
        "[MPI.default]\n[MPI.rank(0) : MPI.default # keep this note\n  MPI_Send = off\n[Lexgion(0x9): MPI.default # and this",
        expect![[r#"
            [MPI.default]
            # keep this note
            [MPI.rank(0)] : MPI.default
              MPI_Send = off
            # and this
            [Lexgion(0x9)] : MPI.default! today 27 events of MPI are on by default, and none was then, so more is traced: [MPI.default]
            ! the missing `]` is added: [MPI.rank(0) : MPI.default # keep this note
            ! a comment after a header was part of it: # keep this note
            ! the missing `]` is added: [Lexgion(0x9): MPI.default # and this
            ! a comment after a header was part of it: # and this
        "#]],
    );
}

#[test]
fn the_fixes_that_convert_headers_keep_the_comments_behind_them() {
    #[track_caller]
    fn check(text: &str, code: &str, expect: Expect) {
        let found = file(text).diagnostics().into_iter().find(|it| it.code.name == code).unwrap();
        expect.assert_eq(&found.fixes[0].edit.apply(text));
    }
    check(
        "[OpenMP.default]\n  [OpenMP.thread(8-9):MPI.default]   # my precious comment\n  omp_work = on\n[OpenMP.thread(0):OpenMP.default:MPI.rank(0)] # and this\n[MPI.rank(0): MPI.default # this, too",
        "seed-dialect",
        expect![[r#"
            [OpenMP.default]
              # my precious comment
              [OpenMP.thread(8-9)]
              omp_work = on
            # and this
            [OpenMP.thread(0)] : OpenMP.default : MPI.rank(0)
            # this, too
            [MPI.rank(0)] : MPI.default"#]],
    );
    check(
        "[Knob]\n[OpenMP.thread(0): OpenMP.default: MPI.rank(0)]\t# why\n",
        "seed-header",
        expect![[r#"
            [Knob]
            # why
            [OpenMP.thread(0)] : OpenMP.default : MPI.rank(0)
        "#]],
    );
}

#[test]
fn a_comment_behind_a_header_of_today_moves_above_it() {
    check_seed(
        "[Lexgion(0x10)] : MPI.default # two\n tracing_rate=3\n  [Lexgion(0x11)]: # note: about it\n[Lexgion(0x12)] : MPI.default, # two\n[MPI.default] # three\n[Lexgion(0x13)] : MPI.default : MPI.rank(0) ; four\n[Lexgion(0x14)] :: MPI.rank( # five 0)\n",
        expect![[r#"
            # two
            [Lexgion(0x10): MPI.default]
             tracing_rate=3
              # note: about it
              [Lexgion(0x11)]
            # two
            [Lexgion(0x12): MPI.default]
            # three
            [MPI.default]
            # ; four
            [Lexgion(0x13): MPI.default: MPI.rank(0)]
            # five 0)
            [Lexgion(0x14)]
            ! 27 events of MPI are on by default today; in February 2026 none was, and none could be switched on, so less is traced: [Lexgion(0x10)] : MPI.default # two
            ! today a comment after a header is part of it; what stands in front of it may count otherwise without it: # two
            ! today a comment after a header is part of it; what stands in front of it may count otherwise without it: # note: about it
            ! today a comment after a header is part of it; what stands in front of it may count otherwise without it: # two
            ! today a comment after a header is part of it; what stands in front of it may count otherwise without it: ; four
            ! `MPI.rank( # five 0)` is no parent today and is left out: MPI.rank( # five 0)
        "#]],
    );
}

/// pinsight.md#seed-headers: the program cut the line at its colons.
#[test]
fn a_comment_in_a_header_hides_none_of_its_parts() {
    check(
        "[Lexgion(0x1): MPI.default # c3 : MPI.rank(0)]\n tracing_rate=2\n[Lexgion(0x2) # a : MPI.default # b : MPI.rank(0) # c]\n[MPI.rank(0) : MPI.default # see: this]\n[MPI.rank(1) : MPI.default # see [1]\n",
        expect![[r#"
            # see: this
            [MPI.rank(0)] : MPI.default
            # see [1]
            [MPI.rank(1)] : MPI.default
            # c3
            [Lexgion(0x1)] : MPI.default : MPI.rank(0)
             tracing_rate=2
            # a
            # b
            # c
            [Lexgion(0x2)] : MPI.default : MPI.rank(0)
            ! today 27 events of MPI are on by default, and none was then, so more is traced: [Lexgion(0x1): MPI.default # c3 : MPI.rank(0)]
            ! a comment in a header was part of it: # c3
            ! a comment in a header was part of it: # a
            ! a comment in a header was part of it: # b
            ! a comment in a header was part of it: # c
            ! a comment in a header was part of it: # see: this
            ! the missing `]` is added: [MPI.rank(1) : MPI.default # see [1]
            ! a comment after a header was part of it: # see [1]
        "#]],
    );
}

#[test]
fn a_comment_behind_any_blank_goes_above_the_header() {
    check_seed(
        "[Lexgion(0x10)] : MPI.default\t; four\n",
        expect![[r#"
        # ; four
        [Lexgion(0x10): MPI.default]
        ! 27 events of MPI are on by default today; in February 2026 none was, and none could be switched on, so less is traced: [Lexgion(0x10)] : MPI.default	; four
        ! today a comment after a header is part of it; what stands in front of it may count otherwise without it: ; four
    "#]],
    );
}

/// Whatever becomes of the units.
#[test]
fn a_comment_among_the_numbers_of_units_is_there_once() {
    check(
        "[MPI.rank( # a 0), OpenMP.thread(1 # b), CUDA(# c)]\n[Lexgion(0x1): MPI.rank( # d 0)]\n[Lexgion(0x2): MPI.default: Foo.x(0 # e)]\n[OpenMP.thread(2 # f): OpenMP.default # g : MPI.rank(0, # h 1)]\n",
        expect![[r#"
            # c
            [MPI.rank( # a 0)] : : OpenMP.thread(1 # b)
            # g
            [OpenMP.thread(2 # f)] : OpenMP.default : MPI.rank(0, # h 1)
            # d 0
            [Lexgion(0x1)] : MPI.default
            # e
            [Lexgion(0x2)] : MPI.default
            ! this section counted and is ignored now: [MPI.rank( # a 0), OpenMP.thread(1 # b), CUDA(# c)]
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [MPI.rank( # a 0), OpenMP.thread(1 # b), CUDA(# c)]
            ! today 27 events of MPI are on by default, and none was then, so more is traced: [MPI.rank( # a 0), OpenMP.thread(1 # b), CUDA(# c)]
            ! today 10 events of CUDA are on by default, and none was then, so more is traced: [MPI.rank( # a 0), OpenMP.thread(1 # b), CUDA(# c)]
            ! a comment in a header was part of it: # c
            ! `MPI.rank( # d 0)` meant `MPI.default`: MPI.rank( # d 0)
            ! a comment in a header was part of it: # d 0
            ! this constraint names no known unit, so it had no effect; today it would silence the region, and it is left out: Foo.x(0 # e)
            ! a comment in a header was part of it: # e
            ! this section counted and is ignored now: [OpenMP.thread(2 # f): OpenMP.default # g : MPI.rank(0, # h 1)]
            ! a comment in a header was part of it: # g
        "#]],
    );
}
