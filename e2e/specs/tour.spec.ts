// The tours: real things in the real page, left and gone on with.

import { brokenRules } from "../pages/access.ts";
import { expect, test } from "../pages/test.ts";

test("a tour shows, breaks and mends a pipeline, and goes on where it was left", async ({ workbench, page }) => {
  await page.getByRole("button", { name: "Take a tour…" }).click();
  await page.getByRole("dialog").getByRole("option", { name: /KWIVER pipeline/ }).click();
  const tour = page.getByRole("complementary", { name: "Tour" });
  await expect(tour).toContainText("1 of 6");
  await expect(workbench.fileTab("detect_circles.pipe")).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: "Graph", exact: true }).getByRole("button", { name: /^detector\b/ })).toBeVisible();
  const before = await workbench.text();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await brokenRules(page)).toEqual([]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({ path: `results/screens/tour-${colorScheme}-${width}.png` });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await tour.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("tabpanel", { name: "Form", exact: true })).toContainText("hough_circle");
  await tour.getByRole("button", { name: "Next" }).click();
  await expect(workbench.problems).toBeVisible();
  await expect(workbench.problems.getByText(/is not connected/).first()).toBeVisible();
  // The text changed while what can be added was asked for.
  const graph = page.getByRole("tabpanel", { name: "Graph", exact: true });
  await expect(graph.getByRole("button", { name: "Add", exact: true })).toBeVisible();
  // Left in the middle, it goes on there.
  await tour.getByRole("button", { name: "Leave the tour" }).click();
  await expect(tour).toHaveCount(0);
  await workbench.undoAll();
  await workbench.expectText(before);
  await workbench.palette("Take a tour");
  await page.getByRole("dialog").getByRole("option", { name: /go on at 3 of 6/ }).click();
  await expect(workbench.problems.getByText(/is not connected/).first()).toBeVisible();
  await tour.getByRole("button", { name: "Next" }).click();
  await workbench.expectText(before);
  await tour.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("table", { name: "Effective values" })).toBeVisible();
  await tour.getByRole("button", { name: "Next" }).click();
  await tour.getByRole("button", { name: "Done" }).click();
  await expect(tour).toHaveCount(0);
});

for (const [language, nSteps, last] of [
  ["PInsight trace configuration", 6, "Effective values"],
  ["COIL hardware configuration", 4, "Bytes"],
  ["COIL target configuration", 3, "Effective values"],
] as const) {
  test(`the tour of ${language} runs to its end`, async ({ workbench, page }) => {
    await workbench.palette("Take a tour");
    await page.getByRole("dialog").getByRole("option", { name: new RegExp(language) }).click();
    const tour = page.getByRole("complementary", { name: "Tour" });
    for (let nth = 1; nth < nSteps; nth++) {
      await expect(tour).toContainText(`${nth} of ${nSteps}`);
      await expect(page.getByRole("tab", { name: "Effective values" })).toBeVisible();
      // Keys go through the tour, and write nothing.
      await expect(tour.getByRole("button", { name: "Next" })).toBeFocused();
      await page.keyboard.press(nth === 1 ? "Space" : "Enter");
    }
    await expect(page.getByRole("tab", { name: last, exact: true })).toHaveAttribute("aria-selected", "true");
    await expect(tour.getByRole("button", { name: "Done" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(tour).toHaveCount(0);
    await expect(page.locator(".workspace__view :focus")).toHaveCount(1);
  });
}
