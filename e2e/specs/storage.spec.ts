// What the browser keeps survives the death of the page and of the browser, a full, cleared or forbidden
// storage, and other tabs and versions.

import { chromium, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { brokenRules } from "../pages/access.ts";
import { card } from "../pages/canvas.ts";
import { pipeline, textFile, trace } from "../pages/files.ts";
import { expectKept, holdStorage, putStored, storedFiles } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";
import { launchOptions } from "../server.ts";

async function type(workbench: Workbench, text: string): Promise<void> {
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially(text);
}

const origin = (page: Page) => new URL(page.url()).origin;

test.describe("death", () => {
  test("of the page: everything that was kept is there", async ({ workbench, page, context }) => {
    test.slow();
    await workbench.open(textFile("people.pipe", pipeline), textFile("rank.trace", trace));
    await type(workbench, "# typed just before");
    await expectKept(page, "# typed just before");
    const client = await context.newCDPSession(page);
    await Promise.race([client.send("Page.crash").catch(() => {}), page.waitForEvent("crash")]);
    const again = new Workbench(await context.newPage());
    await again.start();
    await again.expectText(`${trace}# typed just before`);
    await again.fileTab("people.pipe").click();
    await again.expectText(pipeline);
  });

  test("of the browser, by its process: everything is there", async ({ baseURL }) => {
    test.slow();
    const folder = mkdtempSync(join(tmpdir(), "bobbin-profile-"));
    const launch = async () => {
      const context = await chromium.launchPersistentContext(folder, launchOptions);
      const workbench = new Workbench(context.pages()[0] ?? (await context.newPage()));
      await workbench.page.goto(baseURL ?? "");
      await workbench.ready();
      return { context, workbench };
    };
    try {
      const first = await launch();
      await first.workbench.open(textFile("people.pipe", pipeline), textFile("rank.trace", trace));
      await type(first.workbench, "# typed just before");
      await expectKept(first.workbench.page, "# typed just before");
      const closed = first.context.waitForEvent("close");
      execFileSync("pkill", ["-9", "-f", folder]);
      await closed;
      const second = await launch();
      await second.workbench.expectText(`${trace}# typed just before`);
      await second.workbench.fileTab("people.pipe").click();
      await second.workbench.expectText(pipeline);
      await second.context.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("of the worker changes nothing", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# before");
    await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker());
    await type(workbench, ", after");
    await expectKept(page, "# before, after");
    await workbench.expectText(`${pipeline}# before, after`);
  });

  test("leaving while the browser stores nothing loses nothing, and undo goes on", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await expectKept(page, pipeline);
    await holdStorage(page);
    await workbench.editor.press("ControlOrMeta+End");
    // One step of undo, however slow the machine is.
    await page.keyboard.insertText("# typed");
    await workbench.open(textFile("new.trace", trace));
    await workbench.expectText(trace);
    await type(workbench, "# this, too");
    await page.reload();
    await workbench.ready();
    await workbench.fileTab("new.trace").click();
    await workbench.expectText(`${trace}# this, too`);
    await workbench.fileTab("people.pipe").click();
    await workbench.expectText(`${pipeline}# typed`);
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(pipeline);
    await workbench.editor.press("ControlOrMeta+y");
    await expectKept(page, `${pipeline}# typed`);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((it) => it.startsWith("bobbin.text")))).toEqual([]);
  });

  const late = (page: Page) => page.getByRole("alert").filter({ hasText: "The browser has not stored people.pipe yet" });

  test("a browser that does not answer is said to have stored nothing yet, and leaving then loses nothing", async ({ workbench, page }) => {
    test.slow();
    await workbench.open(textFile("people.pipe", pipeline));
    await expectKept(page, pipeline);
    await holdStorage(page);
    await type(workbench, "# typed");
    await expect(late(page)).toBeVisible({ timeout: 30_000 });
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked += 1;
      void dialog.accept();
    });
    await page.reload();
    await workbench.ready();
    await workbench.expectText(`${pipeline}# typed`);
    expect(asked, "it stands beside the database").toBe(0);
    await expectKept(page, `${pipeline}# typed`);
    await expect(late(page)).toHaveCount(0);
  });

  test("who leaves while the browser stores nothing, and has no room beside the database, is asked", async ({ workbench, page }) => {
    test.slow();
    await workbench.open(textFile("people.pipe", pipeline));
    await expectKept(page, pipeline);
    await page.evaluate(() => {
      for (let part = "x".repeat(1 << 20); part; ) {
        try {
          localStorage.setItem(`fill${Math.random()}`, part);
        } catch {
          part = part.slice(0, part.length >> 1);
        }
      }
    });
    await holdStorage(page);
    await type(workbench, "# typed");
    await expect(late(page)).toBeVisible({ timeout: 30_000 });
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toBe(1);
    await workbench.expectText(`${pipeline}# typed`);
  });

  test("a storage that does not open is said to have stored nothing yet", async ({ workbench, page }) => {
    test.slow();
    await page.addInitScript(() => {
      const real = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function () {
        const request = real.call(this, "another");
        request.addEventListener = () => {};
        return request;
      };
    });
    await page.reload();
    await workbench.ready();
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# typed");
    await expect(late(page)).toBeVisible({ timeout: 30_000 });
  });

  test("leaving after the clock was set back loses nothing, while the browser stores nothing", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await expectKept(page, pipeline);
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - 600_000;
    });
    await holdStorage(page);
    await type(workbench, "# typed");
    await workbench.expectText(`${pipeline}# typed`);
    await page.reload();
    await workbench.ready();
    await workbench.expectText(`${pipeline}# typed`);
  });

  test("leaving right after many files were opened and one was written in loses none of them", async ({ workbench, page }) => {
    const files = Array.from({ length: 60 }, (_, it) => textFile(`f${it}.pipe`, `# file ${it}\n`));
    await workbench.choose(...files);
    await expect(workbench.fileTab("f59.pipe")).toHaveAttribute("aria-selected", "true");
    await type(workbench, "# typed");
    await page.reload();
    await workbench.ready();
    await workbench.expectText("# file 59\n# typed");
    await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(60);
  });

  test("leaving with half a character in a text loses nothing", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "# half \ud83d");
      const init = { clipboardData, bubbles: true, cancelable: true, composed: true };
      content.dispatchEvent(new ClipboardEvent("paste", init));
    });
    await type(workbench, " more");
    await workbench.expectText(`${pipeline}# half \ufffd more`);
    await expectKept(page, "# half \ufffd more");
    await page.reload();
    await workbench.ready();
    await workbench.expectText(`${pipeline}# half \ufffd more`);
  });

  test("leaving right after a key loses nothing", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await expectKept(page, pipeline);
    for (const key of ["x", "y", "z"]) {
      await type(workbench, key);
      await page.reload();
      await workbench.ready();
    }
    await workbench.expectText(`${pipeline}xyz`);
  });
});

