// Links that carry files: they open beside a person's own files, whole or not at all.

import { brokenRules } from "../pages/access.ts";
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
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#bobbin2\.[\w-]+$/);

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

test("a link has the item that was picked, and the axes that were chosen", async ({ workbench, context, page }) => {
  const text = "[OpenMP.default]\n    OpenMP.thread = (0-3)\n[MPI.default]\n    MPI.rank = (0-3)\n[CUDA.default]\n    CUDA.device = (0-3)\n";
  await workbench.open(textFile("rank.trace", text));
  const coverage = await workbench.view("Coverage");
  await coverage.getByRole("combobox", { name: "Across" }).selectOption("MPI.rank");
  await workbench.outline.getByRole("treeitem", { name: /CUDA\.default/ }).click();
  await workbench.palette("Copy link to this file");
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  const link = await clipboard(workbench);
  const other = new Workbench(await context.newPage());
  await other.page.goto(link);
  await other.ready();
  await other.expectText(text);
  const shown = other.page.getByRole("tabpanel", { name: "Coverage", exact: true });
  await expect(shown.getByRole("radiogroup", { name: "Across" }).getByRole("radio", { name: "MPI.rank" })).toBeChecked();
  await expect((await other.view("Form")).getByRole("heading", { level: 2 })).toContainText("CUDA.default");
});

test("a link to what is open as it is shows that, and of a file that includes others says so", async ({ workbench, page }) => {
  await workbench.open(textFile("part.pipe", "process n\n  :: numbers\n"), textFile("main.pipe", "include part.pipe\n"));
  await workbench.fileTab("main.pipe").click();
  await workbench.palette("Copy link to this file");
  await expect(page.getByText(/It does not hold the open file that is included: “Copy link to all open files” does\./)).toBeVisible();
  const link = new URL(await clipboard(workbench)).hash;
  await workbench.fileTab("part.pipe").click();
  await page.evaluate((hash) => (location.hash = hash), link);
  await expect(page.getByText("main.pipe of the link is open already, with the same text.")).toBeVisible();
  await workbench.expectText("include part.pipe\n");
  const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
  await expect(tabs).toHaveCount(2);
  await workbench.editor.press("ControlOrMeta+End");
  await page.keyboard.type("# mine");
  await page.evaluate((hash) => (location.hash = hash), link);
  await expect(page.getByText(/was opened from the link/)).toBeVisible();
  await expect(tabs).toHaveCount(3);
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

test("files that are opened from a link are saved in the encoding that they had", async ({ workbench, context, page }) => {
  const latin1 = Buffer.from(`# M\xe4rz\r\n${pipeline}`, "latin1");
  const utf16 = Buffer.from(`\ufeff# \u20ac\n${trace}`, "utf16le");
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "text/plain", buffer });
  await workbench.open(file("march.pipe", latin1), file("euro.trace", utf16));
  await workbench.palette("Copy link to all open files");
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  const link = await clipboard(workbench);
  const other = new Workbench(await context.newPage());
  await other.page.goto(link);
  await other.ready();
  for (const [name, bytes] of [["march.pipe", latin1], ["euro.trace", utf16]] as const) {
    await other.fileTab(name).click();
    await expect.poll(async () => (await other.text()).length).toBeGreaterThan(9);
    expect((await other.save()).bytes.equals(bytes), name).toBe(true);
  }
});

test("a link with blanks behind the # opens all the same", async ({ workbench, page, context }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.palette("Copy link to this file");
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  const link = await clipboard(workbench);

  const other = new Workbench(await context.newPage());
  await other.start();
  await other.page.evaluate((hash) => (location.hash = hash), new URL(link).hash.replace("#", "#%20"));
  await expect(other.page.getByText(/was opened from the link/)).toBeVisible();
  await other.expectText(pipeline);
  expect(new URL(other.page.url()).hash).toBe("");
});

test("a link that is damaged, or of a later version, opens nothing and says so", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.palette("Copy link to this file");
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  const link = new URL(await clipboard(workbench)).hash;
  for (const [hash, message] of [
    [link.slice(0, -9), /link is damaged or cut off/],
    [link.replace("#bobbin2.", "#bobbin3."), /made by a newer version/],
  ] as const) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.evaluate(() => (location.hash = "#elsewhere"));
  await workbench.expectText(pipeline);
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(1);
});

test("a link of the first version opens", async ({ workbench, page }) => {
  const first =
    "#bobbin1.4f-lIhWMsQ3CMBAAV3l9BdJjGdJFYgAKpPSOC2OeYAVsy3bYgYYVqJmDhRgBfXu6O2MMFhdn1YrzjIQ5xBqma0NCcxwO6swXt9yaHSMAgBDRYQ8rvenWY0RLBr8f-L1fT5VDlkfNJc1BFrkkz7WCk7zvIS73E5cqmSVN6NODi5sYyWja0o46a_8";
  await page.evaluate((hash) => (location.hash = hash), first);
  await expect(page.getByText("2 files were opened from the link.")).toBeVisible();
  await workbench.expectText("[MPI.default]\n    MPI.rank = (0-3)\n");
});

