//! Catalogues that a user brings (docs/command.md says their shape).

use std::borrow::Cow;

use super::json::{self, Json};
use super::types::{Dynamic, FLAG_WORDS, Flags, HEARTBEAT, Key, KeyKind, Port, ProcessType, Word};
use bobbin_core::view::PortSide;

/// Adds the types of a catalogue to `types`; one of the same name takes the place of the other.
///
/// # Errors
///
/// Why the text is no catalogue, as a sentence for people.
pub fn read(text: &str, types: &mut Vec<ProcessType>) -> Result<(), String> {
    // Some editors begin every file with a byte order mark.
    let json = json::read(text.strip_prefix('\u{feff}').unwrap_or(text))
        .map_err(|line| format!("line {line} is not JSON"))?;
    let list = match json.get("processes") {
        Some(it) => it.items(),
        None => json.items(),
    };
    if list.is_empty() {
        return Err("it has no list `processes`".to_owned());
    }
    for (n, it) in list.iter().enumerate() {
        let name = it.text_of("type");
        if name.is_empty() {
            return Err(format!("process {} has no `type`", n + 1));
        }
        types.retain(|it| it.name != name);
        types.push(process_type(it));
    }
    Ok(())
}

fn word(value: &Json, name: &str) -> Word {
    Cow::Owned(value.text_of(name).to_owned())
}

fn process_type(value: &Json) -> ProcessType {
    let mut res = ProcessType {
        name: word(value, "type"),
        module: word(value, "module"),
        is_cluster: value.is_true("is_cluster") || value.text_of("kind") == "cluster",
        about: word(value, "description"),
        inputs: ports(value, "inputs"),
        outputs: ports(value, "outputs"),
        keys: Vec::new(),
        dynamic: Vec::new(),
    };
    for it in value.get("config").map_or(&[] as &[Json], Json::items) {
        let kind = KeyKind::of(it.text_of("type"), it.text_of("true_literal"));
        res.keys.push(Key {
            name: word(it, "key"),
            kind,
            interface: word(it, "algorithm"),
            default: word(it, "default"),
            tunable: it.is_true("tunable"),
            about: word(it, "description"),
        });
    }
    for (name, side) in [("inputs", PortSide::Input), ("outputs", PortSide::Output)] {
        let rules = value.get("dynamic").and_then(|it| it.get(name));
        for it in rules.map_or(&[] as &[Json], Json::items) {
            res.dynamic.push(Dynamic {
                side,
                template: word(it, "template"),
                pattern: word(it, "regex"),
                data_type: word(it, "type"),
            });
        }
    }
    res
}

/// Ports with their properties as members, or as a list of words.
fn ports(value: &Json, side: &str) -> Vec<Port> {
    let mut res = Vec::new();
    for it in value.get(side).map_or(&[] as &[Json], Json::items) {
        let name = if it.get("port").is_some() { "port" } else { "name" };
        let listed = it.get("flags").map_or(&[] as &[Json], Json::items);
        let mut bits = 0;
        for (bit, flag) in FLAG_WORDS.iter().enumerate() {
            let is = |it: &Json| it.text().is_some_and(|it| it.trim_start_matches('_') == *flag);
            if it.is_true(flag) || listed.iter().any(is) {
                bits |= 1 << bit;
            }
        }
        let port = Port {
            name: word(it, name),
            data_type: word(it, "type"),
            flags: Flags(bits),
            about: word(it, "description"),
        };
        if port.name != HEARTBEAT.name {
            res.push(port);
        }
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_in_both_shapes() {
        let text = r#"{"processes": [{"type": "a", "module": "m",
            "inputs": [{"name": "x", "type": "t", "required": true}],
            "config": [{"key": "k", "type": "int", "default": 3}],
            "dynamic": {"outputs": [{"template": "<n>", "regex": "^.+$", "type": "u"}]}}]}"#;
        let mut types = Vec::new();
        read(text, &mut types).unwrap();
        let listed = r#"[{"type": "b", "outputs": [{"port": "_heartbeat", "type": "_none"},
            {"port": "y", "type": "t", "flags": ["_shared", "_required"]}]}, {"type": "a"}]"#;
        read(listed, &mut types).unwrap();
        let [b, a] = types.as_slice() else { panic!("{types:?}") };
        assert_eq!((a.name.as_ref(), a.keys.len()), ("a", 0));
        assert_eq!(b.outputs.len(), 1);
        assert!(b.outputs[0].flags.has(Flags::SHARED) && b.outputs[0].flags.has(Flags::REQUIRED));
    }

    #[test]
    fn what_is_no_catalogue_is_refused() {
        let why = |text: &str| read(text, &mut Vec::new()).unwrap_err();
        assert_eq!(why("{"), "line 1 is not JSON");
        assert_eq!(why("{}"), "it has no list `processes`");
        assert_eq!(why("[{}]"), "process 1 has no `type`");
        assert_eq!(why("\u{feff}[{}]"), "process 1 has no `type`");
    }
}
