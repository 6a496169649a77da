//! Turns each `grammar.lalrpop` into a parser in `OUT_DIR`, at the same relative path.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // LALRPOP names the grammars that it found, not those that will be added.
    println!("cargo::rerun-if-changed=src/lang");
    lalrpop::Configuration::new().emit_rerun_directives(true).use_cargo_dir_conventions().process()
}
