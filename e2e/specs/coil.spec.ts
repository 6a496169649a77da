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

test("bytes are found, marked, read and changed, and the text follows", async ({
  workbench,
  page,
}) => {
  await workbench.open(upload(goldenText));
  const original = await workbench.text();
  const bytes = await workbench.view("Bytes");
  await bytes.getByLabel("What to find").selectOption("Number");
  await bytes.getByLabel("Find bytes").fill("1614556800");
  await bytes.getByLabel("Find bytes").press("Enter");
  await expect(bytes.getByText("1 of 1")).toBeVisible();
  const number = bytes.getByLabel("u32", { exact: true });
  await expect(number).toHaveValue("1614556800");
  await number.fill("1614556801");
  await number.press("Enter");
  await workbench.expectTextContains("timestamp = 1614556801");
  await workbench.undoAll();
  await workbench.expectText(original);
  // Two digits typed over a byte.
  await bytes.getByLabel("Go to offset").fill("0xc");
  await bytes.getByLabel("Go to offset").press("Enter");
  await bytes.getByRole("gridcell", { name: /^0x0*0?c\b/i }).click();
  await bytes.getByRole("rowgroup", { name: "Rows of bytes" }).focus();
  await page.keyboard.type("02");
  await workbench.expectTextContains("timestamp = 1614556");
  await expect.poll(() => workbench.text()).not.toBe(original);
  await workbench.undoAll();
  await workbench.expectText(original);
});

test("a value is found by its path", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  await workbench.palette("Go to value by path");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Path").fill("cpu:0.");
  await dialog.getByRole("group", { name: "Ways to go on" }).getByRole("button").first().waitFor();
  await dialog.getByLabel("Path").fill("*.name");
  await expect(dialog.getByRole("listitem").first()).toBeVisible();
});

test("two descriptions are compared by meaning and by byte", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const text = (await workbench.text()).replace("timestamp = 1614556800", "timestamp = 1614556999");
  await workbench.open(textFile("other.coilcfg.txt", text));
  await workbench.palette("Compare with");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toContainText(/1 value differs/);
  await expect(dialog.getByRole("status")).toContainText(/differ.* in the binaries/);
  await expect(dialog.getByRole("button", { name: /1614556999/ })).toBeVisible();
});
