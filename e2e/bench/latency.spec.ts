// Measures a key press to diagnostics drawn, on texts of 1,000 and of 10,000 lines. Prints, never asserts times.

import type { Page } from "@playwright/test";

import { textFile } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { View, Workbench } from "../pages/workbench.ts";

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

/** Ten thousand lines of a language, the line that is typed in, and the views that follow it. */
interface Large {
  name: string;
  text: string;
  value: string;
  views: View[];
}

const large: Large[] = [
  {
    name: "large.pipe",
    text: Array.from({ length: 10 }, (_, it) => pipeline.replaceAll("process p", `process p${it}_`)).join(""),
    value: "title = n3",
    views: ["Form", "Effective values"],
  },
  {
    name: "large.trace",
    text: Array.from({ length: 10 }, (_, it) => trace.replaceAll("0x4", `0x${it + 1}`)).join(""),
    value: "tracing_rate = 10",
    views: ["Coverage", "Timeline", "Form", "Effective values"],
  },
  {
    name: "large.coilcfg.txt",
    text:
      "[metadata]\nversion = 0.1.0\ntimestamp = 0\n" +
      Array.from(
        { length: 500 },
        (_, it) =>
          `\n[cpu:${it}]\nname = Core ${it}\nvendor = Example\nmodel = EX-${it}\nfeatures = integer, memory\n` +
          `\n[cpu:${it}.integer]\nint_add = true\nint_sub = true\nint_mul = true\nint_div = true ; in hardware\n` +
          "int_and = true\nint_or = true\nint_xor = true\n" +
          `\n[cpu:${it}.memory]\nmem_load = true\nmem_store = true\n`,
      ).join(""),
    value: "model = EX-1",
    views: ["Bytes", "Form", "Effective values"],
  },
];

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

for (const { name, text, value, views } of large) {
  const lines = text.split("\n").length - 1;
  for (const view of views) {
    test(`key press to diagnostics drawn, ${name}, beside ${view}`, async ({ workbench, page }) => {
      test.slow();
      await workbench.open(textFile(name, text));
      await workbench.view(view);
      await workbench.line(value).first().click();
      await workbench.editor.press("End");
      await measure(workbench, page, `${name} (${lines} lines), a value, beside ${view}`, "1");
    });
  }
}
