// Where the keyboard goes: dialogs and menus give it back, and messages do not take it or the text's place.

import type { Locator, Page } from "@playwright/test";

import { card, stillBox } from "../pages/canvas.ts";
import { numberFlow, pipeline, seedTrace, textFile, trace } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import { usePlainPickers, type Workbench } from "../pages/workbench.ts";

const numbers = `process source
  :: numbers
  start = 1

process sink
  :: print_number
  output = out.txt

connect from source.number
        to   sink.number
`;

const openDialogs = [
  "List all shortcuts",
  "Go to item",
  "Change language",
  "New file",
  "Rename file",
  "Find and replace in all files",
  "Examples",
  "Environment",
  "Versions of this file",
];

/** Gives the outline the keyboard, at its row of the process `viewer`. */
async function goToViewer(workbench: Workbench): Promise<void> {
  await workbench.showOutline();
  await workbench.outline.getByRole("treeitem", { name: /^viewer/ }).click();
  await workbench.outline.focus();
}

/** Goes with Enter from where the keyboard is into the form, and with Escape out of it. */
async function enterAndLeave(form: Locator): Promise<void> {
  const page = form.page();
  await page.keyboard.press("Enter");
  await expect(form.locator(":is(input, select, textarea):focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
}

test("every dialog gives the focus back to the text", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  await workbench.line(/output = /).click();
  for (const it of openDialogs) {
    await workbench.palette(it);
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(page.getByRole("combobox", { name: /command/i })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(workbench.editor, it).toBeFocused();
  }
  // The caret is where it was.
  await page.keyboard.press("End");
  await page.keyboard.type("x");
  await workbench.expectTextContains("output = out.txtx\n");
});

test("the list of commands gives the focus back to the drawing and to a button", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  const graph = await workbench.view("Graph");
  await card(graph, "source").click();
  await page.keyboard.press("ControlOrMeta+Shift+P");
  await page.keyboard.press("Escape");
  // Keys go to the drawing again.
  await page.keyboard.press("ArrowRight");
  await expect(card(graph, "source")).toHaveAttribute("aria-pressed", "false");
  const open = page.getByRole("button", { name: "Open", exact: true });
  await open.focus();
  await page.keyboard.press("ControlOrMeta+Shift+P");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
});

test("an item that was picked has the keyboard in the text", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  await page.getByRole("button", { name: "Open", exact: true }).focus();
  await workbench.palette("Go to item");
  await page.getByRole("combobox", { name: "Go to item" }).fill("sink");
  // The items of a file that was just opened may come behind the question.
  await expect(page.getByRole("option", { name: "sink" }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(workbench.editor).toBeFocused();
  await expect(page.locator(".cm-activeLine")).toContainText("process sink");
});

test("menus close on Tab and give the focus back", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  const button = page.locator("header button[aria-haspopup=menu]").first();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(button).toBeFocused();

  const tab = workbench.fileTab("flow.pipe");
  await tab.focus();
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menu", { name: "This file" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(tab).toBeFocused();
});

test("a click on a file's tab gives the keyboard to its text, and keys stay in the row", async ({ workbench, page }) => {
  await workbench.open(textFile("first.pipe", "# a\n"), textFile("second.pipe", numbers));
  const [first, second] = [workbench.fileTab("first.pipe"), workbench.fileTab("second.pipe")];
  await first.click();
  await expect(workbench.editor).toBeFocused();
  await second.click();
  await expect(workbench.editor).toBeFocused();
  await expect(second).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("# test ");
  await workbench.expectText(`# test ${numbers}`);
  await second.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute("aria-selected", "true");
});

test("at most three messages stand over the page, and errors wait for their turn", async ({ workbench, page }) => {
  const messages = page.locator(".toast");
  const drop = (nth: number): Promise<void> =>
    workbench.drop({ name: `cut${nth}.zip`, mimeType: "application/zip", buffer: Buffer.from("PK\u0003\u0004 no archive") });
  await drop(0);
  // While they are pointed at, none of them goes by itself.
  await messages.first().hover();
  for (const nth of [1, 2]) {
    await drop(nth);
    await expect(messages.nth(nth)).toContainText(`cut${nth}.zip`);
  }
  await drop(3);
  await drop(4);
  await expect(messages).toHaveCount(3);
  // Those that had to wait take the place of those that are put away.
  await expect(messages.first()).toContainText("cut0.zip");
  await messages.first().getByRole("button", { name: "Dismiss" }).click();
  await expect(messages).toHaveCount(3);
  // Which of two archives that are dropped together is refused first is left open.
  await expect(messages.last()).toContainText(/cut[34]\.zip/);
  for (let left = 4; left > 0; left--) await messages.first().getByRole("button", { name: "Dismiss" }).click();
  await expect(messages).toHaveCount(0);
});

test.describe("with the clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("a message goes after five seconds, unless it is pointed at", async ({ workbench, page }) => {
    await workbench.open(textFile("flow.pipe", numbers));
    const message = page.locator(".toast");
    await workbench.palette("Copy link to this file");
    await expect(message).toBeVisible();
    await expect(message).toHaveCount(0, { timeout: 6500 });

    await workbench.palette("Copy link to this file");
    await message.hover();
    await page.waitForTimeout(6000);
    await expect(message).toBeVisible();
    await page.mouse.move(10, 10);
    await expect(message).toHaveCount(0, { timeout: 3000 });
  });
});

