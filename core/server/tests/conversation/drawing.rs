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

/// Returns a pipeline of six instances of a cluster, one after the other.
fn chain_of_clusters() -> String {
    let mut text = "process first\n  :: numbers\n".to_owned();
    for it in 0..6 {
        text += &format!("process p{it}\n  :: twice\n");
    }
    text += "connect from first.number to p0.in\n";
    for it in 1..6 {
        text += &format!("connect from p{}.out to p{it}.in\n", it - 1);
    }
    text
}

#[test]
fn rows_stay_as_they_are_when_a_card_is_opened() {
    let mut client = Client::new();
    let cluster = "cluster twice\n  -- Twice.\n  imap from in to a.factor1\n  -- In.\n  omap from c.product to out\n  -- Out.\n\
                   process a\n  :: multiplication\nprocess b\n  :: multiplication\nprocess c\n  :: multiplication\n\
                   connect from a.product to b.factor1\nconnect from b.product to c.factor1\n";
    client.open("bobbin:///twice.cluster", "sprokit", cluster);
    client.open(URI, "sprokit", &chain_of_clusters());
    let names = ["first", "p0", "p1", "p2", "p3", "p4", "p5"];
    let draw = |client: &mut Client, expanded: &[&str], is_fresh: bool| {
        let expanded: Vec<_> = expanded.iter().map(|it| json!(["process", it])).collect();
        let room = json!({ "width": 600, "height": 600 });
        let options = json!({ "expanded": expanded, "room": room, "isFresh": is_fresh });
        let params = json!({ "uri": URI, "view": "graph", "options": options });
        let answer = client.ask("bobbin/view", params);
        let vertices = answer["view"]["vertices"].as_array().unwrap().clone();
        names.map(|name| {
            let it = &vertices.iter().find(|it| it["title"] == name).unwrap()["rect"];
            (it["x"].as_f64().unwrap(), it["y"].as_f64().unwrap())
        })
    };
    // A row ends where the next vertex is not further to the right.
    let rows =
        |rects: &[(f64, f64)]| rects.windows(2).map(|it| it[1].0 > it[0].0).collect::<Vec<_>>();
    let closed = draw(&mut client, &[], false);
    assert!(rows(&closed).contains(&false), "{closed:?}");
    let open = draw(&mut client, &["p1"], false);
    assert_eq!(rows(&open), rows(&closed), "{open:?} {closed:?}");
    // Nothing stands behind it in its row; where another one begins depends on its lines.
    let ways = open.iter().zip(&closed).map(|(one, other)| (one.0 - other.0).abs());
    assert!(ways.fold(0.0, f64::max) < 20.0, "{open:?} {closed:?}");
    assert_eq!(draw(&mut client, &[], false), closed, "all comes back");
    assert_eq!(draw(&mut client, &["p1"], false), open);
    client.change(URI, 2, json!([{ "text": format!("# changed\n{}", chain_of_clusters()) }]));
    assert_eq!(draw(&mut client, &["p1"], false), open, "and so it is after an edit");
    let closed_again = draw(&mut client, &[], false);
    assert_eq!(rows(&closed_again), rows(&closed));
    let afresh = draw(&mut client, &["p1"], true);
    assert_ne!(rows(&afresh), rows(&closed), "the layout has its way: {afresh:?}");
}

/// A text with a comment above `b` and a banner above `b` and `c`.
const COMMENTED: &str = "\
process a :: numbers

# ---- Multiplication ----

# Multiplies by itself,
# and says so in more words than fit on a line of a vertex.
process b :: multiplication

process c :: multiplication
# ----------
process d :: multiplication
connect from a.number to b.factor1
connect from a.number to b.factor2
connect from b.product to c.factor1
connect from a.number to c.factor2
connect from c.product to d.factor1
connect from a.number to d.factor2
";

fn drawn(client: &mut Client, options: &Value) -> Value {
    client.ask("bobbin/view", json!({ "uri": URI, "view": "graph", "options": options }))["view"]
        .take()
}

/// Returns left, top, right and bottom of a vertex.
fn edges_of(vertex: &Value) -> [f64; 4] {
    let [x, y, width, height] =
        ["x", "y", "width", "height"].map(|it| vertex["rect"][it].as_f64().unwrap());
    [x, y, x + width, y + height]
}

