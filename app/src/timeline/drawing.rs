//! The line of invocations as a picture, for files that leave the page.

use bobbin_protocol::{Handle, Rect, Timeline};

use super::line::{Marks, Scale, ends, marks};
use crate::picture::{Anchor, Mark, Picture};
use crate::platform::canvas::{self, Scheme};
use crate::widgets::prose::{grouped, plain, sentence};

/// The width of the picture, in pixels.
const WIDTH: f64 = 960.0;
/// The room around everything.
const MARGIN: f64 = 24.0;
/// Room for the names in front of the lines.
const NAMES: f64 = 170.0;
/// Room for the values behind the lines.
const VALUES: f64 = 130.0;
/// The height of a line of text.
const LINE: f64 = 20.0;
/// The height of the row of a value.
const ROW: f64 = 28.0;
/// The height of the line of invocations.
const STRIP: f64 = 40.0;
/// The most letters of a line of text.
const MOST_LETTERS: usize = 130;

/// Draws a view in the colours of a scheme.
#[must_use]
pub fn drawing_of(view: &Timeline, scheme: Scheme) -> Option<Picture> {
    canvas::with_probe(scheme, |probe| {
        picture(view, &|name| canvas::colour_at(probe, &format!("var({name})")))
    })
}

/// Draws a view; `colour` knows the colours of the style sheet.
fn picture(view: &Timeline, colour: &dyn Fn(&str) -> String) -> Picture {
    let mut painter = Painter { colour, marks: Vec::new(), y: MARGIN };
    painter.words(&view.title, 15.0, true, "--fg");
    let options = view.controls.iter().filter(|it| !it.value.is_empty());
    let options: Vec<String> = options.map(|it| format!("{}: {}", it.label, it.value)).collect();
    painter.words(&options.join(", "), 12.0, false, "--fg-muted");
    painter.words(&sentence(&view.sentence), 13.0, false, "--fg");
    painter.y += LINE / 2.0;
    let scale = Scale { n: view.n_invocations, width: WIDTH - 2.0 * MARGIN - NAMES - VALUES };
    for handle in &view.handles {
        painter.handle(handle, scale);
    }
    painter.strip(view, scale);
    for total in &view.totals {
        let text = format!("{}: {}", total.label, grouped(total.value));
        painter.words(&text, 12.0, false, "--fg");
    }
    let height = painter.y + MARGIN - LINE / 2.0;
    let rect = Rect { x: 0.0, y: 0.0, width: WIDTH, height };
    Picture { rect, zoom: 1.0, ground: colour("--bg"), marks: painter.marks }
}

/// Draws rows from the top to the bottom.
struct Painter<'a> {
    colour: &'a dyn Fn(&str) -> String,
    marks: Vec<Mark>,
    /// The top of the next row.
    y: f64,
}

impl Painter<'_> {
    fn letters(
        &mut self,
        at: (f64, f64),
        text: &str,
        font: (f64, bool),
        anchor: Anchor,
        ink: &str,
    ) {
        let (size, is_bold) = font;
        // The user's own words stand in backticks.
        let text = plain(text);
        let fill = (self.colour)(ink);
        self.marks.push(Mark::Letters { at, text, size, is_bold, anchor, fill, halo: None });
    }

    fn words(&mut self, text: &str, size: f64, is_bold: bool, ink: &str) {
        for line in wrapped(text) {
            self.letters((MARGIN, self.y + 14.0), &line, (size, is_bold), Anchor::Start, ink);
            self.y += LINE;
        }
    }

    fn line(&mut self, path: String, ink: &str, width: f64, is_dashed: bool) {
        let stroke = Some(((self.colour)(ink), width));
        self.marks.push(Mark::Shape { path, fill: None, stroke, is_dashed, title: None });
    }

    /// Draws a value as a bar from the start of the line.
    fn handle(&mut self, handle: &Handle, scale: Scale) {
        let (left, middle) = (MARGIN + NAMES, self.y + ROW / 2.0);
        let field = &handle.field;
        let right = left + scale.width;
        let x = left + scale.grip(handle);
        self.letters(
            (left - 14.0, middle + 4.0),
            &field.label,
            (12.0, false),
            Anchor::End,
            "--fg-muted",
        );
        self.line(format!("M{left} {middle}H{right}"), "--border", 2.0, false);
        self.line(format!("M{left} {middle}H{x:.1}"), "--accent", 4.0, false);
        let value = field.written.as_ref().unwrap_or(&field.effective);
        self.letters((right + 14.0, middle + 4.0), value, (12.0, true), Anchor::Start, "--fg");
        self.y += ROW;
    }

    /// Draws the invocations that count, the end of the window, and the numbers below.
    fn strip(&mut self, view: &Timeline, scale: Scale) {
        let left = MARGIN + NAMES;
        let (top, bottom) = (self.y + 8.0, self.y + 8.0 + STRIP);
        self.letters(
            (left - 14.0, bottom),
            "invocations",
            (12.0, false),
            Anchor::End,
            "--fg-muted",
        );
        match marks(view, scale) {
            Marks::Lines(all) => {
                let path: String =
                    all.iter().map(|x| format!("M{:.1} {top}V{bottom}", left + x)).collect();
                self.line(path, "--accent", 2.0, false);
            }
            Marks::Band(from, to) => {
                let width = (to - from).max(2.0);
                let path = format!("M{:.1} {top}h{width:.1}v{STRIP}h-{width:.1}Z", left + from);
                let fill = Some((self.colour)("--accent"));
                self.marks.push(Mark::Shape {
                    path,
                    fill,
                    stroke: None,
                    is_dashed: false,
                    title: None,
                });
            }
        }
        for x in ends(view, scale) {
            self.line(format!("M{:.1} {}V{bottom}", left + x, top - 8.0), "--warning", 2.0, true);
        }
        self.line(format!("M{left} {bottom}h{}", scale.width), "--border-strong", 1.0, false);
        for tick in scale.ticks() {
            let at = (left + scale.x(tick), bottom + 16.0);
            self.letters(at, &grouped(tick), (11.0, false), Anchor::Middle, "--fg-muted");
        }
        self.y = bottom + 2.0 * LINE;
    }
}

/// Breaks a text into lines of some letters.
fn wrapped(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match all.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < MOST_LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => all.push(word.to_owned()),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::line::tests::view;
    use super::*;
    use crate::picture::svg;

    #[test]
    fn the_picture_shows_the_invocations_that_count() {
        let mut sample = view(Some(20), 10, Some(4));
        sample.title = "a<b".into();
        sample.sentence = "every `10th` invocation is traced".into();
        sample.end = Some(50);
        let text = svg(&picture(&sample, &str::to_owned));
        for part in [">a&lt;b<", ">Every 10th invocation is traced.<", "--warning", ">invocations<"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        let lines = text.matches("V").count();
        assert_eq!(lines, 4 + 1, "four that count, and the end of the window");
    }

    #[test]
    fn long_texts_are_broken_between_words() {
        let text = "word ".repeat(100);
        let lines = wrapped(&text);
        assert!(lines.len() > 1 && lines.iter().all(|it| it.chars().count() <= MOST_LETTERS));
        assert_eq!(lines.join(" "), text.trim());
        assert!(wrapped("").is_empty());
    }
}
