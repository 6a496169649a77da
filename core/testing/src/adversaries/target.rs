//! COIL target configurations.

use bobbin_core::Input;

use super::shapes::{Adversary, joined, lines, name, with_files};

fn config(text: &str) -> Input {
    Input::alone("text", text)
}

const HEAD: &str = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n";

/// The adversaries of this language.
pub const ALL: &[Adversary] = &[
    ("a long section", |n| {
        config(&lines(n, &format!("{HEAD}[{}]\n", name(n / 4)), |it| format!("k{it} = 1")))
    }),
    ("a long vendor section", |n| {
        config(&lines(n, &format!("[V_{}]\n", name(n / 4)), |it| format!("k{it} = 1")))
    }),
    ("a vendor section of a fair name", |n| {
        config(&lines(n, &format!("{HEAD}[V_{}]\n", name(900)), |it| format!("k{it}=1")))
    }),
    ("vendor sections", |n| config(&lines(n, HEAD, |it| format!("[V_x{it}]\nk = 1")))),
    ("keys of one line", |n| config(&lines(n, "[V_x]\n", |it| format!("k{it}=")))),
    ("one key", |n| config(&lines(n, "[V_x]\n", |_| "k = 1".to_owned()))),
    ("unknown keys", |n| config(&lines(n, "[Optimization]\n", |it| format!("Bogus{it} = 1")))),
    ("features", |n| {
        config(&(joined(n, &format!("{HEAD}Features = "), ", ", |it| format!("F{it}")) + "\n"))
    }),
    ("one feature", |n| {
        config(&(joined(n, &format!("{HEAD}Features = "), ",", |_| "AVX2".to_owned()) + "\n"))
    }),
    ("empty elements", |n| {
        config(
            &(joined(n, "[Preprocessor]\nDefine = ", ",", |_| String::new())
                + &",".repeat(n)
                + "\n"),
        )
    }),
    ("definitions", |n| {
        config(&(joined(n, "[Preprocessor]\nDefine = ", ", ", |it| format!("D{it}=1")) + "\n"))
    }),
    ("lists of many lines", |n| {
        config(&lines(n, "[Preprocessor]\n", |it| format!("Define = A{it}, B, C, D, E, F")))
    }),
    ("registers", |n| {
        let head = format!("{HEAD}[ABI]\nName = x\nParameterRegisters = ");
        config(&(joined(n, &head, ", ", |it| format!("r{it}")) + "\n"))
    }),
    ("huge numbers", |n| {
        config(&lines(n, "[Memory]\n", |_| format!("Alignment = {}", "9".repeat(900))))
    }),
    ("quotes", |n| config(&lines(n, "[V_x]\n", |it| format!("k{it} = \"")))),
    ("a long quote", |n| config(&format!("[V_x]\nk = \"{}\n", "\\\"".repeat(n / 2)))),
    ("a long comment", |n| config(&format!("# {}\n", name(n)))),
    ("a long value", |n| config(&format!("[V_x]\nk = {}\n", name(n)))),
    ("a long line of signs", |n| config(&joined(n, "", "", |_| "[=\"".to_owned()))),
    ("lost includes", |n| config(&lines(n, "", |it| format!("@include x{it}")))),
    ("a long include", |n| config(&format!("@include {}\n", name(n)))),
    ("includes of itself", |n| config(&lines(n, "", |_| "@include text".to_owned()))),
    ("includes that are there", |n| {
        let text = lines(n / 2, "", |it| format!("@include f{}", it % 40));
        let file = |it: usize| {
            (format!("f{it}"), lines(n / 80, "[V_x]\n", |key| format!("k{key} = {it}")))
        };
        with_files("text", &text, (0..40).map(file))
    }),
    ("includes that double", |n| {
        let file = |it: usize| {
            let next = format!("@include f{0}\n@include f{0}\n[V_x{it}]\n", it + 1);
            (format!("f{it}"), lines(n / 30, &next, |key| format!("k{key} = 1")))
        };
        with_files("text", "@include f0\n", (0..30).map(file))
    }),
    ("a tower of includes", |n| {
        let n_files = (n / 40).min(2000);
        let file =
            |it: usize| (format!("f{it}"), format!("@include f{}\n[V_x{it}]\nk = 1\n", it + 1));
        with_files("text", "@include f0\n", (0..n_files).map(file))
    }),
    ("broken headers", |n| config(&lines(n, "", |_| "[Target".to_owned()))),
    ("old line ends", |n| config(&joined(n, "[V_x]\r", "\r", |it| format!("k{it} = 1")))),
];