test("a reload comes back to the caret and to what was seen", async ({ workbench, page }) => {
  const long = Array.from({ length: 200 }, (_, it) => `# line ${it + 1}\n`).join("");
  await workbench.open(textFile("long.pipe", long), textFile("people.pipe", pipeline));
  await workbench.fileTab("long.pipe").click();
  const seen = () => page.locator(".cm-scroller").evaluate((it) => Math.round(it.scrollTop));
  await workbench.editor.press("ControlOrMeta+Home");
  await workbench.editor.press("PageDown");
  await workbench.line(/^# line 57$/).click();
  await workbench.editor.press("End");
  await workbench.editor.press("x");
  await expect(page.getByText("Ln 57, Col 11")).toBeVisible();
  await page.locator(".cm-scroller").evaluate((it) => it.scrollBy(0, 150));
  const before = await seen();
  expect(before).toBeGreaterThan(300);
  await workbench.fileTab("people.pipe").click();
  await workbench.line("process detector").click();
  await workbench.editor.press("End");
  await expect(page.getByText("Ln 7, Col 17")).toBeVisible();
  for (let nth = 0; nth < 2; nth++) {
    await page.reload();
    await workbench.ready();
    await expect(page.getByText("Ln 7, Col 17")).toBeVisible();
    await workbench.fileTab("long.pipe").click();
    await expect(page.getByText("Ln 57, Col 11")).toBeVisible();
    await expect.poll(async () => Math.abs((await seen()) - before)).toBeLessThan(3);
    await workbench.fileTab("people.pipe").click();
  }
  // What is typed goes on there, and undo does not go to the start first.
  await workbench.fileTab("long.pipe").click();
  await workbench.editor.press("y");
  await workbench.expectText(long.replace("# line 57\n", "# line 57xy\n"));
});

test("the files of a tab that is gone keep what they include, where another tab has files of the same names", async ({ workbench, page, context }) => {
  test.slow();
  const set = (start: number) => [
    textFile("base.pipe", `process base\n  :: numbers\n  start = ${start}\n`),
    textFile("main.pipe", "include base.pipe\n"),
  ];
  await workbench.open(...set(1));
  await expectKept(page, "start = 1");
  const other = new Workbench(await context.newPage());
  await other.start();
  await other.open(...set(2));
  await expectKept(page, "start = 2");
  await other.page.close();
  await page.reload();
  await workbench.ready();
  await expect(page.getByText(
    "2 files of a tab that is gone were opened in the folder other-tab, beside the others: some names were taken.",
  )).toBeVisible();
  await workbench.fileTab("other-tab/base.pipe").click();
  await expect.poll(() => workbench.text()).toContain("start = 2");
  await workbench.fileTab("other-tab/main.pipe").click();
  const resolved = await workbench.view("Effective values");
  await expect(resolved.getByRole("row").filter({ hasText: "start" })).toContainText("2");
  // A second time they are this tab's own.
  await expect.poll(async () => (await storedFiles(page)).map((it) => it.name).sort()).toEqual([
    "base.pipe", "main.pipe", "other-tab/base.pipe", "other-tab/main.pipe",
  ]);
  await page.reload();
  await workbench.ready();
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(4);
  await expect(workbench.fileTab("other-tab/main.pipe")).toBeVisible();
});

test.describe("history", () => {
  test("undo and redo go on after a reload", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# one");
    await page.waitForTimeout(600);
    await workbench.editor.press("Enter");
    await page.waitForTimeout(600);
    await type(workbench, "# two");
    const all = `${pipeline}# one\n# two`;
    await workbench.expectText(all);
    await expectKept(page, "# two");
    await page.reload();
    await workbench.ready();
    await workbench.expectText(all);
    await workbench.undoAll();
    await workbench.expectText(pipeline);
    const redo = page.getByRole("button", { name: "Redo", exact: true });
    while (await redo.isEnabled()) await redo.click();
    await workbench.expectText(all);
  });
});

