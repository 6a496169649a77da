// Measures drawing the largest map, and a pointer over it. Prints, never asserts times.

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

/** Makes ids in many ranges: every section cuts the map again. */
function ids(n: number, step: number): string {
  const starts = Array.from({ length: 40 }, (_, it) => (it * (step + 7) * 13 + n * 31) % 1000);
  return starts.map((it) => `${it}-${it + 2}`).join(",");
}

const sections = Array.from(
  { length: 24 },
  (_, it) => `[OpenMP.thread(${ids(it, it)})] : OpenMP.default : MPI.rank(${ids(it, it + 3)})\n`,
);
const text =
  "[OpenMP.default]\nOpenMP.thread = 0-1023\n[MPI.default]\nMPI.rank = 0-1023\n" +
  sections.join("");

const middle = (samples: number[], share: number) => {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1);
};

test("a map of 1024 × 1024 units", async ({ workbench, page }) => {
  await workbench.open(textFile("large.trace", text));
  await page.evaluate(() => {
    const tasks: number[] = [];
    (globalThis as any).longTasks = tasks;
    new PerformanceObserver((list) => {
      for (const it of list.getEntries()) tasks.push(it.duration);
    }).observe({ type: "longtask" });
  });
  const coverage = await workbench.view("Coverage");
  const map = page.getByRole("application", { name: /coverage map/i });
  await expect(map).toBeVisible();
  const takeTasks = () =>
    page.evaluate(() => {
      const tasks: number[] = (globalThis as any).longTasks;
      return tasks.splice(0, tasks.length);
    });
  const words = (tasks: number[]) =>
    `${tasks.length} tasks over 50 ms${tasks.length ? `, longest ${Math.max(...tasks).toFixed(0)} ms` : ""}`;
  await page.waitForTimeout(500);
  console.log(`map 1024 × 1024: first drawing: ${words(await takeTasks())}`);
  // From a choice to the new picture.
  const drawings: number[] = [];
  for (const reading of ["intended", "effective", "intended", "effective", "intended"]) {
    const took = await page.evaluate(async (reading) => {
      const canvas = document.querySelector<HTMLCanvasElement>(".map__picture");
      const button = [...document.querySelectorAll<HTMLElement>("[role=radio]")].find(
        (it) => it.textContent === reading,
      );
      if (!canvas || !button) throw new Error("the map is not there");
      const print = () => {
        const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
        let sum = 0;
        for (let at = 0; data && at < data.length; at += 997) sum = (sum * 31 + (data[at] ?? 0)) | 0;
        return sum;
      };
      const before = print();
      const start = performance.now();
      button.click();
      for (;;) {
        await new Promise((done) => requestAnimationFrame(done));
        const now = performance.now();
        if (print() !== before || now - start > 3000) return now - start;
      }
    }, reading);
    drawings.push(took);
    await page.waitForTimeout(300);
  }
  console.log(
    `map 1024 × 1024: choice to new picture p50 ${middle(drawings, 0.5)} ms, max ${middle(drawings, 1)} ms; ` +
      words(await takeTasks()),
  );
  // A pointer over the map, as fast as frames come.
  await map.scrollIntoViewIfNeeded();
  const frames: number[] = await page.evaluate(async () => {
    const field = document.querySelector<HTMLElement>(".map__field");
    if (!field) throw new Error("the map is not there");
    const box = field.getBoundingClientRect();
    const samples: number[] = [];
    for (let n = 0; n < 150; n++) {
      const clientX = box.x + ((n * 37) % Math.floor(box.width));
      const clientY = box.y + ((n * 53) % Math.floor(Math.min(box.height, 380)));
      await new Promise((done) => requestAnimationFrame(done));
      const start = performance.now();
      field.dispatchEvent(
        new PointerEvent("pointermove", { clientX, clientY, bubbles: true, pointerId: 1 }),
      );
      // The page answers in tasks of its own before the next frame.
      await new Promise((done) => setTimeout(done));
      samples.push(performance.now() - start);
    }
    return samples;
  });
  console.log(
    `map 1024 × 1024: hover p50 ${middle(frames, 0.5)} ms, p95 ${middle(frames, 0.95)} ms, ` +
      `max ${middle(frames, 1)} ms; ${words(await takeTasks())}`,
  );
  expect(frames.length).toBe(150);
  await expect(coverage.getByText(/OpenMP thread \d+, MPI rank \d+/).first()).toBeVisible();
});
