//! Cases of this language.
