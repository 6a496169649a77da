//! What is known of something that the language server was asked for.

use std::sync::Arc;

/// A view, or why it is not there.
#[derive(Debug)]
pub enum Asked<T> {
    /// No answer yet.
    NotYet,
    /// The document has none.
    Absent,
    /// Could not be computed, in words.
    Failed(String),
    /// Here it is.
    Here(Arc<T>),
}

impl<T> Clone for Asked<T> {
    fn clone(&self) -> Self {
        match self {
            Asked::NotYet => Asked::NotYet,
            Asked::Absent => Asked::Absent,
            Asked::Failed(why) => Asked::Failed(why.clone()),
            Asked::Here(it) => Asked::Here(it.clone()),
        }
    }
}

/// Equal views need not be shown again.
impl<T: PartialEq> PartialEq for Asked<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Asked::NotYet, Asked::NotYet) | (Asked::Absent, Asked::Absent) => true,
            (Asked::Failed(a), Asked::Failed(b)) => a == b,
            (Asked::Here(a), Asked::Here(b)) => Arc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

impl<T> Asked<T> {
    /// The view, if it is there.
    #[must_use]
    pub fn here(&self) -> Option<&Arc<T>> {
        match self {
            Asked::Here(it) => Some(it),
            _ => None,
        }
    }
}
