// A monkey at the desk of each language. `WALK_MINUTES` says how long (1), `WALK_SEED` repeats one as far as the times of
// the page allow.

import { expect, test } from "../pages/test.ts";
import { desks, type Language, Monkey } from "./monkey.ts";

const minutes = Number(process.env.WALK_MINUTES ?? 1);
const seed = Number(process.env.WALK_SEED ?? Date.now() % 1_000_000);

for (const [idx, language] of (Object.keys(desks) as Language[]).entries()) {
  test(`a monkey with ${language}, seed ${seed}, ${minutes} minutes`, async ({ workbench, page }) => {
    const monkey = new Monkey(workbench, page, language, seed + idx);
    const end = Date.now() + minutes * 60_000;
    try {
      await monkey.begin();
      while (Date.now() < end) {
        for (let n = 0; n < 15; n++) await monkey.step();
        await monkey.settle();
      }
      await monkey.end();
      expect(monkey.steps.length).toBeGreaterThan(0);
    } finally {
      console.log(`${language}, seed ${seed}: ${monkey.steps.length} steps; the last: ${monkey.steps.slice(-25).join(" · ")}`);
    }
  });
}
