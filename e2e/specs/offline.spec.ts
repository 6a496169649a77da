import { golden, goldenText, projectFile, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("after one visit the page works without a network", async ({ workbench, page, context }) => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect(page.getByText(/works offline/i).first()).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await workbench.ready();
  await workbench.open(upload(goldenText));
  await workbench.view("Bytes");
  const file = await workbench.download(() =>
    page.getByRole("button", { name: "Download .coilcfg" }).click(),
  );
  expect(file.bytes.equals(projectFile(golden))).toBe(true);
});
