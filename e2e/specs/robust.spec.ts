import { goldenText, numberFlow, pipeline, projectFile, textFile, trace } from "../pages/files.ts";
import { expect, test } from "../pages/test.ts";
import type { View } from "../pages/workbench.ts";

for (const how of ["panic", "hang"] as const) {
  test(`a language core that ends in a ${how} is started again and loses nothing`, async ({
    workbench,
    page,
  }) => {
    await workbench.open(textFile("people.pipe", pipeline));
    await workbench.editor.press("ControlOrMeta+End");
    await workbench.editor.pressSequentially("# kept");
    await page.evaluate((how) => (globalThis as any).bobbinEditor.crashWorker(how), how);
    await expect(page.getByText(/was restarted/i)).toBeVisible({ timeout: 15_000 });
    await workbench.ready();
    await workbench.expectText(`${pipeline}# kept`);
    await workbench.editor.press("Enter");
    await workbench.editor.pressSequentially("process");
    await workbench.openProblems();
    await expect(workbench.problems.getByText(/process/i).first()).toBeVisible();
  });
}

test("a broken file is shown with its mistakes, and the rest still works", async ({ workbench }) => {
  const broken = pipeline.replace("  :: image_object_detector", "  : image_object_detector");
  await workbench.open(textFile("broken.pipe", broken));
  const graph = await workbench.view("Graph");
  await expect(graph.getByRole("button", { name: /^viewer\b/ })).toBeVisible();
  await workbench.openProblems();
  await expect(workbench.problems.getByRole("treeitem").first()).toBeVisible();
});

