import type { Locator, Page } from "@playwright/test";

import { stillBox } from "../pages/canvas.ts";
import { projectFile, seedTrace, textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const painted = `[OpenMP.default]
    OpenMP.thread = (0-15)

[MPI.default]
    MPI.rank = (0-3)

# The threads that talk.
[OpenMP.thread(0-3)]: OpenMP.default : MPI.rank(0)
    omp_sync_region = off
`;

/** Returns the middle of a cell, for a map of the given numbers of columns and rows. */
async function cell(map: Locator, column: number, row: number, columns: number, rows: number) {
  await map.scrollIntoViewIfNeeded();
  const box = await stillBox(map);
  return {
    x: box.x + ((column + 0.5) * box.width) / columns,
    y: box.y + ((row + 0.5) * box.height) / rows,
  };
}

const mapOf = (page: Page) => page.getByRole("application", { name: /coverage map/i });

const invocations = (timeline: Locator) => timeline.getByRole("spinbutton", { name: "Invocations" });

/** Presses the middle of an element, or the point at `share` of its width. */
async function press(page: Page, target: Locator, share = 0.5, margin = 0) {
  await target.scrollIntoViewIfNeeded();
  const box = await stillBox(target);
  const x = box.x + margin + (box.width - 2 * margin) * share;
  await page.mouse.move(x, box.y + box.height / 2, { steps: 4 });
  await page.mouse.click(x, box.y + box.height / 2);
}

// With the mouse alone: the event in a list, the unit on the map, the invocation on the line.
test("is `omp_task_create` on thread 5 of rank 0 traced at invocation 40?", async ({
  workbench,
  page,
}) => {
  await workbench.open(textFile("document.trace", seedTrace));
  const coverage = await workbench.view("Coverage");
  await press(page, coverage.getByRole("group", { name: "Event" }).getByRole("button"));
  await press(page, page.getByRole("menuitemradio", { name: /^omp_task_create/ }));
  await press(page, coverage.getByRole("radio", { name: "intended" }));
  const map = mapOf(page);
  const at = await cell(map, 5, 0, 23, 4);
  await page.mouse.move(at.x, at.y);
  await expect(coverage.getByText(/OpenMP thread 5, MPI rank 0/).first()).toBeVisible();
  await page.mouse.click(at.x, at.y);
  // A hundred invocations; the line has a margin of 10 pixels.
  const line = coverage.getByRole("slider", { name: "Invocation" });
  await press(page, line, 0.405, 10);
  await expect(line).toHaveAttribute("aria-valuenow", "40");
  await expect(coverage.getByRole("spinbutton", { name: "Invocation" })).toHaveValue("40");
  const answer = coverage.getByRole("article", { name: /intended/i });
  await expect(answer).toContainText(/No: .*omp_task_create.*not traced/);
  await expect(answer).toContainText(/thread 5.*rank 0.*invocation 40/);
  await expect(answer).toContainText(/switched off in OpenMP\.default/);
  // The program of the document's time traced it all the same (pinsight.md#seed-run-time).
  const program = coverage.getByRole("article", { name: /february/i });
  await expect(program).toContainText(/Yes: .*omp_task_create.*is traced/);
  await expect(program).toContainText(/event switches were not checked/i);
  // The reason leads to its line.
  await press(page, answer.getByRole("button", { name: "line 5" }));
  await expect(page.locator(".cm-activeLine")).toContainText("omp_task_create = off");
});

test("an explained cell stays where it is on the map", async ({ workbench, page }) => {
  await workbench.open(textFile("job.trace", `[OpenMP.default]
    OpenMP.thread = (0-15)
[MPI.default]
    MPI.rank = (0-3)
[CUDA.default]
    CUDA.device = (0-3)
[Lexgion(0x4010bd)]: OpenMP.default, MPI.default: MPI.rank(0), CUDA.device(0)
    trace_starts_at = 20
`));
  const coverage = await workbench.view("Coverage");
  const across = coverage.getByRole("combobox", { name: "Across" });
  await expect(across).toHaveValue("OpenMP.thread");
  const map = mapOf(page);
  await map.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  // The section that decides there is for ranks and devices.
  await expect(page.locator(".cm-activeLine")).toContainText("trace_starts_at = 20");
  await expect(coverage.getByRole("heading", { name: /^Why\?/ })).toHaveText("Why? OpenMP thread 0, MPI rank 1");
  await expect(coverage.getByText(/OpenMP thread 0, MPI rank 1\. /).first()).toBeVisible();
  await expect(across).toHaveValue("OpenMP.thread");
  await expect(coverage.getByRole("combobox", { name: "Down" })).toHaveValue("MPI.rank");
});

test("what stands over the map and on the line is about the unit that is asked about", async ({ workbench, page }) => {
  await workbench.open(textFile("job.trace", `[OpenMP.default]
    OpenMP.thread = (0-15)
[MPI.default]
    MPI.rank = (0-3)
[Lexgion(0x4010bd)]: OpenMP.default, MPI.default: MPI.rank(0)
    trace_starts_at = 20
`));
  const coverage = await workbench.view("Coverage");
  const about = coverage.locator(".map__about");
  const rank = coverage.getByRole("spinbutton", { name: "MPI.rank" });
  const answer = coverage.getByRole("article");
  // Both readings say the same, once.
  await expect(answer).toHaveAccessibleName(/Effective today · Intended/);
  for (const [unit, verdict, words] of [["1", "No: ", /not traced/], ["0", "Yes: ", /Invocation 20 is the \d+(st|nd|rd|th) that the schedule lets through/]] as const) {
    await rank.fill(unit);
    await rank.press("Enter");
    await expect(answer).toContainText(verdict);
    await expect(about).toContainText(`MPI rank ${unit}. `);
    const line = coverage.getByRole("slider", { name: "Invocation" });
    await line.focus();
    await page.keyboard.press("Home");
    for (let at = 0; at < 20; at++) await page.keyboard.press("ArrowRight");
    await expect(coverage.locator(".strip__about")).toContainText(words);
  }
  // The cursor goes on from there, and stays where it was put.
  await mapOf(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(coverage.getByRole("heading", { name: /^Why\?/ })).toContainText("MPI rank 1");
  await expect(about).toContainText("MPI rank 2. ");
});

test("painting units writes the section's ids, as one step", async ({ workbench, page }) => {
  await workbench.open(textFile("job.trace", painted));
  await workbench.line("[OpenMP.thread(0-3)]").click();
  const coverage = await workbench.view("Coverage");
  await coverage.getByRole("radio", { name: "intended" }).click();
  await coverage.getByRole("radio", { name: "Add units" }).click();
  await expect(coverage.getByText(/to add them to/)).toBeVisible();
  const map = mapOf(page);
  const from = await cell(map, 6, 0, 16, 4);
  const to = await cell(map, 8, 0, 16, 4);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await workbench.expectText(painted.replace("(0-3)]:", "(0-3, 6-8)]:"));
  // By keyboard: the next thread.
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await workbench.expectText(painted.replace("(0-3)]:", "(0-3, 6-9)]:"));
  await workbench.undoAll();
  await workbench.expectText(painted);
});

test("a stroke that has to wait is not painted onto a section that is picked later", async ({ workbench, page }) => {
  const two = `${painted}
[OpenMP.thread(10-12)]: OpenMP.default : MPI.rank(0)
    omp_sync_region = off
`;
  await workbench.open(textFile("job.trace", two));
  await workbench.line("[OpenMP.thread(0-3)]").click();
  const coverage = await workbench.view("Coverage");
  await coverage.getByRole("radio", { name: "intended" }).click();
  await coverage.getByRole("radio", { name: "Add units" }).click();
  await expect(coverage.getByText(/to add them to/)).toBeVisible();
  const other = coverage.getByRole("region", { name: "Legend" }).getByRole("button", { name: /10-12/ });
  await expect(other).toBeVisible();
  const map = mapOf(page);
  const cells = [await cell(map, 6, 0, 16, 4), await cell(map, 8, 0, 16, 4)];
  await page.evaluate(() => (globalThis as any).bobbinEditor.crashWorker("hang"));
  for (const { x, y } of cells) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.up();
  }
  await other.click();
  await expect(page.getByText(/A stroke was left out/)).toBeVisible({ timeout: 20_000 });
  await workbench.expectText(two.replace("(0-3)]:", "(0-3, 6)]:"));
});

test("painting a map without sections makes the first one", async ({ workbench, page }) => {
  await workbench.open(textFile("empty.trace", "# nothing yet\n"));
  const coverage = await workbench.view("Coverage");
  await coverage.getByRole("radio", { name: "Add units" }).click();
  // Today's program would not look at it.
  await expect(coverage.getByText(/OpenMP's have no names/)).toBeVisible();
  await coverage.getByRole("radio", { name: "intended" }).click();
  await expect(coverage.getByText(/to add a section for them/)).toBeVisible();
  await mapOf(page).focus();
  await page.keyboard.press("Space");
  await workbench.expectTextContains("[OpenMP.thread(0)");
  // Several at once: each waits until the map knows the section's new name.
  for (let nth = 0; nth < 5; nth++) {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
  }
  await workbench.expectTextContains("[OpenMP.thread(0-5)");
  await workbench.undoAll();
  await workbench.expectText("# nothing yet\n");
});

test("cells that are no whole columns make a section of their own", async ({ workbench, page }) => {
  await workbench.open(textFile("job.trace", painted));
  await workbench.line("[OpenMP.thread(0-3)]").click();
  const coverage = await workbench.view("Coverage");
  await coverage.getByRole("radio", { name: "intended" }).click();
  await coverage.getByRole("radio", { name: "Add units" }).click();
  const map = mapOf(page);
  const from = await cell(map, 6, 1, 16, 4);
  const to = await cell(map, 7, 2, 16, 4);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await workbench.expectText(
    `${painted}
[OpenMP.thread(6-7)]: OpenMP.default : MPI.rank(1-2)
    omp_sync_region = off
`,
  );
  await workbench.undoAll();
  await workbench.expectText(painted);
});

test("an invocation picked on the line is asked about on the map", async ({ workbench, page }) => {
  await workbench.open(textFile("document.trace", seedTrace));
  const timeline = await workbench.view("Timeline");
  // To the last trace and a few beyond it, unless the user wants fewer.
  await expect(invocations(timeline)).toHaveValue("2300");
  const region = await timeline.getByRole("combobox", { name: "Region" }).inputValue();
  await invocations(timeline).fill("100");
  await invocations(timeline).press("Enter");
  await press(page, timeline.getByRole("slider", { name: "Invocation", exact: true }), 0.305, 10);
  const coverage = await workbench.view("Coverage");
  await expect(coverage.getByRole("spinbutton", { name: "Invocation" })).toHaveValue("30");
  // Line and map begin with the same region.
  await expect(coverage.getByRole("combobox", { name: "Region" })).toHaveValue(region);
});

test("the grips of the timeline change the triple", async ({ workbench, page }) => {
  await workbench.open(textFile("document.trace", seedTrace));
  await workbench.line("[Lexgion(0x4010bd)").click();
  const timeline = await workbench.view("Timeline");
  await invocations(timeline).fill("100");
  await invocations(timeline).press("Enter");
  const line = timeline.getByRole("slider", { name: "Invocation", exact: true });
  await line.focus();
  await line.press("PageUp");
  await line.press("PageUp");
  await line.press("PageUp");
  await expect(timeline.getByText("Invocation 30 is traced; it is the 2nd trace.")).toBeVisible();
  const first = timeline.getByRole("slider", { name: "trace_starts_at" });
  await first.press("ArrowRight");
  await workbench.expectTextContains("trace_starts_at = 21");
  const grip = await stillBox(first);
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  await page.mouse.move(grip.x + 100, grip.y + 8, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => workbench.text()).not.toContain("trace_starts_at = 21");
  await workbench.undoAll();
  await workbench.expectText(seedTrace);
});

test("map and legend have the same colours where the system chooses those of the page", async ({ workbench, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await workbench.open(textFile("document.trace", seedTrace));
  const coverage = await workbench.view("Coverage");
  const swatch = coverage.getByRole("region", { name: "Legend" }).locator(".cover-legend__colour").first();
  const colour = await swatch.evaluate((it) => getComputedStyle(it).backgroundColor);
  const isDrawn = () => coverage.locator("canvas").first().evaluate((it, wanted) => {
    const { width, height } = it as HTMLCanvasElement;
    const { data } = (it as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
    for (let at = 0; at < data.length; at += 4) {
      if (`rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})` === wanted) return true;
    }
    return false;
  }, colour);
  await expect.poll(isDrawn).toBe(true);
  await page.screenshot({ path: "results/screens/forced-coverage.png" });
  // What is read aloud has words only.
  const spoken = coverage.locator("p[aria-live]");
  await expect(spoken).toContainText(/raced/);
  await expect(spoken).not.toContainText("`");
});

test("every key on a grip or on the line counts, however fast they come", async ({ workbench, page }) => {
  await workbench.open(textFile("fast.trace", "[Lexgion.default]\n  trace_starts_at = 10\n  max_num_traces = 200\n  tracing_rate = 5\n"));
  const timeline = await workbench.view("Timeline");
  /** Presses a key in one task of the page, so that no answer comes between. */
  const burst = async (name: string, key: string, count: number): Promise<void> => {
    const slider = timeline.getByRole("slider", { name, exact: true });
    await slider.focus();
    await slider.evaluate((element, [pressed, times]) => {
      for (let at = 0; at < times; at += 1) {
        element.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true }));
      }
    }, [key, count] as const);
  };
  await burst("max_num_traces", "ArrowRight", 10);
  await workbench.expectTextContains("max_num_traces = 210");
  await burst("max_num_traces", "PageDown", 3);
  await workbench.expectTextContains("max_num_traces = 180");
  const first = timeline.getByRole("slider", { name: "trace_starts_at" });
  await first.focus();
  for (let at = 0; at < 21; at += 1) await page.keyboard.down("ArrowRight");
  await page.keyboard.up("ArrowRight");
  await workbench.expectTextContains("trace_starts_at = 31");
  await expect(first).toHaveAttribute("aria-valuenow", "31");
  await burst("Invocation", "ArrowRight", 12);
  await expect(timeline.getByRole("slider", { name: "Invocation", exact: true })).toHaveAttribute("aria-valuenow", "12");
  // What was taken back is not gone on from.
  await workbench.undoAll();
  await expect(first).toHaveAttribute("aria-valuenow", "10");
  await first.press("ArrowLeft");
  await workbench.expectTextContains("trace_starts_at = 9\n");
});

test("the first map shows where the answers differ", async ({ workbench }) => {
  await workbench.open(textFile("ranks.txt", `[MPI.default]
  MPI.rank = (0-7)
[OpenMP.default]
  OpenMP.thread = (0-7)
[Lexgion(MPI:MPI_Send)] : MPI.default : MPI.rank(0-3)
`));
  const coverage = await workbench.view("Coverage");
  await expect(coverage.getByRole("combobox", { name: "Region" })).toHaveValue("MPI:MPI_Send");
  await expect(coverage.getByRole("region", { name: "Legend" })).toContainText(/of .* on|off/);
  // No other event happens in a region that is called so.
  const event = coverage.getByRole("group", { name: "Event" });
  await expect(coverage.getByRole("radiogroup", { name: "Event" }).getByRole("radio")).toHaveText(["MPI_Send"]);
  await coverage.getByRole("combobox", { name: "Region" }).selectOption("");
  await event.getByRole("button").click();
  await workbench.page.getByRole("menuitemradio", { name: /^MPI_Recv/ }).click();
  await expect(event).toContainText("MPI_Recv");
  await expect(coverage.getByRole("combobox", { name: "Region" })).toHaveValue("");
});

test("map and line are about the region that is chosen in either", async ({ workbench }) => {
  await workbench.open(textFile("regions.trace", `[MPI.default]
  MPI.rank = (0-7)
[Lexgion(0x10)]
  tracing_rate = 2
[Lexgion(MPI:MPI_Send)] : MPI.default : MPI.rank(0-3)
  tracing_rate = 3
`));
  await workbench.line("[Lexgion(0x10)").click();
  const chosen = async (view: Locator, domain: string, region: string) => {
    await expect(view.getByRole("combobox", { name: "Region" })).toHaveValue(region);
    await expect(view.getByRole("combobox", { name: "Domain" })).toHaveValue(domain);
  };
  const coverage = await workbench.view("Coverage");
  await chosen(coverage, "MPI", "0x10");
  await coverage.getByRole("combobox", { name: "Region" }).selectOption("MPI:MPI_Send");
  await chosen(coverage, "MPI", "MPI:MPI_Send");
  const timeline = await workbench.view("Timeline");
  await chosen(timeline, "MPI", "MPI:MPI_Send");
  await expect(timeline.getByRole("heading", { name: /MPI:MPI_Send/ })).toBeVisible();
  await timeline.getByRole("combobox", { name: "Domain" }).selectOption("OpenMP");
  await chosen(timeline, "OpenMP", "0x10");
  await chosen(await workbench.view("Coverage"), "OpenMP", "0x10");
});

test("line and map follow the caret where the chosen region has another name", async ({ workbench, page }) => {
  const text = "[Lexgion.default]\n    tracing_rate = 10\n\n[Lexgion(foo)]\n    tracing_rate = 3\n\n[Lexgion(bar)]\n    tracing_rate = 4\n";
  await workbench.open(textFile("renamed.trace", text));
  const timeline = await workbench.view("Timeline");
  const region = timeline.getByRole("combobox", { name: "Region" });
  await region.selectOption("bar");
  await expect(timeline.getByRole("heading", { name: /Lexgion\(bar\)/ })).toBeVisible();
  await workbench.line("[Lexgion(bar)]").click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("n");
  await workbench.expectTextContains("[Lexgion(barn)]");
  await expect(timeline.getByRole("heading", { name: /Lexgion\(barn\)/ })).toBeVisible();
  await expect(region).toHaveValue("barn");
  // What is typed beside the line is written where the heading says.
  const rate = timeline.getByRole("spinbutton", { name: "tracing_rate", exact: true });
  await rate.fill("99");
  await rate.press("Enter");
  await workbench.expectTextContains("[Lexgion(barn)]\n    tracing_rate = 99\n");
  await workbench.expectTextContains("[Lexgion.default]\n    tracing_rate = 10\n");
  const coverage = await workbench.view("Coverage");
  await expect(coverage.getByRole("combobox", { name: "Region" })).toHaveValue("barn");
});

test("one event alone, and a group of events, are switched in one step", async ({ workbench, page }) => {
  const text = "# the ranks\n[MPI.default]\n  trace_mode = TRACING\n";
  await workbench.open(textFile("mpi.txt", text));
  await page.getByRole("treeitem", { name: /MPI\.default/ }).click();
  const form = await workbench.view("Form");
  const field = (key: string) => form.locator(`.field[data-key="${key}"]`);
  await form.getByRole("button", { name: "Only MPI_Send", exact: true }).click();
  await workbench.expectTextContains("MPI_Recv = off");
  await expect(field("MPI_Recv")).toContainText("off");
  await expect(field("MPI_Send")).toContainText("install default");
  await workbench.expectTextContains("# the ranks\n[MPI.default]\n  trace_mode = TRACING\n");
  // Pressed again, nothing is left to switch off.
  await form.getByRole("button", { name: "Only MPI_Send", exact: true }).click();
  await expect(page.getByText("No other event than MPI_Send is on")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(text);
  const group = form.locator(".group").filter({ has: page.getByRole("button", { name: "all off" }) }).filter({ hasText: "MPI_Send" });
  await group.getByRole("button", { name: "all off" }).click();
  await workbench.expectTextContains("MPI_Send = off");
  await page.keyboard.press("ControlOrMeta+z");
  await workbench.expectText(text);
});

test("cells of the map stay sharp and whole where rows are finer than pixels", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  const text = "[OpenMP.default]\n    OpenMP.thread = (0-15)\n[MPI.default]\n    MPI.rank = (0-255)\n[Lexgion(0x401000)]: OpenMP.default : OpenMP.thread(6-9)\n    trace_starts_at = 10\n";
  await workbench.open(textFile("fine.trace", text));
  const coverage = await workbench.view("Coverage");
  // Painting shows every unit.
  await coverage.getByRole("radio", { name: "Add units" }).click();
  const map = mapOf(page);
  await expect(map).toBeVisible();
  const colours = () =>
    map.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, Math.floor(canvas.height / 2), canvas.width, 1);
      const found = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        const colour = data.slice(at, at + 3).join(" ");
        found.set(colour, (found.get(colour) ?? 0) + 1);
      }
      // The outline of what the section names, and its edges, are a few pixels each.
      return found.size;
    });
  await expect.poll(colours).toBeGreaterThan(2);
  expect(await colours()).toBeLessThan(7);
  const [dot, tick, corner] = [map.locator(".map__point"), coverage.locator(".map__y .map__tick").first(), coverage.locator(".map__corner")];
  const below = (await corner.boundingBox())!.y + (await corner.boundingBox())!.height;
  expect((await tick.boundingBox())!.y).toBeGreaterThanOrEqual(below - 1);
  expect((await dot.boundingBox())!.y).toBeGreaterThanOrEqual(below + 4);
});

