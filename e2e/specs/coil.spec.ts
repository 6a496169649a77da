import type { Locator } from "@playwright/test";
import { inflateSync } from "node:zlib";

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

test("the note on a binary's text says that the text has been edited since", async ({ workbench, page }) => {
  await workbench.drop(upload(golden));
  const note = page.locator(".decompiled");
  await expect(note).toContainText("It compiles to the same bytes.");
  // The binary on disk gives the text again, so nothing would be lost.
  const tab = workbench.fileTab("spec_example.coilcfg.txt");
  await expect(tab).toHaveAccessibleName("spec_example.coilcfg.txt");
  await workbench.line("timestamp = 1614556800").click();
  await workbench.editor.press("End");
  await workbench.editor.press("1");
  await expect(note).toContainText("edited");
  await expect(tab).toHaveAccessibleName("spec_example.coilcfg.txt, not saved");
  await expect(note).not.toContainText("same bytes");
  await workbench.editor.press("Backspace");
  await expect(note).toContainText("exact");
  await expect(note).toContainText("It compiles to the same bytes.");
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

test("the section at the caret has its form", async ({ workbench }) => {
  await workbench.open(upload(goldenText));
  const form = await workbench.view("Form");
  // Above the first section, the form is that of the first one. Its time stamp takes any number of 64
  // bits.
  await expect(form.getByLabel("timestamp", { exact: true })).toHaveValue("1614556800");
  await workbench.line("model = x86-64 Compatible").click();
  await expect(form.getByLabel("model", { exact: true })).toHaveValue("x86-64 Compatible");
});

test("quotes of a name stay when it is typed into the form", async ({ workbench }) => {
  await workbench.open(textFile("quotes.coilcfg.txt", '[cpu:0]\nname = "\\"Zen\\""\n'));
  await workbench.line("[cpu:0]").click();
  const form = await workbench.view("Form");
  const name = form.getByLabel("name", { exact: true });
  await expect(name).toHaveValue('"Zen"');
  await name.fill('"Zen 4"');
  await name.press("Enter");
  await workbench.expectText('[cpu:0]\nname = "\\"Zen 4\\""\n');
  await expect(name).toHaveValue('"Zen 4"');
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
  await dialog.getByLabel("Path", { exact: true }).fill("cpu:0.");
  await dialog.getByRole("group", { name: "Completions of the path" }).getByRole("button").first().waitFor();
  const path = dialog.getByLabel("Path", { exact: true });
  await path.fill("cpu_0");
  const withLine = await path.screenshot();
  await path.fill("cpu 0");
  expect(withLine.equals(await path.screenshot()), "the underscore is seen").toBe(false);
  await path.fill("*.name");
  await expect(dialog.getByRole("listitem").first()).toBeVisible();
});

test("two descriptions are compared by meaning and by byte", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const text = (await workbench.text()).replace("timestamp = 1614556800", "timestamp = 1614556999");
  await workbench.open(textFile("other.coilcfg.txt", text));
  await workbench.palette("Compare with");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status").first()).toContainText(/1 value differs/);
  await expect(dialog.getByRole("status").last()).toContainText(/differ.* in the binaries/);
  await expect(dialog.getByRole("button", { name: /1614556999/ })).toBeVisible();
  const drawn = dialog.getByRole("table", { name: "Bytes that differ" });
  await expect(drawn.getByRole("row")).toHaveCount(1);
  await expect(drawn.getByRole("row")).toContainText("timestamp");
  // The values say whose they are, and stand right below the bytes.
  const titles = dialog.locator(".comparison__row--titles");
  await expect(titles).toContainText("other.coilcfg.txt");
  await expect(titles).toContainText("spec_example.coilcfg.txt");
  const [bytes, values] = [(await drawn.boundingBox())!, (await titles.boundingBox())!];
  expect(values.y - bytes.y - bytes.height).toBeLessThan(24);
  // What differs in the text alone stands there, too.
  const by = dialog.getByRole("radiogroup", { name: "Compare by" });
  await by.getByRole("radio", { name: "Text" }).click();
  await expect(dialog.getByRole("status")).toHaveText("From left to right: 1 line changed.");
  const lines = dialog.getByRole("list", { name: "Difference" });
  await expect(lines.getByRole("listitem").filter({ hasText: "only on the left" })).toContainText("timestamp = 1614556999");
  await expect(lines.getByRole("listitem").filter({ hasText: "only on the right" })).toContainText("timestamp = 1614556800");
});

test("binaries are compared by the bytes that they were opened with", async ({ workbench, page }) => {
  const big = upload("core/testdata/coil-hardware/binary/units_big_endian.coilcfg");
  await workbench.open(big);
  await workbench.open(textFile("little.coilcfg.txt", await workbench.text()));
  await workbench.palette("Compare with");
  const dialog = page.getByRole("dialog", { name: "Compare two files" });
  await expect(dialog.getByRole("status").first()).toHaveText("Both mean the same.");
  await expect(dialog.getByRole("status").last()).toContainText(/bytes differ in the binaries/);
  await page.keyboard.press("Escape");
  const whole = upload(golden);
  await workbench.open(whole);
  await workbench.open({ ...whole, name: "cut.coilcfg", buffer: whole.buffer.subarray(0, 300) });
  await workbench.palette("Compare with");
  await dialog.getByLabel("Compare with").selectOption({ label: "spec_example.coilcfg.txt" });
  await expect(dialog.getByRole("status").last()).toContainText(/The first 300 bytes of the binaries are equal; the right one has/);
});

test("what an included file would say is not compared where it is not open", async ({ workbench, page }) => {
  await workbench.open(textFile("one.pipe", "include base.pipe\nprocess a\n  :: numbers\n"));
  await workbench.open(textFile("two.pipe", "process a\n  :: numbers\n"));
  await workbench.palette("Compare with");
  const status = page.getByRole("dialog", { name: "Compare two files" }).getByRole("status");
  await expect(status).toHaveText(/, as far as the texts can be read: .*base\.pipe is not open\./);
});

test("files that mean the same are compared by their text", async ({ workbench, page }) => {
  await workbench.open(textFile("one.trace", "[Lexgion.default]\n  tracing_rate = 5\n"));
  await workbench.open(textFile("two.trace", "# mine\n[Lexgion.default]\n  tracing_rate = 5\n"));
  await workbench.open(textFile("three.trace", "[Lexgion.default]\n  tracing_rate = 7\n"));
  await workbench.palette("Compare with");
  const dialog = page.getByRole("dialog", { name: "Compare two files" });
  const table = dialog.getByRole("table", { name: "Differences in meaning" });
  await expect(table.getByRole("columnheader")).toHaveText(["Name", "three.trace", "one.trace"]);
  const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /tracing_rate/ }) });
  await expect(row.getByRole("cell")).toHaveText([/^7/, /^5/]);
  // The heads stand right above the first row, without a band between.
  const [head, first] = [(await table.getByRole("row").first().boundingBox())!, (await row.boundingBox())!];
  expect(first.y - head.y - head.height).toBeLessThan(2);
  await row.getByRole("button", { name: /^5/ }).click();
  await expect(dialog).toBeHidden();
  await expect(workbench.fileTab("one.trace")).toHaveAttribute("aria-selected", "true");

  await workbench.palette("Compare with");
  await dialog.getByLabel("Compare with").selectOption({ label: "two.trace" });
  await expect(dialog.getByRole("status")).toHaveText("Both mean the same.");
  await dialog.getByRole("radio", { name: "Text" }).click();
  await expect(dialog.getByRole("status")).toHaveText("From left to right: 1 line added.");
  await expect(dialog.getByRole("listitem").filter({ hasText: "only on the right" })).toContainText("# mine");
  // The way of comparing stays when another file is picked.
  await dialog.getByLabel("Compare with").selectOption({ label: "three.trace" });
  await expect(dialog.getByRole("radio", { name: "Text" })).toBeChecked();
  await expect(dialog.getByRole("status")).toHaveText("From left to right: 1 line changed.");
});

