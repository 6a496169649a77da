// Measures what a first visit waits for: cold over 10 Mbit/s with 40 ms, then from what the browser keeps. Prints
// bytes and times, never asserts them.

import { expect, type Page, test } from "@playwright/test";

import { golden, pipeline, textFile, trace, upload } from "../pages/files.ts";
import { Workbench } from "../pages/workbench.ts";
import { openSlowLine } from "./slow_line.ts";

const views = [
  ["pipeline drawn", textFile("people.pipe", pipeline), "Graph", isDrawn],
  ["trace mapped", textFile("a.trace", trace), "Coverage", (page: Page) => expect(page.getByRole("application")).toBeVisible()],
  ["binary in hex", upload(golden), "Bytes", (page: Page) => expect(page.getByRole("gridcell").first()).toBeVisible()],
] as const;

async function isDrawn(page: Page): Promise<void> {
  const graph = page.getByRole("tabpanel", { name: "Graph", exact: true });
  await expect(graph.getByRole("button", { name: /^detector\b/ })).toBeVisible();
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

for (const [what, file, view, isThere] of views) {
  test(`a first visit, ${what}`, async ({ browser, baseURL }) => {
    const line = await openSlowLine(baseURL ?? "");
    const context = await browser.newContext({ baseURL: line.url, serviceWorkers: "block" });
    const page = await context.newPage();
    const bytes = line.received;
    const begin = Date.now();
    await page.goto("./", { waitUntil: "commit" });
    const workbench = new Workbench(page);
    await expect(page.getByRole("button", { name: "Open", exact: true })).toBeVisible();
    const [start, startBytes] = [Date.now() - begin, bytes()];
    await workbench.open(file);
    await expect(workbench.editor).toBeVisible();
    const text = Date.now() - begin;
    await page.getByRole("tab", { name: view, exact: true }).click();
    await isThere(page);
    console.log(
      `cold, 10 Mbit/s, 40 ms: start page ${start} ms after ${kB(startBytes)}, text ${text} ms, ` +
        `${what} ${Date.now() - begin} ms after ${kB(bytes())}`,
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
  for (let nth = 0; nth < 5; nth++) {
    const begin = Date.now();
    await page.goto("./", { waitUntil: "commit" });
    await expect(page.getByRole("button", { name: "Open", exact: true })).toBeVisible();
    starts.push(Date.now() - begin);
    if (nth === 0) await workbench.open(textFile("people.pipe", pipeline));
    await isDrawn(page);
    if (nth > 0) drawn.push(Date.now() - begin);
  }
  const middle = (all: number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
  console.log(`kept: start page ${middle(starts)} ms, pipeline drawn ${middle(drawn)} ms (median of ${starts.length} and ${drawn.length})`);
  await context.close();
});
