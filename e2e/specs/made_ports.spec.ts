// Ports that a connection makes, lines to the ports of a cluster, and frames of banners: what the drawing offers there.

import type { Locator, Page } from "@playwright/test";

import { card, drag, middle, pick } from "../pages/canvas.ts";
import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const merging = `process d1 :: image_object_detector
process d2 :: image_object_detector
process mg :: merge_detection_sets
connect from d1.detected_object_set to mg.first
`;

const name = (page: Page): Locator => page.getByLabel("Name of the new input of mg");

test("a line to a process that makes its ports asks for the name of one", async ({ workbench, page }) => {
  await workbench.open(textFile("merge.pipe", merging));
  const graph = await workbench.view("Graph");
  const output = graph.getByLabel(/^output d2\.detected_object_set\b/);
  const title = card(graph, "mg").locator(".vertex__title");
  await drag(page, output, title);
  await expect(name(page)).toHaveValue("d2");
  await expect(name(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(name(page)).toHaveCount(0);
  await workbench.expectText(merging);
  await drag(page, output, title);
  await expect(name(page)).toBeFocused();
  await name(page).fill("_no");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/is not an input that this type of process has/)).toBeVisible();
  await name(page).fill("second");
  await page.keyboard.press("Enter");
  await workbench.expectText(`${merging}connect from d2.detected_object_set to mg.second\n`);
});

test("the keyboard reaches ports that a connection makes", async ({ workbench, page }) => {
  await workbench.open(textFile("merge.pipe", merging));
  const graph = await workbench.view("Graph");
  await card(graph, "mg").locator(".vertex__title").click();
  await page.keyboard.press("c");
  await pick(page, "d2.detected_object_set → mg.<name>");
  await expect(name(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await workbench.expectText(`${merging}connect from d2.detected_object_set to mg.d2\n`);
});

test("a process of an unknown type takes any port", async ({ workbench, page }) => {
  const before = "process n :: numbers\nprocess u :: my_type\n";
  await workbench.open(textFile("unknown.pipe", before));
  const graph = await workbench.view("Graph");
  await drag(page, graph.getByLabel(/^output n\.number\b/), card(graph, "u").locator(".vertex__title"));
  const field = page.getByLabel("Name of the new input of u");
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("u.n");
});

const banners = `# ==========
# Work
# ==========

process a :: numbers

process b :: print_number

connect from a.number to b.number
`;

test("a frame of a banner stands for the processes in it", async ({ workbench, page }) => {
  await workbench.open(textFile("banners.pipe", banners));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "a")).toBeVisible();
  await workbench.palette("Group by banner comments");
  await expect(card(graph, "Work")).toBeVisible();
  await card(graph, "Work").focus();
  await page.keyboard.press("d");
  await workbench.expectTextContains("process a2");
  await workbench.expectTextContains("process b2");
  // The banner heads the copies, too.
  expect((await workbench.text()).match(/# Work/g)).toHaveLength(1);
});

test("what is announced of moves goes with them", async ({ workbench, page }) => {
  await workbench.open(textFile("merge.pipe", merging));
  const graph = await workbench.view("Graph");
  const title = card(graph, "mg").locator(".vertex__title");
  const { x, y } = await middle(title);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 90, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await middle(title)).y - y)).toBe(90);
  await workbench.palette("Tidy");
  const told = graph.getByText("Manual moves were discarded.");
  await expect(told).toHaveCount(1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(async () => Math.round((await middle(title)).y - y)).toBe(90);
  await expect(told).toHaveCount(0);
});

test("a line to a port of a cluster has no capacity, and its end goes elsewhere", async ({ workbench, page }) => {
  const before = `cluster c
  -- A cluster.

  omap from a.product to o
  -- What comes out.

process a :: multiplication
process b :: multiplication
`;
  await workbench.open(textFile("c.cluster", before));
  const graph = await workbench.view("Graph");
  await graph.getByRole("button", { name: /^connection a\.product to c\.o/ }).focus();
  await page.keyboard.press("k");
  await expect(page.getByText(/only connections have a value of their own/)).toBeVisible();
  await drag(page, graph.getByLabel(/^output b\.product\b/), graph.getByLabel(/^input c\.o\b/));
  const question = page.getByRole("dialog", { name: "Replace the connection?" });
  await expect(question).toContainText("an output of a cluster takes only one connection");
  await question.getByRole("button", { name: "Replace" }).click();
  await workbench.expectTextContains("b.product");
});
