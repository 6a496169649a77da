// The view in a window of its own: one page in two windows, and nothing is lost on the way there and back.

import type { Page } from "@playwright/test";

import { card } from "../pages/canvas.ts";
import { pipeline, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import { Workbench } from "../pages/workbench.ts";
import { launchOptions } from "../server.ts";

const numbers = `process source
  :: numbers

process sink
  :: print_number
  output = out.txt

connect from source.number
        to   sink.number
`;

// The headless shell gives the keyboard and the wheel to no second window.
test.use({ launchOptions, reuseContext: false });

async function detach(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Move the view to a window of its own" }).click();
  const second = await opening;
  const failures: string[] = [];
  second.on("pageerror", (it) => failures.push(it.message));
  second.on("console", (it) => it.type() === "error" && failures.push(it.text()));
  second.on("close", () => expect(failures).toEqual([]));
  return second;
}

test("the view works in its own window, and comes back", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  await workbench.view("Graph");
  await expect(card(page.locator("body"), "source")).toBeVisible();
  const second = await detach(page);
  await expect(card(second.locator("body"), "source")).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: "Graph" })).toHaveCount(0);
  await second.setViewportSize({ width: 720, height: 640 });
  await page.screenshot({ path: "results/screens/second-window-page.png" });
  await second.screenshot({ path: "results/screens/second-window-view.png" });

  // The text is drawn there.
  await workbench.line(/process sink/).click();
  await page.keyboard.press("Home");
  await page.keyboard.type("process third\n  :: numbers\n\n");
  await expect(card(second.locator("body"), "third")).toBeVisible();

  // What is picked there is picked in the text; keys and undo go there, too.
  await card(second.locator("body"), "third").click();
  await expect(page.locator(".cm-activeLine")).toContainText("process third");
  await second.keyboard.press("Delete");
  await expect.poll(() => workbench.text()).not.toContain("process third");
  await second.keyboard.press("ControlOrMeta+z");
  await workbench.expectTextContains("process third");
  await expect(card(second.locator("body"), "third")).toBeVisible();

  // Other views and colours follow.
  await second.getByRole("tab", { name: "Effective values" }).click();
  await expect(second.getByRole("row", { name: /output.*out\.txt/ })).toBeVisible();
  await workbench.palette("Colours: dark");
  await expect(second.locator("html")).toHaveAttribute("data-theme", "dark");
  await second.getByRole("tab", { name: "Graph" }).click();
  await second.setViewportSize({ width: 700, height: 420 });
  await expect(card(second.locator("body"), "sink")).toBeInViewport();
  await second.screenshot({ path: "results/screens/second-window-dark.png" });

  await second.close();
  await expect(card(page.locator("body"), "sink")).toBeVisible();
  await workbench.expectTextContains("process third");
});

test("a form is filled in there, and its text is not lost when it is closed", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  await workbench.line(/process sink/).click();
  await workbench.view("Form");
  const second = await detach(page);
  const field = second.getByLabel("output", { exact: true });
  await field.fill("elsewhere.txt");
  await field.press("Enter");
  await workbench.expectTextContains("output = elsewhere.txt");
  // Keys of the field are its own: a modifier, motions and deletions apply nothing, and a command of the text does nothing.
  await field.fill("half typed");
  for (const keys of ["Control", "Alt", "Control+ArrowLeft", "Control+Backspace", "Control+/"]) await field.press(keys);
  await expect(field).toHaveValue("typed");
  await workbench.expectTextContains("output = elsewhere.txt");
  // The typed text counts when another field is gone to, and when the window goes.
  await field.fill("third.txt");
  await second.close({ runBeforeUnload: true });
  await expect(page.getByRole("tabpanel", { name: "Form" })).toBeVisible();
  await expect(page.getByLabel("output", { exact: true })).toHaveValue("third.txt");
  await workbench.expectTextContains("output = third.txt");
});

test("the page takes its view back by the button, when its file is closed, and when it is left", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  let second = await detach(page);
  await expect(card(second.locator("body"), "detector")).toBeVisible();
  let gone = second.waitForEvent("close");
  await page.getByRole("button", { name: "Bring the view back" }).click();
  await gone;
  await expect(card(page.locator("body"), "detector")).toBeVisible();

  second = await detach(page);
  await expect(card(second.locator("body"), "detector")).toBeVisible();
  gone = second.waitForEvent("close");
  await page.reload();
  await gone;
  await new Workbench(page).ready();
  await expect(card(page.locator("body"), "detector")).toBeVisible();

  second = await detach(page);
  gone = second.waitForEvent("close");
  await workbench.palette("Close file");
  await gone;
  await expect(page.getByRole("heading", { name: "Know what your configuration will do" })).toBeVisible();
});

test("a browser that opens no window is told of", async ({ workbench, page }) => {
  await page.addInitScript(() => (window.open = () => null));
  await page.reload();
  await workbench.ready();
  await workbench.open(textFile("people.pipe", pipeline));
  await page.getByRole("button", { name: "Move the view to a window of its own" }).click();
  await expect(page.getByText("Allow pop-up windows for this page")).toBeVisible();
  await expect(card(page.locator("body"), "detector")).toBeVisible();
});

test("a dialog of the graph keeps the keys and the wheel in its window", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", numbers));
  await workbench.view("Graph");
  const second = await detach(page);
  await card(second.locator("body"), "source").click();
  await second.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = second.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const list = dialog.getByRole("listbox");
  await list.hover();
  await second.mouse.wheel(0, 400);
  await expect.poll(() => list.evaluate((it) => Math.max(it.scrollTop, it.parentElement?.scrollTop ?? 0))).toBeGreaterThan(0);
  await dialog.press("Delete");
  await dialog.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(card(second.locator("body"), "source")).toBeVisible();
  expect(await workbench.text()).toBe(numbers);
});

test("what is added to a connection goes there, though the text has changed meanwhile", async ({ workbench, page }) => {
  const two = `${numbers}
process other
  :: numbers

process end
  :: print_number

connect from other.number
        to   end.number
`;
  await workbench.open(textFile("flow.pipe", two));
  await workbench.view("Graph");
  const second = await detach(page);
  const last = second.getByRole("button", { name: /other\.number to end\.number/ });
  await last.dblclick({ force: true });
  const dialog = second.getByRole("dialog");
  await expect(dialog.getByRole("option").first()).toBeVisible();
  // The text changes in the page's own window, where no dialog is in the way.
  await workbench.editor.press("ControlOrMeta+Home");
  for (let line = 0; line < 10; line++) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Delete");
  await workbench.expectText(two.slice(numbers.length + 1));
  await expect(second.getByRole("button", { name: /source\.number to sink\.number/ })).toHaveCount(0);
  await dialog.getByRole("combobox").fill("multiplication");
  await dialog.getByRole("combobox").press("Enter");
  await workbench.expectTextContains(":: multiplication");
  await workbench.expectTextContains("connect from other.number\n        to   multiplication.");
});
