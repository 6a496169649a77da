// The core's layout and elkjs in one Chromium, each in a dedicated worker.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";

import { chromium } from "@playwright/test";

const modules = createRequire(import.meta.url);
const core = new URL("../../../core/wasm/pkg/", import.meta.url);

/** Answers each graph with its layout, and the time from JSON to JSON. */
const WORKER = `
  import { initSync, layout } from "/bobbin_wasm.js";
  const bytes = fetch("/bobbin_wasm_bg.wasm").then((it) => it.arrayBuffer());
  let ready;
  onmessage = async ({ data }) => {
    ready ??= bytes.then((module) => initSync({ module }));
    await ready;
    const start = performance.now();
    const result = layout(data);
    postMessage({ ms: performance.now() - start, result });
  };
`;

const SCRIPT = "text/javascript";
const FILES = {
  "/": ["text/html", () => "<!doctype html><title>Layout bench</title>"],
  "/favicon.ico": ["image/x-icon", () => ""],
  "/bobbin.js": [SCRIPT, () => WORKER],
  "/bobbin_wasm.js": [SCRIPT, () => readFileSync(new URL("bobbin_wasm.js", core))],
  "/bobbin_wasm_bg.wasm": ["application/wasm", () => readFileSync(new URL("bobbin_wasm_bg.wasm", core))],
  "/elk.js": [SCRIPT, () => readFileSync(modules.resolve("elkjs/lib/elk-worker.min.js"))],
};

function serve() {
  const server = createServer((request, response) => {
    const [type, content] = FILES[request.url] ?? [];
    response.writeHead(type ? 200 : 404, { "content-type": type ?? "text/plain" });
    response.end(content?.());
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/**
 * Opens the browser. `bobbin` and `elk` lay a graph out in a new worker several times and return the
 * time of the first run, counted from the worker's start, and those of the others; a failure is
 * returned as its message. `lay` uses one worker for all.
 */
export async function browser(elkInput, elkResult) {
  const server = await serve();
  const executablePath = process.env.BOBBIN_CHROMIUM ?? "/usr/bin/chromium";
  const opened = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await opened.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(inPage);
  const bobbin = async (graph, nRuns) => {
    const told = await page.evaluate(([json, nRuns]) => globalThis.bobbin(json, nRuns), [JSON.stringify(graph), nRuns]);
    return { ...told, result: JSON.parse(told.result) };
  };
  const elk = async (graph, nRuns) => {
    const told = await page.evaluate(([input, nRuns]) => globalThis.elk(input, nRuns), [elkInput(graph), nRuns]);
    return told.error ? told : { ...told, result: elkResult(graph, told.result) };
  };
  const lay = async (graph) => {
    const { ms, result } = await page.evaluate((json) => globalThis.lay(json), JSON.stringify(graph));
    return { ms, result: JSON.parse(result) };
  };
  const close = async () => {
    await opened.close();
    server.close();
  };
  return { bobbin, elk, lay, close };
}

/** Runs in the page, so it uses no names from outside. */
function inPage() {
  const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
  const answer = (worker, message) =>
    new Promise((done, fail) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = (event) => fail(new Error(event.message));
      worker.postMessage(message);
    });

  globalThis.bobbin = async (json, nRuns) => {
    const start = performance.now();
    const worker = new Worker("/bobbin.js", { type: "module" });
    const first = await answer(worker, json);
    const cold = performance.now() - start;
    const times = [];
    let isSame = true;
    const place = (it) => it.replace(/"ms":[^,]*,/, "");
    for (let run = 0; run < nRuns; run++) {
      const { ms, result } = await answer(worker, json);
      times.push(ms);
      isSame &&= place(result) === place(first.result);
    }
    worker.terminate();
    return { cold, ms: median(times), result: first.result, isSame };
  };

  globalThis.elk = async (graph, nRuns) => {
    const start = performance.now();
    const worker = new Worker("/elk.js");
    try {
      await answer(worker, { id: 0, cmd: "register", algorithms: ["layered"] });
      const times = [];
      let cold, result;
      for (let run = 0; run <= nRuns; run++) {
        const before = performance.now();
        const { error, data } = await answer(worker, { id: 1, cmd: "layout", graph, layoutOptions: {}, options: {} });
        if (error) throw new Error(error.message ?? String(error));
        if (run > 0) times.push(performance.now() - before);
        cold ??= performance.now() - start;
        result = data;
      }
      return { cold, ms: median(times), result };
    } catch (error) {
      return { error: error.message };
    } finally {
      worker.terminate();
    }
  };

  let shared;
  globalThis.lay = (json) => {
    shared ??= new Worker("/bobbin.js", { type: "module" });
    return answer(shared, json);
  };
}
