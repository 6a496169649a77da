//! New names for what a section declares.

use text_size::{TextRange, TextSize};

use super::file::File;
use super::occurrences::{declaration_of, mention_at, mentions};
use super::{edit, items};
use bobbin_core::edit::{Command, Refusal, SourceChange};

/// Returns the name at `at`, if it can be changed.
pub(super) fn renamable(file: &File, at: TextSize) -> Option<TextRange> {
    let mentions = mentions(file);
    let it = mention_at(&mentions, at)?;
    declaration_of(file, &mentions, it)?;
    Some(it.range)
}

pub(super) fn rename(file: &File, at: TextSize, name: &str) -> Result<SourceChange, Refusal> {
    let mentions = mentions(file);
    let found = mention_at(&mentions, at);
    let section = found.and_then(|it| declaration_of(file, &mentions, it));
    let Some(section) = section else {
        return Err(Refusal::bad_value(
            "nothing that a section of this text declares is named here",
        ));
    };
    let item = items::item_at(file, section.header.start());
    let item = item.ok_or_else(|| Refusal::bad_value("this section has no name of its own"))?;
    let command = Command::Rename { item, name: name.to_owned() };
    edit::plan(file, &command)
}
