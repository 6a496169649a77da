//! Languages whose code comes after the program began: what is fixed for them is known at once, what
//! reads their texts from when their family is installed, and the rest from when its tools are.
//!
//! A program that is cut into parts installs a family in the part that holds it, and its tools in
//! another. Whoever lets a function run before that ends the program; the server says before a
//! message what it needs.

use std::sync::OnceLock;

use bobbin_core::view::Wizard;
use bobbin_core::{BinaryForm, Language};

use crate::reading::{Reading, Tools, absent};

/// Makes the module of a language from its facts, with functions that wait for the real ones.
///
/// A constant is copied field by field, so that what replaces a function of the language does not
/// bring that along.
macro_rules! late {
    ($(#[$doc:meta])* $module:ident = $($language:ident)::+) => {
        $(#[$doc])*
        pub mod $module {
            use $($language)::+ as language;

            use super::*;

            static READING: OnceLock<Language> = OnceLock::new();
            static WHOLE: OnceLock<Language> = OnceLock::new();
            static TOOLS: Tools<language::File> = OnceLock::new();

            /// The facts of the language, with functions that wait for its code.
            pub static INFO: Language = Language {
                parse: |input| (reading().parse)(input),
                wizard: match language::INFO.wizard {
                    Some(_) => Some(wizard),
                    None => None,
                },
                binary: match language::INFO.binary {
                    Some(_) => Some(&LATE_BINARY),
                    None => None,
                },
                ..language::INFO
            };

            const LATE_BINARY: BinaryForm = BinaryForm {
                decompile: |bytes| (binary(reading()).decompile)(bytes),
                salvage: |bytes, error| (binary(reading()).salvage)(bytes, error),
                own_bytes: |bytes| (binary(reading()).own_bytes)(bytes),
                compare: |left, right| (binary(whole()).compare)(left, right),
                convert: |name, bytes, id| (binary(whole()).convert)(name, bytes, id),
                describe: |machine| (binary(whole()).describe)(machine),
            };

            const READING_BINARY: Option<BinaryForm> = match language::INFO.binary {
                Some(&it) => Some(BinaryForm {
                    compare: LATE_BINARY.compare,
                    convert: LATE_BINARY.convert,
                    describe: LATE_BINARY.describe,
                    ..it
                }),
                None => None,
            };

            /// Installs the code that reads texts, which then is part of what calls this.
            pub fn install() {
                let _ = READING.set(Language {
                    parse: |input| Box::new(Reading::new(language::parse(input), &INFO, &TOOLS)),
                    binary: READING_BINARY.as_ref(),
                    wizard: INFO.wizard,
                    ..language::INFO
                });
            }

            /// Installs everything else, which then is part of what calls this.
            pub fn install_tools() {
                let _ = TOOLS.set(|file| file);
                let _ = WHOLE.set(language::INFO);
            }

            fn reading() -> &'static Language {
                READING.get().unwrap_or_else(|| absent(INFO.name))
            }

            fn whole() -> &'static Language {
                WHOLE.get().unwrap_or_else(|| absent(INFO.name))
            }

            fn wizard(answers: &[(String, String)]) -> Wizard {
                whole().wizard.map(|it| it(answers)).unwrap_or_default()
            }

            fn binary(of: &Language) -> &'static BinaryForm {
                of.binary.unwrap_or_else(|| absent(INFO.name))
            }
        }
    };
}

late! {
    /// KWIVER/sprokit pipelines and clusters.
    sprokit = bobbin_sprokit
}

late! {
    /// PInsight trace configurations.
    pinsight = bobbin_pinsight
}

late! {
    /// COIL hardware configurations.
    coil_hardware = bobbin_coil::hardware
}

late! {
    /// COIL target configurations.
    coil_target = bobbin_coil::target
}
