/** The panel of the graph in a fake editor: when it asks for which picture, and what it does with it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { desk, until } from "./desk.mjs";

const URI = "file:///flows/main.pipe";
const OTHER = "file:///flows/other.pipe";

const range = (from, to) => ({ start: { line: from, character: 0 }, end: { line: to, character: 0 } });
const vertex = (title, line, more = {}) => ({
  item: ["process", title], title, subtitle: "numbers", problem: null, rect: { x: 0, y: 0, width: 100, height: 60 },
  uri: URI, nameRange: range(line, line), ranges: [range(line, line + 2)], hasInside: false, isExpanded: false, ...more,
});
const picture = (...vertices) => ({ kind: "picture", version: 1, svg: "<svg/>", vertices, errors: 0 });

/** Opens the panel beside a pipeline, in front of a server that answers as a test says. */
async function shown({ uri = URI, language = "sprokit" } = {}) {
  const it = await desk();
  const asked = [];
  let answer = async () => picture(vertex("a", 0), vertex("b", 2));
  const server = {
    sendRequest(method, params, token) {
      asked.push({ method, ...params, token });
      return answer(params, asked.length);
    },
  };
  const context = { extensionUri: it.Uri.parse("file:///extension"), subscriptions: [] };
  let running = server;
  const graph = it.registerGraph(context, () => running);
  const text = it.editor.open(uri, language);
  it.editor.activate(text);
  it.editor.commands["bobbin.showGraph"]();
  const [panel] = it.editor.panels;
  const { sent } = panel.webview;
  return {
    ...it, graph, panel, sent, asked, text,
    answerBy: (by) => (answer = by),
    stop: () => (running = undefined),
    ready: () => panel.say({ kind: "ready", room: { width: 400, height: 300 } }),
    last: (kind) => sent.findLast((message) => message.kind === kind),
    /** Waits for so many pictures. */
    pictures: (n) => until(() => sent.filter((message) => message.kind === "picture").length >= n, `${n} pictures`),
    sentence: (words) => until(() => words.test(sent.at(-1)?.text ?? ""), words),
  };
}

test("the page runs one script, and has one style sheet", async () => {
  const { panel } = await shown();
  const { html, options } = panel.webview;
  const [, nonce] = /script-src 'nonce-([0-9a-f]{32})'/.exec(html);
  assert.ok(html.includes(`content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'"`));
  assert.deepEqual(html.match(/<(script|link|style)[^>]*>/g), [
    `<link rel="stylesheet" nonce="${nonce}" href="https://panel.test/graph.css">`,
    `<script nonce="${nonce}" src="https://panel.test/graph.js">`,
  ]);
  assert.deepEqual(options.localResourceRoots.map(String), ["file:///extension/dist"]);
});

test("the graph is drawn when the page listens, and again when the text or the theme changes", async () => {
  const it = await shown();
  assert.deepEqual(it.asked, [], "nobody would see it");
  it.ready();
  await it.pictures(1);
  const [{ method, uri, theme, options }] = it.asked;
  assert.deepEqual({ method, uri, theme }, { method: "bobbin/picture", uri: URI, theme: "light" });
  assert.deepEqual(options, { expanded: [], room: { width: 400, height: 300 } });
  assert.equal(it.last("picture").name, "main.pipe");
  // Who types is waited for.
  for (let n = 0; n < 5; n++) it.editor.change(it.text);
  await it.pictures(2);
  assert.equal(it.asked.length, 2);
  it.editor.paint(it.ColorThemeKind.HighContrast);
  await it.pictures(3);
  assert.equal(it.asked.at(-1).theme, "dark");
  it.editor.paint(it.ColorThemeKind.HighContrastLight);
  await it.pictures(4);
  assert.equal(it.asked.at(-1).theme, "light");
});

test("of two pictures the newer one is shown, whichever comes first", async () => {
  const it = await shown();
  const waiting = [];
  it.answerBy(() => new Promise((resolve) => waiting.push(resolve)));
  it.ready();
  await until(() => waiting.length === 1);
  it.editor.change(it.text);
  await until(() => waiting.length === 2);
  assert.ok(it.asked[0].token.isCancellationRequested, "nobody wants it any more");
  waiting[1](picture(vertex("new", 0)));
  await it.pictures(1);
  waiting[0](picture(vertex("old", 0)));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(it.last("picture").picture.vertices[0].title, "new");
  assert.equal(it.sent.filter((message) => message.kind === "picture").length, 1);
});

