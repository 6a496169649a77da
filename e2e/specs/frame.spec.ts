// Bobbin in a frame of another page: what the address says, and what the two tell each other.

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, type FrameLocator, type Page } from "@playwright/test";

import { card } from "../pages/canvas.ts";
import { pipeline, projectPath, textFile } from "../pages/files.ts";
import { Host, remove, temporaryFolder } from "../pages/host.ts";
import { storedFiles } from "../pages/storage.ts";
import { test } from "../pages/test.ts";
import { usePlainPickers, Workbench } from "../pages/workbench.ts";

/** A page of another site with Bobbin in a frame. */
class Around {
  private constructor(
    readonly page: Page,
    readonly host: Host,
    readonly bobbin: string,
  ) {}

  static async start(page: Page, bobbin: string): Promise<Around> {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "bobbin-config"));
    for (const it of ["frame.js", "errors.js"]) cpSync(projectPath(`core/npm/dist/${it}`), join(folder, "bobbin-config", it));
    for (const it of ["frame.html", "frame.js", "embed.css"]) cpSync(projectPath(`public/examples/${it}`), join(folder, it));
    return new Around(page, await new Host(folder).start(), bobbin);
  }

  /** Opens a page with the frame, and a connection as `frame` in it. */
  async open(query: string, fragment = ""): Promise<void> {
    const address = `${this.bobbin}embed.html?${query}${fragment}`;
    writeFileSync(
      join(this.host.folder, "around.html"),
      `<!doctype html><title>Around</title><iframe title="Bobbin" src="${address.replaceAll("&", "&amp;")}" style="width: 1200px; height: 700px"></iframe>
       <script type="module" src="around.js"></script>`,
    );
    writeFileSync(
      join(this.host.folder, "around.js"),
      `import { connectFrame } from "./bobbin-config/frame.js";
       globalThis.told = [];
       globalThis.connected = connectFrame(document.querySelector("iframe")).then((frame) => {
         for (const kind of ["change", "diagnostics"]) frame.on(kind, (detail) => told.push({ kind, ...detail }));
         return globalThis.frame = frame;
       });
       globalThis.connected.catch(() => {});`,
    );
    await this.page.goto(`${this.host.url}around.html`);
  }

  get frame(): FrameLocator {
    return this.page.frameLocator("iframe");
  }

  /** Calls the connection; fails as that does. */
  async call(name: string, ...given: unknown[]): Promise<unknown> {
    return this.page.evaluate(
      async ({ name, given }) => {
        const frame = await (globalThis as any).connected;
        return (await frame[name](...given)) as unknown;
      },
      { name, given },
    );
  }

  /** Returns the last thing of a kind that was told. */
  async told(kind: string): Promise<any> {
    return this.page.evaluate((kind) => (globalThis as any).told.findLast((it: { kind: string }) => it.kind === kind), kind);
  }

  async end(): Promise<void> {
    await this.host.stop();
    remove(this.host.folder);
  }
}

const around = test.extend<{ around: Around }>({
  around: async ({ page, baseURL }, use) => {
    const it = await Around.start(page, baseURL ?? "");
    await use(it);
    await it.end();
  },
});

// A journey grants a permission, which a context keeps.
around.use({ reuseContext: false });

around("a page of another site opens a file, follows its changes and makes some", async ({ around, page }) => {
  await around.open("view=graph");
  await around.call("open", [{ name: "flow.pipe", content: pipeline }]);
  const graph = around.frame.getByRole("tabpanel", { name: "Graph", exact: true });
  await expect(card(graph, "detector")).toBeVisible();
  await expect(around.frame.locator(".cm-content")).not.toBeInViewport();
  expect(await around.call("text")).toBe(pipeline);
  await expect.poll(async () => (await around.told("diagnostics"))?.name).toBe("flow.pipe");

  // A gesture of the person.
  await card(graph, "detector").click();
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await around.told("change"))?.text).not.toContain("process detector");
  expect(await around.call("text", "flow.pipe")).toBe((await around.told("change")).text);

  // What this page writes is a step of the person's, and no news to this page.
  const nTold = await page.evaluate(() => (globalThis as any).told.filter((it: any) => it.kind === "change").length);
  await around.call("setText", "process only\n  :: no_such_type\n");
  await expect(card(graph, "only")).toBeVisible();
  await expect.poll(async () => (await around.told("diagnostics")).diagnostics.map((it: any) => it.code)).toContain("unknown-process-type");
  await around.call("show", "text");
  await around.frame.locator(".cm-content").click();
  expect(await page.evaluate(() => (globalThis as any).told.filter((it: any) => it.kind === "change").length)).toBe(nTold);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => around.call("text")).not.toContain("only");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => around.call("text")).toBe(pipeline);
});

