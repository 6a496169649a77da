/** Where the built files are; absolute addresses. */
export interface Assets {
  worker: string;
  core: string;
}

/** Starts the worker. Called once, before the page. */
export function configure(assets: Assets): void {
  const worker = new Worker(assets.worker, { type: "module" });
  worker.addEventListener("message", (event) => {
    document.documentElement.dataset["core"] = String(event.data.version);
  });
  worker.postMessage({ type: "start", core: assets.core });
}
