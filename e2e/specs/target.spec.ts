import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("a wrong value is reported, and its fix mends it", async ({ workbench, page }) => {
  const text =
    "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n\n[Optimization]\nLevel = 2\n\n" +
    "[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = little\n";
  await workbench.open(textFile("host.coilcfg", text));
  await workbench.openProblems();
  await workbench.problems.getByText(/little/).first().click();
  await expect(page.locator(".cm-activeLine")).toContainText("Endianness = little");
  await workbench.problems.getByRole("button", { name: "Change to Little" }).click();
  await workbench.expectText(text.replace("little", "Little"));
  await workbench.expectNoProblems();
});

test("the fix of a problem is made with Enter, too", async ({ workbench, page }) => {
  const text = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n\n[Memory]\nEndianness = little\n";
  await workbench.open(textFile("host.coilcfg", text));
  await workbench.openProblems();
  await workbench.problems.getByText(/little/).first().click();
  await workbench.problems.getByRole("button", { name: "Change to Little" }).focus();
  await page.keyboard.press("Enter");
  await workbench.expectText(text.replace("little", "Little"));
});

test("an include that is missing is reported, and mended by opening it", async ({ workbench }) => {
  const text = "@include \"common.coilcfg\"\n\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n";
  await workbench.open(textFile("host.coilcfg", text));
  await workbench.openProblems();
  await expect(workbench.problems.getByText(/common\.coilcfg/).first()).toBeVisible();
  await workbench.open(textFile("common.coilcfg", "[Optimization]\nLevel = 2\n"));
  await workbench.fileTab("host.coilcfg").click();
  await expect(workbench.problems.getByText(/common\.coilcfg/)).toHaveCount(0);
  const settings = await workbench.view("Effective values");
  await expect(settings.getByText(/Level/).first()).toBeVisible();
});

test("the embedded ARM example is made from questions alone", async ({ workbench, page }) => {
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("combobox", { name: /new file/i }).fill("step by step");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const text = dialog.getByLabel("The new file");
  await expect(text).toContainText("Architecture = x86");
  await expect(dialog.locator('[data-key="Architecture"] option').first()).toHaveText("usual: x86");
  const choose = async (label: string, value: string, shown: string) => {
    const field = dialog.locator(`[data-key="${label}"]`);
    const select = field.locator("select");
    if (await select.count()) await select.selectOption(value);
    else await field.getByRole("radio", { name: value, exact: true }).click();
    await expect(text).toContainText(shown);
  };
  const add = async (label: string, value: string) => {
    const input = dialog.locator(`[data-key="${label}"]`).getByRole("combobox").or(
      dialog.locator(`[data-key="${label}"]`).getByRole("textbox"),
    );
    await input.fill(value);
    await input.press("Enter");
    await expect(text).toContainText(value);
  };
  await choose("Architecture", "ARM", "Architecture = ARM");
  await choose("Mode", "32", "Mode = 32");
  await add("Features", "NEON");
  await add("Features", "VFPv4");
  await choose("Goal", "size", "SizeOptimization = true");
  await choose("ABI", "AAPCS", "ParameterRegisters = r0, r1, r2, r3");
  await choose("SIMD", "NEON", "SIMD = NEON");
  await add("Crypto", "AES");
  await add("Define", "EMBEDDED=1");
  await add("Libraries", "libc_s");
  await add("EntryPoint", "Reset_Handler");
  await choose("OutputFormat", "Raw", "OutputFormat = Raw");
  await dialog.getByRole("button", { name: "Create" }).click();
  await workbench.expectTextContains("EntryPoint = Reset_Handler");
  await workbench.expectNoProblems();
});

test("in strict mode a vendor section is mentioned", async ({ workbench, page }) => {
  const text =
    "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n\n[Optimization]\nLevel = 2\n\n" +
    "[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = Little\n\n" +
    "[ACME_Tuning]\nDepth = 3\n";
  await workbench.open(textFile("host.coilcfg", text));
  await workbench.expectNoProblems();
  await page.getByRole("button", { name: "Environment", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/strict mode/i).check();
  await page.keyboard.press("Escape");
  await workbench.openProblems();
  await expect(workbench.problems.getByText(/ACME_Tuning.* is not validated/).first()).toBeVisible();
});

test("a field takes one of the known words or any other", async ({ workbench, page }) => {
  const text = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n";
  await workbench.open(textFile("host.coilcfg", text));
  const form = await workbench.view("Form");
  const name = form.getByRole("combobox", { name: "Architecture", exact: true });
  await expect(name).toHaveValue("x86");
  await name.fill("ARM");
  await name.press("Enter");
  await workbench.expectText(text.replace("x86", "ARM"));
  await name.fill("Mine");
  await name.press("Enter");
  await workbench.expectText(text.replace("x86", "Mine"));
  // The answer to one change does not take away the text typed next.
  await name.fill("x86");
  await name.press("Enter");
  await name.pressSequentially("_64");
  await page.waitForTimeout(300);
  await expect(name).toHaveValue("x86_64");
  await name.press("Enter");
  await workbench.expectText(text.replace("x86", "x86_64"));
});

test("the form of an include says what that brings in, and leads there", async ({ workbench }) => {
  const common = "[Target]\nPU = CPU\n";
  const text = '@include "common.coilcfg"\n\n[Target]\nArchitecture = x86\n';
  await workbench.open(textFile("main.coilcfg", text));
  await workbench.line("@include").click();
  const form = await workbench.view("Form");
  await expect(form).toContainText("The file is not open, so what it brings in is not known.");
  const chooser = workbench.page.waitForEvent("filechooser");
  await form.getByRole("button", { name: "Open it…" }).click();
  await (await chooser).setFiles([{ name: "common.coilcfg", mimeType: "text/plain", buffer: Buffer.from(common) }]);
  await expect(form).toContainText("Brings in one item");
  await expect(form.getByRole("heading", { name: "common.coilcfg" })).toBeVisible();
  await form.getByRole("button", { name: /^Target/ }).click();
  await workbench.expectText(common);
  await expect(workbench.page.getByText("Ln 1, Col")).toBeVisible();
});