test("a request that the server gave up is made again", async () => {
  const it = await shown();
  it.answerBy(async (_, nth) => {
    if (nth === 1) throw Object.assign(new Error("the text has changed since"), { code: -32801 });
    return picture(vertex("a", 0));
  });
  it.ready();
  await it.pictures(1);
});

test("the vertex with the caret is marked", async () => {
  const it = await shown();
  const current = () => it.last("current")?.vertex;
  it.ready();
  await it.pictures(1);
  await until(() => current() === 0, "the caret is in the first line");
  it.editor.select(it.text, 2, 0);
  assert.equal(current(), 1, "where one part ends, the next one begins");
  it.editor.select(it.text, 3, 80);
  assert.equal(current(), 1);
  const n = it.sent.length;
  it.editor.select(it.text, 3, 2);
  assert.equal(it.sent.length, n, "that is no news");
  it.editor.select(it.text, 9, 0);
  assert.equal(current(), null);
});

test("what lies in a part of the text is marked, and not what is around it", async () => {
  const { vertexAt } = await desk();
  const vertices = [vertex("around", 0, { ranges: [range(0, 9)] }), vertex("in it", 2), vertex("elsewhere", 0, { ranges: [] })];
  const at = (line, character = 0) => vertexAt(vertices, { line, character });
  assert.deepEqual([at(1), at(2), at(3, 5), at(4), at(9)], [0, 1, 1, 0, null]);
  const end = { start: { line: 0, character: 2 }, end: { line: 0, character: 5 } };
  const short = [vertex("a", 0, { ranges: [end] })];
  assert.deepEqual([1, 2, 5, 6].map((it) => vertexAt(short, { line: 0, character: it })), [null, 0, 0, null]);
});

test("a vertex leads to its place in the text", async () => {
  const it = await shown();
  it.answerBy(async () => picture(vertex("a", 4), vertex("inner", 7, { uri: OTHER })));
  it.ready();
  await it.pictures(1);
  it.panel.say({ kind: "choose", vertex: 0, isForText: false });
  it.panel.say({ kind: "choose", vertex: 1, isForText: true });
  it.panel.say({ kind: "choose", vertex: 5, isForText: true });
  await until(() => it.editor.gone.length === 2);
  const gone = it.editor.gone.map(({ uri, selection, preserveFocus, viewColumn }) => [uri, selection.start.line, preserveFocus, viewColumn]);
  assert.deepEqual(gone, [[URI, 4, true, 1], [OTHER, 7, false, 1]]);
});

test("clusters are opened, each document's for itself", async () => {
  const it = await shown();
  it.ready();
  await it.pictures(1);
  it.panel.say({ kind: "expand", items: [["process", "b"]] });
  await it.pictures(2);
  assert.deepEqual(it.asked.at(-1).options.expanded, [["process", "b"]]);
  assert.deepEqual(it.last("picture").state, { uri: URI, expanded: [["process", "b"]] });
  it.editor.activate(it.editor.open(OTHER, "sprokit"));
  await it.pictures(3);
  assert.deepEqual([it.asked.at(-1).uri, it.asked.at(-1).options.expanded], [OTHER, []]);
  assert.equal(it.panel.title, "Graph of other.pipe");
  // A text without a graph is not followed.
  it.editor.activate(it.editor.open("file:///flows/a.trace", "pinsight"));
  assert.equal(it.panel.title, "Graph of other.pipe");
});

