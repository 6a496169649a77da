//! Tells Zed how the language server is started.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, Extension, LanguageServerId, Result, Worktree};

struct Bobbin;

impl Extension for Bobbin {
    fn new() -> Bobbin {
        Bobbin
    }

    /// Takes the command that the settings name in `lsp.bobbin.binary`, else the one that is installed.
    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)?;
        let (path, arguments) =
            settings.binary.map(|it| (it.path, it.arguments)).unwrap_or_default();
        let command = path.or_else(|| worktree.which("bobbin")).ok_or(
            "the command `bobbin` is not installed; the setting `lsp.bobbin.binary.path` can name it",
        )?;
        let args = arguments.unwrap_or_else(|| vec!["lsp".to_owned()]);
        Ok(Command { command, args, env: worktree.shell_env() })
    }

    /// Hands `lsp.bobbin.initialization_options` on: facts about the machine.
    fn language_server_initialization_options(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.initialization_options)
    }
}

zed::register_extension!(Bobbin);
