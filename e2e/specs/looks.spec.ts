import type { Locator } from "@playwright/test";
import { brokenRules } from "../pages/access.ts";
import { goldenText, pipeline, seedTrace, textFile, trace, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";

// Each state is checked in both schemes and at two widths, some in high contrast too: nothing may stick
// out of the window, and nothing may break the rules of accessibility that a machine can check. The
// pictures lie in results/screens for people.
const long = "a_process_whose_name_goes_on_and_on_and_on_until_it_does_not_fit_any_box_at_all";

const states = {
  empty: null,
  pipeline: { file: textFile("people.pipe", pipeline), view: "Graph" },
  trace: { file: textFile("job.trace", trace), view: "Form" },
  coverage: { file: textFile("document.trace", seedTrace), view: "Coverage" },
  timeline: { file: textFile("document.trace", seedTrace), view: "Timeline" },
  hardware: { file: upload(goldenText), view: "Bytes" },
  target: { file: upload("core/testdata/coil-target/ok/vendors.coilcfg"), view: "Form" },
  settings: { file: textFile("people.pipe", pipeline), view: "Effective values" },
  longName: {
    file: textFile("long.pipe", pipeline.replaceAll("detector.", `${long}.`).replace("process detector", `process ${long}`)),
    view: "Graph",
  },
  problems: {
    file: textFile("noise.coilcfg.txt", Array.from({ length: 500 }, (_, it) => `x ${it}`).join("\n")),
    view: null,
  },
} as const;

for (const scheme of ["light", "dark", "contrast"] as const) {
  for (const width of [1440, 390]) {
    for (const [name, state] of Object.entries(states)) {
      // Only canvases and graphs have colours of their own in high contrast.
      if (scheme === "contrast" && !["pipeline", "coverage"].includes(name)) continue;
      test(`${name} looks right, ${scheme}, ${width} px`, async ({ workbench, page }) => {
        // The checker examines some thousand cells of a hex view one by one.
        test.slow();
        await page.emulateMedia(
          scheme === "contrast"
            ? { contrast: "more", reducedMotion: "reduce" }
            : { colorScheme: scheme, reducedMotion: "reduce" },
        );
        await page.setViewportSize({ width, height: width > 700 ? 900 : 844 });
        if (state) {
          await workbench.drop(state.file);
          await expect.poll(() => workbench.text()).not.toBe("");
          if (state.view) await workbench.view(state.view);
        }
        await page.waitForTimeout(400);
        await page.screenshot({ path: `results/screens/${name}-${scheme}-${width}.png` });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
        // A name that the page's framework did not understand is no attribute to a screen reader.
        const misnamed = await page.evaluate(() =>
          [...document.querySelectorAll("*")].flatMap((it) => it.getAttributeNames()).filter((it) => it.startsWith("attr:")),
        );
        expect(misnamed).toEqual([]);
        // A vertex of the graph shows all its ports; its name is its title and type.
        expect(await brokenRules(page)).toEqual([]);
      });
    }
  }
}

// Where the system chooses the colours, a ground that only differs by its colour is not seen.
test("what is picked is seen in the colours of the system", async ({ workbench, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await workbench.drop(textFile("people.pipe", `${pipeline}\nprocess unread\n  :: no_such_type_of_process\n  key = 1\n`));
  await workbench.line("process detector").click();
  const ground = (it: Locator) => it.evaluate((it) => getComputedStyle(it).backgroundColor);
  const letters = (it: Locator) => it.evaluate((it) => getComputedStyle(it).color);
  const plain = await ground(page.locator("body"));
  const seen = async (it: Locator) => {
    await expect.poll(() => ground(it)).not.toBe(plain);
    expect(await letters(it)).not.toBe(await ground(it));
  };
  await seen(workbench.outline.locator("[aria-selected=true]"));
  await seen(workbench.fileTab("people.pipe"));
  await seen(page.getByRole("tab", { selected: true, name: "Graph", exact: true }));
  const present = page.locator(".cm-lineNumbers .cm-activeLineGutter");
  expect(await ground(present)).toBe(await ground(workbench.fileTab("people.pipe")));
  expect(await letters(present)).not.toBe(await ground(present));
  await expect(page.locator(".bobbin-mark").first()).toBeVisible();
  expect(await ground(page.locator(".bobbin-mark").first())).not.toBe(plain);
  await page.screenshot({ path: "results/screens/forced-graph.png" });
  await page.getByRole("tab", { name: "Files", exact: true }).click();
  await seen(page.getByRole("tree", { name: "Open files" }).locator("[aria-selected=true]"));
  await page.keyboard.press("ControlOrMeta+Shift+P");
  await page.keyboard.press("ArrowDown");
  await seen(page.locator("[role=option][aria-selected=true]"));
  await page.screenshot({ path: "results/screens/forced-palette.png" });
});
