//! Words that are offered, and what the text is once one is accepted.

use bobbin_core::text::offset;
use bobbin_core::{Document, Input};

/// Checks that the text has the line `expected` once the first word was accepted at `|`, or the word `label`.
#[track_caller]
fn check_accepted(text: &str, label: &str, expected: &str) {
    let at = offset(text.find('|').unwrap());
    let mut text = text.replace('|', "");
    let words = crate::parse(&Input::alone("t.pipe", &text)).completions(at);
    let it = words.iter().find(|it| it.label == label).expect("not offered");
    text.replace_range(std::ops::Range::<usize>::from(it.range), &it.insert);
    assert!(text.lines().any(|it| it == expected), "{text}");
}

#[test]
fn whole_words_are_replaced() {
    let check = check_accepted;
    check("process a\n  :: num|bers\n", "ProcessImage", "  :: ProcessImage");
    check("process a :: numbers\n  st|art = 1\n", "end", "  end = 1");
    check("process a :: numbers\n  end = 1|7 8 # c\n", "100", "  end = 100 # c");
    check("process a :: numbers\nconnect fr|om a.number\n", "from", "connect from a.number");
    check("process a :: numbers\nconnect from |x.number\n", "a", "connect from a.number");
    check("config a\n  k[t|o] = 1\n", "ro", "  k[ro] = 1");
    check("config a\n  k[t|, ro] = 1\n", "ro", "  k[ro, ro] = 1");
    check("config a\n  k = 1\n  l = $CONFIG{|}\n", "a:k", "  l = $CONFIG{a:k}");
    check("config a\n  k = 1\n  l = $CONFIG{a:|k}/x\n", "a:k", "  l = $CONFIG{a:k}/x");
    check("config a\n  l = $|{}\n", "CONFIG", "  l = $CONFIG{}");
    check("config a\n  l = $E|NV{X}\n", "CONFIG", "  l = $CONFIG{X}");
    check("con|ect from a.b to c.d\n", "connect", "connect from a.b to c.d");
    check("config _pipeline:|_e # c\n", "_scheduler", "config _scheduler # c");
}

#[test]
fn what_follows_a_missing_word_stays() {
    let check = |text: &str, label: &str, expected: &str| {
        let text = format!("process a :: numbers\n{text} # c\n");
        check_accepted(&text, label, &format!("{expected} # c"));
    };
    check("connect from | to b.c", "a", "connect from a. to b.c");
    check("connect from a.| to b.c", "number", "connect from a.number to b.c");
    check("connect from a.| b.c", "number", "connect from a.number b.c");
    check("connect from a.| x to b.c", "number", "connect from a.number to b.c");
    check("connect from | x.number", "a", "connect from a.number");
    check("connect | a.b to c.d", "from", "connect from a.b to c.d");
    check("connect | from a.b to c.d", "from", "connect from a.b to c.d");
    check("connect | to c.d", "from", "connect from to c.d");
    check("omap from | to x", "a", "omap from a. to x");
    check("imap from x to | -- d", "a", "imap from x to a. -- d");
    check("process b :: | end = 1", "sink", "process b :: sink end = 1");
    check("process b :: | k:l[ro] = 1", "sink", "process b :: sink k:l[ro] = 1");
    check("process b :: | x", "sink", "process b :: sink");
    check("process b :: | x :end 3", "sink", "process b :: sink :end 3");
    check("process b : | end = 1", ":: sink", "process b :: sink end = 1");
}

#[test]
fn one_colon_becomes_two() {
    check_accepted("process a\n  :|\n", ":: ProcessImage", "  :: ProcessImage");
    check_accepted("process a : num|bers\n", ":: ProcessImage", "process a :: ProcessImage");
    check("process a :: numbers\n  :|\n", &["start", "end"]);
}

