// The page without a network, and the way from one version of it to the next.

import { chromium, type Page } from "@playwright/test";

import { golden, goldenText, pipeline, projectFile, seedTrace, textFile, upload } from "../pages/files.ts";
import { copyAsNextVersion, copyPage, Host, remove, temporaryFolder } from "../pages/host.ts";
import { expectKept } from "../pages/storage.ts";
import { expect, test as watched } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";
import { launchOptions } from "../server.ts";

watched.use({ serviceWorkers: "allow", reuseContext: false });

interface Fixtures {
  /** A folder for copies of the page. */
  folder: string;
  host: Host;
}

const test = watched.extend<Fixtures>({
  folder: async ({}, use) => {
    const folder = temporaryFolder();
    await use(folder);
    remove(folder);
  },
  host: async ({ folder }, use) => {
    copyPage(`${folder}/one`);
    const host = await new Host(`${folder}/one`).start();
    await use(host);
    await host.stop();
  },
});

async function isKeptForOfflineUse(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect(page.getByText(/works offline/i).first()).toBeVisible();
}

/** Copies a link, for which a module is loaded on demand. */
async function useModuleOnDemand(workbench: Workbench): Promise<void> {
  await workbench.palette("Copy link to this file");
  await expect(workbench.page.getByText(/The link was copied/)).toBeVisible();
}

const version = (page: Page) => page.evaluate(() => document.documentElement.dataset.version ?? "first");

/** Returns the number of versions that the browser keeps. */
const versions = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((it) => it.startsWith("bobbin@")).length);

const news = (workbench: Workbench) => workbench.page.getByRole("status").filter({ hasText: "A new version is ready." });

/**
 * Loads the new version once no tab asks for anything. If one did at the moment at which Chromium changes the versions,
 * the new one would wait for the last tab to be closed, which the page says.
 */
async function reload(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  let lastAsked = Date.now();
  const note = () => void (lastAsked = Date.now());
  page.context().on("request", note);
  await expect.poll(() => Date.now() - lastAsked).toBeGreaterThan(2000);
  page.context().off("request", note);
  await news(workbench).getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => version(page).catch(() => "")).toBe("next");
}

async function type(workbench: Workbench, text: string): Promise<void> {
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially(text);
}

test("after one visit the page works without a network", async ({ host, context, page }) => {
  const workbench = new Workbench(page);
  await page.goto(host.url);
  await workbench.ready();
  await isKeptForOfflineUse(page);
  await context.setOffline(true);
  await page.reload();
  await workbench.ready();
  await workbench.open(upload(goldenText));
  await workbench.view("Bytes");
  const file = await workbench.download(() =>
    page.getByRole("button", { name: "Download .coilcfg" }).click(),
  );
  expect(file.bytes.equals(projectFile(golden))).toBe(true);
});

