/**
 * The page of the graph in Chromium, with the panel behind it in a fake editor, and the command as its server. BOBBIN names
 * the command.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import protocol from "vscode-languageserver-protocol/node.js";
import { launch } from "../../../core/npm/tests/browsing.mjs";
import { desk, until } from "./desk.mjs";

const { StreamMessageReader, StreamMessageWriter, createProtocolConnection } = protocol;

const URI = "file:///flows/main.pipe";
const CLUSTER = "file:///flows/twice.cluster";
const PIPELINE = `process input :: numbers
process middle :: twice
process output
  :: print_number
connect from input.number to middle.in
connect from middle.out to output.number
`;
const TWICE = `cluster twice
  -- Doubles.
  imap from in to double.factor1
  -- In.
  omap from double.product to out
  -- Out.
process double :: multiplication
`;

const dist = (name) => readFileSync(new URL(`../dist/${name}`, import.meta.url));
let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The colours of the editor's themes, as far as they count. */
const themes = {
  light: { class: "vscode-light", "editor-background": "#ffffff", foreground: "#3b3b3b", "textLink-foreground": "#005fb8" },
  dark: { class: "vscode-dark", "editor-background": "#1f1f1f", foreground: "#cccccc", "textLink-foreground": "#4daafc" },
};

/** Starts the command as a language server, with some documents. */
async function serve(t, texts) {
  const child = spawn(process.env.BOBBIN ?? "bobbin", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill());
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  connection.listen();
  await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification("initialized", {});
  for (const [uri, text] of Object.entries(texts)) {
    const textDocument = { uri, languageId: "sprokit", version: 1, text };
    await connection.sendNotification("textDocument/didOpen", { textDocument });
  }
  return connection;
}

/** Opens the panel beside a pipeline. */
export async function open(t, texts = { [URI]: PIPELINE, [CLUSTER]: TWICE }) {
  const connection = await serve(t, texts);
  const it = await desk();
  let version = 1;
  const uri = Object.keys(texts)[0];
  const server = { sendRequest: (method, params) => connection.sendRequest(method, params) };
  it.registerGraph({ extensionUri: it.Uri.parse("file:///extension"), subscriptions: [] }, () => server);
  const text = it.editor.open(uri, "sprokit");
  it.editor.activate(text);
  it.editor.commands["bobbin.showGraph"]();
  const [panel] = it.editor.panels;

  const page = await browser.newPage({ viewport: { width: 700, height: 500 } });
  t.after(() => page.close());
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  t.after(() => assert.deepEqual(faults, []));
  const files = { "/": ["text/html", () => panel.webview.html], "/graph.js": ["text/javascript", () => dist("graph.js")], "/graph.css": ["text/css", () => dist("graph.css")] };
  await page.route("https://panel.test/**", (route) => {
    const [contentType, body] = files[new URL(route.request().url()).pathname] ?? [];
    return body ? route.fulfill({ contentType, body: body() }) : route.fulfill({ status: 404 });
  });
  await page.exposeFunction("toEditor", (message) => panel.say(message));
  await page.addInitScript(() => {
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => globalThis.toEditor(message),
      getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
      setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
    });
  });
  panel.webview.listener = (message) => page.evaluate((message) => postMessage(message, "*"), message).catch(() => undefined);
  const paint = async (name) => {
    await page.evaluate((theme) => {
      for (const [key, value] of Object.entries(theme)) document.documentElement.style.setProperty(`--vscode-${key}`, value);
      document.body.className = theme.class;
    }, themes[name]);
    it.editor.paint(name === "dark" ? it.ColorThemeKind.Dark : it.ColorThemeKind.Light);
  };
  await page.goto("https://panel.test/");
  return {
    ...it, panel, page, text, connection, paint, faults,
    /** Finds a vertex or its sign, whatever problem it has. */
    node: (name) => page.locator("#drawing").getByRole("button", { name: new RegExp(`^${escaped(name)}($|\\. Problem)`) }),
    camera: () => page.locator("#drawing > svg").getAttribute("viewBox"),
    change: async (text) => {
      version += 1;
      await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
      it.editor.change(it.window?.activeTextEditor ?? { document: { uri: it.Uri.parse(uri), languageId: "sprokit" } });
    },
  };
}

test("the graph is shown, and each process leads to the text", { timeout: 30_000 }, async (t) => {
  const { page, node, editor, text } = await open(t);
  await node("input, numbers").waitFor();
  assert.equal(await page.locator("#drawing > svg").getAttribute("aria-label"), "Graph of main.pipe");
  await node("output, print_number").click();
  await until(() => editor.gone.length === 1);
  const [{ uri, selection, preserveFocus }] = editor.gone;
  assert.deepEqual([uri, selection.start.line, selection.start.character, selection.end.character], [URI, 2, 8, 14]);
  assert.equal(preserveFocus, true);
  // The process with the caret is marked, and only that one.
  const marked = () => page.locator("[aria-current]").evaluateAll((them) => them.map((it) => it.getAttribute("aria-label").split(".")[0]));
  editor.select(text, 3, 4);
  await until(async () => (await marked()).join() === "output, print_number");
  editor.select(text, 1, 0);
  await until(async () => (await marked()).join() === "middle, twice");
});