#[test]
fn statements_fit_their_place() {
    #[track_caller]
    fn check(text: &str, path: &str, expected: &[&str]) {
        let at = text.find('|').unwrap();
        let file = crate::parse(&Input::alone(path, &text.replace('|', "")));
        let words = file.completions(offset(at)).into_iter();
        let words = words.filter(|it| it.class == bobbin_core::syntax::TokenClass::Keyword);
        assert_eq!(words.map(|it| it.label).collect::<Vec<_>>(), expected, "{text}");
    }
    let outside = ["process", "connect", "config", "include"];
    let inside = ["process", "connect", "config", "block", "relativepath", "include"];
    let header = ["imap", "omap", "process", "connect", "config", "relativepath", "include"];
    check("|", "t.pipe", &outside);
    check("|", "t.cluster", &["cluster", "include"]);
    check("|\ncluster c\n  -- c\n", "t.cluster", &["include"]);
    check("process a :: numbers\n|", "t.pipe", &inside);
    check(
        "process a :: numbers\n|\n  end = 1\n",
        "t.pipe",
        &["process", "config", "block", "relativepath", "include"],
    );
    check(
        "config a\nblock b\n|\nendblock\n",
        "t.pipe",
        &["endblock", "block", "relativepath", "include"],
    );
    check("config a\nblock b\nendblock\n|", "t.pipe", &inside);
    check("connect from a.b to c.d\n|", "t.pipe", &outside);
    check("connect from a.b\n  |", "t.pipe", &["to"]);
    check("cluster c\n|", "t.cluster", &["include"]);
    check("cluster c\n  -- c\n|", "t.cluster", &header);
    check(
        "cluster c\n  -- c\n|\nimap from a to b.c\n  -- d\n",
        "t.cluster",
        &["imap", "omap", "relativepath", "include"],
    );
    check("cluster c\n  -- c\nprocess a :: b\n|", "t.cluster", &inside);
    check("pro|cess a :: numbers\n", "t.pipe", &["process"]);
    check("process a :: numbers\n  st|art = 1\n", "t.pipe", &[]);
}

/// Checks the first few labels offered at `|`.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let at = text.find('|').unwrap();
    let file = crate::parse(&Input::alone("t.pipe", &text.replace('|', "")));
    let labels: Vec<String> = file.completions(offset(at)).into_iter().map(|it| it.label).collect();
    let first: Vec<&str> = labels.iter().take(expected.len()).map(String::as_str).collect();
    assert_eq!(first, expected, "all: {labels:?}");
    assert_eq!(expected.is_empty(), labels.is_empty(), "{labels:?}");
}

#[test]
fn words_by_place() {
    check("pro|", &["process", "connect", "config"]);
    check("process a :: nu|", &["ApplyDescriptor", "ProcessImage"]);
    check("process a :: numbers\n  |", &["start", "end", "_non_blocking", "_instrumentation:type"]);
    check("process a :: new\n  |", &["_non_blocking", "_instrumentation:type", "process"]);
    check("process a :: new\n  block _instrumentation\n    t|\n  endblock\n", &["type"]);
    check("process a :: numbers\nconnect from |", &["a"]);
    check("process a :: numbers\nprocess b :: sink\nconnect from a.|", &["number"]);
    check("process a :: numbers\nprocess b :: sink\nconnect from a.number\n to b.s|", &["sink"]);
    check("process a :: image_filter\n  block filter\n    t|\n  endblock\n", &["type"]);
    check("process v :: image_viewer\n  annotate_image = |", &["true", "false"]);
    check("process v :: video_input\nconfig v:video_reader\n  t|", &["type"]);
    check("config a\n  k[|", &["ro"]);
    check("cluster c\n -- d\n  k[|", &["ro", "tunable"]);
    // No list of flags is read.
    check("config a\n  k[ro,|", &[]);
    check("config a\n  k = 1\n  l = $CONFIG{|", &["a:k"]);
    check("config a:\n  k = 1\n  l = $CONFIG{|", &["a:k"]);
    check("config a\n  l = $|", &["CONFIG", "ENV", "LOCAL", "SYSENV"]);
    check("config a # |", &[]);
    check("config _scheduler\n  type = |", &["sync", "thread_per_process"]);
    check(
        "process a :: numbers\n  start = 1\n  |",
        &["end", "_non_blocking", "_instrumentation:type", "start"],
    );
    check("process a :: numbers\n  end = |", &["100"]);
}