test("a process with another name is compared with itself", async ({ workbench, page }) => {
  const text = "process source\n  :: numbers\n  end = 5\nprocess out\n  :: print_number\nconnect from source.number to out.number\n";
  await workbench.open(textFile("two.pipe", text.replaceAll("source", "count").replace("end = 5", "end = 7")));
  await workbench.open(textFile("one.pipe", text));
  await workbench.palette("Compare with");
  const table = page.getByRole("dialog").getByRole("table", { name: "Differences in meaning" });
  const rows = table.getByRole("row").filter({ has: page.getByRole("rowheader") });
  await expect(rows).toHaveText([/renamed from source.*source.*count/, /count:end.*5.*7/]);
});

test("a number that is refused does not stay in its field", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const original = await workbench.text();
  const bytes = await workbench.view("Bytes");
  const offset = bytes.getByLabel("Go to offset");
  await offset.fill("0x30");
  await offset.press("Enter");
  const field = page.getByRole("region", { name: "Selected bytes" }).getByLabel("u32", { exact: true });
  const before = await field.inputValue();
  await field.fill("65535");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("65535");
  await field.press("Tab");
  await expect(field).toHaveValue(before);
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
  // Leaving asks, too, and the answer comes when the keyboard is elsewhere.
  await field.fill("65535");
  await field.press("Tab");
  await expect(field).toHaveValue(before);
  await workbench.expectText(original);
});