async function expectBelowToolbar(page: Page): Promise<void> {
  const tooltip = page.locator(".cm-tooltip-lint");
  await expect(tooltip).toBeVisible();
  const [box, header] = [await stillBox(tooltip), await stillBox(page.locator("header").first())];
  expect(box.y).toBeGreaterThanOrEqual(header.y + header.height);
}

test("what is found in the first line stands below the toolbar, and goes", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", "processs source\n  :: numbers\n"));
  await expect(page.locator(".cm-lintRange").first()).toBeVisible();
  await workbench.line(/numbers/).click();
  await page.keyboard.press("End");
  await page.keyboard.type("x");
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("Shift+F8");
  await page.keyboard.press("F8");
  await expectBelowToolbar(page);
  const tooltip = page.locator(".cm-tooltip-lint");
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
  await page.keyboard.press("F8");
  await expect(tooltip).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText("processs source\n  :: numbers\n");
  await page.keyboard.press("F8");
  await expect(tooltip).toBeVisible();
  // Out of the text with the pointer.
  const text = await stillBox(page.locator(".cm-scroller"));
  await page.mouse.move(text.x + text.width / 2, text.y + text.height - 20);
  await page.locator("footer").hover();
  await expect(tooltip).toHaveCount(0);
});

test("Escape and Tab leave the text also after a fix", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", "processs source\n  :: numbers\n"));
  await expect(page.locator(".cm-lintRange").first()).toBeVisible();
  await workbench.line(/processs/).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("F8");
  await expect(page.locator(".cm-tooltip-lint")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+.");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await workbench.expectText("process source\n  :: numbers\n");
  await expect(page.locator(".cm-tooltip")).toHaveCount(0);
  // Nothing is selected any more that Escape would take away first.
  await expect(page.getByText("Ln 1, Col 8")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(workbench.editor).not.toBeFocused();
  await workbench.expectText("process source\n  :: numbers\n");
});

test("Escape and Tab leave the text also where a view has selected in it", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  await goToViewer(workbench);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await workbench.editor.focus();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString() ?? "")).not.toBe("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(workbench.editor).not.toBeFocused();
  await workbench.expectText(pipeline);
});

test("the keyboard goes into the text with the next problem", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", "processs source\n  :: numbers\n"));
  await expect(page.locator(".cm-lintRange").first()).toBeVisible();
  await page.getByRole("button", { name: /^Show or hide problems/ }).focus();
  await page.keyboard.press("F8");
  await expect(workbench.editor).toBeFocused();
});

test("without problems, asking for the next one leads nowhere", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await workbench.open(textFile("flow.pipe", numberFlow));
  const form = await workbench.view("Form");
  await expect(form).toBeVisible();
  await form.getByRole("button").first().focus();
  await page.keyboard.press("F8");
  await expect(page.getByText("No problems.").first()).toBeVisible();
  await expect(form).toBeVisible();
});

