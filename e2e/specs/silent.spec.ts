// A gesture that does nothing says why.

import { golden, goldenText, projectFile, textFile, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("the hex view says why a key, a cut or a paste changes nothing", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const text = await workbench.text();
  const bytes = await workbench.view("Bytes");
  await bytes.getByLabel("Go to offset").fill("12");
  await bytes.getByLabel("Go to offset").press("Enter");
  const rows = bytes.getByRole("rowgroup", { name: "Rows of bytes" });
  await rows.focus();
  await page.keyboard.press("g");
  await expect(page.getByText("is not a hexadecimal digit")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(page.getByText("Bytes can be overwritten, but not inserted or deleted")).toBeVisible();
  const paste = (pasted: string) =>
    rows.evaluate((it, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      it.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, pasted);
  await paste("hello");
  await expect(page.getByText(/Nothing was pasted/)).toBeVisible();
  await workbench.expectText(text);
  await paste("01 02");
  await expect.poll(() => workbench.text()).not.toBe(text);
  await workbench.undoAll();
  // Typing the same bytes leaves the text and the cursor as they are.
  await bytes.getByLabel("Go to offset").fill(String(projectFile(golden).length - 1));
  await bytes.getByLabel("Go to offset").press("Enter");
  await rows.focus();
  await page.keyboard.type("00");
  await expect(page.getByText(/This is the last byte/)).toBeVisible();
  await bytes.getByRole("button", { name: "Next match" }).click();
  await expect(page.getByText("Type something to find first.")).toBeVisible();
});

test("forms and tables say why a step, a word or a press changes nothing", async ({ workbench, page }) => {
  const text = "[metadata]\nflags = autodetected\n[cpu:0]\nname = x\n[abi:a]\narg_count = 65535\n";
  await workbench.open(textFile("few.coilcfg.txt", text));
  const form = await workbench.view("Form");
  await workbench.line("arg_count = 65535").click();
  await form.getByRole("button", { name: "Increase arg_count" }).click();
  await expect(page.getByText(/65535 is the largest value of/)).toBeVisible();
  await workbench.line("flags = autodetected").click();
  // The other item has a field of that name, too.
  await expect(form.getByRole("heading", { name: "metadata" })).toBeVisible();
  const flags = form.getByLabel("flags", { exact: true });
  await flags.fill("autodetected");
  await flags.press("Enter");
  await expect(page.getByText(/autodetected is already in the list/)).toBeVisible();
  await workbench.expectText(text);
});

for (const { name, text, line, field, after } of [
  {
    name: "hex.coilcfg",
    text: "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n\n[ABI]\nRedZoneSize = 0x7F\n",
    line: "RedZoneSize = 0x7F",
    field: "RedZoneSize",
    after: "RedZoneSize = 0x80",
  },
  {
    name: "limit.trace",
    text: "[Lexgion.default]\n    max_num_traces = 100 # limit\n",
    line: "max_num_traces = 100",
    field: "max_num_traces",
    after: "max_num_traces = 101",
  },
] as const) {
  test(`a step counts on from what ${field} means, and no comment is lost`, async ({ workbench, page }) => {
    await workbench.open(textFile(name, text));
    await workbench.line(line).click();
    const form = await workbench.view("Form");
    await form.getByRole("button", { name: `Increase ${field}` }).click();
    await workbench.expectTextContains(after);
    if (text.includes("# limit")) await workbench.expectTextContains("# limit");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await workbench.expectText(text);
  });
}
