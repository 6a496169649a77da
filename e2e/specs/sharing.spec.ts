// Links that carry files: they open beside a person's own files, whole or not at all.

import { pipeline, textFile, trace } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const clipboard = (workbench: Workbench) => workbench.page.evaluate(() => navigator.clipboard.readText());

test("a link opens the file with its view and selection, beside one's own files, and is used up", async ({ workbench, page, context }) => {
  test.slow();
  await workbench.open(textFile("rank.trace", trace));
  await workbench.view("Coverage");
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.palette("Copy link to this file");
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  const link = await clipboard(workbench);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#bobbin1\.[\w-]+$/);

  const other = new Workbench(await context.newPage());
  await other.start();
  await other.open(textFile("rank.trace", "# mine\n"));
  await other.page.evaluate((link) => location.assign(link), link);
  await expect(other.page.getByText(/was opened from the link/)).toBeVisible();
  await other.expectText(trace);
  await expect(other.page.getByRole("tab", { name: "Coverage", exact: true })).toHaveAttribute("aria-selected", "true");
  expect(new URL(other.page.url()).hash).toBe("");
  await other.fileTab("rank.trace, not saved").or(other.fileTab("rank.trace")).first().click();
  await other.expectText("# mine\n");
  await other.page.waitForTimeout(500);
  await other.page.reload();
  await other.ready();
  const tabs = other.page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
  await expect(tabs).toHaveCount(2);
});

test("a fresh page opens the files of a link", async ({ workbench, context, page }) => {
  await workbench.open(textFile("people.pipe", pipeline), textFile("rank.trace", trace));
  await workbench.fileTab("people.pipe").click();
  await workbench.palette("Copy link to all open files");
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  const link = await clipboard(workbench);
  const other = new Workbench(await context.newPage());
  await other.page.goto(link);
  await other.ready();
  await other.expectText(pipeline);
  await other.fileTab("rank.trace").click();
  await other.expectText(trace);
});

test("a link that is damaged, or of a later version, opens nothing and says so", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.palette("Copy link to this file");
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  const link = new URL(await clipboard(workbench)).hash;
  for (const [hash, message] of [
    [link.slice(0, -9), /link is damaged or cut off/],
    [link.replace("#bobbin1.", "#bobbin2."), /made by a newer version/],
  ] as const) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.evaluate(() => (location.hash = "#elsewhere"));
  await workbench.expectText(pipeline);
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(1);
});

test("a long link is offered only with a warning", async ({ workbench, page }) => {
  let seed = 5;
  const random = () => (seed = (seed * 48271) % 2147483647).toString(36);
  const long = Array.from({ length: 1500 }, () => `# ${random()}\n`).join("");
  await workbench.open(textFile("long.pipe", long));
  await workbench.palette("Copy link to this file");
  await expect(page.getByText(/many programs cut links of more than 8,000/)).toBeVisible();
  await page.getByRole("button", { name: "Copy the link anyway" }).click();
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  expect((await clipboard(workbench)).length).toBeGreaterThan(8000);
});

test("a text is copied as Markdown", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.palette("Copy text as Markdown");
  await expect(page.getByText("The text was copied as Markdown.")).toBeVisible();
  expect(await clipboard(workbench)).toBe(`\`people.pipe\`:\n\n\`\`\`\n${pipeline}\`\`\`\n`);
});