test("a file that is opened from the start page has the keyboard", async ({ workbench, page }) => {
  await workbench.ready();
  await usePlainPickers(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open file…", exact: true }).click();
  await (await chooser).setFiles([textFile("flow.pipe", numbers)]);
  await expect(workbench.editor).toBeFocused();
});

test("Enter goes from the drawing and the outline into the form, and Escape back", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await card(graph, "detector").click();
  const form = page.getByRole("tabpanel", { name: "Form", exact: true });
  await enterAndLeave(form);
  // The keyboard goes to the drawing once that is painted.
  await expect(graph.locator(".canvas__drawing")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(card(graph, "detector")).toHaveAttribute("aria-pressed", "false");

  await goToViewer(workbench);
  await enterAndLeave(form);
  await expect(graph).toBeVisible();
  await expect(workbench.outline).toBeFocused();
});

test("the keys of the view where one is come first", async ({ workbench, page }) => {
  const titles = () => page.getByRole("dialog", { name: "Shortcuts" }).getByRole("heading", { level: 3 }).allInnerTexts();
  const look = async () => {
    await page.getByRole("button", { name: "Shortcuts", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Shortcuts" })).toBeVisible();
    const found = await titles();
    await page.keyboard.press("Escape");
    return found;
  };
  expect((await look())[0]).toBe("File");
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.view("Graph");
  expect((await look()).slice(0, 2)).toEqual(["Graph", "In the graph"]);
  await workbench.open(textFile("document.trace", seedTrace));
  await workbench.view("Coverage");
  expect((await look())[0]).toBe("On the map");
});

test("a button that goes with its value leaves the keyboard in the field", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  await workbench.line("start = 1").click();
  const form = await workbench.view("Form");
  await form.getByRole("button", { name: "Unset start", exact: true }).focus();
  await page.keyboard.press("Enter");
  await workbench.expectText(numbers.replace("  start = 1\n", ""));
  await expect(form.getByRole("spinbutton", { name: "start", exact: true })).toBeFocused();
});

test("a pane that is hidden hands the keyboard on, and a question gives it back to the outline", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await card(graph, "detector").click();
  await page.keyboard.press("Alt+t");
  await expect(workbench.editor).toBeFocused();
  await page.keyboard.press("Alt+t");
  await page.keyboard.press("Alt+v");
  await expect(graph.locator(".canvas__drawing")).toBeFocused();
  await page.keyboard.press("Alt+v");
  await goToViewer(workbench);
  await page.keyboard.press("F2");
  await expect(page.getByRole("textbox", { name: /name/i })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(workbench.outline).toBeFocused();
});

test("what is asked for beside the text takes the keyboard, and gives it back when it is asked for again", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("other.pipe", "process lonely\n  :: numbers\n"), textFile("flow.pipe", pipeline));
  await workbench.line("process detector").click();
  await expect(workbench.editor).toBeFocused();
  const row = page.getByRole("tree", { name: "Open files" }).getByRole("treeitem", { name: "flow.pipe", exact: true });
  for (const [command, place] of [
    ["Show files", row],
    ["Show outline", workbench.outline],
  ] as const) {
    await workbench.palette(command);
    await expect(place, command).toBeFocused();
    await workbench.palette(command);
    await expect(workbench.editor, command).toBeFocused();
    await expect(place, command).toBeVisible();
  }
  // An error has shown them already.
  await expect(workbench.problems).toBeVisible();
  await workbench.palette("Show or hide problems");
  await expect(workbench.problems).toHaveCount(0);
  await expect(workbench.editor).toBeFocused();
  await workbench.palette("Show or hide problems");
  await expect(workbench.problems.getByRole("tree")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(workbench.problems.locator("[aria-selected=true]")).toHaveCount(1);
  await workbench.palette("Show or hide problems");
  await expect(workbench.problems).toHaveCount(0);
  await expect(workbench.editor).toBeFocused();
});

test("Escape goes from a form that was there back to the outline", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", pipeline));
  const form = await workbench.view("Form");
  await goToViewer(workbench);
  await enterAndLeave(form);
  await expect(workbench.outline).toBeFocused();
  await expect(form).toBeVisible();
});