test("after a reload one undo gives a file its former name, and the text that includes it, too", async ({ workbench, page }) => {
  const main = `include common.pipe\n${pipeline}`;
  await workbench.open(textFile("main.pipe", main), textFile("common.pipe", "# shared\n"));
  await workbench.palette("Rename file");
  await page.getByRole("dialog", { name: "Rename file" }).getByRole("textbox", { name: "Name" }).fill("shared.pipe");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab("shared.pipe")).toBeVisible();
  await expectKept(page, "include shared.pipe");
  await page.reload();
  await workbench.ready();
  await workbench.fileTab("main.pipe").click();
  await workbench.expectText(main.replace("common", "shared"));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(main);
  await expect(workbench.fileTab("common.pipe")).toBeVisible();
  await expect(page.getByText("shared.pipe is common.pipe again.")).toBeVisible();
  await expect.poll(async () => (await storedFiles(page)).map((it) => it.name).sort()).toEqual(["common.pipe", "main.pipe"]);
});

/** Makes the file `seen.cluster` of two processes of the shown pipeline. */
async function extract(workbench: Workbench, page: Page): Promise<void> {
  const graph = await workbench.view("Graph");
  await card(graph, "detector").click();
  await card(graph, "viewer").click({ modifiers: ["Shift"] });
  await page.keyboard.press("g");
  await graph.getByLabel("Name of the cluster").fill("seen");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab("seen.cluster")).toBeVisible();
}

test("after a reload undo takes away the file that an extraction made, and redo brings it back", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await extract(workbench, page);
  await page.reload();
  await workbench.ready();
  await workbench.fileTab("people.pipe").click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(pipeline);
  await expect(workbench.fileTab("seen.cluster")).toHaveCount(0);
  await page.reload();
  await workbench.ready();
  await workbench.expectText(pipeline);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await expect(workbench.fileTab("seen.cluster")).toBeVisible();
});

for (const wait of [20, 100]) {
  test(`an undo that takes a file away is kept if the page is reloaded ${wait} ms later`, async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await extract(workbench, page);
    await expect.poll(async () => (await storedFiles(page)).length).toBe(2);
    const loaded = page.waitForEvent("domcontentloaded");
    await page.evaluate((wait) => {
      document.querySelector<HTMLElement>('button[aria-label="Undo"]')?.click();
      setTimeout(() => location.reload(), wait);
    }, wait);
    await loaded;
    await workbench.ready();
    await workbench.expectText(pipeline);
  });
}