#[test]
fn comments_and_frames_are_drawn_on_request_and_leave_no_trace() {
    let mut client = Client::new();
    client.open(URI, "sprokit", COMMENTED);
    let plain = drawn(&mut client, &json!({}));
    let titles = |it: &Value| -> Vec<String> {
        let vertices = it["vertices"].as_array().unwrap().iter();
        vertices.map(|it| it["title"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles(&plain), ["a", "b", "c", "d"]);
    assert_eq!(plain["banners"][0]["title"], "Multiplication");
    let comment = &plain["vertices"][1]["comment"];
    assert!(comment["text"].as_str().unwrap().starts_with("Multiplies by itself, and says"));
    assert!(comment.get("lines").is_none(), "they are not drawn");

    let noted = drawn(&mut client, &json!({ "hasComments": true }));
    let lines = noted["vertices"][1]["comment"]["lines"].as_array().unwrap().len();
    assert!((2..=4).contains(&lines));
    let height = |it: &Value| it["vertices"][1]["rect"]["height"].as_f64().unwrap();
    assert!(height(&noted) > height(&plain));
    let boxes = |it: &Value| -> Vec<[f64; 4]> {
        it["vertices"].as_array().unwrap().iter().map(edges_of).collect()
    };
    let overlap =
        |a: &[f64; 4], b: &[f64; 4]| a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
    let apart = |boxes: &[[f64; 4]]| {
        (boxes.iter().enumerate()).all(|(at, a)| boxes[at + 1..].iter().all(|b| !overlap(a, b)))
    };
    assert!(apart(&boxes(&noted)));

    for has_comments in [false, true] {
        let options = json!({ "isFramed": true, "hasComments": has_comments });
        let framed = drawn(&mut client, &options);
        assert_eq!(titles(&framed), ["Multiplication", "a", "b", "c", "d"]);
        assert_eq!(framed["vertices"][0]["isFrame"], true);
        assert_eq!(framed["edges"].as_array().unwrap().len(), 6);
        let boxes = boxes(&framed);
        let [frame, a, b, c, d] = boxes.as_slice() else { panic!("five vertices") };
        for it in [b, c] {
            let is_inside =
                it[0] > frame[0] && it[1] > frame[1] && it[2] < frame[2] && it[3] < frame[3];
            assert!(is_inside, "{it:?} in {frame:?}");
        }
        assert!(apart(&[*frame, *a, *d]) && apart(&[*b, *c]));
    }

    assert_eq!(drawn(&mut client, &json!({})), plain, "as it was");
}

#[test]
fn an_edit_that_leaves_the_graph_moves_nothing() {
    let mut client = client();
    let drawn = |client: &mut Client| drawn(client, &json!({}));
    let places = |graph: &Value| {
        let rects = graph["vertices"].as_array().unwrap().iter().map(|it| it["rect"].clone());
        let lines = graph["edges"].as_array().unwrap().iter().map(|it| it["points"].clone());
        rects.chain(lines).collect::<Vec<Value>>()
    };
    let whole = drawn(&mut client);
    let text = pipeline(300);
    let (fewer, _) = text.split_at(text.len() * 9 / 10);
    let fewer = fewer.rsplit_once("connect").unwrap().0.to_owned();
    client.change(URI, 2, json!([{ "text": fewer }]));
    let before = drawn(&mut client);
    assert_ne!(places(&whole), places(&before));
    // A comment, a value and a name that is as wide.
    let renamed = fewer.replace("p77\n", "q77\n").replace("p77.", "q77.");
    let remarked = format!("# all\n{}", renamed.replacen("tion\n", "tion\n  a = 1\n", 1));
    client.change(URI, 3, json!([{ "text": remarked }]));
    client.server.begin(&message(7, "graph"));
    let mut n_pieces = 0;
    while client.server.has_work() {
        client.server.work(&mut || false);
        n_pieces += 1;
    }
    assert!(n_pieces <= 4, "{n_pieces} pieces: it was laid out again");
    let after = drawn(&mut client);
    assert_ne!(before["vertices"][1]["range"], after["vertices"][1]["range"]);
    assert!(places(&before) == places(&after), "nothing moves");
    // Tidying up is another matter: it forgets what was.
    let fresh = self::drawn(&mut client, &json!({ "isFresh": true }));
    assert_eq!(fresh["vertices"].as_array().unwrap().len(), 300);
}