around("what is wrong is told of each of several files", async ({ around, page }) => {
  await around.open("view=text");
  const files = ["one.pipe", "two.pipe", "three.pipe"].map((name) => ({ name, content: `process ${name[0]}\n` }));
  await around.call("open", files);
  const told = () => page.evaluate(() => (globalThis as any).told.filter((it: any) => it.diagnostics?.length > 0).map((it: any) => it.name));
  for (const { name } of files) await expect.poll(told).toContain(name);
});

around("what was written in a file is told before another takes its place", async ({ around, page }) => {
  await around.open("view=text");
  await around.call("open", [{ name: "first.pipe", content: pipeline }]);
  await around.frame.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("# mine");
  await around.call("open", [{ name: "second.pipe", content: "# second\n" }]);
  expect(await around.told("change")).toMatchObject({ name: "first.pipe", text: `${pipeline}# mine` });
  expect(await around.call("text")).toBe("# second\n");
});

around("what was typed into a form is in the text that is asked for, and told before another file comes", async ({ around, page }) => {
  test.slow();
  const numbers = "process a\n  :: numbers\n  start = 1\n";
  const filled = (start: string) => numbers.replace("start = 1", `start = ${start}`);
  await around.open("view=form");
  await around.call("open", [{ name: "a.pipe", content: numbers }]);
  const start = around.frame.getByRole("spinbutton", { name: "start", exact: true });
  await expect(start).toHaveValue("1");
  const inside = page.frames().find((it) => it.parentFrame());
  await inside?.evaluate(() => (globalThis as any).bobbinEditor.crashWorker("hang"));
  await start.fill("77");
  await start.press("Enter");
  expect(await around.call("text")).toBe(filled("77"));
  await expect(start).toHaveValue("77");
  await start.fill("78");
  await around.call("open", [{ name: "b.pipe", content: "# second\n" }]);
  expect(await around.told("change")).toMatchObject({ name: "a.pipe", text: filled("78") });
  expect(await around.call("text")).toBe("# second\n");
});

around("what makes no sense in a frame is refused in words", async ({ around, page }) => {
  await around.open("view=text");
  const refusal = (name: string, ...given: unknown[]) => around.call(name, ...given).then(() => "taken", (error: Error) => error.message);
  expect(await refusal("show", "graph")).toContain("no file is open");
  const klingon = [{ name: "a.pipe", content: pipeline, language: "klingon" }];
  expect(await refusal("open", klingon)).toContain("there is no language `klingon`; there are sprokit, ");
  await around.call("open", [{ name: "a.pipe", content: pipeline }]);
  expect(await refusal("show", "bytes")).toContain('a.pipe has no view "bytes"');
  expect(await refusal("show", "graph")).toBe("taken");
  expect(await refusal("open", [], null)).toContain("`options` must be an object, not null");
  expect(await refusal("on", "nope", 1)).toContain('`kind` must be "change" or "diagnostics", not "nope"');
  const connecting = (frame: string, options: string) =>
    page.evaluate(`import("./bobbin-config/frame.js").then((it) => it.connectFrame(${frame}, ${options})).then(() => "", (error) => String(error))`);
  expect(await connecting("undefined", "{}")).toBe("TypeError: `frame` must be an <iframe>, not undefined");
  const frame = "document.querySelector('iframe')";
  expect(await connecting(frame, "null")).toContain("`options` must be an object, not null");
  expect(await connecting(frame, "{ origin: 'nope' }")).toContain("`options.origin` must be an origin");
  expect(await connecting(frame, "{ timeout: 'x' }")).toContain("`options.timeout` must be a number of milliseconds, not a string");
  expect(await connecting(frame, "{ timeout: Infinity }")).toBe("");
});

around("a connection whose page has gone, or that another one has taken, fails instead of waiting", async ({ around, page }) => {
  await around.open("view=text");
  await around.call("open", [{ name: "a.pipe", content: pipeline }]);
  const outcome = () => around.call("text").then(String, (error: Error) => error.message);
  await page.evaluate(async () => {
    const { connectFrame } = await import("./bobbin-config/frame.js" as string);
    (globalThis as any).second = await connectFrame(document.querySelector("iframe"));
  });
  expect(await outcome()).toContain("another page has taken the frame over");
  await page.evaluate(() => {
    (globalThis as any).connected = Promise.resolve((globalThis as any).second);
    const frame = document.querySelector("iframe");
    if (frame) frame.src = frame.src.replace("view=text", "view=both");
  });
  await expect.poll(outcome).toContain("the page in the frame is gone: connect again");
  await page.evaluate(async () => {
    const { connectFrame } = await import("./bobbin-config/frame.js" as string);
    const frame = document.querySelector("iframe");
    (globalThis as any).connected = Promise.resolve(await connectFrame(frame));
    frame?.remove();
  });
  expect(await outcome()).toContain("the page in the frame is gone");
});

