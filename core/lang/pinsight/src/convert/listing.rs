//! Listings: the configuration in force as JSON, and the map of units as a drawing.

use std::fmt::Write as _;

use crate::coverage;
use crate::file::File;
use crate::resolve;
use bobbin_core::text::LineIndex;
use bobbin_core::view::{Coverage, Origin, OriginKind, ViewQuery};

/// The sizes of a drawn unit, in pixels, for maps of few and of many units.
const CELLS: [usize; 4] = [16, 8, 4, 1];

/// Colours that people with colour blindness can tell apart (Okabe and Ito), grey first for what no
/// section decides.
const COLOURS: [&str; 9] = [
    "#bbbbbb", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442",
    "#332288",
];

/// Lists every value by both readings.
pub(super) fn resolved_json(file: &File) -> String {
    let lines = LineIndex::new(file.text());
    let (first, second) = (resolve::resolved(file), resolve::second_reading(file));
    let [one, other] = second.titles;
    let mut res = String::from("{\n  \"dialect\": ");
    string(&mut res, if file.is_seed() { "seed" } else { "current" });
    res.push_str(",\n  \"readings\": [");
    string(&mut res, one);
    res.push_str(", ");
    string(&mut res, other);
    res.push_str("],\n  \"values\": [");
    for (n, (row, intended)) in first.rows.iter().zip(&second.values).enumerate() {
        res.push_str(if n == 0 { "\n    {\"section\": " } else { ",\n    {\"section\": " });
        string(&mut res, row.item.parts().get(1).copied().unwrap_or_default());
        res.push_str(", \"key\": ");
        string(&mut res, &row.key);
        for (name, value, origin) in [
            ("effective", &row.value, &row.origin),
            ("intended", &intended.value, &intended.origin),
        ] {
            let _ = write!(res, ", \"{name}\": {{\"value\": ");
            string(&mut res, value);
            origin_json(&mut res, origin, &lines);
            res.push('}');
        }
        res.push('}');
    }
    res.push_str("\n  ]\n}\n");
    res
}

/// Draws the map of units that a person sees first, by the documents' reading if there are punit
/// sections, else by the program's.
pub(super) fn coverage_svg(file: &File) -> String {
    let has_punits = file.state().domains.iter().any(|it| !it.punits.is_empty());
    let reading = if has_punits { "intended" } else { "effective" };
    let settings = vec![("reading".to_owned(), reading.to_owned())];
    svg(&coverage::coverage(file, &ViewQuery { item: None, settings }), reading)
}

fn origin_json(res: &mut String, origin: &Origin, lines: &LineIndex) {
    let word = match origin.kind {
        OriginKind::Written => "written",
        OriginKind::Default => "default",
        OriginKind::Inherited => "inherited",
        OriginKind::Expanded => "expanded",
    };
    let _ = write!(res, ", \"origin\": \"{word}\"");
    if let Some(range) = origin.range {
        let _ = write!(res, ", \"line\": {}", lines.line(range.start()) + 1);
    }
    if !origin.note.is_empty() {
        res.push_str(", \"why\": ");
        string(res, &origin.note);
    }
}

/// Writes a string of JSON.
fn string(res: &mut String, text: &str) {
    res.push('"');
    for it in text.chars() {
        match it {
            '"' | '\\' => {
                res.push('\\');
                res.push(it);
            }
            ' '.. => res.push(it),
            _ => _ = write!(res, "\\u{:04x}", u32::from(it)),
        }
    }
    res.push('"');
}

/// Escapes text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn svg(map: &Coverage, reading: &str) -> String {
    let (n_x, n_y) = ((map.x.high - map.x.low + 1) as usize, (map.y.high - map.y.low + 1) as usize);
    let cell = CELLS.into_iter().find(|it| it * n_x.max(n_y) <= 1024).unwrap_or(1);
    let (left, top) = (60, 40);
    let (width, height) = (n_x * cell, n_y * cell);
    let legend = map.deciders.len() * 20 + 40;
    let total = (left + width.max(420) + 20, top + height + 40 + legend);
    let mut res = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        total.0, total.1
    );
    let value = |key: &str| {
        let control = map.controls.iter().find(|it| it.key == key);
        control.map(|it| it.value.as_str()).unwrap_or_default()
    };
    let title = format!("{}.{}, {reading}", value("domain"), value("event"));
    let _ = writeln!(res, "<text x=\"{left}\" y=\"18\">{}</text>", escaped(&title));
    let mut y = 0;
    for row in &map.rows {
        let mut x = 0;
        for &(n_cells, state) in &row.runs {
            let n_cells = n_cells as usize;
            if let Some(state) = map.states.get(state as usize) {
                let decider = map.deciders.get(state.decider as usize);
                let colour = decider.map_or(0, |it| it.colour as usize);
                let opacity = if state.is_on { "1" } else { "0.25" };
                let _ = writeln!(
                    res,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" fill-opacity=\"{opacity}\"><title>{}</title></rect>",
                    left + x * cell,
                    top + y * cell,
                    n_cells * cell,
                    row.n_rows as usize * cell,
                    colour_of(colour),
                    escaped(&state.sentence)
                );
            }
            x += n_cells;
        }
        y += row.n_rows as usize;
    }
    let _ = writeln!(
        res,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#555555\"/>"
    );
    let below = top + height + 16;
    let _ = writeln!(res, "<text x=\"{left}\" y=\"{below}\">{} 0–{}</text>", map.x.key, map.x.high);
    let _ = writeln!(
        res,
        "<text transform=\"translate(20 {top}) rotate(90)\">{} 0–{}</text>",
        map.y.key, map.y.high
    );
    for (n, it) in map.deciders.iter().enumerate() {
        let y = below + 16 + n * 20;
        let colour = colour_of(it.colour as usize);
        let _ = writeln!(
            res,
            "<rect x=\"{left}\" y=\"{y}\" width=\"14\" height=\"14\" fill=\"{colour}\"/>\n<text x=\"{}\" y=\"{}\">{}: traced on {} of {} units</text>",
            left + 22,
            y + 12,
            escaped(&it.name),
            it.n_on,
            it.n_cells
        );
    }
    let note = "full colour: traced; pale: not traced";
    let _ = writeln!(res, "<text x=\"{left}\" y=\"{}\">{note}</text>\n</svg>", total.1 - 8);
    res
}

fn colour_of(colour: usize) -> &'static str {
    let [grey, colours @ ..] = &COLOURS;
    match colour.checked_sub(1) {
        None => grey,
        Some(n) => colours.get(n % colours.len()).copied().unwrap_or(grey),
    }
}
