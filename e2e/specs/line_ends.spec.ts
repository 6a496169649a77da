// Line ends that a text does not show for a while are still those of its file.

import { choose, readDisk, stubPickers, writeDisk } from "../pages/disk.ts";
import { textFile } from "../pages/files.ts";
import { storedFiles } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";

test("a file keeps its line ends while nothing in it shows them, over a reload and when it is opened again", async ({ workbench }) => {
  const { page } = workbench;
  await stubPickers(page);
  await workbench.start();
  const crlf = "# top\r\nprocess n\r\n  :: numbers\r\n";
  const status = page.getByRole("contentinfo", { name: "Status" });
  await writeDisk(page, "ends.pipe", crlf);
  await choose(page, { open: ["ends.pipe"] });
  await page.keyboard.press("ControlOrMeta+o");
  await workbench.expectText(crlf);
  await workbench.editor.press("ControlOrMeta+a");
  await workbench.editor.press("Delete");
  await workbench.expectText("");
  await expect.poll(async () => (await storedFiles(page)).map((it) => it.text)).toEqual([""]);
  await page.reload();
  await workbench.ready();
  await expect(workbench.editor).toHaveAttribute("aria-label", "Source of ends.pipe");
  await workbench.expectText("");
  await workbench.editor.press("ControlOrMeta+z");
  await workbench.expectText(crlf);
  await expect(status).toContainText("CRLF");
  await expect(workbench.fileTab("ends.pipe, not saved")).toHaveCount(0);
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# more");
  await page.keyboard.press("ControlOrMeta+s");
  await expect.poll(async () => (await readDisk(page, "ends.pipe")).toString()).toBe(`${crlf}# more`);
  await workbench.editor.press("ControlOrMeta+a");
  await workbench.editor.pressSequentially("# x");
  await workbench.expectText("# x");
  await workbench.palette("Close file");
  await page.getByRole("button", { name: "Close without saving" }).click();
  await expect(workbench.fileTab(/ends\.pipe/)).toHaveCount(0);
  await workbench.palette("Reopen closed file");
  await workbench.expectText("# x");
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.press("Enter");
  await workbench.editor.pressSequentially("# y");
  await workbench.expectText("# x\r\n# y");
});

test("a text that has become one of CRLF keeps its history over a reload, and gets no other line ends", async ({ workbench, page }) => {
  const mixed = "# a\r\n# precious\nprocess n\r\n  :: numbers\r\n";
  const left = mixed.replace("# precious\n", "");
  await workbench.open(textFile("mixed.pipe", mixed));
  await workbench.line(/precious/).click();
  await workbench.editor.press("ControlOrMeta+Shift+k");
  await workbench.expectText(left);
  await expect.poll(async () => (await storedFiles(page)).map((it) => it.text)).toEqual([left]);
  await page.reload();
  await workbench.ready();
  await workbench.expectText(left);
  await workbench.editor.press("ControlOrMeta+z");
  await workbench.expectText(mixed);
  await workbench.editor.press("ControlOrMeta+y");
  await workbench.expectText(left);
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# new");
  await workbench.editor.press("Enter");
  await workbench.editor.pressSequentially("# newer");
  await workbench.expectText(`${left}# new\r\n# newer`);
});
