// What was typed in a form gets into the text, or waits where it was typed.

import { goldenText, textFile, upload } from "../pages/files.ts";
import { expectKept } from "../pages/storage.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

const numbers = "process a\n  :: numbers\n  start = 1\n";

test("what stands in a field of the form is saved, and asked about, with the text", async ({ workbench, page }) => {
  await workbench.open(textFile("numbers.pipe", numbers));
  await workbench.line("start = 1").click();
  const form = await workbench.view("Form");
  const start = form.getByRole("spinbutton", { name: "start", exact: true });
  for (const [typed, ends] of [["77", ["ControlOrMeta+s"]], ["78", ["Enter", "ControlOrMeta+s"]]] as const) {
    await start.fill(typed);
    const { bytes } = await workbench.download(async () => {
      for (const key of ends) await page.keyboard.press(key);
    });
    expect(bytes.toString()).toBe(numbers.replace("start = 1", `start = ${typed}`));
    await expect(workbench.fileTab("numbers.pipe")).toHaveAccessibleName("numbers.pipe");
  }
  await start.fill("79");
  await page.keyboard.press("Alt+w");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await workbench.expectText(numbers.replace("start = 1", "start = 79"));
});

test("keys that are paths stand below what they have in common", async ({ workbench }) => {
  const text = "process a\n  :: numbers\n  track:core:detector:ocv:SURF:extended = false\n  track:core:detector:ocv:SURF:upright = true\n";
  await workbench.open(textFile("paths.pipe", text));
  await workbench.line("extended").click();
  const form = await workbench.view("Form");
  await expect(form.locator(".group__path")).toHaveText(["track:core:detector:ocv:SURF"]);
  const labels = form.locator(".field--inside .field__label");
  await expect(labels).toHaveText(["extended", "upright"]);
  await expect(labels.first()).toHaveAttribute("title", /^track:core:detector:ocv:SURF:extended/);
  const upright = form.getByLabel("track:core:detector:ocv:SURF:upright", { exact: true });
  await upright.fill("false");
  await upright.press("Enter");
  await workbench.expectText(text.replace("true", "false"));
});

test("the form of a connection edits its ends by their names", async ({ workbench, page }) => {
  const text = "process a :: numbers\nprocess b :: numbers\nprocess d :: print_number\nconnect from a.number to d.number\n";
  await workbench.open(textFile("numbers.pipe", text));
  const graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: /a\.number.*d\.number/ }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("tabpanel", { name: "Form", exact: true });
  const from = form.getByLabel("from", { exact: true });
  await expect(from).toBeFocused();
  await expect(from).toHaveValue("a.number");
  await expect(form).toContainText("its type is integer, as numbers declares it");
  await expect(form).not.toContainText("output type");
  await from.fill("b.number");
  await from.press("Enter");
  await workbench.expectText(text.replace("from a.number", "from b.number"));
  await expect(form.getByLabel("to", { exact: true })).toHaveValue("d.number");
});

test("what turns the order of text around is seen in all views", async ({ workbench, page }) => {
  const name = "x\u202ey";
  const text = `process a\n  :: numbers\n  start = 1\n  end = 9\u202e\n  note = ${name}\n`;
  await workbench.open(textFile("turned.pipe", text));
  await workbench.line("start = 1").click();
  const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
  const form = await workbench.view("Form");
  const note = form.getByLabel("note", { exact: true });
  await expect(note).toHaveValue("x\ufdd7y");
  await note.fill("x\ufdd7z");
  await note.press("Enter");
  await workbench.expectText(text.replace(name, "x\u202ez"));
  const values = await workbench.view("Effective values");
  await expect(values).toContainText("x\ufdd7z");
  await workbench.openProblems();
  await expect(workbench.problems).toContainText("9\ufdd7");
  for (const pane of [values, workbench.problems]) await expect(pane).not.toContainText(turning);
});

