//! A layered layout of a directed graph (Sugiyama, Tagawa and Toda, 1981): every edge runs down from a layer to a lower
//! one. An edge that passes layers gets a gap between their nodes, so that it crosses no node.
//!
//! 1. Edges that would close a cycle are turned round, the lightest first.
//! 2. Nodes are put on layers so that the edges are short.
//! 3. The nodes and gaps of each layer are ordered so that few edges cross.
//! 4. Every node and gap is moved as close to the ones it is connected with as its layer allows.

/// An edge of the graph.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The node that it leaves.
    pub from: usize,
    /// The node that it leads to.
    pub to: usize,
    /// How much it matters that the edge is short and straight. It is above zero.
    pub weight: f64,
    /// The width of the gap for it.
    pub width: f64,
}

/// A node, or a gap for an edge, on its layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item {
    /// The layer, from 0 at the top.
    pub layer: usize,
    /// The horizontal position of the centre.
    pub x: f64,
    width: f64,
}

/// Where everything is.
#[derive(Debug)]
pub struct Layout {
    /// The nodes come first, in the order in which they were given, and then the gaps.
    pub items: Vec<Item>,
    /// For each edge the items that it connects, from top to bottom: a node, gaps, and a node.
    pub routes: Vec<Vec<usize>>,
    /// For each edge, true if it leads up.
    pub leads_up: Vec<bool>,
    /// The number of layers.
    pub layers: usize,
    /// The distance between the left edge of the first item and the right edge of the last. The left edge is at 0.
    pub width: f64,
}

/// The number of times that all layers are ordered. More have no effect on graphs of a hundred nodes.
const ORDERINGS: usize = 40;

/// The number of times that all layers are moved.
const PLACEMENTS: usize = 500;

/// How much heavier than nodes gaps are, so that long edges are straight.
const GAP_STIFFNESS: f64 = 8.0;

/// Lays out nodes of these widths, at least `distance` apart.
pub fn layout(widths: &[f64], edges: &[Edge], distance: f64) -> Layout {
    let leads_up = edges_that_lead_up(widths.len(), edges);
    let down: Vec<Edge> = edges
        .iter()
        .zip(&leads_up)
        .map(|(&edge, &is_up)| {
            if is_up {
                Edge {
                    from: edge.to,
                    to: edge.from,
                    ..edge
                }
            } else {
                edge
            }
        })
        .collect();
    let layers = layers(widths.len(), &down);
    let mut items: Vec<Item> = widths
        .iter()
        .zip(&layers)
        .map(|(&width, &layer)| Item {
            layer,
            x: 0.0,
            width,
        })
        .collect();
    let mut routes = Vec::new();
    for edge in &down {
        let mut route = vec![edge.from];
        for layer in layers[edge.from] + 1..layers[edge.to] {
            route.push(items.len());
            items.push(Item {
                layer,
                x: 0.0,
                width: edge.width,
            });
        }
        route.push(edge.to);
        routes.push(route);
    }
    let mut rows = Rows::new(&items, &routes, &down, widths.len());
    rows.order();
    rows.place(&mut items, distance);
    let left_edges = items.iter().map(|item| item.x - item.width / 2.0);
    let left = left_edges.fold(f64::INFINITY, f64::min);
    for item in &mut items {
        item.x -= left;
    }
    let right_edges = items.iter().map(|item| item.x + item.width / 2.0);
    let width = right_edges.fold(0.0, f64::max);
    Layout {
        layers: rows.rows.len(),
        width,
        items,
        routes,
        leads_up,
    }
}

/// For each edge, true if it would close a cycle of heavier ones.
fn edges_that_lead_up(nodes: usize, edges: &[Edge]) -> Vec<bool> {
    let mut heaviest_first: Vec<usize> = (0..edges.len()).collect();
    heaviest_first.sort_by(|&a, &b| edges[b].weight.total_cmp(&edges[a].weight));
    let mut below = vec![Vec::new(); nodes];
    let mut leads_up = vec![false; edges.len()];
    for index in heaviest_first {
        let Edge { from, to, .. } = edges[index];
        if is_reachable(&below, to, from) {
            leads_up[index] = true;
            below[to].push(from);
        } else {
            below[from].push(to);
        }
    }
    leads_up
}

fn is_reachable(below: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut seen = vec![false; below.len()];
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if node == to {
            return true;
        }
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(&below[node]);
        }
    }
    false
}

/// The layer of each node, so that every edge leads to a lower layer and the sum of weight times length is small.
fn layers(nodes: usize, edges: &[Edge]) -> Vec<usize> {
    let mut layers = vec![0; nodes];
    // Each round is final for the nodes of one more layer.
    for _ in 0..nodes {
        for edge in edges {
            layers[edge.to] = layers[edge.to].max(layers[edge.from] + 1);
        }
    }
    loop {
        let before = layers.clone();
        for node in 0..nodes {
            let (mut first, mut last, mut pull) = (0, usize::MAX, 0.0);
            for edge in edges {
                if edge.to == node {
                    first = first.max(layers[edge.from] + 1);
                    pull -= edge.weight;
                } else if edge.from == node {
                    last = last.min(layers[edge.to] - 1);
                    pull += edge.weight;
                }
            }
            if pull > 0.0 {
                layers[node] = last;
            } else if pull < 0.0 {
                layers[node] = first;
            }
        }
        if layers == before {
            return layers;
        }
    }
}

