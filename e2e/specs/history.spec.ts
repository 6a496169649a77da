// One history for the text and for the places of vertices.

import type { Locator, Page } from "@playwright/test";

import { pipeline, textFile } from "../pages/files.ts";
import { box, card, middle, type Place } from "../pages/canvas.ts";
import { expect, test } from "../pages/test.ts";

/** Returns the place of a vertex relative to `reader`: the drawing itself may be panned. */
async function place(graph: Locator, name: string): Promise<Place> {
  const [it, reader] = [await middle(box(graph, name)), await middle(box(graph, "reader"))];
  // Adding 0 avoids -0, which is different to `toEqual`.
  return { x: Math.round(it.x - reader.x) + 0, y: Math.round(it.y - reader.y) + 0 };
}

/** Expects a place, up to the rounding of a new layout of the others. */
async function expectPlace(graph: Locator, name: string, expected: Place): Promise<void> {
  await expect(async () => {
    const { x, y } = await place(graph, name);
    expect(Math.abs(x - expected.x), `${x}, not ${expected.x}`).toBeLessThanOrEqual(2);
    expect(Math.abs(y - expected.y), `${y}, not ${expected.y}`).toBeLessThanOrEqual(2);
  }).toPass({ timeout: 10_000 });
}

/** Drags a vertex by its name. */
async function move(page: Page, of: Locator, dx: number, dy: number): Promise<void> {
  const { x, y } = await middle(of.locator(".vertex__title"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 6 });
  await page.mouse.up();
}

test.beforeEach(async ({ workbench }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "viewer")).toBeVisible();
});

// With Caps Lock on, Shift makes a small letter.
for (const letter of ["z", "Z"]) {
  test(`redo by Shift with the letter ${letter} in the text does again`, async ({ workbench, page }) => {
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.pressSequentially("# one");
    await workbench.editor.press("ControlOrMeta+z");
    await workbench.expectText(pipeline);
    await workbench.editor.press(`ControlOrMeta+Shift+${letter}`);
    await workbench.expectText(`${pipeline}# one`);
    await workbench.editor.press(`ControlOrMeta+Shift+${letter}`);
    await expect(page.getByRole("button", { name: "Redo", exact: true })).toBeDisabled();
    await workbench.expectText(`${pipeline}# one`);
  });
}

test("moves and changes of the text are undone in the order in which they happened", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  const before = await place(graph, "viewer");
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expect(undo).toBeDisabled();
  await move(page, card(graph, "viewer"), 30, 80);
  await expectPlace(graph, "viewer", { x: before.x + 30, y: before.y + 80 });
  const moved = await place(graph, "viewer");
  await expect(undo).toBeEnabled();
  await page.keyboard.press("d");
  await expect(card(graph, "viewer2")).toBeVisible();
  const copied = await workbench.text();
  await move(page, card(graph, "viewer"), 0, 60);
  await expectPlace(graph, "viewer", { x: moved.x, y: moved.y + 60 });

  await page.keyboard.press("ControlOrMeta+z");
  await expectPlace(graph, "viewer", moved);
  await workbench.expectText(copied);
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(pipeline);
  await expectPlace(graph, "viewer", moved);
  await page.keyboard.press("ControlOrMeta+z");
  await expectPlace(graph, "viewer", before);
  await expect(undo).toBeDisabled();

  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expectPlace(graph, "viewer", moved);
  await workbench.expectText(pipeline);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await workbench.expectText(copied);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expectPlace(graph, "viewer", { x: moved.x, y: moved.y + 60 });
});

test("a move is undone where it cannot be seen, and a reload keeps what counts", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  const before = await place(graph, "viewer");
  await move(page, card(graph, "viewer"), 0, 90);
  await expectPlace(graph, "viewer", { x: before.x, y: before.y + 90 });
  await workbench.view("Form");
  await workbench.editor.press("ControlOrMeta+z");
  await workbench.view("Graph");
  await expectPlace(graph, "viewer", before);
  await page.waitForTimeout(600);
  await page.reload();
  await workbench.ready();
  await workbench.view("Graph");
  await expectPlace(graph, "viewer", before);
});