test("an undo that meets a half typed value takes it back, and the field shows the text", async ({ workbench, page }) => {
  await workbench.open(textFile("numbers.pipe", numbers));
  await workbench.line("start = 1").click();
  const form = await workbench.view("Form");
  const start = form.getByRole("spinbutton", { name: "start", exact: true });
  await start.fill("77");
  await start.press("Enter");
  await workbench.expectText(numbers.replace("start = 1", "start = 77"));
  await start.fill("78");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(numbers.replace("start = 1", "start = 77"));
  await expect(start).toHaveValue("77");
  // Whoever only visits a field changes nothing.
  await start.click();
  await workbench.line("process a").click();
  await expect(start).toHaveValue("77");
  await workbench.expectText(numbers.replace("start = 1", "start = 77"));
});

test("undo in a field is the text's once the text has what was typed", async ({ workbench, page }) => {
  const changed = numbers.replace("start = 1", "start = 77");
  await workbench.open(textFile("numbers.pipe", numbers));
  await workbench.line("start = 1").click();
  const form = await workbench.view("Form");
  const start = form.getByRole("spinbutton", { name: "start", exact: true });
  await start.fill("");
  await start.pressSequentially("77");
  await start.press("Enter");
  await workbench.expectText(changed);
  await start.press("ControlOrMeta+z");
  await workbench.expectText(numbers);
  await expect(start).toHaveValue("1");
  await expect(start).toBeFocused();
  await start.press("ControlOrMeta+y");
  await workbench.expectText(changed);
  await expect(start).toHaveValue("77");
  // What is half typed is the field's.
  await start.press("End");
  await start.pressSequentially("8");
  await start.press("ControlOrMeta+z");
  await expect(start).toHaveValue("77");
  await start.press("Tab");
  await workbench.expectText(changed);
});

test("a problem that is chosen in the list has the form of its item", async ({ workbench }) => {
  await workbench.open(textFile("two.pipe", `${numbers}process b\n  :: numbers\n  ende = 2\n`));
  await workbench.line("start = 1").click();
  const form = await workbench.view("Form");
  await expect(form.getByRole("heading", { name: "a", exact: true })).toBeVisible();
  await workbench.openProblems();
  await workbench.problems.getByRole("treeitem").filter({ hasText: "ende" }).click();
  await expect(form.getByRole("heading", { name: "b", exact: true })).toBeVisible();
  await expect(workbench.outline.getByRole("treeitem", { name: /^b\b/ })).toHaveAttribute("aria-selected", "true");
});

test("a form that comes back takes no press before it is of the item at the caret", async ({ workbench, page }) => {
  await workbench.open(textFile("two.pipe", `${numbers}process b\n  :: numbers\n  start = 2\n`));
  await workbench.line("start = 1").click();
  const form = await workbench.view("Form");
  await expect(form.getByRole("heading", { name: "a", exact: true })).toBeVisible();
  await workbench.view("Graph");
  await workbench.line("start = 2").click();
  // The page learns of the caret a moment later.
  await expect(workbench.outline.getByRole("treeitem", { name: /^b\b/ })).toHaveAttribute("aria-selected", "true");
  const seen = await page.evaluate(async () => {
    const now = () => {
      const pane = document.querySelector<HTMLElement>(".inspector");
      const title = pane?.querySelector(".inspector__title")?.textContent;
      return title ? `${title}${pane.inert ? ", inert" : ""}` : "";
    };
    const seen: string[] = [];
    const channel = new MessageChannel();
    // Timers wait, in which the answer may come.
    const turn = () =>
      new Promise<unknown>((done) => {
        channel.port1.onmessage = done;
        channel.port2.postMessage(null);
      });
    const end = performance.now() + 10_000;
    const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
    tabs.find((it) => it.textContent?.trim() === "Form")?.click();
    while (seen.at(-1) !== "b" && performance.now() < end) {
      await turn();
      const at = now();
      if (at && at !== seen.at(-1)) seen.push(at);
    }
    return seen;
  });
  expect(seen.at(-1)).toBe("b");
  expect(seen).not.toContain("a");
  // Otherwise the old one was not caught, and the journey says nothing.
  expect(seen).toContain("a, inert");
  await form.getByRole("spinbutton", { name: "start", exact: true }).fill("7");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("process b\n  :: numbers\n  start = 7");
});

