// Drives the editor alone in a real browser: `npm run tryout [-- FOLDER]`. Checks what needs a browser and
// leaves pictures in FOLDER to look at.

import { type Browser, chromium, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";

const built = new URL("./", import.meta.url);
const pictures = process.argv[2] ?? new URL("pictures/", built).pathname;
const origin = "http://editor.test";

const sample = `# Two chips of one board.
[cpu:0]
  model = x86-64        # the host
  frequency = 3200
  cache.size = 8192
  state = bad

[gpu:1]
  model = gfx90a
  frequency = 1700
  power = odd           # worth a second look
  mode = meh

[memory]
  size = 65536
  speed = 4800
`;

/** The editor's functions inside the page; JSON is made and read there. */
const api = (page: Page, name: string, ...args: unknown[]): Promise<any> =>
  page.evaluate(([name, args]) => (globalThis as any).bobbinEditor[name as string](...(args as unknown[])), [name, args] as const);

const eventsOf = (page: Page, type: string): Promise<any[]> =>
  page.evaluate((type) => (globalThis as any).events.filter((it: { type: string }) => it.type === type), type);

const open = (page: Page, name: string, text: string) =>
  api(page, "openDocument", JSON.stringify({ uri: `bobbin:///${name}`, name, language: "fake", text, encoding: "utf8" }));

const serverText = (page: Page, uri: string): Promise<{ text: string; version: number }> =>
  page.evaluate(async (uri) => JSON.parse(await (globalThis as any).bobbinEditor.request("test/text", JSON.stringify({ uri }))), uri);

const faults: string[] = [];

async function newPage(browser: Browser, theme: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 900, height: 560 } });
  page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
  page.on("console", (it) => it.type() === "error" && faults.push(`console: ${it.text()}`));
  await page.route("**/*", (route) => {
    const path = new URL(route.request().url()).pathname;
    const types: Record<string, string> = { "/page.js": "text/javascript", "/worker.js": "text/javascript", "/page.css": "text/css" };
    if (path === "/") {
      return route.fulfill({
        contentType: "text/html",
        headers: { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" },
        body: `<!doctype html><html class="${theme}"><link rel="stylesheet" href="page.css"><link rel="icon" href="page.css"><div id="host"></div><script type="module" src="page.js"></script></html>`,
      });
    }
    const type = types[path];
    if (!type) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: type, body: readFileSync(new URL(`.${path}`, built)) });
  });
  await page.goto(`${origin}/`);
  await api(page, "setTheme", theme);
  await page.waitForFunction(() => (globalThis as any).events.some((it: { state?: string }) => it.state === "ready"));
  return page;
}

