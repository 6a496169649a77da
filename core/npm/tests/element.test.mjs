// `<bobbin-editor>` in Chromium, as the packed package has it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import * as vite from "vite";
import webpack from "webpack";
import { launch, serve } from "./browsing.mjs";
import { pack, packed, project, readmeFile } from "./packing.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const installed = `${packed}node_modules/bobbin-config/`;
/** As strict as a page with a form and an editor can be. */
const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; style-src 'self'; form-action 'self'";

let browser;

before(async () => {
  pack();
  browser = await launch();
});

after(() => browser?.close());

const wrong = "[OpenMP.default]\n    trace_mode = TRACNG\n";

/** Returns a page of plain HTML that takes the element from `address`. */
const html = (address, body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>editor</title><link rel="icon" href="data:,">
<script type="module" src="${address}"></script></head><body>${body}</body></html>`;

/** Serves a project with the package beside it, opens its page and gives both to `use`; fails if the page says anything. */
async function onPage(folder, options, use) {
  const server = await serve(folder, options);
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (it) => ["error", "warning"].includes(it.type()) && !it.text().includes("data:,") && faults.push(it.text()));
  try {
    await page.goto(server.url);
    await use(page);
    assert.deepEqual(faults, []);
  } catch (error) {
    throw new Error(`${error.message}\n${faults.join("\n")}`, { cause: error });
  } finally {
    await page.close();
    server.close();
  }
}

/** Makes a project whose page takes the element from the package beside it. */
function plain(name, body) {
  const folder = project(name, { "index.html": html("./bobbin-config/element.js", body) });
  cpSync(`${installed}dist`, `${folder}bobbin-config`, { recursive: true });
  return folder;
}

/** Waits until an expression is true in a page; the policy forbids what the driver does for that. */
async function until(page, expression) {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 30))) {
    if (await page.evaluate(expression)) return;
  }
  throw new Error(`it did not become true: ${expression}`);
}

/** Waits until the editor of a page was judged, and returns the codes of its diagnostics. */
async function judged(page, isDone = "it.diagnostics.length > 0") {
  await until(page, `(() => { const it = document.querySelector("bobbin-editor"); return ${isDone}; })()`);
  return page.evaluate(() => document.querySelector("bobbin-editor").diagnostics.map((it) => it.code));
}

test("one script tag makes an editor that judges, completes and explains, under a strict policy", async () => {
  const folder = plain("element", `<bobbin-editor language="pinsight" filename="a.trace">\n${wrong}</bobbin-editor>`);
  await onPage(folder, { policy: strict }, async (page) => {
    const codes = await judged(page);
    assert.equal(codes.length, 1);
    const found = await page.evaluate(() => {
      const it = document.querySelector("bobbin-editor");
      const [first] = it.diagnostics;
      return { text: it.value.slice(first.start, first.end), severity: first.severity, message: first.message, value: it.value };
    });
    assert.deepEqual(found, { text: "TRACNG", severity: "warning", message: found.message, value: wrong });
    assert.match(found.message, /`TRACNG`/);
    // The marks and colours are of style sheets, which the policy lets be made but not written into the page.
    const mark = page.locator(".cm-lintRange-warning");
    assert.equal(await mark.textContent(), "TRACNG");
    assert.match(await mark.evaluate((it) => getComputedStyle(it).textDecorationLine), /underline/);
    const colour = (selector) => page.locator(selector).first().evaluate((it) => getComputedStyle(it).color);
    assert.notEqual(await colour(".syn-key"), await colour(".cm-content"));

    await page.locator(".cm-line", { hasText: "OpenMP" }).getByText("OpenMP").first().hover();
    await page.locator(".cm-lsp-hover-tooltip").waitFor();

    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("    trace_mode = ");
    await page.keyboard.press("Control+Space");
    await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
    const offered = await page.locator(".cm-tooltip-autocomplete li").allTextContents();
    assert.ok(offered.some((it) => it.startsWith("TRACING")), offered.join());
  });
});

test("it is a part of its form: value, validity, reset, and what is disabled", async () => {
  const given = "process a\n  :: numbers\nprocess b\n  :: print_number\n  output = x\nconnect from a.number\n        to   b.number\n";
  const body = `<form id="f" action="/"><label for="e">Pipeline</label>
    <bobbin-editor id="e" name="pipeline" language="sprokit" value="${given.replaceAll("\n", "&#10;")}"></bobbin-editor>
    <fieldset id="s"><bobbin-editor name="other" language="sprokit" value="x"></bobbin-editor></fieldset></form>`;
  await onPage(plain("form", body), { policy: strict }, async (page) => {
    await page.evaluate(() => {
      globalThis.it = document.querySelector("#e");
      globalThis.said = [];
      document.addEventListener("change", (event) => said.push(event.target.value));
      globalThis.judgedTexts = [];
      document.addEventListener("diagnostics", (event) => event.target === it && judgedTexts.push([it.value, event.detail.diagnostics.length]));
      globalThis.data = () => Object.fromEntries(new FormData(f));
    });
    assert.deepEqual(await page.evaluate("data()"), { pipeline: given, other: "x" });
    await page.getByText("Pipeline").click();
    assert.equal(await page.evaluate("document.activeElement === it"), true);
    assert.equal(await page.evaluate("it.validity.valid"), true);
    await page.keyboard.press("Control+End");
    await page.keyboard.type("process a\n");
    await until(page, "!it.validity.valid");
    const { value, said, data, message, isValid } = await page.evaluate("({ value: it.value, said, data: data(), message: it.validationMessage, isValid: f.checkValidity() })");
    assert.equal(value, `${given}process a\n`);
    assert.equal(said.at(-1), value);
    assert.equal(data.pipeline, value);
    assert.equal(isValid, false);
    assert.match(message, /^Line \d+: /);
    // What was typed first was invalid, too.
    await until(page, "judgedTexts.some(([text, n]) => text === it.value && n > 0)");

    await page.evaluate("said.length = 0; f.reset()");
    assert.deepEqual(await page.evaluate("[it.value, data().pipeline, said.length]"), [given, given, 0]);
    await until(page, "it.validity.valid");
    // A text that is set is a text that undo takes back.
    await page.evaluate('it.value = "process b\\n"');
    assert.equal(await page.evaluate("data().pipeline"), "process b\n");
    await page.locator("#e .cm-content").click();
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate("it.value"), given);

    await page.evaluate("it.readOnly = true");
    await page.keyboard.type("no");
    assert.equal(await page.evaluate("it.value"), given);
    await page.evaluate("it.readOnly = false; s.disabled = true");
    assert.deepEqual(await page.evaluate("data()"), { pipeline: given });
    assert.equal(await page.locator("#s .cm-content").getAttribute("contenteditable"), "false");
    await page.evaluate("s.disabled = false");
    assert.equal(await page.locator("#s .cm-content").getAttribute("contenteditable"), "true");
    assert.equal(await page.locator("#s .cm-content").getAttribute("aria-disabled"), null);
    await page.evaluate("it.disabled = true");
    assert.deepEqual(await page.evaluate("[it.hasAttribute('disabled'), it.matches(':disabled'), it.willValidate, data()]"), [true, true, false, { other: "x" }]);
    assert.equal(await page.locator("#e .cm-content").getAttribute("aria-disabled"), "true");
    await page.evaluate("it.disabled = false");
    assert.deepEqual(await page.evaluate("[it.disabled, it.type, data()]"), [false, "bobbin-editor", { pipeline: given, other: "x" }]);
    await page.evaluate("it.value = null");
    assert.deepEqual(await page.evaluate("[it.value, data().pipeline]"), ["", ""]);
    await page.evaluate(`it.value = ${JSON.stringify(given)}`);

    // Out of the page and in again, with its text and its history.
    await page.evaluate("it.focus(); it.value = 'process c\\n'; const next = it.nextSibling; it.remove(); f.insertBefore(it, next)");
    assert.equal(await page.evaluate("it.value"), "process c\n");
    await page.locator("#e .cm-content").click();
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate("it.value"), given);
  });
});

test("a text that is there already can be set, and of another one only what differs changes", async () => {
  const body = `<form id="f"><bobbin-editor id="e" name="e" language="prose">\none\ntwo\n</bobbin-editor><bobbin-editor id="m" name="m" language="prose"></bobbin-editor></form>`;
  await onPage(plain("again", body), { policy: strict }, async (page) => {
    await until(page, "e.editor && m.editor");
    // As pages with controlled fields do.
    await page.evaluate('globalThis.n = 0; document.addEventListener("change", ({ target }) => { n++; target.value = target.value; })');
    await page.locator("#e .cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("and ");
    assert.equal(await page.evaluate("e.value"), "one\nand two\n");
    await page.evaluate('e.value = "1\\nand two\\n"');
    await page.keyboard.type("!");
    assert.equal(await page.evaluate("e.value"), "1\nand !two\n");
    for (const text of ["1\nand two\n", "one\nand two\n", "one\ntwo\n"]) {
      await page.keyboard.press("Control+z");
      assert.equal(await page.evaluate("e.value"), text);
    }
    assert.equal(await page.evaluate("n"), 8);
    // A CR is no line end of another kind: no value becomes another one, for the form neither.
    for (const [before, value] of [["one\ntwo\n", "one\rtwo"], ["one\r\ntwo", "\r"], ["one", "one\ntwo\r\n"]]) {
      await page.evaluate((texts) => { for (const it of texts) e.value = it; }, [before, value]);
      assert.deepEqual(await page.evaluate("[e.value, new FormData(f).get('e')]"), [value, value]);
    }
    // A text that began with several line ends keeps its history when they are gone.
    await page.evaluate('m.value = "a\\r\\nb\\n"');
    await page.locator("#m .cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("x\n");
    await page.evaluate('m.value += "y"');
    assert.equal(await page.evaluate("m.value"), "x\ny");
    // That, the line end and the letter.
    for (let n = 0; n < 3; n++) await page.keyboard.press("Control+z");
    assert.deepEqual(await page.evaluate("[m.value, new FormData(f).get('m')]"), ["a\r\nb\n", "a\r\nb\n"]);
  });
});

test("a text that the page puts into the element later is followed until the person writes, as in a text area", async () => {
  await onPage(plain("followed", `<form id="f"></form>`), { policy: strict }, async (page) => {
    await page.evaluate(() => {
      globalThis.e = document.createElement("bobbin-editor");
      e.language = "prose";
      e.name = "e";
      f.append(e);
      e.textContent = "one\n";
      globalThis.both = () => [e.value, new FormData(f).get("e")];
    });
    const both = () => page.evaluate("both()");
    await until(page, "e.editor && e.value !== ''");
    assert.deepEqual(await both(), ["one\n", "one\n"]);
    assert.equal(await page.locator(".cm-line").first().textContent(), "one");
    // As frameworks do it, which keep the node.
    await page.evaluate('e.firstChild.data = "two\\n"');
    assert.deepEqual(await both(), ["two\n", "two\n"]);
    await page.evaluate('const form = f; form.remove(); e.textContent = "three\\n"; document.body.append(form)');
    assert.deepEqual(await both(), ["three\n", "three\n"]);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("my ");
    await page.evaluate('e.textContent = "four\\n"');
    assert.deepEqual(await both(), ["my three\n", "my three\n"]);
    await page.evaluate("f.reset()");
    assert.deepEqual(await both(), ["four\n", "four\n"]);
    await page.evaluate('e.textContent = "five\\n"');
    assert.deepEqual(await both(), ["five\n", "five\n"]);
    // The attribute goes before the text.
    await page.evaluate('e.defaultValue = "six"; e.textContent = "seven\\n"');
    assert.deepEqual(await both(), ["six", "six"]);
  });
});

test("what a person lets the editor change is a change", async () => {
  const body = `<bobbin-editor id="e" language="pinsight">\n${wrong}</bobbin-editor>`;
  await onPage(plain("fixed", body), { policy: strict }, async (page) => {
    await judged(page);
    await page.evaluate('globalThis.said = []; e.addEventListener("change", () => said.push(e.value))');
    await page.evaluate('e.value = "[OpenMP.default]\\n      trace_mode = TRACNG\\n"; said.push("set")');
    await judged(page);
    await page.locator(".cm-lintRange-warning").hover();
    await page.locator(".cm-diagnosticAction").first().click();
    assert.deepEqual(await page.evaluate("said"), ["set", "[OpenMP.default]\n      trace_mode = TRACING\n"]);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Shift+Alt+f");
    await until(page, "said.length === 3");
    const changed = await page.evaluate("e.value");
    assert.equal(await page.evaluate("said.at(-1)"), changed);
    assert.match(changed, /\n(\t| {4})trace_mode/);
    // It is no longer the text of the attribute.
    await page.evaluate('e.setAttribute("value", "other")');
    assert.equal(await page.evaluate("e.value"), changed);
  });
});

test("a text that can only be read has no fixes, names or formatting, and takes none that were offered before", async () => {
  const text = "[OpenMP.default]\n      trace_mode = TRACNG\n";
  await onPage(plain("still", `<bobbin-editor id="e" language="pinsight" readonly>\n${text}</bobbin-editor>`), { policy: strict }, async (page) => {
    await judged(page);
    await page.evaluate('globalThis.told = []; addEventListener("notice", (it) => told.push(it.detail.text))');
    const content = page.locator("#e .cm-content");
    const rest = () => new Promise((resolve) => setTimeout(resolve, 300));
    const hover = async () => {
      await page.locator("#e .cm-lintRange-warning").hover();
      await page.locator("#e .cm-tooltip .cm-diagnostic").first().waitFor();
    };
    await hover();
    assert.equal(await page.locator("#e .cm-diagnosticAction").count(), 0);
    await content.click();
    await page.keyboard.press("Control+Home");
    for (const it of ["Shift+Alt+f", "F2", "Control+.", "Control+Space"]) {
      await page.keyboard.press(it);
      await rest();
      assert.equal(await page.locator("#e .bobbin-question, #e .bobbin-menu, #e .cm-tooltip-autocomplete").count(), 0, it);
    }
    assert.equal(await page.evaluate("e.value"), text);
    assert.equal(await page.evaluate("told.join()"), "");
    // Nor what was opened before.
    await page.evaluate("e.readOnly = false");
    await content.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Control+.");
    const entry = page.locator("#e .bobbin-menu button").first();
    await entry.waitFor();
    await page.evaluate("e.readOnly = true");
    await entry.click();
    assert.equal(await page.evaluate("e.value"), text);
    assert.match(await page.evaluate("told.join()"), /^Not done: `text.trace` can only be read\.$/);
    await page.evaluate("e.readOnly = false");
    await hover();
    await page.locator("#e .cm-diagnosticAction").first().click();
    assert.equal(await page.evaluate("e.value"), text.replace("TRACNG", "TRACING"));
  });
});

test("its label names the text box, and texts without a name are told apart", async () => {
  const body = `<label for="e" id="l">My <b>pipeline</b></label><bobbin-editor id="e" language="sprokit"></bobbin-editor>
    <label>Around <bobbin-editor id="w" language="sprokit">\nprocess a\n</bobbin-editor></label>
    <bobbin-editor id="x" language="sprokit"></bobbin-editor><bobbin-editor id="y" language="sprokit"></bobbin-editor>`;
  await onPage(plain("labels", body), { policy: strict }, async (page) => {
    const name = (id) => page.locator(`#${id} .cm-content`).getAttribute("aria-label");
    await until(page, "e.editor && y.editor");
    assert.deepEqual([await name("e"), await name("w")], ["My pipeline", "Around"]);
    assert.notEqual(await name("x"), await name("y"));
    assert.deepEqual(await page.evaluate("[...e.labels].map((it) => it.id)"), ["l"]);
    await page.evaluate('l.lastChild.textContent = "other pipeline"');
    await until(page, `e.shadowRoot.querySelector(".cm-content").getAttribute("aria-label") === "My other pipeline"`);
    await page.evaluate('e.setAttribute("aria-label", "Mine")');
    assert.equal(await name("e"), "Mine");
    await page.evaluate('e.removeAttribute("aria-label"); l.htmlFor = "y"');
    await page.locator("#y .cm-content").focus();
    assert.equal(await name("y"), "My other pipeline");
    await page.locator("#e .cm-content").focus();
    assert.match(await name("e"), /^Source of text/);
  });
});