test("a value that is refused stays in its field, marked, until it is taken back", async ({ workbench, page }) => {
  await workbench.open(textFile("a.pipe", "process a\n  :: video_input\n  video_filename = crossing.mp4\n"));
  await workbench.line("video_filename").click();
  const form = await workbench.view("Form");
  const name = form.getByRole("combobox", { name: "video_filename", exact: true });
  await name.fill("clip #3.mp4");
  await name.press("Tab");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(name).toHaveValue("clip #3.mp4");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  // The reason stands there as long as the value does, unlike the message.
  await expect(name).toHaveAccessibleDescription(/#/);
  const reason = form.locator('.field[data-key="video_filename"] .field__problem');
  await expect(reason).toContainText("Not written: the text still has crossing.mp4.");
  // It is said once: a message would have come by now.
  await page.waitForTimeout(600);
  await expect(page.locator(".toast")).toHaveCount(0);
  await name.press("Escape");
  await expect(reason).toHaveCount(0);
  await expect(name).toHaveValue("crossing.mp4");
  await expect(name).not.toHaveAttribute("aria-invalid");
});

test("the browser asks before a value that is half typed is left, and it is in the text then", async ({ workbench, page }) => {
  await workbench.open(textFile("numbers.pipe", numbers));
  await workbench.line("start = 1").click();
  const form = await workbench.view("Form");
  await form.getByRole("spinbutton", { name: "start", exact: true }).fill("77");
  const question = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe("beforeunload");
  await (await question).dismiss();
  await workbench.expectText(numbers.replace("start = 1", "start = 77"));
});

for (const wait of [0, 300]) {
  test(`a value that is half typed when the page is reloaded ${wait} ms later is in the text after that`, async ({ workbench, page }) => {
    await workbench.open(textFile("numbers.pipe", numbers));
    await workbench.line("start = 1").click();
    const form = await workbench.view("Form");
    await form.getByRole("spinbutton", { name: "start", exact: true }).fill("77");
    await page.waitForTimeout(wait);
    page.on("dialog", (it) => void it.accept());
    await page.reload();
    await workbench.ready();
    await workbench.expectText(numbers.replace("start = 1", "start = 77"));
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await workbench.expectText(numbers);
    // Once, and not at each start.
    await expectKept(page, "start = 1");
    await page.reload();
    await workbench.ready();
    await workbench.expectText(numbers);
  });
}

test.describe("a new row of the form", () => {
  const added = `${numbers}  my_key = v1\n`;

  for (const [way, leave] of [
    ["by the keyboard", (it: Workbench) => it.page.keyboard.press("Tab").then(() => it.page.keyboard.press("Tab"))],
    ["for the text", (it: Workbench) => it.line("process a").click()],
    ["for another view", async (it: Workbench) => void (await it.view("Graph"))],
  ] as const) {
    test(`is written when it is left ${way}`, async ({ workbench, page }) => {
      await workbench.open(textFile("numbers.pipe", numbers));
      await workbench.line("start = 1").click();
      const form = await workbench.view("Form");
      await form.getByLabel("Key, new row").fill("my_key");
      await form.getByLabel("Key, new row").press("Tab");
      await expect(form.getByLabel("Value, new row")).toBeFocused();
      expect(await workbench.text()).toBe(numbers);
      await form.getByLabel("Value, new row").fill("v1");
      await leave(workbench);
      await workbench.expectText(added);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await workbench.expectText(numbers);
    });
  }

  test("is in what is saved, and is asked about before the page is left", async ({ workbench, page }) => {
    await workbench.open(textFile("numbers.pipe", numbers));
    await workbench.line("start = 1").click();
    const form = await workbench.view("Form");
    await form.getByLabel("Key, new row").fill("my_key");
    await form.getByLabel("Value, new row").fill("v1");
    const { bytes } = await workbench.download(() => page.keyboard.press("ControlOrMeta+s"));
    expect(bytes.toString()).toBe(added);
    await expect(form.getByLabel("Key, new row")).toHaveValue("");
    await form.getByLabel("Key, new row").fill("second");
    const question = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    expect((await question).type()).toBe("beforeunload");
    await (await question).dismiss();
    await expect(form.getByRole("alert")).toContainText("has no value yet");
    await form.getByLabel("Key, new row").press("Enter");
    await workbench.expectText(`${added}  second =\n`);
  });

  test("is taken back by Escape, and a key alone writes nothing", async ({ workbench, page }) => {
    await workbench.open(textFile("numbers.pipe", numbers));
    await workbench.line("start = 1").click();
    const form = await workbench.view("Form");
    const key = form.getByLabel("Key, new row");
    await key.fill("half");
    await page.keyboard.press("Escape");
    await expect(key).toHaveValue("");
    await expect(key).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await workbench.view("Form");
    await key.fill("half");
    await workbench.line("process a").click();
    await expect(form.getByRole("alert")).toContainText("has no value yet");
    await expect(key).toHaveValue("half");
    expect(await workbench.text()).toBe(numbers);
    // What cannot be written is taken back as well.
    await form.getByLabel("Value, new row").fill("a # b");
    await form.getByLabel("Value, new row").press("Enter");
    await expect(form.getByRole("alert")).toContainText("#");
    await page.keyboard.press("Escape");
    await expect(key).toHaveValue("");
    await expect(form.getByRole("alert")).toHaveCount(0);
    expect(await workbench.text()).toBe(numbers);
  });

  test("goes away with the keyboard in it, and waits", async ({ workbench, page }) => {
    await workbench.open(textFile("b.pipe", "process b\n  :: numbers\n"), textFile("numbers.pipe", numbers));
    await workbench.fileTab("numbers.pipe").click();
    await workbench.line("start = 1").click();
    const form = await workbench.view("Form");
    const key = form.getByLabel("Key, new row");
    await key.fill("not a key");
    await page.keyboard.press("Alt+PageDown");
    await expect(workbench.fileTab("b.pipe")).toHaveAttribute("aria-selected", "true");
    await workbench.line("process b").click();
    await expect(key).toHaveValue("");
    await workbench.fileTab("numbers.pipe").click();
    await expect(key).toHaveValue("not a key");
    await key.focus();
    // By no action of the person, which would end the typing first.
    await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker("panic"));
    await expect(page.getByText(/was restarted/i)).toBeVisible({ timeout: 15_000 });
    await expect(key).toHaveValue("not a key");
    expect(await workbench.text()).toBe(numbers);
  });

  test("that cannot be written waits with its item", async ({ workbench, page }) => {
    const two = `${numbers}process b\n  :: print_number\n`;
    await workbench.open(textFile("numbers.pipe", two));
    await workbench.line("start = 1").click();
    const form = await workbench.view("Form");
    await form.getByLabel("Key, new row").fill("not a key");
    await form.getByLabel("Value, new row").fill("v1");
    await workbench.line("print_number").click();
    await expect(form.getByRole("button", { name: "b", exact: true })).toBeVisible();
    await expect(form.getByLabel("Key, new row")).toHaveValue("");
    await workbench.line("start = 1").click();
    await expect(form.getByLabel("Key, new row")).toHaveValue("not a key");
    await expect(form.getByLabel("Value, new row")).toHaveValue("v1");
    expect(await workbench.text()).toBe(two);
    await form.getByLabel("Key, new row").press("Enter");
    await expect(form.getByRole("alert")).toBeVisible();
    await form.getByLabel("Key, new row").fill("a_key");
    await form.getByLabel("Key, new row").press("Enter");
    await workbench.expectText(two.replace("  start = 1\n", "  start = 1\n  a_key = v1\n"));
  });
});

