//! A text that has a code, beside one that does not.

use bobbin_protocol::{CodeExample, ExampleText, Severity};
use leptos::prelude::*;

use crate::files::use_files;
use crate::open_dialog::use_dialogs;
use crate::settings::{NarrowTab, use_settings};
use crate::widgets::button::Button;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::prose::{Prose, sentence};

/// Shows the example of a code. `language` is the stable name of its language.
#[component]
pub fn ExampleView(example: CodeExample, language: String, severity: Severity) -> impl IntoView {
    let dialogs = use_dialogs();
    let files = use_files();
    let settings = use_settings();
    let CodeExample { name, failing, message, mended, fix } = example;
    let failing_lines = lines(&failing, "failing");
    let mended_lines = lines(&mended, "mended");
    // Nothing of the user's is replaced: it is a new file, and gets another name if its own is taken.
    let try_it = move |()| {
        dialogs.close();
        files.open_text(name.clone(), language.clone(), failing.text.clone());
        settings.narrow_tab.set(NarrowTab::Source);
        // Another file than before does not show them by itself.
        request_animation_frame(move || settings.are_problems_raised.set(true));
    };
    let how = match fix {
        Some(label) => view! { "Quick fix: " <Prose text=label /> }.into_any(),
        None => "Changed by hand".into_any(),
    };
    view! {
        <section class="explanation__section" aria-label="Example" data-severity=severity.word()>
            <h3 class="explanation__title">"Example"</h3>
            <div class="code-example">
                <figure class="code-example__side">
                    <figcaption class="code-example__head">
                        <IconView icon=Icon::Close />
                        <span class="code-example__name">"With the problem"</span>
                        <Button
                            label="Try it"
                            title="Open this text as a new file"
                            icon=Icon::NewFile
                            on_press=try_it
                        />
                    </figcaption>
                    {failing_lines}
                    <p class="code-example__note"><Prose text=sentence(&message) /></p>
                </figure>
                <figure class="code-example__side">
                    <figcaption class="code-example__head">
                        <IconView icon=Icon::Check />
                        <span class="code-example__name">"Without it"</span>
                    </figcaption>
                    {mended_lines}
                    <p class="code-example__note">{how}</p>
                </figure>
            </div>
        </section>
    }
}

/// Shows a text; the lines that matter stand out.
fn lines(text: &ExampleText, kind: &'static str) -> AnyView {
    let shown = text.text.strip_suffix('\n').unwrap_or(&text.text).split('\n');
    let line = |(idx, line): (u32, &str)| {
        let is_marked = text.lines.contains(&idx);
        let line = line.to_owned();
        view! {
            <span class="code-example__line" class:code-example__line--marked=is_marked>
                {line}
            </span>
        }
    };
    let shown = (0..).zip(shown).map(line).collect_view();
    view! {
        <pre class="code-example__text" tabindex="0" data-kind=kind>
            <code>{shown}</code>
        </pre>
    }
    .into_any()
}
