// A user of chance, for a moment with each language. Longer: `npx playwright test --config walk.config.ts monkey`.

import { expect, test } from "../pages/test.ts";
import { desks, type Language, Monkey } from "../walk/monkey.ts";

test.use({ serviceWorkers: "allow", reuseContext: false });

const seed = Number(process.env.BOBBIN_SEED ?? 19);

for (const language of Object.keys(desks) as Language[]) {
  test(`whatever one does with ${language}, the page goes on and keeps the text`, async ({ workbench, page }) => {
    // How long the steps take depends on what they hit.
    test.slow();
    const monkey = new Monkey(workbench, page, language, seed);
    await monkey.begin();
    for (let n = 0; n < 25; n++) await monkey.step();
    await monkey.end();
    expect(monkey.steps.length).toBeGreaterThanOrEqual(25);
  });
}