test("a refusal is told by a message where its field is seen no more", async ({ workbench, page }) => {
  const two = "process a\n  :: numbers\n  start = 1\n\nprocess b\n  :: numbers\n  start = 2\n";
  await workbench.open(textFile("two.pipe", two));
  await workbench.line("start = 1").click();
  const form = await workbench.view("Form");
  const start = form.getByLabel("start", { exact: true });
  await start.fill("a # b");
  await workbench.line("start = 2").click();
  await expect(start).toHaveValue("2");
  const message = page.locator(".toast").filter({ hasText: "#" });
  await expect(message).toBeVisible();
  await message.getByRole("button", { name: "Close" }).or(message.getByRole("button").last()).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("tab", { name: "Form", exact: true }).click();
  await start.fill("c # d");
  await page.getByRole("tab", { name: "Source", exact: true }).click();
  await expect(message).toBeVisible();
  await workbench.expectText(two);
});

test("a chip that is refused stays in its field, to be mended", async ({ workbench, page }) => {
  const target = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Preprocessor]\nDefine = A=1\n";
  await workbench.open(textFile("a.coilcfg", target));
  await workbench.line("Define").click();
  const form = await workbench.view("Form");
  const define = form.getByRole("combobox", { name: "Define", exact: true }).or(form.getByRole("textbox", { name: "Define", exact: true }));
  await define.fill('Z="1');
  await define.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(define).toHaveValue('Z="1');
  // The reason stands there as long as the word does, unlike the message.
  await expect(define).toHaveAccessibleDescription(/./);
  const reason = form.locator('.field[data-key="Define"] .field__problem');
  await expect(reason).toBeVisible();
  await workbench.line("Define").click();
  await expect(define).toHaveValue('Z="1');
  await expect(reason).toBeVisible();
  await define.fill('Z="1"');
  await expect(reason).toHaveCount(0);
  await define.press("Enter");
  await workbench.expectText(target.replace("A=1", 'A=1, Z="1"'));
  await expect(define).toHaveValue("");
});

