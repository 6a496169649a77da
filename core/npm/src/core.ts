// The WebAssembly module once it is there, and its instance. A failure ends the instance; the next call
// makes another one of the same module.

import { type Core, type Glue, makeGlue } from "bobbin:glue";
import { BobbinError, type BobbinErrorCode } from "./errors.js";

export type { Core } from "bobbin:glue";

/** An object in the memory of one instance. */
export interface Held<Handle> {
  readonly handle: Handle;
  readonly of: Glue;
}

let module: WebAssembly.Module | null = null;
let running: Glue | null = null;
/** Reads the module where that takes no waiting. */
let read: (() => WebAssembly.Module) | null = null;
const listeners: ((message: string) => void)[] = [];

/** Says how the module is read when it is first needed; called by the entry point for Node. */
export function setReader(reader: () => WebAssembly.Module): void {
  read = reader;
}

/** Takes the module and makes its first instance; called by the entry point for browsers. */
export async function start(compiled: WebAssembly.Module): Promise<void> {
  const glue = makeGlue();
  // Some browsers refuse to make a large instance at once in a page.
  begin(glue, await WebAssembly.instantiate(compiled, glue.imports));
  module = compiled;
}

/** Takes the module, if there is none yet, and makes its instance. */
export function startNow(bytes?: BufferSource): void {
  const before = module;
  try {
    if (bytes !== undefined) module ??= new WebAssembly.Module(bytes);
    instance();
  } catch (error) {
    module = before;
    throw loadFailure(error, "`source`");
  }
}

/** Returns the error for people if a module is not the package's; others as they are. */
export function loadFailure(error: unknown, what: string): unknown {
  // The browser's words, which name the policy.
  if (error instanceof WebAssembly.CompileError && /Content.Security.Policy|\bCSP\b|unsafe-eval/i.test(error.message)) {
    return new BobbinError("load-failed", `the page's policy forbids WebAssembly: its \`script-src\` needs 'wasm-unsafe-eval'`, { cause: error });
  }
  const isOther = error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError;
  if (!isOther) return error;
  const reason = `${what} is not the WebAssembly module of bobbin-config: see "Bundlers" in its README`;
  return new BobbinError("load-failed", reason, { cause: error });
}

/** Returns the instance; makes it if there is none yet, or none any more. */
function instance(): Glue {
  if (running) return running;
  module ??= read?.() ?? null;
  if (!module) throw new BobbinError("not-loaded", "bobbin-config is not loaded yet: call `await load()` first");
  const glue = makeGlue();
  return begin(glue, new WebAssembly.Instance(module, glue.imports));
}

function begin(glue: Glue, instance: WebAssembly.Instance): Glue {
  // A module that imports nothing fits whatever it is given.
  if (!("__wbindgen_start" in instance.exports)) throw new WebAssembly.LinkError("it has another content");
  glue.start(instance);
  // A panic first reports its message, and then surfaces as a trap without one.
  glue.onPanic((message) => void fail(glue, message));
  running = glue;
  return glue;
}

/** The failure of an instance, for the call that led to it: it surfaces after it was reported. */
const failures = new WeakMap<Glue, BobbinError>();

/**
 * Calls the core. An error that the core means, such as one about an argument, is passed on, with
 * `refusal` as its code; any other is its end.
 */
export function call<T>(work: (core: Core) => T, refusal: BobbinErrorCode = "core-failed"): T {
  const glue = instance();
  try {
    return work(glue);
  } catch (error) {
    if (error instanceof BobbinError || isTypeError(error)) throw error;
    if (isRefusal(error)) throw new BobbinError(refusal, error.message);
    throw failures.get(glue) ?? fail(glue, error instanceof Error ? error.message : String(error), error);
  }
}

/** Calls the core and parses its JSON answer. */
export function answer<T>(work: (core: Core) => string, read: (json: string) => T = (it) => JSON.parse(it) as T): T {
  return read(call(work));
}

/** Makes an object in the core's memory. */
export function hold<Handle>(make: (core: Core) => Handle, refusal?: BobbinErrorCode): Held<Handle> {
  const handle = call(make, refusal);
  return { handle, of: instance() };
}

/** Returns false if the instance of an object has failed. */
export function isAlive({ of }: Held<unknown>): boolean {
  return of === running;
}

/** Frees an object of the core's memory, if that is still there. */
export function release(held: Held<{ free(): void }> | null): void {
  if (held && isAlive(held)) call(() => held.handle.free());
}

/** Calls `listener` when the core fails. */
export function addFailureListener(listener: (message: string) => void): void {
  listeners.push(listener);
}

/** A trap, exhausted memory and an exhausted stack have other names than the two kinds of errors that are meant. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === "Error";
}

function isTypeError(error: unknown): boolean {
  return error instanceof Error && error.name === "TypeError";
}

function fail(glue: Glue, reason: string, cause?: unknown): BobbinError {
  const failure = new BobbinError(
    "core-failed",
    `the core of bobbin-config failed: ${reason}; the next call starts it anew and no text is lost, ` +
      "but please report the text that led to this",
    { cause },
  );
  failures.set(glue, failure);
  if (running === glue) running = null;
  glue.end();
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
