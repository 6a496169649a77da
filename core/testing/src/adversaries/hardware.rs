//! COIL hardware configurations.

use bobbin_core::Input;

use super::shapes::{Adversary, joined, lines, name};

fn config(text: &str) -> Input {
    Input::alone("text", text)
}

fn long_head(n: usize, head: &str) -> Input {
    let head = format!("[cpu:0]\n[{head}{}]\n", name(n / 4));
    config(&lines(n, &head, |it| format!("k{it} = 1")))
}

/// The adversaries of this language.
pub const ALL: &[Adversary] = &[
    ("a long section", |n| long_head(n, "")),
    ("a long convention", |n| long_head(n, "abi:")),
    ("a long architecture", |n| long_head(n, "arch:")),
    ("a long section of a unit", |n| long_head(n, "cpu:0.")),
    ("an architecture of a fair name", |n| {
        config(&lines(n, &format!("[cpu:0]\n[arch:{}]\n", name(250)), |it| format!("k{it} = 1")))
    }),
    ("sections of fair names", |n| {
        config(&lines(n, "[cpu:0]\n", |it| format!("[arch:{}{it}]\na = 1\nb = 2", name(240))))
    }),
    ("units", |n| config(&lines(n, "", |it| format!("[cpu:{}]\nname = x", it % 65536)))),
    ("units that share sections", |n| {
        let head = lines(n / 2, "[cpu:0]\nfeatures = a\n[a]\n", |_| "int_add = true".to_owned());
        config(&lines(n, &head, |it| format!("[cpu:{}]\nfeatures = a", (it + 1) % 65536)))
    }),
    ("units that share many sections", |n| {
        let sections = lines(n / 2, "", |it| format!("[s{it}]\nint_add = true"));
        let n_sections = sections.matches('[').count().min(40);
        let list = (0..n_sections).map(|it| format!("s{it}")).collect::<Vec<_>>().join(", ");
        let units = lines(n / 2, "", |it| format!("[cpu:{}]\nfeatures = {list}", it % 65536));
        config(&(units + &sections))
    }),
    ("units that share a convention", |n| {
        let units = lines(n / 2, "", |it| format!("[cpu:{0}]\n[cpu:{0}.abi:a]", it % 65536));
        config(&lines(n, &(units + "[a.mapping]\n"), |it| format!("{} = gpr:{it}", it % 30000)))
    }),
    ("features of a list", |n| {
        config(&(joined(n, "[cpu:0]\nfeatures = ", ", ", |it| format!("f{it}")) + "\n"))
    }),
    ("one feature of a list", |n| {
        config(
            &(joined(n, "[cpu:0]\nfeatures = ", ", ", |_| "a".to_owned())
                + "\n[a]\nint_add = true\n"),
        )
    }),
    ("unknown features", |n| {
        config(&lines(n, "[cpu:0]\n[integer]\n", |it| format!("bogus{it} = true")))
    }),
    ("conventions", |n| {
        config(&lines(n, "[cpu:0]\n", |it| format!("[abi:a{it}]\n[a{it}.mapping]\n1 = gpr:1")))
    }),
    ("registers of one line", |n| {
        let head = "[cpu:0]\n[abi:a]\n[a.mapping]\n1 = ";
        config(&(joined(n, head, ", ", |it| format!("gpr:{it}")) + "\n"))
    }),
    ("registers", |n| {
        config(&lines(n, "[cpu:0]\n[abi:a]\n[a.mapping]\n", |it| {
            format!("{} = gpr:{}", it % 30000, it % 200)
        }))
    }),
    ("facts", |n| config(&lines(n, "[cpu:0]\n[arch:x]\n", |it| format!("k{it} = {it}")))),
    ("resources", |n| {
        config(&lines(n, "[cpu:0]\n[resources]\n", |_| format!("core = {}", u64::MAX)))
    }),
    ("huge numbers", |n| {
        config(&lines(n, "[cpu:0]\n[resources]\n", |_| format!("memory = {}GiB", "9".repeat(900))))
    }),
    ("huge unit numbers", |n| {
        config(&lines(n, "", |it| format!("[cpu:{}{it}]\nname = x", "9".repeat(80))))
    }),
    ("many words of one value", |n| {
        config(&(joined(n, "[cpu:0]\nname = ", " ", |it| format!("w{it}")) + "\n"))
    }),
    ("a long comment", |n| config(&format!("; {}\n", name(n)))),
    ("a long value", |n| config(&format!("[cpu:0]\nname = {}\n", name(n)))),
    ("a long line of signs", |n| config(&joined(n, "", "", |_| "[:=".to_owned()))),
    ("flags", |n| config(&(joined(n, "[metadata]\nflags = ", ", ", |it| format!("f{it}")) + "\n"))),
    ("broken headers", |n| config(&lines(n, "", |_| "[cpu".to_owned()))),
    ("words", |n| config(&lines(n, "", |_| "x".to_owned()))),
];
