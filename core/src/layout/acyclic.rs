//! Which edges run against the flow: without them the graph has no circles.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use super::layers::PartEdge;

/// Whether each edge is drawn against the flow.
///
/// Edges meant as feedback come first: they are taken out if they close a circle. Of the circles
/// that remain, a search in the order of the text finds the edges that close them.
pub(super) fn reversed(n: usize, edges: &[PartEdge]) -> Vec<bool> {
    let mut res: Vec<bool> = edges.iter().map(|it| it.from.0 == it.to.0).collect();
    let component = components(n, edges);
    for (it, res) in edges.iter().zip(&mut res) {
        *res |= it.feedback && component[it.from.0] == component[it.to.0];
    }
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut n_incoming = vec![0; n];
    for (idx, it) in edges.iter().enumerate().filter(|&(idx, _)| !res[idx]) {
        next[it.from.0].push(idx);
        n_incoming[it.to.0] += 1;
    }
    let mut roots: Vec<usize> = (0..n).collect();
    roots.sort_by_key(|&it| n_incoming[it] > 0);
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; n];
    for root in roots {
        if state[root] != State::New {
            continue;
        }
        state[root] = State::Open;
        let mut stack = vec![(root, 0)];
        while let Some((vertex, at)) = stack.pop() {
            let Some(&edge) = next[vertex].get(at) else {
                state[vertex] = State::Done;
                continue;
            };
            stack.push((vertex, at + 1));
            let to = edges[edge].to.0;
            match state[to] {
                State::New => {
                    state[to] = State::Open;
                    stack.push((to, 0));
                }
                State::Open => res[edge] = true,
                State::Done => (),
            }
        }
    }
    res
}

/// For each vertex the number of the set of vertices that reach each other (Tarjan's algorithm).
fn components(n: usize, edges: &[PartEdge]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); n];
    for it in edges {
        next[it.from.0].push(it.to.0);
    }
    let (mut index, mut low, mut res) = (vec![NONE; n], vec![NONE; n], vec![NONE; n]);
    let (mut seen, mut count) = (Vec::new(), 0);
    for root in 0..n {
        if index[root] != NONE {
            continue;
        }
        let mut stack = vec![(root, 0)];
        while let Some((vertex, at)) = stack.pop() {
            if at == 0 {
                (index[vertex], low[vertex]) = (count, count);
                count += 1;
                seen.push(vertex);
            }
            if let Some(&to) = next[vertex].get(at) {
                stack.push((vertex, at + 1));
                if index[to] == NONE {
                    stack.push((to, 0));
                } else if res[to] == NONE {
                    low[vertex] = low[vertex].min(index[to]);
                }
                continue;
            }
            if let Some(&(parent, _)) = stack.last() {
                low[parent] = low[parent].min(low[vertex]);
            }
            if low[vertex] == index[vertex] {
                while let Some(it) = seen.pop() {
                    res[it] = vertex;
                    if it == vertex {
                        break;
                    }
                }
            }
        }
    }
    res
}