test("a cell that is refused says why, also when its item is shown again", async ({ workbench }) => {
  const text = "[cpu:0]\nname = A\n\n[resources]\ncache_l2 = 1536KiB\n\n[cpu:1]\nname = B\n";
  await workbench.open(textFile("rows.coilcfg.txt", text));
  await workbench.line("[cpu:0]").click();
  const form = await workbench.view("Form");
  const size = form.getByLabel("Size of each, row 1 cache_l2");
  await size.fill("many");
  await size.press("Enter");
  await expect(size).toHaveAttribute("aria-invalid", "true");
  await expect(size).toHaveAccessibleDescription(/many/);
  await workbench.line("[cpu:1]").click();
  await expect(size).toHaveCount(0);
  await workbench.line("[cpu:0]").click();
  await expect(size).toHaveValue("many");
  await expect(size).toHaveAccessibleDescription(/many/);
  await size.press("Escape");
  await expect(size).toHaveValue("1536KiB");
  await expect(size).toHaveAccessibleDescription("");
  expect(await workbench.text()).toBe(text);
});

test("a cell that is refused goes with its entry when one above it goes", async ({ workbench }) => {
  const text = "[cpu:0]\nname = A\n\n[resources]\ngpr = 16\ncache_l1 = 32KiB\ncache_l2 = 128KiB\n";
  await workbench.open(textFile("rows.coilcfg.txt", text));
  await workbench.line("[cpu:0]").click();
  const form = await workbench.view("Form");
  const second = form.getByLabel("Size of each, row 2 cache_l1");
  await second.fill("many");
  await second.press("Enter");
  await expect(second).toHaveAttribute("aria-invalid", "true");
  await form.getByRole("button", { name: "Remove row 1 gpr" }).click();
  const less = text.replace("gpr = 16\n", "");
  await workbench.expectText(less);
  const first = form.getByLabel("Size of each, row 1 cache_l1");
  await expect(first).toHaveValue("many");
  await expect(first).toHaveAttribute("aria-invalid", "true");
  const other = form.getByLabel("Size of each, row 2 cache_l2");
  await expect(other).toHaveValue("128KiB");
  await expect(other).not.toHaveAttribute("aria-invalid");
  await first.fill("64KiB");
  await first.press("Enter");
  await workbench.expectText(less.replace("32KiB", "64KiB"));
});

