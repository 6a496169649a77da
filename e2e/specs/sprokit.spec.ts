import type { Page } from "@playwright/test";

import { card, drag, middle, pick, stillBox, touchDrag } from "../pages/canvas.ts";
import { numberFlow, pipeline, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

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
  const target = await middle(input);
  await page.mouse.move(target.x, target.y, { steps: 8 });
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
  await workbench.openProblems();
  await expect(workbench.problems.getByText(/my_very_own_source/)).toBeVisible();
});

test("the number flow is built by mouse alone, and undone", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", ""));
  const graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: "Add a process" }).click();
  await pick(page, "numbers");
  await expect(graph.getByRole("button", { name: /^numbers\b/ })).toBeVisible();
  // On the empty canvas, at the future place of the vertex.
  const canvas = await stillBox(graph.locator(".canvas__ground"));
  const place = { x: canvas.x + canvas.width * 0.7, y: canvas.y + canvas.height * 0.7 };
  await page.mouse.dblclick(place.x, place.y);
  await pick(page, "print_number");
  const sink = graph.getByRole("button", { name: /^print_number\b/ });
  await expect.poll(async () => Math.abs(((await sink.boundingBox())?.x ?? -9999) - place.x)).toBeLessThan(12);
  await drag(
    page,
    graph.getByLabel(/^output numbers\.number\b/),
    graph.getByLabel(/^input print_number\.number\b/),
  );
  await workbench.expectTextContains("connect from numbers.number");
  for (const [old, name] of [["numbers", "source"], ["print_number", "sink"]] as const) {
    const card = graph.getByRole("button", { name: new RegExp(`^${old}\\b`) });
    const at = await middle(card.locator(".vertex__title"));
    await page.mouse.dblclick(at.x, at.y);
    await graph.getByLabel(`New name for ${old}`).fill(name);
    await page.keyboard.press("Enter");
    await expect(graph.getByRole("button", { name: new RegExp(`^${name}\\b`) })).toBeVisible();
  }
  for (const [card, key, value] of [
    ["source", "start", "1"],
    ["source", "end", "100"],
    ["sink", "output", "numbers.txt"],
  ] as const) {
    const shown = await workbench.view("Graph");
    await shown.getByRole("button", { name: new RegExp(`^${card}\\b`) }).click();
    const form = await workbench.view("Form");
    const field = form.getByLabel(key, { exact: true });
    await field.fill(value);
    await field.press("Enter");
    await workbench.expectTextContains(`${key} = ${value}`);
  }
  await workbench.expectText(numberFlow);
  await workbench.undoAll();
  await workbench.expectText("");
});

