// Slow drawings: the page keeps working, and the user need not wait.

import type { Locator } from "@playwright/test";

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const small = `process numbers
  :: numbers
process printer
  :: print_number
connect from numbers.number
        to   printer.number
`;

/** Makes so many connections between so few processes that drawing them takes very long. */
function endless(): string {
  const [nProcesses, nInputs] = [800, 50];
  const processes = Array.from({ length: nProcesses }, (_, at) => `process p${at}\n  :: unheard_of\n`);
  const connections = processes.slice(1).flatMap((_, at) =>
    Array.from({ length: nInputs }, (_, input) => {
      const from = (at * 31 + input * input * 7919 + input) % (at + 1);
      return `connect from p${from}.out\n        to   p${at + 1}.in${input}\n`;
    }),
  );
  return processes.join("") + connections.join("");
}

/** Pastes as Ctrl+V does, without the clipboard of the machine. */
async function paste(editor: Locator, text: string): Promise<void> {
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("a drawing that takes long says how far it is, holds nothing up, and can be given up", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("long.pipe", small));
  const graph = await workbench.view("Graph");
  const card = graph.getByRole("button", { name: /^printer\b/ });
  await expect(card).toBeVisible();
  await workbench.editor.press("ControlOrMeta+a");
  await paste(workbench.editor, endless());
  const progress = graph.getByText(/^Laying out… \d+%$/);
  await expect(progress).toBeVisible();

  // Text typed meanwhile is found at once; the drawing starts over.
  await workbench.editor.press("ControlOrMeta+Home");
  await workbench.editor.pressSequentially("nonsense ");
  await workbench.openProblems();
  await expect(workbench.problems.getByText(/nonsense/).first()).toBeVisible();
  await expect(progress).toBeVisible();

  await graph.getByRole("button", { name: "Stop" }).click();
  await expect(progress).toBeHidden();
  const outdated = graph.getByText("The text has changed since this was drawn.");
  await expect(outdated).toBeVisible();
  // A selection in it belongs to another text, so nothing in the text is highlighted.
  const line = await page.locator(".cm-activeLine").textContent();
  await card.click();
  await expect(card).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".cm-activeLine")).toHaveText(line ?? "");

  await graph.getByRole("button", { name: "Lay out" }).click();
  await expect(progress).toBeVisible();
  await expect(outdated).toBeHidden();
  // By key and by command, too.
  await graph.locator(".canvas__drawing").focus();
  await page.keyboard.press("Escape");
  await expect(outdated).toBeVisible();
  await graph.getByRole("button", { name: "Lay out" }).click();
  await expect(progress).toBeVisible();
  await workbench.palette("Stop the layout");
  await expect(outdated).toBeVisible();
  await graph.getByRole("button", { name: "Lay out" }).click();
  await expect(progress).toBeVisible();
  // A text that is drawn quickly does not wait for the slow one.
  await workbench.undoAll();
  await expect(progress).toBeHidden();
  await expect(card).toBeVisible();
  await workbench.expectText(small);
});
