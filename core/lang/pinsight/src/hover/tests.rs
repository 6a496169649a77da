//! What a place means, on small texts.

use expect_test::{Expect, expect};

use crate::fixtures::file;
use bobbin_core::Document;
use bobbin_core::text::offset;

#[test]
fn hovers_explain() {
    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let at = text.find('$').unwrap();
        let text = text.replacen('$', "", 1);
        let hover = file(&text).hover(offset(at)).unwrap();
        expect.assert_eq(&format!(
            "{}\n{}\n",
            bobbin_core::text::slice(&text, hover.range),
            hover.markdown
        ));
    }
    check(
        "[Lexgion.default]\ntracing_rate = 1$0\ntrace_starts_at = 20\nmax_num_traces = 4\n",
        expect![[r#"
            10
            This section traces the invocations 20, 30, 40, 50 (4 in all), counted from 0.

            With `trace_starts_at` = 20, `max_num_traces` = 4 and `tracing_rate` = 10 the invocations max(S, R-1) + k·R are traced, k = 0, 1, 2, … The numbers count from 0 on each thread and for each region.
        "#]],
    );
    check(
        "[OpenMP.default]\nomp_$parallel_begin = off\n",
        expect![[r#"
            omp_parallel_begin
            **OpenMP.omp_parallel_begin**: **off** in force, written here

            OpenMP event of group parallel, on by default; a switch has no effect at run time: only the rate decides.
        "#]],
    );
    // The line below counts.
    check(
        "[Lexgion.default]\ntracing_$rate = 10\n[Lexgion.default]\ntracing_rate = 20\n",
        expect![[r#"
            tracing_rate
            **tracing_rate**: **20** in force, from line 4, in `Lexgion.default`

            Write a whole number. Default 1.

            One of so many invocations is traced, the last of each group: a rate of 10 traces 9, 19, 29 and so on.
        "#]],
    );
    check(
        "[MPI.default]\nMPI.ra$nk = (0-3)\ntrace_mode = OFF\n",
        expect![[r#"
            MPI.rank
            **MPI.rank**: **0 to 3** in force, written here

            The least and the greatest rank that other sections may name: the rank in the world communicator. It limits ids, not what is traced, and a comma means the same as a dash.
        "#]],
    );
    check(
        "[MPI.default]\ntrace_$mode = OF\n",
        expect![[r#"
            trace_mode
            **trace_mode**: **TRACING** in force, written here

            Write OFF, STANDBY, MONITORING (or MONITOR) or TRACING, in any case. Default TRACING.

            What the domain does from the start. Every other text means TRACING.
        "#]],
    );
    check(
        "[Lexgion(0x10)] : : MPI.ra$nk(0-3, 126-140)\n",
        expect![[r#"
        MPI.rank(0-3, 126-140)
        **MPI.rank** — 6 ids: 0-3,126-127

        An id is the rank in the world communicator. The scope is 0 to 127.
    "#]],
    );
}
