import init from "../../wasm/pkg/bobbin_wasm.js";
import { setLoaded } from "./core.js";
import { addressOf, type ModuleSource } from "./source.js";

export * from "./index.js";

let loading: Promise<void> | undefined;

/**
 * Loads the WebAssembly module; call it before anything else, as often as you like.
 *
 * `source` is the address of the module or its bytes, if the module is not `bobbin.wasm` beside this
 * file.
 */
export async function load(source: ModuleSource = new URL("./bobbin.wasm", import.meta.url)): Promise<void> {
  const address = addressOf(source);
  const current = (loading ??= start(address, source));
  try {
    await current;
  } catch (error) {
    // After a failure, such as a lost connection, another call may succeed.
    if (loading === current) loading = undefined;
    throw error;
  }
}

async function start(address: string | null, source: ModuleSource): Promise<void> {
  try {
    await init({ module_or_path: address === null ? (source as BufferSource) : await fetched(address) });
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    // Development servers answer every address, often with the page itself.
    const what = address === null ? "`source`" : `what is at ${address}`;
    throw new Error(`${what} is not the WebAssembly module of bobbin-config: see "Bundlers" in its README`, { cause: error });
  }
  setLoaded();
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (response.ok) return response;
  throw new Error(`bobbin.wasm could not be loaded from ${address}: the server answers ${response.status}`);
}
