//! Files on the disk that no folder of the workspace lists.

use serde_json::json;

use crate::disk::{client, write};

#[test]
fn a_plan_makes_no_file_in_the_place_of_one() {
    let uri = "file:///unlisted/m.pipe";
    let text =
        "process a :: numbers\nprocess p :: print_number\nconnect from a.number to p.number\n";
    write("/unlisted/group.cluster", "my notes\n");
    let mut client = client();
    client.ask("initialize", json!({ "capabilities": {} }));
    client.open(uri, "sprokit", text);
    let mut plan = |name: &str| {
        let command = json!({ "kind": "extract", "items": [["process", "a"]], "name": name });
        client.ask("bobbin/plan", json!({ "uri": uri, "version": 1, "command": command }))
    };
    let refused = plan("group");
    assert_eq!(refused["reason"], "there is a file `/unlisted/group.cluster` already", "{refused}");
    assert!(plan("group2")["documents"].is_array());
}
