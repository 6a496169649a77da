//! Long names, of which the end tells most.

use leptos::prelude::*;

/// Shows a name that loses its middle, and not its end, where it does not fit.
#[component]
pub fn MiddleCut(
    /// The name, such as `detector:ocv:scale`.
    text: String,
    /// True where what stands around it has a name for screen readers, and the name need not be read here.
    #[prop(optional)]
    is_named: bool,
    /// The bytes at the beginning that the name above has too: they give way first.
    #[prop(optional)]
    shared: usize,
) -> impl IntoView {
    let (shared, own) = text.split_at_checked(shared).unwrap_or(("", &text));
    let (head, tail) = split(own);
    let (first, second) = (split_head(shared), split_head(head));
    let piece = |class: &'static str, text: &str| {
        (!text.is_empty()).then(|| view! { <span class=class>{text.to_owned()}</span> })
    };
    let pieces = [
        piece("middle-cut__start middle-cut__shared", first.0),
        piece("middle-cut__middle middle-cut__shared", first.1),
        piece("middle-cut__start", second.0),
        piece("middle-cut__middle", second.1),
        piece("middle-cut__tail", tail),
    ];
    // The pieces would be read as words of their own.
    let whole = (!is_named).then(|| view! { <span class="visually-hidden">{text}</span> });
    view! {
        {whole}
        <span class="middle-cut" aria-hidden="true">
            {pieces.into_iter().collect_view()}
        </span>
    }
}

/// The number of characters of a beginning that are there in any case.
const FEW: usize = 3;

/// The number of further characters that are cut rather than be there in any case, too: fewer are no wider than the
/// sign of a cut.
const WORTH_CUTTING: usize = 5;

/// Splits a beginning into what stays and what gives way.
fn split_head(head: &str) -> (&str, &str) {
    let at = head.char_indices().nth(FEW).map_or(head.len(), |it| it.0);
    let (start, middle) = head.split_at_checked(at).unwrap_or((head, ""));
    if middle.chars().count() < WORTH_CUTTING { (head, "") } else { (start, middle) }
}

/// The length up to which further parts belong to the end of a name, in bytes.
const SHORT: usize = 18;

/// The length above which the end of a name is only its last word, in bytes.
const LONG: usize = 12;

/// Splits a name before its last part, with the sign between them; short parts stay together, as
/// many names end alike: `…:detector:type`.
fn split(text: &str) -> (&str, &str) {
    let signs = text.rmatch_indices([':', '.', '/', '(']).map(|it| it.0);
    let mut ends = signs.take_while(|at| *at > 0).enumerate();
    let is_tail = |(nth, at): &(usize, usize)| *nth == 0 || text.len() - at <= SHORT;
    let at = ends.by_ref().take_while(is_tail).last().map_or(0, |it| it.1);
    // Of a long last part the last word says what others like it do not: `omp_parallel_end`.
    let word = text.rfind('_').filter(|word| text.len() - at > LONG && *word > at + 1);
    text.split_at_checked(word.unwrap_or(at)).unwrap_or(("", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_stays() {
        for (text, parts) in [
            ("a_detector:ocv:scale", ("a_detector", ":ocv:scale")),
            ("close:appearance:matcher:type", ("close:appearance", ":matcher:type")),
            ("a:something_that_is_rather_long", ("a:something_that_is_rather", "_long")),
            ("event:omp_parallel_begin", ("event:omp_parallel", "_begin")),
            ("omp_parallel_end", ("omp_parallel", "_end")),
            ("a:frame_rate", ("a", ":frame_rate")),
            ("scale", ("", "scale")),
            ("", ("", "")),
            (":a", ("", ":a")),
        ] {
            assert_eq!(split(text), parts, "{text}");
        }
    }

    #[test]
    fn the_beginning_stays_too() {
        for (head, parts) in [
            ("a_detector", ("a_d", "etector")),
            ("detect", ("detect", "")),
            ("event", ("event", "")),
            ("m", ("m", "")),
            ("", ("", "")),
            ("größenwahn", ("grö", "ßenwahn")),
        ] {
            assert_eq!(split_head(head), parts, "{head}");
        }
    }
}
