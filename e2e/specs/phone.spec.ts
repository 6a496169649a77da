// What a page in a hand shows whole.

import { stillBox } from "../pages/canvas.ts";
import { pipeline, textFile, trace } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("the whole of an effective value is read with a finger", async ({ workbench, page }) => {
  await workbench.open(textFile("rank.trace", trace));
  const view = await workbench.view("Effective values");
  await view.getByLabel("Filter values").fill("max_num_traces");
  const row = view.getByRole("row").filter({ hasText: "Lexgion.default" }).first();
  await row.locator(".resolved__value").first().tap();
  const whole = view.getByRole("status").filter({ hasText: "max_num_traces" });
  await expect(whole).toContainText(/100 – line 8/);
  const isWhole = () => whole.locator("p").evaluateAll((all) => all.every((it) => it.scrollWidth <= it.clientWidth));
  expect(await isWhole()).toBe(true);
  await page.screenshot({ path: "results/screens/phone_value.png" });
  await view.getByLabel("Filter values").fill("tracing_rate");
  await expect(view.getByRole("row").filter({ hasText: "max_num_traces" })).toHaveCount(0);
  // Sooner it would be a double tap, which leads to the text.
  await page.waitForTimeout(600);
  await view.getByRole("row").filter({ hasText: "tracing_rate" }).first().locator(".resolved__value").first().tap();
  await expect(view.getByRole("status").filter({ hasText: "tracing_rate" })).toContainText("10");
  await expect(whole).toHaveCount(0);
});

test("what a conversion loses is said whole before it is chosen", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.palette("Convert…");
  const dialog = page.getByRole("dialog", { name: "Convert" });
  await expect(dialog.getByRole("option").first()).toBeVisible();
  const cut = await dialog.locator(".picker__detail").evaluateAll((all) =>
    all.filter((it) => it.scrollHeight > it.clientHeight || it.scrollWidth > it.clientWidth).map((it) => it.textContent),
  );
  expect(cut).toEqual([]);
  await page.screenshot({ path: "results/screens/phone_convert.png" });
});

test("a message stands above the bars", async ({ workbench, page }) => {
  await workbench.open(textFile("viewing.pipe", pipeline));
  await workbench.palette("Save view as JSON");
  const { y, height } = await stillBox(page.locator(".toast").first());
  const bar = await stillBox(page.getByRole("toolbar", { name: "Page" }).first());
  const foot = await stillBox(page.locator("footer"));
  expect(y + height).toBeLessThan(Math.min(bar.y, foot.y));
});
