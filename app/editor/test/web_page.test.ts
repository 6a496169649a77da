import { Text } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { colouredLines } from "../src/coloured_lines.ts";
import { writeLink } from "../src/link_format.ts";
import { readCarrier } from "../src/pictures.ts";
import { type WebPage, webPage } from "../src/web_page.ts";

const evil = `</script><img src=x onerror="alert(1)">'&\``;
const place = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } };

async function pageOf(parts: Partial<WebPage> = {}): Promise<string> {
  const lines = colouredLines(Text.of([`# ${evil}`, `key = ${evil}`, ""]), [1, 0, 3, 1, 0], ["comment", "key"]);
  const fragment = await writeLink({ files: [[evil, "x", evil, "utf8"]], shown: 0, view: null, selection: null });
  return webPage({
    name: evil, language: evil, date: "1 May 2026", lines, fragment,
    drawings: [{ title: "Graph", light: "<svg></svg>", dark: "<svg></svg>" }],
    diagnostics: [{ range: place, severity: 2, code: evil, message: evil, data: { message: `no \`${evil}\` here`, help: evil, fixes: [] } }],
    resolved: {
      titles: [evil, "B"], nLeftOut: 3,
      rows: [{
        item: ["item", evil], key: evil, value: evil,
        origin: { originKind: "written", range: place, note: evil },
        second: { value: evil, origin: { originKind: "written", range: place, written: { path: `/${evil}`, range: place }, note: "" } },
      }],
    },
    bytes: { fileName: evil, data: btoa("<b>&\0ÿ"), fields: [], bitNames: [], refusal: null, refusalAt: null },
    ...parts,
  });
}

test("nothing of a user becomes an element, wherever it stands", async () => {
  const page = await pageOf();
  assert.ok(!/<img|<script|onerror="/i.test(page.replace(/&#\d+;/g, "")), "an element of the user's");
  const plain = page.replace(/<(style|pre)[^]*?<\/\1>/g, "");
  for (const tag of plain.match(/<[^>]*>/g) ?? []) assert.match(tag, /^<(!doctype|\/?[a-z][a-z0-9]*)(\s+[a-z-]+="[^"<>]*")*>$|^<!doctype html>$/, tag);
});

test("what reorders or hides letters is shown by its number, and opens again as it was", async () => {
  const [name, value] = ["a\u202etxt.epip", "x\u200by"];
  const fragment = await writeLink({ files: [[name, "x", value, "utf8"]], shown: 0, view: null, selection: null });
  const page = await pageOf({ name, lines: [[[value, "key"]]], resolved: null, fragment });
  assert.ok(page.includes("a⟨U+202E⟩txt.epip") && page.includes("x⟨U+200B⟩y"));
  assert.ok(!/[\u202e\u200b]/.test(page));
  assert.deepEqual((await readCarrier("x.html", new TextEncoder().encode(page)))?.files, [[name, "x", value, "utf8"]]);
});

test("a letter that browsers leave out or take for a line end is shown by its number, but not at the end of a line", async () => {
  const page = await pageOf({ lines: [[["a\r", "key"], ["b\0\tc\r", ""]], [["\r\r", ""]]] });
  assert.ok(page.includes('id="L1"><span class="syn-key">a⟨U+000D⟩</span>b⟨U+0000⟩\tc\n</span><span class="line" id="L2">⟨U+000D⟩\n'));
  assert.ok(!/[\0\r]/.test(page));
});

test("a page needs nothing and allows nothing", async () => {
  const page = await pageOf();
  assert.match(page, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">/);
  assert.ok(!/<(link|script|iframe|object|embed|img)\b|\bsrc=|url\(|@import/.test(page.replace(/&#\d+;[^<]*/g, "")), "something to load");
  assert.ok(page.indexOf("Content-Security-Policy") < page.indexOf("<style"));
});

test("a page shows text, problems, values and bytes", async () => {
  const page = await pageOf();
  for (const part of [
    '<span class="syn-key">key</span> = ', 'id="L2"', "1 warning", '<a href="#L2">line 2</a> <b class="warning">warning</b>',
    "3 more are left out", "3c 62 3e 26 00 ff", "<title>", "Made by Bobbin on 1 May 2026",
  ]) {
    assert.ok(page.includes(part), part);
  }
  assert.ok(!page.includes('id="L3"'), "the end of the last line starts no line");
  const bare = await pageOf({ diagnostics: [], resolved: null, bytes: null, drawings: [] });
  assert.ok(bare.includes("no problems") && !bare.includes('id="values"') && !bare.includes('id="bytes"'));
});

test("a page opens again", async () => {
  const read = await readCarrier("x.html", new TextEncoder().encode(await pageOf()));
  assert.deepEqual(read?.files, [[evil, "x", evil, "utf8"]]);
});
