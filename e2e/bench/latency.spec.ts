// Measures a key press to diagnostics drawn, on texts of 1,000 lines. Prints, never asserts times.

import type { Page } from "@playwright/test";

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

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

/** Types and deletes a letter again and again, where the keyboard is, and prints the times. */
async function measure(workbench: Workbench, page: Page, what: string, letter: string): Promise<void> {
  await page.evaluate(() => {
    const samples: number[] = [];
    (globalThis as any).bobbinLatency = samples;
    (globalThis as any).bobbinEditor.onLatency((ms: number) => samples.push(ms));
  });
  for (let round = 0; round < 200; round++) {
    await workbench.editor.press(round % 2 === 0 ? letter : "Backspace");
    await page.waitForTimeout(30);
  }
  const samples: number[] = await page.evaluate(() => (globalThis as any).bobbinLatency);
  expect(samples.length).toBeGreaterThan(100);
  samples.sort((a, b) => a - b);
  const at = (share: number) => samples[Math.floor((samples.length - 1) * share)]?.toFixed(1);
  console.log(`latency ${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${samples.length} key presses`);
}

for (const [name, text, value] of [["latency.pipe", pipeline, "title = n3"], ["latency.trace", trace, "tracing_rate = 10"]] as const) {
  const lines = text.split("\n").length - 1;

  // Every other key makes the text one that is not read to its end, so that all findings and views change.
  test(`key press to diagnostics drawn, ${name}, a word that breaks the text`, async ({ workbench, page }) => {
    await workbench.open(textFile(name, text));
    await workbench.editor.press("ControlOrMeta+End");
    await measure(workbench, page, `${name} (${lines} lines), a word that breaks the text`, "x");
  });

  test(`key press to diagnostics drawn, ${name}, a value`, async ({ workbench, page }) => {
    await workbench.open(textFile(name, text));
    await workbench.line(value).first().click();
    await workbench.editor.press("End");
    await measure(workbench, page, `${name} (${lines} lines), a value`, "1");
  });
}
