// The state of the package after its core failed. Each test has a process of its own: there is no way
// back.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";

/** Runs a program that sees the module and the package, and returns its output. */
function run(program) {
  const code = `
    import { exports } from "./module.mjs";
    import * as bobbin from "bobbin-config";
    const heard = [];
    bobbin.onPanic((message) => heard.push(message));
    bobbin.onPanic(() => { throw new Error("of the listener"); });
    process.once("uncaughtException", (error) => console.log("later:", error.message));
    const document = new bobbin.Document({ language: "sprokit", text: "process a" });
    const server = bobbin.createServer();
    const attempt = (work) => {
      try { work(); } catch (error) { return error; }
    };
    ${program}
  `;
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const options = { cwd, encoding: "utf8", input: code };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module"], options);
  assert.equal(status, 0, stderr);
  return stdout;
}

const afterwards = `
  for (const use of [
    () => bobbin.languages(),
    () => bobbin.analyse({ language: "sprokit", text: "" }),
    () => document.diagnostics(),
    () => server.handle("{}"),
  ]) {
    const again = attempt(use);
    if (again !== error) console.log("not the same error", again);
  }
  document.free();
  server.free();
  console.log(JSON.stringify(heard), document.text);
`;

test("a panic is told with its reason, and stops the package", () => {
  const printed = run(`
    exports.document_diagnostics = () => exports.crash();
    const error = attempt(() => document.diagnostics());
    console.log(error instanceof bobbin.CoreFailure, error.name, error.message);
    ${afterwards}
  `);
  assert.match(printed, /^true CoreFailure the core of bobbin-config failed: panicked at [^]*a crash was asked for; nothing of the package works here any more, so go on in a new worker or process/);
  assert.match(printed, /\n\["panicked at [^"]*a crash was asked for"\] process a\nlater: of the listener\n$/);
  assert.doesNotMatch(printed, /not the same/);
});

for (const [what, fault, words] of [
  ["a trap", 'new WebAssembly.RuntimeError("unreachable")', "unreachable"],
  ["a stack that is used up", 'new RangeError("Maximum call stack size exceeded")', "Maximum call stack size exceeded"],
]) {
  test(`${what} is told as a failure of the core, and stops the package`, () => {
    const printed = run(`
      exports.document_diagnostics = () => { throw ${fault}; };
      const error = attempt(() => document.diagnostics());
      console.log(error instanceof bobbin.CoreFailure, error.cause.message, error.message);
      ${afterwards}
    `);
    assert.match(printed, new RegExp(`^true ${words} the core of bobbin-config failed: ${words}; nothing of the package`));
    assert.match(printed, new RegExp(`\\n\\["${words}"\\] process a\\n`));
    assert.doesNotMatch(printed, /not the same/);
  });
}