test("a file that undo took away does not come back with a reload", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await extract(workbench, page);
  const names = async () => (await storedFiles(page)).map((it) => it.name).sort();
  await expect.poll(names).toEqual(["people.pipe", "seen.cluster"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(workbench.fileTab("seen.cluster")).toHaveCount(0);
  await expect.poll(names).toEqual(["people.pipe"]);
  await page.reload();
  await workbench.ready();
  await workbench.expectText(pipeline);
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(1);
});

test.describe("closed files", () => {
  test("come back after a reload, with their history, from a list", async ({ workbench, page }) => {
    await workbench.palette("Recently closed files");
    const dialog = page.getByRole("dialog", { name: "Recently closed files" });
    await expect(dialog).toContainText("No file was closed");
    await page.keyboard.press("Escape");
    await workbench.open(textFile("people.pipe", pipeline), textFile("rank.trace", trace));
    await workbench.fileTab("people.pipe").click();
    await type(workbench, "# precious");
    await page.keyboard.press("Alt+w");
    await page.getByRole("button", { name: "Close without saving" }).click();
    await expect.poll(async () => (await storedFiles(page)).find((it) => it.name === "people.pipe")?.tab).toBe("");
    await page.reload();
    await workbench.ready();
    await expect(workbench.fileTab("rank.trace")).toBeVisible();
    await expect(workbench.fileTab("people.pipe")).toHaveCount(0);
    await workbench.palette("Recently closed files");
    await expect(dialog.getByRole("option").first()).toContainText(/people\.pipe.*closed just now/);
    await dialog.getByRole("option", { name: /people\.pipe/ }).click();
    await workbench.expectText(`${pipeline}# precious`);
    await workbench.undoAll();
    await workbench.expectText(pipeline);
    expect((await storedFiles(page)).filter((it) => it.name === "people.pipe"), "there is one of it").toHaveLength(1);
  });

  test("opened again from the list and by its keys, a file is open once", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline), textFile("rank.trace", trace));
    await workbench.fileTab("people.pipe").click();
    await page.keyboard.press("Alt+w");
    const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
    await expect(tabs).toHaveCount(1);
    await expect.poll(async () => (await storedFiles(page)).find((it) => it.name === "people.pipe")?.tab).toBe("");
    await workbench.palette("Recently closed files");
    await page.getByRole("option", { name: /people\.pipe/ }).click();
    await workbench.expectText(pipeline);
    await expect(tabs).toHaveCount(2);
    await workbench.fileTab("rank.trace").click();
    await page.keyboard.press("Shift+Alt+W");
    // The keys show the file that is open, and open no second one.
    await workbench.expectText(pipeline);
    await expect(tabs).toHaveCount(2);
    await expect(workbench.fileTab("people-2.pipe")).toHaveCount(0);
    await page.reload();
    await workbench.ready();
    await expect(tabs).toHaveCount(2);
    expect((await storedFiles(page)).filter((it) => it.name.startsWith("people")), "there is one of it").toHaveLength(1);
  });

  test("that another tab goes on with are not written over by the tab that closed them", async ({ workbench, page, context }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await expectKept(page, pipeline);
    await page.keyboard.press("Alt+w");
    await expect.poll(async () => (await storedFiles(page))[0]?.tab).toBe("");
    const other = new Workbench(await context.newPage());
    await other.start();
    await other.palette("Recently closed files");
    await other.page.getByRole("option", { name: /people\.pipe/ }).click();
    await other.expectText(pipeline);
    await type(other, "# theirs");
    await expectKept(other.page, "# theirs");
    await other.page.keyboard.press("Alt+w");
    await other.page.getByRole("button", { name: "Close without saving" }).click();
    await expect.poll(async () => (await storedFiles(page))[0]?.tab).toBe("");

    await page.bringToFront();
    await page.keyboard.press("Shift+Alt+W");
    await workbench.expectText(pipeline);
    await type(workbench, "# mine");
    await expectKept(page, "# mine");
    const texts = (await storedFiles(page)).map((it) => it.text);
    expect(texts.sort()).toEqual([`${pipeline}# mine`, `${pipeline}# theirs`]);
    await other.page.close();
  });

  test("closed and opened again at once, a file is kept once", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# precious");
    await page.keyboard.press("Alt+w");
    await page.getByRole("button", { name: "Close without saving" }).click();
    await page.getByRole("button", { name: "Reopen" }).click();
    await workbench.expectText(`${pipeline}# precious`);
    await type(workbench, " and more");
    await expectKept(page, "# precious and more");
    const stored = await storedFiles(page);
    expect(stored.map((it) => [it.name, it.closedAt])).toEqual([["people.pipe", null]]);
  });
});

