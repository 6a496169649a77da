//! The tools for strokes on the map.

use bobbin_protocol::Selection;

use super::grid::{Cell, names};

/// The effect of a stroke on the map.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Explains a cell.
    #[default]
    Explain,
    /// Adds cells to the selected section.
    Add,
    /// Removes cells from the selected section.
    Remove,
}

impl Tool {
    pub const ALL: [Tool; 3] = [Tool::Explain, Tool::Add, Tool::Remove];

    pub fn label(self) -> &'static str {
        match self {
            Tool::Explain => "Explain",
            Tool::Add => "Add units",
            Tool::Remove => "Remove units",
        }
    }

    /// Returns true if painting that starts at a cell adds cells; without a tool, painting inverts
    /// the first cell.
    #[must_use]
    pub fn adds(self, selection: Option<&Selection>, cell: Cell) -> bool {
        match self {
            Tool::Add => true,
            Tool::Remove => false,
            Tool::Explain => !selection.is_some_and(|it| names(it, cell)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::sample;
    use super::*;

    #[test]
    fn without_a_tool_painting_does_the_opposite() {
        let selection = sample().selection;
        let (inside, outside) = (Cell { x: 3, y: 0 }, Cell { x: 0, y: 0 });
        for (tool, cell, adds) in [
            (Tool::Explain, inside, false),
            (Tool::Explain, outside, true),
            (Tool::Add, inside, true),
            (Tool::Remove, outside, false),
        ] {
            assert_eq!(tool.adds(selection.as_ref(), cell), adds, "{tool:?} {cell:?}");
        }
        assert!(Tool::Explain.adds(None, inside));
    }
}
