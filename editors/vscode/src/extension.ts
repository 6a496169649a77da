/** Starts the language server of the command `bobbin` and lets it speak to the editor. */

import { commands, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { type GraphPanel, registerGraph } from "./graph/panel";
import { LANGUAGES } from "./languages";

let client: LanguageClient | undefined;
let graph: GraphPanel | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("bobbin.restart", restart),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("bobbin.path") || event.affectsConfiguration("bobbin.arguments")) void restart();
    }),
    { dispose: () => void stop() },
  );
  graph = registerGraph(context, () => client);
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}

async function start(): Promise<void> {
  const settings = workspace.getConfiguration("bobbin");
  const command = settings.get<string>("path") || "bobbin";
  const args = ["lsp", ...(settings.get<string[]>("arguments") ?? [])];
  const server: ServerOptions = { command, args };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
  };
  const own = new LanguageClient("bobbin", "Bobbin", server, options);
  client = own;
  try {
    await own.start();
    if (client === own) graph?.redraw();
    // One that is still starting cannot be stopped; it is no longer wanted.
    else await own.stop().catch(() => undefined);
  } catch (error) {
    if (client !== own) return;
    client = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(`Bobbin: cannot start \`${command}\`: ${reason}. Is it installed? See the setting bobbin.path.`);
  }
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  // One that has crashed cannot be stopped, and one that starts stops itself then.
  await old?.stop().catch(() => undefined);
}

async function restart(): Promise<void> {
  await stop();
  // Another restart may have come meanwhile.
  if (!client) await start();
}
