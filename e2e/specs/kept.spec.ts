import { expect, test } from "../pages/test.ts";
import { textFile } from "../pages/files.ts";
import { expectKept } from "../pages/storage.ts";

const flow = "process a\n  :: numbers\n\nprocess b\n  :: print_number\n\nconnect from a.number\n        to   b.number\n";
const one = textFile("one.pipe", flow);
const two = textFile("two.pipe", flow);
const three = textFile("three.pipe", "process c\n  :: numbers\n");

test.describe("a file that is closed and opened again", () => {
  test("is as saved as it was, at its place", async ({ workbench, page }) => {
    await workbench.open(one, two, three);
    await workbench.fileTab("two.pipe").click();
    await page.keyboard.press("Alt+w");
    await expect(workbench.fileTab("two.pipe")).toHaveCount(0);
    await page.keyboard.press("Alt+Shift+W");
    const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
    await expect(tabs).toHaveText(["one.pipe", "two.pipe", "three.pipe"]);
    await expect(workbench.fileTab("two.pipe")).toHaveAccessibleName("two.pipe");
    // There is nothing to ask about.
    await page.keyboard.press("Alt+w");
    await expect(workbench.fileTab("two.pipe")).toHaveCount(0);
    await expect(page.locator("dialog")).toHaveCount(0);
  });

  test("is not saved if it was not", async ({ workbench, page }) => {
    await workbench.open(one, two);
    await workbench.editor.click();
    await page.keyboard.type("# mine");
    await page.keyboard.press("Alt+w");
    await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving", exact: true }).click();
    await expect(workbench.fileTab("two.pipe")).toHaveCount(0);
    await page.keyboard.press("Alt+Shift+W");
    await expect(workbench.fileTab("two.pipe, not saved")).toBeVisible();
  });
});

test("the same unchanged file is shown and not opened again", async ({ workbench, page }) => {
  await workbench.drop(one);
  await expect(workbench.fileTab("one.pipe")).toBeVisible();
  await workbench.drop(three);
  await expect(workbench.fileTab("three.pipe")).toBeVisible();
  await workbench.drop(one);
  await expect(workbench.fileTab("one.pipe")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("is open already, with the same content.").first()).toBeVisible();
  await workbench.drop(textFile("one.pipe", `${flow}# more\n`));
  await expect(workbench.fileTab("one-2.pipe")).toBeVisible();
});

test.describe("the keyboard stays", () => {
  const focused = "*:focus";

  test("in the drawing when another file is shown", async ({ workbench, page }) => {
    await workbench.open(one, two);
    const graph = await workbench.view("Graph");
    const vertex = graph.getByRole("button", { name: /^a\b/ }).first();
    await vertex.focus();
    await page.keyboard.press("Alt+PageDown");
    await expect(workbench.fileTab("one.pipe")).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("group", { name: "Drawing" })).toBeFocused();
    await graph.getByRole("button", { name: /^a\b/ }).first().focus();
    await page.keyboard.press("F2");
    await expect(graph.locator("input.canvas__field")).toBeFocused();
    await page.keyboard.press("Alt+PageDown");
    await expect(workbench.fileTab("two.pipe")).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("group", { name: "Drawing" })).toBeFocused();
  });

  test("in the row of tabs when one is closed", async ({ workbench, page }) => {
    await workbench.open(one, two, three);
    await workbench.fileTab("two.pipe").click();
    await workbench.fileTab("two.pipe").focus();
    await page.keyboard.press("Delete");
    await expect(workbench.fileTab("three.pipe")).toBeFocused();
  });

  test("in the list of files when one is renamed or deleted", async ({ workbench, page }) => {
    await workbench.open(one, two, three);
    await page.getByRole("tab", { name: "Files", exact: true }).click();
    const list = page.getByRole("tree", { name: "Open files" });
    await list.getByRole("treeitem", { name: "three.pipe" }).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("F2");
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("second.pipe");
    await page.keyboard.press("Enter");
    await expect(list.getByRole("treeitem", { name: "second.pipe" })).toBeFocused();
    await page.keyboard.press("Delete");
    await expect(list.getByRole("treeitem")).toHaveCount(2);
    await expect(list.locator(focused)).toHaveCount(1);
  });

  test("in the text after a reload", async ({ workbench, page }) => {
    await workbench.open(one);
    await workbench.editor.click();
    await expectKept(page, "process a");
    await page.reload();
    await workbench.ready();
    await expect(workbench.editor).toBeFocused();
  });
});

