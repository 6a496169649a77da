//! What was written over the bytes of a document's binary.

use crate::platform::editor::ChangedLine;

/// The number of changes that are kept.
const MOST: usize = 8;

/// A change of bytes, and what it did to the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteEdit {
    pub offset: u32,
    pub before: Vec<u8>,
    pub after: Vec<u8>,
    /// The first lines of the text that it changed.
    pub lines: Vec<ChangedLine>,
    /// The version of the text after it.
    pub version: i32,
    /// The size of the binary before it.
    pub n_bytes: usize,
}

/// The relation of a change to the bytes as they are now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The bytes are as it wrote them.
    Stands,
    /// The bytes are as they were before it.
    Undone,
    /// The bytes are others.
    Overtaken,
    /// The binary has another length, so the bytes may have another place.
    Moved,
}

impl ByteEdit {
    /// Compares with the bytes as they are now.
    #[must_use]
    pub fn standing(&self, bytes: &[u8]) -> Standing {
        let start = self.offset as usize;
        if bytes.len() != self.n_bytes {
            return Standing::Moved;
        }
        match bytes.get(start..start + self.after.len()) {
            Some(now) if now == self.after => Standing::Stands,
            Some(now) if now == self.before => Standing::Undone,
            _ => Standing::Overtaken,
        }
    }
}

/// Puts a change in front of the earlier ones, of which the oldest is forgotten.
pub fn note(edits: &mut Vec<ByteEdit>, edit: ByteEdit) {
    edits.insert(0, edit);
    edits.truncate(MOST);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(offset: u32, before: u8, after: u8) -> ByteEdit {
        let (before, after) = (vec![before], vec![after]);
        ByteEdit { offset, before, after, lines: Vec::new(), version: 2, n_bytes: 4 }
    }

    #[test]
    fn a_change_stands_until_its_bytes_are_others() {
        let edit = edit(1, 4, 5);
        assert_eq!(edit.standing(&[0, 5, 0, 0]), Standing::Stands);
        assert_eq!(edit.standing(&[0, 4, 0, 0]), Standing::Undone);
        assert_eq!(edit.standing(&[0, 6, 0, 0]), Standing::Overtaken);
        assert_eq!(edit.standing(&[0, 5, 0, 0, 0]), Standing::Moved);
        assert_eq!(edit.standing(&[]), Standing::Moved);
    }

    #[test]
    fn the_last_changes_are_kept_the_newest_first() {
        let mut edits = Vec::new();
        for offset in 0..10 {
            note(&mut edits, edit(offset, 0, 1));
        }
        let offsets: Vec<u32> = edits.iter().map(|it| it.offset).collect();
        assert_eq!(offsets, [9, 8, 7, 6, 5, 4, 3, 2]);
    }
}
