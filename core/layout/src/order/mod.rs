//! Crossing minimisation: orders the vertices in each rank.
//!
//! Several initial orders are improved by sweeps with barycentres of ports and by exchanges of
//! neighbours, in rounds that keep the best, and those are improved further by sifting and by
//! putting back long edges. The order of slots counts, not that of vertices, so crossings at the
//! ports of one vertex are counted too.

mod count;
mod exchange;
mod first;
mod found;
mod insert;
mod layer;
mod net;
mod ports;
mod search;
mod state;
mod sweep;
mod way;

use super::flat::Flat;
use super::layered::Layered;
use super::watch::Watch;
use net::Net;
use state::Orders;

pub(super) use found::Order;

/// Orders the layers and the ports that may be permuted; returns up to the given number of orders,
/// the one with the fewest crossings of links first.
pub(super) async fn orders(
    graph: &Layered,
    flat: &Flat,
    n_most: usize,
    watch: &mut Watch,
) -> Vec<Order> {
    // The steps of one pass over everything.
    let all = 8 * (graph.slots.len() + graph.links.len());
    watch.step(2 * all).await;
    let net = Net::new(graph);
    watch.step(all).await;
    let mut orders = Orders::new(graph, &net, flat);
    if flat.has_previous() {
        let order = first::previous(graph, &net, flat);
        watch.step(all).await;
        orders.begin(order);
        orders.order_all_ports();
        orders.exchange_all(3, watch).await;
    } else {
        let found = orders.search(watch).await;
        if !found.is_empty() {
            return found.into_iter().take(n_most.max(1)).map(|it| it.of(graph, &net)).collect();
        }
    }
    vec![orders.state.of(graph, &net)]
}

#[cfg(test)]
mod tests;
