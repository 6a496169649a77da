//! Where the vertices, ports and edges of a [`Graph`](crate::view::Graph) are drawn.
