//! The colours of the page's style sheet, for pictures that are made without a browser.

use crate::graph::Paint;

/// A choice of colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// On white, as paper is.
    #[default]
    Light,
    /// On nearly black.
    Dark,
}

/// The colours by their names in `app/style/tokens.css`: light, then dark.
const COLOURS: [(Paint, &str, &str); 23] = [
    ("--bg", "#ffffff", "#15191e"),
    ("--bg-raised", "#ffffff", "#1d2229"),
    ("--bg-sunken", "#f3f5f6", "#101317"),
    ("--bg-group", "#ebedef", "#181b20"),
    ("--bg-frame", "#e3efed", "#132321"),
    ("--bg-comment", "#fdf6dd", "#2e2915"),
    ("--fg", "#1b2026", "#e3e8ec"),
    ("--fg-muted", "#525b65", "#9ca7b3"),
    ("--border-strong", "#7d8892", "#707c88"),
    ("--comment", "#8d7a3c", "#b5a262"),
    ("--error", "#b3261e", "#ff8f85"),
    ("--hint", "#2a5db0", "#83b4fb"),
    ("--hint-soft", "#e6eefb", "#16294a"),
    ("--type-0", "#1c6cb0", "#6db4f0"),
    ("--type-1", "#b04a17", "#f19b6b"),
    ("--type-2", "#25804a", "#6fce90"),
    ("--type-3", "#9639aa", "#d58ce7"),
    ("--type-4", "#946a00", "#e3be55"),
    ("--type-5", "#bd335d", "#f586a1"),
    ("--type-6", "#0b7f80", "#50d1d1"),
    ("--type-7", "#5656cc", "#a5a5ff"),
    ("--type-8", "#75653a", "#cab984"),
    ("--type-9", "#5f6e12", "#bacd5c"),
];
/// The colour of what has no known type.
const NO_TYPE: [&str; 2] = ["#6b7681", "#8b97a3"];

impl Theme {
    /// Returns a colour by its name; that of data without a known type for a name that there is not.
    #[must_use]
    pub fn colour(self, name: &str) -> &'static str {
        let [light, dark] = COLOURS
            .iter()
            .find(|it| it.0 == name)
            .map_or(NO_TYPE, |(_, light, dark)| [light, dark]);
        match self {
            Theme::Light => light,
            Theme::Dark => dark,
        }
    }

    /// Returns the colour behind everything.
    #[must_use]
    pub fn ground(self) -> &'static str {
        self.colour(match self {
            Theme::Light => "--bg",
            Theme::Dark => "--bg-sunken",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::N_COLOURS;

    #[test]
    fn colours_are_those_of_the_style_sheet() {
        let sheet = include_str!("../../../app/style/tokens.css");
        let none = ("--type-none", NO_TYPE[0], NO_TYPE[1]);
        for (name, light, dark) in COLOURS.into_iter().chain([none]) {
            let rule = format!("  {name}: light-dark({light}, {dark});");
            assert!(sheet.lines().any(|it| it == rule), "{rule}");
        }
        let n_types = COLOURS.iter().filter(|it| it.0.starts_with("--type-")).count();
        assert_eq!(n_types, N_COLOURS);
        assert_eq!(Theme::Dark.colour("--type-none"), NO_TYPE[1]);
    }
}
