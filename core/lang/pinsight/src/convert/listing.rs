//! Listings: the configuration in force as JSON, and the map of units as a drawing.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::coverage;
use crate::file::File;
use crate::question::key;
use crate::resolve;
use bobbin_core::text::LineIndex;
use bobbin_core::view::{
    Axis, CellState, Control, Coverage, FieldKind, Origin, OriginKind, ViewQuery,
};

/// The sizes of a drawn unit, in pixels, for maps of few and of many units.
const CELLS: [usize; 4] = [16, 8, 4, 1];
/// The least size of a unit that has a sign, in pixels.
const SIGN: usize = 16;

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

/// Draws the map of units that a person sees first: of a question whose answers differ.
pub(super) fn coverage_svg(file: &File) -> String {
    let settings = vec![(key::TELLING.to_owned(), "yes".to_owned())];
    svg(&coverage::coverage(file, &ViewQuery { item: None, settings }))
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

fn svg(map: &Coverage) -> String {
    let (n_x, n_y) = ((map.x.high - map.x.low + 1) as usize, (map.y.high - map.y.low + 1) as usize);
    let cell = CELLS.into_iter().find(|it| it * n_x.max(n_y) <= 1024).unwrap_or(1);
    let (left, top) = (60, 40);
    let (width, height) = (n_x * cell, n_y * cell);
    let title = title(map);
    // A letter is about seven pixels wide.
    let longest = map.notes.iter().chain([&title]).map(|it| it.chars().count() * 7).max();
    let legend = (map.deciders.len() + map.notes.len()) * 20 + 40;
    let total =
        (left + width.max(longest.unwrap_or_default()).max(420) + 20, top + height + 40 + legend);
    let mut res = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        total.0, total.1
    );
    let _ = writeln!(res, "<text x=\"{left}\" y=\"18\">{}</text>", escaped(&title));
    let (mut y, mut signs) = (0, BTreeSet::new());
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
                    escaped(&state.sentence.replace('`', ""))
                );
                if let Some(sign) = sign_of(state)
                    && cell >= SIGN
                {
                    let _ = writeln!(
                        res,
                        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{sign}</text>",
                        left + x * cell + n_cells * cell / 2,
                        top + y * cell + row.n_rows as usize * cell / 2 + 4,
                    );
                    signs.insert(sign);
                }
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
    let axis = |it: &Axis| escaped(&format!("{} {}–{}", it.label, it.low, it.high));
    let _ = writeln!(res, "<text x=\"{left}\" y=\"{below}\">{}</text>", axis(&map.x));
    let _ =
        writeln!(res, "<text transform=\"translate(20 {top}) rotate(90)\">{}</text>", axis(&map.y));
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
    for (n, note) in map.notes.iter().enumerate() {
        let y = below + 16 + (map.deciders.len() + n) * 20 + 12;
        let _ = writeln!(
            res,
            "<text x=\"{left}\" y=\"{y}\">{}</text>",
            escaped(&note.replace('`', ""))
        );
    }
    let mut note = "full colour: traced; pale: not traced".to_owned();
    for sign in signs {
        note += match sign {
            '~' => "; ~ several sections",
            '?' => "; ? none",
            _ => "; × outside the scope",
        };
    }
    let _ = writeln!(res, "<text x=\"{left}\" y=\"{}\">{note}</text>\n</svg>", total.1 - 8);
    res
}

/// Says what the map is about: the choices that are not those of a point.
fn title(map: &Coverage) -> String {
    let is_of_point = |it: &Control| matches!(it.kind, FieldKind::Integer { .. });
    let chosen = map.controls.iter().filter(|it| !is_of_point(it) && !it.value.is_empty());
    chosen.map(|it| format!("{}: {}", it.label, it.value)).collect::<Vec<_>>().join(", ")
}

/// Returns the sign of cells that are not decided by one section within the scope.
fn sign_of(state: &CellState) -> Option<char> {
    match state {
        CellState { is_outside: true, .. } => Some('×'),
        CellState { is_gap: true, .. } => Some('?'),
        CellState { is_overlap: true, .. } => Some('~'),
        _ => None,
    }
}

fn colour_of(colour: usize) -> &'static str {
    let [grey, colours @ ..] = &COLOURS;
    match colour.checked_sub(1) {
        None => grey,
        Some(n) => colours.get(n % colours.len()).copied().unwrap_or(grey),
    }
}
