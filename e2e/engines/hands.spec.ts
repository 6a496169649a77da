// What hands do with the page, in Firefox and WebKit: drag, type, press keys, go away and come back.

import { expect } from "@playwright/test";

import { golden, pipeline, projectFile, trace } from "../pages/files.ts";
import { url } from "../server.ts";
import { bytesOf, card, test } from "./test.ts";

const tab = (called: string) => ({ selector: "[role=tab]", called });
const dialog = { selector: "[role=dialog], dialog[open]" };

test("a connection is drawn from port to port, and undone by the keyboard", async ({ person }) => {
  await person.drop("people.pipe", bytesOf(pipeline));
  await expect.poll(() => person.count(card)).toBe(3);
  const port = (name: string) => ({ selector: `.canvas__drawing [aria-label^="${name}"]` });
  await person.drag(port("output reader.image"), port("input viewer.image"));
  await person.expectText((text) => /connect from reader\.image\s+to +viewer\.image/.test(text));
  await person.engine.control("z");
  await person.expectText((text) => text === pipeline);
});

test("keys in the drawing copy and remove a vertex", async ({ person }) => {
  await person.drop("people.pipe", bytesOf(pipeline));
  await expect.poll(() => person.count(card)).toBe(3);
  await person.press({ selector: "[role=button][aria-label^=viewer] .vertex__title" });
  await person.engine.type("d");
  await expect.poll(() => person.count(card)).toBe(4);
  await person.engine.key("Delete");
  await expect.poll(() => person.count(card)).toBe(3);
  await person.expectText((text) => text.includes("process viewer"));
});

test("panes are resized by the mouse", async ({ person }) => {
  await person.drop("people.pipe", bytesOf(pipeline));
  const splitter = { selector: "[role=separator]", called: "Width of the view" };
  const { x } = await person.place(splitter);
  await person.drag(splitter, [-120, 0]);
  await expect.poll(async () => Math.round((await person.place(splitter)).x - x)).toBe(-120);
});

test("the timeline answers to keys", async ({ person }) => {
  await person.drop("a.trace", bytesOf(trace));
  await person.press(tab("Timeline"));
  const line = { selector: "[role=slider]", called: "Invocation" };
  await person.press(line);
  const value = () => person.engine.evaluate<number>("Number(document.activeElement.getAttribute('aria-valuenow'))");
  const before = await value();
  await person.engine.key("PageUp");
  await expect.poll(value).toBeGreaterThan(before);
});

test("the palette opens by a button, finds, and goes away by Escape", async ({ person }) => {
  await person.drop("people.pipe", bytesOf(pipeline));
  await person.button("Commands");
  await person.sees(dialog);
  await person.engine.type("keyboard");
  await expect.poll(() => person.count({ selector: "[role=option]" })).toBeGreaterThan(0);
  await person.engine.key("Escape");
  await expect.poll(() => person.count(dialog)).toBe(0);
});

test("dragging over bytes selects bytes and no words", async ({ person }) => {
  await person.drop("box.coilcfg", projectFile(golden), "box.coilcfg.txt");
  await person.press(tab("Bytes"));
  await person.drag({ selector: "[role=gridcell]" }, [60, 60]);
  expect(await person.engine.evaluate("String(getSelection())")).toBe("");
});

test("files are there again when the page is loaded again", async ({ person }) => {
  await person.drop("people.pipe", bytesOf(pipeline));
  await person.press({ selector: "[aria-label=Source]" });
  await person.engine.control("End");
  await person.engine.type("process alone");
  await person.expectText((text) => text === `${pipeline}process alone`);
  await person.expectKept("people.pipe");
  await person.open(url);
  await person.sees(tab("people.pipe, not saved"));
  await person.ready();
  await person.expectText((text) => text === `${pipeline}process alone`);
  await expect.poll(() => person.count(card)).toBe(4);
  // The undo history comes with it.
  await person.press({ selector: "[aria-label=Source]" });
  await person.undoTo(pipeline);
});

test("what is wrong is underlined in the text", async ({ person }) => {
  await person.drop("people.pipe", bytesOf(`${pipeline}process alone`));
  // The editor is in a shadow root.
  const style = `(() => {
    const roots = [document, ...[...document.querySelectorAll("*")].map((it) => it.shadowRoot).filter(Boolean)];
    const place = roots.map((it) => it.querySelector(".cm-lintRange-error")).find(Boolean);
    return place ? getComputedStyle(place).textDecorationStyle : "no place";
  })()`;
  await expect.poll(() => person.engine.evaluate<string>(style)).toBe("wavy");
});
