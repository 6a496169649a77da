// Pages in Chromium, for the projects that are made for browsers.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "@playwright/test";

const candidates = [
  process.env.BOBBIN_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Starts a headless Chromium. */
export function launch() {
  const executablePath = candidates.find((it) => it && existsSync(it));
  if (!executablePath) throw new Error("there is no Chromium: set BOBBIN_CHROMIUM to its executable");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"] });
}

const types = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** The policy that the README asks for. */
const usualPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** Serves a folder, as any static host does, under a policy; `isForAll` lets pages of other origins use its files. */
export async function serve(folder, { policy = usualPolicy, isForAll = false } = {}) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://host/").pathname;
    const file = join(folder, path === "/" ? "index.html" : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
    response.setHeader("Content-Security-Policy", policy);
    if (isForAll) response.setHeader("Access-Control-Allow-Origin", "*");
    return response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A test that fails must end all the same.
  server.unref();
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Opens a page and returns the first `nLines` lines of its console; fails if the page does. */
export async function consoleOf(browser, url, nLines) {
  const page = await browser.newPage();
  const lines = [];
  const faults = [];
  try {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the page wrote ${JSON.stringify(lines)} and no more; ${faults.join("\n")}`)), 60_000);
      const settle = (done) => {
        clearTimeout(timer);
        done();
      };
      page.on("pageerror", (error) => settle(() => reject(error)));
      page.on("requestfailed", (request) => faults.push(`${request.url()} failed`));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`${message.text()} (${message.location().url})`);
        else if (message.type() === "log") lines.push(message.text());
        if (lines.length === nLines) settle(resolve);
      });
      page.goto(url).catch((error) => settle(() => reject(error)));
    });
  } finally {
    await page.close();
  }
  return lines;
}