test("files of a link include each other, not one's own of the same name", async ({ workbench, page, context }) => {
  const part = (name: string) => textFile("part.pipe", `process n\n  :: print_number\n  output = ${name}.txt\n`);
  await workbench.open(part("theirs"), textFile("main.pipe", "include part.pipe\n"));
  await workbench.palette("Copy link to all open files");
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  const link = new URL(await clipboard(workbench)).hash;
  const other = new Workbench(await context.newPage());
  await other.start();
  await other.open(part("mine"));
  await other.page.evaluate((hash) => (location.hash = hash), link);
  await expect(other.page.getByText("2 files were opened from the link in the folder link, beside your own.")).toBeVisible();
  await other.fileTab("link/main.pipe").click();
  await other.view("Effective values");
  await expect(other.page.getByText("theirs.txt").first()).toBeVisible();
  await expect(other.page.getByText("mine.txt")).toHaveCount(0);
});

test("a link leads to the line of the caret, at the first visit, too", async ({ workbench, page, context, browser }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.line("annotate_image").click();
  await workbench.palette("Copy link to this line");
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  const link = await clipboard(workbench);
  const elsewhere = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  for (const visitor of [context, elsewhere]) {
    const other = new Workbench(await visitor.newPage());
    await other.page.goto(link);
    await other.ready();
    await other.expectText(pipeline);
    await other.editor.focus();
    await other.page.keyboard.press("ControlOrMeta+C");
    await expect.poll(() => clipboard(other)).toBe("  annotate_image = true");
  }
  await elsewhere.close();
});

test("a link with a passphrase opens with it only, and a cancelled one is forgotten", async ({ workbench, page, context }) => {
  test.slow();
  await workbench.open(textFile("rank.trace", trace));
  await workbench.palette("Copy link with a passphrase…");
  const dialog = page.getByRole("dialog", { name: "Copy link with a passphrase" });
  await expect(dialog.getByRole("button", { name: "Copy link" })).toBeDisabled();
  await dialog.getByLabel("Passphrase").fill("correct horse");
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText(/The link was copied/)).toBeVisible();
  await expect(dialog).toBeHidden();
  const link = await clipboard(workbench);
  expect(link).toMatch(/#bobbin2e\.[\w-]+$/);

  const other = new Workbench(await context.newPage());
  await other.page.goto(link);
  const asked = other.page.getByRole("dialog", { name: "Open a link with a passphrase" });
  await asked.getByLabel("Passphrase").fill("wrong horse");
  await other.page.keyboard.press("Enter");
  await expect(asked.getByText("That is not the passphrase of this link. Try again.")).toBeVisible();
  expect(new URL(other.page.url()).hash).toBe("");
  await asked.getByLabel("Passphrase").fill("correct horse");
  await asked.getByRole("button", { name: "Open", exact: true }).click();
  await other.expectText(trace);
  await expect(asked).toBeHidden();

  await other.page.evaluate((link) => location.assign(link), link);
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(asked).toBeHidden();
  await expect(other.page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(1);
  expect(new URL(other.page.url()).hash).toBe("");
  await other.page.evaluate((link) => location.assign(`${link.slice(0, -9)}`), link);
  await expect(other.page.getByText(/link is damaged or cut off/).first()).toBeVisible();
});

for (const scheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test(`the question for a passphrase looks right, ${scheme}, ${width} px`, async ({ workbench, page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 844 });
      await workbench.drop(textFile("people.pipe", pipeline));
      await workbench.expectText(pipeline);
      await workbench.palette("Copy link with a passphrase…");
      const dialog = page.getByRole("dialog", { name: "Copy link with a passphrase" });
      await dialog.getByLabel("Passphrase").fill("correct horse");
      await dialog.getByLabel("Show it").check();
      await expect(dialog.getByLabel("Passphrase")).toHaveAttribute("type", "text");
      await page.screenshot({ path: `results/screens/passphrase-${scheme}-${width}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      expect(await brokenRules(page, { within: "dialog" })).toEqual([]);
    });
  }
}

test("a long link is offered only with a warning", async ({ workbench, page }) => {
  let seed = 5;
  const random = () => (seed = (seed * 48271) % 2147483647).toString(36);
  const long = Array.from({ length: 1500 }, () => `# ${random()}\n`).join("");
  await workbench.open(textFile("long.pipe", long));
  await workbench.palette("Copy link to this file");
  await expect(page.getByText(/many programs cut off links longer than 8\s000/)).toBeVisible();
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
