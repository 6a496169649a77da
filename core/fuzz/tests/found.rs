//! Inputs that something was wrong with once.

use bobbin_fuzz::run;

#[test]
fn a_byte_order_mark_is_not_laid_out_to_the_start_of_the_text() {
    for text in ["\n\u{feff}", "\r\u{feff}", "  \u{feff}", "\n\n\u{feff}[a]\n"] {
        run("coil-hardware", text.as_bytes());
        run("coil-target", text.as_bytes());
        run("sprokit", text.as_bytes());
    }
}

#[test]
fn the_line_ends_of_a_layout_are_those_of_the_first_line_that_stays() {
    let text = "\n  _a = 1\r\n\r\nprocess p :: orphan\r\n  k = v\r\n";
    run("sprokit", text.as_bytes());
    run("sprokit", b"\r\n\n_a = 1\n\nprocess p :: orphan\n\n\n  k = v");
}

#[test]
fn what_another_file_begins_to_include_is_judged_again() {
    let choices = b"q6\x9a\xbd\xe1\x0f\x97\x99@\x15\x1d1\xb4\xce\xc4E\xe1\xad\xa8)\xbd_c\x18\xf9\xce\x8e^oe\x12\xe0\x1d\xb2\xe0Y\xf3Y\xfc3\xb0\xc4\xeaPI\xafg\x1f\x15\x0f}\tI\xd3vm\x98\xe5>";
    let text = b"or = 4\ncluster c\n -- d\n omap from n.product to p[\n -- o\n imap from f to n.factor\n -- i\nprocess n :: multiplier_cluster\n fact";
    run("server", &[choices.as_slice(), text].concat());
}

#[test]
fn the_layout_of_lines_with_other_blanks_is_settled_at_once() {
    run("sprokit", b"= v\n endblock\n k\r ");
    run(
        "sprokit",
        b"config a\n :k[RO,Tunable]\n :k[RO,Tunable] O,Tunable]\n :k[RO,Tunable] = v\n k = 2\n",
    );
    run(
        "coil-target",
        b"F = A\n\n[Optimization]\nLevel           \x0b   = 3\nSize   = f\nSpeed  = t\nV = 2    #",
    );
    run("pinsight", b"[Lexgion(0x10)] : OpenMP.d: OpenMP.default : ");
}
