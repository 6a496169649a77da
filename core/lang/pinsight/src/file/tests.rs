//! Tests of what decides how a text is read, beside its own words.

use crate::file::parse;
use crate::tables::Domain;
use crate::values::NodePolicy;
use bobbin_core::text::slice;
use bobbin_core::{Document, Input};

/// `window-variable`: people take the variable for an override of the file.
#[test]
fn the_window_variable_is_spoken_of() {
    let env = std::collections::BTreeMap::from([
        ("PINSIGHT_TRACE_WINDOW".to_owned(), "0:5:10:0".to_owned()),
        ("PINSIGHT_MEASURE_ENERGY".to_owned(), "on".to_owned()),
    ]);
    let host = std::sync::Arc::new(bobbin_core::HostFacts { env, ..Default::default() });
    let input = Input { host, ..Input::alone("x", "[MPI.default]\n[Lexgion.default]\n") };
    let file = parse(&input);
    let found = file.diagnostics();
    assert_eq!(found.iter().map(|it| it.code.name).collect::<Vec<_>>(), ["window-variable"]);
    assert_eq!(slice(&input.text, found[0].range), "Lexgion.default");
    assert_eq!(file.state().energy.value, NodePolicy::On);
    // The regions of a domain do not see it.
    assert_eq!(file.state().region_default.triple[1].value, 5);
    assert_eq!(file.state().domain_region_default(Domain::Mpi).0.triple[1].value, -1);
}

#[test]
fn the_dialect_can_be_chosen() {
    let text = "[Lexgion(16)]\ntracing_rate = 2\n";
    let dialect = |word: &str| {
        let settings = vec![("dialect".to_owned(), word.to_owned())];
        let host = bobbin_core::HostFacts { settings, ..Default::default() };
        parse(&Input { host: host.into(), ..Input::alone("x", text) }).dialect().unwrap()
    };
    assert_eq!([dialect("seed"), dialect("current"), dialect("?")], ["seed", "current", "current"]);
}
