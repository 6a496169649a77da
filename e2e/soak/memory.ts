// What the page and its worker hold.

import type { CDPSession, Page } from "@playwright/test";

/** The memory that is held at a moment, after everything that nobody needs has been collected. */
export interface Held {
  /** Bytes of the page's objects. */
  heap: number;
  /** Bytes of the page's WebAssembly memory. */
  pageWasm: number;
  /** Bytes of the worker's WebAssembly memory, which is that of the language core. */
  coreWasm: number;
  /** DOM nodes, also those that are in no document. */
  nodes: number;
  listeners: number;
}

/** Makes a page or a worker remember its WebAssembly memories; it runs there. */
function rememberMemories(): void {
  const memories = new Set<WebAssembly.Memory>();
  (globalThis as any).soakBytes = () => [...memories].reduce((sum, it) => sum + it.buffer.byteLength, 0);
  const keep = <T extends { instance: WebAssembly.Instance } | WebAssembly.Instance>(made: T): T => {
    const { exports } = "instance" in made ? made.instance : made;
    for (const it of Object.values(exports)) if (it instanceof WebAssembly.Memory) memories.add(it);
    return made;
  };
  const { instantiate, instantiateStreaming } = WebAssembly;
  WebAssembly.instantiate = ((...args: Parameters<typeof instantiate>) => instantiate(...args).then(keep)) as typeof instantiate;
  WebAssembly.instantiateStreaming = (...args) => instantiateStreaming(...args).then(keep);
}

export class Meter {
  private constructor(
    private readonly page: Page,
    private readonly devTools: CDPSession,
  ) {}

  /** Starts to measure; the page is loaded after it. */
  static async begin(page: Page): Promise<Meter> {
    const script = `(${rememberMemories.toString()})();`;
    await page.addInitScript({ content: script });
    await page.context().route(/worker-[^/]*\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: script + (await response.text()) });
    });
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Performance.enable");
    return new Meter(page, devTools);
  }

  async held(): Promise<Held> {
    // What is collected may let go of more.
    for (let times = 0; times < 2; times++) await this.devTools.send("HeapProfiler.collectGarbage");
    const { metrics } = await this.devTools.send("Performance.getMetrics");
    const metric = (name: string) => metrics.find((it) => it.name === name)?.value ?? NaN;
    const bytes = () => (globalThis as any).soakBytes() as number;
    const ofWorkers = await Promise.all(this.page.workers().map((it) => it.evaluate(bytes)));
    return {
      heap: metric("JSHeapUsedSize"),
      pageWasm: await this.page.evaluate(bytes),
      coreWasm: ofWorkers.reduce((sum, it) => sum + it, 0),
      nodes: metric("Nodes"),
      listeners: metric("JSEventListeners"),
    };
  }
}

const MB = (bytes: number) => (bytes / 1e6).toFixed(1).padStart(8);

export const heading = "      when   heap MB  page wasm  core wasm    nodes  listeners";

export function row(when: string, it: Held): string {
  const counts = `${String(it.nodes).padStart(9)}${String(it.listeners).padStart(11)}`;
  return `${when.padStart(10)}  ${MB(it.heap)}   ${MB(it.pageWasm)}   ${MB(it.coreWasm)}${counts}`;
}