test("where there is no graph, a sentence says why", async () => {
  const it = await shown({ uri: "file:///a.trace", language: "pinsight" });
  it.answerBy(async () => ({ kind: "nothing", version: 1, reason: "a PInsight trace configuration has no graph" }));
  it.ready();
  await it.sentence(/^A PInsight trace configuration has no graph\.$/);
  it.answerBy(async () => {
    throw Object.assign(new Error("Unhandled method bobbin/picture"), { code: -32601 });
  });
  it.graph.redraw();
  await it.sentence(/^This version of the command bobbin draws no graphs\. /);
  it.editor.close(it.text);
  it.graph.redraw();
  await it.sentence(/^a\.trace cannot be opened\.$/);
  it.editor.activate(it.editor.open(URI, "sprokit"));
  await it.sentence(/This version/);
  it.stop();
  it.graph.redraw();
  await it.sentence(/^The language server is not running\.$/);
});

test("a text that the editor has closed is opened again, unless it is gone", async () => {
  const it = await shown();
  it.ready();
  await it.pictures(1);
  it.editor.disk.add(URI);
  it.editor.close(it.text);
  await it.pictures(2);
  const untitled = await shown({ uri: "untitled:Untitled-1" });
  untitled.ready();
  await untitled.pictures(1);
  untitled.editor.disk.add("untitled:Untitled-1");
  untitled.editor.close(untitled.text);
  await untitled.sentence(/^Untitled-1 is closed\. Open it to see its graph\.$/);
});

test("a file that gets another name is followed, also with its folder", async () => {
  const it = await shown();
  it.ready();
  await it.pictures(1);
  it.panel.say({ kind: "expand", items: [["process", "b"]] });
  await it.pictures(2);
  it.editor.activate(undefined);
  it.editor.rename(URI, OTHER);
  await until(() => it.asked.at(-1).uri === OTHER);
  assert.equal(it.panel.title, "Graph of other.pipe");
  assert.deepEqual(it.asked.at(-1).options.expanded, [["process", "b"]]);
  it.editor.rename("file:///flows", "file:///streams");
  await until(() => it.asked.at(-1).uri === "file:///streams/other.pipe");
  it.editor.rename("file:///stream", "file:///other");
  assert.equal(it.panel.title, "Graph of other.pipe");
  await it.pictures(4);
  assert.equal(it.sent.filter((message) => message.kind === "picture").at(-1).state.uri, "file:///streams/other.pipe");
});

test("the panel comes back after a restart", async () => {
  const it = await shown();
  it.editor.disk.add(OTHER);
  const { panel } = it;
  const again = { ...panel, webview: { ...panel.webview, sent: [], options: {} } };
  let take;
  again.webview.onDidReceiveMessage = (listener) => (take = listener);
  again.webview.postMessage = async (message) => void again.webview.sent.push(message);
  await it.editor.serializers["bobbin.graph"].deserializeWebviewPanel(again, { uri: OTHER, expanded: [["process", "b"]] });
  assert.match(again.webview.html, /graph\.js/);
  assert.equal(again.webview.options.enableScripts, true);
  take({ kind: "ready", room: { width: 400, height: 300 } });
  await until(() => again.webview.sent.some((message) => message.kind === "picture"));
  assert.deepEqual([it.asked.at(-1).uri, it.asked.at(-1).options.expanded], [OTHER, [["process", "b"]]]);
  // Nothing that someone else has kept breaks it.
  await it.editor.serializers["bobbin.graph"].deserializeWebviewPanel(again, undefined);
  take({ kind: "ready", room: { width: 400, height: 300 } });
  await until(() => again.webview.sent.at(-1)?.kind === "sentence");
});

test("nothing is drawn while the panel is behind another one", async () => {
  const it = await shown();
  it.ready();
  await it.pictures(1);
  it.panel.turn(false);
  it.editor.change(it.text);
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.equal(it.asked.length, 1);
  it.panel.turn(true);
  it.ready();
  await it.pictures(2);
});

test("who has closed the panel is not asked for pictures", async () => {
  const it = await shown();
  it.ready();
  await it.pictures(1);
  // The command shows a panel that is there, and leaves it as it is where no text is active.
  it.editor.activate(undefined);
  it.editor.commands["bobbin.showGraph"]();
  assert.equal(it.panel.title, "Graph of main.pipe");
  it.panel.dispose();
  it.editor.change(it.text);
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.equal(it.asked.length, 1);
  it.editor.commands["bobbin.showGraph"]();
  assert.equal(it.editor.panels.length, 2);
});
