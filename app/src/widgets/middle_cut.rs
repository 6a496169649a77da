//! Long names, of which the end tells most.

use leptos::prelude::*;

/// Shows a name that loses its middle, and not its end, where it does not fit.
#[component]
pub fn MiddleCut(
    /// The name, such as `detector:ocv:scale`.
    text: String,
) -> impl IntoView {
    let (head, tail) = split(&text);
    let (head, tail) = (head.to_owned(), tail.to_owned());
    view! {
        <span class="middle-cut">
            <span class="middle-cut__head">{head}</span>
            <span class="middle-cut__tail">{tail}</span>
        </span>
    }
}

/// Splits a name before its last part, with the sign between them.
fn split(text: &str) -> (&str, &str) {
    let at = text.rfind([':', '.', '/', '(']).unwrap_or(0);
    text.split_at_checked(at).unwrap_or(("", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_stays() {
        for (text, parts) in [
            ("detector:ocv:scale", ("detector:ocv", ":scale")),
            ("scale", ("", "scale")),
            ("", ("", "")),
            (":a", ("", ":a")),
        ] {
            assert_eq!(split(text), parts, "{text}");
        }
    }
}
