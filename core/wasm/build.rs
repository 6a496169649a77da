//! Gives the WebAssembly module a stack of 4 MiB. The default of 1 MiB is enough for what the core
//! does by itself; LALRPOP's parsers and serde recurse as deep as a text nests, up to the core's
//! limits, and this leaves room to spare.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Cargo sets it for every build script.
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|it| it == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={}", 4 << 20);
    }
}