/// An end of a part of an edge between two layers: the item there, and the weight of the edge.
type Link = (usize, f64);

/// The order of the items of each layer.
struct Rows {
    rows: Vec<Vec<usize>>,
    /// For each item its rank in its row.
    ranks: Vec<usize>,
    above: Vec<Vec<Link>>,
    below: Vec<Vec<Link>>,
    /// The number of items that are nodes.
    nodes: usize,
}

impl Rows {
    fn new(items: &[Item], routes: &[Vec<usize>], edges: &[Edge], nodes: usize) -> Rows {
        let count = items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
        let mut rows = Rows {
            rows: vec![Vec::new(); count],
            ranks: vec![0; items.len()],
            above: vec![Vec::new(); items.len()],
            below: vec![Vec::new(); items.len()],
            nodes,
        };
        for (route, edge) in routes.iter().zip(edges) {
            for pair in route.windows(2) {
                rows.below[pair[0]].push((pair[1], edge.weight));
                rows.above[pair[1]].push((pair[0], edge.weight));
            }
        }
        for (index, item) in items.iter().enumerate() {
            rows.ranks[index] = rows.rows[item.layer].len();
            rows.rows[item.layer].push(index);
        }
        rows
    }

    /// Orders all rows by the ones above and below in turn, and keeps the order with the fewest crossings.
    fn order(&mut self) {
        let mut best = (self.crossings(), self.rows.clone());
        for sweep in 0..ORDERINGS {
            let is_down = sweep % 2 == 0;
            let count = self.rows.len();
            for step in 0..count {
                let row = if is_down { step } else { count - 1 - step };
                self.order_row(row, is_down);
            }
            self.swap_neighbours();
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
        for row in 0..self.rows.len() {
            self.rank(row);
        }
    }

    /// Sorts a row by the mean rank of what its items are connected to.
    fn order_row(&mut self, row: usize, by_above: bool) {
        let links = if by_above { &self.above } else { &self.below };
        let mean = |item: usize| {
            let links = &links[item];
            let sum: f64 = links
                .iter()
                .map(|&(other, _)| self.ranks[other] as f64)
                .sum();
            match links.len() {
                0 => self.ranks[item] as f64,
                count => sum / count as f64,
            }
        };
        let mut keyed: Vec<(f64, usize)> = self.rows[row]
            .iter()
            .map(|&item| (mean(item), item))
            .collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.rows[row] = keyed.into_iter().map(|(_, item)| item).collect();
        self.rank(row);
    }

    fn rank(&mut self, row: usize) {
        for (rank, &item) in self.rows[row].iter().enumerate() {
            self.ranks[item] = rank;
        }
    }

    /// Swaps items that are next to each other as long as that removes crossings.
    fn swap_neighbours(&mut self) {
        let mut has_improved = true;
        while has_improved {
            has_improved = false;
            for row in 0..self.rows.len() {
                for rank in 1..self.rows[row].len() {
                    let (left, right) = (self.rows[row][rank - 1], self.rows[row][rank]);
                    if self.crossings_of(right, left) < self.crossings_of(left, right) {
                        self.rows[row].swap(rank - 1, rank);
                        self.rank(row);
                        has_improved = true;
                    }
                }
            }
        }
    }

    /// The number of crossings of the edges of two items if one is to the left of the other.
    fn crossings_of(&self, left: usize, right: usize) -> usize {
        let count = |links: &[Vec<Link>]| {
            let rank = |link: &Link| self.ranks[link.0];
            let of_left = links[left].iter().map(rank);
            of_left
                .map(|a| links[right].iter().filter(|link| rank(link) < a).count())
                .sum::<usize>()
        };
        count(&self.above) + count(&self.below)
    }

    /// The number of crossings in the whole picture.
    fn crossings(&self) -> usize {
        let mut crossings = 0;
        for row in &self.rows {
            for (rank, &left) in row.iter().enumerate() {
                for &right in &row[rank + 1..] {
                    let of_left = self.below[left].iter().map(|link| self.ranks[link.0]);
                    crossings += of_left
                        .map(|a| {
                            self.below[right]
                                .iter()
                                .filter(|link| self.ranks[link.0] < a)
                                .count()
                        })
                        .sum::<usize>();
                }
            }
        }
        crossings
    }

    /// Gives the items their horizontal positions: again and again, each row is moved towards what it is connected to.
    fn place(&self, items: &mut [Item], distance: f64) {
        for row in &self.rows {
            let mut x = 0.0;
            for &item in row {
                items[item].x = x + items[item].width / 2.0;
                x += items[item].width + distance;
            }
            for &item in row {
                items[item].x -= x / 2.0;
            }
        }
        for sweep in 0..PLACEMENTS {
            let count = self.rows.len();
            for step in 0..count {
                let row = if sweep % 2 == 0 {
                    step
                } else {
                    count - 1 - step
                };
                self.place_row(&self.rows[row], items, distance);
            }
        }
    }

    /// Moves the items of a row as close to the means of what they are connected to as their order and widths allow: the
    /// sum of the squares of the differences is the least possible (pool adjacent violators).
    fn place_row(&self, row: &[usize], items: &mut [Item], distance: f64) {
        // Without the widths of the items before it, an item may have the same position as the one before, but no lower.
        let mut offset = 0.0;
        let mut offsets = Vec::new();
        // Blocks of items with one position: the sum of weights, the sum of weight times position, and their number.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        for (rank, &item) in row.iter().enumerate() {
            if rank > 0 {
                offset += (items[row[rank - 1]].width + items[item].width) / 2.0 + distance;
            }
            offsets.push(offset);
            let (weight, wanted) = self.wanted(item, items);
            blocks.push((weight, weight * (wanted - offset), 1));
            while let [.., a, b] = blocks[..]
                && a.1 / a.0 >= b.1 / b.0
            {
                blocks.truncate(blocks.len() - 2);
                blocks.push((a.0 + b.0, a.1 + b.1, a.2 + b.2));
            }
        }
        let positions = blocks
            .iter()
            .flat_map(|&(weight, sum, count)| std::iter::repeat_n(sum / weight, count));
        for ((&item, offset), position) in row.iter().zip(offsets).zip(positions) {
            items[item].x = position + offset;
        }
    }

