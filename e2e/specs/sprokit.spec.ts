import { pipeline, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("a pipeline is drawn, and selecting goes both ways", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  const detector = graph.getByRole("button", { name: /^detector\b/ });
  await expect(graph.getByRole("button", { name: /^reader\b/ })).toBeVisible();
  await detector.click();
  await expect(page.locator(".cm-activeLine")).toHaveText("process detector");
  await workbench.line("process viewer").click();
  await expect(graph.getByRole("button", { name: /^viewer\b/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("dragging from port to port writes a connection, Del removes it, undo restores all", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  const output = graph.getByLabel(/^output reader\.image\b/);
  const input = graph.getByLabel(/^input viewer\.image\b/);
  await output.hover();
  await page.mouse.down();
  const target = await input.boundingBox();
  if (!target) throw new Error("the input port is not drawn");
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
  await page.mouse.up();
  await workbench.expectText(
    `${pipeline}connect from reader.image\n        to   viewer.image\n`,
  );
  const edge = graph.getByRole("button", { name: /reader\.image.*viewer\.image/ });
  await edge.focus();
  await page.keyboard.press("Delete");
  await workbench.expectText(pipeline);
  await workbench.undoAll();
  await workbench.expectText(pipeline);
  expect((await workbench.save()).bytes.toString()).toBe(pipeline);
});

test("an unknown process type is drawn and remarked on", async ({ workbench }) => {
  await workbench.open(
    textFile(
      "own.pipe",
      "process a\n  :: my_very_own_source\nprocess b\n  :: image_viewer\nconnect from a.frames to b.image\nconnect from a.t to b.timestamp\n",
    ),
  );
  const graph = await workbench.view("Graph");
  await expect(graph.getByRole("button", { name: /^a\b/ })).toBeVisible();
  await expect(workbench.problems.getByText(/my_very_own_source/)).toBeVisible();
});
