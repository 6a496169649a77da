//! A diagram split by its groups, and its lines cut at their borders.

#![expect(clippy::indexing_slicing, reason = "indices are made by the phases, never by a text")]

use std::collections::HashMap;

use crate::diagram::{Diagram, Line, Settings, Side};
use crate::flat::{Drawn, LEFT, RIGHT};
use crate::watch::Watch;
use crate::{Point, Rect};

/// A port of a shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct NestPort {
    pub shape: usize,
    pub side: usize,
    pub y: f64,
}

/// A section of a line within one group, or outside of all.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hop {
    pub group: Option<usize>,
    pub from: usize,
    pub to: usize,
    pub feedback: bool,
    /// One of the lines that it belongs to.
    pub line: usize,
}

/// A diagram split by its groups.
pub(super) struct Nest<'a> {
    pub diagram: &'a Diagram,
    pub settings: &'a Settings,
    /// The group around each shape, without cycles.
    pub parent: Vec<Option<usize>>,
    pub children: Vec<Vec<usize>>,
    /// The shapes in no group.
    pub outermost: Vec<usize>,
    /// The ports of the diagram in their order, then those added at borders.
    pub ports: Vec<NestPort>,
    pub ports_of: Vec<Vec<usize>>,
    pub hops: Vec<Hop>,
    /// The hops of each group, then those outside of all.
    pub hops_in: Vec<Vec<usize>>,
    /// The hops that make up each line; several lines may share one.
    pub hops_of_line: Vec<Vec<usize>>,
    /// The places of the ports in the earlier layout.
    pub earlier_ports: Vec<Option<Point>>,
    /// True for shapes whose ports could be permuted and stay as they were.
    pub keeps_ports: Vec<bool>,
    pub size: Vec<(f64, f64)>,
    /// The drawing of each group, then of the whole diagram.
    pub drawn: Vec<Option<Drawn>>,
}