test("the number flow is built by keyboard alone", async ({ workbench, page }) => {
  await workbench.open(textFile("flow.pipe", ""));
  await workbench.palette("Show graph");
  const graph = page.getByRole("tabpanel", { name: "Graph", exact: true });
  await workbench.palette("Add to the graph");
  await pick(page, "numbers");
  await expect(graph.getByRole("button", { name: /^numbers\b/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("F2");
  await expect(graph.getByLabel("New name for numbers")).toBeFocused();
  await page.keyboard.type("source");
  await page.keyboard.press("Enter");
  await expect(graph.getByRole("button", { name: /^source\b/ })).toBeVisible();
  await page.keyboard.press("a");
  await pick(page, "print_number");
  await expect(graph.getByRole("button", { name: /^print_number\b/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  // The only possible target of a connection.
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog").getByRole("option")).toHaveText([/source\.number → print_number\.number/]);
  await page.keyboard.press("Enter");
  const edge = graph.getByRole("button", { name: /source\.number to print_number\.number/ });
  await expect(edge).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(graph.getByRole("button", { name: /^source\b/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("e");
  await expect(edge).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("k");
  await expect(graph.getByLabel(/^Capacity/)).toBeFocused();
  await page.keyboard.type("25");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("print_number:down:number:capacity = 25");
  await expect(edge).toHaveAccessibleName(/capacity 25/);
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ArrowRight");
  await expect(graph.getByRole("button", { name: /^print_number\b/ })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("n");
  await expect(graph.getByLabel("New name for print_number")).toBeFocused();
  await page.keyboard.type("sink");
  await page.keyboard.press("Enter");
  await expect(graph.getByRole("button", { name: /^sink\b/ })).toHaveAttribute("aria-pressed", "true");
  await fill(workbench, page, [["output", "numbers.txt"]]);
  await workbench.palette("Show graph");
  await expect(graph.locator(".canvas__drawing")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(graph.getByRole("button", { name: /^source\b/ })).toHaveAttribute("aria-pressed", "true");
  await fill(workbench, page, [["start", "1"], ["end", "100"]]);
  await workbench.expectText(numberFlow);
  // In a field, undo belongs to the field.
  await workbench.palette("Go to text");
  await expect(workbench.editor).toBeFocused();
  // One step for each change, and none for leaving a field.
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText("");
});

test("keys that come before the drawing has followed the text mean what is selected", async ({ workbench, page }) => {
  const before = "process a\n  :: numbers\n\nprocess b\n  :: print_number\n\nconnect from a.number\n        to   b.number\n";
  await workbench.open(textFile("flow.pipe", before));
  const graph = await workbench.view("Graph");
  const edge = graph.getByRole("button", { name: /a\.number to b\.number/ });
  await edge.focus();
  await page.keyboard.press("k");
  await expect(graph.getByLabel(/^Capacity/)).toBeFocused();
  await page.keyboard.type("25");
  await page.keyboard.press("Enter");
  await expect(edge).toHaveAccessibleName(/capacity 25/);
  await expect(graph.locator(".canvas__drawing")).toBeFocused();
  // Faster than the drawing is updated, and slow enough for the caret to be reported.
  await page.evaluate(async () => {
    const press = async (key: string, ctrlKey = false, shiftKey = false) => {
      const event = new KeyboardEvent("keydown", { key, ctrlKey, shiftKey, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      for (let frames = 0; frames < 2; frames++) await new Promise((done) => requestAnimationFrame(done));
    };
    await press("z", true);
    await press("Z", true, true);
    await press("z", true);
    await press("ArrowRight");
  });
  await workbench.expectText(before);
  await expect(edge).toHaveAccessibleName("connection a.number to b.number");
  const sink = graph.getByRole("button", { name: /^b\b/ });
  await expect(sink).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".cm-activeLine")).toHaveText("process b");
  // Text typed above it meanwhile does not change the target.
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".cm-activeLine")).toHaveText("process a");
});

test("what has the keyboard may go away, and what was typed counts", async ({ workbench, page }) => {
  await workbench.open(textFile("other.pipe", pipeline));
  await workbench.open(textFile("flow.pipe", numberFlow));
  const graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: /source\.number to/ }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("tabpanel", { name: "Form", exact: true });
  await expect(form).toBeVisible();
  await workbench.line("process source").click();
  const field = form.getByLabel("start", { exact: true });
  await field.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("42");
  await page.keyboard.press("Alt+PageUp");
  await expect(page.getByRole("tab", { name: "other.pipe" })).toHaveAttribute("aria-selected", "true");
  await expect(form.getByLabel("start", { exact: true })).toBeHidden();
  await page.keyboard.press("Alt+PageDown");
  await expect(page.getByRole("tab", { name: "flow.pipe" })).toHaveAttribute("aria-selected", "true");
  await workbench.expectText(numberFlow.replace("start = 1\n", "start = 42\n"));
  // The drawing is replaced while its own field has the focus.
  await workbench.view("Graph");
  await graph.getByRole("button", { name: /source\.number to/ }).focus();
  await page.keyboard.press("k");
  await expect(graph.getByLabel(/^Capacity/)).toBeFocused();
  await page.getByRole("tab", { name: "Form", exact: true }).evaluate((it: HTMLElement) => it.click());
  await expect(form).toBeVisible();
});

/** Opens the form of the selected vertex, and goes from field to field. */
async function fill(workbench: Workbench, page: Page, values: [string, string][]): Promise<void> {
  await page.keyboard.press("Enter");
  const form = page.getByRole("tabpanel", { name: "Form", exact: true });
  for (const [key, value] of values) {
    const field = form.getByLabel(key, { exact: true });
    await expect(field).toBeVisible();
    for (let presses = 0; presses < 60 && !(await field.evaluate((it) => it === document.activeElement)); presses++) {
      await page.keyboard.press("Tab");
    }
    await expect(field).toBeFocused();
    await page.keyboard.type(value);
    await page.keyboard.press("Enter");
    await workbench.expectTextContains(`${key} = ${value}`);
  }
}

test("a process goes into a connection in one step", async ({ workbench, page }) => {
  const before = "process a :: numbers\nprocess b :: print_number\nconnect from a.number\n        to   b.number\n";
  await workbench.open(textFile("flow.pipe", before));
  const graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: /a\.number to b\.number/ }).focus();
  await page.keyboard.press("a");
  await pick(page, "multiplication");
  await workbench.expectTextContains("multiplication.factor1");
  await workbench.expectTextContains("connect from multiplication.product");
  expect(await workbench.text()).not.toContain("to   b.number\nconnect from a.number to b.number");
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(before);
});

test("a taken input is offered to be replaced", async ({ workbench, page }) => {
  const before = "process a :: numbers\nprocess b :: numbers\nprocess c :: print_number\nconnect from a.number\n        to   c.number\n";
  await workbench.open(textFile("flow.pipe", before));
  const graph = await workbench.view("Graph");
  const output = graph.getByLabel(/^output b\.number\b/);
  const input = graph.getByLabel(/^input c\.number\b/);
  await drag(page, output, input);
  const question = page.getByRole("dialog", { name: "Replace the connection?" });
  await question.getByRole("button", { name: "Keep" }).click();
  await workbench.expectText(before);
  await drag(page, output, input);
  await question.getByRole("button", { name: "Replace" }).click();
  await workbench.expectText(before.replace("from a.number", "from b.number"));
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(before);
});

test("processes are copied as text, and a moved vertex stays where it was put", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  const reader = graph.getByRole("button", { name: /^reader\b/ });
  await reader.click();
  await page.keyboard.press("d");
  const copy = graph.getByRole("button", { name: /^reader2\b/ });
  await expect(copy).toBeVisible();
  await workbench.expectTextContains("process reader2\n  :: video_input\n  video_filename = crossing.mp4");
  const start = await middle(copy);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + 90, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await middle(copy)).y - start.y)).toBe(90);
  await workbench.palette("Tidy");
  await expect.poll(async () => Math.round((await middle(copy)).y - start.y)).not.toBe(90);
});

test("the drawing is listed and saved", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await workbench.palette("Graph as a list");
  const list = graph.getByRole("region", { name: "Graph as a list" });
  await expect(list.getByRole("button", { name: "viewer", exact: true })).toBeVisible();
  await list.getByRole("button", { name: /^Actions on reader\.timestamp/ }).first().click();
  await graph.getByRole("menuitem", { name: /^Delete/ }).click();
  await expect.poll(() => workbench.text()).not.toContain("reader.timestamp");
  const svg = await workbench.download(() => workbench.palette("Save drawing as SVG"));
  expect(svg.name).toBe("people.pipe.svg");
  expect(svg.bytes.toString()).toContain(">image_object_detector</text>");
  const png = await workbench.download(() => workbench.palette("Save drawing as PNG"));
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
});

test("a finger joins ports and does not move vertices", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  const graph = await workbench.view("Graph");
  await touchDrag(
    page,
    await middle(graph.getByLabel(/^output reader\.image\b/)),
    await middle(graph.getByLabel(/^input viewer\.image\b/)),
  );
  await workbench.expectTextContains("connect from reader.image\n        to   viewer.image");
});

