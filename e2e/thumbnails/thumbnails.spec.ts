// Not a journey: draws `public/gallery/pictures/` from the views of the examples, in light and dark.

import { test, type Page } from "@playwright/test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { projectPath } from "../pages/files.ts";
import { Workbench } from "../pages/workbench.ts";

interface Example {
  file: string;
  title: string;
}

const shelves: { language: string; examples: Example[] }[] = JSON.parse(readFileSync(projectPath("public/gallery/index.json"), "utf8"));
const folder = projectPath("public/gallery/pictures");

/** The view that tells most about a language, and the part of it that is shown. */
const views: Record<string, ["Graph" | "Coverage" | "Timeline" | "Bytes" | "Effective values", string]> = {
  "heat2d_openmp_mpi.trace": ["Coverage", ".view__body"],
  sprokit: ["Graph", ".canvas"],
  pinsight: ["Timeline", ".view__body"],
  "coil-hardware": ["Bytes", ".hex"],
  "coil-target": ["Effective values", ".view__body"],
};

/** Hides what floats over the views. */
const bare = `
  .canvas > :not(.canvas__drawing, .canvas__ground, svg), .canvas__bar, .canvas__legend, .minimap, .first-items, .toasts,
  .map__cursor, .map__point, .map__hovered, .canvas [class*="toolbar"], .canvas [class*="legend"], .canvas [class*="minimap"] { visibility: hidden !important; }
`;

const width = 448;
const height = 252;

/** Scales a picture down and makes it small, with what the browser has for that. */
async function shrink(page: Page, png: Buffer): Promise<Buffer> {
  const base64 = await page.evaluate(async ({ png, width, height }) => {
    const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
    const image = await createImageBitmap(blob, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    const webp = await canvas.convertToBlob({ type: "image/webp", quality: 0.72 });
    return btoa(String.fromCharCode(...new Uint8Array(await webp.arrayBuffer())));
  }, { png: png.toString("base64"), width, height });
  return Buffer.from(base64, "base64");
}

for (const theme of ["light", "dark"] as const) {
  for (const { language, examples } of shelves) {
    for (const { file, title } of examples) {
      test(`${file}, ${theme}`, async ({ page }) => {
        const workbench = new Workbench(page);
        await page.emulateMedia({ colorScheme: theme });
        await workbench.start();
        await page.getByRole("button", { name: new RegExp(`^${title}`) }).click();
        const [view, part] = (views[file] ?? views[language])!;
        await page.getByRole("radio", { name: "View", exact: true }).click();
        await workbench.view(view);
        await page.keyboard.press("ControlOrMeta+b");
        await page.addStyleTag({ content: bare });
        await page.waitForTimeout(1200);
        const shown = page.locator(part).first();
        const { x, y, width: room } = (await shown.boundingBox())!;
        const clip = { x, y: y + (view === "Graph" ? 50 : 0), width: room, height: (room * height) / width };
        const png = await page.screenshot({ clip, scale: "css" });
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${folder}/${file}.${theme}.webp`, await shrink(page, png));
      });
    }
  }
}
