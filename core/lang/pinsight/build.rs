//! Turns each `grammar.lalrpop` into a parser in `OUT_DIR`, at the same relative path.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lalrpop::Configuration::new().emit_rerun_directives(true).use_cargo_dir_conventions().process()
}
