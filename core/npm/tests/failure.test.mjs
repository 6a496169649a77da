// The package after its core failed: the call that led to it throws, and the next one has a new instance.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";

/** Runs a program that sees the module and the package, and returns its output. */
function run(program, flags = []) {
  const code = `
    import { exports, nInstances } from "./module.mjs";
    import * as bobbin from "bobbin-config";
    const heard = [];
    bobbin.onPanic((message) => heard.push(message));
    bobbin.onPanic(() => { throw new Error("of the listener"); });
    process.on("uncaughtException", (error) => console.log("later:", error.message));
    const open = (name) => new bobbin.Document({ language: "sprokit", name, text: "process " + name + "\\n" });
    const document = open("a");
    const server = bobbin.createServer();
    const attempt = (work) => {
      try { work(); } catch (error) { return error; }
    };
    ${program}
  `;
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const options = { cwd, encoding: "utf8", input: code };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, "--input-type=module"], options);
  assert.equal(status, 0, stderr);
  return stdout;
}

const afterwards = `
  console.log(JSON.stringify(heard), document.text.trim(), nInstances());
  // The document goes on in a new instance, and others too; a second failure is as the first.
  console.log(document.outline()[0].name, open("b").outline()[0].name, bobbin.languages().length, nInstances());
  const [again, ofServer] = [attempt(() => server.handle("{}")), attempt(() => server.hasWork)];
  for (const it of [again, ofServer]) console.log(it.code, it.message);
  document.edit([{ start: 0, end: 0, text: "# edited\\n" }]);
  console.log(JSON.stringify(document.text));
  document.free();
  server.free();
  console.log(bobbin.createServer().handle("{}").length);
`;

for (const [what, fault, words] of [
  ["a panic", "exports().crash()", "panicked at [^]*a crash was asked for"],
  ["a trap", '(() => { throw new WebAssembly.RuntimeError("unreachable"); })()', "unreachable"],
  ["a stack that is used up", '(() => { throw new RangeError("Maximum call stack size exceeded"); })()', "Maximum call stack size exceeded"],
]) {
  test(`${what} ends one instance, and the next call makes another`, () => {
    const printed = run(`
      exports().document_diagnostics = () => ${fault};
      const error = attempt(() => document.diagnostics());
      console.log(error instanceof bobbin.BobbinError, error.name, error.code, error.message);
      ${afterwards}
    `);
    assert.match(printed, new RegExp(`^true BobbinError core-failed the core of bobbin-config failed: ${words}; the next call starts it anew`));
    const reason = words.includes("panicked") ? 'panicked at [^"]*a crash was asked for' : words;
    assert.match(printed, new RegExp(`\\n\\["${reason}"\\] process a 1\\n`));
    assert.match(printed, /\na b 4 2\n/);
    assert.equal(printed.match(/\ncore-failed this language server ended when the core failed/g)?.length, 2, printed);
    assert.match(printed, /\n"# edited\\nprocess a\\n"\n1\nlater: of the listener\n$/);
  });
}

test("the failure of one call is not that of the next", () => {
  const printed = run(`
    for (let n = 0; n < 3; n++) {
      exports().document_info = () => exports().crash();
      console.log(attempt(() => document.info()).code, document.outline().length);
    }
    console.log(heard.length, nInstances());
  `);
  assert.equal(printed.replaceAll("later: of the listener\n", ""), "core-failed 1\n".repeat(3) + "3 4\n");
});

test("what is forgotten is freed, and reaches no instance that has failed", () => {
  const printed = run(
    `
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    let nFreed = 0;
    const count = () => {
      const { __wbg_document_free } = exports();
      exports().__wbg_document_free = (...all) => { nFreed++; __wbg_document_free(...all); };
    };
    count();
    for (let n = 0; n < 10; n++) open("c");
    for (let n = 0; n < 50 && nFreed < 10; n++) { gc(); await pause(); }
    console.log(nFreed);
    let held = Array.from({ length: 10 }, () => open("d"));
    exports().document_info = () => exports().crash();
    console.log(attempt(() => document.info()).code);
    nFreed = 0;
    held = null;
    document.outline();
    for (let n = 0; n < 10; n++) { gc(); await pause(); }
    console.log(nFreed, document.outline().length);
  `,
    ["--expose-gc"],
  );
  assert.equal(printed.replaceAll("later: of the listener\n", ""), "10\ncore-failed\n0 1\n");
});
