// @ts-expect-error: the package has no dependencies, so no types of Node either
import { readFileSync } from "node:fs";
import { setReader, startNow } from "./core.js";
import { addressOf, type ModuleSource } from "./source.js";

export * from "./index.js";

setReader(() => new WebAssembly.Module(readFileSync(new URL("./bobbin.wasm", import.meta.url))));

/**
 * Loads the WebAssembly module. Under Node nobody needs to wait for that: the first call of anything
 * else loads it, too. So one program works in both. An address means nothing here; bytes are used.
 */
export async function load(source?: ModuleSource): Promise<void> {
  const isBytes = source !== undefined && addressOf(source) === null;
  startNow(isBytes ? new WebAssembly.Module(source as BufferSource) : undefined);
}
