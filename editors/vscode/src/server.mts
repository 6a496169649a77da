/**
 * The language server in a worker. The first message is `{ start }` with the WebAssembly module; all others are
 * messages of the language server protocol.
 */

import { createServer, type LanguageServer, load } from "../../../core/npm/dist/browser.js";

/** The global scope of a worker, as far as it counts here. */
declare const self: {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
};

/** Milliseconds that a message may wait for a piece of slow work. */
const PIECE = 8;

let server: LanguageServer | undefined;
let waiting: unknown[] = [];
let isWorking = false;

self.onmessage = ({ data }) => {
  if (isStart(data)) void start(data.start);
  else if (server) take(server, data);
  else waiting.push(data);
};

function isStart(data: unknown): data is { start: Uint8Array<ArrayBuffer> } {
  return typeof data === "object" && data !== null && "start" in data;
}

async function start(module: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await load(module);
    server = createServer();
  } catch (error) {
    fail(error);
    return;
  }
  const early = waiting;
  waiting = [];
  for (const message of early) if (server) take(server, message);
}

/** Takes a message; slow work is left for later, so that what has come meanwhile is read first. */
function take(it: LanguageServer, message: unknown): void {
  try {
    send(it.begin(JSON.stringify(message)));
    if (!isWorking) goOn(it);
  } catch (error) {
    fail(error);
  }
}

function goOn(it: LanguageServer): void {
  isWorking = it.hasWork;
  if (isWorking) setTimeout(() => work(it), 0);
}

function work(it: LanguageServer): void {
  if (it !== server) return;
  try {
    send(it.work(PIECE));
    goOn(it);
  } catch (error) {
    fail(error);
  }
}

function send(messages: string[]): void {
  for (const message of messages) self.postMessage(JSON.parse(message));
}

/** Says that nothing will be answered any more. */
function fail(error: unknown): void {
  server = undefined;
  const message = error instanceof Error ? error.message : String(error);
  self.postMessage({ jsonrpc: "2.0", method: "bobbin/failed", params: { message } });
}