test("it goes into another document and back, with its text, its history and its looks", async () => {
  const folder = plain("moved", `<bobbin-editor id="e" language="pinsight" theme="light">\n${wrong}</bobbin-editor><iframe id="i"></iframe>`);
  await onPage(folder, { policy: strict }, async (page) => {
    await judged(page);
    const looks = (place) => place.locator(".cm-content").evaluate((it) => [getComputedStyle(it).fontFamily, getComputedStyle(it).whiteSpace, getComputedStyle(it).color]);
    const before = await looks(page);
    await page.evaluate('globalThis.it = e; it.value = "[Lexgion.default]\\n"; i.contentDocument.body.append(it)');
    const inside = page.frameLocator("#i");
    assert.deepEqual(await looks(inside), before);
    assert.notEqual(await inside.locator(".syn-key, .syn-section").first().evaluate((it) => getComputedStyle(it).color), before[2]);
    await inside.locator(".cm-content").click();
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate("it.value"), wrong);
    await until(page, "it.diagnostics.length === 1");
    await page.evaluate("document.body.append(it)");
    assert.deepEqual(await looks(page), before);
    // A document without a window shows nothing, and loses nothing.
    await page.evaluate("document.implementation.createHTMLDocument().body.append(it)");
    assert.equal(await page.evaluate("it.value"), wrong);
    await page.evaluate("document.body.append(it)");
    assert.deepEqual(await looks(page), before);
  });
});