#[test]
fn keys_are_offered_behind_their_prefix() {
    let exactly = |text: &str, expected: &[&str]| {
        let at = offset(text.find('|').unwrap());
        let file = crate::parse(&Input::alone("t.pipe", &text.replace('|', "")));
        let labels: Vec<String> = file.completions(at).into_iter().map(|it| it.label).collect();
        assert_eq!(labels, expected, "{text}");
    };
    let numbers = ["start", "end", "_non_blocking", "_instrumentation:type"];
    exactly("process a :: numbers\n  relativepath |", &numbers);
    exactly("process a :: numbers\n  relativepath s|", &numbers);
    exactly("process a :: numbers\n  relativepath s|t = 1\n", &numbers);
    exactly("process a :: image_filter\n  block |", &["filter", "_instrumentation"]);
    exactly(
        "process a :: image_filter\n  block fi|\n    type = x\n",
        &["filter", "_instrumentation"],
    );
    exactly("process a :: numbers\n  block |", &["_instrumentation"]);
    exactly("process a :: numbers\n  block _instrumentation\n  block |", &[]);
    let all = ["a", "a:filter", "a:_instrumentation"];
    let config = |text: &str| format!("process a :: image_filter\nconfig {text}");
    let file = crate::parse(&Input::alone("t.pipe", &config("a:")));
    let labels = file.completions(offset(config("a:").len())).into_iter().map(|it| it.label);
    assert_eq!(labels.filter(|it| it.starts_with('a')).collect::<Vec<_>>(), all);
    let flow = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";
    exactly(
        &format!("{flow}config _pipeline:_edge_by_conn\n  block |"),
        &["b:down:sink", "a:up:number"],
    );
    // Nothing but macros has braces.
    for text in ["connect from a{|", "process a{|", "config a\n  k = {|", "config a\n  k[{|", "{|"]
    {
        exactly(text, &[]);
    }
}

#[test]
fn connections_are_tuned_by_their_ends() {
    let flow = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";
    let by_end = format!("{flow}config _pipeline:_edge_by_conn\n  |");
    check(&by_end, &["b:down:sink:capacity", "a:up:number:capacity", "b:down:sink:blocking"]);
    check(&format!("{flow}config _pipeline:_edge_by_conn:b\n  do|"), &["down:sink:capacity"]);
    check(&by_end.replace("  |", "  b:down:|"), &["b:down:sink:capacity"]);
    check(&by_end.replace("  |", "  b:down:sink:capacity = |"), &["10"]);
    check(&format!("{flow}config _pipeline:_edge\n  |"), &["capacity", "blocking"]);
    let all =
        ["_edge:capacity", "_edge_by_type:integer:capacity", "_edge_by_conn:b:down:sink:capacity"];
    check(
        &format!(
            "{flow}connect from a.number to c.number\nprocess c :: print_number\nconfig _pipeline\n  |"
        ),
        &all,
    );
    check(
        "process m :: multiplication\nprocess a :: numbers\nconnect from a.number to m.factor1\n\
         connect from a.number\n to m.|",
        &["factor2", "factor1"],
    );
}

/// Returns what is offered at `|` in a file beside the file of a cluster.
fn beside_cluster(path: &str, text: &str) -> Vec<String> {
    let at = text.find('|').unwrap();
    let mut files = bobbin_core::text::Files::default();
    let cluster = "cluster scale\n -- d\n factor = 2\n -- d\n block-size = 1\n -- d\n\
                   imap from value to mul.factor1\n -- d\nomap from mul.product to result\n -- d\n\
                   process mul :: multiplication\nprocess k :: const_number\n\
                   connect from k.number to mul.factor2\n";
    files.insert("scale.cluster", cluster.into());
    let input = Input { files: files.into(), ..Input::alone(path, &text.replace('|', "")) };
    crate::parse(&input).completions(offset(at)).into_iter().map(|it| it.label).collect()
}