test("a browser that starts without a network opens the page with its files, in all languages", async ({ host, folder }) => {
  test.slow();
  const launch = async () => {
    const context = await chromium.launchPersistentContext(`${folder}/profile`, {
      ...launchOptions,
      viewport: { width: 1440, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const workbench = new Workbench(context.pages()[0] ?? (await context.newPage()));
    await workbench.page.goto(host.url);
    await workbench.ready();
    return { context, workbench };
  };
  const first = await launch();
  await isKeptForOfflineUse(first.workbench.page);
  await first.workbench.open(
    textFile("people.pipe", pipeline),
    textFile("document.trace", seedTrace),
    upload(goldenText),
    upload("core/testdata/coil-target/ok/vendors.coilcfg"),
  );
  await first.workbench.fileTab("people.pipe").click();
  await type(first.workbench, "# on the train");
  await expectKept(first.workbench.page, "# on the train");
  await first.context.close();
  await host.stop();

  const { context, workbench } = await launch();
  await workbench.expectText(`${pipeline}# on the train`);
  const graph = await workbench.view("Graph");
  await expect(graph.getByRole("button", { name: /^viewer\b/ })).toBeVisible();
  await workbench.fileTab("document.trace").click();
  await expect((await workbench.view("Coverage")).getByRole("radio", { name: "intended" })).toBeVisible();
  await workbench.fileTab(/[^/]*$/.exec(goldenText)?.[0] ?? "").click();
  await expect(await workbench.view("Bytes")).toContainText("47");
  await workbench.fileTab("vendors.coilcfg").click();
  await expect(await workbench.view("Form")).toBeVisible();
  await useModuleOnDemand(workbench);
  await context.close();
});

test("a new version waits for the person, keeps what was typed, and leaves other tabs their own files", async ({ host, folder, context }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const open = async (file: ReturnType<typeof textFile>) => {
    const workbench = new Workbench(await context.newPage());
    await workbench.page.goto(host.url);
    await workbench.ready();
    await isKeptForOfflineUse(workbench.page);
    await workbench.open(file);
    return workbench;
  };
  const one = await open(textFile("people.pipe", pipeline));
  const other = await open(textFile("job.trace", seedTrace));
  await type(other, "# of the other tab");
  await expect(news(one)).toHaveCount(0);

  copyAsNextVersion(`${folder}/one`, `${folder}/two`);
  host.folder = `${folder}/two`;
  await one.page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await expect(news(one)).toBeVisible();
  await expect(news(other)).toBeVisible();
  expect(await version(one.page)).toBe("first");
  await one.page.screenshot({ path: "results/screens/update.png" });

  await type(one, "# typed just before");
  await reload(one);
  await one.ready();
  await one.expectText(`${pipeline}# typed just before`);
  await expect(news(one)).toHaveCount(0);

  // The host has only the new files; the other tab has never asked for these before.
  host.asked.length = 0;
  expect(await version(other.page)).toBe("first");
  await useModuleOnDemand(other);
  await other.page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker());
  await expect(other.page.getByText(/was restarted/i)).toBeVisible({ timeout: 15_000 });
  await other.ready();
  await other.expectText(`${seedTrace}# of the other tab`);
  expect(host.asked.filter((it) => !it.startsWith("sw.js"))).toEqual([]);
  expect(await versions(other.page)).toBe(2);

  await expect(news(other)).toBeVisible();
  await reload(other);
  await other.ready();
  await other.expectText(`${seedTrace}# of the other tab`);
  await expect.poll(() => versions(other.page)).toBe(1);
  await useModuleOnDemand(other);
});

test("what the person clears is no new version, and no text is lost with it", async ({ host, context, page }) => {
  const workbench = new Workbench(page);
  await page.goto(host.url);
  await workbench.ready();
  await isKeptForOfflineUse(page);
  await workbench.open(textFile("mine.pipe", pipeline));
  await type(workbench, "# before");
  const other = await context.newPage();
  await other.goto(host.url);
  await isKeptForOfflineUse(other);
  const browser = await context.newCDPSession(other);
  await browser.send("Storage.clearDataForOrigin", { origin: new URL(host.url).origin, storageTypes: "all" });
  const isOffline = (it: Page) => it.getByText(/works offline/i);
  await expect(isOffline(page)).toHaveCount(0);
  await type(workbench, "# after");
  await expectKept(page, "# before# after");
  // The other tab keeps the page again, which is no news to this one.
  await other.reload();
  await isKeptForOfflineUse(other);
  await expect(isOffline(page).first()).toBeVisible();
  for (const it of [page, other]) await expect(it.getByText("A new version is ready.")).toHaveCount(0);
  await page.reload();
  await workbench.ready();
  await workbench.expectText(`${pipeline}# before# after`);
});

test("a new version is not loaded while a text is stored nowhere", async ({ host, folder, page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The user denied it.", "SecurityError");
    };
  });
  const workbench = new Workbench(page);
  await page.goto(host.url);
  await workbench.ready();
  await isKeptForOfflineUse(page);
  await workbench.open(textFile("people.pipe", pipeline));
  await type(workbench, "# only here");
  copyAsNextVersion(`${folder}/one`, `${folder}/two`);
  host.folder = `${folder}/two`;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await page.getByRole("status").filter({ hasText: "A new version is ready." }).getByRole("button", { name: "Reload" }).click();
  await expect(page.getByText(/The new version was not loaded/)).toBeVisible();
  expect(await version(page)).toBe("first");
  await workbench.expectText(`${pipeline}# only here`);
});
