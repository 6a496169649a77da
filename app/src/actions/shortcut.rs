//! Keyboard shortcuts of actions.

use web_sys::KeyboardEvent;

/// Letters, and the signs that Apple's keyboards write for them with ⌥, which no language needs. Their places differ:
/// in Polish, the Z of the English keyboard is `ż`.
const SIGNS: &[(&str, &str)] = &[("w", "∑"), ("v", "√"), ("t", "†"), ("z", "ω"), ("f", "ƒ")];

/// A key with modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// Ctrl, or Cmd on Apple's keyboards.
    pub is_ctrl: bool,
    pub is_shift: bool,
    pub is_alt: bool,
    /// The browser's name of the key, with letters in lower case.
    pub key: &'static str,
}

/// A key press.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Press {
    pub is_ctrl: bool,
    pub is_shift: bool,
    pub is_alt: bool,
    pub key: String,
    /// The physical position of the key.
    pub code: String,
}

impl Press {
    /// Reads the key press of an event.
    #[must_use]
    pub fn of(event: &KeyboardEvent, is_apple: bool) -> Press {
        let key = event.key().to_lowercase();
        Press {
            is_ctrl: if is_apple && !is_of_apple(&key) {
                event.meta_key()
            } else {
                event.ctrl_key()
            },
            is_shift: event.shift_key(),
            is_alt: event.alt_key(),
            key,
            code: event.code(),
        }
    }
}

/// Returns true for the keys that Apple's systems take with Cmd, so that there, too, Ctrl goes with them.
pub(super) fn is_of_apple(key: &str) -> bool {
    matches!(key, "tab" | " ")
}

/// Makes a shortcut without modifiers.
#[must_use]
pub const fn plain(key: &'static str) -> Shortcut {
    Shortcut { is_ctrl: false, is_shift: false, is_alt: false, key }
}

#[must_use]
pub const fn ctrl(key: &'static str) -> Shortcut {
    Shortcut { is_ctrl: true, ..plain(key) }
}

#[must_use]
pub const fn ctrl_shift(key: &'static str) -> Shortcut {
    Shortcut { is_shift: true, ..ctrl(key) }
}

#[must_use]
pub const fn shift(key: &'static str) -> Shortcut {
    Shortcut { is_shift: true, ..plain(key) }
}

#[must_use]
pub const fn alt(key: &'static str) -> Shortcut {
    Shortcut { is_alt: true, ..plain(key) }
}

#[must_use]
pub const fn shift_alt(key: &'static str) -> Shortcut {
    Shortcut { is_alt: true, ..shift(key) }
}

impl Shortcut {
    /// Returns true if a key press triggers the shortcut.
    #[must_use]
    pub fn fits(&self, press: &Press) -> bool {
        if self.is_ctrl != press.is_ctrl || self.is_alt != press.is_alt {
            return false;
        }
        // Keyboards differ in which characters need Shift, so the character alone decides.
        let is_sign = self.key.chars().count() == 1 && !self.key.chars().all(char::is_alphanumeric);
        if is_sign && !self.is_ctrl {
            return self.key == press.key;
        }
        let is_digit = self.key.len() == 1 && self.key.chars().all(|it| it.is_ascii_digit());
        let is_key = if is_digit {
            press.code.strip_prefix("Digit") == Some(self.key)
        } else if self.is_alt && SIGNS.contains(&(self.key, press.key.as_str())) {
            true
        } else {
            self.key == press.key
        };
        is_key && self.is_shift == press.is_shift
    }

    /// Returns true for a key of the browser that only the text takes from it, by itself.
    #[must_use]
    pub fn is_of_text(&self) -> bool {
        [ctrl("d"), alt("arrowleft"), alt("arrowright")].contains(self)
    }

    /// Returns true if the keys write text when pressed in a text field.
    #[must_use]
    pub fn is_for_typing(&self) -> bool {
        let writes = self.key.chars().count() == 1 || matches!(self.key, "delete" | "backspace");
        !self.is_ctrl && !self.is_alt && writes
    }

    /// Renders the keys as people write them.
    #[must_use]
    pub fn shown(&self, is_apple: bool) -> String {
        // There Alt and an arrow leads from word to word.
        match self.key {
            "arrowleft" if is_apple => return "⌃-".to_owned(),
            "arrowright" if is_apple => return "⌃⇧-".to_owned(),
            _ => {}
        }
        let mut parts: Vec<&str> = Vec::new();
        if self.is_ctrl {
            parts.push(match is_apple {
                true if is_of_apple(self.key) => "⌃",
                true => "⌘",
                false => "Ctrl",
            });
        }
        if self.is_shift {
            parts.push(if is_apple { "⇧" } else { "Shift" });
        }
        if self.is_alt {
            parts.push(if is_apple { "⌥" } else { "Alt" });
        }
        let key = match self.key {
            "delete" => "Del".to_owned(),
            " " => "Space".to_owned(),
            "tab" => "Tab".to_owned(),
            "pageup" => "PgUp".to_owned(),
            "pagedown" => "PgDn".to_owned(),
            "arrowleft" => "←".to_owned(),
            "arrowright" => "→".to_owned(),
            key => key.to_uppercase(),
        };
        parts.push(&key);
        parts.join(if is_apple { "" } else { "+" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(keys: &str, code: &str) -> Press {
        let mut press = Press { code: code.into(), ..Press::default() };
        for part in keys.split(' ') {
            match part {
                "ctrl" => press.is_ctrl = true,
                "shift" => press.is_shift = true,
                "alt" => press.is_alt = true,
                key => press.key = key.into(),
            }
        }
        press
    }

    #[test]
    fn presses_fit_whatever_the_keyboard() {
        for (shortcut, pressed, fits) in [
            (ctrl("s"), press("ctrl s", "KeyS"), true),
            (ctrl("s"), press("ctrl shift s", "KeyS"), false),
            (ctrl_shift("p"), press("ctrl shift p", "KeyP"), true),
            (plain("?"), press("shift ?", "Slash"), true),
            (plain("?"), press("?", "KeyM"), true),
            (plain("/"), press("shift /", "Digit7"), true),
            (shift("1"), press("shift !", "Digit1"), true),
            (shift("1"), press("1", "Digit1"), false),
            (ctrl("."), press("ctrl .", "Period"), true),
            (plain("f8"), press("f8", "F8"), true),
            (plain("f8"), press("shift f8", "F8"), false),
            (alt("w"), press("alt ∑", "KeyW"), true),
            (alt("z"), press("alt ż", "KeyZ"), false),
            (alt("w"), press("alt z", "KeyW"), false),
        ] {
            assert_eq!(shortcut.fits(&pressed), fits, "{shortcut:?} {pressed:?}");
        }
    }

    #[test]
    fn shortcuts_are_written_as_people_do() {
        assert_eq!(ctrl_shift("p").shown(false), "Ctrl+Shift+P");
        assert_eq!(ctrl_shift("p").shown(true), "⌘⇧P");
        assert_eq!(plain("delete").shown(false), "Del");
        assert_eq!(ctrl("tab").shown(true), "⌃Tab");
    }

    #[test]
    fn letters_alone_are_for_typing() {
        assert!(
            plain("c").is_for_typing() && plain("?").is_for_typing() && shift("1").is_for_typing()
        );
        assert!(!ctrl("s").is_for_typing() && !plain("f8").is_for_typing());
    }
}
