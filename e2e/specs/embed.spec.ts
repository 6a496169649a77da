import { expect, test } from "@playwright/test";

test("a plain page uses the package with one module script", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto("./examples/embed.html");
  await expect(page.getByText(/\b\d+ bytes\b/)).toBeVisible();
  expect(faults).toEqual([]);
});
