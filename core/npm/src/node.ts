// @ts-expect-error: the package has no dependencies, so no types of Node either
import { readFileSync } from "node:fs";
import { initSync } from "../../wasm/pkg/bobbin_wasm.js";
import { setLoaded } from "./core.js";
import { addressOf, type ModuleSource } from "./source.js";

export * from "./index.js";

initSync({ module: readFileSync(new URL("./bobbin.wasm", import.meta.url)) });
setLoaded();

/** Does nothing: under Node the import loads the WebAssembly module. So one program works in both. */
export async function load(source?: ModuleSource): Promise<void> {
  if (source !== undefined) addressOf(source);
}
