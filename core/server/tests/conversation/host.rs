//! The facts a client reports about the machine that texts will run on.

use bobbin_core::HostFacts;
use expect_test::expect;
use serde_json::{Value, json};

use crate::client::{Client, only, pretty};
use crate::disk::{client_on, codes};

const URI: &str = "bobbin:///home.pipe";
const TEXT: &str = "config here\n  folder = $ENV{HOME}/é\n";

/// Returns the value of `folder`.
fn folder(client: &mut Client) -> Value {
    let view = client.ask("bobbin/view", json!({ "uri": URI, "view": "resolved" }));
    view["view"]["rows"][0]["value"].clone()
}

fn home(folder: &str) -> Value {
    json!({ "env": [{ "key": "HOME", "value": folder }] })
}

#[test]
fn the_surroundings_count_for_all_documents() {
    let mut client = Client::new();
    client.open(URI, "sprokit", TEXT);
    client.open("bobbin:///x.trace", "pinsight", "[OpenMP.default]\n");
    client.open("bobbin:///notes.txt", "plaintext", "hello");
    assert_eq!(folder(&mut client), json!("$ENV{HOME}/é"));
    let said = client.tell("bobbin/host", home("/home/é"));
    let uris: Vec<Value> =
        only(&said, "bobbin/document").iter().map(|it| it["uri"].clone()).collect();
    assert_eq!(uris, [URI, "bobbin:///x.trace"]);
    assert_eq!(folder(&mut client), json!("/home/é/é"));
    // Nothing is judged again for what was known.
    assert_eq!(client.tell("bobbin/host", home("/home/é")), [] as [Value; 0]);
    // What is said takes the place of what was said before.
    client.tell("bobbin/host", json!({ "system": [{ "key": "numproc", "value": "8" }] }));
    assert_eq!(folder(&mut client), json!("$ENV{HOME}/é"));
}

#[test]
fn the_surroundings_may_come_with_the_first_message() {
    let mut client = Client::with_host(home("/root"));
    client.open(URI, "sprokit", TEXT);
    assert_eq!(folder(&mut client), json!("/root/é"));
    let mut client = Client::with_host(json!(null));
    client.open(URI, "sprokit", TEXT);
    assert_eq!(folder(&mut client), json!("$ENV{HOME}/é"));
}

#[test]
fn surroundings_that_do_not_fit_are_said_in_words() {
    let mut client = Client::new();
    let said = client.tell("bobbin/host", json!({ "env": { "HOME": "/" } }));
    expect![[r#"
        [
          {
            "jsonrpc": "2.0",
            "method": "window/logMessage",
            "params": {
              "message": "the parameters of `bobbin/host` do not fit: expected an array, found '{' at byte 7",
              "type": 2
            }
          }
        ]
    "#]].assert_eq(&pretty(&json!(said)));
    let said = client.tell("bobbin/host", json!({ "strict": true, "numproc": "8" }));
    expect!["the parameters of `bobbin/host` do not fit: unknown field `numproc`, expected one of `env`, `system`, `settings`, `includePath`, `catalogues`, `strict` at byte 10"].assert_eq(said[0]["params"]["message"].as_str().unwrap());
}

#[test]
fn a_slip_in_the_options_is_logged_and_the_server_starts() {
    let mut client = Client::silent();
    let params = json!({ "capabilities": {}, "initializationOptions": { "strict": 1 } });
    assert!(client.ask("initialize", params)["capabilities"].is_object());
    let said = client.tell("initialized", json!({}));
    let [log] = said.as_slice() else { panic!("{said:?}") };
    assert_eq!(log["method"], "window/logMessage");
    expect!["`initializationOptions` are left out: expected a boolean, found '1' at byte 53"]
        .assert_eq(log["params"]["message"].as_str().unwrap());
    assert!(!client.open(URI, "sprokit", "nonsense\n").is_empty());
    assert!(client.tell("initialized", json!({})).is_empty());
}

#[test]
fn what_nothing_sets_stands_behind_what_is_set() {
    let mut client = Client::new();
    let text = "process a :: numbers\n  end = 7\nprocess b :: numbers\nconfig x\n  y = 1\n";
    client.open(URI, "sprokit", text);
    let rows = |client: &mut Client, options: Value| {
        let view = client
            .ask("bobbin/view", json!({ "uri": URI, "view": "resolved", "options": options }));
        let rows = view["view"]["rows"].as_array().unwrap().clone();
        let row = |it: &Value| {
            let [key, value, kind, note] =
                [&it["key"], &it["value"], &it["origin"]["originKind"], &it["origin"]["note"]]
                    .map(|it| it.as_str().unwrap());
            format!("{key} = {value} ({kind}) {note}").trim_end().to_owned()
        };
        rows.iter().map(row).collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        a:end = 7 (written)
        a:start = 0 (default) default of `numbers`
        x:y = 1 (written)
        b:start = 0 (default) default of `numbers`
        b:end = 100 (default) default of `numbers`"#]]
    .assert_eq(&rows(&mut client, json!({})));
    expect!["b:end = 100 (default) default of `numbers`"]
        .assert_eq(&rows(&mut client, json!({ "search": "100 default" })));
}

/// The name of a file does not stand in every text that includes it.
#[test]
fn who_includes_a_file_by_another_word_hears_of_it() {
    let main = "bobbin:///main.pipe";
    let errors_of_main = |said: &[Value]| {
        let said = only(said, "bobbin/document");
        said.iter().find(|it| it["uri"] == main).map(|it| it["errors"].as_u64())
    };
    for (name, include) in [("part.pipe", "$ENV{PART}"), (".part.pipe", ".part.pipe")] {
        let env = json!({ "env": [{ "key": "PART", "value": "part.pipe" }] });
        let mut client = Client::with_host(env);
        client.tell("initialized", json!({}));
        let rest = "process b :: sink\nconnect from a.number to b.sink\n";
        client.open(main, "sprokit", &format!("include {include}\n{rest}"));
        // It comes, changes, and goes.
        let part = format!("bobbin:///{name}");
        let said = client.open(&part, "sprokit", "process a :: numbers\n");
        assert_eq!(errors_of_main(&said), Some(Some(0)), "{name}: {said:?}");
        let said = client.change(&part, 2, json!([{ "text": "process c :: numbers\n" }]));
        assert!(errors_of_main(&said) > Some(Some(0)), "{name}: {said:?}");
        let said = client.tell("textDocument/didClose", json!({ "textDocument": { "uri": part } }));
        // What depends on it is not checked then.
        assert_eq!(errors_of_main(&said), Some(Some(0)), "{name}: {said:?}");
    }
}

/// A pipeline stops on a setting that is none, but that of another language is not meant for it.
#[test]
fn settings_of_other_languages_are_none_of_a_pipeline() {
    let found = |key: &str| {
        let settings = vec![(key.to_owned(), "seed".to_owned())];
        let mut client = client_on(HostFacts { settings, ..HostFacts::default() });
        client.ask("initialize", json!({ "capabilities": {} }));
        let uri = "file:///settings/a.pipe";
        let said = client.open(uri, "sprokit", "process a\n  :: colorize\n");
        codes(&said, uri).unwrap().contains(&"bad-setting".to_owned())
    };
    assert_eq!([found("dialekt"), found("dialect")], [true, false]);
}
