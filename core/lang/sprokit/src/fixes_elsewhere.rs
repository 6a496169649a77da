//! Fixes of what stands in another file: in that of a cluster, of which the text has an instance, or
//! in an included one.
//!
//! A diagnostic of this text points there. Opened by itself the other file has a diagnostic of its own
//! at the same place, and that one knows how it is mended.

use crate::check;
use crate::diagnostics::BROKEN_CLUSTER;
use crate::file::File;
use bobbin_core::Input;
use bobbin_core::diagnostics::{Code, Diagnostic, Severity, offer_elsewhere};
use bobbin_core::edit::LabelledChange;

/// Returns the edits of other files that fix `finding`, a diagnostic of `file`.
pub fn fixes(file: &File, finding: &Diagnostic) -> Vec<LabelledChange> {
    let mut res: Vec<LabelledChange> = Vec::new();
    for place in &finding.related {
        let Some(path) = place.path.as_deref() else { continue };
        let Some(text) = file.input().files.get(path) else { continue };
        let input = Input { path: path.to_owned(), text: text.clone(), ..file.input().clone() };
        for there in check::findings(&file.parse_other(&input)) {
            let meets = there.range.start() <= place.range.end()
                && place.range.start() <= there.range.end();
            if meets && is_same(finding.code, there.code) {
                offer_elsewhere(path, &there.fixes, &mut res);
            }
        }
    }
    res
}

/// Returns true if two diagnostics, of a text and of another file, are about one mistake.
fn is_same(here: &Code, there: &Code) -> bool {
    here == there
        || (here == &BROKEN_CLUSTER && there.severity == Severity::Error)
        || (here.reference.is_some() && here.reference == there.reference)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::parse;
    use bobbin_core::Input;
    use bobbin_core::text::Files;
    use bobbin_testing::fixes::fixed_elsewhere;
    use expect_test::{Expect, expect};

    /// Checks the diagnostics that are fixed in another file, the way to do so, and that file when
    /// it is done; the diagnostic must be gone then.
    #[track_caller]
    fn check(path: &str, there: &str, text: &str, expect: Expect) {
        let input = |there: &str| {
            let mut files = Files::default();
            files.insert(path, there.into());
            Input { files: Arc::new(files), ..Input::alone("main.pipe", text) }
        };
        expect.assert_eq(&fixed_elsewhere(|it| parse(&input(it)), path, there));
    }

    const HEAD: &str = "cluster c\n -- d\n x = 1\n -- d\n omap from k.number to out\n -- d\n";
    const MAIN: &str = "process a :: c\nprocess b :: sink\nconnect from a.out to b.sink\n";

    #[test]
    fn a_type_inside_an_instance() {
        let there = format!("{HEAD}process k :: const_nubmer\n");
        check("sub/c.cluster", &there, MAIN, expect![""]);
    }

    #[test]
    fn a_default_that_an_instance_cannot_change() {
        let there = format!("{HEAD}process k :: const_number\n value[ro] = $CONFIG{{c:x}}\n");
        let text = MAIN.replace("c\n", "c\n x = 9\n");
        check(
            "c.cluster",
            &there,
            &text,
            expect![[r#"
            frozen-cluster-key: Make it follow the key of the instance in `c.cluster`
            cluster c
             -- d
             x = 1
             -- d
             omap from k.number to out
             -- d
            process k :: const_number
             value[ro] = c:x
        "#]],
        );
    }

    #[test]
    fn a_port_inside_an_instance() {
        let there = format!("{HEAD}process k :: const_number\n").replace("k.number", "k.nubmer");
        check(
            "c.cluster",
            &there,
            MAIN,
            expect![[r#"
            unknown-port: Change to `number` in `c.cluster`
            cluster c
             -- d
             x = 1
             -- d
             omap from k.number to out
             -- d
            process k :: const_number
        "#]],
        );
        // Ends that are swapped are a port that is not there.
        let there = format!(
            "{HEAD}process k :: const_number\nprocess s :: sink\nconnect from s.sink to k.number\n"
        );
        check(
            "c.cluster",
            &there,
            MAIN,
            expect![[r#"
            unknown-port: Swap the ends in `c.cluster`
            cluster c
             -- d
             x = 1
             -- d
             omap from k.number to out
             -- d
            process k :: const_number
            process s :: sink
            connect from k.number to s.sink
        "#]],
        );
    }

    #[test]
    fn a_cluster_that_does_not_count() {
        let there = format!("{HEAD}process k : const_number\n");
        check(
            "c.cluster",
            &there,
            MAIN,
            expect![[r#"
            broken-cluster: Change to `::` in `c.cluster`
            cluster c
             -- d
             x = 1
             -- d
             omap from k.number to out
             -- d
            process k :: const_number
        "#]],
        );
    }

    #[test]
    fn a_value_mapped_to_no_key() {
        let there = format!("{HEAD}process k :: const_number\n value[ro] = c:xx\n");
        check(
            "c.cluster",
            &there,
            MAIN,
            expect![[r#"
            unknown-cluster-key: Change to `c:x` in `c.cluster`
            cluster c
             -- d
             x = 1
             -- d
             omap from k.number to out
             -- d
            process k :: const_number
             value[ro] = c:x
        "#]],
        );
    }

    #[test]
    fn an_included_file() {
        let text = "include part.pipe\nprocess b :: sink\nconnect from a.number to b.sink\n";
        check(
            "part.pipe",
            "process a : numbers\n",
            text,
            expect![[r#"
            missing-type: Change to `::` in `part.pipe`
            process a :: numbers
        "#]],
        );
    }
}
