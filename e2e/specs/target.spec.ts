import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("a wrong value is reported, and its fix mends it", async ({ workbench, page }) => {
  const text =
    "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n\n[Optimization]\nLevel = 2\n\n" +
    "[Memory]\nModel = Flat\nAlignment = 16\nStackGrowth = Down\nEndianness = little\n";
  await workbench.open(textFile("host.coilcfg", text));
  await workbench.problems.getByText(/little/).first().click();
  await expect(page.locator(".cm-activeLine")).toContainText("Endianness = little");
  await workbench.problems.getByRole("button", { name: /Change to .Little./ }).click();
  await workbench.expectText(text.replace("little", "Little"));
  await expect(workbench.problems.getByText(/no problems/i)).toBeVisible();
});

test("an include that is missing is reported, and mended by opening it", async ({ workbench }) => {
  const text = "@include \"common.coilcfg\"\n\n[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n";
  await workbench.open(textFile("host.coilcfg", text));
  await expect(workbench.problems.getByText(/common\.coilcfg/).first()).toBeVisible();
  await workbench.open(textFile("common.coilcfg", "[Optimization]\nLevel = 2\n"));
  await workbench.fileTab("host.coilcfg").click();
  await expect(workbench.problems.getByText(/common\.coilcfg/)).toHaveCount(0);
  const settings = await workbench.view("Settings");
  await expect(settings.getByText(/Level/).first()).toBeVisible();
});
