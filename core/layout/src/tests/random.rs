//! Numbers for random graphs.

/// Marsaglia's xorshift.
pub(crate) struct Random(pub u64);

impl Random {
    /// Returns a number less than `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit.max(1)
    }
}
