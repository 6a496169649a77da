// Several open files: switching between them, and the state of each.

import type { Page } from "@playwright/test";

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

const common = `# Shared by all pipelines.
config shared
  folder = /data
  rate = 5
`;

const main = `include common.pipe

process source
  :: numbers
  start = 1
  end = $CONFIG{shared:rate}

process sink
  :: print_number
  output = out.txt

connect from source.number
        to   sink.number
`;

/** Puts the caret into a word of the text. */
async function caretIn(workbench: Workbench, line: RegExp, word: string): Promise<void> {
  await workbench.line(line).getByText(word, { exact: false }).last().click();
}

async function activeName(page: Page): Promise<string> {
  return (await page.getByRole("tablist", { name: "Open files" }).getByRole("tab", { selected: true }).textContent()) ?? "";
}

const cluster = `# Makes a number larger.
cluster doubling
  imap from value to times.factor1
  omap from times.product to result

process times
  :: multiplication
`;

test("F12 goes to the place in another file that is open", async ({ workbench, page }) => {
  await workbench.open(textFile("doubling.cluster", cluster));
  await workbench.open(textFile("main.pipe", `${main}\nprocess twice\n  :: doubling\n`));
  await expect(page.getByRole("button", { name: /^twice\b/ })).toBeVisible();
  await caretIn(workbench, /:: doubling/, "doubling");
  await page.keyboard.press("F12");
  await expect.poll(() => activeName(page)).toContain("doubling.cluster");
  await expect(page.locator(".cm-activeLine").filter({ hasText: "cluster doubling" })).toBeVisible();
  await expect(workbench.editor).toBeFocused();
});

test("F12 says that a file is not open, and one answer takes the place of the other", async ({ workbench, page }) => {
  await workbench.open(textFile("main.pipe", main));
  await expect(page.locator(".cm-lintRange")).toBeVisible();
  const said = page.locator("footer").getByRole("status").first();
  for (let presses = 0; presses < 3; presses++) {
    await caretIn(workbench, /^include/, "common.pipe");
    await page.keyboard.press("F12");
    await expect(said).toHaveText(/common\.pipe is not open/);
    await caretIn(workbench, /output = /, "out.txt");
    await page.keyboard.press("F12");
    await expect(said).toHaveText(/There is no definition to go to/);
  }
  await expect(page.locator(".toast")).toHaveCount(0);
  await expect(page.locator(".cm-panel")).toHaveCount(0);
});

test("a question about one file goes with it", async ({ workbench, page }) => {
  await workbench.open(textFile("common.pipe", common));
  await workbench.open(textFile("main.pipe", main));
  await caretIn(workbench, /^process source/, "source");
  await page.keyboard.press("F2");
  const question = page.getByLabel("New name");
  await expect(question).toBeFocused();
  await workbench.fileTab("common.pipe").click();
  await expect(question).toHaveCount(0);
  await workbench.fileTab("main.pipe").click();
  await expect(question).toHaveCount(0);
  await caretIn(workbench, /^process source/, "source");
  await page.keyboard.press("F2");
  await question.fill("first");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("connect from first.number");
});

test("a new name goes to the name that was asked about, or nowhere", async ({ workbench, page }) => {
  await workbench.open(textFile("main.pipe", main));
  await caretIn(workbench, /^process source/, "source");
  await page.keyboard.press("F2");
  const question = page.getByLabel("New name");
  await expect(question).toBeFocused();
  await caretIn(workbench, /^process sink/, "sink");
  await page.keyboard.press("End");
  await page.keyboard.insertText("s");
  const changed = await workbench.text();
  await question.fill("first");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Not renamed: the text has changed, and the caret is not at `?source`? any more/)).toBeVisible();
  expect(await workbench.text()).toBe(changed);
});

test("going to a line says its column too, and leaves nothing behind", async ({ workbench, page }) => {
  await workbench.open(textFile("main.pipe", main));
  await workbench.editor.click();
  await page.keyboard.press("ControlOrMeta+Alt+g");
  const question = page.getByLabel("Go to line");
  await expect(question).toBeFocused();
  await question.fill("5:3");
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(page.getByText("Ln 5, Col 3")).toBeVisible();
});