test("a number that is written is not marked for another one that is refused", async ({ workbench, page }) => {
  await workbench.open(textFile("late.coilcfg.txt", "[metadata]\ntimestamp = 18446744073709551615\n[cpu:0]\n"));
  const bytes = await workbench.view("Bytes");
  const goTo = async (offset: string) => {
    await bytes.getByLabel("Go to offset").fill(offset);
    await bytes.getByLabel("Go to offset").press("Enter");
  };
  const number = bytes.getByLabel("u64", { exact: true });
  await goTo("12");
  await expect(number).toHaveValue("18446744073709551615");
  await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker("hang"));
  await goTo("0");
  const first = bytes.getByLabel("u8", { exact: true });
  await first.fill("1");
  await first.press("Enter");
  await goTo("12");
  await expect(number).toHaveValue("18446744073709551615");
  await number.fill("18446744073709551614");
  await number.press("Enter");
  await expect(page.getByText(/was restarted/i)).toBeVisible({ timeout: 15_000 });
  await workbench.expectTextContains("timestamp = 18446744073709551614");
  // A mark would come a moment later.
  await page.waitForTimeout(300);
  await expect(number).toBeFocused();
  await expect(number).not.toHaveAttribute("aria-invalid", "true");
  await expect(number).toHaveValue("18446744073709551614");
});

test("the compressed form is made when it is asked for, and inflates to the same", async ({
  workbench,
  page,
}) => {
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  const asked = bytes.getByLabel("Compressed");
  await expect(asked).not.toBeChecked();
  await asked.check();
  const file = await workbench.download(() =>
    page.getByRole("button", { name: "Download .coilcfg" }).click(),
  );
  const plain = projectFile(golden);
  expect(file.bytes.length).toBeLessThan(plain.length);
  expect(file.bytes.readUInt8(7)).toBe(plain.readUInt8(7) | 8);
  expect(file.bytes.readUInt32LE(32)).toBe(1);
  expect(inflateSync(file.bytes.subarray(40)).equals(plain.subarray(32))).toBe(true);
});

