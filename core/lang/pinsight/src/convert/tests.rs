//! Conversions keep what they can, and say what they cannot.

mod notes;

use expect_test::{Expect, expect};

use super::header::convert;
use crate::file::{File, parse, parse_as};
use crate::fixtures::file;
use crate::header::{Dialect, Header};
use crate::model::State;
use bobbin_core::text::slice;
use bobbin_core::view::Remark;
use bobbin_core::{Document, Input};

fn text_of(file: &File, id: &str) -> String {
    String::from_utf8(file.convert(id).unwrap().data).unwrap()
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    let file = file(text);
    let converted = match file.convert("current") {
        Ok(it) => it,
        Err(refusal) => return expect.assert_eq(&format!("refused: {}", refusal.reason)),
    };
    let mut res = String::from_utf8(converted.data).unwrap();
    for it in converted.remarks {
        let place = it.range.map(|it| slice(text, it)).unwrap_or_default();
        res.push_str(&format!("! {}: {place}\n", it.message));
    }
    expect.assert_eq(&res);
}

#[test]
fn every_row_of_the_table() {
    check(
        "\
# all
[Lexgion(4198589): Lexgion.default, OpenMP, MPI.default: MPI.rank(0)] # why
    tracing_rate = 10 # every tenth

[MPI.rank(0), OpenMP.thread(0-3): MPI.default, OpenMP.default: CUDA.device(1)
[OpenMP.thread(0-3):: MPI.rank(0)]
MPI_Send = on
# twice
[OpenMP.thread(0-2,3): MPI.default]
omp_work = off
[Lexgion.default: OpenMP.default: MPI.rank(1) : x]
max_num_traces = 7
[CUDA.default]
    CUDA_memcpy = on
[HIP.default]
",
        expect![[r#"
            # all
            # why
            [Lexgion(0x4010bd)] : OpenMP.default, MPI.default : MPI.rank(0)
                # every tenth
                tracing_rate = 10

            [MPI.rank(0)] : MPI.default : OpenMP.thread(0-3), CUDA.device(1)
            [OpenMP.thread(0-3)] : : MPI.rank(0)
            MPI_Send = on
            # twice
            # [OpenMP.thread(0-2,3): MPI.default]
            # omp_work = off

            [Lexgion.default] : OpenMP.default
            max_num_traces = 7
            [CUDA.default]
                CUDA_memcpy = on
            [HIP.default]
            ! the sections stay in their order, because another order would change what they copy: 
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [Lexgion(4198589): Lexgion.default, OpenMP, MPI.default: MPI.rank(0)] # why
            ! today 27 events of MPI are on by default, and none was then, so more is traced: [Lexgion(4198589): Lexgion.default, OpenMP, MPI.default: MPI.rank(0)] # why
            ! every region is a copy of `Lexgion.default` anyway, so this parent is left out: Lexgion.default
            ! `OpenMP` meant `OpenMP.default`: OpenMP
            ! a comment after a header was part of it: # why
            ! a comment after a value was part of the value, which may be read otherwise now: # every tenth
            ! the missing `]` is added: [MPI.rank(0), OpenMP.thread(0-3): MPI.default, OpenMP.default: CUDA.device(1)
            ! today 10 events of CUDA are on by default, and none was then, so more is traced: [MPI.rank(0), OpenMP.thread(0-3): MPI.default, OpenMP.default: CUDA.device(1)
            ! only the first parent of a punit section counted, so this one is left out: OpenMP.default
            ! with `::` this stood in the place of the parents and had no effect; it is a constraint now: MPI.rank(0)
            ! this target has a section above with other conditions; today's program has one entry for both, so this one is kept as a comment: [OpenMP.thread(0-2,3): MPI.default]
            ! constraints of `Lexgion.default` never had an effect and are left out: MPI.rank(1)
            ! a fourth part was dropped and is left out: x
            ! `CUDA_memcpy` does not exist; the events are `CUDA_memcpy_HtoD`, `CUDA_memcpy_DtoH`, `CUDA_memcpy_DtoD`, `CUDA_memcpy_HtoH` and `CUDA_memcpy_async`: CUDA_memcpy
            ! this section was ignored and counts now: [HIP.default]
        "#]],
    );
    check(
        "[OpenMP.default: MPI.default]\nomp_work = off\n[MPI.default]\n",
        expect![[r#"
            [OpenMP.default]
            omp_work = off
            [MPI.default]
            ! the program stopped reading here; from here on sections count now: [OpenMP.default: MPI.default]
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [OpenMP.default: MPI.default]
            ! today 27 events of MPI are on by default, and none was then, so more is traced: [OpenMP.default: MPI.default]
            ! a domain default has no parents and no constraints: MPI.default
        "#]],
    );
    check(
        "[OpenMP.default]\nomp_work = off\n",
        expect!["refused: the text is in today's form already"],
    );
}

#[test]
fn spellings_of_the_months_between() {
    check(
        "[ADD OpenMP.global]\ntrace_mode = OFF\n[Lexgion.default]\ntrace_mode_after = OFF\nmode_after_trigger = first\n[REPLACE OpenMP.default]\n",
        expect![[r#"
            [SET OpenMP.default]
            trace_mode = OFF
            [Lexgion.default]
            window_end_action = OFF
            window_end_trigger = first
            [RESET OpenMP.default]
            [SET OpenMP.default]
        "#]],
    );
}

#[test]
fn the_documents_example_becomes_the_converted_one() {
    let cases = include_str!("../../../../testdata/pinsight/oracle/cases.json");
    let cases: serde_json::Value = serde_json::from_str(cases).unwrap();
    let input = |id: &str| {
        let found = cases["cases"].as_array().unwrap().iter().find(|it| it["id"] == id);
        found.unwrap()["input"].as_str().unwrap().to_owned()
    };
    let converted = text_of(&file(&input("S01")), "current");
    let lines = |text: &str| {
        let kept = text.lines().map(str::trim_end).filter(|it| !it.is_empty());
        // It also names the mode that is the default.
        kept.filter(|it| !it.contains("trace_mode")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&converted), lines(&input("C01")));
}

/// Lists the parts a conversion keeps: triples, ids and constraints.
fn kept(state: &State) -> String {
    let mut res = String::new();
    let config = |it: &crate::model::RegionConfig| {
        let punits: Vec<String> =
            it.punits.iter().map(|(kind, ids)| format!("{kind:?}={ids}")).collect();
        format!("{:?} {punits:?} {}\n", it.triple.map(|it| it.value), it.armed)
    };
    res.push_str(&config(&state.region_default));
    for it in &state.regions {
        res.push_str(&format!("{:?} {}", it.id, config(&it.config)));
    }
    for (n, domain) in state.domains.iter().enumerate() {
        for it in &domain.punits {
            let punits: Vec<String> =
                it.punits.iter().map(|(kind, ids)| format!("{kind:?}={ids}")).collect();
            res.push_str(&format!("{n} {punits:?}\n"));
        }
    }
    res.push_str(&format!("{:?}", state.scopes.map(|it| it.value)));
    res
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn pick<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len())]
    }

    fn ids(&mut self) -> String {
        let n = self.below(20);
        match self.below(4) {
            0 => n.to_string(),
            1 => format!("{n}-{}", n + self.below(9)),
            2 => format!("{n}, {} , {}-{}", n + 2, n + 5, n + 6),
            _ => String::new(),
        }
    }

    fn item(&mut self, domain: &str) -> String {
        let kinds: &[&str] = match domain {
            "OpenMP" => &["thread", "team", "device"],
            "MPI" => &["rank"],
            _ => &["device"],
        };
        format!("{domain}.{}({})", self.pick(kinds), self.ids())
    }

    fn constraint(&mut self, others: &[&str]) -> String {
        let blank = self.pick(&[" : ", ": ", ":"]);
        let parent = self.pick(&[" ", "OpenMP.default", "MPI.default, OpenMP", "Lexgion.default"]);
        match self.below(3) {
            0 => String::new(),
            1 => format!("{blank}{parent}"),
            _ => {
                let domain = self.pick(others);
                format!("{blank}{parent}{blank}{}", self.item(domain))
            }
        }
    }

    fn section(&mut self, n: usize) -> String {
        let triple = |it: &mut Random| match it.below(4) {
            0 => format!("trace_starts_at = {}\n", it.below(50)),
            1 => format!("  tracing_rate={} # c\n", it.below(50)),
            2 => format!("max_num_traces = {}\nMPI.MPI_Send = off\n", it.below(50)),
            _ => String::new(),
        };
        match self.below(8) {
            0 => format!(
                "[OpenMP.default]\nOpenMP.thread = (0-{})\nomp_work = off\n",
                40 + self.below(20)
            ),
            1 => format!("[MPI.default]\n  MPI.rank = ({}, 30)\n", self.below(5)),
            // Every target once, for a repeated one is not kept.
            2 => format!("[OpenMP.thread({}){}]\n", 30 + n, self.constraint(&["MPI", "CUDA"])),
            3 => format!("[MPI.rank({}), {}]\nMPI_Recv = on\n", n, self.item("OpenMP")),
            4 => format!("# why\n[CUDA.device({}){}]\n", n % 17, self.constraint(&["MPI"])),
            5 => format!("[Lexgion.default: OpenMP.default]\n{}", triple(self)),
            6 => format!(
                "[Lexgion({}){}]\n{}",
                1000 + self.below(6),
                self.constraint(&["MPI", "OpenMP"]),
                triple(self)
            ),
            _ => format!(
                "[Lexgion(0x{:x}){}]\n{}\n",
                1000 + self.below(6),
                self.constraint(&["MPI"]),
                triple(self)
            ),
        }
    }
}

#[test]
fn triples_ids_and_constraints_come_out_as_they_were() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let mut n_ordered = 0;
    for round in 0..2_000 {
        let mut text = String::from("[Lexgion(0x1): OpenMP.default]\n");
        for n in 0..1 + random.below(9) {
            text.push_str(&random.section(n));
        }
        let seed = parse_as(&Input::alone("x", &text), Some(Dialect::Seed));
        let converted = text_of(&seed, "current");
        let current = file(&converted);
        assert_eq!(current.dialect().as_deref(), Some("current"), "{round}: {text}\n{converted}");
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        // Another order of sections changes the order of the table of regions alone.
        let (before, after) = (kept(seed.state()), kept(current.state()));
        assert_eq!(sorted(&before), sorted(&after), "{round}:\n{text}\n---\n{converted}");
        n_ordered += usize::from(!converted.starts_with("[Lexgion(0x1)"));
    }
    assert!(n_ordered > 100, "sections are put into order where that changes nothing: {n_ordered}");
}

#[test]
fn today_in_the_dialect_of_the_document() {
    let text = "# é\n[OpenMP.default]\nomp_work = off\n[MPI.rank(0)] : : OpenMP.thread(1)\n[Lexgion(0x10)]: OpenMP.default : MPI.rank(0-3)\ntracing_rate = 5\n";
    let seed = text_of(&file(text), "seed");
    expect![[r#"
        # é
        [OpenMP.default]
        omp_work = off
        [MPI.rank(0): : OpenMP.thread(1)]
        [Lexgion(0x10): OpenMP.default: MPI.rank(0-3)]
        tracing_rate = 5
    "#]]
    .assert_eq(&seed);
    assert_eq!(kept(parse(&Input::alone("", &seed)).state()), kept(file(text).state()));
    for (text, reason) in [
        ("[RESET OpenMP.default]\n", "the dialect of the document has no actions"),
        ("[Lexgion(main)]\n", "the dialect of the document has no regions but by one address"),
        (
            "[MPI.default]\ntrace_mode = OFF\n",
            "the dialect of the document has no key `trace_mode`",
        ),
        ("[Knob]\n", "the dialect of the document has no section of this kind"),
        ("[HIP.default]\n", "the dialect of the document has no such domain"),
    ] {
        assert_eq!(file(text).convert("seed").unwrap_err().reason, reason);
    }
}

#[test]
fn a_section_belongs_to_the_same_domain_in_the_dialect_of_the_document() {
    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let file = file(text);
        let converted = file.convert("seed").unwrap();
        let mut res = String::from_utf8(converted.data).unwrap();
        let seed = parse_as(&Input::alone("", &res), Some(Dialect::Seed));
        for (before, after) in file.state().domains.iter().zip(&seed.state().domains) {
            assert_eq!(before.punits.len(), after.punits.len(), "{res}");
        }
        for it in converted.remarks {
            let place = it.range.map(|it| slice(text, it)).unwrap_or_default();
            res.push_str(&format!("! {}: {place}\n", it.message));
        }
        expect.assert_eq(&res);
    }
    check(
        "[MPI.rank(0), OpenMP.thread(0-3)] : OpenMP.default\n[SET MPI.rank(1)]\n[Foo.x(0), CUDA.device(1)]\n",
        expect![[r#"
            [OpenMP.thread(0-3), MPI.rank(0): OpenMP.default]
            [MPI.rank(1)]
            [CUDA.device(1), Foo.x(0)]
            ! `omp_implicit_task` of OpenMP is on by default today and was off in February 2026, so less is traced: [MPI.rank(0), OpenMP.thread(0-3)] : OpenMP.default
            ! 27 events of MPI are on by default today; in February 2026 none was, and none could be switched on, so less is traced: [MPI.rank(0), OpenMP.thread(0-3)] : OpenMP.default
            ! today's program drops `MPI.rank(0)` from a section of OpenMP; in the dialect of the document it is a condition: MPI.rank(0)
            ! 10 events of CUDA are on by default today; in February 2026 none was, and none could be switched on, so less is traced: [Foo.x(0), CUDA.device(1)]
        "#]],
    );
    check(
        "[Lexgion(0x10)] : OpenMP.default, MPI.rank(0) : \n",
        expect![[r#"
            [Lexgion(0x10): OpenMP.default] 
            ! `omp_implicit_task` of OpenMP is on by default today and was off in February 2026, so less is traced: [Lexgion(0x10)] : OpenMP.default, MPI.rank(0) :
            ! 27 events of MPI are on by default today; in February 2026 none was, and none could be switched on, so less is traced: [Lexgion(0x10)] : OpenMP.default, MPI.rank(0) :
            ! `MPI.rank(0)` is no parent today and is left out: MPI.rank(0)
            ! today the empty constraint silences this region; in the dialect of the document it has none: 
        "#]],
    );
    let text =
        "[OpenMP.thread(0)]\nomp_work = on\n[MPI.rank(0)]\n[OpenMP.thread(0)]\nomp_masked = on\n";
    let remarks = file(text).convert("seed").unwrap().remarks;
    let adds = |it: &&Remark| it.message.starts_with("today this section adds");
    assert_eq!(remarks.iter().filter(adds).count(), 1, "{remarks:?}");
    let refusal = file("[OpenMP.thread(3-1)]\n").convert("seed").unwrap_err();
    assert!(refusal.reason.ends_with("fix it first"), "{}", refusal.reason);
}

#[test]
fn listings_are_well_formed() {
    let text = include_str!("../../../../testdata/pinsight/err/every_kind_of_section.trace");
    let json: serde_json::Value = serde_json::from_str(&text_of(&file(text), "resolved")).unwrap();
    assert_eq!(json["dialect"], "current");
    assert!(json["values"].as_array().unwrap().len() > 100);
    let svg = text_of(&file(text), "coverage");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let opened = svg.matches("<rect").count() + svg.matches("<text").count();
    assert!(opened > 5, "{svg}");
    let scoped = "[MPI.default]\n MPI.rank = (0-3)\n[OpenMP.default]\n trace_mode = TRACING\n OpenMP.thread = (0-1)\n\
                  [OpenMP.thread(0-3)]: OpenMP.default\n omp_work = off\n[Lexgion(0x10)]: OpenMP.default\n tracing_rate = 5\n";
    let svg = text_of(&file(scoped), "coverage");
    for words in [
        "Domain: OpenMP",
        "Across: OpenMP.thread",
        "× outside the scope",
        "never used by the program",
    ] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    assert_eq!(file(text).convert("nothing").unwrap_err().at, None);
}

/// pinsight.md#seed-headers: there `OpenMP.thread(0)` names a parent (S38).
#[test]
fn a_parent_with_a_kind_stays_a_parent() {
    check(
        "[OpenMP.default]\n[Lexgion.default:: OpenMP.team(0)]\n[Lexgion(0x8): OpenMP.thread(0)]\n tracing_rate = 3\n[Lexgion(0x9):: MPI.rank(0)]\n[MPI.rank(1): OpenMP.thread(0)]\n",
        expect![[r#"
            [OpenMP.default]
            [MPI.rank(1)] : : OpenMP.thread(0)
            [Lexgion.default] : OpenMP.default
            [Lexgion(0x8)] : OpenMP.default
             tracing_rate = 3
            [Lexgion(0x9)] : : MPI.rank(0)
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [OpenMP.default]
            ! `OpenMP.team(0)` meant `OpenMP.default`: OpenMP.team(0)
            ! `OpenMP.thread(0)` meant `OpenMP.default`: OpenMP.thread(0)
            ! today 27 events of MPI are on by default, and none was then, so more is traced: [Lexgion(0x9):: MPI.rank(0)]
            ! with `::` this stood in the place of the parents and meant `MPI.default`; it is a constraint now: MPI.rank(0)
            ! this stood in the place of the parents and had no effect; it is a constraint now: OpenMP.thread(0)
        "#]],
    );
}

/// pinsight.md#telling-the-dialects-apart: nothing goes without a word, and no bracket is missing.
#[test]
fn what_a_header_loses_is_told() {
    check(
        "[Lexgion(0x10), Lexgion(0x20): OpenMP.default]\n[Lexgion(0x30)junk: OpenMP.default]\n",
        expect![[r#"
            [Lexgion(0x10)] : OpenMP.default
            [Lexgion(0x30)] : OpenMP.default
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [Lexgion(0x10), Lexgion(0x20): OpenMP.default]
            ! the regions end at the first `)`, so what follows never had an effect and is left out: , Lexgion(0x20)
            ! the regions end at the first `)`, so what follows never had an effect and is left out: junk
        "#]],
    );
    check(
        "[Lexgion(0x10): OpenMP.default] : MPI.default\n",
        expect![[r#"
        [Lexgion(0x10)] : OpenMP.default, MPI.default
        ! what stood inside the bracket was ignored and counts now: [Lexgion(0x10): OpenMP.default] : MPI.default
    "#]],
    );
}

#[test]
fn headers_move_their_parts() {
    let check = |seed: &str, current: &str| {
        let header = Header::read(Dialect::Seed, seed, seed);
        assert_eq!(convert(seed, &header, false).0, current);
    };
    check(
        "[Lexgion.default: OpenMP.default, MPI.default]",
        "[Lexgion.default] : OpenMP.default, MPI.default",
    );
    check("[OpenMP.thread(0-3): : MPI.rank(0)]", "[OpenMP.thread(0-3)] : : MPI.rank(0)");
    check(
        "[Lexgion(4198589): Lexgion.default, OpenMP: MPI.rank(0), CUDA.device(0)]",
        "[Lexgion(0x4010bd)] : OpenMP.default : MPI.rank(0), CUDA.device(0)",
    );
    check(
        "[MPI.rank(0), OpenMP.thread(0-3): OpenMP.default, MPI.default: CUDA.device(1)]",
        "[MPI.rank(0)] : : OpenMP.thread(0-3), CUDA.device(1)",
    );
    check("[OpenMP.default", "[OpenMP.default]");
}

/// Sections are put into the guide's order with the comments directly above them.
#[test]
fn comments_move_with_their_sections() {
    check(
        "[Lexgion.default: OpenMP.default]\n    max_num_traces = 5\n\n# about the punit\n[OpenMP.thread(0-3): OpenMP.default]\n    omp_masked = off\n[Lexgion(0x8): OpenMP.default]\n    tracing_rate = 4\n",
        expect![[r#"
            # about the punit
            [OpenMP.thread(0-3)] : OpenMP.default
                omp_masked = off
            [Lexgion.default] : OpenMP.default
                max_num_traces = 5

            [Lexgion(0x8)] : OpenMP.default
                tracing_rate = 4
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [Lexgion.default: OpenMP.default]
        "#]],
    );
    // A comment that ends a section is not about the one that comes below it.
    check(
        "# ---- all ----\n# of all regions\n[Lexgion.default: OpenMP.default]\n  tracing_rate = 4\n# ---- units ----\n[OpenMP.thread(0-3): OpenMP.default]\n  omp_masked = off\n# at its end\n",
        expect![[r#"
            # ---- units ----
            [OpenMP.thread(0-3)] : OpenMP.default
              omp_masked = off
            # at its end

            # ---- all ----
            # of all regions
            [Lexgion.default] : OpenMP.default
              tracing_rate = 4
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [Lexgion.default: OpenMP.default]
        "#]],
    );
}

/// pinsight.md#seed-run-time: the first section won where its conditions held (S29).
#[test]
fn sections_of_one_target_are_told_apart_by_their_conditions() {
    check(
        "[OpenMP.thread(0-3): OpenMP.default: MPI.rank(0)]\n  omp_work = off\n[OpenMP.thread(0-3):: MPI.rank(1)] # why\n  omp_masked = off # and why\n[OpenMP.thread(0-3)]\n[MPI.rank(0):: OpenMP.thread(1)]\n[MPI.rank(0):: OpenMP.thread(2)]\n[MPI.rank(0):: OpenMP.thread(2)]\n",
        expect![[r#"
            [OpenMP.thread(0-3)] : OpenMP.default : MPI.rank(0)
              omp_work = off
            # [OpenMP.thread(0-3):: MPI.rank(1)] # why
            #   omp_masked = off # and why

            # [OpenMP.thread(0-3)]

            [MPI.rank(0)] : : OpenMP.thread(1)
            [MPI.rank(0)] : : OpenMP.thread(2)
            # [MPI.rank(0):: OpenMP.thread(2)]
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [OpenMP.thread(0-3): OpenMP.default: MPI.rank(0)]
            ! today 27 events of MPI are on by default, and none was then, so more is traced: [OpenMP.thread(0-3): OpenMP.default: MPI.rank(0)]
            ! this target has a section above with other conditions; today's program has one entry for both, so this one is kept as a comment: [OpenMP.thread(0-3):: MPI.rank(1)] # why
            ! this target has a section above with other conditions; today's program has one entry for both, so this one is kept as a comment: [OpenMP.thread(0-3)]
            ! with `::` this stood in the place of the parents and had no effect; it is a constraint now: OpenMP.thread(1)
            ! with `::` this stood in the place of the parents and had no effect; it is a constraint now: OpenMP.thread(2)
            ! this target has a section above, which won; today's program would add another entry, so this one is kept as a comment: [MPI.rank(0):: OpenMP.thread(2)]
        "#]],
    );
}

#[track_caller]
fn check_seed(text: &str, expect: Expect) {
    let converted = file(text).convert("seed").unwrap();
    let mut res = String::from_utf8(converted.data).unwrap();
    for it in converted.remarks {
        let place = it.range.map(|it| slice(text, it)).unwrap_or_default();
        res.push_str(&format!("! {}: {place}\n", it.message));
    }
    expect.assert_eq(&res);
}

#[test]
fn headers_of_a_mixed_file_lose_nothing_without_a_word() {
    check(
        "[Lexgion.default: OpenMP.default]\n[Lexgion(0x2)] : OpenMP.default\n tracing_rate = 3\n[Lexgion(0x4,0x5): Foo.default]\n[OpenMP.thread(0): MPI.default]\n[MPI.default: OpenMP.default]\n[Lexgion(): MPI.default]\n[Lexgion(0x2, 0x3): MPI.default # c : MPI.rank(0)]\n",
        expect![[r#"
            [Lexgion.default] : OpenMP.default
            [Lexgion(0x2)] : OpenMP.default
             tracing_rate = 3
            [Lexgion(0x4,0x5)]
            [OpenMP.thread(0)]
            [MPI.default]
            [Lexgion(0x0)] : MPI.default
            # c
            [Lexgion(0x2, 0x3)] : MPI.default : MPI.rank(0)
            ! of several regions the dialect of the document read the first; today's program reads all, and they stay: Lexgion(0x4,0x5)
            ! a parent that does not exist is left out: Foo.default
            ! a parent of another domain, whose events were copied by their numbers, is left out: MPI.default
            ! a domain default has no parents and no constraints: OpenMP.default
            ! the region was read as the address 0x0: Lexgion()
            ! of several regions the dialect of the document read the first; today's program reads all, and they stay: Lexgion(0x2, 0x3)
            ! a comment in a header was part of it: # c
        "#]],
    );
}

/// pinsight.md#region-lists.
#[test]
fn names_in_a_mixed_file_stay_as_today_reads_them() {
    check(
        "[Lexgion(foo): OpenMP.default] : MPI.default\n[Lexgion(MPI:f): OpenMP.default]\n[Lexgion(Python:a.py:g, h): OpenMP.default : MPI.rank(0)]\n[Lexgion(MPI).default: OpenMP.default] : MPI.default\n[Lexgion(0x5): OpenMP.default : MPI.rank(0) : x] : MPI.default : MPI.rank(1) : y\n",
        expect![[r#"
            [Lexgion(foo)] : OpenMP.default, MPI.default
            [Lexgion(MPI:f)] : OpenMP.default
            [Lexgion(Python:a.py:g, h)] : OpenMP.default : MPI.rank(0)
            [Lexgion(MPI).default] : OpenMP.default, MPI.default
            [Lexgion(0x5)] : OpenMP.default, MPI.default : MPI.rank(0), MPI.rank(1)
            ! what stood inside the bracket was ignored and counts now: [Lexgion(foo): OpenMP.default] : MPI.default
            ! of several regions the dialect of the document read the first; today's program reads all, and they stay: Lexgion(Python:a.py:g, h)
            ! what stood inside the bracket was ignored and counts now: [Lexgion(MPI).default: OpenMP.default] : MPI.default
            ! what stood inside the bracket was ignored and counts now: [Lexgion(0x5): OpenMP.default : MPI.rank(0) : x] : MPI.default : MPI.rank(1) : y
            ! a fourth part was dropped and is left out: x
            ! a fourth part was dropped and is left out: y
        "#]],
    );
}

/// pinsight.md#region-lists: C46.
#[test]
fn numbers_in_a_list_of_a_mixed_file_stay_addresses() {
    check(
        "[OpenMP.default] : MPI.default\n[Lexgion(10, 020,0x1f, 3x, main): MPI.default]\n",
        expect![[r#"
            [OpenMP.default] : MPI.default
            [Lexgion(0xa, 0x10,0x1f, 3x, main)] : MPI.default
            ! of several regions the dialect of the document read the first; today's program reads all, and they stay: Lexgion(10, 020,0x1f, 3x, main)
        "#]],
    );
}

/// pinsight.md#converting-to-the-current-dialect and pinsight.md#seed-document-ambiguities.
#[test]
fn parents_of_punit_sections_are_told_apart() {
    check(
        "[MPI.rank(0): Foo.default]\n[OpenMP.thread(0-3): OpenMP]\n[OpenMP.thread(5): Lexgion.default, OpenMP.default: MPI.rank(0)]\n[OpenMP.thread(6): MPI.default, OpenMP.default]\n[OpenMP.thread(7): Foo.default, MPI.default]\n[OpenMP.thread(8): Foo.default, OpenMP.default]\n",
        expect![[r#"
            [MPI.rank(0)]
            [OpenMP.thread(0-3)] : OpenMP.default
            [OpenMP.thread(5)] : : MPI.rank(0)
            [OpenMP.thread(6)]
            [OpenMP.thread(7)]
            [OpenMP.thread(8)]
            ! today 27 events of MPI are on by default, and none was then, so more is traced: [MPI.rank(0): Foo.default]
            ! a parent that does not exist is left out: Foo.default
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [OpenMP.thread(0-3): OpenMP]
            ! `OpenMP` meant `OpenMP.default`: OpenMP
            ! `Lexgion.default` is no parent, so this one is left out: Lexgion.default
            ! only the first parent of a punit section counted, so this one is left out: OpenMP.default
            ! a parent of another domain, whose events were copied by their numbers, is left out: MPI.default
            ! only the first parent of a punit section counted, so this one is left out: OpenMP.default
            ! a parent that does not exist is left out: Foo.default
            ! only the first parent of a punit section counted, so this one is left out: MPI.default
            ! a parent that does not exist is left out: Foo.default
            ! only the first parent of a punit section counted, so this one is left out: OpenMP.default
        "#]],
    );
}

/// pinsight.md#region-constraints: C58.
#[test]
fn a_constraint_without_a_known_unit_silences_no_region() {
    check(
        "[Lexgion.default: OpenMP.default]\n[Lexgion(0x10): OpenMP.default: CUDA.foo(0)]\n[Lexgion(0x12):: Foo.x(0)]\n[Lexgion(0x13): : Foo.x(0), MPI.rank(0)]\n[OpenMP.thread(1): : Foo.x(0)]\n",
        expect![[r#"
            [OpenMP.thread(1)] : : Foo.x(0)
            [Lexgion.default] : OpenMP.default
            [Lexgion(0x10)] : OpenMP.default
            [Lexgion(0x12)]
            [Lexgion(0x13)] : : Foo.x(0), MPI.rank(0)
            ! today `omp_implicit_task` of OpenMP is on by default, so more is traced: [Lexgion.default: OpenMP.default]
            ! today 10 events of CUDA are on by default, and none was then, so more is traced: [Lexgion(0x10): OpenMP.default: CUDA.foo(0)]
            ! this constraint names no known unit, so it had no effect; today it would silence the region, and it is left out: CUDA.foo(0)
            ! this constraint names no known unit, so it had no effect; today it would silence the region, and it is left out: Foo.x(0)
            ! today 27 events of MPI are on by default, and none was then, so more is traced: [Lexgion(0x13): : Foo.x(0), MPI.rank(0)]
        "#]],
    );
}

#[test]
fn spellings_that_stay_are_said_to() {
    check(
        "[REPLACE OpenMP.thread(1)] : OpenMP.default\n omp_work=off\n",
        expect![
            "refused: `REPLACE` is a spelling of an earlier version that today's program does not know; it is left as it is"
        ],
    );
    check(
        "[REPLACE Lexgion(0x1)]\n[MPI.global]\n[OpenMP]\n omp_work = off\n[0x401234]\n max_num_traces=3\n",
        expect![[r#"
            [REPLACE Lexgion(0x1)]
            [MPI.default]
            [OpenMP.default]
             omp_work = off
            [Lexgion(0x401234)]
             max_num_traces=3
            ! `REPLACE` is a spelling of an earlier version that today's program does not know; it is left as it is: REPLACE
            ! this section was ignored and counts now: OpenMP
            ! this section was ignored and counts now: 0x401234
        "#]],
    );
    let marked = file("\u{feff}[Lexgion(0x1): MPI.default]\n");
    assert_eq!(text_of(&marked, "current"), "[Lexgion(0x1)] : MPI.default\n");
    let indented = file("\u{feff} [Lexgion(0x1): MPI.default]\n");
    assert_eq!(text_of(&indented, "current"), " [Lexgion(0x1)] : MPI.default\n");
}

#[test]
fn fewer_events_were_on_in_the_dialect_of_the_document() {
    check_seed(
        "[MPI.default]\n MPI_Send=off\n[Lexgion(0x1)] : MPI.default\n max_num_traces=1\n[OpenMP.default]\n[CUDA.device(0)]\n",
        expect![[r#"
            [MPI.default]
             MPI_Send=off
            [Lexgion(0x1): MPI.default]
             max_num_traces=1
            [OpenMP.default]
            [CUDA.device(0)]
            ! 27 events of MPI are on by default today; in February 2026 none was, and none could be switched on, so less is traced: [MPI.default]
            ! `omp_implicit_task` of OpenMP is on by default today and was off in February 2026, so less is traced: [OpenMP.default]
            ! 10 events of CUDA are on by default today; in February 2026 none was, and none could be switched on, so less is traced: [CUDA.device(0)]
        "#]],
    );
}
