// A start that fails twice in a row is followed by one without files; nothing of them is lost.

import type { BrowserContext, Page } from "@playwright/test";

import { brokenRules } from "../pages/access.ts";
import { pipeline, textFile, trace } from "../pages/files.ts";
import { expectKept, storedFiles } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";

const offer = (page: Page) => page.getByRole("region", { name: "Files that were not opened" });

/** Returns the tabs of starts that are not over. */
async function starts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const name = `bobbin.starts@${location.pathname.replace(/[^/]*$/, "")}`;
    if (!(await indexedDB.databases()).some((it) => it.name === name)) return [];
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await result(indexedDB.open(name));
    const rows = await result(database.transaction("starts").objectStore("starts").getAllKeys());
    database.close();
    return rows.map(String).filter((it) => it !== "");
  });
}

/** Opens two files, and waits until they are kept and the start is over. */
async function prepare(workbench: Workbench): Promise<{ name: string; text: string }[]> {
  const { page } = workbench;
  await workbench.open(textFile("people.pipe", pipeline), textFile("rank.trace", `${trace}# ümlaut\r\n`));
  await workbench.editor.press("ControlOrMeta+Home");
  await workbench.editor.pressSequentially("# mine ");
  await expectKept(page, "# mine ");
  await expect.poll(() => starts(page)).toEqual([]);
  return texts(page);
}

async function texts(page: Page): Promise<{ name: string; text: string }[]> {
  const all = (await storedFiles(page)).map(({ name, text }) => ({ name, text }));
  return all.sort((a, b) => a.name.localeCompare(b.name));
}

/** Starts a page whose worker never comes, and lets it die. */
async function dieAtStart(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.route(/\/worker-[0-9a-f]+\.js/, () => {});
  await page.goto("./");
  await expect.poll(() => starts(page)).toHaveLength(1);
  await expect(page.getByRole("tab", { name: "people.pipe" })).toBeVisible();
  const client = await context.newCDPSession(page);
  await Promise.race([client.send("Page.crash").catch(() => {}), page.waitForEvent("crash")]);
}

