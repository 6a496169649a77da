//! Every template of a new file is valid.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::collections::BTreeSet;

use bobbin_core::Input;
use bobbin_languages::{Detected, LanguageId, detect};

#[test]
fn templates_have_no_findings_and_are_recognised() {
    for language in LanguageId::ALL {
        let info = language.info();
        let mut seen = BTreeSet::new();
        assert!(info.templates.len() >= 2, "{} has too few templates", info.name);
        for it in info.templates {
            assert!(seen.insert(it.id), "{}: `{}` is listed twice", info.name, it.id);
            let document = language.parse(&Input::alone(it.file_name, it.text));
            let findings = document.diagnostics();
            assert!(findings.is_empty(), "{}: {}: {findings:#?}", info.name, it.id);
            assert!(!document.outline().entries.is_empty());
            if let Some(compiled) = document.compile() {
                compiled.unwrap();
            }
            let Detected::Text { language: found, others } =
                detect(it.file_name, it.text.as_bytes())
            else {
                panic!("{} is not recognised", it.file_name)
            };
            assert_eq!((found, others), (language, vec![]), "{}", it.id);
        }
    }
}
