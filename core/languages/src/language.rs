//! The list of the languages.

#[cfg(feature = "late")]
use crate::late;
use bobbin_core::view::Wizard;
use bobbin_core::{BinaryForm, Document, FileBytes, Input, Language};

/// A language. The names are part of file names, the npm package and the server's protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LanguageId {
    /// KWIVER/sprokit pipelines and clusters.
    #[cfg(feature = "sprokit")]
    Sprokit,
    /// PInsight trace configurations.
    #[cfg(feature = "pinsight")]
    Pinsight,
    /// COIL hardware configurations, text form.
    #[cfg(feature = "coil")]
    CoilHardware,
    /// COIL target configurations.
    #[cfg(feature = "coil")]
    CoilTarget,
}

const N_LANGUAGES: usize = cfg!(feature = "sprokit") as usize
    + cfg!(feature = "pinsight") as usize
    + 2 * cfg!(feature = "coil") as usize;

impl LanguageId {
    /// All languages of this build, in the order of menus.
    pub const ALL: [LanguageId; N_LANGUAGES] = [
        #[cfg(feature = "sprokit")]
        LanguageId::Sprokit,
        #[cfg(feature = "pinsight")]
        LanguageId::Pinsight,
        #[cfg(feature = "coil")]
        LanguageId::CoilHardware,
        #[cfg(feature = "coil")]
        LanguageId::CoilTarget,
    ];

    /// Parses a text. This never fails: a broken text gives a document with diagnostics.
    #[must_use]
    pub fn parse(self, input: &Input) -> Box<dyn Document> {
        (self.info().parse)(input)
    }

    /// Returns the questions that lead to a new file, and the text that `answers` make: pairs of a
    /// field's key and a value. `None` if the language has no such dialogue.
    #[must_use]
    pub fn wizard(self, answers: &[(String, String)]) -> Option<Wizard> {
        self.info().wizard.map(|it| it(answers))
    }

    /// Returns what is fixed for the language.
    #[must_use]
    #[cfg(feature = "late")]
    pub fn info(self) -> &'static Language {
        match self {
            LanguageId::Sprokit => &late::sprokit::INFO,
            LanguageId::Pinsight => &late::pinsight::INFO,
            LanguageId::CoilHardware => &late::coil_hardware::INFO,
            LanguageId::CoilTarget => &late::coil_target::INFO,
        }
    }

    /// Returns what is fixed for the language.
    #[must_use]
    #[cfg(not(feature = "late"))]
    pub fn info(self) -> &'static Language {
        match self {
            #[cfg(feature = "sprokit")]
            LanguageId::Sprokit => &bobbin_sprokit::INFO,
            #[cfg(feature = "pinsight")]
            LanguageId::Pinsight => &bobbin_pinsight::INFO,
            #[cfg(feature = "coil")]
            LanguageId::CoilHardware => &bobbin_coil::hardware::INFO,
            #[cfg(feature = "coil")]
            LanguageId::CoilTarget => &bobbin_coil::target::INFO,
        }
    }

    /// Returns the language that binary files are decompiled to, with what can be done with them;
    /// `None` if this build leaves it out.
    #[must_use]
    pub fn of_binaries() -> Option<(LanguageId, &'static BinaryForm)> {
        LanguageId::ALL.into_iter().find_map(|it| Some((it, it.info().binary?)))
    }

    /// Returns the place where bytes stop being text in the language's encoding: offset, and line
    /// counted from 1.
    #[must_use]
    pub fn encoding_fault(self, bytes: &[u8]) -> Option<(usize, usize)> {
        let FileBytes::Utf8 { lone_cr_ends_line } = self.info().file_bytes else { return None };
        let offset = std::str::from_utf8(bytes).err()?.valid_up_to();
        let before = bytes.get(..offset).unwrap_or_default();
        let is_end = |(idx, &byte): (usize, &u8)| match byte {
            b'\n' => true,
            b'\r' => lone_cr_ends_line && before.get(idx + 1) != Some(&b'\n'),
            _ => false,
        };
        Some((offset, before.iter().enumerate().filter(|&it| is_end(it)).count() + 1))
    }

    /// Returns the cargo feature that holds the language.
    #[must_use]
    pub fn family(self) -> &'static str {
        match self {
            #[cfg(feature = "sprokit")]
            LanguageId::Sprokit => "sprokit",
            #[cfg(feature = "pinsight")]
            LanguageId::Pinsight => "pinsight",
            #[cfg(feature = "coil")]
            LanguageId::CoilHardware | LanguageId::CoilTarget => "coil",
        }
    }

    /// Returns the language with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<LanguageId> {
        LanguageId::ALL.into_iter().find(|it| it.info().name == name)
    }
}