test("what is refused waits with its item, through other items, views and files, and is asked about", async ({ workbench, page }) => {
  const two = "process a\n  :: video_input\n  video_filename = one.mp4\nprocess b\n  :: video_input\n  video_filename = two.mp4\n";
  await workbench.open(textFile("other.pipe", numbers), textFile("two.pipe", two));
  await workbench.line("one.mp4").click();
  const form = await workbench.view("Form");
  const name = form.getByRole("combobox", { name: "video_filename", exact: true });
  await name.fill("clip #3.mp4");
  // What takes the keyboard to another item asks for the value, and the answer comes when that is shown.
  await workbench.line("two.mp4").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(name).toHaveValue("two.mp4");
  await expect(name).not.toHaveAttribute("aria-invalid");
  await workbench.line("one.mp4").click();
  await expect(name).toHaveValue("clip #3.mp4");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await workbench.view("Graph");
  await workbench.fileTab("other.pipe").click();
  await workbench.fileTab("two.pipe").click();
  await workbench.view("Form");
  await workbench.line("one.mp4").click();
  await expect(name).toHaveValue("clip #3.mp4");
  const question = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  await (await question).dismiss();
  await name.fill("clip_3.mp4");
  await name.press("Enter");
  await workbench.expectText(two.replace("one.mp4", "clip_3.mp4"));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(two);
  await expect(name).toHaveValue("one.mp4");
});

test("what was refused for an item that is gone is not asked about until that is there again", async ({ workbench, page }) => {
  const text = "process a\n  :: video_input\n  video_filename = one.mp4\n";
  await workbench.open(textFile("one.pipe", text));
  await workbench.line("one.mp4").click();
  const form = await workbench.view("Form");
  const name = form.getByRole("combobox", { name: "video_filename", exact: true });
  await name.fill("clip #3.mp4");
  await name.press("Enter");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  const isAsked = () =>
    page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  await expect.poll(isAsked).toBe(true);
  await workbench.line("process a").click();
  await page.keyboard.press("End");
  await page.keyboard.type("b");
  await workbench.expectText(text.replace("process a", "process ab"));
  await expect.poll(isAsked).toBe(false);
  await page.keyboard.press("Backspace");
  await workbench.expectText(text);
  await expect.poll(isAsked).toBe(true);
  await expect(name).toHaveValue("clip #3.mp4");
});

test("two chips that are added at once are both there", async ({ workbench }) => {
  const target = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Preprocessor]\nDefine = A=1\n";
  await workbench.open(textFile("a.coilcfg", target));
  await workbench.line("Define").click();
  const form = await workbench.view("Form");
  const define = form.getByRole("combobox", { name: "Define", exact: true }).or(form.getByRole("textbox", { name: "Define", exact: true }));
  await expect(define).toBeVisible();
  // Sooner than the form can show the first.
  await define.evaluate((input: HTMLInputElement) => {
    for (const item of ["B=2", "C=3"]) {
      input.value = item;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    }
  });
  await workbench.expectText(target.replace("A=1", "A=1, B=2, C=3"));
  await expect(form.getByRole("button", { name: "Remove C=3" })).toBeVisible();
  // Nor does one come back that was taken away.
  await form.locator(".chip__remove").first().evaluate((first: HTMLElement) => {
    const all = first.closest(".chips")!.querySelectorAll<HTMLElement>(".chip__remove");
    for (const it of [...all].slice(0, 2)) it.click();
  });
  await workbench.expectText(target.replace("A=1", "C=3"));
});

test("a list whose last chip goes stays empty where other items would count", async ({ workbench }) => {
  const hardware = "[cpu:0]\nfeatures = integer\n\n[core_features]\n64bit_support = true\n\n[integer]\nint_add = true\n";
  await workbench.open(textFile("a.coilcfg.txt", hardware));
  await workbench.line("features = integer").click();
  const form = await workbench.view("Form");
  await form.getByRole("button", { name: "Remove integer" }).click();
  await workbench.expectText(hardware.replace("features = integer", "features ="));
  const base = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\nFeatures = SSE2, AVX2\n";
  const target = "@include \"base.coilcfg\"\n[Target]\nFeatures = BMI1\n";
  await workbench.open(textFile("base.coilcfg", base));
  await workbench.open(textFile("m.coilcfg", target));
  await workbench.expectText(target);
  await workbench.line("Features").click();
  await (await workbench.view("Form")).getByRole("button", { name: "Remove BMI1" }).click();
  await workbench.expectText(target.replace("Features = BMI1", "Features ="));
  // Nothing is inherited here.
  const own = base.replace("SSE2, AVX2", "SSE2");
  await workbench.open(textFile("own.coilcfg", own));
  await workbench.expectText(own);
  await workbench.line("Features").click();
  await (await workbench.view("Form")).getByRole("button", { name: "Remove SSE2" }).click();
  await workbench.expectText(own.replace("Features = SSE2\n", ""));
});

