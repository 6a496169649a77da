// Measures how long a program under Node waits for its first result: import, load, and one text. Each
// number is the least of several processes; the budget is 150 ms.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const budget = 150;
const cwd = fileURLToPath(new URL(".", import.meta.url));
const hardware = "[metadata]\nversion = 0.1.0\n\n[cpu:0]\nname = Example CPU\n";
const samples = [
  ["bobbin-config", `compile({ language: "coil-hardware", text: ${JSON.stringify(hardware)} }).bytes.length`],
  ["bobbin-config/coil", `compile({ language: "coil-hardware", text: ${JSON.stringify(hardware)} }).bytes.length`],
  ["bobbin-config/sprokit", 'analyse({ language: "sprokit", text: "process a\\n  :: image_writer\\n" }).outline.length'],
  ["bobbin-config/pinsight", 'analyse({ language: "pinsight", text: "[OpenMP.default]\\n" }).outline.length'],
];

/** Returns the milliseconds that a new process takes for import and first result. */
function once(entry, work) {
  const program = `
    const before = performance.now();
    const { analyse, compile } = await import("${entry}");
    if (!(${work} > 0)) throw new Error("no result");
    console.log(performance.now() - before);
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module"], { cwd, encoding: "utf8", input: program });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

console.log(`${"import and first result".padEnd(28)} ms (budget ${budget})`);
for (const [entry, work] of samples) {
  const ms = Math.min(...Array.from({ length: 7 }, () => once(entry, work)));
  console.log(`${entry.padEnd(28)} ${ms.toFixed(0)}${ms > budget ? " over the budget" : ""}`);
}
console.log();
