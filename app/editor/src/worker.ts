import init, { version } from "../../../core/wasm/pkg/bobbin_wasm.js";

addEventListener("message", async (event: MessageEvent<{ type: "start"; core: string }>) => {
  await init({ module_or_path: event.data.core });
  postMessage({ version: version() });
});