    /// Where an item would like to be, and how strongly.
    fn wanted(&self, item: usize, items: &[Item]) -> (f64, f64) {
        let is_gap = |item: usize| item >= self.nodes;
        let (mut weights, mut sum) = (0.0, 0.0);
        for &(other, weight) in self.above[item].iter().chain(&self.below[item]) {
            let stiffness = if is_gap(item) && is_gap(other) {
                GAP_STIFFNESS
            } else {
                1.0
            };
            weights += weight * stiffness;
            sum += weight * stiffness * items[other].x;
        }
        if weights == 0.0 {
            return (1.0, items[item].x);
        }
        (weights, sum / weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: usize, to: usize, weight: f64) -> Edge {
        Edge {
            from,
            to,
            weight,
            width: 2.0,
        }
    }

    fn rows(layout: &Layout) -> Vec<Vec<Item>> {
        (0..layout.layers)
            .map(|layer| {
                let items = layout.items.iter().copied();
                let mut row: Vec<Item> = items.filter(|item| item.layer == layer).collect();
                row.sort_by(|a, b| a.x.total_cmp(&b.x));
                row
            })
            .collect()
    }

    #[test]
    fn edges_lead_down_and_those_that_pass_layers_have_a_gap_on_each() {
        let edges = [edge(0, 1, 5.0), edge(1, 2, 5.0), edge(0, 2, 1.0)];
        let layout = layout(&[40.0; 3], &edges, 10.0);
        assert_eq!(layout.layers, 3);
        assert_eq!(layout.routes[2], [0, 3, 2]);
        for route in &layout.routes {
            for pair in route.windows(2) {
                assert_eq!(layout.items[pair[1]].layer, layout.items[pair[0]].layer + 1);
            }
        }
    }

    #[test]
    fn nothing_overlaps() {
        // A node in the middle with many neighbours above and below, and edges that pass it.
        let mut edges: Vec<Edge> = (1..8).map(|node| edge(node, 0, 1.0)).collect();
        edges.extend((8..15).map(|node| edge(0, node, 2.0)));
        edges.extend((1..8).map(|node| edge(node, node + 7, 3.0)));
        let layout = layout(&[50.0; 15], &edges, 10.0);
        for row in rows(&layout) {
            for pair in row.windows(2) {
                let apart = pair[1].x - pair[0].x - (pair[0].width + pair[1].width) / 2.0;
                assert!(apart > 9.99, "{pair:?}");
            }
            let first = row.first().unwrap();
            let last = row.last().unwrap();
            assert!(first.x - first.width / 2.0 > -0.01);
            assert!(last.x + last.width / 2.0 < layout.width + 0.01);
        }
    }

    #[test]
    fn the_lightest_edge_of_a_cycle_leads_up() {
        let edges = [
            edge(0, 1, 5.0),
            edge(1, 2, 4.0),
            edge(2, 0, 1.0),
            edge(1, 0, 2.0),
        ];
        let layout = layout(&[40.0; 3], &edges, 10.0);
        assert_eq!(layout.leads_up, [false, false, true, true]);
    }

    #[test]
    fn edges_that_need_not_cross_do_not() {
        // The second row comes in the opposite order.
        let edges = [edge(0, 5, 1.0), edge(1, 4, 1.0), edge(2, 3, 1.0)];
        let layout = layout(&[40.0; 6], &edges, 10.0);
        for edge in edges {
            let apart = layout.items[edge.from].x - layout.items[edge.to].x;
            assert!(apart.abs() < 0.01, "{layout:?}");
        }
    }
}
