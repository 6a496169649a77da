//! The keys of actions where the text follows the habits of another editor.

use super::shortcut::is_of_apple;
use super::{Action, Shortcut};
use crate::settings::KeyHabits;

/// The keys and commands of Emacs and Vim that the text knows for actions of the page.
const EMACS: &[(&str, &str)] = &[
    ("file.save", "C-x C-s"),
    ("file.saveAs", "C-x C-w"),
    ("file.open", "C-x C-f"),
    ("file.close", "C-x k"),
    ("file.next", "C-x b"),
];
const VIM: &[(&str, &str)] = &[
    ("file.save", ":w"),
    ("file.saveChanged", ":wa"),
    ("file.saveAndClose", ":wq"),
    ("file.open", ":e"),
    ("file.new", ":ene"),
    ("file.close", ":q"),
    ("file.closeAll", ":qa"),
    ("file.next", ":bn"),
    ("file.previous", ":bp"),
];

impl KeyHabits {
    /// Returns the text's own keys of an action.
    #[must_use]
    pub fn own_keys(self, id: &str) -> Option<&'static str> {
        let table = match self {
            KeyHabits::Usual => return None,
            KeyHabits::Emacs => EMACS,
            KeyHabits::Vim => VIM,
        };
        table.iter().find(|it| it.0 == id).map(|it| it.1)
    }

    /// Returns true if the text takes a shortcut of the page for something else.
    fn takes(self, shortcut: &Shortcut, is_apple: bool) -> bool {
        // Cmd is of the page alone.
        let is_ctrl = shortcut.is_ctrl && (!is_apple || is_of_apple(shortcut.key));
        let is_sign = shortcut.key.chars().count() == 1;
        match self {
            KeyHabits::Usual => false,
            KeyHabits::Emacs => is_sign && (is_ctrl || shortcut.is_alt),
            KeyHabits::Vim => is_sign && is_ctrl,
        }
    }

    /// Returns the keys of an action that hold everywhere, or else those of the text; empty if it has none.
    #[must_use]
    pub fn keys_of(self, action: &Action, is_apple: bool) -> String {
        let everywhere = action.shortcuts.iter().find(|it| !self.takes(it, is_apple));
        let everywhere = everywhere.map(|it| it.shown(is_apple));
        everywhere.or_else(|| self.own_keys(action.id).map(str::to_owned)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::by_id;

    #[test]
    fn keys_are_those_that_the_text_knows() {
        let emacs = include_str!("../../editor/src/keymaps/emacs.ts");
        for (id, keys) in EMACS {
            assert!(emacs.contains(&format!("[\"{keys}\", \"{id}\"]")), "{keys}");
        }
        let vim = include_str!("../../editor/src/keymaps/vim.ts");
        for (id, keys) in VIM {
            let row = format!("\"{}\", ", keys.trim_start_matches(':'));
            let is_there = |it: &str| it.trim_start().starts_with('[') && it.contains(&row);
            assert!(vim.lines().any(is_there), "{keys}");
            assert!(vim.contains(&format!("\"{id}\"")), "{id}");
            assert!(by_id(id).is_some(), "{id}");
        }
    }

    #[test]
    fn shown_keys_do_what_is_said() {
        let keys = |habits: KeyHabits, id: &str| habits.keys_of(&by_id(id).unwrap(), false);
        assert_eq!(keys(KeyHabits::Usual, "file.save"), "Ctrl+S");
        assert_eq!(keys(KeyHabits::Emacs, "file.save"), "C-x C-s");
        assert_eq!(keys(KeyHabits::Vim, "file.save"), ":w");
        assert_eq!(keys(KeyHabits::Vim, "file.close"), "Alt+W");
        assert_eq!(KeyHabits::Emacs.keys_of(&by_id("help.palette").unwrap(), true), "⌘⇧P");
        assert_eq!(keys(KeyHabits::Usual, "help.palette"), "Ctrl+Shift+P");
        assert_eq!(keys(KeyHabits::Emacs, "help.palette"), "F1");
        assert_eq!(keys(KeyHabits::Emacs, "view.maximiseText"), "");
    }
}