test("a key that is held moves a vertex once, and tidy is undone", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  const before = await place(graph, "viewer");
  await card(graph, "viewer").locator(".vertex__title").click();
  await page.keyboard.down("Shift");
  for (let times = 0; times < 3; times++) await page.keyboard.down("ArrowDown");
  await page.keyboard.up("ArrowDown");
  await page.keyboard.up("Shift");
  await expectPlace(graph, "viewer", { x: before.x, y: before.y + 60 });
  await page.keyboard.press("ControlOrMeta+z");
  await expectPlace(graph, "viewer", before);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expectPlace(graph, "viewer", { x: before.x, y: before.y + 60 });
  await workbench.palette("Tidy");
  await expectPlace(graph, "viewer", before);
  await graph.locator(".canvas__drawing").focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expectPlace(graph, "viewer", { x: before.x, y: before.y + 60 });
});

test("vertices line up and are spread, and keep off each other", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  const rect = async (name: string) => (await box(graph, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const names = ["reader", "detector", "viewer"];
  const before = await Promise.all(names.map((it) => place(graph, it)));
  await graph.locator(".canvas__drawing").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Shift+A");
  await page.getByRole("dialog").getByRole("option", { name: "Align right edges" }).click();
  const rights = async () => {
    const all = await Promise.all(names.map(rect));
    return new Set(all.map((it) => Math.round(it.x + it.width))).size;
  };
  await expect.poll(rights).toBe(1);
  const all = (await Promise.all(names.map(rect))).sort((one, other) => one.y - other.y);
  all.slice(1).forEach((it, at) => expect(it.y).toBeGreaterThan((all[at]?.y ?? 0) + (all[at]?.height ?? 0)));
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => Promise.all(names.map((it) => place(graph, it)))).toEqual(before);
  await workbench.palette("Distribute vertically");
  const gaps = async () => {
    const all = (await Promise.all(names.map(rect))).sort((one, other) => one.y - other.y);
    return all.slice(1).map((it, at) => Math.round(it.y - (all[at]?.y ?? 0) - (all[at]?.height ?? 0)));
  };
  await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThan(0);
  const [first, second] = await gaps();
  expect(Math.abs((first ?? 0) - (second ?? 9))).toBeLessThanOrEqual(1);
  await workbench.expectText(pipeline);
});

test("undo of an extraction takes its file away and puts the vertices back, and redo the same again", async ({ workbench, page }) => {
  const graph = await workbench.view("Graph");
  const before = await workbench.text();
  // With a history: the drawing differs from a fresh one of the same text.
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("process extra\n  :: video_input\nconnect from extra.timestamp\n        to   reader.other\n");
  await expect(card(graph, "extra")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(before);
  await expect(card(graph, "extra")).toHaveCount(0);
  await move(page, card(graph, "viewer"), 40, 60);
  const detector = await place(graph, "detector");
  const viewer = await place(graph, "viewer");
  await card(graph, "detector").click();
  await card(graph, "viewer").click({ modifiers: ["Shift"] });
  await page.keyboard.press("g");
  const name = graph.getByLabel("Name of the cluster");
  await expect(name).toBeVisible();
  await name.fill("seen");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab("seen.cluster")).toBeVisible();
  await expect(card(graph, "detector")).toHaveCount(0);
  const folded = await workbench.text();
  const whole = await place(graph, "seen");

  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(before);
  await expect(workbench.fileTab("seen.cluster")).toHaveCount(0);
  await expect(page.getByText(/seen\.cluster.*removed/)).toBeVisible();
  await expectPlace(graph, "detector", detector);
  await expectPlace(graph, "viewer", viewer);

  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await workbench.expectText(folded);
  await expect(workbench.fileTab("seen.cluster")).toBeVisible();
  await expectPlace(graph, "seen", whole);

  // A file that the user has changed since is kept.
  await workbench.fileTab("seen.cluster").click();
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("Home");
  await page.keyboard.type("# mine");
  await workbench.fileTab("people.pipe").click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(before);
  await expect(page.getByText(/seen\.cluster stays: it has been changed since/)).toBeVisible();
  await expect(workbench.fileTab("seen.cluster")).toBeVisible();
  await expectPlace(graph, "detector", detector);
});

test("an undo with nothing left is answered, in the text and elsewhere", async ({ workbench, page }) => {
  await workbench.open(textFile("untouched.pipe", pipeline));
  const said = page.locator("footer").getByRole("status").first();
  await page.getByRole("button", { name: /^Show or hide problems/ }).focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(said).toHaveText("There is nothing to undo.");
  await workbench.editor.focus();
  await page.keyboard.press("ControlOrMeta+y");
  await expect(said).toHaveText("There is nothing to redo.");
});