test("an empty text says how to begin, unless it can only be read", async () => {
  await onPage(plain("empty", '<bobbin-editor id="e" language="sprokit" readonly></bobbin-editor>'), { policy: strict }, async (page) => {
    await until(page, "e.editor");
    const said = () => page.locator(".cm-content").evaluate((it) => [it.getAttribute("aria-placeholder"), it.textContent]);
    assert.deepEqual(await said(), [null, ""]);
    await page.evaluate("e.readOnly = false");
    assert.deepEqual(await said(), ["Start typing, or press Ctrl+Space.", "Start typing, or press Ctrl+Space."]);
    await page.evaluate("e.disabled = true");
    assert.deepEqual(await said(), [null, ""]);
  });
});

test("another file name keeps the history, another language the focus", async () => {
  await onPage(plain("renamed", `<bobbin-editor id="e" language="pinsight">\n${wrong}</bobbin-editor>`), { policy: strict }, async (page) => {
    await judged(page);
    const content = page.locator(".cm-content");
    await content.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# typed");
    await page.evaluate('globalThis.it = e; it.setAttribute("filename", "b.trace")');
    assert.equal(await page.evaluate("it.value"), `${wrong}# typed`);
    assert.equal(await content.getAttribute("aria-label"), "Source of b.trace");
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate("it.value"), wrong);
    await page.keyboard.type("    trace_mode = NONSENSE");
    await until(page, 'it.diagnostics.some((it) => it.message.includes("NONSENSE"))');
    // The server knows the text by its new name only.
    await content.click();
    await page.keyboard.press("Control+Home");
    await page.locator(".cm-line", { hasText: "OpenMP" }).getByText("OpenMP").first().hover();
    await page.locator(".cm-lsp-hover-tooltip").waitFor();
    await page.evaluate('it.remove(); it.setAttribute("filename", "c.trace"); document.body.append(it)');
    assert.equal(await content.getAttribute("aria-label"), "Source of c.trace");
    await until(page, 'it.diagnostics.some((it) => it.message.includes("NONSENSE"))');
    await content.click();
    await page.keyboard.press("Control+Home");
    await page.evaluate('it.language = "prose"');
    await page.keyboard.type("# ");
    assert.match(await page.evaluate("it.value"), /^# \[OpenMP/);
  });
});

