//! Bobbin.

fn main() {}