test("the outline of a small cell leaves the cell its colour", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 900, height: 560 });
  const text = "[OpenMP.default]\n    OpenMP.thread = (0-15)\n[MPI.default]\n    MPI.rank = (0-63)\n[OpenMP.thread(7)]: OpenMP.default : MPI.rank(30)\n    omp_sync_region = off\n";
  await workbench.open(textFile("fine.trace", text));
  const coverage = await workbench.view("Coverage");
  await coverage.getByRole("radio", { name: "intended" }).click();
  // Painting shows every unit, and outlines what the section names.
  await coverage.getByRole("radio", { name: "Add units" }).click();
  // How bright the pixels are from six above the middle of the cell to six below.
  const column = () =>
    mapOf(page).locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const [x, y] = [(7.5 / 16) * canvas.width, (30.5 / 64) * canvas.height].map(Math.floor) as [number, number];
      const { data } = canvas.getContext("2d")!.getImageData(x, y - 6, 1, 13);
      return Array.from({ length: 13 }, (_, nth) => data[4 * nth]! + data[4 * nth + 1]! + data[4 * nth + 2]!);
    });
  const around = async () => {
    const all = await column();
    const line = Math.min(...all);
    const isLine = (it: number) => it < line + 60;
    return [all.slice(0, 6).some(isLine), isLine(all[6]!), all.slice(7).some(isLine)];
  };
  await expect.poll(around).toEqual([true, false, true]);
});

