// Files that are something else: of no known language, in another encoding, or only on the clipboard.

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const flow = "process source\n  :: numbers\n";

test("a text of no known language is read as the language that one says", async ({ workbench, page }) => {
  await workbench.drop(textFile("notes.xyz", "Nothing of ours.\n"));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("notes.xyz");
  await dialog.getByRole("button", { name: "KWIVER pipeline" }).click();
  await expect(workbench.fileTab("notes.xyz")).toBeVisible();
  await workbench.expectText("Nothing of ours.\n");
  await expect(page.locator("footer").getByRole("button", { name: /KWIVER pipeline/ })).toBeVisible();
  await expect(workbench.editor).toBeFocused();
});

test("what nobody can read is not offered as a text", async ({ workbench, page }) => {
  await workbench.drop({ name: "noise.xyz", mimeType: "application/octet-stream", buffer: Buffer.from([1, 2, 0, 255, 7]) });
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("noise.xyz");
  await expect(dialog.getByRole("button", { name: "KWIVER pipeline" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toHaveCount(0);
});

for (const [end, mark] of [["little", [0xff, 0xfe]], ["big", [0xfe, 0xff]]] as const) {
  test(`UTF-16 with its ${end} end first is read, and written again`, async ({ workbench, page }) => {
    const units = Buffer.from(`# café 😀\r\n${flow}`, "utf16le");
    const bytes = Buffer.concat([Buffer.from(mark), end === "big" ? units.swap16() : units]);
    await workbench.open({ name: "wide.pipe", mimeType: "text/plain", buffer: bytes });
    await workbench.expectText(`# café 😀\r\n${flow}`);
    await expect(page.locator("footer")).toContainText("UTF-16");
    await expect(page.locator(".toast")).toContainText("wide.pipe is UTF-16");
    expect((await workbench.save()).bytes).toEqual(bytes);
    await page.locator(".toast").getByRole("button", { name: "Use UTF-8" }).click();
    await expect(page.locator("footer")).toContainText("UTF-8");
    expect((await workbench.save()).bytes.toString()).toBe(`# café 😀\r\n${flow}`);
  });
}

test("a file is asked about before it becomes UTF-8", async ({ workbench, page }) => {
  const latin1 = Buffer.from(`# caf\xe9\n${flow}`, "latin1");
  await workbench.open({ name: "coffee.pipe", mimeType: "text/plain", buffer: latin1 });
  await workbench.line(/caf/).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" 5 €");
  await page.keyboard.press("ControlOrMeta+S");
  const dialog = page.getByRole("alertdialog", { name: "Save as UTF-8?" });
  await expect(dialog).toContainText("coffee.pipe is ISO 8859-1, which has no € (line 1).");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator("footer")).toContainText("ISO 8859-1");
  await page.keyboard.press("ControlOrMeta+S");
  await dialog.getByRole("button", { name: "Go to the character" }).click();
  await expect(workbench.editor).toBeFocused();
  await page.keyboard.press("Delete");
  await page.keyboard.type("EUR");
  expect((await workbench.save()).bytes.toString("latin1")).toBe(`# caf\xe9 5 EUR\n${flow}`);
  await workbench.line(/caf/).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" or 5 €");
  await page.keyboard.press("ControlOrMeta+S");
  const saved = await workbench.download(() => dialog.getByRole("button", { name: "Save as UTF-8" }).click());
  expect(saved.bytes.toString()).toBe(`# café 5 EUR or 5 €\n${flow}`);
  await expect(page.locator("footer")).toContainText("UTF-8");
});

test.describe("with the clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("a text pasted where nothing is open becomes a file of its language", async ({ workbench, page }) => {
    const paste = async (text: string) => {
      await page.evaluate((it) => navigator.clipboard.writeText(it), text);
      await page.keyboard.press("ControlOrMeta+V");
    };
    await page.locator("main").click({ position: { x: 4, y: 4 } });
    await paste(flow);
    await expect(workbench.fileTab("untitled.pipe")).toBeVisible();
    await workbench.expectText(flow);
    await expect(workbench.editor).toBeFocused();
  });
});
