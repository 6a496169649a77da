//! Rewritings that may be wanted, on small texts.

use expect_test::expect;
use text_size::TextRange;

use crate::fixtures::file;
use bobbin_core::Document;

#[test]
fn what_may_be_wanted() {
    let text = "[Lexgion(0x10)] : : MPI.rank(0,1,2)\n[MPI.default]\nMPI_Send = off\n";
    let range = TextRange::empty(3.into());
    let fixes = file(text).refactorings(range);
    let mut res = String::new();
    for it in &fixes {
        res.push_str(&format!("{}\n{}\n", it.label, it.edit.apply(text)));
    }
    expect![[r#"
        Write the ids in the shortest way
        [Lexgion(0x10)] : : MPI.rank(0-2)
        [MPI.default]
        MPI_Send = off

        Put the sections into the guide's order
        [MPI.default]
        MPI_Send = off
        [Lexgion(0x10)] : : MPI.rank(0,1,2)

    "#]]
    .assert_eq(&res);
    // There the order matters: the region copies what stands above it.
    let text = "[Lexgion(0x10)] : MPI.default\n[MPI.default]\nMPI_Send = off\n";
    assert!(file(text).refactorings(range).is_empty());
}
