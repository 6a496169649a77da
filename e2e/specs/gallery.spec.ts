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
