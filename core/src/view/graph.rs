//! Vertices with ports, and edges between ports.

use text_size::TextRange;

use crate::edit::ItemPath;

/// A directed graph whose edges join ports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// In the order of the text; edges and `parent` refer to them by index.
    pub vertices: Vec<Vertex>,
    /// In the order of the text.
    pub edges: Vec<Edge>,
}

/// A box with ports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vertex {
    /// Names the item in commands.
    pub item: ItemPath,
    /// What it is called.
    pub title: String,
    /// What it is, such as its process type; may be empty.
    pub subtitle: String,
    /// The whole item in the text.
    pub range: TextRange,
    /// Its name in the text.
    pub name_range: TextRange,
    /// Inputs and outputs, in the order they shall be drawn.
    pub ports: Vec<Port>,
    /// The group that it is drawn in: index of another vertex.
    pub parent: Option<usize>,
    /// Why it is marked as wrong, in the words of the diagnostic, if it is.
    pub problem: Option<String>,
}

/// Which way data goes through a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PortSide {
    /// Into the vertex; drawn on its left.
    Input,
    /// Out of the vertex; drawn on its right.
    Output,
}

/// An end for edges at a vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// Unique among the ports of its side.
    pub name: String,
    /// Input or output.
    pub side: PortSide,
    /// The type of the data; empty if unknown. Chooses the colour.
    pub data_type: String,
    /// Whether the port must be connected.
    pub required: bool,
}

/// A connection from an output to an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Names the item in commands.
    pub item: ItemPath,
    /// Index of the vertex it leaves, and of the port in [`Vertex::ports`].
    pub from: (usize, usize),
    /// Index of the vertex it enters, and of the port in [`Vertex::ports`].
    pub to: (usize, usize),
    /// The statement in the text.
    pub range: TextRange,
    /// Whether it is meant to run against the flow.
    pub feedback: bool,
    /// Why it is marked as wrong, in the words of the diagnostic, if it is.
    pub problem: Option<String>,
}
