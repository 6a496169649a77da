//! Icons: strokes on a grid of 16 × 16.

use crate::widgets::dynamic::live;
use leptos::prelude::*;

macro_rules! icons {
    ($($(#[$doc:meta])* $name:ident = $path:literal,)*) => {
        /// An icon, named by its meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Icon {
            $($(#[$doc])* $name,)*
        }

        impl Icon {
            /// Returns the strokes as an SVG path.
            #[must_use]
            pub fn path(self) -> &'static str {
                match self {
                    $(Icon::$name => $path,)*
                }
            }
        }
    };
}

icons! {
    /// A spool with thread.
    Bobbin = "M3.5 2.2h9M3.5 13.8h9M5 2.2v1.5l1 1.3v6l-1 1.3v1.5M11 2.2v1.5l-1 1.3v6l1 1.3v1.5M6 6.6l4-1M6 8.6l4-1M6 10.6l4-1M10 9.6c2 0 3.5.6 3.5 2.4",
    NewFile = "M9 1.8H3.8v12.4h8.4V5zM9 1.8V5h3.2M8 7.4v4.2M5.9 9.5h4.2",
    Open = "M1.8 12.8V3.2h4.4l1.6 2h6.4v7.6z",
    Save = "M2.3 2.3h9.2l2.2 2.2v9.2H2.3zM5 2.5v3.3h5V2.5M4.6 13.5V8.8h6.8v4.7",
    Download = "M8 2v8M4.6 6.9L8 10.3l3.4-3.4M2.5 13.6h11",
    /// One text replaces another.
    Replace = "M2.5 5.5h9M8.8 2.6l2.9 2.9-2.9 2.9M13.5 10.5h-9M7.2 7.6l-2.9 2.9 2.9 2.9",
    Compare = "M6.5 3H2.5v10h4M9.5 3h4v10h-4M8 1.5v13",
    /// The mark of a variable.
    Environment = "M10.9 5.2c-.5-1.1-1.6-1.6-2.9-1.6-1.7 0-3 .8-3 2.2 0 3 6 1.4 6 4.4 0 1.4-1.3 2.2-3 2.2-1.4 0-2.6-.6-3-1.7M8 1.7v12.6",
    Grid = "M2.3 2.3h11.4v11.4H2.3zM2.3 6.1h11.4M2.3 9.9h11.4M6.1 2.3v11.4M9.9 2.3v11.4",
    Time = "M8 1.9a6.1 6.1 0 1 0 0 12.2A6.1 6.1 0 0 0 8 1.9zM8 4.8V8l2.4 1.8",
    Command = "M3 4.5l3.2 3.2L3 10.9M8 11.5h5",
    Search = "M7 2.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8zM10.3 10.3L14 14",
    Filter = "M2 3.2h12L9.5 8.4v4.4L6.5 14V8.4z",
    Sun = "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1v1.4M8 13.6V15M1 8h1.4M13.6 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
    Moon = "M13.2 9.6A5.7 5.7 0 0 1 6.4 2.8a5.7 5.7 0 1 0 6.8 6.8z",
    Contrast = "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 2v12M9.5 4h2M9.5 6.7h4M9.5 9.3h4M9.5 12h2",
    Settings = "M6.9 1.5h2.2l.4 1.8 1.1.5L12 2.6 13.4 4l-1.2 1.4.5 1.1 1.8.4v2.2l-1.8.4-.5 1.1L13.4 12 12 13.4l-1.4-1.2-1.1.5-.4 1.8H6.9l-.4-1.8-1.1-.5L4 13.4 2.6 12l1.2-1.4-.5-1.1-1.8-.4V6.9l1.8-.4.5-1.1L2.6 4 4 2.6l1.4 1.2 1.1-.5zM8 5.9a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2z",
    System = "M2 3h12v8H2zM5.5 13.8h5M8 11v2.8",
    Close = "M4 4l8 8M12 4l-8 8",
    ChevronRight = "M6 3.5L10.5 8 6 12.5",
    ChevronUp = "M3.5 10L8 5.5 12.5 10",
    ChevronDown = "M3.5 6L8 10.5 12.5 6",
    Plus = "M8 3v10M3 8h10",
    Minus = "M3 8h10",
    Fit = "M2.2 5.6V2.2h3.4M10.4 2.2h3.4v3.4M13.8 10.4v3.4h-3.4M5.6 13.8H2.2v-3.4",
    Error = "M8 1.9a6.1 6.1 0 1 0 0 12.2A6.1 6.1 0 0 0 8 1.9zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4",
    Warning = "M8 2.1l6.2 11.2H1.8zM8 6.4v3.4M8 11.5v.2",
    Hint = "M8 1.9a6.1 6.1 0 1 0 0 12.2A6.1 6.1 0 0 0 8 1.9zM8 7.2v4M8 4.8v.2",
    Undo = "M3 6.4h6.6a3.3 3.3 0 0 1 0 6.6H6M5.8 3.4L2.8 6.4l3 3",
    Redo = "M13 6.4H6.4a3.3 3.3 0 0 0 0 6.6H10M10.2 3.4l3 3-3 3",
    Check = "M3 8.5l3.3 3.3L13 4.8",
    Reset = "M3.2 8.2a4.8 4.8 0 1 0 1.5-3.7L3 6.1M3 2.6v3.5h3.5",
    Fix = "M8 1.8a4.2 4.2 0 0 0-2.3 7.7v1.7h4.6V9.5A4.2 4.2 0 0 0 8 1.8zM6.2 13.8h3.6",
    Book = "M8 4.2C6.4 3 4.4 2.8 2.2 3v9.4c2.2-.2 4.2 0 5.8 1.2 1.6-1.2 3.6-1.4 5.8-1.2V3C11.6 2.8 9.6 3 8 4.2zM8 4.2v9.4",
    Help = "M8 1.9a6.1 6.1 0 1 0 0 12.2A6.1 6.1 0 0 0 8 1.9zM6.2 6.3c0-2.4 3.7-2.4 3.7 0 0 1.4-1.9 1.5-1.9 3M8 11.4v.2",
    Panel = "M2 3h12v10H2zM6 3v10",
    Split = "M2 3h12v10H2zM2 8h12",
    Window = "M2 2.5h8.5V9H2zM5.5 11.5v2H14V6h-1",
    AlignLeft = "M2.5 2v12M5 4h8.5v3H5zM5 9.2h5v3H5z",
    AlignCentre = "M8 2v2M8 7v2.2M8 12.2V14M3.5 4h9v3h-9zM5.5 9.2h5v3h-5z",
    AlignRight = "M13.5 2v12M2.5 4H11v3H2.5zM6 9.2h5v3H6z",
    AlignTop = "M2 2.5h12M4 5h3v8.5H4zM9.2 5h3v5h-3z",
    AlignMiddle = "M2 8h2M7 8h2.2M12.2 8H14M4 3.5h3v9H4zM9.2 5.5h3v5h-3z",
    AlignBottom = "M2 13.5h12M4 2.5h3V11H4zM9.2 6h3v5h-3z",
    SpreadAcross = "M2.5 2v12M13.5 2v12M6.3 4.5h3.4v7H6.3z",
    SpreadDown = "M2 2.5h12M2 13.5h12M4.5 6.3h7v3.4h-7z",
    Install = "M8 2v6.5M5.3 6L8 8.7 10.7 6M2.5 10v3.5h11V10",
    Comment = "M2.2 2.8h11.6v8H7.6l-3.2 2.8v-2.8H2.2zM5 5.6h6M5 8.1h4",
    Section = "M2.5 3.6h11M5 8h8.5M5 12.4h8.5M2.5 8h.2M2.5 12.4h.2",
    Unit = "M4 3.2h8v9.6H4zM1.6 6.2H4M1.6 9.8H4M12 6.2h2.4M12 9.8h2.4",
    /// Books on a shelf.
    Library = "M2.4 2.8h3v10.4h-3zM5.4 2.8h3v10.4h-3zM9.6 3.5l2.7-.7 2.3 9.6-2.7.7zM2.4 5.6h6",
    Group = "M2.3 5h8.4v8.4H2.3zM5.3 5V2.6h8.4V11h-3",
    Connection = "M3.5 8h6.7M7.8 5.2L10.6 8l-2.8 2.8M2 8h.2M13.8 4v8",
    Key = "M2.5 8h3M5.5 5.4h8v5.2h-8zM8 8h3",
    Table = "M2.2 3h11.6v10H2.2zM2.2 6.4h11.6M2.2 9.7h11.6M6.4 3v10",
    Include = "M9 1.8H3.8v12.4h8.4V5zM9 1.8V5h3.2M5.6 9.6h4.4M8 7.6l2 2-2 2",
    Port = "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM1.5 8h3.7",
    Examples = "M2.3 2.3h4.6v4.6H2.3zM9.1 2.3h4.6v4.6H9.1zM2.3 9.1h4.6v4.6H2.3zM9.1 9.1h4.6v4.6H9.1z",
}

/// Shows an icon. It is decoration only, so the element around it needs a name of its own.
#[component]
pub fn IconView(
    /// The icon to show.
    #[prop(into)]
    icon: Signal<Icon>,
) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d=live(move || icon.get().path()) />
        </svg>
    }
}
