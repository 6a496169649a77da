// What is cut out, copied and pasted: no setting and no comment stays behind.

import { card } from "../pages/canvas.ts";
import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const source = `# Reads.
process in
  :: video_input

# Finds people.
process det
  :: image_object_detector
  detector:type = example_detector   # for now

process out
  :: image_viewer

# The first of two.
connect from in.image
        to   det.image   # all of them
connect from in.timestamp
        to   out.timestamp

config det:detector
  extra = 1   # by hand

config _pipeline:_edge_by_conn
  # It is slow.
  det:down:image:capacity = 3
  out:down:timestamp:capacity = 4
`;

const other = `process last
  :: image_viewer
`;

/** The lines of `det` and of its connection, which a copy takes along. */
const carried = [
  "# Finds people.",
  "detector:type = example_detector   # for now",
  "# The first of two.",
  "to   det.image   # all of them",
  "config det:detector",
  "extra = 1   # by hand",
  "# It is slow.",
  "det:down:image:capacity = 3",
];

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("cards that are cut out and pasted into another file lose no setting and no comment", async ({ workbench, page }) => {
  await workbench.open(textFile("other.pipe", other), textFile("source.pipe", source));
  const graph = await workbench.view("Graph");
  await card(graph, "in").click();
  await card(graph, "det").click({ modifiers: ["Shift"] });
  await page.keyboard.press("ControlOrMeta+x");
  await expect.poll(() => workbench.text()).not.toContain("process det");
  // What else is about them goes too, so that the clipboard alone has it.
  await page.getByRole("status").getByRole("button", { name: "Remove those too" }).click();
  await expect.poll(() => workbench.text()).not.toContain("det:");
  await workbench.fileTab("other.pipe").click();
  await expect(card(graph, "last")).toBeVisible();
  await graph.locator(".canvas__drawing").focus();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(card(graph, "det")).toBeVisible();
  const pasted = await workbench.text();
  for (const it of carried) expect(pasted).toContain(it);
  expect(pasted).not.toContain("out:down");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await workbench.expectText(other);
  await workbench.fileTab("source.pipe").click();
  await workbench.undoAll();
  await workbench.expectText(source);
});

test("what was cut out comes back once, under the settings that stayed", async ({ workbench, page }) => {
  await workbench.open(textFile("source.pipe", source));
  const graph = await workbench.view("Graph");
  await card(graph, "det").click();
  await page.keyboard.press("ControlOrMeta+x");
  await expect(card(graph, "det")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+v");
  await expect(card(graph, "det")).toBeVisible();
  const text = await workbench.text();
  for (const it of ["config det:detector", "extra = 1   # by hand", "det:down:image:capacity = 3", "# Finds people."]) {
    expect(text.split(it)).toHaveLength(2);
  }
  await page.keyboard.press("d");
  await expect(card(graph, "det2")).toBeVisible();
  await workbench.expectTextContains("config det2:detector\n  extra = 1   # by hand");
  await workbench.expectTextContains("det2:down:image:capacity = 3");
});

test("a name that is half written is taken by whatever comes next", async ({ workbench, page }) => {
  await workbench.open(textFile("source.pipe", source));
  const graph = await workbench.view("Graph");
  const rename = async (from: string, to: string) => {
    await card(graph, from).click();
    await page.keyboard.press("F2");
    const name = graph.getByLabel(`New name for ${from}`);
    await expect(name).toBeFocused();
    await name.fill(to);
  };
  await rename("det", "found");
  const { bytes } = await workbench.download(() => page.keyboard.press("ControlOrMeta+s"));
  expect(bytes.toString()).toContain("process found\n");
  await rename("found", "seen");
  await workbench.line("# Reads.").click();
  await expect(card(graph, "seen")).toBeVisible();
  await rename("seen", "gone");
  await page.keyboard.press("Escape");
  await expect(card(graph, "seen")).toBeVisible();
  await workbench.undoAll();
  await workbench.expectText(source);
});

test("the caret and the outline go to what is pasted", async ({ workbench, page }) => {
  await workbench.open(textFile("source.pipe", source));
  const graph = await workbench.view("Graph");
  await card(graph, "in").click();
  await card(graph, "det").click({ modifiers: ["Shift"] });
  await page.keyboard.press("ControlOrMeta+c");
  await page.keyboard.press("ControlOrMeta+v");
  await expect.poll(async () => (await workbench.text()).match(/^process /gm)?.length).toBe(5);
  const current = workbench.outline.locator("[aria-selected=true]");
  await expect(current).toHaveAccessibleName(/^(in|det)\S+ /);
  // All of them stay selected, to be moved at once.
  await expect(graph.locator(".canvas__drawing [aria-pressed=true]")).toHaveCount(2);
});

test("a relative path of a process leads where it did in a file of another folder", async ({ workbench, page }) => {
  const part = "process part\n  :: print_number\n  relativepath output = out/p.txt\n";
  await workbench.open(textFile("part.pipe", part), textFile("main.pipe", "process k\n  :: print_number\n"));
  await workbench.fileTab("main.pipe").click();
  await workbench.palette("Rename file");
  await page.getByRole("dialog", { name: "Rename file" }).locator("input").fill("pipes/main.pipe");
  await page.keyboard.press("Enter");
  await expect(workbench.fileTab("pipes/main.pipe")).toBeVisible();
  await workbench.fileTab("part.pipe").click();
  const graph = await workbench.view("Graph");
  await card(graph, "part").click();
  // Nothing is copied while the drawing is one of an earlier text, and that is said.
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+c");
    await expect(page.getByText("Copied.", { exact: true })).toBeAttached({ timeout: 1000 });
  }).toPass();
  await workbench.fileTab("pipes/main.pipe").click();
  await card(graph, "k").click();
  await page.keyboard.press("ControlOrMeta+v");
  await expect.poll(() => workbench.text()).toContain("  relativepath output = ../out/p.txt\n");
});