/** Takes pictures in light and dark, wide and narrow, and looks for faults of access. */
async function showEverywhere(page: Page, name: string): Promise<void> {
  expect(await brokenRules(page)).toEqual([]);
  for (const width of [390, 1440]) {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({ path: `results/screens/${name}-${colorScheme}-${width}.png` });
    }
  }
}

test.describe("versions", () => {
  test("of a file are compared with its text, and one comes back as a step", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await expectKept(page, pipeline);
    await type(workbench, "# one more line");
    await workbench.expectText(`${pipeline}# one more line`);
    await workbench.fileTab("people.pipe").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Versions…" }).click();
    const dialog = page.getByRole("dialog", { name: "Versions of people.pipe" });
    await expect(dialog.getByRole("list", { name: "Versions" })).toContainText("when it was opened");
    await expect(dialog.getByRole("status")).toContainText("Since then: 1 line");
    await expect(dialog.getByRole("list", { name: "Difference" })).toContainText("# one more line");
    await page.screenshot({ path: "results/screens/versions.png" });
    await dialog.getByRole("button", { name: "Restore this version" }).click();
    await workbench.expectText(pipeline);
    await workbench.palette("Versions of this file");
    await expect(dialog.getByRole("list", { name: "Versions" })).toContainText("before restoring");
    await expect(dialog.getByRole("status")).toContainText("Since then: 1 line");
    await page.keyboard.press("Escape");
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(`${pipeline}# one more line`);
  });
});

test.describe("versions", () => {
  test("come back after the file was read as another language", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await expectKept(page, pipeline);
    await type(workbench, "# one more line");
    await workbench.palette("Change language");
    await page.getByRole("option", { name: /PInsight/ }).click();
    await workbench.palette("Versions of this file");
    const dialog = page.getByRole("dialog", { name: "Versions of people.pipe" });
    await dialog.getByRole("button", { name: "Restore this version" }).click();
    await workbench.expectText(pipeline);
  });

  test("come back to the letter where line ends are mixed", async ({ workbench, page }) => {
    const mixed = "# a\n# b\r\n# c\r\n";
    await workbench.open(textFile("mixed.pipe", mixed));
    await expectKept(page, "# a");
    await type(workbench, "# one more line");
    await workbench.expectText(`${mixed}# one more line`);
    await workbench.palette("Versions of this file");
    const dialog = page.getByRole("dialog", { name: "Versions of mixed.pipe" });
    await expect(dialog.getByRole("status")).toContainText("Since then: 1 line");
    await dialog.getByRole("button", { name: "Restore this version" }).click();
    await workbench.expectText(mixed);
  });

  test("open as files of the same encoding", async ({ workbench, page }) => {
    const latin1 = Buffer.from(`# M\xe4rz\r\n${pipeline}`, "latin1");
    await workbench.open({ name: "march.pipe", mimeType: "text/plain", buffer: latin1 });
    await expectKept(page, "# M\xe4rz");
    await type(workbench, "# one more line");
    await workbench.palette("Versions of this file");
    const dialog = page.getByRole("dialog", { name: "Versions of march.pipe" });
    await expect(dialog.getByRole("status")).toContainText("Since then: 1 line");
    await dialog.getByRole("button", { name: "Open as a new file" }).click();
    await workbench.expectText(latin1.toString("latin1"));
    expect((await workbench.save()).bytes.equals(latin1)).toBe(true);
  });

  test("may come when their list has been closed", async ({ workbench, page }) => {
    await workbench.open(textFile("main.pipe", pipeline));
    await expectKept(page, pipeline);
    const asked = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const editor = (globalThis as any).bobbinEditor;
          const read = editor.fileVersions;
          editor.fileVersions = async (...given: unknown[]) => {
            await new Promise((later) => setTimeout(later, 500));
            setTimeout(resolve, 100);
            return read(...given);
          };
        }),
    );
    await workbench.palette("Versions of this file");
    const dialog = page.getByRole("dialog", { name: "Versions of main.pipe" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await asked;
    await workbench.expectText(pipeline);
  });

  test("are compared by meaning too", async ({ workbench, page }) => {
    const common = "process n\n  :: numbers\n";
    const main = "include common.pipe\nprocess out\n  :: print_number\nconnect from n.number to out.number\n";
    await workbench.open(textFile("common.pipe", common), textFile("main.pipe", main));
    await workbench.fileTab("main.pipe").click();
    await expectKept(page, main);
    await type(workbench, "# only a comment");
    await workbench.palette("Versions of this file");
    const dialog = page.getByRole("dialog", { name: "Versions of main.pipe" });
    const by = dialog.getByRole("radiogroup", { name: "Compare by" });
    await expect(by.getByRole("radio", { name: "Text" })).toBeChecked();
    await by.getByRole("radio", { name: "Meaning" }).click();
    const status = dialog.getByRole("status");
    await expect(status).toHaveText("Both mean the same. Included files are read as they are now.");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await workbench.editor.press("Enter");
    // Letters that came within 30 ms of the dialog's end were lost once; why is not known.
    await workbench.expectTextContains("# only a comment\n");
    await workbench.editor.pressSequentially("config n\n  :start 7\n");
    await workbench.expectTextContains("\nconfig n\n  :start 7\n");
    await workbench.palette("Versions of this file");
    await expect(status).toContainText("Since then:");
    await by.getByRole("radio", { name: "Text" }).press("ArrowRight");
    await expect(status).toContainText("1 value differs.");
    const row = dialog.locator(".comparison__row").filter({ hasText: "start" });
    await expect(row).toContainText("nothing");
    await showEverywhere(page, "versions-meaning");
    await row.getByRole("button", { name: /^7/ }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator(".cm-activeLine")).toContainText(":start 7");
  });
});

