// Whoever works all day finds the page as it was in the morning: memory in rows, and what must not grow as numbers.
// `SOAK_MINUTES` says how long the day is (5), `SOAK_ROW_MINUTES` how far apart the rows are (a tenth of it),
// `SOAK_REST_SECONDS` how long the person rests after each round of work (0).

import type { Page } from "@playwright/test";

import { goldenText, pipeline, projectFile, textFile, trace, upload } from "../pages/files.ts";
import { expect, test as watched } from "../pages/test.ts";
import { type UploadedFile, usePlainPickers, type Workbench } from "../pages/workbench.ts";
import { heading, Meter, row } from "./memory.ts";

const minutes = Number(process.env.SOAK_MINUTES ?? 5);
const rowMinutes = Number(process.env.SOAK_ROW_MINUTES ?? minutes / 10);
const restSeconds = Number(process.env.SOAK_REST_SECONDS ?? 0);
const nFiles = Number(process.env.SOAK_FILES ?? 1000);

const test = watched.extend<{ meter: Meter }>({
  meter: [async ({ page }, use) => use(await Meter.begin(page)), { auto: true }],
});

const target = "public/gallery/x86-64-linux-server.coilcfg";

/** A file of each language. */
const samples: readonly (readonly [suffix: string, text: string])[] = [
  ["pipe", pipeline],
  ["trace", trace],
  ["coilcfg.txt", projectFile(goldenText).toString()],
  ["coilcfg", projectFile(target).toString()],
];

async function open(workbench: Workbench, file: UploadedFile): Promise<void> {
  await workbench.drop(file);
  await expect(workbench.fileTab(file.name)).toHaveAttribute("aria-selected", "true");
}

/** Closes the shown file, changed or not. */
async function close(workbench: Workbench, name: string): Promise<void> {
  const { page } = workbench;
  await workbench.editor.focus();
  await workbench.palette("Close file");
  const tab = workbench.fileTab(name);
  const question = page.getByRole("button", { name: "Close without saving" });
  await expect.poll(async () => (await tab.count()) === 0 || (await question.isVisible())).toBe(true);
  if (await question.isVisible()) await question.click();
  await expect(tab).toHaveCount(0);
}

/** Returns true if the language server has a document. */
function isInServer(page: Page, name: string): Promise<boolean> {
  return page.evaluate(async (name) => {
    const uri = `bobbin:///${encodeURIComponent(name)}`;
    const params = JSON.stringify({ textDocument: { uri } });
    const answer = await (globalThis as any).bobbinEditor.request("textDocument/documentSymbol", params).catch(() => "null");
    return JSON.parse(answer) !== null;
  }, name);
}

/** Works as a person does on a pipeline, a trace configuration and a binary's text, and takes all of it back. */
async function work(workbench: Workbench, page: Page): Promise<void> {
  await open(workbench, textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  const reader = graph.getByRole("button", { name: /^reader\b/ });
  await reader.click();
  await page.keyboard.press("Delete");
  await expect(reader).toHaveCount(0);
  await workbench.undoAll();
  await workbench.expectText(pipeline);
  await expect(reader).toBeVisible();
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("process later\n  :: image_viewer\n");
  await expect(graph.getByRole("button", { name: /^later\b/ })).toBeVisible();
  await workbench.view("Form");
  await workbench.view("Effective values");
  await close(workbench, "people.pipe");

  await open(workbench, textFile("a.trace", trace));
  const coverage = await workbench.view("Coverage");
  await coverage.getByRole("application").click();
  await workbench.view("Timeline");
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("    MPI_Send = off\n");
  await workbench.undoAll();
  await close(workbench, "a.trace");

  await open(workbench, upload(goldenText));
  const bytes = await workbench.view("Bytes");
  await expect(bytes.getByRole("gridcell").first()).toBeVisible();
  await workbench.save();
  await close(workbench, "spec_example.coilcfg.txt");

  await open(workbench, upload(target));
  await workbench.view("Form");
  await workbench.palette("Go to item");
  const items = page.getByRole("dialog", { name: "Items" });
  await expect(items.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(items).toHaveCount(0);
  await close(workbench, "x86-64-linux-server.coilcfg");
}

test(`${minutes} minutes of work leave the page as it was`, async ({ workbench, page, meter }) => {
  await usePlainPickers(page);
  // What is fetched and made once.
  for (let times = 0; times < 3; times++) await work(workbench, page);
  const begin = Date.now();
  const rows = [await meter.held()];
  console.log(`${heading}\n${row("0 min", rows[0]!)}`);
  let rounds = 0;
  for (let next = 1; next * rowMinutes <= minutes; next++) {
    for (; Date.now() - begin < next * rowMinutes * 60_000; rounds++) {
      await work(workbench, page);
      await page.waitForTimeout(restSeconds * 1000);
    }
    const held = await meter.held();
    rows.push(held);
    console.log(row(`${(next * rowMinutes).toFixed(1)} min`, held));
  }
  console.log(`${rounds} rounds of work`);
  const [first, last] = [rows[0]!, rows.at(-1)!];
  expect(last.nodes).toBeLessThan(first.nodes + 200);
  expect(last.listeners).toBeLessThan(first.listeners + 50);
  expect(last.coreWasm).toBeLessThanOrEqual(rows[Math.floor(rows.length / 2)]!.coreWasm);
  expect(last.pageWasm).toBeLessThanOrEqual(rows[Math.floor(rows.length / 2)]!.pageWasm);
});

test(`${nFiles} files that were opened and closed leave nothing`, async ({ workbench, page, meter }) => {
  await open(workbench, textFile("stays.pipe", pipeline));
  const name = (nth: number) => `file${nth}.${samples[nth % samples.length]![0]}`;
  const openAndClose = async (nth: number) => {
    await open(workbench, textFile(name(nth), `${samples[nth % samples.length]![1]}`));
    await expect.poll(() => isInServer(page, name(nth))).toBe(true);
    await close(workbench, name(nth));
  };
  const rows = [];
  console.log(heading);
  const step = Math.max(1, Math.floor(nFiles / 10));
  // The first tenth makes what is made once.
  for (let nth = 0; nth < nFiles + step; nth++) {
    if (nth >= step && nth % step === 0) {
      rows.push(await meter.held());
      console.log(row(`${nth} files`, rows.at(-1)!));
    }
    await openAndClose(nth);
  }
  rows.push(await meter.held());
  console.log(row(`${nFiles + step} files`, rows.at(-1)!));
  const inServer = [];
  for (let nth = 0; nth < nFiles + step; nth++) if (await isInServer(page, name(nth))) inServer.push(name(nth));
  expect(inServer, "documents that the server still has").toEqual([]);
  const [first, middle, last] = [rows[0]!, rows[Math.floor(rows.length / 2)]!, rows.at(-1)!];
  expect(last.nodes).toBeLessThan(first.nodes + 200);
  expect(last.listeners).toBeLessThan(first.listeners + 50);
  expect(last.coreWasm).toBeLessThanOrEqual(middle.coreWasm);
  expect(last.pageWasm).toBeLessThanOrEqual(middle.pageWasm);
});
