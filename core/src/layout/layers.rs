//! Boxes in columns, with every long edge cut into links between neighbouring columns.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use std::collections::HashMap;

/// How many dummies may stand for long edges. The longest edges beyond it run above the drawing,
/// where they need none: ten thousand edges over a thousand columns would need ten million.
const MOST_DUMMIES: usize = 60_000;

/// An edge of a part.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartEdge {
    /// Its index in the graph.
    pub edge: usize,
    /// The box it leaves, and the height of its port there.
    pub from: (usize, f64),
    /// The box it enters, and the height of its port there.
    pub to: (usize, f64),
    /// Whether it is meant to run against the flow.
    pub feedback: bool,
}

/// A box, or a dummy: a place in a column that a long edge passes through.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// Its column.
    pub rank: usize,
    /// Zero for a dummy.
    pub width: f64,
    /// Zero for a dummy.
    pub height: f64,
    /// Whether it is a dummy.
    pub is_dummy: bool,
    /// The box beside which a dummy turns around, if it does.
    pub turns_at: Option<usize>,
    /// Its top edge.
    pub y: f64,
}

/// A stretch of an edge, from the right side of a node to the left side of one in the next column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// The node on the left, and the height of the end there.
    pub from: (usize, f64),
    /// The node on the right, and the height of the end there.
    pub to: (usize, f64),
}

/// How an edge is drawn.
#[derive(Debug, Clone)]
pub(super) enum Path {
    /// From left to right along these links.
    Forward(Vec<usize>),
    /// Out of its box, around it to the first of these dummies, and along them, from right to left,
    /// around the box it enters.
    Backward(Vec<usize>),
    /// Above the drawing, in the lane of this number.
    Above(usize),
}

/// The columns.
#[derive(Debug)]
pub(super) struct Layers {
    /// Boxes first, in the order of the part, then dummies.
    pub nodes: Vec<Node>,
    /// The edges of the part.
    pub edges: Vec<PartEdge>,
    /// In step with `edges`.
    pub paths: Vec<Path>,
    /// All links.
    pub links: Vec<Link>,
    /// The links at the left side of each node.
    pub incoming: Vec<Vec<usize>>,
    /// The links at the right side of each node.
    pub outgoing: Vec<Vec<usize>>,
    /// The nodes of each column, from top to bottom.
    pub columns: Vec<Vec<usize>>,
    /// How many edges run above the drawing.
    pub n_lanes: usize,
}

impl Layers {
    /// Cuts the edges. Edges that leave one port share their dummies.
    pub fn new(
        sizes: Vec<(f64, f64)>,
        edges: Vec<PartEdge>,
        reversed: &[bool],
        ranks: &[usize],
    ) -> Layers {
        let nodes: Vec<Node> = sizes
            .iter()
            .zip(ranks)
            .map(|(&(width, height), &rank)| Node {
                rank,
                width,
                height,
                is_dummy: false,
                turns_at: None,
                y: 0.0,
            })
            .collect();
        let n_columns = ranks.iter().max().map_or(0, |it| it + 1);
        let mut res = Layers {
            incoming: vec![Vec::new(); nodes.len()],
            outgoing: vec![Vec::new(); nodes.len()],
            columns: vec![Vec::new(); n_columns],
            paths: vec![Path::Above(0); edges.len()],
            links: Vec::new(),
            n_lanes: 0,
            nodes,
            edges,
        };
        for (idx, it) in res.nodes.iter().enumerate() {
            res.columns[it.rank].push(idx);
        }
        let span = |it: &PartEdge| ranks[it.from.0].abs_diff(ranks[it.to.0]);
        let mut by_span: Vec<usize> = (0..res.edges.len()).collect();
        by_span.sort_by_key(|&it| span(&res.edges[it]));
        let mut chains: HashMap<(usize, u64), Vec<usize>> = HashMap::new();
        for idx in by_span {
            let edge = res.edges[idx];
            res.paths[idx] = if res.nodes.len() + span(&edge) > sizes.len() + MOST_DUMMIES {
                res.n_lanes += 1;
                Path::Above(res.n_lanes - 1)
            } else if reversed[idx] {
                res.backward(edge)
            } else {
                res.forward(edge, &mut chains)
            };
        }
        res
    }

    fn dummy(&mut self, rank: usize, turns_at: Option<usize>) -> usize {
        let idx = self.nodes.len();
        let (width, height, y) = (0.0, 0.0, 0.0);
        self.nodes.push(Node { rank, width, height, is_dummy: true, turns_at, y });
        self.incoming.push(Vec::new());
        self.outgoing.push(Vec::new());
        self.columns[rank].push(idx);
        idx
    }

    fn link(&mut self, from: (usize, f64), to: (usize, f64)) -> usize {
        let idx = self.links.len();
        self.links.push(Link { from, to });
        self.outgoing[from.0].push(idx);
        self.incoming[to.0].push(idx);
        idx
    }

    fn forward(&mut self, edge: PartEdge, chains: &mut HashMap<(usize, u64), Vec<usize>>) -> Path {
        let (from, to) = (self.nodes[edge.from.0].rank, self.nodes[edge.to.0].rank);
        // The links to the dummies of the port that the edge leaves.
        let chain = chains.entry((edge.from.0, edge.from.1.to_bits())).or_default();
        let mut path = Vec::new();
        let mut last = edge.from;
        for rank in from + 1..to {
            let link = match chain.get(rank - from - 1) {
                Some(&link) => link,
                None => {
                    let dummy = self.dummy(rank, None);
                    let link = self.link(last, (dummy, 0.0));
                    chain.push(link);
                    link
                }
            };
            path.push(link);
            last = (self.links[link].to.0, 0.0);
        }
        path.push(self.link(last, edge.to));
        Path::Forward(path)
    }

    fn backward(&mut self, edge: PartEdge) -> Path {
        let (from, to) = (self.nodes[edge.from.0].rank, self.nodes[edge.to.0].rank);
        let (low, high) = (from.min(to), from.max(to));
        let mut dummies = Vec::new();
        for rank in (low..=high).rev() {
            let turns_at = match rank {
                _ if rank == from => Some(edge.from.0),
                _ if rank == to => Some(edge.to.0),
                _ => None,
            };
            let dummy = self.dummy(rank, turns_at);
            if let Some(&right) = dummies.last() {
                self.link((dummy, 0.0), (right, 0.0));
            }
            dummies.push(dummy);
        }
        Path::Backward(dummies)
    }
}