async function look(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${pictures}/${name}.png` });
}

/** Colours, squiggles, tooltips, lists, panels. */
async function appearance(browser: Browser, theme: string): Promise<void> {
  const page = await newPage(browser, theme);
  await open(page, "board.fake", sample);
  await page.locator(".syn-key").first().waitFor();
  await page.locator(".cm-lintRange-error").waitFor();
  await page.waitForTimeout(400);
  await look(page, `${theme}-1-code`);

  await page.locator(".cm-lintRange-error").hover();
  await page.getByRole("button", { name: /write good/ }).waitFor();
  await page.waitForTimeout(200);
  await look(page, `${theme}-2-finding`);

  await page.mouse.move(800, 540);
  await page.locator(".cm-tooltip-lint").waitFor({ state: "detached" });
  await page.locator(".cm-line", { hasText: "gfx90a" }).locator(".syn-key").hover();
  await page.locator(".cm-lsp-hover-tooltip").waitFor();
  assert.equal(await page.locator(".cm-lsp-hover-tooltip img").count(), 0, "help has no images");
  await look(page, `${theme}-3-hover`);

  await page.locator(".cm-line", { hasText: "4800" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
  await page.waitForTimeout(150);
  await look(page, `${theme}-4-completion`);
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+f");
  await page.keyboard.type("model");
  await look(page, `${theme}-5-search`);
  await page.keyboard.press("Escape");

  await page.locator(".cm-foldGutter [title='Fold line']").first().click();
  await page.locator(".cm-foldPlaceholder").waitFor();
  await api(page, "highlight", "bobbin:///board.fake", JSON.stringify([
    { start: { line: 8, character: 2 }, end: { line: 8, character: 16 } },
    { start: { line: 9, character: 0 }, end: { line: 9, character: 0 } },
  ]));
  await look(page, `${theme}-6-fold-and-light`);
  await api(page, "runCommand", "unfoldAll");

  await page.locator(".cm-lintRange-error").click();
  await page.keyboard.press("Control+.");
  await page.getByRole("menuitem", { name: "write better" }).waitFor();
  await page.waitForTimeout(100);
  await look(page, `${theme}-7-fixes`);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.match(await api(page, "documentText", "bobbin:///board.fake"), /state = better/);

  // New findings close a tooltip of the old ones.
  await page.locator(".cm-lintRange-error").waitFor({ state: "detached" });
  await page.keyboard.press("F8");
  await page.locator(".cm-tooltip-lint").waitFor();
  await look(page, `${theme}-8-next-problem`);

  await page.locator(".cm-line", { hasText: "gfx90a" }).locator(".syn-key").click();
  await page.keyboard.press("F2");
  await page.locator(".bobbin-question input").waitFor();
  await look(page, `${theme}-9-rename`);
  await page.keyboard.type("chip");
  await page.keyboard.press("Enter");
  await page.locator(".syn-key", { hasText: "chip" }).first().waitFor();
  assert.equal((await api(page, "documentText", "bobbin:///board.fake")).match(/chip =/g)?.length, 2);
  await page.keyboard.press("Control+z");
  assert.equal((await api(page, "documentText", "bobbin:///board.fake")).match(/chip =/g), null, "one step to undo");
  await page.close();
}

/** The text is kept to the byte, and the server has the same. */
async function exactTexts(browser: Browser): Promise<void> {
  const page = await newPage(browser, "light");
  const cases = {
    crlf: "\ufeff[a]\r\n  x = bad\r\n\r\n  é🎉 = 1\r\n",
    mixed: "[a]\r\n  x = 1\n  y = 2\r\r\n lone\rcr\n",
    lf: "[a]\n  x = 1",
    empty: "",
  };
  for (const [name, text] of Object.entries(cases)) {
    const uri = `bobbin:///${name}`;
    await open(page, name, text);
    assert.equal(await api(page, "documentText", uri), text, name);
    await page.locator(".cm-content").press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("z🎉 = 2");
    const end = name === "crlf" ? "\r\n" : "\n";
    const indent = name === "lf" ? "  " : name === "mixed" ? "" : "";
    const expected = `${text}${end}${indent}z🎉 = 2`;
    assert.equal(await api(page, "documentText", uri), expected, name);
    assert.equal((await serverText(page, uri)).text, expected, `${name} at the server`);
    // An edit whose text has the other kind of line end.
    const { version } = await serverText(page, uri);
    const place = { line: 0, character: 0 };
    assert.equal(
      await api(page, "applyEdits", JSON.stringify({ version, label: "added", documents: [{ uri, edits: [{ range: { start: place, end: place }, newText: "# one\n# two\n" }] }] })),
      true,
    );
    const added = `# one${end}# two${end}${expected}`;
    assert.equal(await api(page, "documentText", uri), added, name);
    assert.equal((await serverText(page, uri)).text, added, `${name} at the server after an edit`);
    assert.equal(await api(page, "applyEdits", JSON.stringify({ version, label: "", documents: [] })), false, "stale");
    await page.locator(".cm-content").press("Control+z");
    await page.locator(".cm-content").press("Control+z");
    await page.locator(".cm-content").press("Control+z");
    assert.equal(await api(page, "documentText", uri), text, `${name} undone`);
    const changes = await eventsOf(page, "change");
    assert.equal(changes.at(-1).pristine, true);
    assert.equal(changes.at(-1).canUndo, false);
  }
  await page.close();
}

