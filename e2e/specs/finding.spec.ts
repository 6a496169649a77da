// The search of the graph: what it finds stands out, is seen, and is gone through.

import type { Locator } from "@playwright/test";

import { card, middle } from "../pages/canvas.ts";
import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const count = 80;
const names = Array.from({ length: count }, (_, at) => `step${at}`);
/** A chain that is too long to be read as a whole. */
const chain = [
  "process first\n  :: numbers\n",
  ...names.map((name) => `process ${name}\n  :: multiplication\n`),
  "connect from first.number\n        to   step0.factor1\n",
  ...names.slice(1).map((name, at) => `connect from ${names[at]}.product\n        to   ${name}.factor1\n`),
].join("\n");

const zoom = async (graph: Locator) => Number.parseFloat((await graph.locator(".canvas-bar__percent").textContent()) ?? "");

test("the search goes where its finds are, counts them and leads through them", async ({ workbench, page }) => {
  await workbench.open(textFile("chain.pipe", chain));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "first")).toBeVisible();
  await page.keyboard.press("Escape");
  await graph.locator(".canvas__drawing").focus();
  await page.keyboard.press("/");
  const field = graph.getByLabel("Search the graph");
  await expect(field).toBeFocused();
  const found = graph.locator(".search-field__count");
  await field.fill("step75");
  await expect(found).toHaveText("1 found");
  await expect(card(graph, "step75").locator(".vertex__title")).toBeInViewport();
  expect(await zoom(graph)).toBeGreaterThanOrEqual(48);
  await expect(graph.getByRole("button", { name: "Next find" })).toBeHidden();
  await field.fill("step1");
  await expect(found).toHaveText("11 found");
  for (const [key, said, name] of [
    ["Enter", "1 of 11", "step1"],
    ["Enter", "2 of 11", "step10"],
    ["Shift+Enter", "1 of 11", "step1"],
    ["Shift+Enter", "11 of 11", "step19"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(found).toHaveText(said);
    await expect(card(graph, name)).toHaveAttribute("aria-pressed", "true");
    await expect(card(graph, name).locator(".vertex__title")).toBeInViewport();
  }
  await graph.getByRole("button", { name: "Next find" }).click();
  await expect(found).toHaveText("1 of 11");
  await graph.getByRole("button", { name: "Previous find" }).click();
  await expect(found).toHaveText("11 of 11");
  await found.getByRole("button").click();
  await expect(graph.getByRole("menuitemradio", { name: /^step19/ })).toHaveAttribute("aria-checked", "true");
  await graph.getByRole("menuitemradio", { name: /^step12/ }).click();
  await expect(found).toHaveText("4 of 11");
  await expect(card(graph, "step12").locator(".vertex__title")).toBeInViewport();
  await workbench.expectText(chain);
});

test("a search that is given up leads back, and one that was used stays where it led", async ({ workbench, page }) => {
  await workbench.open(textFile("chain.pipe", chain));
  const graph = await workbench.view("Graph");
  const first = card(graph, "first");
  const before = await middle(first);
  const field = graph.getByLabel("Search the graph");
  await field.fill("step74");
  await expect(first.locator(".vertex__title")).not.toBeInViewport();
  await field.press("Escape");
  await expect(field).toHaveValue("");
  await expect.poll(() => middle(first)).toEqual(before);
  await field.fill("step74");
  await field.press("Enter");
  await expect(graph.locator(".search-field__count")).toHaveText("1 of 1");
  await field.press("Escape");
  await expect(graph.locator(".vertex--dimmed")).toHaveCount(0);
  await expect(card(graph, "step74").locator(".vertex__title")).toBeInViewport();
  await field.fill("nowhere");
  await expect(graph.locator(".search-field__count")).toHaveText("none");
});

test("what is found is seen from afar", async ({ workbench, page }) => {
  const wide = Array.from({ length: 90 }, (_, at) => `process p${at}\n  :: numbers\n`).join("\n");
  await workbench.open(textFile("wide.pipe", wide));
  const graph = await workbench.view("Graph");
  await expect(card(graph, "p0")).toBeVisible();
  await graph.getByLabel("Search the graph").fill("p7");
  await expect(graph.locator(".search-field__count")).toHaveText("11 found");
  for (let turns = 0; turns < 12; turns++) await graph.getByRole("button", { name: "Zoom out" }).click();
  await expect(graph.locator(".far__cards--found")).toHaveAttribute("d", /^M.*(?:M.*){10}$/s);
});
