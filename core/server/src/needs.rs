//! What a message needs, for modules that hold the code of each language, and the tools for what one
//! does with a text, in parts of their own.

use std::borrow::Cow;

use bobbin_languages::LanguageId;
use bobbin_protocol as protocol;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::files;
use crate::requests::OF_READING;
use crate::rpc::{self, Incoming};

/// The part of any message's parameters that says what it is about.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct About<'a> {
    #[serde(borrow)]
    text_document: Option<Opened<'a>>,
    #[serde(borrow)]
    uri: Option<Cow<'a, str>>,
    #[serde(borrow)]
    language: Option<Cow<'a, str>>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    data: Option<Cow<'a, str>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opened<'a> {
    #[serde(borrow, default)]
    language_id: Option<Cow<'a, str>>,
}

/// Messages that run no code of a language, or only that of documents that are open.
const NEEDING_NONE: &[&str] = &[
    "initialize",
    "initialized",
    "shutdown",
    "exit",
    "$/cancelRequest",
    "$/setTrace",
    "workspace/willRenameFiles",
    protocol::Languages::METHOD,
    protocol::Includes::METHOD,
    protocol::IncludeParams::METHOD,
    protocol::EncodeParams::METHOD,
    protocol::CrashParams::METHOD,
    "bobbin/host",
];

/// The code that must be there before a message is taken.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Needs {
    /// Families of languages, by their cargo features.
    pub families: Vec<&'static str>,
    /// True if what one does with a text is needed, in all languages that are there.
    pub tools: bool,
}

/// Returns what must be there before [`Server::begin`](crate::Server::begin) takes a message. The
/// families of open documents are there since they were opened; a message that is not known to need
/// less needs all.
#[must_use]
pub fn needs(message: &str) -> Needs {
    // What cannot be read is answered with an error.
    let Ok(Incoming { method: Some(method), id, params }) = Incoming::parse(message) else {
        return Needs::default();
    };
    let method = method.as_ref();
    let mut families: Vec<&'static str> =
        languages(method, params).map(LanguageId::family).collect();
    families.dedup();
    Needs { families, tools: id.is_some() && !OF_READING.contains(&method) }
}

fn languages(method: &str, params: Option<&RawValue>) -> std::vec::IntoIter<LanguageId> {
    let all = || LanguageId::ALL.to_vec().into_iter();
    let some = |it: Option<LanguageId>| it.into_iter().collect::<Vec<_>>().into_iter();
    let of_binaries = || some(LanguageId::of_binaries().map(|(it, _)| it));
    if NEEDING_NONE.contains(&method) {
        return some(None);
    }
    let about = params.map_or(Ok(About::default()), |it| bobbin_json::from_str(it.get()));
    let Ok(about) = about else { return all() };
    match method {
        "textDocument/didOpen" => {
            let name = about.text_document.and_then(|it| it.language_id).unwrap_or_default();
            // A text without a language of ours gets the one that it looks like.
            LanguageId::from_name(&name).map_or_else(all, |it| some(Some(it)))
        }
        protocol::WizardParams::METHOD => {
            some(LanguageId::from_name(&about.language.unwrap_or_default()))
        }
        protocol::OpenParams::METHOD => {
            let (name, data) = (about.name.unwrap_or_default(), about.data.unwrap_or_default());
            match rpc::bytes(method, &data) {
                Ok(bytes) if files::is_binary(&name, &bytes) => of_binaries(),
                _ => some(None),
            }
        }
        protocol::DecompileParams::METHOD
        | protocol::DescribeParams::METHOD
        | protocol::OwnBytesParams::METHOD
        | protocol::ConvertBinaryParams::METHOD
        | protocol::CompareBytesParams::METHOD => of_binaries(),
        _ if about.uri.is_some() || about.text_document.is_some() => some(None),
        _ => all(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn check(method: &str, params: Value, families: &[&'static str], tools: bool) {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let expected = Needs { families: families.to_vec(), tools };
        assert_eq!(needs(&message.to_string()), expected, "{method} {params}");
    }

    #[test]
    fn a_message_needs_the_language_of_what_it_opens() {
        let opened = |language: &str| json!({ "textDocument": { "uri": "bobbin:///a", "languageId": language, "version": 1, "text": "process \"\\u00e9\"" } });
        let notified = |language: &str| {
            let method = "textDocument/didOpen";
            let params = opened(language);
            needs(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string())
        };
        let reading =
            |families: &[&'static str]| Needs { families: families.to_vec(), tools: false };
        assert_eq!(notified("sprokit"), reading(&["sprokit"]));
        assert_eq!(notified("coil-target"), reading(&["coil"]));
        assert_eq!(notified("plaintext"), reading(&["sprokit", "pinsight", "coil"]));
        check("bobbin/view", json!({ "uri": "bobbin:///a", "view": "graph" }), &[], false);
        check("bobbin/languages", json!({}), &[], false);
        assert_eq!(needs("no message"), Needs::default());
    }

    #[test]
    fn what_one_does_with_a_text_needs_the_tools() {
        let text = json!({ "textDocument": { "uri": "bobbin:///a" } });
        check("textDocument/hover", text.clone(), &[], true);
        check("textDocument/semanticTokens/full", text, &[], false);
        check("bobbin/plan", json!({ "uri": "bobbin:///a" }), &[], true);
        let wizard = json!({ "language": "coil-hardware", "answers": [] });
        check("bobbin/wizard", wizard, &["coil"], true);
        check("bobbin/describe", json!({ "machine": {} }), &["coil"], true);
        // Of what is not known nothing is taken for granted.
        check("bobbin/new", json!({}), &["sprokit", "pinsight", "coil"], true);
    }

    #[test]
    fn a_file_needs_its_language_when_it_is_read() {
        let open = |name: &str, data: &str| json!({ "name": name, "data": data });
        // "process a", then what every binary begins with.
        check("bobbin/open", open("a.pipe", "cHJvY2VzcyBh"), &[], false);
        check("bobbin/open", open("a.bin", "R0ZDQwAAAAA="), &["coil"], false);
        check("bobbin/open", open("a.coilcfg", "AAAAAAAAAAA="), &["coil"], false);
        check("bobbin/open", open("a.pipe", "no base64"), &[], false);
    }
}