test("a search finds what stands at the very start, and large numbers are shown whole", async ({
  workbench,
}) => {
  const text = "[metadata]\ntimestamp = 18446744073709551615\n[cpu:0]\n";
  await workbench.open(textFile("late.coilcfg.txt", text));
  const bytes = await workbench.view("Bytes");
  const find = bytes.getByLabel("Find bytes");
  await find.fill("47");
  await expect(bytes.getByText("1 found")).toBeVisible();
  await find.press("Enter");
  await expect(bytes.getByText("1 of 1")).toBeVisible();
  await expect(bytes.getByRole("region", { name: "Selected bytes" })).toContainText("0x0, 1 byte");
  await bytes.getByLabel("Go to offset").fill("12");
  await bytes.getByLabel("Go to offset").press("Enter");
  const number = bytes.getByLabel("u64", { exact: true });
  await expect(number).toHaveValue("18446744073709551615");
  const isWhole = await number.evaluate((it) => it.scrollWidth <= it.clientWidth);
  expect(isWhole).toBe(true);
  await number.fill("18446744073709551614");
  await number.press("Enter");
  await workbench.expectTextContains("timestamp = 18446744073709551614");
});

test("byte, field and text lead to each other", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const original = await workbench.text();
  const bytes = await workbench.view("Bytes");
  // A byte highlights its field and its line.
  await bytes.getByLabel("Go to offset").fill("0x50");
  await bytes.getByLabel("Go to offset").press("Enter");
  const field = bytes.getByRole("treeitem", { selected: true });
  await expect(field).toContainText("Core Features");
  await expect(page.locator(".cm-selectionBackground").first()).toBeAttached();
  // Its bits have names, set or not, and a press changes the text.
  const bits = bytes.getByRole("group", { name: "Bits of the selected field" });
  await expect(bits.getByRole("button", { name: "bit 0: 8bit_support" })).toHaveAttribute("aria-pressed", "true");
  const unset = bits.getByRole("button", { name: "bit 4: 128bit_support" });
  await expect(unset).toHaveAttribute("aria-pressed", "false");
  await unset.click();
  await workbench.expectTextContains("128bit_support = true");
  await workbench.undoAll();
  await workbench.expectText(original);
  // A field highlights its bytes and its line.
  await bytes.getByRole("treeitem").filter({ hasText: "timestamp" }).click();
  await expect(bytes.getByRole("region", { name: "Selected bytes" })).toContainText("0xc, 8 bytes");
  // A line highlights its bytes and is followed by the structure, wherever it is pressed.
  await workbench.line("model = x86-64 Compatible").click({ position: { x: 4, y: 8 } });
  await expect(bytes.locator("[data-lit=true]").first()).toBeVisible();
  await expect(field).toContainText("model_offset");
  await expect(field).toBeInViewport();
  await workbench.line("[cpu:0]").click({ position: { x: 2, y: 8 } });
  await expect(field).toContainText("coil_pu_entry");
  await expect(bytes.getByRole("region", { name: "Selected bytes" })).not.toContainText("0xc, 8 bytes");
  // The keyboard goes on where one went to.
  await bytes.getByLabel("Go to offset").fill("0x10");
  await bytes.getByLabel("Go to offset").press("Enter");
  await page.keyboard.press("ArrowRight");
  await expect(bytes.getByRole("region", { name: "Selected bytes" })).toContainText("0x11, 1 byte");
});

test("a part that a written byte names anew stays open, and the record shows what changed", async ({ workbench }) => {
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  await bytes.getByLabel("Go to offset").fill("0x1a8");
  await bytes.getByLabel("Go to offset").press("Enter");
  const field = bytes.getByRole("treeitem", { selected: true });
  await expect(field).toContainText("0x01a8");
  const digits = bytes.getByRole("textbox", { name: "Selected bytes in hexadecimal" });
  await digits.fill("07");
  await digits.press("Enter");
  await workbench.expectTextContains("7 = gpr:5");
  const part = bytes.getByRole("treeitem").filter({ hasText: /argument 7.*coil_reg_mapping/ });
  await expect(part).toHaveAttribute("aria-expanded", "true");
  await expect(field).toContainText("0x01a8");
  await expect(bytes.getByRole("region", { name: "Changes of bytes" })).toContainText("2 = gpr:5 ; … → 7 = gpr:5 ; …");
});