test("line ends stay, and another language judges anew", async () => {
  await onPage(plain("ends", '<bobbin-editor language="coil-target"></bobbin-editor>'), { policy: strict }, async (page) => {
    const text = "[Memory]\r\nModel = Nonsense🎉\r\n";
    await page.evaluate((text) => (document.querySelector("bobbin-editor").value = text), text);
    await judged(page);
    const found = await page.evaluate(() => {
      const it = document.querySelector("bobbin-editor");
      return [it.value, it.diagnostics.map(({ start, end }) => it.value.slice(start, end))];
    });
    assert.equal(found[0], text);
    assert.ok(found[1].some((it) => it.includes("Nonsense🎉")), JSON.stringify(found[1]));
    await page.evaluate(() => (document.querySelector("bobbin-editor").language = "pinsight"));
    await judged(page, 'it.diagnostics.length > 0 && it.language === "pinsight"');
    assert.equal(await page.evaluate(() => document.querySelector("bobbin-editor").value), text);
    // Of another language it is plain text.
    await page.evaluate(() => (document.querySelector("bobbin-editor").language = "prose"));
    assert.deepEqual(await page.evaluate(() => [document.querySelector("bobbin-editor").value, document.querySelector("bobbin-editor").diagnostics.length]), [text, 0]);
  });
});

