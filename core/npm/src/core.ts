// The WebAssembly module, once it is loaded.

import * as wasm from "../../wasm/pkg/bobbin_wasm.js";

let loaded = false;

/** To be called by the entries, when the module is there. */
export function setLoaded(): void {
  loaded = true;
}

/** The module's exports. */
export function core(): typeof wasm {
  if (!loaded) throw new Error("bobbin-config is not loaded yet: call `await load()` first");
  return wasm;
}
