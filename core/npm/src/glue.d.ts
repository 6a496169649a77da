// What `bobbin:glue` is: the JavaScript side of the module as `glue.mjs` makes it from `core/wasm/pkg/`,
// with a function that makes one for each instance.

import type { Document, Server, decompile, detect, encode, languages, onPanic, open } from "../../wasm/pkg/bobbin_wasm.js";

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

/** The JavaScript side of one instance. */
export interface Glue extends Core {
  onPanic: typeof onPanic;
  /** The functions that the instance imports. */
  readonly imports: WebAssembly.Imports;
  /** Connects the instance. */
  start(instance: WebAssembly.Instance): void;
  /** Disconnects the instance, which must not run any more. */
  end(): void;
}

/** Makes the JavaScript side of a new instance. */
export function makeGlue(): Glue;