around("a page that sets what it is told takes nothing back of what is typed, and hears all of it", async ({ around, page }) => {
  await around.open("view=text");
  await around.call("open", [{ name: "a.pipe", content: "# a\r\n" }]);
  await page.evaluate(() => {
    const frame = (globalThis as any).frame;
    // Later than the next letters, and as a field gives it back.
    frame.on("change", ({ name, text }: { name: string; text: string }) => {
      setTimeout(() => frame.setText(text.replaceAll("\r\n", "\n"), name), 60);
    });
  });
  await around.frame.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+End");
  const typed = "# the quick brown fox jumps over the lazy dog";
  await page.keyboard.type(typed, { delay: 25 });
  await expect.poll(async () => (await around.told("change"))?.text).toBe(`# a\r\n${typed}`);
  expect(await around.call("text")).toBe(`# a\r\n${typed}`);
  await page.keyboard.type(" LATE");
  await around.call("setText", "# host\n");
  expect((await around.told("change")).text).toBe(`# a\r\n${typed} LATE`);
  // This page takes that up in its turn, and both have the same.
  await expect.poll(() => around.call("text")).toBe(`# a\r\n${typed} LATE`);
});

around("a frame keeps nothing, and knows nothing of the person's own files", async ({ around, page, baseURL }) => {
  await page.goto(baseURL ?? "");
  await expect(page.getByRole("status").getByText("Ready", { exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  // In a page of the same site, so that the browser gives both the same storage.
  await page.route(`${baseURL}around.html`, (route) =>
    route.fulfill({ contentType: "text/html", body: '<iframe title="Bobbin" src="./embed.html"></iframe>' }),
  );
  await page.goto("./around.html");
  await expect(page.frameLocator("iframe").getByRole("status").getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.frameLocator("iframe").getByRole("banner")).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await storedFiles(page)).toEqual([]);
  await around.open("");
  await around.call("open", [{ name: "a.trace", content: "[OpenMP.default]\n" }]);
  await page.reload();
  await expect(around.frame.getByRole("status").getByText("Ready", { exact: true })).toBeVisible();
  await expect(around.frame.getByText("OpenMP")).toHaveCount(0);
});

around("only the pages that the address names may use a frame", async ({ around }) => {
  await around.open("origin=https://example.org");
  await expect(around.call("text")).rejects.toThrow(/not for pages of this origin/);
  await around.open(`origin=https://example.org&origin=${new URL(around.host.url).origin}`);
  await around.call("open", [{ name: "a.pipe", content: pipeline }]);
  expect(await around.call("text")).toBe(pipeline);
});

around("several files include each other, a binary is read, and what cannot be opened is named", async ({ around }) => {
  await around.open("view=graph");
  const files = [
    { name: "main.pipe", content: "include parts/rest.pipe\n\nprocess b\n  :: numbers\n" },
    { name: "parts/rest.pipe", content: "process a\n  :: numbers\n" },
  ];
  await around.call("open", files, { shown: "main.pipe" });
  const graph = around.frame.getByRole("tabpanel", { name: "Graph", exact: true });
  await expect(card(graph, "a")).toBeVisible();
  await expect(card(graph, "b")).toBeVisible();
  await expect(around.frame.getByRole("tab", { name: "rest.pipe" })).toBeVisible();
  await expect(around.call("text", "other.pipe")).rejects.toThrow(/other\.pipe was not opened/);
  expect(await around.call("text", "parts/rest.pipe")).toBe(files[1]?.content);

  const broken = around.page.evaluate(async () => {
    const frame = await (globalThis as any).connected;
    await frame.open([{ name: "photo.png", content: new TextEncoder().encode("\x89PNG\r\n\x1a\n\0\0\0\rIHDR") }]);
  });
  await expect(broken).rejects.toThrow(/not opened: photo\.png/);
});

around("a file that cannot be read asks the person nothing, and the next one is open", async ({ around }) => {
  await around.open("view=text");
  await around.call("open", [{ name: "a.pipe", content: pipeline }]);
  await expect(around.call("open", [{ name: "z.txt", content: "hello" }, { name: "b.pipe", content: "# b\n" }])).rejects.toThrow(/not opened: z\.txt \(.* language/);
  await expect(around.frame.getByRole("dialog")).toHaveCount(0);
  expect(await around.call("text", "b.pipe")).toBe("# b\n");
  await expect(around.call("text", "a.pipe")).rejects.toThrow(/a\.pipe was not opened/);

  // A dialog over one file is closed with it.
  await around.frame.locator(".cm-content").click();
  await around.page.keyboard.press("ControlOrMeta+Shift+P");
  await expect(around.frame.getByRole("dialog")).toBeVisible();
  await around.call("open", [{ name: "a.pipe", content: pipeline }]);
  await expect(around.frame.getByRole("dialog")).toHaveCount(0);
  await expect(around.frame.locator(".cm-content")).toContainText("process detector");
});

around("what the person opens in a frame and cannot be read is asked about", async ({ around, page }) => {
  // A frame of another site hears of this later than the next key would come.
  const chooser = page.waitForEvent("filechooser");
  await around.open("view=text");
  await around.call("open", [{ name: "a.pipe", content: pipeline }]);
  for (const it of page.frames()) await usePlainPickers(it);
  await around.frame.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+Shift+P");
  await around.frame.getByRole("combobox", { name: /command/i }).fill("Open file");
  await page.keyboard.press("Enter");
  await (await chooser).setFiles(textFile("z.txt", "hello"));
  await expect(around.frame.getByRole("dialog")).toContainText("z.txt");
});

around("calls are carried out in their order", async ({ around, page }) => {
  await around.open("view=text");
  const answers = await page.evaluate(async () => {
    const frame = await (globalThis as any).connected;
    const answers = await Promise.allSettled([
      frame.open([{ name: "a.pipe", content: "# a\n" }, { name: "b.pipe", content: "# b\n" }]),
      frame.setText("# mine\n", "b.pipe"),
      frame.text("b.pipe"),
      frame.open([{ name: "c.pipe", content: "# c\n" }]),
      frame.text(),
      frame.text("b.pipe"),
    ]);
    return answers.map((it) => (it.status === "fulfilled" ? it.value ?? "" : String(it.reason.message)));
  });
  expect(answers).toEqual(["", "", "# mine\n", "", "# c\n", expect.stringContaining("b.pipe was not opened")]);
  await expect(around.frame.locator(".cm-content")).toHaveText("# c");
});

around("a call that makes no sense is refused in words, and changes nothing", async ({ around }) => {
  await around.open("view=text");
  const file = { name: "a.pipe", content: pipeline };
  await around.call("open", [file]);
  await expect(around.call("show", "junk")).rejects.toThrow(/there is no view "junk"; there are graph/);
  await expect(around.call("open", [file], { shown: "zz" })).rejects.toThrow(/zz is to be shown, but is not among the files/);
  await expect(around.call("open", [file, file])).rejects.toThrow(/two files are called a\.pipe/);
  await expect(around.call("open", [{ name: 5, content: {} }])).rejects.toThrow(/`files\[0\]\.name` must be a string, not the number 5/);
  await expect(around.call("open", [{ name: "b.pipe", content: {} }])).rejects.toThrow(/`files\[0\]\.content` must be a string or a Uint8Array, not an Object/);
  await expect(around.call("setText", 42)).rejects.toThrow(/`text` must be a string, not the number 42/);
  expect(await around.call("text")).toBe(pipeline);
});

around("a link in the frame's address shows its file, and leads to a page of one's own", async ({ around, page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(baseURL ?? "").origin });
  const workbench = new Workbench(page);
  await workbench.start();
  await workbench.open(textFile("linked.pipe", "process linked\n"));
  await workbench.palette("Copy link to this file");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/#bobbin/);
  const link = await page.evaluate(() => navigator.clipboard.readText());

  await around.open("view=text", new URL(link).hash);
  const text = around.frame.locator(".cm-content");
  await expect(text).toContainText("process linked");
  await page.reload();
  await expect(text).toContainText("process linked");
  const opened = context.waitForEvent("page");
  await around.frame.getByRole("button", { name: "Open in Bobbin" }).click();
  const outside = await opened;
  await expect(outside.locator(".cm-content")).toContainText("process linked");
  expect(new URL(outside.url()).pathname).not.toContain("embed");
});

around("the example works from another site", async ({ around, page, baseURL }) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${around.host.url}frame.html?frame=${encodeURIComponent(`${baseURL}embed.html?view=graph`)}`);
  await expect(page.getByText("numbers.pipe is open in the frame.")).toBeVisible();
  const graph = around.frame.getByRole("tabpanel", { name: "Graph", exact: true });
  await expect(card(graph, "numbers")).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("process mine\n  :: numbers\n");
  await expect(card(graph, "mine")).toBeVisible();
  await page.getByRole("button", { name: "Another pipeline" }).click();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue(/process two/);
  await expect(card(graph, "two")).toBeVisible();
  expect(faults).toEqual([]);
});