test("a value of a repeated unit is changed in the line that counts", async ({ workbench }) => {
  await workbench.open(textFile("twice.coilcfg.txt", "[cpu:0]\nname = A\n\n[cpu:0]\nvendor = V\n"));
  await workbench.line("name = A").click();
  const form = await workbench.view("Form");
  const vendor = form.getByLabel("vendor", { exact: true });
  await expect(vendor).toHaveValue("V");
  await expect(form.getByText(/set in a later/)).toBeVisible();
  await vendor.fill("W");
  await vendor.press("Enter");
  await workbench.expectText("[cpu:0]\nname = A\n\n[cpu:0]\nvendor = W\n");
  await expect(vendor).toHaveValue("W");
});

test("each line of a feature word leads to it, in whatever section", async ({ workbench }) => {
  const text =
    "[metadata]\nversion = 0.1.0\n\n[cpu:0]\nname = A\nfeatures = a, b\n\n[cpu:0.a]\nint_add = true\nfp32 = true\n\n" +
    "int_mul = true\n\n[cpu:0.b]\nfp64 = true\nint_div = true\n";
  await workbench.open(textFile("words.coilcfg.txt", text));
  const bytes = await workbench.view("Bytes");
  const field = bytes.getByRole("treeitem", { selected: true });
  for (const [line, word] of [
    ["int_mul", "Integer"],
    ["fp32", "Floating-Point"],
    ["int_div", "Integer"],
    ["fp64", "Floating-Point"],
    ["name = A", "name_offset"],
  ] as const) {
    await workbench.line(line).click();
    await expect(field).toContainText(word);
  }
});

test("the bytes of the caret's line are in sight when they come into view", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  await workbench.view("Form");
  await workbench.editor.press("ControlOrMeta+End");
  await page.keyboard.press("ArrowUp");
  const bytes = await workbench.view("Bytes");
  await expect(bytes.getByRole("treeitem", { selected: true })).toBeInViewport();
  await expect(bytes.locator(".hex__selected").first()).toBeInViewport();
});

test("bytes that are typed faster than they are written are all written", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  await bytes.getByRole("gridcell", { name: /^0x0000000c / }).click();
  await page.keyboard.type("ffeeddccbbaa9977");
  await workbench.expectTextContains(`timestamp = ${0x7799aabbccddeeffn}`);
});

test("bytes typed in a field are written where they were marked, whatever is pressed next", async ({ workbench }) => {
  await workbench.open(textFile("zero.coilcfg.txt", "[metadata]\nversion = 0.1.0\ntimestamp = 0\n\n[cpu:0]\nname = A\n"));
  const bytes = await workbench.view("Bytes");
  await bytes.getByRole("gridcell", { name: /^0x0000000c / }).click();
  const field = bytes.getByRole("textbox", { name: "Selected bytes in hexadecimal" });
  await expect(field).toHaveValue("00");
  await field.fill("ff");
  await bytes.getByRole("gridcell", { name: /^0x00000012 / }).click();
  await workbench.expectTextContains("timestamp = 255\n");
  await expect(field).toHaveValue("00");
  await expect(bytes.getByRole("region", { name: "Selected bytes" })).toContainText("0x12, 1 byte");
});

test("bits that are pressed faster than they are written are all written", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  await bytes.getByLabel("Go to offset").fill("0x50");
  await bytes.getByLabel("Go to offset").press("Enter");
  const bits = bytes.getByRole("group", { name: "Bits of the selected field" });
  const unset = bits.locator(".bit[aria-pressed=false][aria-label*=':']");
  await expect(bits.getByRole("button", { name: "bit 4: 128bit_support" })).toHaveAttribute("aria-pressed", "false");
  const names = await unset.evaluateAll((all) => {
    const pressed = (all as HTMLElement[]).slice(0, 3);
    for (const it of pressed) it.click();
    return pressed.map((it) => it.getAttribute("aria-label") ?? "");
  });
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) await expect(bits.getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".toast--error")).toHaveCount(0);
});

