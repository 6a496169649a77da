//! The assignments that give macros their values (sprokit.md#macros).

use std::sync::Arc;

use text_size::TextSize;

use crate::file::File;
use crate::macros::{self, Macro};
use crate::model::Entry;
use crate::resolve::{self, Baked, Configuration};
use bobbin_core::Input;
use bobbin_core::syntax::TokenIdx;
use bobbin_core::text::{Files, Location};

/// Returns the assignment that a macro in the value of the entry `asking` takes its value from: the
/// latest one before it. None for what the machine says, and for a name without a value.
pub fn source<'c, 'f>(
    file: &File,
    configuration: &'c Configuration<'f>,
    asking: usize,
    it: &Macro<'_>,
) -> Option<&'c Baked<'f>> {
    let mut before = configuration.entries.iter().rev().filter(|it| it.entry < asking);
    match it.provider {
        "CONFIG" => before.find(|baked| baked.key == it.name),
        "LOCAL" => {
            let names = |baked: &&Baked<'_>, own: fn(&File, &Entry) -> String| {
                let entry = file.model().entries.get(baked.entry);
                baked.flags.local && entry.is_some_and(|entry| own(file, entry) == it.name)
            };
            let with_blocks = |file: &File, it: &Entry| file.model().local_key(file.source(), it);
            let bare = |file: &File, it: &Entry| file.source().joined(it.key).into_owned();
            before
                .clone()
                .find(|it| names(it, with_blocks))
                .or_else(|| before.find(|it| names(it, bare)))
        }
        _ => None,
    }
}

/// Returns where the macro at a place gets its value: here or in an included file; or, if this text
/// gives it none, in each open file that includes this one.
pub fn definitions(file: &File, place: TextSize) -> Vec<Location> {
    let Some(value) = file.source().at(place).filter(|&it| file.source().is_own(it)) else {
        return Vec::new();
    };
    let own = definition(file, value, place);
    if own.is_some() {
        return own.into_iter().collect();
    }
    let path = Files::normalise(&file.input().path);
    let name = path.rsplit('/').next().unwrap_or_default();
    let mut files = (*file.input().files).clone();
    files.insert(&path, Arc::clone(&file.input().text));
    let files = Arc::new(files);
    let mut res = Vec::new();
    for other in files.paths().filter(|&it| it != path) {
        let text = files.get(other).filter(|it| it.contains(name) && it.contains("include "));
        let Some(text) = text else { continue };
        let input = Input {
            path: other.to_owned(),
            text: Arc::clone(text),
            files: Arc::clone(&files),
            host: Arc::clone(&file.input().host),
        };
        let includer = file.parse_other(&input);
        let range = file.source().local_range(value);
        let tokens = includer.model().entries.iter().filter_map(|it| it.value);
        let there = tokens.filter(|&it| {
            let source = includer.source().file(includer.source().file_of(it));
            includer.source().local_range(it) == range
                && source.is_some_and(|it| Files::normalise(&it.path) == path)
        });
        for it in there {
            let found = definition(&includer, it, place);
            let found = found.map(|it| Location {
                path: Some(it.path.unwrap_or_else(|| other.to_owned())),
                ..it
            });
            res.extend(found.filter(|it| !res.contains(it)));
        }
    }
    res
}

/// Returns where the macro at an offset of the file of the token `value` gets its value.
fn definition(file: &File, value: TokenIdx, place: TextSize) -> Option<Location> {
    let source = file.source();
    let asking = file.model().entries.iter().position(|it| it.value == Some(value))?;
    let inside = usize::from(place.checked_sub(source.local_range(value).start())?);
    let it = macros::find(source.text(value)).find(|it| it.range.contains(&inside))?;
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let found = self::source(file, &configuration, asking, &it)?;
    let entry = file.model().entries.get(found.entry)?;
    if source.is_own(entry.key.start) {
        return Some(Location::here(source.span_range(entry.key)));
    }
    let it = source.written(entry.key)?;
    Some(Location { path: it.path.map(|it| Files::normalise(&it)), ..it })
}
