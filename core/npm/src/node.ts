// @ts-expect-error: the package has no dependencies, so no types of Node either
import { readFileSync } from "node:fs";
import { loadFailure, setReader, startNow } from "./core.js";
import { BobbinError } from "./errors.js";
import { addressOf, type ModuleSource } from "./source.js";

export * from "./index.js";

setReader(() => {
  const address = new URL("./bobbin.wasm", import.meta.url);
  let bytes;
  try {
    bytes = readFileSync(address);
  } catch (error) {
    throw new BobbinError("load-failed", `the WebAssembly module could not be read from ${address}: ${String(error)}`, { cause: error });
  }
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    throw loadFailure(error, `what is at ${address}`);
  }
});

/**
 * Loads the WebAssembly module. Under Node nobody needs to wait for that: the first call of anything
 * else loads it, too. So one program works in both. An address means nothing here; bytes are used.
 */
export async function load(source?: ModuleSource): Promise<void> {
  const isBytes = source !== undefined && addressOf(source) === null;
  startNow(isBytes ? (source as BufferSource) : undefined);
}
