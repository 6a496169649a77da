//! Queries, comparisons, edits of bytes, and the dialogue that ends in a new file.

use serde_json::{Value, json};

use crate::client::Client;

const HARDWARE: &str = "bobbin:///x.coilcfg.txt";
const TEXT: &str = "[cpu:0]\nname = é\n[resources]\ncore = 4\n";

#[test]
fn a_query_gives_values_with_their_places() {
    let mut client = Client::new();
    client.open(HARDWARE, "coil-hardware", TEXT);
    let ask = |client: &mut Client, path: &str| {
        client.ask("bobbin/query", json!({ "uri": HARDWARE, "path": path }))
    };
    let place = |line: u32, start: u32, end: u32| {
        json!({
            "start": { "line": line, "character": start }, "end": { "line": line, "character": end },
        })
    };
    let answer = ask(&mut client, "cpu:0.name");
    let hit = json!({ "path": "cpu:0.name", "value": "é", "range": place(1, 7, 8) });
    assert_eq!(answer["hits"], json!([hit]));
    assert_eq!(answer["completions"], json!(["cpu:0.name", "cpu:0.resources"]));
    let answer = ask(&mut client, "cpu:0.");
    assert_eq!(answer["refusal"], "a name is missing at the end of the path");
    assert_eq!(answer["completions"], json!(["cpu:0.name", "cpu:0.resources"]));
    client.open("bobbin:///x.pipe", "sprokit", "");
    let answer = client.ask("bobbin/query", json!({ "uri": "bobbin:///x.pipe", "path": "a" }));
    assert!(answer["refusal"].is_string());
}

/// As the command `query`, which ends with 2.
#[test]
fn a_text_that_the_program_refuses_has_no_values() {
    let mut client = Client::new();
    let path = json!({ "uri": HARDWARE, "path": "cpu:0.name" });
    for (added, refusal) in [
        ("oops\n", "this text has an error: the program refuses it, or does not read all of it"),
        (
            "oops\noops\n",
            "this text has errors: the program refuses it, or does not read all of it",
        ),
    ] {
        client.open(HARDWARE, "coil-hardware", &format!("{TEXT}{added}"));
        let answer = client.ask("bobbin/query", path.clone());
        assert_eq!(answer["hits"], json!([]));
        assert_eq!(answer["refusal"], refusal);
        assert_eq!(answer["completions"], json!(["cpu:0.name", "cpu:0.resources"]));
    }
    let no_path = client.ask("bobbin/query", json!({ "uri": HARDWARE, "path": "cpu:0." }));
    assert_eq!(no_path["refusal"], "a name is missing at the end of the path");
}

#[test]
fn two_documents_are_compared_by_meaning() {
    let mut client = Client::new();
    client.open(HARDWARE, "coil-hardware", TEXT);
    let other = "bobbin:///y.coilcfg.txt";
    client.open(other, "coil-hardware", "; c\n[cpu:0]\n[resources]\ncore = 8\n");
    let answer = client.ask("bobbin/compare", compared(HARDWARE, other));
    let shown: Vec<String> = answer["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let line = &it["right"]["origin"]["range"]["start"]["line"];
            format!("{} {} {} {line}", it["key"], it["left"]["value"], it["right"]["value"])
        })
        .collect();
    assert_eq!(shown, ["\"name\" \"é\" null null", "\"resources.core[0].count\" \"4\" \"8\" 3"]);
    let target = "bobbin:///t.coilcfg";
    client.open(target, "coil-target", "[Target]\n");
    let answer = client.ask("bobbin/compare", compared(HARDWARE, target));
    assert_eq!(
        answer["reason"],
        "a COIL hardware configuration cannot be compared with a COIL target configuration"
    );
}

