// What a page in a hand shows whole.

import { box, middle, stillBox } from "../pages/canvas.ts";
import { goldenText, numberFlow, pipeline, seedTrace, textFile, trace, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import { usePlainPickers } from "../pages/workbench.ts";

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

for (const width of [390, 700, 1440]) {
  test(`what a conversion loses is said whole before it is chosen, ${width} pixels`, async ({ workbench, page }) => {
    await page.setViewportSize({ width, height: 844 });
    await workbench.open(textFile("people.pipe", pipeline));
    await workbench.palette("Convert…");
    const dialog = page.getByRole("dialog", { name: "Convert" });
    await expect(dialog.getByRole("option").first()).toBeVisible();
    const cut = await dialog.locator(".picker__detail").evaluateAll((all) =>
      all.filter((it) => it.scrollHeight > it.clientHeight || it.scrollWidth > it.clientWidth).map((it) => it.textContent),
    );
    expect(cut).toEqual([]);
    await page.screenshot({ path: `results/screens/phone_convert-${width}.png` });
  });
}

for (const width of [320, 390, 560]) {
  test(`what became of saving is read whole in the bar, ${width} pixels`, async ({ workbench, page }) => {
    await page.setViewportSize({ width, height: 740 });
    await workbench.open(textFile("trace_config_example.txt", seedTrace));
    await usePlainPickers(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await download;
    const said = page.locator(".status__said");
    await expect(said).toHaveText("trace_config_example.txt was downloaded.");
    expect(await said.evaluate((it) => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight + 2)).toBe(true);
    await page.screenshot({ path: `results/screens/phone_saved-${width}.png` });
  });
}

test("beside the keyboard of the screen the head of a form goes up with its fields", async ({ workbench, page }) => {
  await workbench.open(textFile("trace_config_example.txt", seedTrace));
  const form = await workbench.view("Form");
  const field = form.locator(".field").last();
  await expect(form.getByRole("button", { name: "Duplicate", exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 430 });
  await field.scrollIntoViewIfNeeded();
  await expect(field).toBeInViewport();
  await expect(form.getByRole("button", { name: "Duplicate", exact: true })).not.toBeInViewport();
  await page.screenshot({ path: "results/screens/phone_form-430.png" });
});

test("a message stands above the bars", async ({ workbench, page }) => {
  await workbench.open(textFile("viewing.pipe", pipeline));
  await workbench.palette("Save view as JSON");
  const { y, height } = await stillBox(page.locator(".toast").first());
  const bar = await stillBox(page.getByRole("toolbar", { name: "Page" }).first());
  const foot = await stillBox(page.locator("footer"));
  expect(y + height).toBeLessThan(Math.min(bar.y, foot.y));
});

for (const width of [320, 390, 560]) {
  test(`marks stand over their bytes, ${width} pixels`, async ({ workbench, page }) => {
    await page.setViewportSize({ width, height: 740 });
    await workbench.open(upload(goldenText));
    const bytes = await workbench.view("Bytes");
    const fifth = bytes.getByRole("gridcell").nth(5);
    await stillBox(fifth);
    await fifth.click();
    const marks = bytes.locator(".hex__marked");
    const off = async (mark: number, of: string) => {
      const [there, here] = [await stillBox(marks.nth(mark)), await stillBox(bytes.locator(of).nth(5))];
      return Math.abs(there.x - here.x) + Math.abs(there.width - here.width);
    };
    expect(await off(0, ".hex__byte")).toBeLessThan(1);
    if ((await marks.count()) > 1) expect(await off(1, ".hex__character")).toBeLessThan(1);
    const button = await stillBox(bytes.getByRole("button", { name: /^Download/ }));
    expect(button.x + button.width).toBeLessThanOrEqual(width);
  });
}

test("a number of ten digits is whole in a form", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await workbench.open(upload(goldenText));
  const form = await workbench.view("Form");
  const field = form.getByLabel("timestamp", { exact: true });
  await expect(field).toHaveValue("1614556800");
  const room = await field.evaluate((it) => {
    const { paddingLeft, paddingRight, font } = getComputedStyle(it);
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    if (!pen) throw new Error("no canvas");
    pen.font = font;
    const width = pen.measureText((it as HTMLInputElement).value).width;
    return it.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

test.describe("under a finger", () => {
  // Rows are higher then.
  test.use({ isMobile: true });

  test("the menu of the graph is inside of its pane", async ({ workbench, page }) => {
    await workbench.open(textFile("flow.pipe", numberFlow));
    const graph = await workbench.view("Graph");
    const at = await middle(box(graph, "sink"));
    await page.mouse.click(at.x, at.y, { button: "right" });
    const menu = await stillBox(page.getByRole("menu", { name: "Actions here" }));
    const pane = await stillBox(graph);
    expect(menu.y).toBeGreaterThanOrEqual(pane.y);
    expect(menu.y + menu.height).toBeLessThanOrEqual(pane.y + pane.height);
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem").last()).toBeInViewport();
  });

  test("the library says what a finger does in it", async ({ workbench, page }) => {
    await workbench.open(textFile("flow.pipe", numberFlow));
    const graph = await workbench.view("Graph");
    await graph.getByRole("button", { name: "Library", exact: true }).tap();
    const library = page.getByRole("complementary", { name: "Library", exact: true });
    await expect(library.getByText("Tap to add to the graph.")).toBeVisible();
    await library.getByLabel("Search the library").fill("multiplication");
    await library.getByRole("button", { name: /^multiplication\b/ }).tap();
    await workbench.expectTextContains("process multiplication\n  :: multiplication");
  });

  test("a finger leaves no look of hovering behind", async ({ workbench, page }) => {
    await workbench.open(textFile("flow.pipe", numberFlow));
    const button = page.getByRole("button", { name: /^Show or hide problems/ });
    const before = await button.evaluate((it) => getComputedStyle(it).backgroundColor);
    await button.tap();
    await expect(workbench.problems).toBeVisible();
    expect(await button.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe(before);
  });

  test("held sideways it shows one pane at a time", async ({ workbench, page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await workbench.open(textFile("flow.pipe", numberFlow));
    await expect(workbench.editor).toBeVisible();
    await expect(page.getByRole("region", { name: "View" })).toBeHidden();
    const graph = await workbench.view("Graph");
    await expect(workbench.editor).toBeHidden();
    expect((await stillBox(graph)).width).toBeGreaterThan(800);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(box(graph, "sink")).toBeInViewport();
  });

  test("the line that is written stays above the keyboard of the screen", async ({ workbench, page }) => {
    const lines = Array.from({ length: 60 }, (_, nth) => `# line ${nth + 1}`).join("\n");
    await workbench.open(textFile("long.pipe", `${lines}\n`));
    const line = workbench.line(/^# line 30$/);
    await line.tap();
    await expect(page.locator(".cm-activeLine")).toHaveText("# line 30");
    // What browsers do with this page when the keyboard comes.
    await page.setViewportSize({ width: 390, height: 480 });
    const bar = await stillBox(page.getByRole("contentinfo"));
    await expect.poll(async () => {
      const { y, height } = await stillBox(line);
      return y > 0 && y + height <= bar.y;
    }).toBe(true);
    await page.setViewportSize({ width: 844, height: 190 });
    await expect(page.getByRole("toolbar", { name: "Page" }).first()).toBeHidden();
    await expect(line).toBeInViewport({ ratio: 0.9 });
  });

  test("a dialog that is scrolled with a finger has no frame of the keyboard", async ({ workbench, page }) => {
    await workbench.open(textFile("flow.pipe", numberFlow));
    await workbench.palette("Environment");
    const scroller = page.getByRole("dialog", { name: "Environment" }).locator("[data-scroller]");
    await expect(scroller).toBeVisible();
    await expect(scroller).toHaveCSS("outline-style", "none");
  });
});
