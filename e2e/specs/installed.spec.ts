// The page as an installed application: what its manifest promises.

import type { Page } from "@playwright/test";

import { golden, pipeline, textFile, upload } from "../pages/files.ts";
import { copyPage, Host, remove, temporaryFolder } from "../pages/host.ts";
import { expectKept, storedFiles } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import { usePlainPickers, Workbench } from "../pages/workbench.ts";

test.use({ serviceWorkers: "allow", reuseContext: false });

interface Manifest {
  id: string;
  shortcuts: { name: string; url: string }[];
  screenshots: { src: string; sizes: string; form_factor: string }[];
}

async function manifestOf(page: Page): Promise<Manifest> {
  const response = await page.request.get("./manifest.webmanifest");
  return (await response.json()) as Manifest;
}

test("each shortcut opens what it says, once", async ({ page }) => {
  const workbench = new Workbench(page);
  const { shortcuts } = await manifestOf(page);
  expect(shortcuts.map((it) => it.name)).toEqual(["New pipeline", "New trace configuration", "Open file", "Examples"]);
  const use = async (name: string) => {
    await page.goto(shortcuts.find((it) => it.name === name)?.url ?? "");
    await workbench.ready();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  };
  await use("New pipeline");
  await expect(workbench.fileTab("untitled.pipe")).toBeVisible();
  // A file in which nothing was typed is kept as soon as the page gets to it.
  await expect.poll(async () => (await storedFiles(page)).map((it) => it.name)).toEqual(["untitled.pipe"]);
  await use("New trace configuration");
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(2);
  await expect.poll(async () => (await storedFiles(page)).length).toBe(2);
  await use("Open file");
  await usePlainPickers(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open file…" }).click();
  await chooser;
  await use("Examples");
  await expect(page.getByRole("dialog", { name: "Examples" })).toBeVisible();
  await page.reload();
  await workbench.ready();
  await expect(page.getByRole("dialog", { name: "Examples" })).toHaveCount(0);
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(2);
});

test("an address can ask for nothing else", async ({ page }) => {
  const workbench = new Workbench(page);
  await page.goto("./?do=file.closeAll&new=cobol");
  await workbench.ready();
  await expect(page.getByText("A link cannot run file.closeAll.")).toBeVisible();
});

test("the browser finds the page installable, and its pictures are as large as they say", async ({ page, context }) => {
  const workbench = new Workbench(page);
  await workbench.start();
  const client = await context.newCDPSession(page);
  const { errors, url } = await client.send("Page.getAppManifest");
  expect(url).toContain("manifest.webmanifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  // Playwright's windows are private ones, in which no browser installs anything.
  expect(installabilityErrors.map((it) => it.errorId).filter((it) => it !== "in-incognito")).toEqual([]);
  const { id, screenshots } = await manifestOf(page);
  expect(id).toBe("./");
  for (const { src, sizes } of screenshots) {
    const picture = await page.evaluate(async (src) => {
      const blob = await (await fetch(src)).blob();
      const { width, height } = await createImageBitmap(blob);
      return { sizes: `${width}x${height}`, length: blob.size };
    }, src);
    expect(picture.sizes).toBe(sizes);
    expect(picture.length).toBeLessThanOrEqual(150_000);
  }
});

test("files that another application shares are opened beside the person's own", async ({ page, context }) => {
  const folder = temporaryFolder();
  copyPage(folder);
  const host = await new Host(folder).start();
  try {
    const workbench = new Workbench(page);
    await page.goto(host.url);
    await workbench.ready();
    await expect(page.getByText(/works offline/i).first()).toBeVisible();
    await workbench.open(textFile("own.pipe", pipeline));
    await expectKept(page, pipeline);
    await page.close();
    // The system sends such a form when the person has chosen the application.
    const form = new Workbench(await context.newPage());
    await form.page.setContent(
      `<form method="post" enctype="multipart/form-data" action="${host.url}share"><input type="file" name="files" multiple><button>Share</button></form>`,
    );
    await form.page.locator("input").setInputFiles([textFile("from a friend.pipe", "# shared\n"), upload(golden)]);
    await form.page.getByRole("button", { name: "Share" }).click();
    await form.ready();
    await expect.poll(() => form.page.url()).toBe(host.url);
    await expect(form.fileTab("own.pipe")).toBeVisible();
    await expect(form.fileTab("spec_example.coilcfg")).toBeVisible();
    await form.fileTab("from a friend.pipe").click();
    await form.expectText("# shared\n");
    await form.page.reload();
    await form.ready();
    await expect(form.page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(3);
  } finally {
    await host.stop();
    remove(folder);
  }
});
