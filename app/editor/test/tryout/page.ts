// What the Leptos page's start script does, for the editor alone.

import * as editor from "../../src/main.ts";

const events: unknown[] = [];
Object.assign(globalThis, { bobbinEditor: editor, events });
editor.onEvent((json) => {
  for (const [type, event] of Object.entries<object>(JSON.parse(json))) events.push({ type, ...event });
});
editor.onLatency((ms) => events.push({ type: "latency", ms }));
editor.configure({ worker: "/worker.js", core: "/core.wasm", onDemand: "/on-demand.js" });
const host = document.getElementById("host");
if (host) editor.mount(host);