test("a row and a chip that go leave the keyboard in their form", async ({ workbench, page }) => {
  const text = "[cpu:0]\nname = a\nfeatures = core_features, simd\n\n[resources]\ngpr = 16\nfpr = 8\nvr = 4\n";
  await workbench.open(textFile("a.coilcfg.txt", text));
  await workbench.line("[cpu:0]").click();
  const form = await workbench.view("Form");
  await form.getByRole("button", { name: "Remove row 1 gpr" }).focus();
  await page.keyboard.press("Enter");
  await workbench.expectText(text.replace("gpr = 16\n", ""));
  await expect(form.getByRole("button", { name: "Remove row 1 fpr" })).toBeFocused();
  // The last one leaves the keyboard in the row for a new one.
  for (const [key, line] of [["fpr", "fpr = 8\n"], ["vr", "vr = 4\n"]] as const) {
    await form.getByRole("button", { name: `Remove row 1 ${key}` }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => workbench.text()).not.toContain(line);
  }
  await expect(form.locator("tfoot input:focus")).toHaveCount(1);
  await form.getByRole("button", { name: "Remove simd" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => workbench.text()).not.toContain("simd");
  await expect(form.locator(".chips__input:focus")).toHaveCount(1);
});

test("with an Apple keyboard, letters with ⌥ do what is shown", async ({ workbench, page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "platform", { get: () => "MacIntel" }));
  await page.reload();
  await workbench.open(textFile("flow.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await graph.locator(".canvas__drawing").focus();
  await page.evaluate(() => {
    const press = { key: "∑", code: "KeyW", altKey: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", press));
  });
  await expect(workbench.fileTab("flow.pipe")).toHaveCount(0);
});

test("a cluster that is opened in place and closed again keeps the keyboard in the drawing", async ({ workbench, page }) => {
  const cluster = "cluster two\n  -- One input.\n  imap from f1\n       to   m.factor1\n  -- Scales.\nprocess m :: multiplication\n";
  const pipe = "process a :: numbers\nprocess g :: two\nconnect from a.number to g.f1\n";
  await workbench.open(textFile("two.cluster", cluster), textFile("flow.pipe", pipe));
  const graph = await workbench.view("Graph");
  await card(graph, "g").click();
  await card(graph, "g").focus();
  for (const inner of [1, 0]) {
    await page.keyboard.press("x");
    await expect(card(graph, "m")).toHaveCount(inner);
    const isInDrawing = () => page.evaluate(() => document.activeElement?.closest(".canvas__drawing") !== null);
    await expect.poll(isInDrawing).toBe(true);
  }
  // A letter still means the drawing.
  await page.keyboard.press("n");
  await expect(graph.getByLabel(/^New name for g/)).toBeFocused();
});

test("what moves a section keeps the keyboard, and a question about one gives it back", async ({ workbench, page }) => {
  await workbench.open(textFile("job.trace", `${trace}\n[Lexgion(Python:main)]\n    tracing_rate = 1\n`));
  await workbench.line("[MPI.default]").click();
  const form = await workbench.view("Form");
  const down = form.getByRole("button", { name: "Move down", exact: true });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => workbench.text()).toMatch(/\[Lexgion\.default\][^]*\[MPI\.default\]/);
  await expect(form.getByRole("button", { name: "Move up", exact: true })).toBeVisible();
  await expect(down).toBeFocused();
  const copy = form.getByRole("button", { name: "Duplicate", exact: true });
  const name = form.getByRole("textbox", { name: "Name", exact: true });
  for (const leave of ["Escape", "Cancel"]) {
    await copy.focus();
    await page.keyboard.press("Enter");
    await expect(name).toBeFocused();
    if (leave === "Cancel") await form.getByRole("button", { name: leave, exact: true }).focus();
    await page.keyboard.press(leave === "Cancel" ? "Enter" : leave);
    await expect(name).toHaveCount(0);
    await expect(copy).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await name.fill("CUDA.default");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("[CUDA.default]");
  await expect(form).toBeFocused();
});

test("a button that has nothing more to do keeps the keyboard", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  await workbench.line("process source").click();
  await page.keyboard.type("x");
  await expect.poll(() => workbench.text()).not.toBe(numbers);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  const redo = page.getByRole("button", { name: "Redo", exact: true });
  await undo.focus();
  await page.keyboard.press("Enter");
  await workbench.expectText(numbers);
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(redo).toBeFocused();
  await page.keyboard.press("Space");
  await expect.poll(() => workbench.text()).not.toBe(numbers);
  await expect(redo).toBeDisabled();
  await expect(redo).toBeFocused();
});

test("the start page has the keyboard once the last file is closed by keys", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  await workbench.line("process source").click();
  await page.keyboard.press("Alt+w");
  const start = page.getByRole("region", { name: "Welcome", exact: true });
  await expect(start).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(start.getByRole("button", { name: "Open file…", exact: true })).toBeFocused();
});

test("where a section is at the end, the way back has the keyboard", async ({ workbench, page }) => {
  await workbench.open(textFile("job.trace", trace));
  await workbench.line("[MPI.default]").click();
  const form = await workbench.view("Form");
  const down = form.getByRole("button", { name: "Move down", exact: true });
  const up = form.getByRole("button", { name: "Move up", exact: true });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => workbench.text()).toMatch(/\[Lexgion\.default\][^]*\[MPI\.default\]/);
  await expect(down).toHaveCount(0);
  await expect(up).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(up).toHaveCount(0);
  await expect(down).toBeFocused();
});

test("the caret goes to a section that is added in the form", async ({ workbench, page }) => {
  await workbench.open(textFile("job.trace", trace));
  await workbench.line("[MPI.default]").click();
  const form = await workbench.view("Form");
  await form.getByRole("button", { name: "Add section", exact: true }).press("Enter");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("CUDA.default");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("[CUDA.default]");
  await expect(page.locator(".cm-activeLine")).toContainText("[CUDA.default]");
  await expect(form.getByRole("heading", { name: "CUDA.default", exact: true })).toBeVisible();
  await expect(form).toBeFocused();
});