test("what a deletion left is offered only beside its text", async ({ workbench, page }) => {
  await workbench.open(textFile("other.pipe", `${pipeline}config detector\n`));
  await workbench.open(textFile("people.pipe", `${pipeline}config detector:model\n  weights = small.bin\n`));
  const graph = await workbench.view("Graph");
  await card(graph, "detector").click();
  await page.keyboard.press("Delete");
  const offer = page.getByRole("button", { name: "Remove those too" });
  await expect(offer).toBeVisible();
  await workbench.fileTab("other.pipe").click();
  await expect(offer).toHaveCount(0);
  await workbench.fileTab("people.pipe").click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(card(graph, "detector")).toBeVisible();
  await card(graph, "detector").click();
  await page.keyboard.press("Delete");
  await expect(offer).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(offer).toHaveCount(0);
});

test("what a deletion leaves without effect is named, and goes too as one step", async ({ workbench, page }) => {
  const before = `${pipeline}config detector:model
  weights = small.bin
config _pipeline:_edge_by_conn
  detector:down:image:capacity = 3   # enough
`;
  await workbench.open(textFile("people.pipe", before));
  const graph = await workbench.view("Graph");
  await card(graph, "detector").click();
  await page.keyboard.press("Delete");
  await expect.poll(() => workbench.text()).not.toContain("process detector");
  const after = await workbench.text();
  const note = page.getByRole("status").filter({ hasText: "still name detector, which is gone" });
  await expect(note).toContainText("config detector:model");
  await note.getByRole("button", { name: "Remove those too" }).click();
  await expect.poll(() => workbench.text()).not.toContain("detector");
  await workbench.expectTextContains("# enough");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(after);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(before);
});
