import { pipeline, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

for (const how of ["panic", "hang"] as const) {
  test(`a language core that ends in a ${how} is started again and loses nothing`, async ({
    workbench,
    page,
  }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.pressSequentially("# kept");
    await page.evaluate((how) => (globalThis as any).bobbinEditor.crashWorker(how), how);
    await expect(page.getByText(/started again/i)).toBeVisible({ timeout: 15_000 });
    await workbench.ready();
    await workbench.expectText(`${pipeline}# kept`);
    await workbench.editor.press("Enter");
    await workbench.editor.pressSequentially("process");
    await expect(workbench.problems.getByText(/process/i).first()).toBeVisible();
  });
}

test("a broken file is shown with its mistakes, and the rest still works", async ({ workbench }) => {
  const broken = pipeline.replace("  :: image_object_detector", "  : image_object_detector");
  await workbench.open(textFile("broken.pipe", broken));
  const graph = await workbench.view("Graph");
  await expect(graph.getByRole("button", { name: /^viewer\b/ })).toBeVisible();
  await expect(workbench.problems.getByRole("option").first()).toBeVisible();
});

test("bytes that are no known file are refused in words", async ({ workbench, page }) => {
  await workbench.drop({
    name: "cut.coilcfg",
    mimeType: "application/octet-stream",
    buffer: Buffer.from([0x47, 0x46, 0x43, 0x43, 0, 1, 0, 0, 9, 0]),
  });
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("cut.coilcfg");
  await expect(dialog).toContainText(/offset|byte/i);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("hundreds of problems stay usable", async ({ workbench }) => {
  const lines = Array.from({ length: 600 }, (_, idx) => `nonsense ${idx}`);
  await workbench.open(textFile("noise.coilcfg.txt", `[cpu:0]\n${lines.join("\n")}\n`));
  await expect(workbench.problems).toContainText("600");
  await workbench.problems.getByRole("option").nth(3).click();
  await expect(workbench.page.locator(".cm-activeLine")).toContainText("nonsense 3");
});

test("texts survive a reload", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# draft");
  await workbench.expectText(`${pipeline}# draft`);
  // Drafts are written a moment after the last key.
  await page.waitForTimeout(1500);
  await page.reload();
  await workbench.ready();
  await workbench.expectText(`${pipeline}# draft`);
});