/// What two texts mean beyond values and graph is compared, too.
#[test]
fn what_decides_beyond_values_is_compared() {
    let mut client = Client::new();
    let mut check = |language: &str, name: &str, left: &str, right: &str, expected: &[&str]| {
        let uri = format!("bobbin:///{name}");
        client.open(&uri, language, right);
        let mut found = since(&mut client, &uri, left);
        found.retain(|it| !it.starts_with("errors: "));
        assert_eq!(found, expected, "{left}");
        client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    };
    // Flags, and the name of a cluster.
    let (left, right) = ("config c\n  k[ro] = v\n", "config c\n  k = v\n");
    check("sprokit", "a.pipe", left, right, &["config › c flag of c:k: read-only | -"]);
    // It has no effect there.
    check("sprokit", "a.pipe", &left.replace("ro", "tunable"), right, &[]);
    let cluster = "cluster a\nprocess p :: t\n";
    let tells = [" type that the cluster is: a | b"];
    check("sprokit", "a.cluster", cluster, &cluster.replace("r a", "r b"), &tells);
    // Of two names that fit, the first in the table counts.
    let (any, mpi) = ("[Lexgion(f)]\ntracing_rate = 5\n", "[Lexgion(MPI:f)]\n");
    check(
        "pinsight",
        "a.trace",
        &format!("{any}{mpi}"),
        &format!("{mpi}{any}"),
        &[
            "section › Lexgion taken for regions without an address: f | MPI:f",
            "section › Lexgion(MPI:f) looked up after: f | -",
            "section › Lexgion(f) looked up after: - | MPI:f",
        ],
    );
    // Regions with addresses do not meet.
    let (one, other) = ("[Lexgion(0x10)]\n", "[Lexgion(0x20)]\n");
    check("pinsight", "a.trace", &format!("{one}{other}"), &format!("{other}{one}"), &[]);
    // Whom a punit section is for, and which of several.
    let text = "[OpenMP.thread(0)] : : MPI.rank(1)\n";
    check(
        "pinsight",
        "a.trace",
        text,
        &text.replace('1', "2"),
        &["section › OpenMP.thread(0) units it is for: \
         not used; intended: OpenMP.thread(0), MPI.rank(1) | \
         not used; intended: OpenMP.thread(0), MPI.rank(2)"],
    );
    let (all, two) = ("[MPI.rank(0-3)] : MPI.default\n", "[MPI.rank(2)]\n");
    check(
        "pinsight",
        "a.trace",
        &format!("{all}{two}"),
        &format!("{two}{all}"),
        &[
            "section › MPI.rank(2) asked after: not used; intended: MPI.rank(0-3) | -",
            "section › MPI.rank(0-3) asked after: - | not used; intended: MPI.rank(2)",
        ],
    );
    check(
        "pinsight",
        "a.trace",
        &format!("{two}{all}").replace("0-3", "0"),
        &{ format!("{all}{two}").replace("0-3", "0") },
        &[],
    );
    // The program gives a knob a type.
    check(
        "pinsight",
        "a.trace",
        "[Knob]\na = 1\n",
        "[Knob]\na = 1.0\n",
        &["section › Knob a: 1 | 1.0"],
    );
    let waiting = "[Python.default]\ntrace_mode = STANDBY\npysysmon_py_start = off\n";
    check(
        "pinsight",
        "a.trace",
        waiting,
        &waiting.replace("off", "on"),
        &[
            "section › Python.default events that are off once it is traced: pysysmon_py_start | none",
        ],
    );
    // Events that are off in both are no difference, whether or not the domain is traced.
    let traced = waiting.replace("STANDBY", "TRACING");
    check(
        "pinsight",
        "a.trace",
        &traced,
        waiting,
        &[
            "section › Python.default trace_mode: TRACING | STANDBY",
            "section › Python.default pysysmon_py_return: off; intended: on | off",
            "section › Python.default pysysmon_c_start: off; intended: on | off",
            "section › Python.default pysysmon_c_return: off; intended: on | off",
        ],
    );
    check(
        "pinsight",
        "a.trace",
        &traced,
        &traced.replace("off", "on"),
        &[
            "section › Python.default pysysmon_py_start: off | on",
            "section › Python.default pysysmon_py_return: off; intended: on | on",
            "section › Python.default pysysmon_c_start: off; intended: on | on",
            "section › Python.default pysysmon_c_return: off; intended: on | on",
        ],
    );
    check(
        "pinsight",
        "a.trace",
        "[Lexgion(MPI).default]\ntracing_rate = 5\n",
        "",
        &["section › Lexgion(MPI).default tracing_rate: 5 | -"],
    );
    check("pinsight", "a.trace", "[Lexgion(MPI).default]\n", "", &[]);
    check(
        "coil-target",
        "a.coilcfg",
        "[A_b]\nx = 1\n",
        "[A_b]\nx = \"1\"\n",
        &["section › A_b x: 1 | \"1\""],
    );
    check(
        "coil-hardware",
        HARDWARE.trim_start_matches("bobbin:///"),
        "[gpu:0]\n",
        "",
        &["unit › gpu:0 gpu:0: a unit | -"],
    );
}

