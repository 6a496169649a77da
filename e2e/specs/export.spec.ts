// A file with its views as something that leaves the page: a web page, JSON, paper.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { brokenRules } from "../pages/access.ts";
import { goldenText, pipeline, seedTrace, textFile, trace, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const evil = `</script><img src=x onerror="document.title='broken'">`;

/** A pipeline with markup wherever a text can have some. */
const evilPipeline = `# ${evil}
process reader
  :: video_input
  video_filename = ${evil}
  # </title></style></metadata></svg>--> ${evil}

process <b>x</b>
  :: image_${evil}

connect from reader.image
        to   <b>x</b>.image
`;

async function savedPage(workbench: Workbench): Promise<{ name: string; bytes: Buffer; url: string }> {
  const saved = await workbench.download(() => workbench.palette("Save as web page"));
  const path = join(mkdtempSync(join(tmpdir(), "bobbin-page-")), "page.html");
  writeFileSync(path, saved.bytes);
  return { ...saved, url: pathToFileURL(path).href };
}

const pages = [
  { what: "a pipeline", file: textFile("people.pipe", pipeline), drawings: ["Graph"], tables: ["Effective values"], part: "video_filename" },
  { what: "a trace configuration", file: textFile("document.trace", seedTrace), drawings: ["Coverage", "Timeline"], tables: ["Effective values"], part: "trace_starts_at" },
  { what: "a hardware configuration", file: upload(goldenText), drawings: [], tables: ["Effective values", "Bytes"], part: "[metadata]" },
  { what: "markup as a pipeline", file: textFile("a <img src=x onerror=alert(1)> & b.pipe", evilPipeline), drawings: ["Graph"], tables: ["Effective values"], part: "<b>x</b>" },
] as const;

for (const { what, file, drawings, tables, part } of pages) {
  test(`${what} is a web page that opens from disk without a network, and opens again`, async ({ workbench, browser }, info) => {
    test.slow();
    await workbench.drop(file);
    await workbench.expectTextContains(part);
    const saved = await savedPage(workbench);
    expect(saved.name).toMatch(/\.html$/);

    const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("console", (it) => faults.push(it.text()));
    page.on("pageerror", (it) => faults.push(it.message));
    page.on("request", (it) => it.url() !== saved.url && faults.push(it.url()));
    await page.goto(saved.url);
    await expect(page).toHaveTitle(file.name);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(file.name);
    for (const it of drawings) await expect(page.getByRole("img", { name: it })).toBeVisible();
    for (const it of tables) await expect(page.getByRole("heading", { name: it })).toBeVisible();
    expect((await page.locator("pre.text").textContent())?.replace(/\n$/, "")).toBe(file.buffer.toString().replace(/\n$/, ""));
    await expect(page.locator("script, iframe, body img, link, object")).toHaveCount(0);
    for (const [scheme, width] of [["light", 1440], ["dark", 1440], ["light", 390], ["dark", 390]] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: info.outputPath(`page-${scheme}-${width}.png`), fullPage: true });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    expect(faults).toEqual([]);
    await context.close();

    // As it is, it need not be opened again.
    await workbench.drop({ name: saved.name, mimeType: "text/html", buffer: saved.bytes });
    await expect(workbench.page.getByText(/ is open already, with the same text\./)).toBeVisible();
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.page.keyboard.type("\n");
    await workbench.drop({ name: saved.name, mimeType: "text/html", buffer: saved.bytes });
    await expect(workbench.page.getByText(/was opened from .*\.html, beside your own files/)).toBeVisible();
    await workbench.expectText(file.buffer.toString());
    await expect(workbench.page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(2);
  });
}

for (const scheme of ["light", "dark"] as const) {
  test(`a web page keeps the rules of accessibility, ${scheme}`, async ({ workbench, page }) => {
    test.slow();
    await workbench.drop(textFile("document.trace", seedTrace));
    await workbench.expectText(seedTrace);
    const { bytes } = await savedPage(workbench);
    // In a page of the workbench's own, whose policy lets the checker in.
    await page.goto("about:blank");
    await page.emulateMedia({ colorScheme: scheme });
    await page.setContent(bytes.toString().replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ""));
    expect(await brokenRules(page)).toEqual([]);
  });
}

const kinds = [
  { view: "Graph", kind: "graph", file: textFile("people.pipe", pipeline), language: "sprokit", part: "vertices" },
  { view: "Form", kind: "form", file: textFile("people.pipe", pipeline), language: "sprokit", part: "title" },
  { view: "Effective values", kind: "resolved", file: textFile("people.pipe", pipeline), language: "sprokit", part: "rows" },
  { view: "Coverage", kind: "coverage", file: textFile("rank.trace", trace), language: "pinsight", part: "deciders" },
  { view: "Timeline", kind: "timeline", file: textFile("rank.trace", trace), language: "pinsight", part: "handles" },
  { view: "Bytes", kind: "bytes", file: upload(goldenText), language: "coil-hardware", part: "fields" },
] as const;

for (const { view, kind, file, language, part } of kinds) {
  test(`the view ${view} is copied and saved as JSON`, async ({ workbench, page }) => {
    await workbench.open(file);
    await workbench.view(view);
    await workbench.palette("Copy view as JSON");
    await expect(page.getByText("The view was copied as JSON.")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const saved = await workbench.download(() => workbench.palette("Save view as JSON"));
    expect(saved.name).toBe(`${file.name}.${kind}.json`);
    expect(saved.bytes.toString()).toBe(copied);
    const json = JSON.parse(copied);
    expect(json).toMatchObject({ format: "bobbin-view", formatVersion: 1, name: file.name, language, view: { kind } });
    expect(json.view[part]).toBeTruthy();
  });
}

test("the outline is saved as JSON", async ({ workbench }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const { name, bytes } = await workbench.download(() => workbench.palette("Save outline as JSON"));
  expect(name).toBe("people.pipe.outline.json");
  expect(JSON.parse(bytes.toString())).toMatchObject({ language: "sprokit", view: { kind: "outline", entries: expect.any(Array) } });
});

for (const [view, file, text] of [
  ["Graph", textFile("people.pipe", pipeline), pipeline],
  ["Coverage", textFile("rank.trace", trace), trace],
  ["Timeline", textFile("rank.trace", trace), trace],
] as const) {
  test(`text and ${view} are printed, black on white, and nothing else`, async ({ workbench, page }, info) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await workbench.open(file);
    const panel = await workbench.view(view);
    await expect(panel.getByRole("button", { name: "Export", exact: true })).toBeVisible();
    // What is not drawn yet is not printed.
    if (view === "Graph") await expect(panel.locator(".vertex__title").first()).toBeVisible();
    const pdf = await page.pdf({ path: info.outputPath("page.pdf"), format: "A4" });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    await expect(page.locator(".print-sheet"), "it is gone when the paper is out").toHaveCount(0);
    // The same sheet, to look at.
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const sheet = page.locator(".print-sheet");
    await expect(sheet.locator("li")).toHaveText(text.trimEnd().split("\n").map((it) => it.replace(/\s+/g, " ").trim()));
    await expect(sheet.locator("svg")).toBeVisible();
    await expect(page.locator("main")).toBeHidden();
    const colours = await sheet.locator("li").first().evaluate((it) => [getComputedStyle(it).color, getComputedStyle(document.body).backgroundColor]);
    expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.screenshot({ path: info.outputPath("print.png"), fullPage: true });
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect(sheet).toHaveCount(0);
  });
}