test("a drawing is one stop of Tab", async ({ workbench, page }) => {
  await workbench.open(one);
  const graph = await workbench.view("Graph");
  await expect(graph.getByRole("button", { name: /^a\b/ }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Graph", exact: true }).focus();
  const drawing = page.getByRole("group", { name: "Drawing" });
  for (let stops = 0; stops < 3 && !(await drawing.evaluate((it) => it === document.activeElement)); stops++) {
    await page.keyboard.press("Tab");
  }
  await expect(drawing).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("g:focus")).toHaveCount(0);
  // A vertex is selected by what gives it the keyboard.
  const vertex = graph.getByRole("button", { name: /^b\b/ }).first();
  await vertex.focus();
  await expect(vertex).toHaveAttribute("aria-pressed", "true");
});

test("the places before a leap are gone back to", async ({ workbench, page }) => {
  const far = `process a\n  :: numbers\n${"\n".repeat(40)}process b\n  :: print_number\n\nconnect from a.number\n        to   b.number\n`;
  await workbench.open(textFile("far.pipe", far), three);
  await workbench.fileTab("far.pipe").click();
  await workbench.editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  const place = page.getByRole("button", { name: /^Ln / }).or(page.getByText(/^Ln \d+/)).first();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(place).toContainText("Ln 46");
  await workbench.fileTab("three.pipe").click();
  await workbench.editor.click();
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(workbench.fileTab("far.pipe")).toHaveAttribute("aria-selected", "true");
  await expect(place).toContainText("Ln 46");
  await expect(workbench.editor).toBeFocused();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(workbench.fileTab("three.pipe")).toHaveAttribute("aria-selected", "true");
  await workbench.palette("Go back");
  await expect(workbench.fileTab("far.pipe")).toHaveAttribute("aria-selected", "true");
});

test("a name that no disk takes is refused", async ({ workbench, page }) => {
  await workbench.open(one);
  await workbench.palette("Rename file");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(`${"x".repeat(300)}.pipe`);
  await expect(dialog.getByRole("status")).toContainText("too long");
  await expect(dialog.getByRole("button", { name: "Rename" })).toBeDisabled();
});

test("the message of an undo goes with its redo", async ({ workbench, page }) => {
  await workbench.open(one);
  const graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: /^a\b/ }).first().click();
  await page.keyboard.press("g");
  await expect(graph.getByLabel("Name of the cluster")).toBeFocused();
  await page.keyboard.type("part");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab(/part\.cluster/)).toBeVisible();
  await workbench.editor.click();
  await page.keyboard.press("ControlOrMeta+z");
  const undone = page.getByText("redo brings it back");
  // By itself it stands for five seconds.
  await expect(undone).toBeVisible({ timeout: 2_000 });
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(undone).toHaveCount(0, { timeout: 2_000 });
  await expect(workbench.fileTab(/part\.cluster/)).toBeVisible();
});

test("the matches of a search in the text are counted", async ({ workbench, page }) => {
  await workbench.open(one);
  await workbench.editor.click();
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("number");
  const count = page.locator(".bobbin-search-count");
  await expect(count).toContainText("matches");
  await page.keyboard.press("Enter");
  await expect(count).toHaveText(/^\d of \d$/);
  await page.keyboard.type("zzz");
  await expect(count).toHaveText("no matches");
  // One of those can take for ever.
  await page.getByRole("checkbox", { name: "Regular expression" }).check();
  await expect(count).toHaveText("");
  await page.getByRole("checkbox", { name: "Regular expression" }).uncheck();
  await expect(count).toHaveText("no matches");
});
