// Measures what a first visit waits for: cold over 10 Mbit/s with 40 ms, then from what the browser keeps. Prints
// bytes and times, never asserts them.

import { expect, type Page, test } from "@playwright/test";

import { golden, pipeline, textFile, trace, upload } from "../pages/files.ts";
import { Workbench } from "../pages/workbench.ts";
import { openSlowLine } from "./slow_line.ts";

const pipelineDrawn = '[role="tabpanel"] [role="button"][aria-label^="detector"]';
const views = [
  ["pipeline drawn", textFile("people.pipe", pipeline), pipelineDrawn],
  ["form of a trace", textFile("a.trace", trace), '[role="tabpanel"] h2'],
  ["binary in hex", upload(golden), '[role="tabpanel"] [role="gridcell"]'],
] as const;

/** The selectors of the start page, once it can be used, and of the text. */
const startPage = 'button[aria-label="Open"]:not(:disabled)';
const text = ".cm-content";

declare global {
  var seen: Record<string, number>;
}

/** Notes at each frame what is there, in milliseconds since the visit began: Playwright itself looks only now and then. */
async function watch(page: Page, things: readonly string[]): Promise<void> {
  await page.addInitScript((things) => {
    globalThis.seen = {};
    const roots = () => [document, ...[...document.querySelectorAll("div")].flatMap((it) => it.shadowRoot ?? [])];
    const isThere = (thing: string) => roots().some((it) => it.querySelector(thing)?.checkVisibility());
    const look = () => {
      for (const it of things) if (!(it in seen) && isThere(it)) seen[it] = performance.now();
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, things);
}

/** Waits until a thing is there; returns when it came, in milliseconds since the visit began. */
async function come(page: Page, thing: string): Promise<number> {
  const seen = await page.waitForFunction((it) => globalThis.seen?.[it], thing, { polling: "raf" });
  return Math.round((await seen.jsonValue()) ?? 0);
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

for (const [what, file, view] of views) {
  test(`a first visit, ${what}`, async ({ browser, baseURL }) => {
    const line = await openSlowLine(baseURL ?? "");
    const context = await browser.newContext({ baseURL: line.url, serviceWorkers: "block" });
    const page = await context.newPage();
    await watch(page, [startPage, text, view]);
    await page.goto("./", { waitUntil: "commit" });
    const start = await come(page, startPage);
    const startBytes = line.received();
    await new Workbench(page).choose(file);
    const drawn = await come(page, view);
    const bytes = line.received();
    console.log(
      `cold, 10 Mbit/s, 40 ms: start page ${start} ms after ${kB(startBytes)}, text ${await come(page, text)} ms, ` +
        `${what} ${drawn} ms after ${kB(bytes)}`,
    );
    await context.close();
    await line.close();
  });
}

test("a second visit, from the copy for use offline", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const page = await context.newPage();
  const workbench = new Workbench(page);
  await workbench.start();
  await expect(page.getByText(/works offline/i).first()).toBeVisible();
  const [starts, drawn]: [number[], number[]] = [[], []];
  await watch(page, [startPage, pipelineDrawn]);
  for (let nth = 0; nth < 5; nth++) {
    await page.goto("./", { waitUntil: "commit" });
    starts.push(await come(page, startPage));
    if (nth === 0) await workbench.open(textFile("people.pipe", pipeline));
    const at = await come(page, pipelineDrawn);
    if (nth > 0) drawn.push(at);
  }
  const middle = (all: number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
  console.log(`kept: start page ${middle(starts)} ms, pipeline drawn ${middle(drawn)} ms (median of ${starts.length} and ${drawn.length})`);
  await context.close();
});