test("with the keyboard, too", { timeout: 30_000 }, async (t) => {
  const { page, node, editor } = await open(t);
  await node("input, numbers").waitFor();
  const labels = [];
  for (let n = 0; n < 4; n++) {
    await page.keyboard.press("Tab");
    labels.push(await page.evaluate(() => document.activeElement.getAttribute("aria-label").split(".")[0]));
  }
  assert.deepEqual(labels, ["input, numbers", "middle, twice", "Open middle", "output, print_number"]);
  await page.keyboard.press("Enter");
  await until(() => editor.gone.length === 1);
  assert.deepEqual([editor.gone[0].selection.start.line, editor.gone[0].preserveFocus], [2, false]);
});

test("a cluster is opened in the drawing, and what is in it leads to its file", { timeout: 30_000 }, async (t) => {
  const { page, node, editor } = await open(t);
  await node("Open middle").click();
  await node("double, multiplication").click();
  await until(() => editor.gone.length === 1);
  assert.deepEqual([editor.gone[0].uri, editor.gone[0].selection.start.line], [CLUSTER, 6]);
  await node("Close middle").focus();
  await page.keyboard.press("Enter");
  await node("Open middle").waitFor();
  // Who has the keyboard keeps it, as far as what has it is still there.
  await page.getByRole("button", { name: "Show what is in all clusters" }).click();
  await node("double, multiplication").waitFor();
  assert.equal(await page.getByRole("button", { name: "Show each cluster as one box" }).evaluate((it) => it === document.activeElement), true);
});

test("what is seen stays when the text changes", { timeout: 30_000 }, async (t) => {
  const { page, node, camera, change } = await open(t);
  await node("input, numbers").waitFor();
  const width = (box) => Number(box.split(" ")[2]);
  const whole = await camera();
  await page.mouse.move(300, 200);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await until(async () => width(await camera()) < width(whole));
  const near = await camera();
  // Dragging moves the drawing and chooses nothing.
  const { x, y } = await node("input, numbers").boundingBox();
  await page.mouse.move(x + 20, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 50, { steps: 4 });
  await page.mouse.up();
  const dragged = await camera();
  assert.notEqual(dragged, near);
  const after = await node("input, numbers").boundingBox();
  assert.deepEqual([Math.round(after.x - x), Math.round(after.y - y)], [40, 30]);
  await change(`${PIPELINE}process further :: numbers\n`);
  await node("further, numbers").waitFor({ state: "attached" });
  assert.equal(await camera(), dragged);
  // The page is made anew when the panel was hidden.
  await page.reload();
  await node("further, numbers").waitFor({ state: "attached" });
  assert.equal(await camera(), dragged);
  await page.getByRole("button", { name: "Show all of it" }).click();
  await until(async () => width(await camera()) > width(near));
  assert.equal(await page.getByRole("button", { name: "Show in its own size" }).textContent(), "100 %");
  await page.getByRole("button", { name: "Zoom in" }).click();
  assert.equal(await page.getByRole("button", { name: "Show in its own size" }).textContent(), "125 %");
});

test("colours follow the theme", { timeout: 30_000 }, async (t) => {
  const { page, node, paint } = await open(t);
  await node("input, numbers").waitFor();
  const ink = () => page.locator("#drawing text").first().getAttribute("fill");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await paint("dark");
  await until(async () => (await ink()) === "#e3e8ec");
  assert.equal(await ground(), "rgb(31, 31, 31)");
  await paint("light");
  await until(async () => (await ink()) === "#1b2026");
  assert.equal(await ground(), "rgb(255, 255, 255)");
});

test("a sentence stands where nothing can be drawn", { timeout: 30_000 }, async (t) => {
  const { page, node, change, editor } = await open(t);
  await node("input, numbers").waitFor();
  const sentence = (text) => page.getByText(text, { exact: true }).waitFor();
  await change("");
  await sentence("There is nothing to draw yet.");
  assert.equal(await page.getByRole("toolbar").isVisible(), false);
  await change("connect\n");
  await sentence("Nothing could be read that can be drawn: the text has an error.");
  await change("process a :: numbers\nconnect\n");
  await sentence("The text has an error.");
  await node("a, numbers").waitFor();
  await change("process a :: numbers\nprocess b :: print_number\n  output = x\nconnect from a.number to b.number\n");
  await node("b, print_number").waitFor();
  await until(async () => !(await page.getByText("The text has an error.").isVisible()));
  assert.equal(editor.gone.length, 0);
});

test("a drawing is XML, and nothing in it runs", { timeout: 30_000 }, async (t) => {
  const { page, panel, node, faults } = await open(t);
  await node("input, numbers").waitFor();
  const { state, picture } = panel.webview.sent.findLast((it) => it.kind === "picture");
  const show = (svg, vertices = []) => panel.webview.postMessage({ kind: "picture", state, name: "x", picture: { ...picture, svg, vertices } });
  await show("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><text><b></svg>");
  await page.getByText("The graph cannot be shown").waitFor();
  // Chromium writes about the fault with styles of its own, which the policy forbids.
  faults.splice(0).forEach((it) => assert.match(it, /inline style/));
  await show("<html xmlns='http://www.w3.org/1999/xhtml'><script>globalThis.ran = true</script></html>");
  const name = "<img src=x onerror='globalThis.ran = true'>";
  const [vertex] = picture.vertices;
  await show(picture.svg, [{ ...vertex, title: name }]);
  await node(`${name}, numbers`).waitFor();
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.equal(await page.locator("img").count(), 0);
});
