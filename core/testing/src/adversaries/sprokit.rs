//! Pipelines and clusters.

use bobbin_core::Input;

use super::shapes::{Adversary, joined, lines, name, with_files};

fn pipe(text: &str) -> Input {
    Input::alone("text", text)
}

/// Returns a cluster with `n_keys` keys and one process inside, which is of `inner`.
fn cluster(own: &str, n_keys: usize, inner: &str) -> String {
    let keys: String = (0..n_keys).map(|it| format!("  k{it} = 1\n  -- x\n")).collect();
    format!(
        "cluster {own}\n  -- x\n{keys}  imap from number to a.number\n  -- x\nprocess a :: {inner}\nprocess b :: {inner}\n"
    )
}

/// The adversaries of this language.
pub const ALL: &[Adversary] = &[
    ("a long section and many keys", |n| {
        pipe(&lines(n, &format!("config {}\n", name(n / 4)), |it| format!("  k{it} = {it}")))
    }),
    ("a long process and many keys", |n| {
        let head = format!("process {} :: numbers\n", name(n / 4));
        pipe(&lines(n, &head, |it| format!("  k{it} = {it}")))
    }),
    ("a long block and many keys", |n| {
        let head = format!("config a\nblock {}\n", name(n / 4));
        pipe(&(lines(n, &head, |it| format!("  k{it} = {it}")) + "endblock\n"))
    }),
    ("names of ordinary length and many keys", |n| {
        let head = format!("config {}\n", name(250));
        pipe(&lines(n, &head, |it| format!("k{it}=")))
    }),
    ("long names and many processes", |n| {
        pipe(&lines(n, "", |it| format!("process {}{it} :: zzz{it}", name(n / 16))))
    }),
    ("blocks that are not closed", |n| {
        pipe(&lines(n, "config a\n", |it| format!("block b\n  k{it} = 1")))
    }),
    ("blocks inside each other", |n| {
        let open = lines(n / 2, "config a\n", |it| format!("block b{it}\n  k = 1"));
        let n_open = open.matches("block ").count();
        pipe(&(open + &"endblock\n".repeat(n_open)))
    }),
    ("blocks of a process", |n| {
        let open = lines(n / 2, "process p :: numbers\n", |_| "block b".to_owned());
        let n_open = open.matches("block ").count();
        pipe(&(open + "k = 1\n" + &"endblock\n".repeat(n_open)))
    }),
    ("macros that double", |n| {
        let head = "config a\n  k0 = word\n";
        pipe(&lines(n, head, |it| format!("  k{} = $CONFIG{{a:k{it}}}$CONFIG{{a:k{it}}}", it + 1)))
    }),
    ("macros of a long value", |n| {
        let head = format!("config a\n  k = {}\n", name((n / 4).min(60_000)));
        pipe(&lines(n, &head, |it| format!("  k{it} = $CONFIG{{a:k}}")))
    }),
    ("macros of a local value", |n| {
        let head = format!("config a\n  k := {}\n", name((n / 4).min(60_000)));
        pipe(&lines(n, &head, |it| format!("  k{it} = $LOCAL{{k}}")))
    }),
    ("macros of nothing", |n| {
        pipe(&(joined(n, "config a\n  k = ", "", |_| "$CONFIG{a:x}".to_owned()) + "\n"))
    }),
    ("macros of a process", |n| {
        let head = format!("config a\n  k = {}\nprocess p :: numbers\n", name(n / 8));
        pipe(&lines(n, &head, |it| format!("  k{it} = $CONFIG{{a:k}}")))
    }),
    ("includes that are there", |n| {
        let text = lines(n / 2, "", |it| format!("include f{}", it % 40));
        let file = |it: usize| (format!("f{it}"), lines(n / 80, "", |key| format!("# {key}")));
        with_files("text", &text, (0..40).map(file))
    }),
    ("includes that double", |n| {
        let file = |it: usize| {
            let next = format!("include f{0}\ninclude f{0}\n", it + 1);
            (format!("f{it}"), lines(n / 30, &next, |key| format!("config s{it}\n  k{key} = 1")))
        };
        with_files("text", "include f0\n", (0..30).map(file))
    }),
    ("one wide output", |n| {
        let head = "process a :: numbers\n";
        pipe(&lines(n, head, |it| {
            format!("process b{it} :: print_number\nconnect from a.number to b{it}.number")
        }))
    }),
    ("ports of one process", |n| {
        let head = "process a :: distribute\nprocess b :: collate\n";
        pipe(&lines(n, head, |it| format!("connect from a.out/{it}/x to b.coll/{it}/x")))
    }),
    ("a chain of processes", |n| {
        pipe(&lines(n, "", |it| {
            let next = it + 1;
            format!("process p{it} :: flow_dependent\nconnect from p{it}.output to p{next}.input")
        }))
    }),
    ("connections across", |n| {
        pipe(&lines(n, "", |it| {
            let back = it / 3;
            format!(
                "process p{it} :: multiplication\nconnect from p{back}.product to p{it}.factor1"
            )
        }))
    }),
    ("processes of long unknown types", |n| {
        let kind = name(n / 16);
        pipe(&lines(n, "", |it| format!("process p{it} :: {kind}{it}")))
    }),
    ("targets of one mapping", |n| {
        let head = "cluster c\n  -- x\n  imap from a";
        pipe(&(joined(n, head, "", |it| format!(" to b{it}.x")) + "\n  -- x\n"))
    }),
    ("long names of mappings", |n| {
        let head = format!("cluster c\n  -- x\n  imap from {}", name(n / 4));
        pipe(&(joined(n, &head, "", |it| format!(" to b{it}.x")) + "\n  -- x\n"))
    }),
    ("instances of a cluster with many keys", |n| {
        let own = cluster("c", n / 48, "numbers");
        let text = lines(n / 2, "", |it| format!("process p{it} :: c"));
        with_files("text", &text, [("c.cluster".to_owned(), own)])
    }),
    ("clusters that double", |n| {
        let file = |it: usize| {
            let inner = format!("c{}", it + 1);
            (format!("c{it}.cluster"), cluster(&format!("c{it}"), n / 30 / 15, &inner))
        };
        with_files("text", "process p :: c0\n", (0..30).map(file))
    }),
    ("huge numbers", |n| {
        let head = "process p :: numbers\n";
        pipe(&lines(n, head, |it| format!("  _frequency = {it}/{}", "9".repeat(2000))))
    }),
    ("huge capacities", |n| {
        pipe(&lines(n, "", |it| {
            format!("config _edge_by_conn:p{it}:down:x\n  capacity = {}", u64::MAX)
        }))
    }),
    ("a long comment", |n| pipe(&format!("# {}\n", name(n)))),
    ("a long value", |n| pipe(&format!("config a\n  k = {}\n", name(n)))),
    ("a long line of words", |n| pipe(&joined(n, "", " ", |_| "process".to_owned()))),
    ("a long line of signs", |n| pipe(&joined(n, "", "", |_| "::[".to_owned()))),
    ("a long key", |n| pipe(&(joined(n, "config a\n  ", ":", |it| format!("k{it}")) + " = 1\n"))),
    ("a long list of flags", |n| {
        pipe(&(joined(n, "config a\n  k[", ", ", |it| format!("f{it}")) + "] = 1\n"))
    }),
    ("banners", |n| {
        pipe(&lines(n, "", |it| format!("# ====\n# {it}\n# ====\nprocess p{it} :: x")))
    }),
    ("keys that are unknown", |n| {
        pipe(&lines(n, "process p :: numbers\n", |it| format!("  k{it} = 1")))
    }),
    ("keys that are read only", |n| {
        pipe(&lines(n, "config a\n  k[ro] = 1\n", |_| "  k = 1".to_owned()))
    }),
];
