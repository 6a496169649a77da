//! The bar at the top.

use bobbin_protocol::ConversionInfo;
use leptos::prelude::*;

use crate::actions::use_actions;
use crate::conversion::use_conversions;
use crate::following::memo;
use crate::open_dialog::{Dialog, use_dialogs};
use crate::platform::install::InstallOffer;
use crate::platform::window;
use crate::settings::{Theme, use_settings};
use crate::widgets::button::Button;
use crate::widgets::dynamic::When;
use crate::widgets::icon::{Icon, IconView};
use crate::widgets::menu::{Menu, MenuItem};
use crate::widgets::prose::sentence;
use crate::{actions, conversion};

/// Shows name, files and the most common actions.
#[component]
pub fn TopBar() -> impl IntoView {
    let install: InstallOffer = expect_context();
    let conversions = use_conversions();
    let has_conversions = memo(move |_| !conversions.offered().is_empty());
    let conversions = move |()| {
        let item = |it: ConversionInfo| MenuItem {
            label: it.title.clone(),
            detail: String::new(),
            about: sentence(&it.about),
            icon: Some(conversion::icon_of(it.effect)),
            is_checked: None,
            run: Callback::new(move |()| conversions.start(it.clone())),
        };
        untrack(|| conversions.offered()).into_iter().map(item).collect::<Vec<_>>()
    };
    view! {
        <header class="top-bar">
            <div class="brand">
                <IconView icon=Icon::Bobbin />
                <h1 class="brand__name">"Bobbin"</h1>
            </div>
            <div class="top-bar__group" role="toolbar" aria-label="File">
                <ActionButton id="view.rail" label="Files and outline" is_bare=true />
                <ActionButton id="file.new" label="New" />
                <ActionButton id="file.open" label="Open" />
                <ActionButton id="file.save" label="Save" />
                <When when=has_conversions>
                    <Menu
                        label=Signal::stored("Convert".to_owned())
                        icon=Signal::stored(Some(Icon::Replace))
                        items=conversions
                    />
                </When>
                <ActionButton id="edit.undo" label="Undo" is_bare=true />
                <ActionButton id="edit.redo" label="Redo" is_bare=true />
            </div>
            <div class="top-bar__group top-bar__group--end" role="toolbar" aria-label="Page">
                <When when=move || install.is_there()>
                    <ActionButton id="help.install" label="Install" />
                </When>
                <ActionButton id="file.environment" label="Environment" is_bare=true />
                <ActionButton id="help.palette" label="Commands" />
                <SettingsMenu />
                <ActionButton id="help.shortcuts" label="Shortcuts" is_bare=true />
            </div>
        </header>
    }
}

/// Shows a button for an action.
#[component]
fn ActionButton(
    id: &'static str,
    label: &'static str,
    #[prop(optional)] is_bare: bool,
) -> impl IntoView {
    let actions = use_actions();
    let action = actions::by_id(id)?;
    let is_apple = window::has_apple_keyboard();
    let habits = use_settings().keys;
    let title = Signal::derive(move || match habits.get().keys_of(&action, is_apple) {
        keys if keys.is_empty() => action.label.to_owned(),
        keys => format!("{} ({keys})", action.label),
    });
    let icon = action.icon.unwrap_or(Icon::Command);
    Some(view! {
        <Button
            label=label
            icon=icon
            is_bare=is_bare
            title=title
            is_enabled=Signal::derive(move || actions.is_enabled(action))
            on_press=move |()| actions.perform(action)
        />
    })
}

#[component]
fn SettingsMenu() -> impl IntoView {
    let settings = use_settings();
    let dialogs = use_dialogs();
    let theme = settings.theme;
    let icon_of = |theme: Theme| match theme {
        Theme::System => Icon::System,
        Theme::Light => Icon::Sun,
        Theme::Dark => Icon::Moon,
        Theme::Contrast => Icon::Contrast,
    };
    let items = move |()| {
        Theme::ALL
            .into_iter()
            .map(|it| MenuItem {
                label: it.label().to_owned(),
                detail: String::new(),
                about: String::new(),
                icon: Some(icon_of(it)),
                is_checked: Some(theme.get() == it),
                run: Callback::new(move |()| theme.set(it)),
            })
            .chain([MenuItem {
                label: "Settings…".to_owned(),
                detail: String::new(),
                about: String::new(),
                icon: Some(Icon::Settings),
                is_checked: None,
                run: Callback::new(move |()| dialogs.open(Dialog::Settings)),
            }])
            .collect::<Vec<_>>()
    };
    view! {
        <Menu
            label=Signal::stored("Colours and settings".to_owned())
            icon=Signal::stored(Some(Icon::Settings))
            is_bare=true
            items=items
        />
    }
}