test("bytes that are no known file are refused in words", async ({ workbench, page }) => {
  await workbench.drop({
    name: "cut.coilcfg",
    mimeType: "application/octet-stream",
    buffer: Buffer.from("COIL\0\x01"),
  });
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("cut.coilcfg");
  await expect(dialog).toContainText("is a COIL object or a later binary configuration, which Bobbin cannot read");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("hundreds of problems stay usable", async ({ workbench }) => {
  const lines = Array.from({ length: 600 }, (_, idx) => `nonsense ${idx}`);
  await workbench.open(textFile("noise.coilcfg.txt", `[cpu:0]\n${lines.join("\n")}\n`));
  await workbench.openProblems();
  await expect(workbench.problems).toContainText("600");
  // Those that say the same are one line until it is opened.
  const heading = workbench.problems.getByRole("treeitem", { name: /600 problems/ });
  await expect(workbench.problems.getByRole("treeitem")).toHaveCount(1);
  await heading.click();
  await expect(heading).toHaveAttribute("aria-expanded", "true");
  await workbench.problems.getByRole("treeitem").nth(4).click();
  await expect(workbench.page.locator(".cm-activeLine")).toContainText("nonsense 3");
});

test("problems that say the same are opened and folded by keys, and counted as the filter leaves them", async ({
  workbench,
  page,
}) => {
  const lines = Array.from({ length: 50 }, (_, idx) => `unheard_of_${idx} = 1\n`);
  await workbench.open(textFile("keys.coilcfg.txt", `[cpu:0]\nname = x\nnonsense\n${lines.join("")}`));
  await workbench.openProblems();
  const rows = workbench.problems.getByRole("treeitem");
  const heading = rows.filter({ hasText: "50 problems" });
  await expect(heading).toHaveAttribute("aria-expanded", "false");
  await expect(rows).toHaveCount(2);
  await workbench.problems.getByRole("tree").focus();
  // To the line that cannot be read, and to the heading below it.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(heading).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await expect(heading).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  const first = rows.filter({ hasText: "unheard_of_0" });
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(first).toHaveAttribute("aria-level", "2");
  await expect(page.locator(".cm-activeLine")).toContainText("unheard_of_0");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("button", { name: /^Show or hide problems: .*50 warnings/ })).toBeVisible();
  // Of what is folded each is still gone to.
  await workbench.line("nonsense").click();
  await page.keyboard.press("F8");
  await expect(page.locator(".cm-activeLine")).toContainText("unheard_of_0");
  // Eleven are few enough to be listed.
  await workbench.problems.getByRole("searchbox", { name: "Filter problems" }).fill("unheard_of_1");
  await expect(rows).toHaveCount(11);
  await expect(rows.first()).not.toHaveAttribute("aria-expanded");
});

test("texts survive a reload", async ({ workbench, page }) => {
  await workbench.open(textFile("people.pipe", pipeline));
  await workbench.editor.press("ControlOrMeta+End");
  await workbench.editor.pressSequentially("# draft");
  await workbench.expectText(`${pipeline}# draft`);
  // Drafts are written a moment after the last key.
  await page.waitForTimeout(1500);
  await page.reload();
  await workbench.ready();
  await workbench.expectText(`${pipeline}# draft`);
});

test("a thousand edits that wait for the worker are judged together", async ({ page }) => {
  // The page passes the addresses of its worker and of the core when it starts them.
  await page.addInitScript(() => {
    const Original = Worker;
    const seen = window as unknown as { started?: { url: string | URL; start: unknown } };
    window.Worker = class extends Original {
      constructor(private readonly address: string | URL, options?: WorkerOptions) {
        super(address, options);
      }
      override postMessage(message: unknown): void {
        if ((message as { type?: string }).type === "start") seen.started = { url: this.address, start: message };
        super.postMessage(message);
      }
    };
  });
  await page.goto("./");
  await page.waitForFunction(() => "started" in window);
  const versions = await page.evaluate(async () => {
    const { url, start } = (window as unknown as { started: { url: string | URL; start: unknown } }).started;
    const worker = new Worker(url, { type: "module" });
    const send = (message: object) => worker.postMessage({ type: "message", text: JSON.stringify({ jsonrpc: "2.0", ...message }) });
    const uri = "file:///a.pipe";
    const published: number[] = [];
    const done = new Promise<void>((resolve) => {
      worker.onmessage = ({ data }) => {
        if (data.type !== "message") return;
        const { method, params } = JSON.parse(data.text);
        if (method !== "textDocument/publishDiagnostics") return;
        published.push(params.version);
        if (params.version === 1001) resolve();
      };
    });
    worker.postMessage(start);
    send({ id: 1, method: "initialize", params: { capabilities: {} } });
    const text = "process a\n  :: numbers\n".repeat(500);
    send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "sprokit", version: 1, text } } });
    for (let version = 2; version < 1002; version++) {
      const at = { line: 0, character: 0 };
      const contentChanges = [{ range: { start: at, end: at }, text: "#" }];
      send({ method: "textDocument/didChange", params: { textDocument: { uri, version }, contentChanges } });
    }
    await done;
    worker.terminate();
    return published;
  });
  expect(versions.length).toBeLessThan(20);
});

/** Words that a view shows only while there is something to show. */
type Shown = [View, string | RegExp][];

const comings: { file: string; text: string; shown: Shown }[] = [
  {
    file: "flow.pipe",
    text: numberFlow,
    shown: [["Graph", "source"], ["Effective values", "numbers.txt"], ["Form", /source|sink/]],
  },
  {
    file: "rates.trace",
    text: trace,
    shown: [["Coverage", "100 in all"], ["Timeline", "100 in all"]],
  },
  {
    file: "example.coilcfg.txt",
    text: projectFile(goldenText).toString(),
    shown: [["Bytes", "features"], ["Effective values", "cpu"], ["Form", "cpu"]],
  },
];

for (const { file, text, shown } of comings) {
  test(`what the views of ${file} show goes with the text and comes back, as often as that does`, async ({ workbench, page }) => {
    await workbench.open(textFile(file, text));
    for (const [view, words] of shown) {
      const pane = await workbench.view(view);
      await expect(pane).toContainText(words);
      for (let times = 0; times < 3; times++) {
        await workbench.editor.press("ControlOrMeta+a");
        await workbench.editor.press("Delete");
        await workbench.expectText("");
        await expect(pane).not.toContainText(words);
        await page.keyboard.press("ControlOrMeta+z");
        await workbench.expectText(text);
        await expect(pane).toContainText(words);
      }
    }
  });
}
