//! Says whose bytes are shown: those of the file that was opened, or those its text compiles to.

use leptos::prelude::*;

use crate::base64;
use crate::document::provenance::Content;
use crate::document::{OpenFile, Provenance};
use crate::widgets::dynamic::part;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, counted, plain, sentence};

/// The opened file whose own bytes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Own {
    pub is_big_endian: bool,
    pub is_mapped: bool,
}

/// The reason why the bytes are not what one may take them for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whose {
    /// True if the text compiles to them, in place of those of a file.
    is_recompiled: bool,
    /// The reason in sentences.
    why: String,
}

impl Whose {
    /// Returns what there is to say of the bytes of a file; nothing of one whose bytes are what its text
    /// compiles to.
    pub fn of(file: &OpenFile, content: Option<&Content>) -> Option<Whose> {
        let is_edited = file.is_edited();
        let why = describe(&file.provenance, is_edited, content)?;
        let is_recompiled = is_edited || file.own().is_none();
        Some(Whose { is_recompiled, why })
    }
}

fn describe(provenance: &Provenance, is_edited: bool, content: Option<&Content>) -> Option<String> {
    let Provenance::Decompiled { binary, exact, report, own, fault, .. } = provenance else {
        return None;
    };
    if fault.is_some() {
        return is_edited.then(|| {
            format!(
                "The text has changed since the damaged `{binary}` was opened: these are the bytes it compiles \
                 to, and not those of the file. Undo back to the opened text to see the file's own bytes."
            )
        });
    }
    let reasons = || report.iter().map(|it| sentence(it)).collect::<Vec<_>>().join(" ");
    let Some(own) = own else {
        return match (is_edited, exact) {
            (true, _) => Some(format!("The text has changed since `{binary}` was opened.")),
            (false, true) => None,
            (false, false) => Some(format!("`{binary}` itself has different bytes. {}", reasons())),
        };
    };
    if is_edited {
        return Some(format!(
            "The text has changed since `{binary}` was opened: these are the bytes it compiles to, \
             little-endian. About the file itself: {} Undo back to the opened text to see the file's own bytes.",
            reasons()
        ));
    }
    let content = content?;
    let order = if content.is_big_endian { "big-endian" } else { "little-endian" };
    let bytes = match own.is_compressed {
        true => format!(
            "The content of `{binary}`, {order}, shown uncompressed; the file itself has {}.",
            counted(base64::decode(&own.data).map_or(0, |it| it.len()), "byte")
        ),
        false => format!("The bytes of `{binary}` itself, {order}."),
    };
    let map = if content.is_mapped {
        ""
    } else {
        " They are not mapped to the text, and cannot be changed here: the text compiles to other bytes \
         than these, or the file has too many parts."
    };
    Some(format!(
        "{bytes}{map} Once you edit the text, the bytes it compiles to are shown, little-endian."
    ))
}

/// The badge of bytes that are not those of the file.
#[component]
pub fn WhoseBadge(whose: Memo<Option<Whose>>) -> impl IntoView {
    part(move || {
        let Whose { why, .. } = whose.get().filter(|it| it.is_recompiled)?;
        Some(
            view! { <span class="badge badge--warning" title=plain(&why)>"after recompiling"</span> },
        )
    })
}

/// Says in words whose bytes are shown.
#[component]
pub fn WhoseNote(whose: Memo<Option<Whose>>) -> impl IntoView {
    part(move || {
        let Whose { why, .. } = whose.get()?;
        Some(view! {
            <div class="notice notice--info" role="note">
                <IconView icon=Icon::Hint />
                <p class="notice__text">
                    <Prose text=why />
                </p>
            </div>
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bobbin_protocol::DecodeFault;

    use super::*;
    use crate::document::provenance::OwnFile;

    fn opened(exact: bool, report: &[&str], own: Option<OwnFile>) -> Provenance {
        Provenance::Decompiled {
            binary: "b.coilcfg".into(),
            exact,
            report: report.iter().map(|it| (*it).to_owned()).collect(),
            opened_as: Some(1),
            own,
            fault: None,
        }
    }

    #[test]
    fn bytes_that_are_not_those_of_the_file_say_so() {
        assert_eq!(describe(&Provenance::Text, true, None), None);
        assert_eq!(describe(&opened(true, &[], None), false, None), None);
        assert_eq!(
            describe(&opened(false, &["the numbers are big-endian"], None), false, None).unwrap(),
            "`b.coilcfg` itself has different bytes. The numbers are big-endian."
        );
        assert!(describe(&opened(true, &[], None), true, None).unwrap().contains("has changed"));
    }

    #[test]
    fn a_damaged_file_is_spoken_of_once_its_text_is_edited() {
        let mut damaged =
            opened(false, &[], Some(OwnFile { data: String::new(), is_compressed: false }));
        if let Provenance::Decompiled { fault, .. } = &mut damaged {
            let (message, code) = (String::new(), String::new());
            *fault = Some(DecodeFault { offset: 8, len: 4, message, code });
        }
        assert_eq!(describe(&damaged, false, None), None, "the fault is told elsewhere");
        assert!(describe(&damaged, true, None).unwrap().contains("the damaged `b.coilcfg`"));
    }

    #[test]
    fn the_bytes_of_the_file_are_called_by_their_order() {
        let own = |is_compressed| Some(OwnFile { data: base64::encode(&[0; 40]), is_compressed });
        let content =
            |is_big_endian, is_mapped| Content { bytes: Arc::default(), is_big_endian, is_mapped };
        let say = |compressed, content: Content| {
            describe(&opened(false, &[], own(compressed)), false, Some(&content)).unwrap()
        };
        let plain = say(false, content(true, true));
        assert!(plain.starts_with("The bytes of `b.coilcfg` itself, big-endian. Once"), "{plain}");
        let packed = say(true, content(false, false));
        assert!(
            packed.contains("little-endian, shown uncompressed; the file itself has 40 bytes.")
        );
        assert!(packed.contains("not mapped") && packed.contains("to other bytes"), "{packed}");
        let edited =
            describe(&opened(false, &["the numbers are big-endian"], own(false)), true, None);
        assert!(
            edited
                .unwrap()
                .contains("little-endian. About the file itself: The numbers are big-endian.")
        );
    }
}
