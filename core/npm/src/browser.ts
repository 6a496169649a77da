import init from "../../wasm/pkg/bobbin_wasm.js";
import { setLoaded } from "./core.js";

export * from "./index.js";

let loading: Promise<void> | undefined;

/**
 * Loads the WebAssembly module; call it once before anything else, and as often as you like.
 *
 * `source` says where the module is, if it is not `bobbin.wasm` beside this file: an address, or the
 * module's bytes.
 */
export function load(source: string | URL | BufferSource = new URL("./bobbin.wasm", import.meta.url)): Promise<void> {
  loading ??= init({ module_or_path: source }).then(setLoaded);
  // After a failure, such as a lost connection, another call may do better.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