/** Undo history, selection and scroll position of a hidden document. */
async function switching(browser: Browser): Promise<void> {
  const page = await newPage(browser, "light");
  const lines = Array.from({ length: 400 }, (_, idx) => `key${idx} = ${idx}`).join("\n");
  await open(page, "long", lines);
  await api(page, "select", "bobbin:///long", JSON.stringify({ start: { line: 300, character: 0 }, end: { line: 300, character: 6 } }), true);
  await page.waitForTimeout(100);
  await page.keyboard.type("other");
  await page.waitForTimeout(100);
  const scroll = () => page.locator(".cm-scroller").evaluate((it) => it.scrollTop);
  const before = await scroll();
  assert.ok(before > 2000);
  await open(page, "short", "[a]\n  x = bad\n");
  await page.locator(".cm-lintRange-error").waitFor();
  // A hidden document is edited, too.
  await api(page, "applyEdits", JSON.stringify({ label: "", documents: [{ uri: "bobbin:///long", edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: "x = odd\n" }] }] }));
  assert.equal((await serverText(page, "bobbin:///long")).text.slice(0, 8), "x = odd\n");
  await api(page, "showDocument", "bobbin:///long");
  await page.waitForTimeout(200);
  assert.ok(Math.abs((await scroll()) - before) < 60, `scrolled to ${await scroll()} instead of ${before}`);
  await page.locator(".cm-content").press("Control+z");
  await page.locator(".cm-content").press("Control+z");
  assert.equal(await api(page, "documentText", "bobbin:///long"), lines);
  const selections = await eventsOf(page, "selection");
  assert.equal(selections.some((it) => it.movedBy === "page" && it.position.line === 300), true);
  await api(page, "closeDocument", "bobbin:///long");
  assert.equal(await api(page, "activeUri"), "");
  await page.close();
}

/** Ways out of the editor, and keys that are the browser's. */
async function keyboard(browser: Browser): Promise<void> {
  const page = await newPage(browser, "contrast");
  await open(page, "board.fake", sample);
  await page.evaluate(() => {
    const button = document.createElement("button");
    document.body.append(button);
    (globalThis as any).taken = [];
    addEventListener("keydown", (it) => it.defaultPrevented && (globalThis as any).taken.push(`${it.ctrlKey ? "Ctrl-" : ""}${it.key}`));
  });
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  const text = () => api(page, "documentText", "bobbin:///board.fake");
  const content = page.locator(".cm-content");
  await page.locator(".cm-lintRange-error").waitFor();
  await look(page, "contrast-code");

  await content.press("Control+Home");
  await page.keyboard.press("Tab");
  assert.equal(await text(), `  ${sample}`);
  await page.keyboard.press("Shift+Tab");
  assert.equal(await text(), sample);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "BUTTON", "Escape Tab leaves");
  await content.click();
  await page.keyboard.press("Control+m");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "BUTTON", "Ctrl+M Tab leaves");
  await content.click();
  await page.keyboard.press("Control+m");

  await page.evaluate(() => ((globalThis as any).taken.length = 0));
  for (const key of ["d", "h", "s", "o", "Shift+P"]) await page.keyboard.press(`Control+${key}`);
  assert.deepEqual(await page.evaluate(() => (globalThis as any).taken), []);

  await page.locator(".cm-line", { hasText: "x86-64" }).click();
  await page.keyboard.press("Control+/");
  assert.match(await text(), /\n {2}# model = x86-64/);
  await page.keyboard.press("Control+/");
  assert.equal(await text(), sample);
  await page.close();
}

