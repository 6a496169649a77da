// Measures a key press to diagnostics drawn, on texts of 1,000 lines. Prints, never asserts times.

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

const pipeline = Array.from(
  { length: 200 },
  (_, it) =>
    `process p${it}\n  :: image_viewer\n  annotate_image = true\n  pause_time = ${it}\n  title = n${it}\n`,
).join("");

const trace = Array.from(
  { length: 125 },
  (_, it) =>
    `[Lexgion(0x${(0x400000 + it * 16).toString(16)})]: OpenMP.default, MPI.default\n` +
    "    trace_starts_at = 0\n    max_num_traces = 100\n    tracing_rate = 10\n" +
    "    OpenMP.omp_thread_begin = on\n    MPI.MPI_Send = off\n    MPI.MPI_Recv = on\n\n",
).join("");

for (const [name, text] of [["latency.pipe", pipeline], ["latency.trace", trace]] as const) {
  test(`key press to diagnostics drawn, ${name}`, async ({ workbench, page }) => {
    await workbench.open(textFile(name, text));
    await page.evaluate(() => {
      const samples: number[] = [];
      (globalThis as any).bobbinLatency = samples;
      (globalThis as any).bobbinEditor.onLatency((ms: number) => samples.push(ms));
    });
    await workbench.editor.press("ControlOrMeta+End");
    for (let round = 0; round < 200; round++) {
      await workbench.editor.press(round % 2 === 0 ? "x" : "Backspace");
      await page.waitForTimeout(30);
    }
    const samples: number[] = await page.evaluate(() => (globalThis as any).bobbinLatency);
    expect(samples.length).toBeGreaterThan(100);
    samples.sort((a, b) => a - b);
    const at = (share: number) => samples[Math.floor((samples.length - 1) * share)]?.toFixed(1);
    const lines = text.split("\n").length - 1;
    console.log(
      `latency ${name} (${lines} lines): p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ` +
        `${samples.length} key presses`,
    );
  });
}
