// `connectFrame` in Chromium, with a page in the frame that only shakes hands.

import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, serve } from "./browsing.mjs";
import { packed, project } from "./packing.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

let browser;
let server;

before(async () => {
  const folder = project("silent", {
    "index.html": '<!doctype html><link rel="icon" href="data:,"><iframe src="inner.html"></iframe>',
    "inner.html": '<!doctype html><script src="inner.js"></script>',
    "inner.js": `addEventListener("message", ({ data, ports }) => {
      if (data.bobbin === "ask") parent.postMessage({ bobbin: "ready", version: 1, page: 1 }, "*");
      else {
        const [port] = ports;
        port.postMessage({ id: 0, result: null });
        port.onmessage = ({ data }) => data.call === "setText" && port.postMessage({ event: "change", detail: { name: "a.pipe", text: data.text } });
      }
    });
    parent.postMessage({ bobbin: "ready", version: 1, page: 1 }, "*");`,
  });
  for (const it of ["frame.js", "errors.js"]) cpSync(`${dist}${it}`, `${packed}silent/${it}`);
  server = await serve(folder);
  browser = await launch();
});

after(async () => {
  server?.close();
  await browser?.close();
});

/** Opens the page, and returns how what is done with its frame and its connection ends, in words. */
async function outcome(use) {
  const page = await browser.newPage();
  try {
    await page.goto(server.url);
    return await page.evaluate(`(async () => {
      const iframe = document.querySelector("iframe");
      const frame = await (await import("./frame.js")).connectFrame(iframe);
      return (${use})(frame, iframe).then(() => "done", String);
    })()`);
  } finally {
    await page.close();
  }
}

test("a call that waits fails when the frame is taken out of the page", async () => {
  const use = (frame, iframe) => {
    const asked = frame.text();
    iframe.remove();
    return asked;
  };
  assert.equal(await outcome(use), "BobbinError: the page in the frame is gone: connect again");
});

test("a list of files with a hole is refused by its name", async () => {
  const use = (frame) => frame.open([, { name: "a.pipe", content: "" }]);
  assert.equal(await outcome(use), "TypeError: `files[0]` must be an object, not undefined");
});

test("a listener that throws keeps no other from hearing", async () => {
  const use = async (frame) => {
    let thrown = "";
    addEventListener("error", (event) => (thrown = event.error));
    frame.on("change", () => {
      throw new Error("mine");
    });
    const text = await new Promise((resolve) => {
      frame.on("change", ({ text }) => resolve(text));
      frame.setText("new").catch(() => {});
    });
    throw `${text}, ${thrown}`;
  };
  assert.equal(await outcome(use), "new, Error: mine");
});
