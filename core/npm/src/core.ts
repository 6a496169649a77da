// The WebAssembly module once it is loaded, and the state of the package when it fails.

import { Document, Server, decompile, detect, encode, languages, onPanic, open } from "../../wasm/pkg/bobbin_wasm.js";
import { CoreFailure } from "./failure.js";

/** The exports of the module that are called. */
export interface Core {
  Document: typeof Document;
  Server: typeof Server;
  decompile: typeof decompile;
  detect: typeof detect;
  encode: typeof encode;
  languages: typeof languages;
  open: typeof open;
}

// Named one by one, so that a bundle includes nothing else of the glue.
const core: Core = { Document, Server, decompile, detect, encode, languages, open };

let loaded = false;
let failure: CoreFailure | null = null;
const listeners: ((message: string) => void)[] = [];

/** Marks the module as loaded; called by the entry points. */
export function setLoaded(): void {
  loaded = true;
  // A panic first reports its message, and then surfaces as a trap without one.
  onPanic(fail);
}

/** Calls the core. A refusal is an error to pass on; any other failure is the core's last. */
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

/** Calls the core and parses its JSON answer. */
export function answer<T>(work: (core: Core) => string): T {
  return JSON.parse(call(work)) as T;
}

/** Frees an object of the core's memory, if there is still a core. */
export function release(handle: { free(): void } | null): void {
  if (handle && !failure) call(() => handle.free());
}

/** Calls `listener` when the core fails. */
export function addFailureListener(listener: (message: string) => void): void {
  listeners.push(listener);
}

/**
 * Returns true for the two kinds of deliberate errors. A trap, exhausted memory and an exhausted stack
 * are others.
 */
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
      // The caller must get the failure; an error of the listener is reported separately.
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