test.describe("after two starts that died", () => {
  // A service worker would deliver the worker.
  test.use({ serviceWorkers: "block" });

  test("nothing is opened, and each file is opened, read or downloaded as the person says", async ({ workbench, page, context }) => {
    test.slow();
    const before = await prepare(workbench);
    await page.close();
    await dieAtStart(context);
    await dieAtStart(context);
    const again = new Workbench(await context.newPage());
    await again.start();
    await expect(offer(again.page)).toContainText("failed to start twice");
    await expect(again.page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(0);
    expect(await texts(again.page), "byte for byte").toEqual(before);
    await again.page.screenshot({ path: "results/screens/held-light-1440.png" });

    const ofTrace = offer(again.page).getByRole("group", { name: "rank.trace" });
    const file = await again.download(() => ofTrace.getByRole("button", { name: "Download text" }).click());
    expect(file.name).toBe("rank.trace");
    expect(file.bytes.toString()).toBe(before.find((it) => it.name === "rank.trace")?.text);

    await ofTrace.getByRole("button", { name: "Open as plain text" }).click();
    await again.expectText(file.bytes.toString());
    await expect(again.page.getByRole("status").filter({ hasText: "is shown as plain text" })).toBeVisible();
    await expect(offer(again.page).getByRole("group")).toHaveCount(1);
    expect(await texts(again.page)).toEqual(before);

    await again.page.reload();
    await again.ready();
    await expect(offer(again.page).getByRole("group"), "both were not opened as usual yet").toHaveCount(2);
    await offer(again.page).getByRole("group", { name: "people.pipe" }).getByRole("button", { name: "Open as usual" }).click();
    await again.expectText(before.find((it) => it.name === "people.pipe")?.text ?? "");
    await offer(again.page).getByRole("button", { name: "Open all as usual" }).click();
    await expect(offer(again.page)).toHaveCount(0);
    await again.fileTab("rank.trace").click();
    await again.expectText(file.bytes.toString());
    await expect.poll(() => starts(again.page)).toEqual([]);
    expect(await texts(again.page)).toEqual(before);

    await again.page.reload();
    await again.ready();
    await expect(again.fileTab("people.pipe")).toBeVisible();
    await expect(offer(again.page)).toHaveCount(0);
  });

  test("one that died alone is not enough, and one that gets there makes them forgotten", async ({ workbench, page, context }) => {
    test.slow();
    await prepare(workbench);
    await page.close();
    for (let nth = 0; nth < 2; nth++) {
      await dieAtStart(context);
      const again = new Workbench(await context.newPage());
      await again.start();
      await expect(again.fileTab("people.pipe")).toBeVisible();
      await expect(offer(again.page)).toHaveCount(0);
      await expect.poll(() => starts(again.page)).toEqual([]);
      await again.page.close();
    }
  });
});

test.describe("after two starts that failed", () => {
  test("with an exception, the next leaves the files alone", async ({ page, baseURL }) => {
    test.slow();
    const workbench = new Workbench(page);
    await page.goto(baseURL ?? "./");
    await workbench.ready();
    const before = await prepare(workbench);
    await page.addInitScript(() => {
      if (sessionStorage.getItem("mended")) return;
      let editor: object | undefined;
      // The start script puts the editor there.
      Object.defineProperty(globalThis, "bobbinEditor", {
        get: () => editor,
        set: (given: object) => {
          const failing = {
            ...given,
            openDocument() {
              throw new Error("this file cannot be opened");
            },
          };
          // What stands for the editor until it is there has no functions of its own.
          editor = "configure" in given ? failing : given;
        },
      });
    });
    for (let nth = 0; nth < 2; nth++) {
      const thrown = page.waitForEvent("pageerror");
      await page.reload();
      await thrown;
    }
    await page.evaluate(() => sessionStorage.setItem("mended", "yes"));
    await page.reload();
    await workbench.ready();
    await expect(offer(page).getByRole("group")).toHaveCount(2);
    expect(await texts(page)).toEqual(before);
    await offer(page).getByRole("button", { name: "Open all as usual" }).click();
    await expect(workbench.fileTab("rank.trace")).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    expect(await texts(page)).toEqual(before);
  });

  test("since the language core did not start, the next leaves the files alone", async ({ browser, baseURL }) => {
    test.slow();
    const context = await browser.newContext({ baseURL: baseURL ?? "", serviceWorkers: "block" });
    const workbench = new Workbench(await context.newPage());
    await workbench.start();
    await prepare(workbench);
    const { page } = workbench;
    await page.route(/\/worker-[0-9a-f]+\.js/, (route) => route.abort());
    for (let nth = 0; nth < 2; nth++) {
      await page.reload();
      await expect(page.getByRole("alert").filter({ hasText: "The language core is not running" })).toBeVisible();
      await expect(offer(page)).toHaveCount(0);
    }
    await page.unroute(/\/worker-[0-9a-f]+\.js/);
    await page.reload();
    await workbench.ready();
    await expect(offer(page).getByRole("group")).toHaveCount(2);
    await context.close();
  });
});

test("who reloads five times in a hurry gets the files", async ({ workbench, page }) => {
  const before = await prepare(workbench);
  // The browser refuses a reload between two pages.
  const hurry = () => expect(() => page.reload({ waitUntil: "commit" })).toPass({ intervals: [0, 20] });
  for (let nth = 0; nth < 5; nth++) await hurry();
  for (let nth = 0; nth < 5; nth++) {
    await hurry();
    await expect(workbench.fileTab("people.pipe")).toBeVisible();
  }
  await page.reload();
  await workbench.ready();
  await expect(workbench.fileTab("people.pipe")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  expect(await texts(page)).toEqual(before);
});

for (const [scheme, width] of [["light", 390], ["dark", 1440], ["dark", 390]] as const) {
  test(`the offer looks right, ${scheme}, ${width} px`, async ({ workbench, page }) => {
    await prepare(workbench);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(async () => {
      const name = `bobbin.starts@${location.pathname.replace(/[^/]*$/, "")}`;
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      const transaction = database.transaction("starts", "readwrite");
      transaction.objectStore("starts").put({ tab: "", count: 2 });
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
    });
    await page.reload();
    await workbench.ready();
    await expect(offer(page).getByRole("group")).toHaveCount(2);
    await page.screenshot({ path: `results/screens/held-${scheme}-${width}.png` });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await brokenRules(page)).toEqual([]);
  });
}

test("what is typed right after the text gets the keyboard stands in its order", async ({ workbench, page }) => {
  await workbench.start();
  await workbench.open(textFile("people.pipe", pipeline));
  await expectKept(page, pipeline);
  // While the server's colours come, the library may lose sight of the browser's caret.
  for (let nth = 0; nth < 3; nth++) {
    await page.reload();
    await workbench.ready();
    await workbench.fileTab("people.pipe").focus();
    await workbench.editor.press("ControlOrMeta+Home");
    await page.keyboard.type("# mine");
    await workbench.expectText(`# mine${pipeline}`);
    for (let n = 0; n < 6; n++) await page.keyboard.press("Backspace");
    await workbench.expectText(pipeline);
    await expectKept(page, pipeline);
  }
});