test("what is set before the element is defined counts", async () => {
  const folder = plain("early", "");
  project("early", { "early.js": `it.language = "pinsight"; it.value = ${JSON.stringify(wrong)}; it.readOnly = true; it.disabled = true;` });
  project("early", { "index.html": html("./bobbin-config/element.js", "").replace("<body>", '<body><bobbin-editor id="it" value="x"></bobbin-editor><script src="early.js"></script>') });
  await onPage(folder, { policy: strict }, async (page) => {
    assert.equal((await judged(page)).length, 1);
    assert.deepEqual(await page.evaluate("[it.value, it.getAttribute('language'), it.hasAttribute('readonly'), it.matches(':disabled')]"), [wrong, "pinsight", true, true]);
  });
});

test("where it is defined before the page is read, it gets its text with the page", async () => {
  await onPage(plain("reading", ""), { policy: strict }, async (page) => {
    await until(page, 'customElements.get("bobbin-editor") !== undefined');
    const read = await page.evaluate((text) => {
      document.open();
      document.write('<!doctype html><html lang="en"><title>read</title><form id="f"><bobbin-editor id="e" name="e" language="pinsight">');
      const early = [document.readyState, e.editor !== null, e.value];
      document.write(`\n${text}</bobbin-editor><bobbin-editor id="set" language="pinsight">`);
      set.value = "set";
      document.write('no</bobbin-editor><bobbin-editor id="told" language="pinsight" value="told">no</bobbin-editor></form>');
      document.close();
      return early;
    }, wrong);
    assert.deepEqual(read, ["loading", true, ""]);
    assert.equal((await judged(page)).length, 1);
    assert.deepEqual(await page.evaluate("[e.value, new FormData(f).get('e'), set.value, told.value]"), [wrong, wrong, "set", "told"]);
    // It is no step of the person's.
    await page.locator("#e .cm-content").click();
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate("e.value"), wrong);
    // It is still the text of the page, until somebody changes it.
    await page.evaluate('e.setAttribute("value", "other")');
    assert.equal(await page.evaluate("e.value"), "other");
  });
});

