//! The resolved pipeline as JSON.

use std::fmt::Write as _;

use crate::check::FlowTypes;
use crate::edges;
use crate::file::File;
use crate::instances;
use crate::network::Network;
use crate::resolve;
use crate::wires::wires;
use bobbin_core::Id as _;

/// Writes processes, connections between them and the configuration, in this shape:
///
/// ```json
/// {
///   "processes": [{"name": "a", "type": "t", "cluster": false, "config": {"k": "v"}}],
///   "connections": [{"from": "a.x", "to": "b.y", "type": "t", "capacity": "10", "blocking": true}],
///   "config": {"a:k": "v"},
///   "read_only": ["a:k"]
/// }
/// ```
///
/// The `type` of a connection is that of its input: the one that flows to it, if it takes it from there.
pub fn write(file: &File, network: &Network<'_>) -> String {
    let keys = file.full_keys();
    let configuration = resolve::bake(file, &keys);
    let configured = instances::configure(file, network, &configuration);
    let mut res = String::from("{\n  \"processes\": [");
    for (at, it) in network.processes.enumerated() {
        res += if at.index() == 0 { "\n    " } else { ",\n    " };
        res += "{\"name\": ";
        string(&it.name, &mut res);
        res += ", \"type\": ";
        string(it.type_name, &mut res);
        let _ = write!(res, ", \"cluster\": {}, \"config\": {{", network.is_cluster(at));
        let settings = match it.within {
            None => instances::given(file, &configuration, &it.name),
            Some(_) => configured.settings.get(at).cloned().unwrap_or_default(),
        };
        for (n, it) in settings.iter().enumerate() {
            res += if n == 0 { "" } else { ", " };
            pair(&it.key, &it.value, &mut res);
        }
        res += "}}";
    }
    res += "\n  ],\n  \"connections\": [";
    let flow_types = FlowTypes::new(file, network);
    for (n, wire) in wires(network).iter().enumerate() {
        res += if n == 0 { "\n    " } else { ",\n    " };
        let from = format!("{}.{}", network.name(wire.from.process), wire.from.port);
        let to = format!("{}.{}", network.name(wire.to.process), wire.to.port);
        let edge = edges::settings(file, network, &configuration, &configured, wire);
        res.push('{');
        for (key, value) in [
            ("from", from.as_str()),
            ("to", &to),
            ("type", flow_types.of(&wire.to).unwrap_or_else(|| wire.to.info.data_type())),
            ("capacity", &edge.capacity),
            ("rule", &edge.rule),
        ] {
            pair(key, value, &mut res);
            res += ", ";
        }
        let _ = write!(res, "\"blocking\": {}}}", edge.blocking);
    }
    res += "\n  ],\n  \"config\": {";
    let mut read_only = Vec::new();
    let effective = configuration.effective.iter();
    let effective =
        effective.filter_map(|&(key, at)| configuration.entries.get(at).map(|it| (key, it)));
    for (n, (key, baked)) in effective.enumerate() {
        res += if n == 0 { "\n    " } else { ",\n    " };
        pair(key, &resolve::stored(file, baked), &mut res);
        if baked.flags.read_only {
            read_only.push(key);
        }
    }
    res += "\n  },\n  \"read_only\": [";
    for (n, key) in read_only.iter().enumerate() {
        res += if n == 0 { "" } else { ", " };
        string(key, &mut res);
    }
    res + "]\n}\n"
}

fn pair(key: &str, value: &str, res: &mut String) {
    string(key, res);
    res.push_str(": ");
    string(value, res);
}

fn string(text: &str, res: &mut String) {
    res.push('"');
    for it in text.chars() {
        match it {
            '"' | '\\' => {
                res.push('\\');
                res.push(it);
            }
            it if it < ' ' => {
                let _ = write!(res, "\\u{:04x}", u32::from(it));
            }
            it => res.push(it),
        }
    }
    res.push('"');
}
