// The keys of other editors: chosen in the settings, kept, with the page's own undo and files behind them.

import type { Page } from "@playwright/test";

import { card } from "../pages/canvas.ts";
import { choose as chooseOnDisk, readDisk, stubPickers, writeDisk } from "../pages/disk.ts";
import { pipeline, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import { usePlainPickers, type Workbench } from "../pages/workbench.ts";

const text = "process a\n  :: numbers\nprocess b\n  :: print_number\n";

async function choose(page: Page, habits: "Usual" | "Vim" | "Emacs"): Promise<void> {
  await page.keyboard.press("ControlOrMeta+,");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("radiogroup", { name: "Keys of the text" }).getByRole("radio", { name: habits }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

test("Vim: motions, operators, undo, search and commands", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", text));
  await choose(page, "Vim");
  await workbench.line(/process a/).click();
  await expect(page.locator(".cm-vim-panel")).toContainText("--NORMAL--");
  // Letters are commands until one inserts.
  await page.keyboard.type("ggjdd");
  await expect.poll(() => workbench.text()).toBe("process a\nprocess b\n  :: print_number\n");
  await page.keyboard.type("u");
  await expect.poll(() => workbench.text()).toBe(text);
  await page.keyboard.press("Control+r");
  await expect.poll(() => workbench.text()).toBe("process a\nprocess b\n  :: print_number\n");
  await page.keyboard.type(":undo\n");
  await expect.poll(() => workbench.text()).toBe(text);
  await page.keyboard.type("/print");
  await page.keyboard.press("Enter");
  await page.keyboard.type("cwwrite");
  await page.keyboard.press("Escape");
  await expect.poll(() => workbench.text()).toBe(text.replace("print_number", "write"));
  // What Vim calls writing and quitting are the page's own actions.
  await page.keyboard.type(":q\n");
  await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
  await expect(workbench.fileTab("a.pipe")).toHaveCount(0);
});

test("Vim: another file is shown without a fault, and a name means another file", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", text));
  await workbench.open(textFile("b.pipe", `# b\n${text}`));
  await choose(page, "Vim");
  await workbench.line(/process a/).click();
  await page.keyboard.type(":bn\n");
  await expect(workbench.fileTab("a.pipe")).toHaveAttribute("aria-selected", "true");
  await workbench.line(/process a/).click();
  await page.keyboard.type(":bp\n");
  await expect(workbench.fileTab("b.pipe")).toHaveAttribute("aria-selected", "true");
  await workbench.line(/process a/).click();
  await usePlainPickers(page);
  await page.keyboard.type(":w other.pipe\n");
  await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue("b.pipe");
  await page.keyboard.press("Escape");
  await workbench.expectText(`# b\n${text}`);
});

test("Vim: a block takes in whole characters", async ({ workbench, page }) => {
  await workbench.open(textFile("signs.pipe", "# cx\n😀😁 one\nq\n"));
  await choose(page, "Vim");
  await workbench.line(/cx/).click();
  await page.keyboard.type("gg0");
  await page.keyboard.press("Control+v");
  await page.keyboard.type("jd");
  await workbench.expectText(" cx\n😁 one\nq\n");
  await page.keyboard.type("u");
  await workbench.expectText("# cx\n😀😁 one\nq\n");
});

test("Vim: jumps in a long file are none in a shorter one", async ({ workbench, page }) => {
  const lines = (n: number) => Array.from({ length: n }, (_, nth) => `# ${nth}\n`).join("");
  await workbench.open(textFile("short.pipe", lines(3)), textFile("long.pipe", lines(40)));
  await choose(page, "Vim");
  await workbench.line(/^# 0$/).click();
  await page.keyboard.type("ggG");
  await expect(page.getByText("Ln 41, Col 1")).toBeVisible();
  await workbench.fileTab("short.pipe").click();
  await workbench.line(/^# 1$/).click();
  await page.keyboard.type("ggG");
  await expect(page.getByText("Ln 4, Col 1")).toBeVisible();
  await workbench.expectText(lines(3));
});

test("Vim: what the page shows and undoes is the caret's place, and files come and go by its keys", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", pipeline));
  await choose(page, "Vim");
  const graph = await workbench.view("Graph");
  await card(graph, "viewer").click();
  await page.keyboard.press("F2");
  await graph.getByLabel("New name for viewer").fill("Shown");
  await page.keyboard.press("Enter");
  const renamed = pipeline.replace("process viewer", "process Shown").replace("viewer.timestamp", "Shown.timestamp");
  await workbench.expectText(renamed);
  await workbench.palette("Go to text");
  await expect(workbench.editor).toBeFocused();
  await expect(page.locator(".cm-vim-panel")).toContainText("--NORMAL--");
  await page.keyboard.type("u");
  await workbench.expectText(pipeline);
  await page.keyboard.press("Control+r");
  await workbench.expectText(renamed);
  await page.keyboard.type("u");
  await workbench.expectText(pipeline);
  await card(graph, "detector").click();
  await card(graph, "viewer").click({ modifiers: ["Shift"] });
  await page.keyboard.press("g");
  await graph.getByLabel("Name of the cluster").fill("both");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab("both.cluster")).toBeVisible();
  const folded = await workbench.text();
  await workbench.palette("Go to text");
  await expect(workbench.editor).toBeFocused();
  await page.keyboard.type("u");
  await workbench.expectText(pipeline);
  await expect(workbench.fileTab("both.cluster")).toHaveCount(0);
  await page.keyboard.press("Control+r");
  await workbench.expectText(folded);
  await expect(workbench.fileTab("both.cluster")).toBeVisible();
  await page.keyboard.type("Go# more");
  await page.keyboard.press("Escape");
  await expect.poll(() => workbench.text()).toContain("\n# more");
});

test.describe("Vim, with a disk", () => {
  test.beforeEach(async ({ page }) => {
    await stubPickers(page);
  });

  /** Opens a file of the disk with the keys of Vim, and adds a line to it. */
  async function begin(workbench: Workbench): Promise<Page> {
    const { page } = workbench;
    await page.reload();
    await workbench.ready();
    await writeDisk(page, "a.pipe", text);
    await chooseOnDisk(page, { open: ["a.pipe"], save: "elsewhere.pipe" });
    await page.keyboard.press("ControlOrMeta+o");
    await workbench.expectText(text);
    await choose(page, "Vim");
    await workbench.line(/process a/).click();
    await page.keyboard.type("ggO# two");
    await page.keyboard.press("Escape");
    await workbench.expectText(`# two\n${text}`);
    return page;
  }
  const onDisk = async (page: Page) => (await readDisk(page, "a.pipe")).toString();

  test("writes a file in place with and without a sign, and no part of it", async ({ workbench }) => {
    const page = await begin(workbench);
    for (const command of [":1,2w part.pipe\n", ":2w\n", ":w >>a.pipe\n", ":w !sort\n"]) {
      await page.keyboard.type(command);
      await expect(page.getByText(/Nothing was saved: /), command).toBeVisible();
      expect(await onDisk(page), command).toBe(text);
      await expect(workbench.fileTab("a.pipe")).toBeVisible();
      await workbench.line(/process a/).click();
    }
    await page.keyboard.type(":w!\n");
    await expect.poll(() => onDisk(page)).toBe(`# two\n${text}`);
    await expect(workbench.fileTab("elsewhere.pipe")).toHaveCount(0);
    await page.keyboard.type("ggdd:%w\n");
    await expect.poll(() => onDisk(page)).toBe(text);
    await page.keyboard.type("O# three");
    await page.keyboard.press("Escape");
    await page.keyboard.type(":up\n");
    await expect.poll(() => onDisk(page)).toBe(`# three\n${text}`);
    await page.keyboard.type("dd:wa\n");
    await expect.poll(() => onDisk(page)).toBe(text);
  });

  for (const keys of [":wq\n", ":x\n", "ZZ"]) {
    test(`writes and closes by ${keys.trim()}`, async ({ workbench }) => {
      const page = await begin(workbench);
      await page.keyboard.type(keys);
      await expect(workbench.fileTab("a.pipe")).toHaveCount(0);
      expect(await onDisk(page)).toBe(`# two\n${text}`);
    });
  }

  for (const keys of [":q!\n", ":bd\n", ":qa!\n", "ZQ"]) {
    test(`asks before changes are lost by ${keys.trim()}`, async ({ workbench }) => {
      const page = await begin(workbench);
      await page.keyboard.type(keys);
      await expect(page.getByRole("alertdialog", { name: "Close without saving?" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(workbench.fileTab("a.pipe")).toHaveCount(1);
      expect(await onDisk(page)).toBe(text);
    });
  }
});

test("Vim stays after a reload and in every file, and can be left", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", text));
  await workbench.open(textFile("b.pipe", text));
  await choose(page, "Vim");
  for (const name of ["a.pipe", "b.pipe"]) {
    await workbench.fileTab(name).click();
    await expect(page.locator(".cm-vim-panel")).toBeVisible();
  }
  await workbench.line(/process a/).click();
  await page.keyboard.type("ggdd");
  await expect.poll(() => workbench.text()).not.toContain("process a");
  await page.reload();
  await workbench.ready();
  await expect(page.locator(".cm-vim-panel")).toBeVisible();
  await expect.poll(() => workbench.text()).not.toContain("process a");
  await choose(page, "Usual");
  await expect(page.locator(".cm-vim-panel")).toHaveCount(0);
  await workbench.line(/process b/).click();
  await page.keyboard.press("Home");
  await page.keyboard.type("gg");
  await expect.poll(() => workbench.text()).toContain("ggprocess b");
  await workbench.fileTab("a.pipe").click();
  await expect(page.locator(".cm-vim-panel")).toHaveCount(0);
});

test("Emacs: kill, yank, undo, and chords for files", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", text));
  await choose(page, "Emacs");
  await workbench.line(/process a/).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await expect.poll(() => workbench.text()).toBe(text.replace("process a", ""));
  await page.keyboard.press("Control+x");
  await page.keyboard.press("u");
  await expect.poll(() => workbench.text()).toBe(text);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+n");
  await page.keyboard.press("Control+y");
  await expect.poll(() => workbench.text()).toBe("\nprocess a  :: numbers\nprocess b\n  :: print_number\n");
  await page.keyboard.press("Control+x");
  await page.keyboard.press("k");
  await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
  await expect(workbench.fileTab("a.pipe")).toHaveCount(0);
});

test("the keys that are shown are those that work with the habits of the text", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  await choose(page, "Emacs");
  await expect(page.getByRole("button", { name: "Commands", exact: true })).toHaveAttribute("title", /\(F1\)/);
  // Only once Emacs's keys are here, Ctrl+N goes to the next line.
  await workbench.line(/process/).first().click();
  await page.keyboard.press("Control+Home");
  await expect(async () => {
    await page.keyboard.press("Control+n");
    await expect(page.getByText(/^Ln [2-9], Col/)).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.keyboard.press("Control+Shift+p");
  const list = page.getByRole("dialog", { name: "Commands" });
  await list.getByRole("combobox").fill("save text");
  await expect(list.getByRole("option", { name: /^Save text/ }).first()).toContainText("C-x C-s");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Shortcuts", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Shortcuts" }).getByRole("heading", { level: 3 }).first()).toContainText("Emacs");
});