test("themes and parts can be chosen from outside", async () => {
  const sheet = "bobbin-editor { --bg: rgb(1, 2, 3) } bobbin-editor::part(editor) { letter-spacing: 3px }";
  const folder = plain("looks", `<link rel="stylesheet" href="looks.css"><bobbin-editor theme="dark" language="sprokit"></bobbin-editor>`);
  project("looks", { "looks.css": sheet });
  await onPage(folder, { policy: strict }, async (page) => {
    const look = () => page.locator(".cm-editor").evaluate((it) => [getComputedStyle(it).backgroundColor, getComputedStyle(it).letterSpacing, getComputedStyle(it).color]);
    const [background, spacing, dark] = await look();
    assert.deepEqual([background, spacing], ["rgb(1, 2, 3)", "3px"]);
    await page.evaluate(() => (document.querySelector("bobbin-editor").theme = "light"));
    assert.notEqual((await look())[2], dark);
  });
});

test("a page of another origin takes it by one script tag", async () => {
  const there = plain("elsewhere", "");
  const host = await serve(there, { isForAll: true });
  try {
    const here = project("here", { "index.html": html(`${host.url}bobbin-config/element.js`, `<bobbin-editor language="pinsight">\n${wrong}</bobbin-editor>`) });
    // Without a policy, as most pages are.
    await onPage(here, { policy: "" }, async (page) => assert.equal((await judged(page)).length, 1));
    // With one that names the host, and lets a worker begin in the page.
    const origin = new URL(host.url).origin;
    const policy = `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; worker-src blob: ${origin}; style-src 'self'`;
    await onPage(here, { policy }, async (page) => assert.equal((await judged(page)).length, 1));
  } finally {
    host.close();
  }
});

test("a frame without an address, or without an origin, has an editor that judges, too", async () => {
  const folder = plain("framed", "");
  const inner = `<bobbin-editor language="pinsight">\n${wrong}</bobbin-editor>`;
  const quoted = html("/bobbin-config/element.js", inner).replaceAll("&", "&amp;").replaceAll("'", "&#39;");
  project("framed", {
    "inner.html": html("./bobbin-config/element.js", inner),
    "index.html": html("./none.js", `<iframe srcdoc='${quoted}'></iframe><iframe sandbox="allow-scripts" src="inner.html"></iframe>`).replace(/<script.*?<\/script>/, ""),
  });
  await onPage(folder, { policy: "", isForAll: true }, async (page) => {
    for (const frame of page.frames().slice(1)) assert.equal((await judged(frame)).length, 1, frame.url());
  });
});

/** Looks at everything for which the element makes markup, and at its worker. */
async function useAll(page) {
  await until(page, 'document.querySelector("bobbin-editor").shadowRoot.querySelector("[part=picture] svg")?.textContent.includes("numbers")');
  await page.locator(".cm-line").first().getByText("numbers").hover();
  await page.locator(".cm-lsp-hover-tooltip").waitFor();
  assert.match(await page.locator(".cm-lsp-hover-tooltip").innerHTML(), /<(p|strong|code|table)>/);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("process b :: print_");
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-lsp-completion-documentation").waitFor();
  assert.match(await page.locator(".cm-lsp-completion-documentation").innerHTML(), /^<p>/);
}

test("a page that requires Trusted Types shows it, also from another origin", async () => {
  const body = '<bobbin-editor language="sprokit" view="graph">\nprocess a :: numbers\n</bobbin-editor>';
  const trusted = "require-trusted-types-for 'script'; trusted-types bobbin-editor";
  const there = plain("trusted", body);
  await onPage(there, { policy: `${strict}; ${trusted}` }, useAll);
  const host = await serve(there, { isForAll: true });
  try {
    const here = project("trusting", { "index.html": html(`${host.url}bobbin-config/element.js`, body) });
    const { origin } = new URL(host.url);
    const policy = `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; worker-src blob: ${origin}; ${trusted}`;
    await onPage(here, { policy }, useAll);
  } finally {
    host.close();
  }
});

