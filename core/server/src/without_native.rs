//! Stands for the part for other editors than the page in a build that has none.

use bobbin_languages::LanguageId;
use serde_json::value::RawValue;

use crate::documents::Documents;
use crate::features::lsp_diagnostics;
use crate::rpc::RpcError;
use crate::{Analysis, Server, lsp};

/// Nothing to remember.
#[derive(Debug, Default)]
pub(crate) struct Native;

/// The capabilities that depend on the client or on the build.
#[derive(Debug)]
pub(crate) struct MoreCapabilities {
    pub(crate) encoding: &'static str,
    pub(crate) top: &'static str,
    pub(crate) in_workspace: &'static str,
    pub(crate) prepares_renames: bool,
    pub(crate) sorts_actions: bool,
}

impl Native {
    pub(crate) fn pulls(&self) -> bool {
        false
    }

    pub(crate) fn has_work(&self) -> bool {
        false
    }

    pub(crate) fn diagnostics(
        &self,
        analysis: &Analysis,
        uri: &str,
        documents: &Documents,
    ) -> Vec<lsp::Diagnostic> {
        lsp_diagnostics(analysis, |path| documents.uri_of(path, uri), |_| true)
    }

    pub(crate) fn cancel(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }

    pub(crate) fn drop_outdated(&mut self, _: &Documents) -> Vec<String> {
        Vec::new()
    }

    pub(crate) fn give_up_all(&mut self) -> Vec<String> {
        Vec::new()
    }

    pub(crate) fn note_changes_on_disk(&mut self, _: &[String], _: &Documents) {}

    pub(crate) fn note_published(&mut self, _: &str, _: &Documents) {}

    pub(crate) fn closed_paths(&self, _: &Documents) -> Vec<String> {
        Vec::new()
    }

    pub(crate) fn listed_paths(&mut self, _: &Documents, _: LanguageId) -> Vec<String> {
        Vec::new()
    }

    pub(crate) fn closed_naming_files(&self, _: &Documents) -> Vec<(String, Analysis)> {
        Vec::new()
    }

    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }

    pub(crate) fn refresh(&mut self) -> Vec<String> {
        Vec::new()
    }
}

impl Server {
    pub(crate) fn initialize_native(&mut self, _: Option<&RawValue>) -> MoreCapabilities {
        MoreCapabilities {
            encoding: "utf-16",
            top: "",
            in_workspace: "",
            prepares_renames: true,
            sorts_actions: true,
        }
    }

    pub(crate) fn with_commands(&self, list: lsp::CompletionList) -> lsp::CompletionList {
        list
    }

    pub(crate) fn check_places(&self, _: &lsp::WorkspaceEdit) -> Result<(), RpcError> {
        Ok(())
    }

    pub(crate) fn sound_edit(
        &mut self,
        it: Option<lsp::WorkspaceEdit>,
    ) -> Option<lsp::WorkspaceEdit> {
        it
    }

    pub(crate) fn check_lines(&self, _: &str) -> Result<(), RpcError> {
        Ok(())
    }

    pub(crate) fn native_request(
        &mut self,
        _: &str,
        _: Option<&RawValue>,
    ) -> Option<Result<String, RpcError>> {
        None
    }

    pub(crate) fn native_notification(
        &mut self,
        _: &str,
        _: Option<&RawValue>,
    ) -> Option<Result<Vec<String>, RpcError>> {
        None
    }

    pub(crate) fn native_defers(&mut self, _: &str, _: &RawValue, _: Option<&RawValue>) -> bool {
        false
    }

    pub(crate) fn native_work(&mut self, _: &mut dyn FnMut() -> bool) -> Vec<String> {
        Vec::new()
    }
}
