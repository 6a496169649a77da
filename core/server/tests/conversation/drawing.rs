//! Graphs that take long: other messages are answered meanwhile, and what nobody wants any more is
//! given up.

use bobbin_server::Server;
use serde_json::{Value, json};

use crate::client::{Client, only};

const URI: &str = "bobbin:///large.pipe";

/// Returns a pipeline of that many processes, joined across.
fn pipeline(n: usize) -> String {
    let mut text = String::new();
    for it in 0..n {
        text += &format!("process p{it}\n  :: multiplication\n");
    }
    for it in 1..n {
        text += &format!("connect from p{}.product\n        to   p{it}.factor1\n", it / 2);
        text += &format!("connect from p{}.product\n        to   p{it}.factor2\n", (it * 7) % n);
    }
    text
}

fn message(id: i32, view: &str) -> String {
    let params = json!({ "uri": URI, "view": view });
    json!({ "jsonrpc": "2.0", "id": id, "method": "bobbin/view", "params": params }).to_string()
}

fn read(messages: Vec<String>) -> Vec<Value> {
    messages.iter().map(|it| serde_json::from_str(it).unwrap()).collect()
}

fn client() -> Client {
    let mut client = Client::new();
    client.open(URI, "sprokit", &pipeline(300));
    client
}

/// Works piece by piece until all is done.
fn work(server: &mut Server) -> Vec<Value> {
    let mut messages = Vec::new();
    while server.has_work() {
        messages.extend(server.work(&mut || false));
    }
    read(messages)
}

#[test]
fn others_are_answered_while_a_graph_is_drawn() {
    let mut client = client();
    let server = &mut client.server;
    assert!(server.begin(&message(7, "graph")).is_empty(), "owed");
    server.work(&mut || false);
    assert!(server.has_work(), "one piece is not all");
    let outline = read(server.begin(&message(8, "outline")));
    assert_eq!(outline[0]["id"], 8);
    let messages = work(server);
    let [.., answer] = messages.as_slice() else { panic!("no answer") };
    assert_eq!(answer["id"], 7);
    assert_eq!(answer["result"]["view"]["vertices"].as_array().unwrap().len(), 300);
    let told: Vec<u64> = only(&messages, "bobbin/progress")
        .iter()
        .map(|it| it["percent"].as_u64().unwrap())
        .collect();
    assert!(told.len() >= 3 && told.is_sorted() && told.iter().all(|it| *it <= 100), "{told:?}");
    let again = read(server.begin(&message(9, "graph")));
    assert_eq!(again[0]["id"], 9, "it is there by now");
    assert_eq!(again[0]["result"], answer["result"]);
}

#[test]
fn pieces_come_to_the_same_drawing() {
    let mut piecewise = client();
    piecewise.server.begin(&message(1, "graph"));
    let pieces = work(&mut piecewise.server);
    let whole = client().ask("bobbin/view", json!({ "uri": URI, "view": "graph" }));
    assert_eq!(pieces.last().unwrap()["result"], whole);
}

#[test]
fn a_graph_of_an_older_text_is_given_up() {
    let mut client = client();
    client.server.begin(&message(7, "graph"));
    client.server.work(&mut || false);
    let messages = client.change(URI, 2, json!([{ "text": pipeline(3) }]));
    let refused = messages.iter().find(|it| it["id"] == 7).unwrap();
    assert_eq!(refused["error"]["code"], -32801);
    assert!(!client.server.has_work());
}

#[test]
fn a_graph_that_nobody_wants_is_given_up() {
    let mut client = client();
    client.server.begin(&message(7, "graph"));
    client.server.work(&mut || false);
    client.server.begin(&message(9, "graph"));
    let cancel = |id: i32| {
        let params = json!({ "id": id });
        json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": params }).to_string()
    };
    assert!(client.server.begin(&cancel(8)).is_empty(), "nobody asked that");
    let refused = read(client.server.begin(&cancel(7)));
    assert_eq!(refused[0]["error"]["code"], -32800);
    let answer = work(&mut client.server).pop().unwrap();
    assert_eq!(answer["id"], 9, "the other one is drawn");
}

#[test]
fn what_follows_a_card_follows_it_when_it_is_opened() {
    let mut client = Client::new();
    let cluster = "cluster twice\n  -- Twice.\n  imap from in to a.factor1\n  -- In.\n  omap from c.product to out\n  -- Out.\n\
                   process a\n  :: multiplication\nprocess b\n  :: multiplication\nprocess c\n  :: multiplication\n\
                   connect from a.product to b.factor1\nconnect from b.product to c.factor1\n";
    let text = "process first\n  :: numbers\nprocess middle\n  :: twice\nprocess last\n  :: print_number\n\
                connect from first.number to middle.in\nconnect from middle.out to last.number\n";
    client.open("bobbin:///twice.cluster", "sprokit", cluster);
    client.open(URI, "sprokit", text);
    let mut rects = |options: Value| {
        let params = json!({ "uri": URI, "view": "graph", "options": options });
        let request =
            json!({ "jsonrpc": "2.0", "id": 7, "method": "bobbin/view", "params": params });
        let answer = read(client.server.handle(&request.to_string())).pop().unwrap();
        let vertices = answer["result"]["view"]["vertices"].as_array().unwrap().clone();
        let rect = |name: &str| {
            let it = &vertices.iter().find(|it| it["title"] == name).unwrap()["rect"];
            (it["x"].as_f64().unwrap(), it["width"].as_f64().unwrap())
        };
        (rect("middle"), rect("last"))
    };
    let (closed, last) = rects(json!({}));
    assert!(last.0 > closed.0 + closed.1);
    let (open, last) = rects(json!({ "expanded": [["process", "middle"]] }));
    assert!(open.1 > 2.0 * closed.1, "others lie in it: {open:?}");
    assert!(last.0 > open.0 + open.1, "{open:?} {last:?}");
}