impl<'a> Nest<'a> {
    pub fn new(diagram: &'a Diagram, settings: &'a Settings) -> Nest<'a> {
        let n = diagram.shapes.len();
        let parent = without_circles(diagram);
        let (mut children, mut outermost) = (vec![Vec::new(); n], Vec::new());
        for (it, parent) in parent.iter().enumerate() {
            match parent {
                Some(parent) => children[*parent].push(it),
                None => outermost.push(it),
            }
        }
        let mut res = Nest {
            diagram,
            settings,
            parent,
            children,
            outermost,
            ports: Vec::new(),
            ports_of: vec![Vec::new(); n],
            hops: Vec::new(),
            hops_in: vec![Vec::new(); n + 1],
            hops_of_line: Vec::with_capacity(diagram.lines.len()),
            earlier_ports: Vec::new(),
            keeps_ports: vec![false; n],
            size: diagram.shapes.iter().map(|it| (it.width, it.height)).collect(),
            drawn: vec![None; n + 1],
        };
        for (shape, it) in diagram.shapes.iter().enumerate() {
            for anchor in &it.anchors {
                let side = if anchor.side == Side::Right { RIGHT } else { LEFT };
                res.add_port(NestPort { shape, side, y: anchor.y });
            }
        }
        res
    }

    fn add_port(&mut self, port: NestPort) -> usize {
        self.ports_of[port.shape].push(self.ports.len());
        self.ports.push(port);
        self.ports.len() - 1
    }

    /// Returns true if the ports of a shape may be permuted.
    pub fn has_free_order(&self, shape: usize) -> bool {
        self.diagram.shapes[shape].free_order && !self.is_group(shape)
    }

    pub fn is_group(&self, shape: usize) -> bool {
        !self.children[shape].is_empty()
    }

    /// Returns a group and those around it, from the innermost outward.
    fn around(&self, group: Option<usize>) -> Vec<usize> {
        std::iter::successors(group, |&it| self.parent[it]).collect()
    }

    /// Cuts lines at the borders they cross.
    pub async fn cut_lines(&mut self, watch: &mut Watch) {
        let mut made: HashMap<(usize, usize, usize), usize> = HashMap::new();
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        for line in 0..self.diagram.lines.len() {
            watch.step(50).await;
            let hops = self.cut(line, &mut made);
            let hops = hops.unwrap_or_default().into_iter().map(|hop| {
                *known.entry((hop.from, hop.to)).or_insert_with(|| {
                    self.hops.push(hop);
                    let group = hop.group.unwrap_or(self.diagram.shapes.len());
                    self.hops_in[group].push(self.hops.len() - 1);
                    self.hops.len() - 1
                })
            });
            let hops = hops.collect();
            self.hops_of_line.push(hops);
        }
    }

    /// Returns the hops of a line; none if it does not lead from an output to an input or names no
    /// port. Ports needed at borders are looked up in `made` by shape, side and start of the line.
    fn cut(
        &mut self,
        line: usize,
        made: &mut HashMap<(usize, usize, usize), usize>,
    ) -> Option<Vec<Hop>> {
        let Line { from, to, feedback } = *self.diagram.lines.get(line)?;
        let (from, to) = (self.port(from)?, self.port(to)?);
        let inside_of = |port: usize, border: usize| {
            let NestPort { shape, side, .. } = self.ports[port];
            match (side == border, self.is_group(shape)) {
                (true, true) => Some(Some(shape)),
                (true, false) => None,
                (false, _) => Some(self.parent[shape]),
            }
        };
        // The groups that contain the line where it leaves and where it arrives.
        let (mut group, last) = (inside_of(from, LEFT)?, inside_of(to, RIGHT)?);
        let inward = self.around(last);
        let (mut res, mut at) = (Vec::new(), from);
        while let Some(shape) = group.filter(|it| !inward.contains(it)) {
            let port = self.border_port(shape, RIGHT, from, made);
            res.push(Hop { group, from: at, to: port, feedback, line });
            (group, at) = (self.parent[shape], port);
        }
        let n_common = group.map_or(0, |it| self.around(Some(it)).len());
        for &shape in inward.iter().rev().skip(n_common) {
            let port = self.border_port(shape, LEFT, from, made);
            res.push(Hop { group, from: at, to: port, feedback, line });
            (group, at) = (Some(shape), port);
        }
        res.push(Hop { group, from: at, to, feedback, line });
        Some(res)
    }

    fn border_port(
        &mut self,
        shape: usize,
        side: usize,
        start: usize,
        made: &mut HashMap<(usize, usize, usize), usize>,
    ) -> usize {
        let next = NestPort { shape, side, y: 0.0 };
        *made.entry((shape, side, start)).or_insert_with(|| self.add_port(next))
    }

    /// Returns the index of a port of the diagram.
    fn port(&self, (shape, anchor): (usize, usize)) -> Option<usize> {
        let shape = self.diagram.shapes.get(shape).filter(|it| anchor < it.anchors.len()).and(
            // Ports of the diagram come first in each list.
            self.ports_of.get(shape),
        )?;
        shape.get(anchor).copied()
    }

    /// Returns all groups, each behind those that it contains.
    pub fn inner_first(&self) -> Vec<usize> {
        let mut res = Vec::new();
        let mut stack = self.outermost.clone();
        while let Some(it) = stack.pop() {
            if self.is_group(it) {
                res.push(it);
                stack.extend(&self.children[it]);
            }
        }
        res.reverse();
        res
    }

    /// Returns the vertices of a group's graph: its content, then its ports.
    pub fn members(&self, group: Option<usize>) -> (&[usize], &[usize]) {
        match group {
            Some(it) => (&self.children[it], &self.ports_of[it]),
            None => (&self.outermost, &[]),
        }
    }

    pub fn previous_box(&self, shape: usize) -> Option<Rect> {
        self.settings.previous.boxes.get(shape).copied().flatten()
    }
}

/// Returns the parents of shapes, without those that would make a shape contain itself.
fn without_circles(diagram: &Diagram) -> Vec<Option<usize>> {
    let n = diagram.shapes.len();
    let mut res: Vec<Option<usize>> =
        diagram.shapes.iter().map(|it| it.parent.filter(|&it| it < n)).collect();
    let mut is_fine = vec![false; n];
    let mut turn = vec![usize::MAX; n];
    for first in 0..n {
        let mut at = first;
        while !is_fine[at] && turn[at] != first {
            turn[at] = first;
            match res[at] {
                Some(parent) => at = parent,
                None => is_fine[at] = true,
            }
        }
        if !is_fine[at] {
            res[at] = None;
        }
        at = first;
        while !std::mem::replace(&mut is_fine[at], true) {
            match res[at] {
                Some(parent) => at = parent,
                None => break,
            }
        }
    }
    res
}
