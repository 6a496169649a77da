// A browser that really has no room left: its profile lies on a disk of its own, which is full.

import { chromium, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";

import { pipeline, textFile } from "../pages/files.ts";
import { remove, temporaryFolder } from "../pages/host.ts";
import { expectKept, storedFiles } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";
import { launchOptions } from "../server.ts";

/** Fills the storage of the page's origin to the last byte; returns the name of the error that the browser gave. */
async function fill(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("filler", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("rows", { autoIncrement: true });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const put = (size: number) =>
      new Promise<string>((resolve) => {
        const noise = Uint16Array.from({ length: size }, () => Math.random() * 50_000);
        const transaction = database.transaction("rows", "readwrite");
        transaction.objectStore("rows").put(noise);
        transaction.oncomplete = () => resolve("");
        transaction.onabort = () => resolve(transaction.error?.name ?? "aborted");
      });
    let error = "";
    for (const size of [500_000, 50_000, 500]) {
      for (let nth = 0; nth < 1000; nth++) {
        error = await put(size);
        if (error) break;
      }
    }
    database.close();
    return error;
  });
}

const free = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => (indexedDB.deleteDatabase("filler").onsuccess = () => resolve())));

test("a storage that is full is said, asked about and used again", async ({ baseURL }) => {
  test.slow();
  const folder = temporaryFolder();
  let isMounted = false;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", folder], { stdio: "ignore" });
    isMounted = true;
  } catch {
    remove(folder);
  }
  test.skip(!isMounted, "only an administrator can make a small disk");
  const context = await chromium.launchPersistentContext(`${folder}/profile`, launchOptions);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const workbench = new Workbench(page);
    await page.goto(baseURL ?? "");
    await workbench.ready();
    await workbench.open(textFile("people.pipe", pipeline));
    await expectKept(page, pipeline);
    expect(await fill(page)).toBe("QuotaExceededError");

    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.pressSequentially("# does not fit");
    const banner = page.getByRole("alert").filter({ hasText: "The browser has no room for people.pipe" });
    await expect(banner).toBeVisible();
    await page.screenshot({ path: "results/screens/full.png" });
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toBe(1);
    await workbench.expectText(`${pipeline}# does not fit`);
    expect((await storedFiles(page)).map((it) => it.text), "what was stored before is still there").toEqual([pipeline]);

    // A file that nothing keeps is not deleted without a question.
    await workbench.palette("Delete file");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("people.pipe");
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await workbench.expectText(`${pipeline}# does not fit`);

    await free(page);
    await workbench.editor.pressSequentially(", and now it does");
    await expectKept(page, "# does not fit, and now it does");
    await expect(banner).toHaveCount(0);
    await page.reload();
    await workbench.ready();
    await workbench.expectText(`${pipeline}# does not fit, and now it does`);
    expect(asked).toBe(1);
  } finally {
    await context.close();
    execFileSync("umount", [folder]);
    remove(folder);
  }
});