/** Keys are handled a moment after their events: in their order, and before anybody looks. */
async function typing(browser: Browser): Promise<void> {
  const page = await newPage(browser, "light");
  await open(page, "typed.fake", "");
  const text = () => api(page, "documentText", "bobbin:///typed.fake");
  const content = page.locator(".cm-content");
  await content.click();
  await page.keyboard.type("[a]\nx = 1\n", { delay: 0 });
  for (const key of ["y", "z", "Backspace", " ", "=", "Enter", "q", "Home", "Delete"]) await page.keyboard.press(key);
  await page.keyboard.insertText("é");
  assert.equal(await text(), "[a]\nx = 1\ny =\né");
  assert.equal((await serverText(page, "bobbin:///typed.fake")).text, "[a]\nx = 1\ny =\né");
  await content.press("Control+a");
  await page.keyboard.press("w");
  assert.equal(await text(), "w", "what is selected is written over");
  await page.keyboard.press("Shift+V");
  assert.equal(await text(), "wV");
  // A caret at two places writes at both.
  await api(page, "applyEdits", JSON.stringify({ label: "", documents: [{ uri: "bobbin:///typed.fake", edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 2 } }, newText: "aa bb\naa bb\n" }] }] }));
  await content.press("Control+Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Control+Alt+ArrowDown");
  await page.keyboard.press("m");
  assert.equal(await text(), "m\naa bbm\n");
  await page.keyboard.press("Control+z");
  assert.equal(await text(), "aa bb\naa bb\n", "one step to undo");
  // Keys that come while the page is busy.
  await content.press("Control+End");
  await page.evaluate(() => {
    const end = performance.now() + 150;
    setTimeout(() => {
      while (performance.now() < end);
    });
  });
  await page.keyboard.type("one two\nthree", { delay: 0 });
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("0");
  assert.equal(await text(), "0aa bb\naa bb\none two\nthree");
  // A list of suggestions takes Enter.
  await content.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
  await page.waitForTimeout(120);
  await page.keyboard.type("mod");
  await page.keyboard.press("Enter");
  assert.equal(await text(), "0aa bb\naa bb\none two\nthree\nmodel");
  await page.close();
}

/** Definitions, references and links, in this file and to others. */
async function places(browser: Browser): Promise<void> {
  const page = await newPage(browser, "light");
  await open(page, "other.fake", "# other\n");
  await open(page, "board.fake", `${sample}# see other.fake and closed.fake\n# OTHER\n`);
  const active = () => api(page, "activeUri");
  const caret = async () => (await eventsOf(page, "selection")).at(-1)?.range;
  const line = (text: string) => page.locator(".cm-line", { hasText: text });
  await page.locator(".bobbin-link").first().waitFor();
  assert.equal(await page.locator(".bobbin-link").count(), 2);

  await line("gfx90a").locator(".syn-key").click();
  await page.keyboard.press("Shift+F12");
  await page.getByRole("menu", { name: "References" }).waitFor();
  assert.deepEqual(await page.getByRole("menuitem").allTextContents(), [
    "board.fake:3  model = x86-64        # the host",
    "board.fake:9  model = gfx90a",
  ]);
  await look(page, "light-10-references");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(60);
  assert.deepEqual(await caret(), { start: { line: 2, character: 2 }, end: { line: 2, character: 7 } });

  await page.keyboard.press("F12");
  await page.waitForTimeout(60);
  assert.deepEqual(await caret(), { start: { line: 0, character: 2 }, end: { line: 0, character: 5 } });
  await line("# OTHER").click();
  await page.keyboard.press("F12");
  await page.waitForFunction(() => (globalThis as any).events.some((it: { type: string }) => it.type === "openLocation"));
  assert.deepEqual((await eventsOf(page, "openLocation")).map((it) => it.uri), ["bobbin:///OTHER"]);

  await page.locator(".bobbin-link", { hasText: "closed.fake" }).click({ modifiers: ["Control"] });
  assert.deepEqual((await eventsOf(page, "openLocation")).map((it) => it.uri), ["bobbin:///OTHER", "bobbin:///closed.fake"]);
  assert.equal(await active(), "bobbin:///board.fake");
  await page.locator(".bobbin-link", { hasText: "other.fake" }).click({ modifiers: ["Control"] });
  assert.equal(await active(), "bobbin:///other.fake");
  await page.waitForTimeout(60);
  assert.equal((await eventsOf(page, "selection")).at(-1).uri, "bobbin:///other.fake");
  await page.close();
}

