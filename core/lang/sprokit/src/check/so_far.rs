//! The value that a key has before something is to be added to it.

use std::collections::HashMap;

use crate::ast::EntryForm;
use crate::diagnostics::syntax::SoFar;
use crate::file::File;
use crate::macros;
use crate::model::Entry;
use crate::resolve;
use bobbin_core::syntax::TokenIdx;

/// The first assignments of a key, by the tokens they begin at.
struct Firsts {
    any: TokenIdx,
    relative: Option<TokenIdx>,
    read_only: Option<TokenIdx>,
}

/// The assignments of each full key; looked up once it is asked for.
#[derive(Default)]
pub(super) struct Assigned(Option<HashMap<String, Firsts>>);

impl Assigned {
    /// Returns the assignments of `key`, of which some may stand behind what asks.
    fn of(&mut self, file: &File, key: &str) -> Option<&Firsts> {
        let all = self.0.get_or_insert_with(|| {
            let mut res: HashMap<String, Firsts> = HashMap::new();
            let is_junk = |it: &Entry| matches!(it.form, EntryForm::Junk | EntryForm::LegacyJunk);
            for it in file.model().entries.iter().filter(|it| !is_junk(it)) {
                let (at, flags) = (it.span.start, resolve::flags(file, it));
                let key = file.model().full_key(file.source(), it);
                let firsts =
                    res.entry(key).or_insert(Firsts { any: at, relative: None, read_only: None });
                if flags.relative {
                    firsts.relative.get_or_insert(at);
                }
                if flags.read_only {
                    firsts.read_only.get_or_insert(at);
                }
            }
            res
        });
        all.get(key)
    }

    /// Returns the value that `full_key` has before what stands at `at`.
    pub(super) fn so_far<'k>(&mut self, file: &File, full_key: &'k str, at: TokenIdx) -> SoFar<'k> {
        let before = self.of(file, full_key);
        let is_above = |it: TokenIdx| it < at;
        let is_set = before.is_some_and(|it| is_above(it.any));
        let is_relative = before.and_then(|it| it.relative).is_some_and(is_above);
        let is_read_only = before.and_then(|it| it.read_only).is_some_and(is_above);
        let may_be_set = file.source().has_gap_between(TokenIdx(0), at);
        match (is_set, macros::is_name(full_key)) {
            _ if is_read_only => SoFar::ReadOnly,
            _ if is_relative => SoFar::RelativePath,
            (false, _) if !may_be_set => SoFar::Nothing,
            (_, false) => SoFar::Unreachable,
            (false, true) => SoFar::Unknown,
            (true, true) => SoFar::Key(full_key),
        }
    }
}