#[test]
fn what_is_inside_instances_can_be_named() {
    let head = "process a :: numbers\nprocess big :: scale\nprocess out :: sink\n\
                connect from a.number to big.value\nconnect from big.result to out.sink\n";
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(beside_cluster("t.pipe", &format!("{head}{text}")), expected, "{text}");
    };
    // Edges are those at set-up, when the cluster is gone.
    let by_end = "config _pipeline:_edge_by_conn\n  |";
    let capacities = [
        "big/mul:down:factor1:capacity",
        "a:up:number:capacity",
        "out:down:sink:capacity",
        "big/mul:up:product:capacity",
        "big/mul:down:factor2:capacity",
        "big/k:up:number:capacity",
    ];
    let blocking = capacities.map(|it| it.replace("capacity", "blocking"));
    let all: Vec<&str> =
        capacities.into_iter().chain(blocking.iter().map(String::as_str)).collect();
    check(
        &format!("{by_end}\n"),
        &[all.as_slice(), &["process", "connect", "config", "block", "relativepath", "include"]]
            .concat(),
    );
    check(&by_end.replace('|', "big/|"), &all);
    check(&by_end.replace('|', "big/mul:down:|"), &all);
    let inside = [
        "factor1:capacity",
        "factor2:capacity",
        "factor1:blocking",
        "factor2:blocking",
        "endblock",
        "block",
        "relativepath",
        "include",
    ];
    check(&by_end.replace("  |", "block big/mul:down\n big|\nendblock"), &inside);
    // Addresses.
    let names = ["a", "big", "out", "big/mul", "big/k"];
    check("connect from |", &names);
    check("connect from big/|", &names);
    check("connect from big/m|ul.product to out.sink", &names);
    check("connect from big/k.|", &["number", "_heartbeat"]);
    check("connect from a.number to big/mul.|", &["factor1", "factor2"]);
    // What is inside an instance is set from it, but for what is read-only there.
    let instance = "process big :: scale\n  ";
    check(&format!("{instance}k:|"), &["factor", "block-size", "k:value"]);
    check(&format!("{instance}block |"), &["k"]);
    check(
        &format!("{instance}block k\n  v|"),
        &["value", "endblock", "block", "relativepath", "include"],
    );
    let sections = beside_cluster("t.pipe", &format!("{instance}config big:|"));
    assert!(sections.iter().any(|it| it == "big:k"), "{sections:?}");
    // Keys of an instance are those of its cluster.
    let keys = beside_cluster("t.pipe", "process big :: scale\n  |");
    assert_eq!(keys.get(..3).unwrap(), ["factor", "block-size", "process"]);
}

#[test]
fn names_with_slashes_are_replaced_as_a_whole() {
    let flow = "process a :: numbers\nprocess b :: sink\nconnect from a.number to b.sink\n";
    let text = format!("{flow}connect from x/|y.number to b.sink\n");
    check_accepted(&text, "a", "connect from a.number to b.sink");
    let text = format!("{flow}config _pipeline:_edge_by_conn\n  x/|y:down = 1\n");
    check_accepted(&text, "b:down:sink:capacity", "  b:down:sink:capacity = 1");
}

#[test]
fn values_of_a_cluster_are_offered_where_they_are_mapped() {
    let check = |text: &str, expected: &[&str]| {
        let text =
            format!("cluster c\n -- d\n k = 1\n -- d\n l-m = 2\n -- d\nprocess p :: sink\n{text}");
        assert_eq!(beside_cluster("c.cluster", &text), expected, "{text}");
    };
    check("  x[ro] = |", &["c:k", "c:l-m"]);
    check("  x[ro] = c:|", &["c:k", "c:l-m"]);
    check("  x[ro] = some text|", &[]);
    check("  x = |", &[]);
    check("  relativepath x[ro] = |", &[]);
    check("  x = $CONFIG{|", &["c:k"]);
    // What is read from the pipeline that uses the cluster.
    check("config |", &["p"]);
}

