// Pictures that carry the text they show, and open again.

import { pipeline, textFile, trace, upload } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { Workbench } from "../pages/workbench.ts";

type Format = "SVG" | "PNG";

const views = [
  { view: "Graph", file: textFile("people.pipe", pipeline), text: pipeline, item: "Save drawing as" },
  { view: "Coverage", file: textFile("rank.trace", trace), text: trace, item: "Save picture as" },
  { view: "Timeline", file: textFile("rank.trace", trace), text: trace, item: "Save picture as" },
] as const;

/** Saves the picture of the shown view by its button, or by the list of commands, which knows one name for all views. */
async function saved(workbench: Workbench, item: string, isByCommand = false) {
  return workbench.download(async () => {
    if (isByCommand) return workbench.palette(item.replace("picture", "drawing"));
    await workbench.page.getByRole("button", { name: "Export", exact: true }).click();
    await workbench.page.getByRole("menuitem", { name: item, exact: true }).click();
  });
}

async function drop(workbench: Workbench, name: string, bytes: Buffer): Promise<void> {
  await workbench.drop({ name, mimeType: "application/octet-stream", buffer: bytes });
}

for (const { view, file, text, item } of views) {
  for (const format of ["SVG", "PNG"] as Format[]) {
    test(`a picture of ${view} as ${format} opens as its text, beside one's own`, async ({ workbench, page }) => {
      test.slow();
      await workbench.open(file);
      const panel = await workbench.view(view);
      await expect(panel.getByRole("button", { name: "Export", exact: true })).toBeVisible();
      if (view === "Graph") await expect(panel.getByRole("button", { name: /^reader/ })).toBeVisible();
      const picture = await saved(workbench, `${item} ${format}`, format === "PNG");
      expect(picture.name).toBe(`${file.name}.${format.toLowerCase()}`);
      await expect(page.getByText(/was downloaded with its text: anyone who has the picture can open it/)).toBeVisible();
      if (format === "PNG") expect(picture.bytes.subarray(1, 4).toString()).toBe("PNG");
      else expect(picture.bytes.toString()).toMatch(/^<svg [^]*<\/svg>\n$/);

      // The picture is one: the browser draws it.
      const size = await page.evaluate(async (data) => {
        const bytes = Uint8Array.from(atob(data), (it) => it.charCodeAt(0));
        const isSvg = bytes[0] === 60;
        if (isSvg) return new DOMParser().parseFromString(new TextDecoder().decode(bytes), "image/svg+xml").querySelectorAll("parsererror").length;
        const image = await createImageBitmap(new Blob([bytes]));
        return image.width > 100 ? 0 : 1;
      }, picture.bytes.toString("base64"));
      expect(size).toBe(0);

      // Meanwhile the person goes on, in another view, and has the picture back.
      await workbench.editor.press("ControlOrMeta+End");
      await page.keyboard.type("\n# mine\n");
      await workbench.view("Form");
      await drop(workbench, picture.name, picture.bytes);
      await expect(page.getByText(`was opened from ${picture.name}, beside your own files`)).toBeVisible();
      await workbench.expectText(text);
      await expect(page.getByRole("tab", { name: view, exact: true })).toHaveAttribute("aria-selected", "true");
      const tabs = page.getByRole("tablist", { name: "Open files" }).getByRole("tab");
      await expect(tabs).toHaveCount(2);
      await tabs.first().click();
      await workbench.expectText(`${text}\n# mine\n`);
    });
  }
}

test("a picture is saved without its text if one wants that, and then opens nothing", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.view("Graph");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const choice = page.getByRole("menuitemcheckbox", { name: /^Include the text in pictures/ });
  await expect(choice).toHaveAttribute("aria-checked", "true");
  await expect(page.getByRole("menuitem", { name: "Save drawing as SVG" }), "Enter switches nothing off by mistake").toBeFocused();
  await choice.click();
  const picture = await saved(workbench, "Save drawing as SVG");
  await expect(page.getByText("was downloaded without its text")).toBeVisible();
  expect(picture.bytes.toString()).not.toContain("bobbin:source");
  await drop(workbench, picture.name, picture.bytes);
  await expect(page.getByText(/is a picture without any text from Bobbin, so nothing was opened/)).toBeVisible();
  await page.reload();
  await workbench.ready();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect(choice).toHaveAttribute("aria-checked", "false");
});

test("damaged and foreign pictures open nothing, and say so", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.view("Graph");
  const { bytes, name } = await saved(workbench, "Save drawing as PNG");
  const at = bytes.indexOf("bobbin2.") + 40;
  const changed = Buffer.from(bytes);
  changed[at] = changed[at] === 65 ? 66 : 65;
  for (const broken of [bytes.subarray(0, at), changed]) {
    await drop(workbench, name, broken);
    await expect(page.getByText(/is damaged, and the text in it cannot be read, so nothing was opened/)).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
  }
  await drop(workbench, "192.png", upload("public/icons/192.png").buffer);
  await expect(page.getByText(/192\.png is a picture without any text from Bobbin/)).toBeVisible();
  await drop(workbench, "bobbin.svg", upload("public/icons/bobbin.svg").buffer);
  await expect(page.getByText(/bobbin\.svg is a picture without any text from Bobbin/)).toBeVisible();
  await expect(page.getByRole("tablist", { name: "Open files" }).getByRole("tab")).toHaveCount(1);
  await workbench.expectText(pipeline);
});
