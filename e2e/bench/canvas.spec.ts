// Measures how smoothly the canvas moves, and for how long the page stands still while a graph is laid
// out. Prints; fails only if nothing was drawn.

import { writeFileSync } from "node:fs";

import type { Page } from "@playwright/test";

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import { usePlainPickers } from "../pages/workbench.ts";
import { type Drawing, drawBare, type Seen } from "./bare.ts";
import { generate } from "./layout/gen.mjs";

/** Renders a generated graph as a pipeline. */
function pipeline(n: number): string {
  const graph = generate({ n, seed: 1, clusters: 0, shape: "modular" });
  const name = (it: string | undefined) => (it ?? "").replaceAll(/[^A-Za-z0-9_]/g, "_");
  const processes = graph.nodes.map((it) => `process ${name(it.id)}\n  :: stage\n`);
  const connections = graph.edges.map(({ path }) => {
    const [from, to] = [path[0] ?? [], path.at(-1) ?? []];
    return `connect from ${name(from[0])}.${name(from[1])}\n        to   ${name(to[0])}.${name(to[1])}\n`;
  });
  return [...processes, ...connections].join("\n");
}

const at = (samples: number[], share: number) =>
  [...samples].sort((a, b) => a - b)[Math.floor((samples.length - 1) * share)]?.toFixed(1);

/**
 * Opens a file of the disk, which the page reads itself, and waits in the page until it is drawn:
 * contents of files that come through Playwright, and its search for elements, are long tasks of the
 * page.
 */
async function openFromDisk(page: Page, path: string): Promise<void> {
  await usePlainPickers(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const opened = await chooser;
  await page.waitForTimeout(200);
  await page.evaluate(() => (globalThis as any).bobbinTasks.splice(0));
  const drawn = page.evaluate(async () => {
    const isDrawn = () =>
      document.querySelectorAll(".canvas__drawing .vertex").length > 1 && !document.querySelector(".canvas__busy");
    while (!isDrawn()) await new Promise((done) => setTimeout(done, 20));
  });
  await opened.setFiles(path);
  await drawn;
}

/** Returns the time of each step until it is painted: script, style, layout and paint. */
async function frames(page: Page, how: "pan" | "zoom"): Promise<number[]> {
  return page.evaluate(async (how) => {
    const ground = document.querySelector(".canvas__ground")!;
    const rect = ground.getBoundingClientRect();
    const clientX = rect.left + rect.width / 2;
    const clientY = rect.top + rect.height / 2;
    const samples: number[] = [];
    const channel = new MessageChannel();
    for (let step = 0; step < 120; step++) {
      const back = step % 60 >= 30 ? -1 : 1;
      const deltas = how === "pan" ? { deltaX: 40 * back, deltaY: 12 * back } : { deltaY: 5 * back, ctrlKey: true };
      await new Promise<void>((painted) => {
        requestAnimationFrame(() => {
          const start = performance.now();
          ground.dispatchEvent(
            new WheelEvent("wheel", { bubbles: true, cancelable: true, clientX, clientY, ...deltas }),
          );
          // The first task after this frame.
          channel.port1.onmessage = () => {
            samples.push(performance.now() - start);
            painted();
          };
          channel.port2.postMessage(null);
        });
      });
    }
    return samples;
  }, how);
}

/** Returns the visible part of the drawing, and the size of the ground. */
async function seenNow(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const ground = document.querySelector(".canvas__ground")!.getBoundingClientRect();
    const drawn = document.querySelector<SVGGElement>(".canvas__drawing > g")!.getScreenCTM()!;
    const { width, height } = ground;
    return { x: drawn.e - ground.left, y: drawn.f - ground.top, zoom: drawn.a, width, height };
  });
}

const stay = (page: Page) =>
  page.evaluate(() => {
    const tasks: number[] = [];
    (globalThis as any).bobbinTasks = tasks;
    new PerformanceObserver((list) => {
      for (const it of list.getEntries()) tasks.push(it.duration);
    }).observe({ type: "longtask" });
  });

for (const n of [1000, 5000, 10_000]) {
  test(`canvas, ${n} processes`, async ({ workbench, page }) => {
    test.slow();
    const text = pipeline(n);
    await workbench.open(textFile("empty.pipe", "process a :: numbers\n"));
    const graph = await workbench.view("Graph");
    await stay(page);
    const path = test.info().outputPath("large.pipe");
    writeFileSync(path, text);
    const start = Date.now();
    await openFromDisk(page, path);
    const ms = Date.now() - start;
    const tasks: number[] = await page.evaluate(() => (globalThis as any).bobbinTasks.splice(0));
    console.log(
      `canvas ${n} processes (${(text.length / 1e6).toFixed(1)} MB of text): drawn after ${ms} ms; ` +
        `longest task ${Math.max(0, ...tasks)} ms, ${tasks.length} over 50 ms: ${tasks.map((it) => it.toFixed(0))}`,
    );
    // One more letter makes the text be read and laid out again.
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.press("Enter");
    await page.waitForTimeout(300);
    await expect(graph.locator(".canvas__busy")).toHaveCount(0, { timeout: 60_000 });
    const again: number[] = await page.evaluate(() => (globalThis as any).bobbinTasks.splice(0));
    console.log(
      `canvas ${n} processes, after a key: longest task ${Math.max(0, ...again)} ms, ` +
        `${again.length} over 50 ms: ${again.map((it) => it.toFixed(0))}`,
    );
    const took = new Map<string, number[]>();
    const views = new Map<string, Seen>();
    for (const zoom of ["readable", "all"] as const) {
      if (zoom === "all") await graph.getByRole("button", { name: "Fit graph" }).click();
      await page.waitForTimeout(500);
      views.set(zoom, await seenNow(page));
      for (const how of ["pan", "zoom"] as const) {
        const samples = await frames(page, how);
        expect(samples.length).toBe(120);
        took.set(`${zoom} ${how}`, samples);
      }
    }
    // The bare figure from the same run, to tell the canvas' own share.
    const drawing: Drawing = JSON.parse(
      (
        await workbench.download(async () => {
          await graph.getByRole("button", { name: "Export" }).click();
          await graph.getByRole("menuitem", { name: /layout/i }).click();
        })
      ).bytes.toString(),
    );
    for (const zoom of ["readable", "all"] as const) {
      const seen = views.get(zoom)!;
      for (const how of ["pan", "zoom"] as const) {
        await drawBare(page, drawing, { ...seen });
        await page.waitForTimeout(300);
        const [bare, own] = [await frames(page, how), took.get(`${zoom} ${how}`)!];
        const ratio = (share: number) => (Number(at(own, share)) / Number(at(bare, share))).toFixed(2);
        console.log(
          `canvas ${n} processes, ${zoom === "all" ? "all in sight" : "in close-up"}, ${how} step: ` +
            `p50 ${at(own, 0.5)} ms, p95 ${at(own, 0.95)} ms (budget ${how === "pan" ? 16 : 25}); ` +
            `bare p50 ${at(bare, 0.5)} ms, p95 ${at(bare, 0.95)} ms: ${ratio(0.5)} ×, ${ratio(0.95)} × (budget 1.5)`,
        );
      }
    }
  });
}
