import { pipeline, seedTrace, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const whole = `${pipeline}connect from reader.image
        to   viewer.image
`;

test("a conversion is shown before it replaces the text, and undone in one step", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("document.trace", seedTrace));
  await page.getByRole("button", { name: "Convert", exact: true }).click();
  await page.getByRole("menuitem", { name: /today's dialect/i }).click();
  const dialog = page.getByRole("dialog");
  const difference = dialog.getByRole("list", { name: "Difference" });
  await expect(difference.getByRole("listitem").filter({ hasText: "removed" }).first()).toBeVisible();
  await expect(difference).toContainText("[Lexgion.default]");
  await dialog.getByRole("button", { name: "Replace the text" }).click();
  await workbench.expectTextContains("[OpenMP.thread(0-3)]");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(seedTrace);
});

test("a drawing of a pipeline is downloaded", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", whole));
  const file = await workbench.download(() => workbench.palette("Graphviz DOT"));
  expect(file.name).toMatch(/\.dot$/);
  expect(file.bytes.toString()).toContain("detector");
  await expect(page.getByText(/was downloaded/)).toBeVisible();
});

test("a new file begins with a template", async ({ workbench, page }) => {
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("combobox", { name: /new file/i }).fill("x86-64, linux");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("[Target]");
  await workbench.expectNoProblems();
});

test("a target is made by answering questions", async ({ workbench, page }) => {
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("combobox", { name: /new file/i }).fill("step by step");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("The new file")).toContainText("[Target]");
  await dialog.getByRole("button", { name: "Create" }).click();
  await workbench.expectTextContains("[Target]");
  await workbench.expectNoProblems();
});

test("the environment is remembered and told to the language server", async ({
  workbench,
  page,
}) => {
  const text = pipeline.replace("crossing.mp4 ", "$ENV{CLIP} ");
  await workbench.open(textFile("people.pipe", text));
  await page.getByRole("button", { name: "Environment", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("name of variable 1").fill("CLIP");
  await dialog.getByLabel("value of variable 1").fill("/data/street.mp4");
  await dialog.getByLabel("value of variable 1").press("Enter");
  await page.keyboard.press("Escape");
  const settings = await workbench.view("Effective values");
  await expect(settings.getByText("/data/street.mp4")).toBeVisible();
  await page.waitForTimeout(1500);
  await page.reload();
  await workbench.ready();
  await workbench.view("Effective values");
  await expect(settings.getByText("/data/street.mp4")).toBeVisible();
});

test("a conversion asks for what the text leaves open", async ({ workbench, page }) => {
  const text = "[cpu:0]\nname = Big\n[core_features]\n64bit_support = true\n";
  await workbench.open(textFile("box.coilcfg.txt", text));
  await workbench.palette("COIL target configuration");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("do not say which architecture `cpu:0` is".replaceAll("`", ""));
  await dialog.getByRole("combobox").fill("x86");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("region", { name: "Remarks" })).toContainText(/name, vendor and model/i);
  await dialog.getByRole("button", { name: "Open as a new file" }).click();
  await workbench.expectTextContains("Architecture = x86");
});

test("include folders are those of the open files, and one that is none is remarked", async ({ workbench, page }) => {
  await workbench.open(textFile("base.pipe", "process a\n  :: numbers\n  start = 7731\n"));
  await workbench.palette("Rename file");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("pipelines/common/base.pipe");
  await page.keyboard.press("Enter");
  await workbench.open(textFile("main.pipe", "include base.pipe\n"));
  await page.getByRole("button", { name: "Environment", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Environment" });
  const folder = dialog.getByLabel("folder 1", { exact: true });
  await folder.fill("common");
  await folder.press("Tab");
  await expect(dialog.getByText("No open file is in a folder common.")).toBeVisible();
  await folder.fill("pipelines/common/");
  await folder.press("Tab");
  await expect(dialog.getByText(/No open file is in a folder/)).toHaveCount(0);
  await page.keyboard.press("Escape");
  const settings = await workbench.view("Effective values");
  await expect(settings.getByText("7731")).toBeVisible();
});

test("what a conversion makes stands in the folder of the file, as its relative paths do", async ({ workbench, page }) => {
  await workbench.open(textFile("main.pipe", "process k\n  :: numbers\n  relativepath list = out/k.txt\n"));
  await workbench.palette("Rename file");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("pipes/main.pipe");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab("pipes/main.pipe")).toBeVisible();
  await workbench.palette("Convert: Plain pipeline");
  const open = page.getByRole("dialog").getByRole("button", { name: "Open as a new file" });
  const made = workbench.fileTab(/^pipes\/main\.flat\.pipe/);
  await expect(open.or(made).first()).toBeVisible();
  if (await open.isVisible()) await open.click();
  await expect(made).toBeVisible();
  await workbench.expectTextContains("out/k.txt");
});
