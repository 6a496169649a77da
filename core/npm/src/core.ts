// The WebAssembly module once it is loaded, and what becomes of the package when it fails.

import { Document, Server, decompile, detect, encode, languages, onPanic, open } from "../../wasm/pkg/bobbin_wasm.js";
import { CoreFailure } from "./failure.js";

/** What of the module's exports is called. */
export interface Core {
  Document: typeof Document;
  Server: typeof Server;
  decompile: typeof decompile;
  detect: typeof detect;
  encode: typeof encode;
  languages: typeof languages;
  open: typeof open;
}

// Named one by one, so that a bundle has nothing else of the glue.
const core: Core = { Document, Server, decompile, detect, encode, languages, open };

let loaded = false;
let failure: CoreFailure | null = null;
const listeners: ((message: string) => void)[] = [];

/** To be called by the entries, when the module is there. */
export function setLoaded(): void {
  loaded = true;
  // A panic says what it is about, and is then seen as a trap that does not.
  onPanic(fail);
}

/** Calls the core. What it refuses is an error to pass on; any other failure is its last. */
export function call<T>(work: (core: Core) => T): T {
  if (failure) throw failure;
  if (!loaded) throw new Error("bobbin-config is not loaded yet: call `await load()` first");
  try {
    return work(core);
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw fail(error instanceof Error ? error.message : String(error), error);
  }
}

/** What the core answers, which it says as JSON. */
export function answer<T>(work: (core: Core) => string): T {
  return JSON.parse(call(work)) as T;
}

/** Gives something of the core's memory back, if there is still a core. */
export function release(handle: { free(): void } | null): void {
  if (handle && !failure) call(() => handle.free());
}

/** Calls `listener` when the core fails. */
export function addFailureListener(listener: (message: string) => void): void {
  listeners.push(listener);
}

/** Errors on purpose are of these two kinds. A trap, exhausted memory and an exhausted stack are not. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && (error.name === "Error" || error.name === "TypeError");
}

function fail(reason: string, cause?: unknown): CoreFailure {
  if (failure) return failure;
  failure = new CoreFailure(reason, { cause });
  for (const listener of listeners) {
    try {
      listener(reason);
    } catch (error) {
      // The failure is what the caller must hear of; the listener's own fault is the listener's.
      reportLater(error);
    }
  }
  return failure;
}

function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