test("keys on a folded map take the bands that are outlined and read out, and say how many units", async ({ workbench, page }) => {
  const text = `${projectFile("public/gallery/heat2d_openmp_mpi.trace")}`;
  await workbench.open(textFile("heat2d.trace", text));
  const coverage = await workbench.view("Coverage");
  const spoken = coverage.locator("p[aria-live]");
  await coverage.getByRole("combobox", { name: "Across" }).selectOption("OpenMP.device");
  await expect(spoken).toContainText(/OpenMP device \d+, MPI rank/);
  await mapOf(page).focus();
  for (const key of ["PageUp", "ArrowDown", "Home"]) await page.keyboard.press(key);
  await expect(spoken).toContainText("MPI rank 1–14. ");
  await page.keyboard.press("Shift+End");
  await expect(spoken).toContainText(/MPI rank 1–14: \d+ units/);
  await page.keyboard.press("Space");
  await workbench.expectText(text.replace("MPI.rank(0, 15, 112, 127)", "MPI.rank(0-15, 112, 127)"));
});

test("a stroke that is refused changes neither the text nor the map", async ({ workbench, page }) => {
  const text = `[OpenMP.default]
    OpenMP.thread = (0-15)
[MPI.default]
    MPI.rank = (0-3)
[Lexgion(0x4010bd)]: OpenMP.default, MPI.default: MPI.rank(0)
    trace_starts_at = 20
`;
  await workbench.open(textFile("job.trace", text));
  const coverage = await workbench.view("Coverage");
  const axes = ["Across", "Down"].map((name) => coverage.getByRole("combobox", { name }));
  const seen = async () => {
    await expect(axes[0]!).toHaveValue("OpenMP.thread");
    await expect(axes[1]!).toHaveValue("MPI.rank");
  };
  await seen();
  await coverage.getByRole("radio", { name: "Add units" }).click();
  await expect(coverage.getByText(/to add them to/)).toBeVisible();
  // One unit of a rank that the section is not for: its list is for all threads.
  const at = await cell(mapOf(page), 5, 2, 16, 4);
  await page.mouse.click(at.x, at.y);
  await expect(page.getByText(/paint whole columns or rows/)).toBeVisible();
  await seen();
  await expect(coverage.getByText(/to add them to/)).toBeVisible();
  await workbench.expectText(text);
  // A whole row can be painted, on the same map.
  const row = await stillBox(coverage.locator(".map__y"));
  await page.mouse.click(row.x + row.width / 2, row.y + (row.height * 5) / 8);
  await workbench.expectText(text.replace("MPI.rank(0)", "MPI.rank(0, 2)"));
  await seen();
});

test("the map stays under the pointer, however much is said of a unit", async ({ workbench, page }) => {
  await workbench.open(textFile("document.trace", seedTrace));
  const coverage = await workbench.view("Coverage");
  const map = mapOf(page);
  const about = coverage.locator(".map__about");
  for (const width of [1440, 1100, 900]) {
    await page.setViewportSize({ width, height: 900 });
    await map.scrollIntoViewIfNeeded();
    await page.mouse.move(2, 2);
    await expect(map.locator(".map__hovered")).toHaveCount(0);
    const still = await stillBox(map);
    // Units within the scopes, and one outside of them, of which much more is said.
    for (const share of [0.3, 0.6, 0.98]) {
      const before = (await about.textContent()) ?? "";
      await page.mouse.move(still.x + still.width * share, still.y + 4);
      await expect(map.locator(".map__hovered")).toBeVisible();
      await expect(about).not.toHaveText(before);
      expect((await stillBox(map)).y).toBe(still.y);
    }
  }
});