/** A worker that dies or hangs is replaced; one that keeps dying is given up until asked for. */
async function crashes(browser: Browser): Promise<void> {
  const page = await newPage(browser, "light");
  await open(page, "a", "x = bad\n");
  await open(page, "b", "y = odd\n");
  const restarts = async (n: number) => {
    await page.waitForFunction(
      (n) => (globalThis as any).events.filter((it: { state?: string }) => it.state === "restarted").length === n,
      n,
      { timeout: 15_000 },
    );
  };
  await page.locator(".cm-content").press("Control+End");
  await page.keyboard.type("kept");
  await api(page, "crashWorker", "hang");
  await restarts(1);
  assert.equal((await serverText(page, "bobbin:///a")).text, "x = bad\n");
  assert.equal((await serverText(page, "bobbin:///b")).text, "y = odd\nkept");
  await api(page, "crashWorker", "panic");
  await restarts(2);
  await page.keyboard.type(" too");
  assert.equal((await serverText(page, "bobbin:///b")).text, "y = odd\nkept too");
  await api(page, "crashWorker", "panic");
  await page.waitForFunction(() => (globalThis as any).events.some((it: { state?: string }) => it.state === "failed"));
  const refused = await page.evaluate(() => (globalThis as any).bobbinEditor.request("test/text", "{}").catch((it: Error) => it.message));
  assert.match(refused, /stopped/);
  await page.keyboard.type(" still");
  await api(page, "restartWorker");
  await restarts(3);
  assert.equal((await serverText(page, "bobbin:///b")).text, "y = odd\nkept too still");
  await page.close();
}

/** 5,000 lines, and how long a key takes in 1,000. Prints; asserts no times. */
async function speed(browser: Browser): Promise<void> {
  const page = await newPage(browser, "dark");
  for (const n of [1000, 5000]) {
    const text = Array.from({ length: n / 4 }, (_, idx) => `[unit:${idx}]\n  model = gfx${idx}  # remark\n  frequency = ${idx}\n  state = ${idx % 20 === 0 ? "bad" : "good"}\n`).join("");
    await open(page, `lines${n}`, text);
    await page.locator(".syn-key").first().waitFor();
    await api(page, "select", `bobbin:///lines${n}`, JSON.stringify({ start: { line: n / 2 + 3, character: 2 }, end: { line: n / 2 + 3, character: 2 } }), true);
    await page.waitForTimeout(300);
    await look(page, `dark-lines-${n}`);
    await page.evaluate(() => ((globalThis as any).events.length = 0));
    for (let round = 0; round < 120; round++) {
      await page.keyboard.press(round % 12 === 11 ? "Backspace" : "x");
      await page.waitForTimeout(25);
    }
    const ms = (await eventsOf(page, "latency")).map((it) => it.ms).sort((a, b) => a - b);
    const at = (share: number) => ms[Math.floor((ms.length - 1) * share)]?.toFixed(1);
    console.log(`key to findings, ${n} lines: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms, ${ms.length} keys`);
  }
  await page.close();
}

mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  for (const theme of ["light", "dark"]) await appearance(browser, theme);
  await exactTexts(browser);
  await switching(browser);
  await keyboard(browser);
  await typing(browser);
  await places(browser);
  await crashes(browser);
  await speed(browser);
} finally {
  await browser.close();
}
assert.deepEqual(faults, []);
console.log(`all well; pictures in ${pictures}`);
