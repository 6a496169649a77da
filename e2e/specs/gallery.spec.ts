import { expect, test } from "../pages/test.ts";

interface Example {
  file: string;
  title: string;
  about: string;
}

test("a newcomer opens every example, and none has a problem", async ({ workbench, page }) => {
  // A dozen files one after the other.
  test.slow();
  const shelves: { examples: Example[] }[] = await page.evaluate(async () =>
    (await fetch("gallery/index.json")).json(),
  );
  const examples = shelves.flatMap((it) => it.examples);
  expect(shelves.every((it) => it.examples.length >= 2)).toBe(true);
  for (const { title, file } of examples) {
    await workbench.palette("examples");
    await page.getByRole("dialog").getByRole("button", { name: title }).click();
    await expect(workbench.fileTab(file)).toHaveAttribute("aria-selected", "true");
    await workbench.expectNoProblems();
    await expect(workbench.outline.getByRole("treeitem").first()).toBeVisible();
  }
});

test("examples are filtered by their words", async ({ workbench, page }) => {
  await workbench.palette("examples");
  const dialog = page.getByRole("dialog", { name: "Examples" });
  const examples = dialog.locator(".example:visible");
  const field = dialog.getByRole("searchbox", { name: "Filter examples" });
  await expect(examples.first()).toBeVisible();
  const before = await examples.count();
  await field.fill("pinsight");
  await expect.poll(() => examples.count()).toBeLessThan(before);
  await expect(dialog.getByRole("heading", { name: /KWIVER|sprokit/i })).toHaveCount(0);
  await field.fill("circles");
  await expect(examples.first()).toContainText(/circles/i);
  await field.fill("nothing of that kind");
  await expect(examples).toHaveCount(0);
  await expect(dialog).toContainText("No example has these words.");
  await field.fill("");
  await expect(examples).toHaveCount(before);
});
