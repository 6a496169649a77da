//! Making a cluster of processes, and putting the processes of a cluster in its place. Both keep
//! what the pipeline comes to in the end, but for the names of processes; a change that would not is
//! refused.

mod extract;
mod flat;
mod inline;
mod meaning;
mod said;
mod wider;

pub(super) use extract::extract;
pub(super) use inline::inline;
pub use wider::refactorings;

#[cfg(test)]
mod tests;