fn compared(left: &str, right: &str) -> Value {
    json!({ "uri": left, "other": { "uri": right } })
}

/// Compares a document with an earlier text: item, key, and the values of both.
fn since(client: &mut Client, uri: &str, text: &str) -> Vec<String> {
    let params = json!({ "uri": uri, "text": text, "other": { "uri": uri } });
    let answer = client.ask("bobbin/compare", params);
    let row = |it: &Value| {
        let value = |side: &str| it[side]["value"].as_str().unwrap_or("-").to_owned();
        let item: Vec<&str> =
            it["item"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        let key = it["key"].as_str().unwrap();
        format!("{} {key}: {} | {}", item.join(" › "), value("left"), value("right"))
    };
    let mut rows: Vec<String> = answer["differences"].as_array().unwrap().iter().map(row).collect();
    let errors = format!("errors: {} | {}", answer["leftErrors"], answer["rightErrors"]);
    rows.extend((errors != "errors: 0 | 0").then_some(errors));
    let absent = answer["absentFiles"].as_array().unwrap().iter();
    rows.extend(absent.map(|it| format!("absent: {}", it.as_str().unwrap())));
    rows.extend((answer["includesPresent"] == true).then(|| "includes".to_owned()));
    rows
}

#[test]
fn a_document_is_compared_with_a_text_in_its_place() {
    let mut client = Client::new();
    client.open(HARDWARE, "coil-hardware", TEXT);
    let earlier = TEXT.replace("4", "2").replace("name", "; a comment\nname ");
    let changed = "unit › cpu:0 resources.core[0].count: 2 | 4";
    assert_eq!(since(&mut client, HARDWARE, &earlier), [changed]);
    assert!(since(&mut client, HARDWARE, &TEXT.replace(" = ", "=")).is_empty());
    assert_eq!(since(&mut client, HARDWARE, &format!("{TEXT}oops\n")), ["errors: 1 | 0"]);
    // The document itself is as it was.
    let path = json!({ "uri": HARDWARE, "path": "cpu:0.resources.core[0].count" });
    assert_eq!(client.ask("bobbin/query", path)["hits"][0]["value"], "4");
    let params = json!({ "uri": "bobbin:///no", "text": "", "other": { "uri": HARDWARE } });
    let refused = client.ask_in_vain("bobbin/compare", params);
    assert!(refused.contains("no document `bobbin:///no` is open"), "{refused}");
}

#[test]
fn includes_of_an_earlier_text_are_the_open_documents() {
    let mut client = Client::new();
    let (main, common) = ("bobbin:///a/main.coilcfg", "bobbin:///a/common.coilcfg");
    client.open(common, "coil-target", "[Target]\nArchitecture = ARM\n");
    client.open(main, "coil-target", "@include \"common.coilcfg\"\n[Target]\nMode = 64\n");
    let earlier = "[Target]\nMode = 64\nArchitecture = X86\n";
    assert_eq!(since(&mut client, main, earlier)[0], "section › Target Architecture: X86 | ARM");
    let earlier = "[Target]\nMode = 64\n\n@include \"common.coilcfg\"\n";
    assert_eq!(since(&mut client, main, earlier), ["errors: 3 | 3", "includes"]);
}

#[test]
fn what_is_not_open_is_not_compared() {
    let mut client = Client::new();
    let (pipe, target) = ("bobbin:///x.pipe", "bobbin:///a.coilcfg");
    let process = "process a\n  :: numbers\n";
    client.open(pipe, "sprokit", &format!("include base.pipe\n{process}"));
    let other = format!("include other.pipe\n{process}");
    let both = ["absent: other.pipe", "absent: base.pipe", "includes"];
    assert_eq!(since(&mut client, pipe, &other), both);
    let absent = |client: &mut Client, uri: &str, text: &str| {
        let rows = since(client, uri, text);
        rows.into_iter().filter(|it| it.starts_with("absent")).collect::<Vec<_>>()
    };
    assert_eq!(absent(&mut client, pipe, process), ["absent: base.pipe"]);
    client.open("bobbin:///base.pipe", "sprokit", "include inner.pipe\n");
    assert_eq!(absent(&mut client, pipe, process), ["absent: inner.pipe"]);
    let section = "[Knob]\nx = 1\n";
    client.open(target, "coil-target", &format!("@include \"base.coilcfg\"\n{section}"));
    client.open("bobbin:///base.coilcfg", "coil-target", "@include inner.coilcfg\n");
    assert_eq!(absent(&mut client, target, section), ["absent: inner.coilcfg"]);
}

#[test]
fn processes_and_connections_mean_something() {
    let mut client = Client::new();
    let uri = "bobbin:///x.pipe";
    let text = "process a\n  :: numbers\nprocess b\n  :: print_number\nconnect from a.number\n  to b.number\n";
    client.open(uri, "sprokit", text);
    let earlier = text.replace("connect from a.number\n  to b.number\n", "# none\n");
    let connected = "connection › b.number from: - | a.number";
    // Both ends had to be connected.
    assert_eq!(since(&mut client, uri, &earlier), [connected, "errors: 2 | 0"]);
    let earlier = text.replace("numbers", "take_number");
    assert_eq!(since(&mut client, uri, &earlier)[0], "process › a type: take_number | numbers");
    assert!(since(&mut client, uri, &text.replace("\n  ::", " ::")).is_empty());
}

#[test]
fn bytes_are_compared_and_edited() {
    let mut client = Client::new();
    client.open(HARDWARE, "coil-hardware", TEXT);
    let compile = |client: &mut Client| {
        client.ask("bobbin/compile", json!({ "uri": HARDWARE }))["data"].clone()
    };
    let before = compile(&mut client);
    // The timestamp.
    let params = json!({ "uri": HARDWARE, "offset": 12, "data": "BQ==" });
    let plan = client.ask("bobbin/planBytes", params);
    assert_eq!(plan["documents"][0]["edits"][0]["newText"], "[metadata]\ntimestamp = 5\n\n");
    let params = json!({ "uri": HARDWARE, "offset": 24, "data": "BQ==" });
    let refused = client.ask("bobbin/planBytes", params);
    assert_eq!(refused["reason"], "these bytes are padding, which is always zero");
    client.open(HARDWARE, "coil-hardware", &format!("[metadata]\ntimestamp = 5\n{TEXT}"));
    let after = compile(&mut client);
    let answer = client.ask("bobbin/compareBytes", json!({ "data": before, "other": after }));
    assert_eq!(answer["stretches"], json!([{ "offset": 12, "len": 1 }]));
    assert_eq!(answer["differences"][0]["key"], "timestamp");
    let answer = client.ask("bobbin/compareBytes", json!({ "data": after, "other": "" }));
    assert_eq!((&answer["kind"], &answer["isOther"]), (&json!("refusal"), &json!(true)));
}

#[test]
fn a_binary_is_shown_with_its_own_bytes() {
    let mut client = Client::new();
    // A header without units and with a big-endian time stamp, and the empty string.
    let base64 = "Q0NGRwABAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAA".to_owned();
    let own = client.ask("bobbin/ownBytes", json!({ "name": "a.coilcfg", "data": base64 }));
    assert_eq!(own["bytes"]["data"], json!(base64));
    assert_eq!((&own["isBigEndian"], &own["isMapped"]), (&json!(true), &json!(true)));
    let time = &own["bytes"]["fields"][0]["children"][6];
    assert_eq!((&time["name"], &time["value"]), (&json!("timestamp"), &json!("5")));
    // The line of the text that it stands in.
    assert_eq!(time["source"]["start"]["line"], 3);
    let broken = client.ask("bobbin/ownBytes", json!({ "name": "a.coilcfg", "data": "" }));
    assert_eq!((&broken["bytes"]["data"], &broken["isMapped"]), (&json!(""), &json!(false)));
    assert!(broken["text"].as_str().unwrap().contains("expected the bytes"));
}

/// The text of a binary compiles to other bytes, or has only a part of a damaged one.
#[test]
fn a_binary_is_converted_by_its_own_bytes() {
    let mut client = Client::new();
    let mut convert = |bytes: &[u8], id: &str| {
        let data = bobbin_server::convert::base64(bytes);
        client.ask("bobbin/convertBinary", json!({ "name": "a.coilcfg", "data": data, "id": id }))
    };
    // Big-endian, with one unit, no strings and a byte behind it.
    let mut bytes = b"CCFG\0\x01\0\0\0\0\0\x01".to_vec();
    bytes.resize(78, 0);
    let header = convert(&bytes, "c-header");
    let text = header["content"]["text"].as_str().unwrap();
    assert!(text.contains("78 bytes: a COIL hardware configuration, big-endian."), "{text}");
    assert!(text.contains("0x43, 0x43, 0x46, 0x47,"), "{text}");
    assert_eq!((&header["name"], &header["remarks"]), (&json!("a.h"), &json!([])));
    let asked = convert(&bytes, "coil-target");
    assert!(asked["choices"][0]["id"].as_str().unwrap().starts_with("coil-target?architecture="));
    // A second unit that is the first one again.
    bytes[11] = 2;
    bytes.resize(121, 0);
    for (id, part) in [("c-header", "121 bytes"), ("json", "\"cpu:0\"")] {
        let damaged = convert(&bytes, id);
        let text = damaged["content"]["text"].as_str().unwrap();
        assert!(text.contains(part), "{text}");
        let said = damaged["remarks"][0]["message"].as_str().unwrap();
        assert!(said.starts_with("the binary is damaged at byte 0x4c, so "), "{said}");
    }
}

#[test]
fn a_dialogue_ends_in_a_file() {
    let mut client = Client::new();
    let answers = json!([{ "key": "Architecture", "value": "ARM" }]);
    let params = json!({ "language": "coil-target", "answers": answers });
    let step = client.ask("bobbin/wizard", params);
    assert!(step["text"].as_str().unwrap().contains("\nArchitecture = ARM\nMode = 64\n"));
    assert_eq!(step["fileName"], "arm-64.coilcfg");
    let fields = step["groups"][0]["fields"].as_array().unwrap();
    let written: Vec<&Value> = fields.iter().map(|it| &it["written"]).collect();
    assert_eq!(written, [&Value::Null, &json!("ARM"), &Value::Null, &Value::Null]);
    let params = json!({ "language": "sprokit", "answers": [] });
    assert_eq!(client.ask("bobbin/wizard", params)["groups"], json!([]));
}

#[test]
fn a_browser_is_described() {
    let mut client = Client::new();
    let machine = json!({
        "architecture": "wasm32", "flags": ["simd128"], "threads": 8, "memoryMib": 8192,
        "gpu": { "vendor": "example" }, "sources": ["threads: navigator.hardwareConcurrency"],
    });
    let answer = client.ask("bobbin/describe", json!({ "machine": machine }));
    let text = answer["text"].as_str().unwrap();
    assert!(text.starts_with("; threads: navigator.hardwareConcurrency\n"), "{text}");
    assert!(text.contains("flags = autodetected\n") && text.contains("memory = 8GiB\n"), "{text}");
    assert!(text.contains("[gpu:0]\nvendor = example\n"), "{text}");
    client.open(HARDWARE, answer["language"].as_str().unwrap(), text);
    let compiled = client.ask("bobbin/compile", json!({ "uri": HARDWARE }));
    assert_eq!(compiled["kind"], "file");
}
