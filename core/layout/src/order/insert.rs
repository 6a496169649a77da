//! Takes long edges out and puts them back where they cross least, all dummies of one edge at once.
//! Sifting cannot do that, as a dummy that moves alone only bends its edge. The idea is from
//! Bachmaier, Brandenburg, Brunner and Hübner, *Global k-level crossing reduction*, 2011; here a
//! shortest path finds the best way through the ranks.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use std::cmp::Ordering;

use super::state::Orders;
use super::way::{Range, Room, WIDTH};
use crate::flat::{LEFT, RIGHT};
use crate::watch::Watch;

impl Orders<'_> {
    /// Puts back all long edges; returns the number of crossings saved.
    pub(super) async fn insert_all(&mut self, watch: &mut Watch) -> usize {
        let mut room = std::mem::take(&mut self.insert_room);
        let n = self.net.vertices.len();
        room.place.resize(n, 0);
        room.seen.clear();
        room.seen.resize(n, false);
        for layer in 0..self.net.n_layers() {
            self.note_places(layer, &mut room.place);
        }
        let mut res = 0;
        let n_layers = self.net.n_layers();
        room.is_open.clear();
        room.is_open.resize(n_layers, false);
        std::mem::swap(&mut room.is_open, &mut self.may_insert);
        for layer in 0..n_layers {
            watch.step(8 * self.net.layer(layer).len()).await;
            for vertex in self.net.layer(layer) {
                if !room.seen[vertex] && self.follow(layer, vertex, &mut room) {
                    let n_steps = room.chain.len() * (WIDTH * WIDTH + self.weight[layer]);
                    watch.step(n_steps).await;
                    res += self.insert(layer, &mut room);
                }
            }
        }
        self.insert_room = room;
        res
    }

    fn note_places(&self, layer: usize, place: &mut [u32]) {
        for (at, &it) in self.state.order[self.net.layer(layer)].iter().enumerate() {
            place[it as usize] = at as u32;
        }
    }

    /// Returns the only vertex that a dummy is linked with on a side.
    fn only(&self, side: usize, vertex: usize) -> Option<usize> {
        let ends = self.net.sides[side].ends_of(vertex);
        let (&first, rest) = ends.split_first()?;
        let owner = self.net.sides[1 - side].owners[first as usize];
        rest.iter().all(|&it| it == first).then_some(owner as usize)
    }

    /// Returns true for a dummy of a single line.
    fn is_inner(&self, vertex: usize) -> bool {
        let is_dummy = self.graph.is_dummy(self.net.vertices[vertex] as usize);
        is_dummy && self.only(LEFT, vertex).is_some() && self.only(RIGHT, vertex).is_some()
    }

    /// Collects the dummies from a vertex on; returns true if there are several.
    fn follow(&self, layer: usize, vertex: usize, room: &mut Room) -> bool {
        room.chain.clear();
        room.ranges.clear();
        let mut at = vertex;
        while !room.seen[at] && self.is_inner(at) {
            room.seen[at] = true;
            let n_vertices = self.net.layer(layer + room.chain.len()).len();
            room.ranges.push(Range::new(room.place[at] as usize, n_vertices));
            room.chain.push(at);
            let Some(next) = self.only(RIGHT, at) else { break };
            at = next;
        }
        let layers = layer..layer + room.chain.len();
        let is_open = |it: usize| room.is_open[it] || self.may_insert[it];
        layers.len() > 1 && layers.clone().any(is_open)
    }

    /// Puts back one edge, whose first dummy is in the given layer; returns the number of crossings
    /// saved.
    fn insert(&mut self, layer: usize, room: &mut Room) -> usize {
        let n = room.chain.len();
        room.before.clear();
        room.before.resize(n + 1, [0; WIDTH]);
        // The least crossings on a way to each place, and those on the present way.
        let mut least = [0_u32; WIDTH];
        let mut now = 0;
        for at in 0..=n {
            self.find_ways(layer + at, at, room);
            let left = at.checked_sub(1).map(|it| room.ranges[it]);
            let right = room.ranges.get(at);
            let n_to = right.map_or(1, |it| it.n);
            let mut next = [u32::MAX; WIDTH];
            let before = &mut room.before[at];
            for (from, row) in room.ways.chunks_exact(n_to + 1).enumerate() {
                if from == left.map_or(1, |it| it.n) {
                    break;
                }
                let least = least[from];
                for ((way, next), before) in
                    row.iter().zip(&mut next).zip(before.iter_mut()).take(n_to)
                {
                    if least + way < *next {
                        (*next, *before) = (least + way, from as u8);
                    }
                }
            }
            let here = |it: Option<&Range>| it.map_or(0, |it| it.own - it.first);
            now += room.ways[here(left.as_ref()) * (n_to + 1) + here(right)];
            least = next;
        }
        if least[0] >= now {
            return 0;
        }
        let mut to = usize::from(room.before[n][0]);
        for at in (0..n).rev() {
            let Range { own, first, .. } = room.ranges[at];
            self.shift(layer + at, own, first + to, &mut room.place);
            to = usize::from(room.before[at][to]);
        }
        let n_edges = self.net.sides[LEFT].ends_of(room.chain[0]).len();
        (now - least[0]) as usize * n_edges
    }

    /// Moves a vertex in a layer from one place to another.
    fn shift(&mut self, layer: usize, from: usize, to: usize, place: &mut [u32]) {
        let order = &mut self.state.order[self.net.layer(layer)];
        match to.cmp(&from) {
            Ordering::Less => order[to..=from].rotate_right(1),
            Ordering::Greater => order[from..=to].rotate_left(1),
            Ordering::Equal => return,
        }
        self.number(layer);
        self.changed(layer);
        self.note_places(layer, place);
    }

    /// Counts the crossings in the gap before a layer, on the way from each place of dummy `at - 1`
    /// to each place of dummy `at`; at the ends of the chain, from the start of the edge or to its
    /// end.
    fn find_ways(&self, layer: usize, at: usize, room: &mut Room) {
        let Room { chain, ranges, place, ways, .. } = room;
        let [left, right] = &self.net.sides;
        let (from, to) = (at.checked_sub(1).map(|it| ranges[it]), ranges.get(at));
        let (before, here) = (at.checked_sub(1).map(|it| chain[it]), chain.get(at));
        let start = left.ends_of(chain[0])[0] as usize;
        let end = chain.last().map_or(0, |&it| right.ends_of(it)[0] as usize);
        let (n_from, n_to) = (from.map_or(1, |it| it.n), to.map_or(1, |it| it.n));
        // Links by the first places below their ends.
        ways.clear();
        ways.resize((n_from + 1) * (n_to + 1), 0);
        for (at, &vertex) in self.state.order[self.net.layer(layer - 1)].iter().enumerate() {
            let vertex = vertex as usize;
            if before == Some(vertex) {
                continue;
            }
            for slot in right.slots(vertex) {
                let row = match from {
                    Some(it) => it.below(at),
                    None if slot == start => continue,
                    None => usize::from(self.place[RIGHT][slot] > self.place[RIGHT][start]),
                };
                for &other in right.ends(slot) {
                    let other = other as usize;
                    let owner = left.owners[other] as usize;
                    let column = match to {
                        _ if here == Some(&owner) => continue,
                        Some(it) => it.below(place[owner] as usize),
                        None if other == end => continue,
                        None => usize::from(self.place[LEFT][other] > self.place[LEFT][end]),
                    };
                    ways[row * (n_to + 1) + column] += 1;
                }
            }
        }
        // A link is crossed if one end of the way is above it and the other below: of the links
        // whose left end is above the first or whose right end is above the second, all but those
        // for which both hold.
        let mut above_second = [0; WIDTH + 1];
        for row in ways.chunks_exact(n_to + 1) {
            above_second.iter_mut().zip(row).for_each(|(sum, it)| *sum += it);
        }
        for at in 0..n_to {
            above_second[at + 1] += above_second[at];
        }
        let mut so_far = [0; WIDTH + 1];
        for row in ways.chunks_exact_mut(n_to + 1) {
            so_far.iter_mut().zip(&*row).for_each(|(sum, it)| *sum += it);
            let above_first: u32 = so_far.iter().sum();
            let mut both = 0;
            for ((it, here), above_second) in row.iter_mut().zip(&so_far).zip(&above_second) {
                both += here;
                *it = above_first + above_second - 2 * both;
            }
        }
    }
}
