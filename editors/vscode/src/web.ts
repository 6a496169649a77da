/** Starts the language server in a worker, as WebAssembly, where no program can run, and lets it speak to the editor. */

import { commands, type ExtensionContext, Uri, window, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/browser";
import { type GraphPanel, registerGraph } from "./graph/panel";
import { LANGUAGES } from "./languages";

/** A server that has failed is started again so many times; then the person has to say so. */
const MOST_RESTARTS = 4;

let running: { client: LanguageClient; worker: Worker } | undefined;
let nRestarts = 0;
let graph: GraphPanel | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const again = () => {
    nRestarts = 0;
    return restart(context);
  };
  context.subscriptions.push(commands.registerCommand("bobbin.restart", again), { dispose: () => void stop() });
  graph = registerGraph(context, () => running?.client);
  await start(context);
}

export function deactivate(): Promise<void> {
  return stop();
}

async function start(context: ExtensionContext): Promise<void> {
  const at = (name: string) => Uri.joinPath(context.extensionUri, "dist", name);
  const worker = new Worker(at("server.js").toString(true));
  const options: LanguageClientOptions = { documentSelector: LANGUAGES.map((language) => ({ language })) };
  const client = new LanguageClient("bobbin", "Bobbin", options, worker);
  const own = { client, worker };
  running = own;
  client.onNotification("bobbin/failed", ({ message }: { message: string }) => void failed(context, own, message));
  try {
    // Only the editor can read its own files wherever it runs.
    worker.postMessage({ start: await workspace.fs.readFile(at("bobbin.wasm")) });
    if (running !== own) return;
    await client.start();
    if (running === own) graph?.redraw();
    // One that is still starting cannot be stopped; it is no longer wanted.
    else await client.stop(1000).catch(() => undefined);
  } catch (error) {
    await failed(context, own, error instanceof Error ? error.message : String(error));
  }
}

/** A server that has failed answers no more: another one takes its place, and gets the open texts anew. */
async function failed(context: ExtensionContext, own: typeof running, message: string): Promise<void> {
  if (running !== own) return;
  nRestarts += 1;
  if (nRestarts <= MOST_RESTARTS) return restart(context);
  await stop();
  void window.showErrorMessage(`Bobbin has failed: ${message}. "Bobbin: Restart the language server" tries again.`);
}

async function restart(context: ExtensionContext): Promise<void> {
  await stop();
  // Another restart may have come meanwhile.
  if (!running) await start(context);
}

async function stop(): Promise<void> {
  const old = running;
  running = undefined;
  // One that has failed does not answer.
  await old?.client.stop(1000).catch(() => undefined);
  old?.worker.terminate();
}
