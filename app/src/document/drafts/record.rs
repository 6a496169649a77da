//! A draft as the browser keeps it: one record with all that it takes to open the file again.

use bobbin_protocol::Encoding;
use bobbin_sorting::Sorting as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::Provenance;
use super::super::store::{NewFile, UnreadDraft, UnreadPlace};

/// The format of [`Draft`]. A page that meets a newer one does not touch it.
pub const FORMAT: u32 = 2;

/// One open file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    #[serde(default = "format")]
    pub format: u32,
    /// The tab that has it open, if the record is of a version that had it here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tab: String,
    pub name: String,
    #[serde(default)]
    pub language: String,
    #[serde(default = "utf8")]
    pub encoding: Encoding,
    #[serde(default = "plain_text")]
    pub provenance: Provenance,
    /// A text of which nobody knows whether it is on disk counts as one that is not.
    #[serde(default = "yes")]
    pub is_modified: bool,
    /// The number of times the language server died over it.
    #[serde(default)]
    pub deaths: u8,
    /// The text, if the record is of a version that had it here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

fn format() -> u32 {
    FORMAT
}

fn utf8() -> Encoding {
    Encoding::Utf8
}

fn plain_text() -> Provenance {
    Provenance::Text
}

fn yes() -> bool {
    true
}

impl From<Draft> for NewFile {
    fn from(draft: Draft) -> NewFile {
        NewFile {
            name: draft.name,
            language: draft.language,
            text: draft.text,
            encoding: draft.encoding,
            provenance: draft.provenance,
            is_modified: draft.is_modified,
            deaths: draft.deaths,
        }
    }
}

/// Reads what is kept at a place; `Err` if only a later version knows how.
pub fn read(place: UnreadPlace, json: &str) -> Result<Draft, UnreadDraft> {
    match bobbin_json::from_str::<Draft>(json) {
        Ok(draft) if draft.format <= FORMAT => Ok(draft),
        _ => Err(unread(place, json)),
    }
}

fn unread(place: UnreadPlace, stored: &str) -> UnreadDraft {
    let value: Value = bobbin_json::from_str(stored).unwrap_or_default();
    let part = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    UnreadDraft {
        place,
        name: part("name").filter(|it| !it.is_empty()).unwrap_or_else(|| "draft.txt".to_owned()),
        text: part("text").unwrap_or_else(|| stored.to_owned()),
    }
}

/// A draft of the format before this one, which had its text under a key of its own.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OldDraft {
    id: u64,
    name: String,
    #[serde(default)]
    language: String,
    #[serde(default = "utf8")]
    encoding: Encoding,
    #[serde(default = "plain_text")]
    provenance: Provenance,
    #[serde(default = "yes")]
    is_modified: bool,
}

/// The drafts left in the format before this one.
#[derive(Debug, Default, PartialEq)]
pub struct Old {
    /// The drafts in the order of their tabs, each with the number it had.
    pub drafts: Vec<(u64, Draft)>,
    pub shown: Option<u64>,
    pub unread: Vec<UnreadDraft>,
}

/// Reads the format before this one: a list of files, and their texts by number with their keys.
pub fn read_old(list: Option<&str>, texts: Vec<(u64, String, String)>) -> Old {
    let list: Value = list.and_then(|it| bobbin_json::from_str(it).ok()).unwrap_or_default();
    let files = list.get("files").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut old = Old { shown: list.get("active").and_then(Value::as_u64), ..Old::default() };
    let number = |it: &Value| it.get("id").and_then(Value::as_u64);
    let place = |id: u64| files.iter().position(|it| number(it) == Some(id));
    let mut texts = texts;
    texts.order_by_key(|(id, ..)| (place(*id).unwrap_or(usize::MAX), *id));
    for (id, key, text) in texts {
        let entry = place(id).and_then(|it| files.get(it)).cloned().unwrap_or_default();
        match serde_json::from_value::<OldDraft>(entry.clone()) {
            Ok(it) => old.drafts.push((
                it.id,
                Draft {
                    format: FORMAT,
                    tab: String::new(),
                    name: it.name,
                    language: it.language,
                    encoding: it.encoding,
                    provenance: it.provenance,
                    is_modified: it.is_modified,
                    deaths: 0,
                    text,
                },
            )),
            Err(_) => {
                let name = entry.get("name").and_then(Value::as_str).unwrap_or("draft.txt");
                let place = UnreadPlace::Legacy(key);
                old.unread.push(UnreadDraft { place, name: name.to_owned(), text });
            }
        }
    }
    old
}

#[cfg(test)]
mod tests {
    use bobbin_protocol::DecodeFault;

