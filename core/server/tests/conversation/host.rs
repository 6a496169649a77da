//! The facts a client reports about the machine that texts will run on.

use expect_test::expect;
use serde_json::{Value, json};

use crate::client::{Client, only, pretty};

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
              "message": "the parameters of `bobbin/host` do not fit: invalid type: map, expected a sequence at line 1 column 7",
              "type": 2
            }
          }
        ]
    "#]].assert_eq(&pretty(&json!(said)));
    let params = json!({ "capabilities": {}, "initializationOptions": { "strict": 1 } });
    expect!["-32602 the parameters of `initialize` do not fit: invalid type: integer `1`, expected a boolean at line 1 column 54"].assert_eq(&Client::silent().ask_in_vain("initialize", params));
}
