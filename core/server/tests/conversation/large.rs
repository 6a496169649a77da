//! Views of texts that are larger than anybody reads are cut, and say so.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///many.coilcfg.txt";

/// Units with a name and a resource; the last one has many.
fn text(n_units: usize, n_resources: usize) -> String {
    let mut res = String::new();
    for it in 0..n_units {
        res.push_str(&format!("[pu{}:{}]\nname = Card {it}\n", 6 + it / 60_000, it % 60_000));
    }
    res.push_str("[cpu:0]\n[cpu:0.resources]\n");
    for it in 0..n_resources {
        res.push_str(&format!("core = {it}\n"));
    }
    res
}

fn view(client: &mut Client, kind: &str, item: Value, options: Value) -> Value {
    let params = json!({ "uri": URI, "view": kind, "item": item, "options": options });
    client.ask("bobbin/view", params)["view"].take()
}

#[test]
fn resolved_values_are_cut_and_searched() {
    let mut client = Client::new();
    client.open(URI, "coil-hardware", &text(12_000, 1));
    let mut resolved = |options: Value| {
        let view = view(&mut client, "resolved", Value::Null, options);
        (view["rows"].as_array().unwrap().clone(), view["nLeftOut"].as_u64().unwrap())
    };
    let (rows, n_left_out) = resolved(json!({}));
    // Three of the header, a name of each unit, and four of a resource.
    assert_eq!((rows.len(), n_left_out), (10_000, 2_007));
    // What was left out is found, in any case of its letters.
    let (rows, n_left_out) = resolved(json!({ "search": "card 11999" }));
    let values: Vec<&str> = rows.iter().map(|it| it["value"].as_str().unwrap()).collect();
    assert_eq!((values.as_slice(), n_left_out), (["Card 11999"].as_slice(), 0));
    let (rows, n_left_out) = resolved(json!({ "search": "Card", "rows": 5 }));
    assert_eq!((rows.len(), n_left_out), (5, 11_995));
    let (rows, n_left_out) = resolved(json!({ "search": "nowhere at all" }));
    assert_eq!((rows.len(), n_left_out), (0, 0));
    let (rows, n_left_out) = resolved(json!({ "rows": u32::MAX }));
    assert_eq!((rows.len(), n_left_out), (12_007, 0));
}

#[test]
fn outlines_and_forms_are_cut() {
    let mut client = Client::new();
    client.open(URI, "coil-hardware", &text(25_000, 1_500));
    let outline = view(&mut client, "outline", Value::Null, json!({}));
    assert_eq!(outline["entries"].as_array().unwrap().len(), 20_000);
    // The units that have no room, and the last one with its resources.
    assert_eq!(outline["nLeftOut"], 5_002);
    let slice = |client: &mut Client, nth: usize| {
        view(client, "outline", Value::Null, json!({ "slice": nth }))
    };
    let mut in_slices = Vec::new();
    for nth in 0..20 {
        let slice = slice(&mut client, nth);
        assert_eq!((&slice["slicesLeft"], &slice["nLeftOut"]), (&json!(19 - nth), &json!(5_002)));
        in_slices.extend(slice["entries"].as_array().unwrap().clone());
    }
    assert_eq!(json!(in_slices), outline["entries"]);
    assert_eq!(slice(&mut client, 20)["entries"], json!([]), "there is no such slice");
    let form = view(&mut client, "form", json!(["resources", "cpu:0.resources"]), json!({}));
    let table = &form["tables"][0];
    assert_eq!(table["rows"].as_array().unwrap().len(), 100);
    assert_eq!(table["leftOut"], 1_400);

    client.open("file:///few.coilcfg.txt", "coil-hardware", &text(3, 3));
    let params = json!({ "uri": "file:///few.coilcfg.txt", "view": "outline" });
    assert_eq!(client.ask("bobbin/view", params)["view"]["nLeftOut"], 0);
}
