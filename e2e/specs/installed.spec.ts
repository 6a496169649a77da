// The page as an installed application: what its manifest promises.

import type { Page } from "@playwright/test";

import { pipeline, projectFile, golden, textFile } from "../pages/files.ts";
import { copyPage, Host, remove, temporaryFolder } from "../pages/host.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";

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
  await use("New trace configuration");
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(2);
  await use("Open file");
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
  await expect(page.getByText("An address cannot ask for file.closeAll.")).toBeVisible();
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
    const bytes = await (await page.request.get(src)).body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    expect(bytes.length).toBeLessThanOrEqual(150_000);
  }
});

test("files that another application shares are opened beside the person's own", async ({ page }) => {
  const folder = temporaryFolder();
  copyPage(folder);
  const host = await new Host(folder).start();
  try {
    const workbench = new Workbench(page);
    await page.goto(host.url);
    await workbench.ready();
    await expect(page.getByText(/works offline/i).first()).toBeVisible();
    await workbench.open(textFile("own.pipe", pipeline));
    // The system sends such a form when the person has chosen the application.
    const arrived = await page.evaluate(async (base64) => {
      const form = new FormData();
      form.append("files", new File(["# shared\n"], "from a friend.pipe"));
      form.append("files", new File([Uint8Array.from(atob(base64), (it) => it.charCodeAt(0))], "board.coilcfg"));
      return (await fetch("./share", { method: "POST", body: form })).url;
    }, projectFile(golden).toString("base64"));
    expect(arrived).toBe(`${host.url}?do=share`);
    await page.goto(arrived);
    await workbench.ready();
    await expect(workbench.fileTab("own.pipe")).toBeVisible();
    await expect(workbench.fileTab("board.coilcfg.txt")).toBeVisible();
    await workbench.fileTab("from a friend.pipe").click();
    await workbench.expectText("# shared\n");
    await page.reload();
    await workbench.ready();
    await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(3);
  } finally {
    await host.stop();
    remove(folder);
  }
});