test("a name for a new file that is left is told of", async ({ workbench, page }) => {
  await workbench.open(textFile("other.pipe", other), textFile("source.pipe", source));
  const graph = await workbench.view("Graph");
  await card(graph, "det").click();
  await page.keyboard.press("g");
  await expect(graph.getByLabel("Name of the cluster")).toBeFocused();
  await page.keyboard.type("clu");
  await workbench.fileTab("other.pipe").click();
  await expect(page.getByText("No file was made of the selection: only Enter takes clu.")).toBeVisible();
});

test("what is selected in the text is not cut out or pasted over while the keyboard is elsewhere", async ({ workbench, page }) => {
  const text = "process a\n  :: frame_list_input\n  frame_time = 1\nprocess b\n  :: image_viewer # keep\n";
  await workbench.open(textFile("two.pipe", text));
  const graph = await workbench.view("Graph");
  await page.locator(".cm-line", { hasText: "frame_time" }).getByText("frame_time").dblclick();
  await page.getByRole("tab", { name: "Effective values" }).click();
  await page.keyboard.press("ControlOrMeta+x");
  await page.getByRole("tab", { name: "Graph" }).click();
  await card(graph, "b").click();
  await page.keyboard.press("ControlOrMeta+c");
  await workbench.expectText(text);
  await page.keyboard.press("ControlOrMeta+v");
  await workbench.expectText(`${text}\nprocess b2\n  :: image_viewer # keep\n`);
  await workbench.editor.press("ControlOrMeta+z");
  await workbench.expectText(text);
});

test("what is pasted over bytes goes nowhere else", async ({ workbench, page }) => {
  const text = "[metadata]\nversion = 1.0.2\ntimestamp = 1000\n";
  await workbench.open(textFile("h.coilcfg.txt", text));
  const bytes = await workbench.view("Bytes");
  await workbench.line("timestamp").click();
  await bytes.getByRole("gridcell", { name: /^0x0000000c / }).click();
  const paste = async (it: string) => {
    await page.evaluate((it) => navigator.clipboard.writeText(it), it);
    await page.keyboard.press("ControlOrMeta+v");
  };
  await paste("hello");
  await expect(page.getByText("Nothing was pasted: bytes are written as pairs of hexadecimal digits.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+x");
  await paste("ff ee");
  await workbench.expectText(text.replace("1000", String(0xeeff)));
});
