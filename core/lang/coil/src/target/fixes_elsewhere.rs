//! Fixes of what stands in an included file. Its diagnostics are told at the include of the main file,
//! but their edits are edits of the file itself.

use super::check;
use super::check::Finding;
use super::file::File;
use bobbin_core::diagnostics::{Diagnostic, offer_elsewhere};
use bobbin_core::edit::LabelledChange;

/// Returns the edits of included files that fix `finding`, a diagnostic of `file`.
pub(super) fn fixes(file: &File, finding: &Diagnostic) -> Vec<LabelledChange> {
    let mut res: Vec<LabelledChange> = Vec::new();
    // All of a text is checked for it, and a selection may hold thousands of findings.
    if file.config().files.len() < 2 {
        return res;
    }
    for it in check::findings(file, file.strictness()) {
        let Some(path) = it.path.clone().filter(|_| is_told_as(&it, finding)) else { continue };
        offer_elsewhere(&path, &it.diagnostic.fixes, &mut res);
    }
    res
}

fn is_told_as(there: &Finding, here: &Diagnostic) -> bool {
    there.diagnostic.code == here.code && there.clone().in_main_file() == *here
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::target::file::parse;
    use bobbin_core::Input;
    use bobbin_core::text::Files;
    use bobbin_testing::fixes::fixed_elsewhere;
    use expect_test::{Expect, expect};

    /// Checks the diagnostics that are fixed in an included file, the way to do so, and that file
    /// when it is done; the diagnostic must be gone then.
    #[track_caller]
    fn check(path: &str, there: &str, text: &str, expect: Expect) {
        let input = |there: &str| {
            let mut files = Files::default();
            files.insert("sub/between.coilcfg", "@include deep.coilcfg\n".into());
            files.insert(path, there.into());
            Input { files: Arc::new(files), ..Input::alone("main.coilcfg", text) }
        };
        expect.assert_eq(&fixed_elsewhere(|it| parse(&input(it)), path, there));
    }

    const REST: &str = "[Optimization]\nLevel = 1\n[Memory]\nModel = Flat\nAlignment = 8\n\
        StackGrowth = Down\nEndianness = Little\n";

    #[test]
    fn a_value_of_an_included_file() {
        let text = format!("@include sub/base.coilcfg\n{REST}");
        check(
            "sub/base.coilcfg",
            "[Target]\nPU = CPU\nArchitecture = x86 # c\nMode = 64\nFeatures = AVX3\n",
            &text,
            expect![[r#"
                feature: Change to `AVX2` in `base.coilcfg`
                [Target]
                PU = CPU
                Architecture = x86 # c
                Mode = 64
                Features = AVX2
                feature: Remove `AVX3` in `base.coilcfg`
                [Target]
                PU = CPU
                Architecture = x86 # c
                Mode = 64
            "#]],
        );
    }

    #[test]
    fn a_line_of_a_file_that_an_included_file_includes() {
        let text = format!(
            "@include sub/between.coilcfg\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n{REST}"
        );
        check(
            "sub/deep.coilcfg",
            "[Target\nPU CPU\n",
            &text,
            expect![[r#"
            section-name: Change to `[Target]` in `deep.coilcfg`
            [Target]
            PU CPU
            syntax: Make it a comment in `deep.coilcfg`
            [Target
            # PU CPU
        "#]],
        );
    }

    #[test]
    fn what_the_text_itself_overrides_needs_no_fix() {
        let text = format!(
            "@include sub/base.coilcfg\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n{REST}"
        );
        check("sub/base.coilcfg", "[Target]\nPU = CPUU\n", &text, expect![[r#""#]]);
    }
}