/** Returns a generator of numbers that look random and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

for (const seed of [1, 2, 3]) {
  test(`files are changed at any moment without an error (${seed})`, async ({ workbench, page }) => {
    const files = [textFile("common.pipe", common), textFile("main.pipe", main), textFile("other.pipe", main)];
    await workbench.open(...files);
    const roll = dice(seed);
    const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
    const steps: (() => Promise<unknown>)[] = [
      () => page.keyboard.press("F12"),
      () => page.keyboard.press("F2"),
      () => page.keyboard.press("F2"),
      () => page.keyboard.press("Shift+F12"),
      () => page.keyboard.press("Enter"),
      () => page.keyboard.press("Escape"),
      () => page.keyboard.press("ControlOrMeta+Alt+g"),
      () => page.keyboard.press("ControlOrMeta+Space"),
      () => page.keyboard.press("F8"),
      () => page.keyboard.press("ControlOrMeta+."),
      () => page.keyboard.type("x"),
      () => page.keyboard.press("ControlOrMeta+z"),
      () => page.keyboard.press("ArrowDown"),
    ];
    for (let step = 0; step < 60; step++) {
      const isSwitch = roll(3) === 0;
      const n = await tabs.count();
      // Floating menus may cover them.
      if (isSwitch && n > 0) await tabs.nth(roll(n)).dispatchEvent("click");
      else if (roll(4) === 0) await workbench.editor.focus();
      else await steps[roll(steps.length)]?.();
    }
    // Closes all of them, with everything under way.
    for (let left = await tabs.count(); left > 0; left--) {
      await tabs.first().dispatchEvent("click");
      await workbench.editor.focus();
      await page.keyboard.press("ControlOrMeta+Space");
      await page.keyboard.press("Escape");
      await page.keyboard.press("ControlOrMeta+Space");
      await page.keyboard.press("Alt+w");
      const sure = page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" });
      await expect.poll(async () => (await sure.count()) > 0 || (await tabs.count()) < left).toBe(true);
      if (await sure.count()) await sure.click();
      await expect(tabs).toHaveCount(left - 1);
    }
    // Any error fails a journey. Late messages come before the answer to this.
    await page.evaluate(() => (globalThis as any).bobbinEditor.request("bobbin/languages", "{}"));
  });
}

test("a pointer that selects does not go over to a shorter file", async ({ workbench, page }) => {
  await workbench.open(textFile("short.pipe", "config a\n"), textFile("main.pipe", main));
  await workbench.fileTab("main.pipe").click();
  const from = await workbench.line(/output = out/).boundingBox();
  const to = await workbench.line(/rate\}/).boundingBox();
  if (!from || !to) throw new Error("the lines are not drawn");
  await page.mouse.move(from.x + 60, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 80, to.y + 8, { steps: 3 });
  await page.keyboard.press("Alt+PageUp");
  await expect.poll(() => activeName(page)).toContain("short.pipe");
  await page.mouse.move(from.x + 90, from.y + 20, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("x");
  await workbench.expectText("config a\nx");
});

test("the shown file's tab is in sight among many, and all are in a list", async ({ workbench, page }) => {
  const names = Array.from({ length: 14 }, (_, it) => `pipeline_of_camera_${it + 1}.pipe`);
  await workbench.open(...names.map((it) => textFile(it, main)));
  const row = page.getByRole("tablist", { name: "Open files" });
  const inSight = async (name: string) => {
    const [tab, outer] = [await row.getByRole("tab", { name: new RegExp(name) }).boundingBox(), await row.boundingBox()];
    return tab !== null && outer !== null && tab.x >= outer.x - 1 && tab.x + tab.width <= outer.x + outer.width + 1;
  };
  await expect.poll(() => inSight("camera_14\\.")).toBe(true);
  // The visible part of a name tells it from the others.
  const width = await row.getByRole("tab", { name: /camera_14\./ }).locator(".file-tab__name").evaluate((it) => it.clientWidth);
  expect(width).toBeGreaterThan(100);
  await page.getByRole("button", { name: "All 14 files" }).click();
  const list = page.getByRole("menu");
  await expect(list.getByRole("menuitemradio")).toHaveCount(14);
  await expect(list.getByRole("menuitemradio", { name: "pipeline_of_camera_14.pipe" })).toBeFocused();
  await list.getByRole("menuitemradio", { name: "pipeline_of_camera_2.pipe" }).click();
  await expect.poll(() => activeName(page)).toContain("camera_2.");
  await expect.poll(() => inSight("camera_2\\.")).toBe(true);
});

test("a new file begins at its first line, and another stays where it was", async ({ workbench, page }) => {
  const long = Array.from({ length: 400 }, (_, it) => `# line ${it + 1}`).join("\n");
  await workbench.open(textFile("long.pipe", `${long}\n`));
  await workbench.editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  await expect(workbench.line(/^# line 400$/)).toBeVisible();
  await workbench.open(textFile("second.pipe", `${long.replaceAll("line", "row")}\n`));
  await expect(workbench.line(/^# row 1$/)).toBeInViewport();
  await workbench.fileTab("long.pipe").click();
  await expect(workbench.line(/^# line 400$/)).toBeInViewport();
});

test("an open file is taken for the one that an include names, and taken back", async ({ workbench, page }) => {
  const text = "include pipelines/x.pipe   # the parts\n\nprocess out\n  :: print_number\n";
  await workbench.open(textFile("x.pipe", "process n\n  :: numbers\n"), textFile("main.pipe", text));
  const message = "the included file pipelines/x.pipe is not open";
  await workbench.openProblems();
  const problem = workbench.problems.getByRole("treeitem").filter({ hasText: message });
  await problem.click();
  await workbench.problems.getByRole("button", { name: /^It is .*x\.pipe/ }).click();
  await expect(problem).toHaveCount(0);
  // The text of neither file is edited, and the parts are there.
  await workbench.expectText(text);
  await expect(workbench.fileTab("pipelines/x.pipe")).toBeVisible();
  const graph = await workbench.view("Graph");
  await expect(graph.getByRole("button", { name: /^n\b/ })).toBeVisible();
  await page.reload();
  await workbench.ready();
  await expect(graph.getByRole("button", { name: /^n\b/ })).toBeVisible();
  await expect(problem).toHaveCount(0);
  await workbench.fileTab("pipelines/x.pipe").click();
  expect((await workbench.save()).name).toBe("x.pipe");
  // Saved under another name it is no longer the file that is included. By keyboard, from the text; and back.
  await workbench.palette("Save text as");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("x.pipe");
  await page.keyboard.press("Enter");
  await workbench.fileTab("main.pipe").click();
  await expect(problem).toHaveCount(1);
  await caretIn(workbench, /^include/, "pipelines");
  await page.keyboard.press("ControlOrMeta+.");
  await page.getByRole("menuitem", { name: /^It is .*x\.pipe/ }).click();
  await expect(problem).toHaveCount(0);
  await page.getByRole("status").getByRole("button", { name: "Undo", exact: true }).click();
  await expect(problem).toHaveCount(1);
  await workbench.expectText(text);
});
