import { loadFailure, start as startCore } from "./core.js";
import { BobbinError } from "./errors.js";
import { addressOf, type ModuleSource } from "./source.js";

export * from "./index.js";

let loading: Promise<void> | undefined;

/**
 * Loads the WebAssembly module; call it before anything else, as often as you like.
 *
 * `source` is the address of the module or its bytes, if the module does not lie beside this file under
 * its name in the package.
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
    const module = await (address === null ? WebAssembly.compile(source as BufferSource) : fetched(address));
    await startCore(module);
  } catch (error) {
    // Development servers answer every address, often with the page itself.
    throw loadFailure(error, address === null ? "`source`" : `what is at ${address}`);
  }
}

async function fetched(address: string): Promise<WebAssembly.Module> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw new BobbinError("load-failed", `the WebAssembly module could not be loaded from ${address}: ${String(error)}`, { cause: error });
  }
  if (!response.ok) {
    throw new BobbinError("load-failed", `the WebAssembly module could not be loaded from ${address}: the server answers ${response.status}`);
  }
  // Compiled while it comes, where the server knows what it sends.
  const isKnown = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
