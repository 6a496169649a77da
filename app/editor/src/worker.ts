// The language server in a Web Worker, so that neither a long parse nor a failure stops the page.
//
// The first message is `{type: "start", core}`; from then on `{type: "message", text}` goes both ways,
// each text one JSON-RPC message. `{type: "ready"}` says that the core is loaded, `{type: "panic",
// message}` that it is gone: whoever started the worker ends it and starts another.

import init, { crash, onPanic, Server } from "../../../core/wasm/pkg/bobbin_wasm.js";
import { Backlog } from "./backlog.ts";
import type { CrashParams } from "../../../core/npm/src/protocol.ts";

type ToWorker = { type: "start"; core: string } | { type: "message"; text: string };

/** None before the core is loaded, and after it failed. */
let server: Server | null = null;
/** What came before the core was loaded. */
let waiting: string[] = [];
let failed = false;
const backlog = new Backlog();

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === "start") void start(message.core);
  else if (server) take(message.text);
  else if (!failed) waiting.push(message.text);
});

async function start(core: string): Promise<void> {
  try {
    await init({ module_or_path: core });
  } catch (error) {
    fail(`the core could not be loaded: ${words(error)}`);
    return;
  }
  onPanic(fail);
  server = new Server();
  postMessage({ type: "ready" });
  const texts = waiting;
  waiting = [];
  for (const text of texts) take(text);
}

/** Handles a message, or keeps it until all that came after it is handled. */
function take(text: string): void {
  if (!server) return;
  if (backlog.keep(text)) {
    setTimeout(work);
    return;
  }
  for (const answer of backlog.outdatedBy(text)) postMessage({ type: "message", text: answer });
  handle(server, text);
}

/** One message of the backlog; between two of them others are heard. */
function work(): void {
  const text = backlog.next();
  if (server && text !== undefined) handle(server, text);
}

function handle(server: Server, text: string): void {
  try {
    if (text.includes('"bobbin/crash"')) crashIfAsked(text);
    for (const answer of server.handle(text)) postMessage({ type: "message", text: answer });
  } catch (error) {
    // A panic was reported before it came here as an exception; a stack overflow was not.
    fail(words(error));
  }
}

/** `bobbin/crash`: so that a test can see the worker die. No user's text leads here. */
function crashIfAsked(text: string): void {
  const message = JSON.parse(text) as { method?: string; params?: CrashParams };
  if (message.method !== "bobbin/crash") return;
  if (message.params?.how === "panic") crash();
  if (message.params?.how === "hang") for (;;);
}

function fail(message: string): void {
  if (failed) return;
  failed = true;
  server = null;
  waiting = [];
  backlog.clear();
  postMessage({ type: "panic", message });
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
