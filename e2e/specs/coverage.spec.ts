import type { Locator, Page } from "@playwright/test";

import { seedTrace, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const painted = `[OpenMP.default]
    OpenMP.thread = (0-15)

[MPI.default]
    MPI.rank = (0-3)

# The threads that talk.
[OpenMP.thread(0-3)]: OpenMP.default : MPI.rank(0)
    omp_sync_region = off
`;

/** The middle of a cell, for a map of so many columns and rows. */
async function cell(map: Locator, column: number, row: number, columns: number, rows: number) {
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (!box) throw new Error("the map is not drawn");
  return {
    x: box.x + ((column + 0.5) * box.width) / columns,
    y: box.y + ((row + 0.5) * box.height) / rows,
  };
}

const mapOf = (page: Page) => page.getByRole("application", { name: /coverage map/i });

test("is `omp_task_create` on thread 5 of rank 0 traced at invocation 40?", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("document.trace", seedTrace));
  const coverage = await workbench.view("Coverage");
  await coverage.getByLabel("Event").selectOption("omp_task_create");
  await coverage.getByRole("radio", { name: "intended" }).click();
  const map = mapOf(page);
  const at = await cell(map, 5, 0, 23, 4);
  await page.mouse.move(at.x, at.y);
  await expect(coverage.getByText(/OpenMP thread 5, MPI rank 0/).first()).toBeVisible();
  await page.mouse.click(at.x, at.y);
  await coverage.getByLabel("Invocation").fill("40");
  await coverage.getByLabel("Invocation").press("Enter");
  const answer = coverage.getByRole("article", { name: /intended/i });
  await expect(answer).toContainText(/No: .*omp_task_create.*not traced/);
  await expect(answer).toContainText(/switched off in OpenMP\.default/);
  // The reason leads to its line.
  await answer.getByRole("button", { name: "line 5" }).click();
  await expect(page.locator(".cm-activeLine")).toContainText("omp_task_create = off");
});

test("painting units writes the section's ids, as one step", async ({ workbench, page }) => {
  await workbench.open(textFile("job.trace", painted));
  await workbench.line("[OpenMP.thread(0-3)]").click();
  const coverage = await workbench.view("Coverage");
  await coverage.getByRole("radio", { name: "intended" }).click();
  await coverage.getByRole("radio", { name: "Add units" }).click();
  await expect(coverage.getByText(/to put them into/)).toBeVisible();
  const map = mapOf(page);
  const from = await cell(map, 6, 0, 16, 4);
  const to = await cell(map, 8, 0, 16, 4);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await workbench.expectText(painted.replace("(0-3)]:", "(0-3, 6-8)]:"));
  // By keyboard: the thread behind them.
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await workbench.expectText(painted.replace("(0-3)]:", "(0-3, 6-9)]:"));
  await workbench.undoAll();
  await workbench.expectText(painted);
});

test("the grips of the timeline change the triple", async ({ workbench, page }) => {
  await workbench.open(textFile("document.trace", seedTrace));
  await workbench.line("[Lexgion(0x4010bd)").click();
  const timeline = await workbench.view("Timeline");
  const line = timeline.getByRole("slider", { name: "Invocation", exact: true });
  await line.focus();
  await line.press("PageUp");
  await line.press("PageUp");
  await line.press("PageUp");
  await expect(timeline.getByText("Invocation 30 is traced, as the 2nd one.")).toBeVisible();
  const first = timeline.getByRole("slider", { name: "trace_starts_at" });
  await first.press("ArrowRight");
  await workbench.expectTextContains("trace_starts_at = 21");
  const grip = await first.boundingBox();
  if (!grip) throw new Error("the grip is not drawn");
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  await page.mouse.move(grip.x + 100, grip.y + 8, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => workbench.text()).not.toContain("trace_starts_at = 21");
  await workbench.undoAll();
  await workbench.expectText(seedTrace);
});
