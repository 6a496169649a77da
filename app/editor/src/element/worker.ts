// The language server of the element in a Web Worker. It speaks as `../worker.ts` does, with a module in
// one piece: `{type: "start", core}` names it.

import { type Glue, makeGlue } from "bobbin:glue";
import { Serving } from "../serving.ts";

type ToWorker = { type: "start"; core: string } | { type: "message"; text: string };

/** Null before the core is loaded, and after it failed. */
let serving: Serving | null = null;
/** Messages that came before the core was loaded; null once it failed. */
let waiting: string[] | null = [];

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === "start") void start(message.core);
  else if (serving) take(serving, message.text);
  else waiting?.push(message.text);
});

async function start(address: string): Promise<void> {
  let glue: Glue;
  try {
    glue = makeGlue();
    const response = await fetch(address);
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), glue.imports);
    glue.start(instance);
  } catch (error) {
    end("unreachable", `${address}: ${words(error)}`);
    return;
  }
  glue.onPanic((message) => end("panic", message));
  const server = new glue.Server();
  serving = new Serving(server, (text) => postMessage({ type: "message", text }), later);
  postMessage({ type: "ready" });
  const texts = waiting ?? [];
  waiting = [];
  for (const text of texts) if (serving) take(serving, text);
}

/** Work to do after the messages that have already arrived; a timer would wait without need. */
const callbacks: (() => void)[] = [];
const next = new MessageChannel();
next.port1.onmessage = () => run(() => callbacks.shift()?.());

function later(callback: () => void): void {
  callbacks.push(callback);
  next.port2.postMessage(null);
}

function take(serving: Serving, text: string): void {
  run(() => serving.take(text));
}

function run(what: () => void): void {
  if (!waiting) return;
  try {
    what();
  } catch (error) {
    // A panic was reported before it came here as an exception; a stack overflow was not.
    end("panic", words(error));
  }
}

function end(type: "panic" | "unreachable", message: string): void {
  if (!waiting) return;
  waiting = null;
  serving = null;
  postMessage({ type, message });
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
