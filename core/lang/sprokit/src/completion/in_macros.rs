//! Words inside macros.

use text_size::TextSize;

use super::offer::Offer;
use crate::file::File;
use crate::macros;
use crate::model::Entry;
use crate::resolve;
use crate::token::is_blank_char;
use bobbin_core::sorting::Sorting as _;
use bobbin_core::syntax::TokenClass;
use bobbin_core::view::whole_word;

/// Adds the words inside a macro: `open` is what stands behind its `$`.
pub(super) fn words(file: &File, open: &str, at: TextSize, offer: &mut Offer) {
    let is_macro = |it: char| it.is_ascii_alphanumeric() || "._:".contains(it);
    // Names of files are looked for before there is any configuration (sprokit.md#includes).
    let line = file.input().text.get(..usize::from(at)).unwrap_or_default();
    let line = line.rsplit('\n').next().unwrap_or_default().trim_start_matches(is_blank_char);
    let is_include = line.trim_start_matches('!').starts_with("include ");
    let is_known = |it: &str| !is_include || matches!(it, "ENV" | "SYSENV");
    let Some((provider, name)) = open.split_once('{').filter(|it| is_known(it.0)) else {
        if !open.chars().all(is_macro) {
            return;
        }
        for (provider, about) in macros::PROVIDERS.into_iter().filter(|it| is_known(it.0)) {
            offer.insert(
                provider,
                about,
                String::new(),
                &format!("{provider}{{"),
                TokenClass::Macro,
            );
        }
        return;
    };
    offer.range = whole_word(&file.input().text, at - TextSize::of(name), at, is_macro);
    match provider {
        "SYSENV" => {
            for (name, about) in macros::SYSTEM_NAMES {
                offer.insert(name, about, String::new(), &format!("{name}}}"), TokenClass::Macro);
            }
        }
        "ENV" => {
            for (name, value) in &file.input().host.env {
                offer.insert(name, value, String::new(), &format!("{name}}}"), TokenClass::Macro);
            }
        }
        "CONFIG" | "LOCAL" => {
            for name in assigned(file, at, provider == "LOCAL") {
                offer.insert(&name, "", String::new(), &format!("{name}}}"), TokenClass::Macro);
            }
        }
        _ => (),
    }
}

/// Returns the names that a macro at a place can ask for, sorted: of full keys, or of local definitions. They have
/// a value from the next entry on (sprokit.md#macros).
fn assigned(file: &File, at: TextSize, is_local: bool) -> Vec<String> {
    let (source, model) = (file.source(), file.model());
    let is_earlier = |it: &&Entry| {
        let is_here = it.value.is_some_and(|it| source.range(it).contains_inclusive(at));
        source.range(it.span.start).start() < at && !(is_here && source.is_own(it.span.start))
    };
    let is_asked =
        |it: &&Entry| it.owner.holder().is_some() && (!is_local || resolve::flags(file, it).local);
    let entries = model.entries.iter().filter(is_earlier).filter(is_asked);
    let mut res: Vec<String> = entries
        .map(|it| if is_local { model.local_key(source, it) } else { model.full_key(source, it) })
        .filter(|it| macros::is_name(it))
        .collect();
    res.order();
    res.dedup();
    res
}
