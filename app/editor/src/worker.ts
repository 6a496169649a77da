// The language server in a Web Worker, so that neither a long parse nor a failure stops the page.
//
// The first message is `{type: "start", core}`; from then on `{type: "message", text}` goes both ways,
// each text one JSON-RPC message. `{type: "ready"}` says that the core is loaded, `{type: "panic",
// message}` that it is gone: the page then ends this worker and starts another. `{type: "alive"}` comes while a part of
// the core is being fetched, and `{type: "unreachable", message}` when it does not come: no text is to blame for that.

import init, { crash, fetchPart, needs, needsSoon, onPanic, Server } from "../../generated/core/bobbin_wasm.js";
import type { CrashParams } from "../../../core/npm/src/protocol.ts";
import { Queue } from "./queue.ts";
import { Serving } from "./serving.ts";

type ToWorker = { type: "start"; core: string } | { type: "message"; text: string };

/** Null before the core is loaded, and after it failed. */
let serving: Serving | null = null;
/** Messages that came before the core was loaded. */
let waiting: string[] = [];
let failed = false;
/** Work to do after the messages that have already arrived; a timer would wait without need. */
const callbacks: (() => void)[] = [];
const next = new MessageChannel();
next.port1.onmessage = () => run(() => callbacks.shift()?.());

addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === "start") void start(message.core);
  else if (serving) queue.take(message.text);
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
  serving = new Serving(
    new Server(),
    (text) => postMessage({ type: "message", text }),
    (callback) => {
      callbacks.push(callback);
      next.port2.postMessage(null);
    },
  );
  postMessage({ type: "ready" });
  const texts = waiting;
  waiting = [];
  for (const text of texts) queue.take(text);
}

/** Messages in their order; one that needs a part of the core waits for it, and those behind it. */
const queue = new Queue(
  needs,
  fetchWatched,
  (text) => serving && take(serving, text),
  (error) => end("unreachable", words(error)),
);

/** The longest time that a part of the core may take, in milliseconds; a connection may hang without an error. */
const longestFetch = 60_000;

/** The time after which what is needed next is fetched, in milliseconds: what is shown comes first. */
const aWhile = 1500;

/** Fetches a part of the core; over a slow network the page must not take this worker for dead. */
async function fetchWatched(part: string): Promise<void> {
  const beat = setInterval(() => postMessage({ type: "alive" }), 400);
  let limit: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error("the connection does not answer")), longestFetch);
  });
  try {
    await Promise.race([fetchPart(part), tooLong]);
    setTimeout(() => void fetchSoon(), aWhile);
  } finally {
    clearInterval(beat);
    clearTimeout(limit);
  }
}

/** Fetches what will be needed next. Where it does not come, the message that needs it asks again. */
async function fetchSoon(): Promise<void> {
  if (failed) return;
  for (const part of needsSoon()) await fetchPart(part).catch(() => {});
}

function take(serving: Serving, text: string): void {
  run(() => {
    if (text.includes('"bobbin/crash"')) crashIfAsked(text);
    serving.take(text);
  });
}

function run(what: () => void): void {
  if (failed) return;
  try {
    what();
  } catch (error) {
    // A panic was reported before it came here as an exception; a stack overflow was not.
    fail(words(error));
  }
}

/** Handles `bobbin/crash`, with which a test makes the worker die. No user's text leads here. */
function crashIfAsked(text: string): void {
  const message = JSON.parse(text) as { method?: string; params?: CrashParams };
  if (message.method !== "bobbin/crash") return;
  if (message.params?.how === "panic") crash();
  if (message.params?.how === "hang") for (;;);
}

function fail(message: string): void {
  end("panic", message);
}

function end(type: "panic" | "unreachable", message: string): void {
  if (failed) return;
  failed = true;
  serving = null;
  waiting = [];
  postMessage({ type, message });
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
