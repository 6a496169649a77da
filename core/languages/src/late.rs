//! Languages whose code comes after the program began: what is fixed for them is known at once, and
//! their functions from when their family is installed.
//!
//! A program that is cut into parts installs a family in the part that holds it. Whoever lets a
//! function run before that ends the program; the server says before a message what it needs.

use std::sync::OnceLock;

use bobbin_core::view::Wizard;
use bobbin_core::{BinaryForm, Document, Input, Language};

/// Ends the program rather than let it say something untrue.
#[expect(clippy::panic, reason = "no text of a user leads here")]
fn absent(language: &str) -> ! {
    panic!("the code of {language} is not installed")
}

/// Makes the module of a language from its facts, with functions that wait for the real ones.
macro_rules! late {
    ($(#[$doc:meta])* $module:ident = $info:path) => {
        $(#[$doc])*
        pub mod $module {
            use super::*;

            static CODE: OnceLock<Language> = OnceLock::new();

            /// What is known before the code is there. A constant is copied field by field, so the
            /// functions of the language do not come along.
            pub static INFO: Language = Language {
                parse,
                wizard: match $info.wizard {
                    Some(_) => Some(wizard),
                    None => None,
                },
                binary: match $info.binary {
                    Some(_) => Some(&BINARY),
                    None => None,
                },
                ..$info
            };

            static BINARY: BinaryForm = BinaryForm {
                decompile: |bytes| (binary().decompile)(bytes),
                salvage: |bytes, error| (binary().salvage)(bytes, error),
                own_bytes: |bytes| (binary().own_bytes)(bytes),
                compare: |left, right| (binary().compare)(left, right),
                describe: |machine| (binary().describe)(machine),
            };

            /// Installs the code, which then is part of what calls this.
            pub fn install() {
                let _ = CODE.set($info);
            }

            fn code() -> &'static Language {
                CODE.get().unwrap_or_else(|| absent(INFO.name))
            }

            fn parse(input: &Input) -> Box<dyn Document> {
                (code().parse)(input)
            }

            fn wizard(answers: &[(String, String)]) -> Wizard {
                code().wizard.map(|it| it(answers)).unwrap_or_default()
            }

            fn binary() -> &'static BinaryForm {
                code().binary.unwrap_or_else(|| absent(INFO.name))
            }
        }
    };
}

late! {
    /// KWIVER/sprokit pipelines and clusters.
    sprokit = bobbin_sprokit::INFO
}

late! {
    /// PInsight trace configurations.
    pinsight = bobbin_pinsight::INFO
}

late! {
    /// COIL hardware configurations.
    coil_hardware = bobbin_coil::hardware::INFO
}

late! {
    /// COIL target configurations.
    coil_target = bobbin_coil::target::INFO
}