test("lines that a pointed byte lights do not stay lit after the byte is changed", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  await bytes.getByRole("gridcell", { name: /^0x00000050 / }).click();
  await expect(page.locator(".bobbin-lit").first()).toBeAttached();
  await page.keyboard.type("ff");
  await expect(bytes.getByRole("gridcell", { name: "0x00000050 ff" })).toBeVisible();
  await page.mouse.move(300, 880, { steps: 4 });
  await expect(page.locator(".bobbin-lit")).toHaveCount(0);
});

test("form, bytes and text follow each other", async ({ workbench, page }) => {
  await workbench.open(upload(goldenText));
  const original = await workbench.text();
  const at = async (bytes: Locator, offset: string) => {
    await bytes.getByLabel("Go to offset").fill(offset);
    await bytes.getByLabel("Go to offset").press("Enter");
  };
  // A switch of the form is a line of the text, and a bit of the bitmap at 0x50.
  await workbench.line("[core_features]").click();
  let form = await workbench.view("Form");
  const wide = form.getByRole("radiogroup", { name: "128bit_support", exact: true });
  await wide.getByRole("radio", { name: "true" }).click();
  await workbench.expectTextContains("64bit_support = true\n128bit_support = true\n");
  let bytes = await workbench.view("Bytes");
  await expect(bytes.getByRole("gridcell", { name: "0x00000050 1f" })).toBeVisible();
  // A size with its unit is eight bytes of the resource table: the size of `cache_l1` at 0xc0.
  await page.locator(".cm-scroller").evaluate((it) => it.scrollTo(0, it.scrollHeight));
  await workbench.line("[resources]").click();
  form = await workbench.view("Form");
  const cache = form.getByLabel("Size of each, row 3 cache_l1", { exact: true });
  await expect(cache).toHaveValue("32KiB");
  // An invalid size is reported at the cell, and stays there to be corrected.
  await cache.fill("64 parsecs");
  await cache.press("Enter");
  await expect(form.getByText(/is not a size; write a number and a unit/)).toBeVisible();
  await expect(cache).toHaveValue("64 parsecs");
  await cache.fill("0x10000");
  await cache.press("Enter");
  await workbench.expectTextContains("cache_l1 = 64KiB\n");
  bytes = await workbench.view("Bytes");
  await at(bytes, "0xc0");
  const size = bytes.getByLabel("u64", { exact: true });
  await expect(size).toHaveValue("65536");
  // In the other direction: the bytes change the line, and the line changes the form.
  await size.fill("131072");
  await size.press("Enter");
  await workbench.expectTextContains("cache_l1 = 128KiB\n");
  form = await workbench.view("Form");
  await expect(form.getByLabel("Size of each, row 3 cache_l1")).toHaveValue("128KiB");
  // A register of the mapping table: the second argument, whose register number stands at 0x1ac.
  await workbench.line("[linux-x64-syscall.mapping]").click();
  const second = form.getByLabel(/^Number, row 3 /);
  await expect(second).toHaveValue("5");
  await expect(form.getByText("RSI on x86-64, X5 on arm64", { exact: true })).toBeVisible();
  await second.fill("rdx");
  await second.press("Enter");
  await workbench.expectTextContains("2 = gpr:3  ; Second argument");
  bytes = await workbench.view("Bytes");
  await at(bytes, "0x1ac");
  await expect(bytes.getByLabel("u32", { exact: true })).toHaveValue("3");
  // Every change can be undone, and the download is the document's own file again.
  await workbench.undoAll();
  await workbench.expectText(original);
  const file = await workbench.download(() =>
    page.getByRole("button", { name: "Download .coilcfg" }).click(),
  );
  expect(file.bytes.equals(projectFile(golden))).toBe(true);
});

