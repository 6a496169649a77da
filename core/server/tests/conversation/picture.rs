//! The picture of a graph, for editors that show it beside the text.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///flows/main.pipe";

fn ask(client: &mut Client, uri: &str, more: Value) -> Value {
    let mut params = json!({ "uri": uri });
    for (key, value) in more.as_object().unwrap() {
        params[key] = value.clone();
    }
    client.ask("bobbin/picture", params)
}

/// Returns the picture of a text alone.
fn picture(language: &str, text: &str) -> Value {
    let mut client = Client::new();
    client.open(URI, language, text);
    ask(&mut client, URI, json!({}))
}

#[track_caller]
fn vertex<'a>(picture: &'a Value, title: &str) -> &'a Value {
    let vertices = picture["vertices"].as_array().unwrap();
    vertices.iter().find(|it| it["title"] == title).unwrap()
}

/// Writes a range as `line:character-line:character`.
fn range(it: &Value) -> String {
    let at = |it: &Value| format!("{}:{}", it["line"], it["character"]);
    format!("{}-{}", at(&it["start"]), at(&it["end"]))
}

/// Returns the rectangle that an SVG shows.
fn view_box(picture: &Value) -> [f64; 4] {
    let svg = picture["svg"].as_str().unwrap();
    let (_, rest) = svg.split_once("viewBox=\"").unwrap();
    let (numbers, _) = rest.split_once('"').unwrap();
    let numbers: Vec<f64> = numbers.split(' ').map(|it| it.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

const PIPELINE: &str = "\
process a :: numbers
process b
  :: print_number
connect from a.number
        to   b.number
config b
  output = x
";

#[test]
fn a_pipeline_is_drawn_with_the_places_of_its_processes() {
    let picture = picture("sprokit", PIPELINE);
    assert_eq!((&picture["kind"], &picture["version"]), (&json!("picture"), &json!(1)));
    let b = vertex(&picture, "b");
    assert_eq!(b["subtitle"], "print_number");
    assert_eq!((&b["uri"], range(&b["nameRange"])), (&json!(URI), "1:8-1:9".to_owned()));
    let ranges: Vec<String> = b["ranges"].as_array().unwrap().iter().map(range).collect();
    assert_eq!(ranges, ["1:0-3:0", "5:0-7:0"], "its settings are about it, too");
    let [x, y, width, height] = view_box(&picture);
    let at = |key: &str| b["rect"][key].as_f64().unwrap();
    assert!(x < at("x") && at("x") + at("width") < x + width, "{picture}");
    assert!(y < at("y") && at("y") + at("height") < y + height, "{picture}");
    let svg = picture["svg"].as_str().unwrap();
    assert!(svg.contains(">a</text>"), "{svg}");
    assert!(!svg.contains("<title>"), "it would be shown wherever the pointer rests");
}

#[test]
fn the_colours_are_those_of_a_theme() {
    let mut client = Client::new();
    client.open(URI, "sprokit", PIPELINE);
    let mut svg = |more: Value| ask(&mut client, URI, more)["svg"].as_str().unwrap().to_owned();
    let (light, dark) = (svg(json!({})), svg(json!({ "theme": "dark" })));
    assert!(light.contains("#1b2026") && !light.contains("#e3e8ec"), "{light}");
    assert!(dark.contains("#e3e8ec") && !dark.contains("#1b2026"), "{dark}");
}

#[test]
fn a_cluster_is_drawn_alone_and_inside_of_a_pipeline() {
    const CLUSTER: &str = "file:///flows/twice.cluster";
    let mut client = Client::new();
    let text = "cluster twice\n  -- Twice.\n  imap from in to a.factor1\n  -- In.\n  omap from a.product to out\n  -- Out.\n\
                process a\n  :: multiplication\n";
    client.open(CLUSTER, "sprokit", text);
    client.open(
        URI,
        "sprokit",
        "process x :: numbers\nprocess y :: twice\nconnect from x.number to y.in\n",
    );
    let alone = ask(&mut client, CLUSTER, json!({}));
    assert_eq!(vertex(&alone, "a")["subtitle"], "multiplication");

    let closed = ask(&mut client, URI, json!({}));
    let it = vertex(&closed, "y");
    assert_eq!((&it["hasInside"], &it["isExpanded"]), (&json!(true), &json!(false)));
    assert_eq!(closed["vertices"].as_array().unwrap().len(), 2);

    let open = ask(&mut client, URI, json!({ "options": { "expanded": [it["item"]] } }));
    assert_eq!(vertex(&open, "y")["isExpanded"], true);
    let inside = vertex(&open, "a");
    assert_eq!(
        (&inside["uri"], range(&inside["nameRange"])),
        (&json!(CLUSTER), "6:8-6:9".to_owned())
    );
    assert_eq!(inside["ranges"], json!([]), "nothing in this text is about it alone");
}

#[test]
fn what_an_include_brings_in_is_written_there() {
    let mut client = Client::new();
    client.open("file:///flows/part.pipe", "sprokit", "\nprocess a :: numbers\n");
    client.open(URI, "sprokit", "include part.pipe\n");
    let picture = ask(&mut client, URI, json!({}));
    let it = vertex(&picture, "a");
    assert_eq!(
        (&it["uri"], range(&it["nameRange"])),
        (&json!("file:///flows/part.pipe"), "1:8-1:9".to_owned())
    );
    assert_eq!(it["ranges"], json!([]));
}

#[test]
fn of_a_broken_text_what_could_be_read_is_drawn() {
    let picture = picture("sprokit", "process a :: numbers\nprocess ::\nconnect from\n");
    assert_eq!(picture["kind"], "picture");
    assert!(picture["errors"].as_u64().unwrap() > 0, "{picture}");
    assert_eq!(vertex(&picture, "a")["subtitle"], "numbers");
}

#[test]
fn a_text_without_a_graph_says_why() {
    #[track_caller]
    fn check(language: &str, text: &str, reason: &str) {
        let expected = json!({ "kind": "nothing", "version": 1, "reason": reason });
        assert_eq!(picture(language, text), expected);
    }

    check("sprokit", "", "there is nothing to draw yet");
    check("sprokit", "# a comment\n", "there is nothing to draw yet");
    let broken = "nothing could be read that can be drawn: the text has an error";
    check("sprokit", "connect\n", broken);
    check("coil-hardware", "[cpu:0]\n", "a COIL hardware configuration has no graph");
    check("pinsight", "", "a PInsight trace configuration has no graph");
    let mut client = Client::new();
    let uri = "file:///flows/closed.pipe";
    let error = client.ask_in_vain("bobbin/picture", json!({ "uri": uri }));
    assert!(error.ends_with("is open"), "{error}");
}

#[test]
fn a_picture_comes_piece_by_piece_and_not_of_an_old_text() {
    let mut client = Client::new();
    client.open(URI, "sprokit", PIPELINE);
    let request = |id: i32| {
        let params = json!({ "uri": URI });
        json!({ "jsonrpc": "2.0", "id": id, "method": "bobbin/picture", "params": params })
            .to_string()
    };
    assert!(client.server.begin(&request(7)).is_empty(), "owed");
    let messages = client.change(URI, 2, json!([{ "text": "process c :: numbers\n" }]));
    let refused = messages.iter().find(|it| it["id"] == 7).unwrap();
    assert_eq!(refused["error"]["code"], -32801);
    let picture = ask(&mut client, URI, json!({}));
    assert_eq!(picture["version"], 2);
    assert_eq!(vertex(&picture, "c")["subtitle"], "numbers");
    assert_eq!(client.server.begin(&request(8)).len(), 1, "it is there by now");
}
