import { golden, goldenText, projectFile, textFile, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("the document's example becomes the expected bytes", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  await workbench.view("Bytes");
  const file = await workbench.download(() =>
    page.getByRole("button", { name: "Download .coilcfg" }).click(),
  );
  expect(file.name).toBe("spec_example.coilcfg");
  expect(file.bytes.equals(projectFile(golden))).toBe(true);
});

test("a dropped binary opens as text that compiles to the same bytes", async ({
  workbench,
  page,
}) => {
  await workbench.drop(upload(golden));
  await workbench.expectTextContains("[abi:linux-x64-syscall]");
  await expect(page.getByText(/exact/i).first()).toBeVisible();
  await workbench.view("Bytes");
  const file = await workbench.download(() =>
    page.getByRole("button", { name: "Download .coilcfg" }).click(),
  );
  expect(file.bytes.equals(projectFile(golden))).toBe(true);
});

test("a byte lights its line, and a line its bytes", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  // Offset 12 is the first byte of the time stamp 1614556800, little-endian.
  await bytes.getByRole("gridcell", { name: /^0x0*0?c\b/i }).hover();
  await expect(page.locator(".cm-line.bobbin-lit, .cm-line:has(.bobbin-lit)")).toHaveText(
    "timestamp = 1614556800",
  );
  await workbench.line("model = x86-64 Compatible").click();
  await expect(bytes.locator("[data-lit=true]").first()).toBeVisible();
});

test("a text with a mistake is not compiled, and says where", async ({ workbench, page }) => {
  await workbench.open(textFile("bad.coilcfg.txt", "[cpu:0]\nname = x\n[resources]\nwheels = 4\n"));
  const bytes = await workbench.view("Bytes");
  await expect(bytes.getByText(/wheels/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Download .coilcfg" })).toBeDisabled();
});