test("rows come, go and lead to their lines", async ({ workbench, page }) => {
  const start = "[cpu:0]\nname = A\n";
  await workbench.open(textFile("rows.coilcfg.txt", start));
  await workbench.line("[cpu:0]").click();
  const form = await workbench.view("Form");
  const kind = form.getByLabel("Kind, new row");
  await kind.fill("cache_l2");
  await kind.press("Enter");
  await expect(form.getByText("Give the size of cache_l2, such as 32KiB.")).toBeVisible();
  await form.getByLabel("Size of each, new row").fill("1.5 mib");
  await form.getByLabel("Size of each, new row").press("Enter");
  await workbench.expectText(`${start}\n[resources]\ncache_l2 = 1536KiB\n`);
  // The caret waits in the new row's first field.
  await expect(kind).toHaveValue("");
  await expect(kind).toBeFocused();
  await page.keyboard.type("core");
  await page.keyboard.press("Tab");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await workbench.expectText(`${start}\n[resources]\ncache_l2 = 1536KiB\ncore = 4\n`);
  await form.getByLabel("Name, new row").fill("sysv");
  await form.getByLabel("Name, new row").press("Enter");
  await workbench.expectTextContains("\n[abi:sysv]\n");
  const line = form.getByRole("button", { name: "Show row 2 core in the text" });
  await expect(line).toHaveText("6");
  await line.click();
  await expect(page.getByText("Ln 6, Col")).toBeVisible();
  await workbench.line("[cpu:0]").click();
  await form.getByRole("button", { name: "Remove row 1 cache_l2" }).click();
  await expect.poll(() => workbench.text()).not.toContain("cache_l2");
  await workbench.undoAll();
  await workbench.expectText(start);
});

test("of a very long description the settings are cut, and the search finds the rest", async ({
  workbench,
}) => {
  const units = Array.from({ length: 2500 }, (_, it) => `[gpu:${it}]\nname = Card ${it}\n[gpu:${it}.resources]\ncore = ${it}\n`);
  await workbench.open(textFile("many.coilcfg.txt", units.join("")));
  const settings = await workbench.view("Effective values");
  await expect(settings.getByText(/^… and [\d\u202f]+ more: narrow the search\.$/)).toBeVisible();
  await settings.getByLabel("Filter values").fill("card 2499");
  await expect(settings.getByText("1 found")).toBeVisible();
  await expect(settings.getByRole("cell", { name: "Card 2499" })).toBeVisible();
  await expect(settings.getByText(/narrow the search/)).toBeHidden();
  await settings.getByLabel("Filter values").fill("no such value");
  await expect(settings.getByText("No value matches the filter.")).toBeVisible();
  await settings.getByLabel("Filter values").fill("");
  await expect(settings.getByText(/narrow the search/)).toBeVisible();
  await expect(settings.getByText("No value matches the filter.")).toBeHidden();
});

test("a selection, a C header and JSON are downloaded", async ({ workbench }) => {
  await workbench.open(upload(goldenText));
  const bytes = await workbench.view("Bytes");
  await bytes.getByLabel("Go to offset").fill("4");
  await bytes.getByLabel("Go to offset").press("Enter");
  const part = await workbench.download(() =>
    bytes.getByRole("button", { name: "Save selected bytes" }).click(),
  );
  expect(part.bytes.equals(projectFile(golden).subarray(4, 5))).toBe(true);
  const header = await workbench.download(() => workbench.palette("C header"));
  expect(header.name).toMatch(/\.h$/);
  expect(header.bytes.toString()).toContain("0x47, 0x46, 0x43, 0x43");
  const json = await workbench.download(() => workbench.palette("JSON"));
  expect(JSON.parse(json.bytes.toString())).toBeTruthy();
});

test("this machine is described as far as the browser tells", async ({ workbench, page }) => {
  await workbench.palette("Describe this machine");
  await workbench.expectTextContains("autodetected");
  const text = await workbench.text();
  const told = await page.evaluate(() => navigator.hardwareConcurrency);
  expect(text).toContain(`thread = ${told}\n`);
  expect(text).toContain(`navigator.hardwareConcurrency is ${told}`);
  expect(text).toContain("simd_128bit = true");
  expect(text).toMatch(/^; Facts that a browser reveals/);
  await workbench.expectNoProblems();
});
