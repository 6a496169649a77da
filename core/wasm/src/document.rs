//! One text, for those who need no language server.

use std::sync::Arc;

use bobbin_core::Input;
use bobbin_core::text::Files;
use bobbin_core::wire::in_full;
use bobbin_languages::LanguageId;
use bobbin_protocol::{Command, HostParams, Position, ViewOptions, ViewParams};
use bobbin_server::Analysis;
use wasm_bindgen::prelude::*;

use crate::{argument, json};

/// One state of one text. Call `free()` when it is no longer needed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Document {
    analysis: Analysis,
}

#[wasm_bindgen]
impl Document {
    /// Parses a text. `files` is an array of pairs: paths, and the texts
    /// there that it may include. `host` is a `HostParams`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        language: &str,
        path: &str,
        text: &str,
        files: &str,
        host: &str,
    ) -> Result<Document, JsValue> {
        let id = LanguageId::from_name(language)
            .ok_or_else(|| JsError::new(&format!("there is no language `{language}`")))?;
        let texts: Vec<(String, String)> = argument("options.files", files)?;
        let mut files = Files::default();
        for (path, text) in texts {
            files.insert(&path, text.into());
        }
        let HostParams(host) = argument("options.host", host)?;
        let host = Arc::new(host);
        let input = Input { files: Arc::new(files), host, ..Input::alone(path, text) };
        Ok(Document { analysis: Analysis::new(id, input) })
    }

    /// Returns an array of `Diagnostic`.
    pub fn diagnostics(&self) -> Result<String, JsError> {
        json(&self.analysis.diagnostics())
    }

    /// Returns a `DocumentInfo`.
    pub fn info(&self) -> Result<String, JsError> {
        json(&self.analysis.info(&self.analysis.snapshot().input().path, 0))
    }

    /// Returns a `View`, or null, for a `ViewParams`; wide numbers are in full.
    pub fn view(&self, params: &str) -> Result<String, JsValue> {
        let it: ViewParams = argument("view", params)?;
        let settings = it.settings.unwrap_or_default();
        let options = ViewOptions::of_settings(&settings);
        let view = self.analysis.view(it.view, it.item, it.at, settings, &options);
        Ok(in_full(|| json(&view))?)
    }

    /// Counts the parts of a view: rows of the settings, vertices of the graph. `kind` is a
    /// `ViewKind`.
    pub fn size(&self, kind: &str) -> Result<u32, JsValue> {
        let kind = argument("kind", &json(&kind)?)?;
        Ok(self.analysis.size(kind))
    }

    /// Returns a `CompileResult`.
    pub fn compile(&self) -> Result<String, JsError> {
        json(&self.analysis.compile(false))
    }

    /// Returns a `PlanResult` for a `Command`; documents are named by their paths.
    pub fn plan(&self, command: &str) -> Result<String, JsValue> {
        let command: Command = argument("command", command)?;
        Ok(json(&self.analysis.plan_result(vec![command], 0, str::to_owned))?)
    }

    /// Returns the `ConvertResult` of one of the language's conversions.
    pub fn convert(&self, id: &str) -> Result<String, JsError> {
        json(&self.analysis.convert(id))
    }

    /// Returns the SVG of the graph as JSON, or null if there is nothing to draw; `theme` is `light` or
    /// `dark`. All builds have the function, so that their JavaScript side is the same.
    pub fn picture(&self, theme: &str, is_closed: bool) -> Result<String, JsError> {
        json(&svg(&self.analysis, theme, is_closed))
    }

    /// Returns an array of `TextEdit` that lays the text out, or null.
    pub fn format(&self) -> Result<String, JsError> {
        json(&self.analysis.format())
    }

    /// Returns a `Hover`, or null, at a place.
    pub fn hover(&self, line: u32, character: u32) -> Result<String, JsError> {
        json(&self.analysis.hover(Position { line, character }))
    }
}

#[cfg(feature = "picture")]
fn svg(analysis: &Analysis, theme: &str, is_closed: bool) -> Option<String> {
    let theme = match theme {
        "dark" => bobbin_picture::Theme::Dark,
        _ => bobbin_picture::Theme::Light,
    };
    bobbin_picture::figure(analysis.snapshot(), is_closed, theme, str::to_owned)?.svg
}

#[cfg(not(feature = "picture"))]
fn svg(_analysis: &Analysis, _theme: &str, _is_closed: bool) -> Option<String> {
    None
}
