import { textFile, trace } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

test("toggling an event and changing the rate are small edits, and can be undone", async ({
  workbench,
  page,
}) => {
  // Windows line ends, no line end at the end: all of it must come back.
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

test("the form follows the caret", async ({ workbench }) => {
  await workbench.open(textFile("job.trace", trace));
  const form = await workbench.view("Form");
  await workbench.line("MPI.rank = (0-15)").click();
  await expect(form.getByRole("heading", { name: /MPI\.default/ })).toBeVisible();
  await workbench.line("max_num_traces").click();
  await expect(form.getByRole("heading", { name: /Lexgion\.default/ })).toBeVisible();
});
