// The main journeys in the engines that Playwright does not drive here: Firefox and WebKit as Debian has them.

import { expect } from "@playwright/test";

import { golden, goldenText, pipeline, projectFile, trace } from "../pages/files.ts";
import { copyPage, Host, remove, temporaryFolder } from "../pages/host.ts";
import { bytesOf, card, test } from "./test.ts";

test("an example opens, is drawn, is edited, and the edit is undone", async ({ person }) => {
  await person.openExample("detect_circles.pipe");
  await expect.poll(() => person.count(card)).toBe(4);
  const before = await person.text();
  await person.press({ selector: "[aria-label=Source]" });
  await person.engine.control("End");
  await person.engine.type("process alone");
  await person.expectText((text) => text === `${before}process alone`);
  await expect.poll(() => person.count(card)).toBe(5);
  await person.undoTo(before);
  await expect.poll(() => person.count(card)).toBe(4);
});

test("a vertex is moved without an edit, and removed by one", async ({ person }) => {
  await person.drop("people.pipe", bytesOf(pipeline));
  await expect.poll(() => person.count(card)).toBe(3);
  const reader = { selector: "[role=button][aria-label^=reader] .vertex__box" };
  const { x, y } = await person.place(reader);
  await person.engine.drag([x + 10, y + 10], [x + 10, y + 90]);
  await expect.poll(async () => (await person.place(reader)).y).toBeGreaterThan(y + 40);
  await person.expectText((text) => text === pipeline);
  await person.press(reader);
  await person.engine.key("Delete");
  await person.expectText((text) => !text.includes("process reader") && text.includes("process detector"));
  await person.button("Undo");
  await person.expectText((text) => text === pipeline);
});

test("a trace configuration says which thread is traced", async ({ person }) => {
  await person.drop("a.trace", bytesOf(trace));
  await person.press({ selector: "[role=tab]", called: "Coverage" });
  const map = await person.place({ selector: "[role=application]" });
  await person.engine.press(map.x + map.width / 2, map.y + map.height / 2);
  await person.sees({ selector: "h3", called: "Why? MPI rank 8, OpenMP thread 0" });
});

test("a COIL text is compiled, and its binary downloaded", async ({ person }) => {
  await person.drop("box.coilcfg.txt", projectFile(goldenText));
  await person.press({ selector: "[role=tab]", called: "Bytes" });
  await person.sees({ selector: "[role=gridcell]" });
  await person.button("Download .coilcfg");
  const { name, bytes } = await person.download();
  expect(name).toBe("box.coilcfg");
  expect(Buffer.from(bytes).equals(projectFile(golden))).toBe(true);
});

test("a binary opens as text, and is downloaded unchanged", async ({ person }) => {
  await person.drop("box.coilcfg", projectFile(golden), "box.coilcfg.txt");
  await person.expectText((text) => text.includes("[metadata]") && text.includes("[cpu:0]"));
  await person.press({ selector: "[role=tab]", called: "Bytes" });
  await person.sees({ selector: "[role=gridcell]" });
  await person.button("Download .coilcfg");
  const { name, bytes } = await person.download();
  expect(name).toBe("box.coilcfg");
  expect(Buffer.from(bytes).equals(projectFile(golden))).toBe(true);
});

test("after one visit the page opens without its host, with its files", async ({ person }) => {
  const folder = temporaryFolder();
  copyPage(folder);
  const host = await new Host(folder).start();
  try {
    await person.open(host.url);
    await person.drop("people.pipe", bytesOf(pipeline));
    await person.expectOfflineCopy();
    await person.expectKept("people.pipe");
    await host.stop();
    await person.open(host.url);
    await person.sees({ selector: "[role=tab]", called: "people.pipe" });
    await person.ready();
    await person.expectText((text) => text === pipeline);
    await expect.poll(() => person.count(card)).toBe(3);
    await person.press({ selector: "[aria-label=Source]" });
    await person.engine.control("End");
    await person.engine.type("process alone");
    await expect.poll(() => person.count(card)).toBe(4);
  } finally {
    await host.stop();
    remove(folder);
  }
});