test("a page that has no policy for it, but does not require Trusted Types, shows it, too", async () => {
  const folder = plain("untrusted", `<bobbin-editor language="pinsight">\n${wrong}</bobbin-editor>`);
  const server = await serve(folder, { policy: `${strict}; trusted-types another` });
  const page = await browser.newPage();
  try {
    // The browser writes that the page has refused the policy.
    await page.goto(server.url);
    assert.equal((await judged(page)).length, 1);
  } finally {
    await page.close();
    server.close();
  }
});

test("the example page shows what its editors find, also where they come from another origin", async () => {
  const page = (name, address) => {
    const files = ["editor.html", "editor.js", "editor.css"].map((it) => [it, readFileSync(at(`../examples/${it}`), "utf8")]);
    const { "editor.html": html, ...rest } = Object.fromEntries(files);
    assert.ok(html.includes("./bobbin-config/element.js"));
    return project(name, { ...rest, "index.html": html.replace("./bobbin-config/element.js", address) });
  };
  const use = async (page) => {
    await until(page, 'findings.textContent.includes("TRACNG") && findings.textContent.includes("target, line 1: error: ")');
    await page.getByText("Send").click();
    assert.equal(await page.evaluate("sent.textContent"), "Nothing yet.");
    await page.evaluate('target.language = "prose"');
    await page.getByText("Send").click();
    const { trace, target } = JSON.parse(await page.evaluate("sent.textContent"));
    assert.match(trace, /^# Every thread[^]*TRACNG/);
    assert.equal(target, "[Memory]\nModel = Flat\n");
    await page.getByText("Start over").click();
    assert.equal(await page.evaluate("target.value"), "[Memory]\nModel = Flat\n");
  };
  const here = page("example", "./bobbin-config/element.js");
  cpSync(`${installed}dist`, `${here}bobbin-config`, { recursive: true });
  await onPage(here, {}, use);
  const host = await serve(here, { isForAll: true });
  const policy = "";
  await onPage(page("example-elsewhere", `${host.url}bobbin-config/element.js`), { policy }, use);
  host.close();
});

test("the graph is beside the text and follows it, in the colours of the theme", async () => {
  const text = "process a\n  :: numbers\nprocess b\n  :: print_number\nconnect from a.number\n        to   b.number\n";
  const folder = plain("graph", `<bobbin-editor language="sprokit" view="graph" theme="light">\n${text}</bobbin-editor>`);
  await onPage(folder, { policy: strict }, async (page) => {
    const drawn = (condition) => until(page, `(() => { const svg = document.querySelector("bobbin-editor").shadowRoot.querySelector("[part=picture] svg"); return ${condition}; })()`);
    await drawn('svg?.textContent.includes("print_number")');
    const box = (selector) => page.locator(selector).boundingBox();
    const [editor, picture] = [await box("[part=editor]"), await box("[part=picture]")];
    assert.ok(editor.x + editor.width <= picture.x + 1 && picture.width > 100, JSON.stringify([editor, picture]));
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("process added\n  :: sink\n");
    await drawn('svg.textContent.includes("added")');
    const ground = await page.evaluate('document.querySelector("bobbin-editor").shadowRoot.querySelector("svg").outerHTML');
    await page.evaluate('document.querySelector("bobbin-editor").theme = "dark"');
    await until(page, `document.querySelector("bobbin-editor").shadowRoot.querySelector("svg").outerHTML !== ${JSON.stringify(ground)}`);
    await page.evaluate('document.querySelector("bobbin-editor").view = ""');
    await drawn("svg === null");
    // A language without graphs shows none, and a text without processes nothing.
    await page.evaluate('Object.assign(document.querySelector("bobbin-editor"), { view: "graph", value: "# nothing\\n" })');
    await until(page, 'document.querySelector("bobbin-editor").shadowRoot.querySelector("[part=picture]")?.childElementCount === 0');
  });
});

test("text and picture are read as they are, whatever the page does to its words", async () => {
  const body = '<div id="d" dir="rtl"><bobbin-editor view="graph" language="sprokit">\nprocess a :: numbers\n</bobbin-editor></div>';
  await onPage(plain("words", body), { policy: strict }, async (page) => {
    await page.evaluate('d.style.cssText = "text-align: center; text-transform: uppercase; text-indent: 2em; letter-spacing: 3px; word-spacing: 20px"');
    const styles = ["direction", "textAlign", "textTransform", "textIndent", "letterSpacing", "wordSpacing"];
    for (const selector of [".cm-line", "[part=picture] text"]) {
      const found = await page.locator(selector).first().evaluate((it, styles) => styles.map((style) => getComputedStyle(it)[style]), styles);
      assert.deepEqual(found, ["ltr", "start", "none", "0px", "normal", "0px"], selector);
    }
  });
});

test("it has the height that the page gives it, and scrolls in that", async () => {
  const lines = "line\n".repeat(40);
  const body = `<div id="d"><bobbin-editor id="e" language="prose">\n${lines}</bobbin-editor></div>`;
  await onPage(plain("heights", body), { policy: strict }, async (page) => {
    await until(page, "e.editor");
    const sizes = (style, around = "") => page.evaluate(([style, around]) => {
      e.style.cssText = `box-sizing: border-box; ${style}`;
      d.style.cssText = around;
      const [outer, inner] = [e, e.shadowRoot.querySelector(".cm-editor")].map((it) => it.getBoundingClientRect());
      const { scrollHeight, clientHeight } = e.shadowRoot.querySelector(".cm-scroller");
      return { height: Math.round(outer.height), isFilled: Math.abs(outer.height - inner.height - 2) < 1 && Math.abs(outer.width - inner.width - 2) < 1, scrolls: scrollHeight > clientHeight };
    }, [style, around]);
    for (const [style, around, height] of [
      ["", "", 320],
      ["height: 100px", "", 100],
      ["max-height: 90px", "", 90],
      ["height: auto; max-height: 8em", "", 128],
      ["height: 50%; width: 150px", "height: 400px", 200],
      ["height: auto; flex: 1; min-height: 0", "display: flex; flex-direction: column; height: 300px", 300],
      ["position: absolute; inset: 0; height: auto", "position: relative; height: 250px", 250],
    ]) {
      const found = await sizes(style, around);
      assert.deepEqual(found, { height, isFilled: true, scrolls: true }, style);
    }
    const { height, ...grown } = await sizes("height: auto");
    assert.ok(height > 400);
    assert.deepEqual(grown, { isFilled: true, scrolls: false });
  });
});

test("the worker ends a while after the last editor, and is back with the next", async () => {
  const folder = plain("leaving", "");
  await onPage(folder, { policy: strict }, async (page) => {
    await page.evaluate(() => {
      const real = globalThis.setTimeout;
      globalThis.setTimeout = (work, ms, ...rest) => real(work, ms === 10_000 ? 50 : ms, ...rest);
    });
    const add = `document.body.append(Object.assign(document.createElement("bobbin-editor"), { language: "pinsight", value: ${JSON.stringify(wrong)} }))`;
    const notices = 'addEventListener("notice", (it) => { globalThis.told = it.detail.text; })';
    await page.evaluate(`customElements.whenDefined("bobbin-editor").then(() => { ${notices}; ${add}; })`);
    await judged(page);
    assert.equal(page.workers().length, 1);
    await page.evaluate('document.querySelector("bobbin-editor").remove()');
    for (const end = Date.now() + 10_000; page.workers().length > 0 && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(page.workers().length, 0);
    await page.evaluate(add);
    assert.equal((await judged(page)).length, 1);
    assert.equal(await page.evaluate("globalThis.told"), undefined);
  });
});

test("the editor is not larger than it needs to be", () => {
  const [script, worker] = ["element.js", "element.worker.js"].map((it) => brotliCompressSync(readFileSync(`${installed}dist/${it}`)).length);
  assert.ok(script < 139_400, `${script} bytes of brotli`);
  assert.ok(worker < 3_000, `${worker} bytes of brotli`);
});

const bundled = () => ({ "main.js": readmeFile("editor.js"), "index.html": html("./main.js", `<bobbin-editor language="pinsight">\n${wrong}</bobbin-editor>`) });

test("Vite and webpack bundle it with its worker and the modules", async () => {
  const root = project("element-vite", bundled());
  await vite.build({ root, configFile: false, logLevel: "warn", build: { emptyOutDir: true, chunkSizeWarningLimit: 1000 } });
  await onPage(`${root}dist`, {}, async (page) => assert.equal((await judged(page)).length, 1));
  const context = project("element-webpack", bundled());
  const stats = await new Promise((resolve, reject) => {
    const config = { mode: "production", context, entry: "./main.js", output: { path: `${context}dist` }, performance: false };
    webpack(config, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  assert.equal(stats.toString({ all: false, errors: true, warnings: true }), "");
  project("element-webpack/dist", { "index.html": bundled()["index.html"] });
  await onPage(`${context}dist`, {}, async (page) => assert.equal((await judged(page)).length, 1));
});

test("a server imports it without effect", () => {
  const folder = project("element-server", { "main.js": 'import "bobbin-config/element"; console.log(typeof customElements);' });
  const { status, stdout, stderr } = spawnSync(process.execPath, ["main.js"], { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.equal(stdout, "undefined\n");
});