test("a chip that is refused waits with its item", async ({ workbench, page }) => {
  const targets = "[Target]\nPU = CPU\nArchitecture = x86\nMode = 64\n[Preprocessor]\nDefine = A=1\nUndefine = B\n";
  await workbench.open(textFile("other.coilcfg", targets), textFile("a.coilcfg", targets));
  await workbench.line("Define = A").click();
  const form = await workbench.view("Form");
  const define = form.getByRole("combobox", { name: "Define", exact: true }).or(form.getByRole("textbox", { name: "Define", exact: true }));
  await define.fill('Z="1');
  await define.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await workbench.fileTab("other.coilcfg").click();
  await workbench.line("Define = A").click();
  await expect(define).toHaveValue("");
  await workbench.fileTab("a.coilcfg").click();
  await workbench.line("Define = A").click();
  await expect(define).toHaveValue('Z="1');
  expect(await workbench.text()).toBe(targets);
});

test("the middle button closes a file with what its form was just given", async ({ workbench, page }) => {
  await workbench.open(textFile("other.pipe", "process z\n  :: numbers\n"), textFile("numbers.pipe", numbers));
  await workbench.line("start = 1").click();
  const form = await workbench.view("Form");
  await form.getByRole("spinbutton", { name: "start", exact: true }).fill("77");
  await workbench.fileTab("numbers.pipe").click({ button: "middle" });
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await workbench.expectText(numbers.replace("start = 1", "start = 77"));
  await expect(workbench.fileTab("numbers.pipe, not saved")).toBeVisible();
});

test("the middle button closes a file, and pastes nothing into another", async ({ workbench, page }) => {
  await workbench.open(textFile("other.pipe", "process z\n  :: numbers\n"), textFile("numbers.pipe", numbers));
  await workbench.editor.press("ControlOrMeta+a");
  await workbench.fileTab("other.pipe").click({ button: "middle" });
  await expect(workbench.fileTab("other.pipe")).toHaveCount(0);
  await page.waitForTimeout(300);
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeDisabled();
  expect(await workbench.text()).toBe(numbers);
});

test("a number that is half typed over bytes when the page is left is asked about, and in the text after that", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const before = await workbench.text();
  const bytes = await workbench.view("Bytes");
  await bytes.getByRole("gridcell").nth(12).click();
  const number = bytes.getByLabel("u32", { exact: true });
  await number.fill("99");
  await expectKept(page, before.slice(0, 60));
  page.on("dialog", (it) => void it.accept());
  await page.reload();
  await workbench.ready();
  await expect.poll(() => workbench.text()).not.toBe(before);
  await workbench.view("Bytes");
  await bytes.getByRole("gridcell").nth(12).click();
  await expect(number).toHaveValue("99");
});

test("the tables of a unit are no wider than its form", async ({ workbench }) => {
  await workbench.open(upload(goldenText));
  await workbench.line(/^\[cpu:0\]/).click();
  const form = await workbench.view("Form");
  await expect(form.getByRole("table", { name: "ABIs" })).toBeVisible();
  const over = await form.locator(".inspector__body").evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test("the form of an empty text says once that there is nothing yet", async ({ workbench }) => {
  await workbench.open(textFile("empty.pipe", ""));
  const form = await workbench.view("Form");
  await expect(form).toContainText("Nothing here yet");
  await expect(form.getByRole("button", { name: "Add process" })).toBeVisible();
  await expect(form).not.toContainText("There are no entries yet");
});
