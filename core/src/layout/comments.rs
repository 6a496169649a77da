//! Comments that are drawn with their vertices: their lines, which the layout makes room for.

use super::metrics::{Metrics, SMALL_SIZE, text_width};
use crate::view::{Comment, Graph};

/// A comment gets no more room across than this, unless its vertex is wider.
const WIDEST: f64 = 196.0;
/// The most lines that are drawn of a comment.
const MOST_LINES: usize = 4;

/// Lets the comments of a graph be drawn with their vertices.
pub fn show_comments(graph: &mut Graph, metrics: &Metrics) {
    for vertex in &mut graph.vertices {
        let own = metrics.shape(vertex).width - 2.0 * metrics.padding;
        if let Some(Comment { text, lines, .. }) = &mut vertex.comment {
            let widest = text.lines().map(|it| text_width(it, SMALL_SIZE)).fold(0.0, f64::max);
            *lines = wrapped(text, widest.min(WIDEST).max(own));
        }
    }
}

/// Breaks a text into lines that are no wider than `room`; what is more than there is room for ends
/// in an ellipsis.
fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut res: Vec<String> = Vec::new();
    let fits = |it: &str| text_width(it, SMALL_SIZE) <= room;
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = format!("{line}{}{word}", if line.is_empty() { "" } else { " " });
            if fits(&longer) {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                res.push(std::mem::take(&mut line));
            }
            // A word that is wider than a line, such as a path, is broken anywhere.
            for letter in word.chars() {
                line.push(letter);
                if !fits(&line) && line.chars().nth(1).is_some() {
                    line.pop();
                    res.push(std::mem::replace(&mut line, letter.to_string()));
                }
            }
        }
        res.push(line);
    }
    if res.len() > MOST_LINES {
        res.truncate(MOST_LINES);
        if let Some(last) = res.last_mut() {
            while !last.is_empty() && !fits(&format!("{last}…")) {
                last.pop();
            }
            last.truncate(last.trim_end().len());
            last.push('…');
        }
    }
    res
}

#[cfg(test)]
mod tests {
    use super::super::metrics::comment_height;
    use super::*;
    use crate::view::Vertex;

    #[test]
    fn lines_are_no_wider_than_their_room() {
        for (text, room, lines) in [
            ("a few words", 60.0, &["a few", "words"][..]),
            ("one\ntwo", 60.0, &["one", "two"]),
            ("a /a/very/long/path", 66.0, &["a", "/a/very/lon", "g/path"]),
            ("aa bb cc dd ee", 20.0, &["aa", "bb", "cc", "d…"]),
            ("漢字漢字", 22.0, &["漢字", "漢字"]),
            ("漢", 2.0, &["漢"]),
        ] {
            assert_eq!(wrapped(text, room), lines, "{text}");
        }
    }

    #[test]
    fn a_vertex_is_as_large_as_its_comment_needs() {
        let metrics = Metrics::default();
        let text = "Reads the frames of all cameras, in the order of their times.".to_owned();
        let comment = Some(Comment { text, ..Comment::default() });
        let plain = Vertex { title: "a".to_owned(), ..Vertex::default() };
        let with = Vertex { comment, ..plain.clone() };
        let mut graph = Graph { vertices: vec![plain.clone(), with], ..Graph::default() };
        let before = metrics.shape(&plain);
        let unshown = metrics.shape(&graph.vertices[1]);
        assert_eq!((unshown.width, unshown.height), (before.width, before.height));
        show_comments(&mut graph, &metrics);
        let after = metrics.shape(&graph.vertices[1]);
        let lines = &graph.vertices[1].comment.as_ref().unwrap().lines;
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!(after.height, before.height + comment_height(2));
        let widest = lines.iter().map(|it| text_width(it, SMALL_SIZE)).fold(0.0, f64::max);
        assert!(after.width >= widest + 2.0 * metrics.padding);
        assert_eq!(metrics.shape(&graph.vertices[0]).height, before.height);
    }
}