test.describe("storage", () => {
  test("that is cleared is filled again", async ({ workbench, page, context }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# typed");
    await expectKept(page, "# typed");
    const client = await context.newCDPSession(page);
    await client.send("Storage.clearDataForOrigin", { origin: origin(page), storageTypes: "indexeddb" });
    await expectKept(page, "# typed");
    await page.reload();
    await workbench.ready();
    await workbench.expectText(`${pipeline}# typed`);
  });

  test("that is forbidden is said as soon as there is something to lose", async ({ workbench, page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("The user denied it.", "SecurityError");
      };
    });
    await page.reload();
    await workbench.ready();
    await workbench.open(textFile("people.pipe", pipeline));
    await page.waitForTimeout(500);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await type(workbench, "# only here");
    await expect(page.getByRole("alert").filter({ hasText: "does not store people.pipe (The user denied it.)" })).toBeVisible();
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toBe(1);
    await workbench.expectText(`${pipeline}# only here`);
  });

  test("of a later version is left alone", async ({ workbench, page }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await type(workbench, "# mine");
    await expectKept(page, "# mine");
    const name = await page.evaluate(async () => {
      const name = `bobbin@${location.pathname.replace(/[^/]*$/, "")}`;
      const request = indexedDB.open(name, 99);
      const database = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
      database.close();
      return name;
    });
    await type(workbench, " and more");
    await expect(page.getByRole("alert").filter({ hasText: "A newer version of Bobbin" })).toBeVisible();
    await workbench.expectText(`${pipeline}# mine and more`);
    await page.evaluate((name) => new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve)), name);
  });

  test("with a file of a later version keeps that and offers its text", async ({ workbench, page }) => {
    const later = JSON.stringify({ format: 77, name: "later.pipe", leaves: [1] });
    const entry = { id: "12", tab: "gone", name: "later.pipe", language: "sprokit", length: 8, changedAt: 1, closedAt: null };
    await putStored(page, entry, { id: "12", record: later, text: "# later\n", isModified: true, history: null });
    await page.reload();
    await workbench.ready();
    const banner = page.getByRole("status").filter({ hasText: "1 draft has a format" });
    await banner.getByRole("button", { name: "Open as text" }).click();
    await workbench.expectText("# later\n");
    expect((await storedFiles(page)).find((it) => it.id === "12")).toMatchObject({ tab: "gone", text: "# later\n" });
    // The draft is there until it is discarded, the file once it is stored.
    await expect.poll(async () => (await storedFiles(page)).some((it) => it.id !== "12" && it.text === "# later\n")).toBe(true);
    await page.reload();
    await workbench.ready();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(async () => (await storedFiles(page)).some((it) => it.id === "12")).toBe(false);
    await workbench.expectText("# later\n");
  });
});
