import { textFile, trace } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("toggling an event and changing the rate are small edits, and can be undone", async ({
  workbench,
  page,
}) => {
  // Windows line ends, and none at the end: all of it must be kept.
  const original = trace.replaceAll("\n", "\r\n").trimEnd();
  await workbench.open(textFile("job.trace", original));
  await workbench.line("[MPI.default]").click();
  const form = await workbench.view("Form");
  await form.getByRole("radiogroup", { name: "MPI_Barrier", exact: true }).getByText("on", { exact: true }).click();
  await workbench.expectText(original.replace("MPI_Barrier = off", "MPI_Barrier = on"));
  await form.getByRole("radiogroup", { name: "MPI_Send", exact: true }).getByText("off", { exact: true }).click();
  await workbench.expectTextContains("MPI_Barrier = on\r\n    MPI_Send = off\r\n");
  await workbench.line("[Lexgion.default]").click();
  const rate = form.getByRole("spinbutton", { name: "tracing_rate", exact: true });
  await rate.fill("50");
  await rate.press("Enter");
  await workbench.expectTextContains("tracing_rate = 50");
  await workbench.undoAll();
  await workbench.expectText(original);
  expect((await workbench.save()).bytes.toString()).toBe(original);
});

test("an event goes back to what it inherits, and default-off events say why", async ({
  workbench,
}) => {
  await workbench.open(textFile("job.trace", trace));
  await workbench.line("[MPI.default]").click();
  const form = await workbench.view("Form");
  const barrier = form.getByRole("radiogroup", { name: "MPI_Barrier", exact: true });
  await barrier.getByRole("radio", { name: "unset" }).click();
  await workbench.expectText(trace.replace("    MPI_Barrier = off\n", ""));
  await expect(barrier.getByRole("radio", { name: "unset" })).toBeChecked();
  const get = form.locator("[data-key=MPI_Get]");
  await expect(get).toContainText("refuses to switch it on");
  await workbench.undoAll();
  await workbench.expectText(trace);
});

test("sections are added, copied, moved and removed from the form", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("job.trace", trace));
  await workbench.line("[MPI.default]").click();
  const form = await workbench.view("Form");
  await expect(form.getByRole("heading", { name: /MPI\.default/ })).toBeVisible();
  await form.getByRole("button", { name: "Duplicate", exact: true }).click();
  await form.getByRole("button", { name: "CUDA.default", exact: true }).click();
  await workbench.expectTextContains("[CUDA.default]\n    MPI.rank = (0-15)\n    MPI_Barrier = off\n");
  await expect(form.getByRole("heading", { name: /CUDA\.default/ })).toBeVisible();
  await form.getByRole("button", { name: "Move up", exact: true }).click();
  await expect.poll(async () => (await workbench.text()).indexOf("[CUDA")).toBeLessThan(
    trace.indexOf("[MPI") + 1,
  );
  await form.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => workbench.text()).not.toContain("[CUDA.default]");
  await workbench.line("[Lexgion.default]").click();
  // The hover of the word under the pointer closes when the pointer leaves.
  await form.getByRole("heading", { name: /Lexgion\.default/ }).hover();
  await form.getByRole("button", { name: "Add section", exact: true }).click();
  await form.getByRole("textbox", { name: "Name" }).fill("Lexgion(Python:main)");
  await page.keyboard.press("Enter");
  await workbench.expectTextContains("[Lexgion(Python:main)]");
  await expect(form.getByRole("heading", { name: /Python:main/ })).toBeVisible();
  await workbench.undoAll();
  await workbench.expectText(trace);
});

test("a name that is given twice makes one section", async ({ workbench }) => {
  await workbench.open(textFile("job.trace", trace));
  await workbench.line("[Lexgion.default]").click();
  const form = await workbench.view("Form");
  await form.getByRole("heading", { name: /Lexgion\.default/ }).hover();
  await form.getByRole("button", { name: "Add section", exact: true }).click();
  const name = form.getByRole("textbox", { name: "Name" });
  await name.fill("Lexgion(Python:main)");
  // Sooner than the first is answered.
  await name.evaluate((input) => {
    for (let press = 0; press < 2; press++) {
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    }
  });
  await expect(form.getByRole("heading", { name: /Python:main/ })).toBeVisible();
  expect((await workbench.text()).split("[Lexgion(Python:main)]")).toHaveLength(2);
});

test("the form follows the caret", async ({ workbench }) => {
  await workbench.open(textFile("job.trace", `# What to trace.\n\n${trace}`));
  const form = await workbench.view("Form");
  const first = /\[(.*?)\]/.exec(trace)?.[1] ?? "";
  await expect(form.getByRole("heading", { name: first })).toBeVisible();
  await workbench.line("MPI.rank = (0-15)").click();
  await expect(form.getByRole("heading", { name: /MPI\.default/ })).toBeVisible();
  await workbench.line("max_num_traces").click();
  await expect(form.getByRole("heading", { name: /Lexgion\.default/ })).toBeVisible();
});

test("an empty file says what it is empty of, and a refused name stays to be mended", async ({ workbench, page }) => {
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("dialog").getByRole("option", { name: /^Empty file/ }).filter({ hasText: ".trace" }).click();
  await expect(page.getByText("Items appear here as you write them.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add an item…" })).toBeVisible();
  const form = await workbench.view("Form");
  await form.getByRole("button", { name: "Add section", exact: true }).click();
  const name = form.getByRole("textbox", { name: "Name" });
  await name.fill("Lexion(MPI:MPI_Send)");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toContainText("Lexion(MPI:MPI_Send) is not a target that the program knows.");
  await expect(name).toHaveValue("Lexion(MPI:MPI_Send)");
  await expect(name).toBeFocused();
  await name.fill("Lexgion(MPI:MPI_Send)");
  await page.keyboard.press("Enter");
  await workbench.expectText("[Lexgion(MPI:MPI_Send)]\n");
  await expect(name).toBeHidden();
  // The outline shows what the form is about, though the caret is elsewhere.
  await form.getByRole("button", { name: "Add section", exact: true }).click();
  await form.getByRole("button", { name: "MPI.default", exact: true }).click();
  await expect(workbench.outline.getByRole("treeitem", { selected: true })).toContainText("MPI.default");
});

test("all switches, or those that a filter leaves, are switched at once", async ({ workbench }) => {
  await workbench.open(textFile("all.trace", "[MPI.default]\n"));
  const form = await workbench.view("Form");
  await form.getByRole("searchbox", { name: "Filter fields" }).fill("all");
  await form.getByRole("button", { name: "all groups off" }).click();
  await workbench.expectTextContains("MPI_Alltoallw = off");
  expect(await workbench.text()).not.toContain("MPI_Send");
  await form.getByRole("searchbox", { name: "Filter fields" }).fill("");
  await form.getByRole("button", { name: "all groups off" }).click();
  await workbench.expectTextContains("MPI_Send = off");
  // What the program refuses to switch stays unwritten.
  expect(await workbench.text()).not.toContain("MPI_Wtime");
  await workbench.undoAll();
  await workbench.expectText("[MPI.default]\n");
});

test("F2 in the outline renames the region of a section", async ({ workbench, page }) => {
  const text = "[Lexgion(MPI:foo)]\n    trace_mode = OFF\n";
  await workbench.open(textFile("regions.trace", text));
  await workbench.outline.getByRole("treeitem").first().click();
  await page.keyboard.press("F2");
  const name = page.getByLabel("New name");
  await expect(name).toHaveValue("foo");
  await name.fill("bar");
  await name.press("Enter");
  await workbench.expectText(text.replace("foo", "bar"));
});
