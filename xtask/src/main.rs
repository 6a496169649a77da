//! Builds, serves and tests Bobbin.

fn main() {}
