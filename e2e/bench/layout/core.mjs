// The core's layout, as WebAssembly.

import { readFileSync } from "node:fs";
import { initSync, layout } from "../../../core/wasm/pkg/bobbin_wasm.js";

initSync({ module: readFileSync(new URL("../../../core/wasm/pkg/bobbin_wasm_bg.wasm", import.meta.url)) });

/** Returns the layout of a graph, with the time from JSON to JSON. */
export function lay(graph) {
  const json = JSON.stringify(graph);
  const start = performance.now();
  const answer = layout(json);
  return { ms: performance.now() - start, result: JSON.parse(answer) };
}