    use super::super::super::provenance::OwnFile;
    use super::*;

    fn place() -> UnreadPlace {
        UnreadPlace::Legacy("k".into())
    }

    fn draft() -> Draft {
        Draft {
            format: FORMAT,
            tab: "a1".into(),
            name: "é.coilcfg.txt".into(),
            language: "coil-hardware".into(),
            encoding: Encoding::Latin1,
            provenance: Provenance::Decompiled {
                binary: "é.coilcfg".into(),
                exact: false,
                report: vec!["one byte differs".into()],
                opened_as: Some(u64::MAX),
                own: Some(OwnFile { data: "R0ZDQw==".into(), is_compressed: true }),
                fault: Some(DecodeFault {
                    offset: 8,
                    len: 4,
                    message: "expected more".into(),
                    code: "E1_TRUNCATED".into(),
                }),
            },
            is_modified: false,
            deaths: 1,
            text: "[cpu:0]\r\n🎉".into(),
        }
    }

    #[test]
    fn a_draft_survives_its_json() {
        let json = serde_json::to_string(&draft()).unwrap();
        assert_eq!(read(place(), &json), Ok(draft()));
    }

    #[test]
    fn a_draft_with_other_fields_is_read() {
        let it = read(place(), r#"{"name": "a.pipe", "text": "x", "colour": "red"}"#).unwrap();
        assert_eq!((it.name.as_str(), it.text.as_str()), ("a.pipe", "x"));
        assert!(it.is_modified, "nobody knows that it is on disk");
    }

    #[test]
    fn a_draft_of_a_binary_without_its_bytes_is_read() {
        let json = r#"{"name": "a.coilcfg.txt", "text": "x", "provenance":
            {"kind": "decompiled", "binary": "a.coilcfg", "exact": false, "report": []}}"#;
        let expected = Provenance::Decompiled {
            binary: "a.coilcfg".into(),
            exact: false,
            report: Vec::new(),
            opened_as: None,
            own: None,
            fault: None,
        };
        assert_eq!(read(place(), json).unwrap().provenance, expected);
    }

    #[test]
    fn what_cannot_be_read_is_set_aside_with_its_text() {
        let of = |json: &str| read(place(), json).unwrap_err();
        let newer = of(r#"{"format": 3, "name": "a.pipe", "text": "process a"}"#);
        assert_eq!((newer.name.as_str(), newer.text.as_str()), ("a.pipe", "process a"));
        let other = of(r#"{"format": 2, "name": "a.pipe", "text": "x", "encoding": "koi8"}"#);
        assert_eq!(other.text, "x");
        let shapeless = of(r#"{"format": 2, "body": ["x"]}"#);
        assert_eq!(shapeless.name, "draft.txt");
        assert!(shapeless.text.contains(r#"["x"]"#));
        assert_eq!(of("not even JSON").text, "not even JSON");
    }

    fn texts(all: &[(u64, &str)]) -> Vec<(u64, String, String)> {
        all.iter().map(|(id, text)| (*id, format!("bobbin.draft.{id}"), (*text).into())).collect()
    }

    #[test]
    fn drafts_of_the_format_before_are_read() {
        let list = r#"{"files":[
            {"id":4,"name":"b.pipe","language":"sprokit","encoding":"utf8","provenance":{"kind":"text"},"isModified":true},
            {"id":0,"name":"a.trace","language":"pinsight","encoding":"latin1","provenance":{"kind":"text"},"isModified":false}
        ],"active":0}"#;
        let old = read_old(Some(list), texts(&[(0, "A"), (4, "B")]));
        let names: Vec<(u64, &str, &str)> =
            old.drafts.iter().map(|(id, it)| (*id, it.name.as_str(), it.text.as_str())).collect();
        assert_eq!(names, [(4, "b.pipe", "B"), (0, "a.trace", "A")]);
        assert_eq!((old.shown, old.unread.len()), (Some(0), 0));
    }

    #[test]
    fn old_texts_that_nobody_names_are_set_aside() {
        let list = r#"{"files":[{"id":1,"name":"odd.pipe","encoding":7}],"active":null}"#;
        let old = read_old(Some(list), texts(&[(1, "odd"), (2, "lost")]));
        let found: Vec<(&str, &str)> =
            old.unread.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
        assert_eq!(found, [("odd.pipe", "odd"), ("draft.txt", "lost")]);
        assert!(old.drafts.is_empty());
        assert_eq!(read_old(Some("{"), texts(&[(1, "x")])).unread.len(), 1);
        assert_eq!(read_old(None, Vec::new()), Old::default());
    }
}
