// The parts of the page's module, which come when they are first shown.

import { type Page, expect, test } from "@playwright/test";

import { pipeline, textFile } from "../pages/files.ts";
import { expectKept } from "../pages/storage.ts";
import { Workbench } from "../pages/workbench.ts";

test.use({ serviceWorkers: "block" });

/** Lets no request for these files through until the returned function is called. */
async function block(page: Page, files: RegExp): Promise<() => void> {
  let isBlocked = true;
  // A route that is taken away may leave a request that is on its way without an answer.
  await page.route(files, (route) => (isBlocked ? route.abort() : route.continue()));
  return () => {
    isBlocked = false;
  };
}

test("a part that does not come is said, is asked for again, and holds no text up", async ({ page }) => {
  const parts = /\/split-(graph|dialogs)-[0-9a-f]+\.wasm/;
  const release = await block(page, parts);
  const workbench = new Workbench(page);
  await workbench.start();
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await expect(graph.getByText("This part of the page could not be loaded. Your files are kept.")).toBeVisible();
  await workbench.editor.press("ControlOrMeta+Home");
  await workbench.editor.pressSequentially("# mine ");
  await workbench.expectText(`# mine ${pipeline}`);
  // A dialog is a part too, and what is pressed until it is here is not for the text.
  await workbench.palette("Environment");
  await page.keyboard.type("x");
  const missing = page.getByRole("dialog", { name: "Could not be loaded" });
  await expect(missing).toBeVisible();
  release();
  await missing.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: /environment/i })).toBeVisible();
  await page.keyboard.press("Escape");
  await graph.getByRole("button", { name: "Try again" }).click();
  await expect(graph.getByRole("button", { name: /^detector\b/ })).toBeVisible();
  await workbench.expectText(`# mine ${pipeline}`);
});

test("a part that comes late shows what is asked for then", async ({ page }) => {
  let release = () => {};
  const isFree = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/split-(graph|form)-[0-9a-f]+\.wasm/, async (route) => {
    await isFree;
    await route.continue();
  });
  const workbench = new Workbench(page);
  await workbench.start();
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await expect(graph.getByRole("status", { name: "Loading" })).toBeVisible();
  const form = await workbench.view("Form");
  await expect(form.getByRole("status", { name: "Loading" })).toBeVisible();
  release();
  await expect(form.getByRole("status", { name: "Loading" })).toHaveCount(0);
  await expect(form.getByRole("heading").first()).toBeVisible();
  await workbench.view("Graph");
  await expect(graph.getByRole("status", { name: "Loading" })).toHaveCount(0);
});

test("Tab waits for a form that is still to come", async ({ page }) => {
  let release = () => {};
  const isFree = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/split-form-[0-9a-f]+\.wasm/, async (route) => {
    await isFree;
    await route.continue();
  });
  const workbench = new Workbench(page);
  await workbench.start();
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: /^detector\b/ }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("tabpanel", { name: "Form", exact: true });
  await expect(form).toBeFocused();
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press("Tab");
  await expect(form).toBeFocused();
  release();
  await expect(form.getByLabel("type", { exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(form.getByLabel("type", { exact: true })).not.toBeFocused();
  await workbench.expectText(pipeline);
});

test("what was asked of a drawing that has gone meanwhile is not done", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  let release = () => {};
  const isFree = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/split-touch-[0-9a-f]+\.wasm/, async (route) => {
    await isFree;
    await route.continue();
  });
  const workbench = new Workbench(page);
  await workbench.start();
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: "Zoom in" }).click();
  const form = await workbench.view("Form");
  await expect(form.getByRole("heading").first()).toBeVisible();
  const arrived = page.waitForResponse(/\/split-touch-[0-9a-f]+\.wasm/);
  release();
  await arrived;
  await workbench.view("Graph");
  const percent = graph.getByRole("group", { name: "Zoom" });
  const before = await percent.innerText();
  await graph.getByRole("button", { name: "Zoom in" }).click();
  await expect(percent).not.toHaveText(before);
  expect(faults).toEqual([]);
});

test("a menu that comes late is shown to whoever waits for it, and not to whoever writes by then", async ({ page }) => {
  let release = () => {};
  const hold = () => new Promise<void>((resolve) => (release = resolve));
  let isFree = hold();
  await page.route(/\/split-touch-[0-9a-f]+\.wasm/, async (route) => {
    await isFree;
    await route.continue();
  });
  const workbench = new Workbench(page);
  const menu = page.getByRole("menu", { name: "This file" });
  for (const waits of [true, false]) {
    await workbench.start();
    if (waits) await workbench.open(textFile("people.pipe", pipeline));
    const came = page.waitForResponse(/\/split-touch-/);
    await workbench.fileTab("people.pipe").click({ button: "right" });
    if (waits) {
      release();
      await came;
      await expect(menu).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(menu).toHaveCount(0);
      await expectKept(page, pipeline);
      isFree = hold();
    } else {
      await workbench.editor.press("ControlOrMeta+Home");
      await page.keyboard.type("# mi");
      release();
      await came;
      await page.keyboard.type("ne", { delay: 300 });
      await expect(menu).toHaveCount(0);
      await workbench.expectText(`# mine${pipeline}`);
    }
  }
});

test("where what every file needs does not come, files are opened once it has, and the start page works", async ({ page }) => {
  const desk = /\/split-desk-[0-9a-f]+\.wasm/;
  const release = await block(page, desk);
  const workbench = new Workbench(page);
  await page.goto("./");
  // The buttons are there before the page is, and cannot be pressed yet.
  await expect(page.getByRole("button", { name: "New", exact: true })).toBeEnabled();
  await page.keyboard.press("F1");
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "New file" })).toBeVisible();
  await page.keyboard.press("Escape");
  await workbench.drop(textFile("people.pipe", pipeline));
  const missing = page.getByRole("alert").filter({ hasText: "This part of the page could not be loaded. Your files are kept." });
  await expect(missing).toBeVisible();
  await workbench.drop(textFile("second.pipe", `# second\n${pipeline}`));
  release();
  await missing.getByRole("button", { name: "Try again" }).click();
  await workbench.ready();
  await workbench.fileTab("second.pipe").click();
  await workbench.expectText(`# second\n${pipeline}`);
  await workbench.fileTab("people.pipe").click();
  await workbench.expectText(pipeline);
  await workbench.editor.press("ControlOrMeta+Home");
  await workbench.editor.pressSequentially("# mine ");
  await expectKept(page, "# mine ");
  await page.reload();
  await workbench.ready();
  await workbench.fileTab("people.pipe").click();
  await workbench.expectText(`# mine ${pipeline}`);
});

test("a part of the core that does not come is no text's fault, and comes when the core is started again", async ({ page }) => {
  test.slow();
  const core = /core-split-sprokit-[0-9a-f]{16}\.wasm/;
  const release = await block(page, core);
  const workbench = new Workbench(page);
  await workbench.start();
  await workbench.open(textFile("flow.pipe", "process a\n  :: nothing_of_this_name\n"));
  await expect(page.getByText(/A part of the language core could not be loaded/)).toBeVisible({ timeout: 30_000 });
  await workbench.editor.press("ControlOrMeta+End");
  await page.keyboard.type("process b\n  :: neither\n");
  release();
  await workbench.palette("Restart the language core");
  await expect(page.getByRole("treeitem", { name: /\bb\b/ }).first()).toBeVisible();
  await workbench.expectTextContains(":: neither");
  await expect(page.getByText(/left out/)).toHaveCount(0);
});
