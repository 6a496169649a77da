// The canvas, as used by hand.

import { expect, type Locator, type Page } from "@playwright/test";

export interface Place {
  x: number;
  y: number;
}

/** Finds a vertex by its name. */
export const card = (graph: Locator, name: string): Locator =>
  graph.getByRole("button", { name: new RegExp(`^${name}\\b`) });

/** Finds the outline of a vertex. */
export const box = (graph: Locator, name: string): Locator => card(graph, name).locator(".vertex__box");

/** Where an element is, in pixels of the page. */
export interface Rectangle extends Place {
  width: number;
  height: number;
}

/** Returns where an element is once it stands still: after an edit it may be drawn anew, or elsewhere, at any moment. */
export async function stillBox(of: Locator): Promise<Rectangle> {
  await expect(of).toBeVisible();
  const box = await still(of, () => of.boundingBox());
  return box!;
}

/** Returns the middle of an element that stands still, in pixels of the page. */
export async function middle(of: Locator): Promise<Place> {
  const box = await stillBox(of);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns the middle of a connection that stands still, in pixels of the page. */
export async function middleOf(edge: Locator): Promise<Place> {
  await expect(edge).toBeVisible();
  const look = () =>
    edge.locator(".edge__line").evaluate((line: SVGPathElement) => {
      const { x, y } = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM()!);
      return { x, y };
    });
  return (await still(edge, look))!;
}

/** Looks at something until it is there and the same twice. */
async function still<T>(of: Locator, look: () => Promise<T | null>): Promise<T | null> {
  let found: T | null = null;
  const isStill = async () => {
    const before = await look();
    // Time alone does not tell: on a busy machine the page may not have come to draw the next frame.
    await of.page().evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await of.page().waitForTimeout(30);
    found = await look();
    return found !== null && JSON.stringify(found) === JSON.stringify(before);
  };
  await expect.poll(isStill, { message: `${of} stands still`, intervals: [30] }).toBe(true);
  return found;
}

/** Drags with the mouse from the middle of one element to the middle of another. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

/** Drags with a finger. */
export async function touchDrag(page: Page, from: Place, to: Place): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", at?: Place) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await touch("touchStart", from);
  for (const share of [0.2, 0.5, 0.8, 1]) {
    const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
    await touch("touchMove", { x, y });
  }
  await touch("touchEnd");
  await session.detach();
}

/** Picks an entry of the open list. */
export async function pick(page: Page, typed: string): Promise<void> {
  const field = page.getByRole("combobox");
  await field.fill(typed);
  await expect(page.getByRole("dialog").getByRole("option").first()).toContainText(typed);
  await page.keyboard.press("Enter");
  await expect(field).toBeHidden();
}