test("Emacs: Return takes what completion offers, and starts a line below the words before", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", "process a\n  "));
  await choose(page, "Emacs");
  await workbench.editor.press("ControlOrMeta+End");
  await page.keyboard.type(":: print_num");
  await expect(page.locator(".cm-tooltip-autocomplete")).toContainText("print_number");
  // A list that has just come takes no key, so that none is taken by accident.
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await expect.poll(() => workbench.text()).toContain("  :: print_number");
  await expect(page.locator(".cm-tooltip-autocomplete")).toHaveCount(0);
  await page.keyboard.press("Control+e");
  await page.keyboard.press("Enter");
  await page.keyboard.type("output = x");
  await expect.poll(() => workbench.text()).toMatch(/\n +output = x/);
});

test("the next occurrence and a press with Alt add carets", async ({ workbench, page }) => {
  await workbench.open(textFile("rates.pipe", "# rate one\n# rate two\n# rate three\n"));
  await workbench.line("rate one").dblclick({ position: { x: 36, y: 8 } });
  await page.keyboard.press("ControlOrMeta+d");
  await page.keyboard.press("ControlOrMeta+d");
  await page.keyboard.type("speed");
  await workbench.expectText("# speed one\n# speed two\n# speed three\n");
  await page.keyboard.press("Escape");
  await workbench.editor.press("ControlOrMeta+Home");
  await workbench.line("speed two").click({ modifiers: ["Alt"], position: { x: 2, y: 8 } });
  await page.keyboard.type("#");
  await workbench.expectText("## speed one\n## speed two\n# speed three\n");
});

test("the next occurrence is selected by the palette, too", async ({ workbench, page }) => {
  await workbench.open(textFile("rates.pipe", "# rate one\n# rate two\n# rate three\n"));
  await workbench.line("rate one").dblclick({ position: { x: 36, y: 8 } });
  await workbench.palette("Select the next occurrence");
  await expect(workbench.editor).toBeFocused();
  await expect(page.locator(".cm-selectionBackground")).toHaveCount(2);
  await page.keyboard.type("speed");
  await workbench.expectText("# speed one\n# speed two\n# rate three\n");
});

test("the key of bookmarks is the browser's where the text has not the keyboard", async ({ workbench, page }) => {
  await workbench.open(textFile("rates.pipe", "process a\n  :: numbers\n"));
  const taken = () =>
    page.evaluate(() => {
      const event = new KeyboardEvent("keydown", { key: "d", code: "KeyD", ctrlKey: true, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    });
  expect(await taken()).toBe(false);
});