#[test]
fn macros_ask_for_what_was_assigned_before() {
    let head =
        "config m\n  early = 1\n  a-b = 1\n  block b\n    l := x\n    inner = 2\n  endblock\n";
    let check = |text: &str, expected: &[&str]| check(&format!("{head}{text}"), expected);
    // With the blocks around it, and without the section.
    check("  q = $LOCAL{|", &["b:l"]);
    check("  q = $LOCAL{b:|\n  r := 1\n", &["b:l"]);
    check("  block b\n    q = $LOCAL{|", &["b:l"]);
    check("  l := 1\n  l := 2\n  q = $LOCAL{|", &["b:l", "l"]);
    check("  l := $LOCAL{|", &["b:l"]);
    let before = ["m:b:inner", "m:b:l", "m:early"];
    let exactly = |text: &str, expected: &[&str]| {
        let text = format!("{head}{text}");
        let at = offset(text.find('|').unwrap());
        let file = crate::parse(&Input::alone("t.pipe", &text.replace('|', "")));
        let labels: Vec<String> = file.completions(at).into_iter().map(|it| it.label).collect();
        assert_eq!(labels, expected, "{text}");
    };
    exactly("  q = $CONFIG{|", &before);
    exactly("  q = $CONFIG{|}/x\n  z = 1\n", &before);
    exactly("  early = $CONFIG{|", &before);
    exactly("include $CONFIG{|", &[]);
    exactly("include $|", &["ENV", "SYSENV"]);
    exactly("include $SYS|", &["ENV", "SYSENV"]);
}

#[test]
fn what_is_written_goes_on() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        let file = crate::parse(&Input::alone("t.pipe", &text));
        let it = file.completions(offset(at)).swap_remove(0);
        let replaced = bobbin_core::text::slice(&text, it.range);
        assert_eq!(format!("{replaced} -> {}", it.insert), expected);
    }
    check("process a :: numbers\n  sta|", "sta -> start = ");
    // The value stays.
    check("process a :: numbers\n  sta| = 4\n", "sta -> start");
    check(
        "process r :: video_input\n  video_reader:ty|",
        "video_reader:ty -> video_reader:type = ",
    );
    check("process a :: numbers\nconnect from |", " -> a.");
    check("process a :: numbers\nconnect from x|.number\n", "x. -> a.");
}

#[test]
fn open_files_can_be_included() {
    let mut files = bobbin_core::text::Files::default();
    for path in ["/x/main.pipe", "/x/sub/a.conf", "/lib/b.pipe", "/y/c.pipe", "/x/d.cluster"] {
        files.insert(path, "".into());
    }
    let host = bobbin_core::HostFacts {
        include_path: vec!["/lib".to_owned()],
        ..bobbin_core::HostFacts::default()
    };
    let text = "  !include sub/";
    let input = Input {
        path: "/x/main.pipe".to_owned(),
        text: text.into(),
        files: files.into(),
        host: host.into(),
    };
    let offered = crate::parse(&input).completions(offset(text.len()));
    let names: Vec<&str> = offered.iter().map(|it| it.insert.as_str()).collect();
    assert_eq!(names, ["b.pipe", "sub/a.conf", "../y/c.pipe"]);
    assert!(offered.iter().all(|it| bobbin_core::text::slice(text, it.range) == "sub/"));
}

#[test]
fn what_is_known_of_words() {
    let text = "process a :: numbers\n  end = $SYSENV{numproc} x\n  start[ro] = 2\n\
                connect from a.number to b.sink\nprocess b :: sink\n";
    let file = crate::parse(&Input::alone("t.pipe", text));
    let at = |word: &str| {
        let hover = file.hover(offset(text.find(word).unwrap() + 1)).unwrap();
        hover.markdown
    };
    assert!(at("numbers").contains("`end` — whole number, default `100`"));
    assert!(at("end =").contains("whole number"));
    assert!(at("$SYSENV").contains("number of processors"));
    assert!(at("ro]").contains("cannot be set again"));
    assert!(at("number to").contains("output **number** of `a` : `integer`"));
    assert!(at("sink\n").contains("anything may be connected"));
    let connect = at("connect");
    assert!(connect.contains("takes one connection"));
    // The page reads emphasis in this form only.
    assert!(connect.starts_with("**connect from** *process.output* **to** *process.input*\n"));
}
