//! The compressed form of the document's example, byte for byte.

#![allow(clippy::unwrap_used, reason = "a test that panics has found something")]

use std::fs;

use bobbin_coil::hardware;
use bobbin_coil::hardware::binary::decode::decode;
use bobbin_core::{Document, Input};

const WHY: &str = "The compressed bytes of the example have changed. Zlib lets a writer choose, so \
    another version of `miniz_oxide`, or another level, gives other bytes that mean the same. \
    Whoever compiles the same text with two versions of Bobbin then gets two files: if that is \
    wanted, say so in the release's notes and write the file anew with UPDATE_EXPECT=1; if not, \
    keep the version of `miniz_oxide` in core/Cargo.toml.";

#[test]
fn the_compressed_form_is_the_same_in_every_build() {
    let folder = bobbin_testing::root().join("core/testdata/coil-hardware/binary");
    let golden = folder.join("spec_example_compressed.coilcfg");
    let text = fs::read_to_string(folder.join("spec_example.coilcfg.txt")).unwrap();
    let file = hardware::parse(&Input::alone("spec_example.coilcfg.txt", text.as_str()));
    let compressed = file.compile_compressed().unwrap().unwrap().bytes.data;
    // Whatever the bytes, they must mean the example.
    let plain = fs::read(folder.join("spec_example.coilcfg")).unwrap();
    assert_eq!(decode(&compressed).unwrap().model, decode(&plain).unwrap().model);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&golden, &compressed).unwrap();
    }
    assert!(fs::read(&golden).unwrap() == compressed, "{WHY}");
}
