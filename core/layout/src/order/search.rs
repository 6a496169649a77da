//! The search: many initial orders, of which the best are improved in turns.

use bobbin_sorting::Sorting as _;

use super::exchange::PASSES;
use super::first::Starts;
use super::state::{Orders, State};
use crate::flat::{LEFT, RIGHT};
use crate::watch::Watch;

/// For each round, the number of sweeps over the best orders, and the number of vertices that these
/// have together, less one order. Large graphs do without sweeps, as their smoothed orders are
/// better.
const ROUNDS: [(usize, usize); 3] = [(3, 5_000), (2, 1_500), (4, 1_500)];
/// A round ends after this many sweeps that helped little.
const STALE: usize = 2;
/// The most times that an order is sifted and its long edges are put back.
const TURNS: usize = 3;
/// The approximate number of vertices in all initial orders together, and the number of orders.
const VERTICES_TO_START: usize = 120_000;
const LEAST_STARTS: usize = 5;
const STARTS: usize = 8;
/// The approximate number of vertices in all orders that are sifted; at least one order is.
const VERTICES_TO_SIFT: usize = 900;
/// The shares of the time at which all initial orders are made and at which they are swept, in a
/// large graph.
const STARTED: f64 = 0.3;
const SWEPT: f64 = 0.4;

/// An order being improved.
#[derive(Debug, Clone)]
struct Attempt {
    n_crossings: usize,
    /// The number of its initial order.
    number: usize,
    n_sweeps: usize,
    state: State,
}

impl Orders<'_> {
    /// Searches for orders with few crossings: the best of many initial orders are improved, and
    /// the best of those are sifted. Returns them best first; none if there is nothing to improve.
    pub(super) async fn search(&mut self, watch: &mut Watch) -> Vec<State> {
        let n = self.net.vertices.len().max(1);
        if self.count_all(watch).await == 0 {
            return Vec::new();
        }
        let n_starts = (VERTICES_TO_START / n).clamp(LEAST_STARTS, STARTS);
        let n_to_sift = (VERTICES_TO_SIFT / n).max(1);
        let mut found: Vec<Attempt> = Vec::with_capacity(n_starts);
        let mut starts = Starts::new(self.net);
        for number in 0..n_starts {
            watch.reach(STARTED * number as f64 / n_starts as f64).await;
            let order = starts.next_order(watch).await;
            watch.step(20 * n).await;
            self.begin(order);
            let n_crossings = self.count_all(watch).await;
            found.push(Attempt { n_crossings, number, n_sweeps: 0, state: self.state.clone() });
        }
        for (round, &(n_sweeps, n_vertices)) in ROUNDS.iter().enumerate() {
            let n_to_sweep = (n_vertices / n).saturating_sub(1);
            keep_best(&mut found, n_to_sweep.max(n_to_sift));
            let end =
                |at: usize| (round as f64 + at as f64 / n_to_sweep as f64) / ROUNDS.len() as f64;
            for (at, attempt) in found.iter_mut().enumerate().take(n_to_sweep) {
                watch.reach(STARTED + (SWEPT - STARTED) * end(at)).await;
                self.improve(attempt, n_sweeps, watch).await;
            }
        }
        keep_best(&mut found, n_to_sift);
        let n_turns = (found.len() * TURNS) as f64;
        for (at, attempt) in found.iter_mut().enumerate() {
            self.resume(attempt.state.clone());
            attempt.n_crossings -= self.exchange_all(PASSES, watch).await;
            for turn in 0..TURNS {
                let n_done = (at * TURNS + turn) as f64;
                watch.reach(SWEPT + (1.0 - SWEPT) * n_done / n_turns).await;
                let saved = self.sift_all(watch).await + self.insert_all(watch).await;
                attempt.n_crossings -= saved + self.exchange_all(PASSES, watch).await;
                if saved == 0 {
                    break;
                }
            }
            attempt.state = self.state.clone();
        }
        keep_best(&mut found, n_to_sift);
        let mut res: Vec<State> = Vec::with_capacity(found.len());
        for Attempt { state, .. } in found {
            if !res.contains(&state) {
                res.push(state);
            }
        }
        res
    }

    /// Sweeps to and fro, with exchanges of neighbours, and keeps the best order.
    async fn improve(&mut self, attempt: &mut Attempt, n_sweeps: usize, watch: &mut Watch) {
        self.resume(attempt.state.clone());
        let mut n_stale = 0;
        for turn in attempt.n_sweeps..attempt.n_sweeps + n_sweeps {
            if attempt.n_crossings == 0 || n_stale > STALE {
                break;
            }
            let is_even = (turn + attempt.number).is_multiple_of(2);
            self.sweep(if is_even { LEFT } else { RIGHT }, watch).await;
            if turn >= 2 {
                self.exchange_all(if turn % 2 == 0 { 1 } else { 2 }, watch).await;
            }
            let n_crossings = self.count_all(watch).await;
            n_stale += 1;
            if n_crossings < attempt.n_crossings {
                if n_crossings * 200 <= attempt.n_crossings * 199 {
                    n_stale = 0;
                }
                attempt.n_crossings = n_crossings;
                attempt.state.clone_from(&self.state);
            }
        }
        attempt.n_sweeps += n_sweeps;
    }
}

/// Sorts the attempts by crossings, fewest first, and drops all but the first `n`.
fn keep_best(attempts: &mut Vec<Attempt>, n: usize) {
    attempts.order_by_key(|it| (it.n_crossings, it.number));
    attempts.truncate(n);
}
