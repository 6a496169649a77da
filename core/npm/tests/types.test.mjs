// The types that users see. `UPDATE_EXPECT=1 npm test` writes api.d.ts; read what changed.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";

const dist = new URL("../dist/", import.meta.url);

test("the package's types are those of api.d.ts", () => {
  // `protocol.ts` and `model.ts` are compared at their source, in core/protocol.
  const names = ["node", "browser", "wasm", "source", "index", "document", "positions", "server", "errors", "element", "frame"];
  const files = names.map((it) => `${it}.d.ts`);
  const actual = files.map((it) => `// ${it}\n\n${readFileSync(new URL(it, dist), "utf8")}`).join("\n");
  const golden = new URL("../api.d.ts", import.meta.url);
  if (process.env.UPDATE_EXPECT) writeFileSync(golden, actual);
  assert.equal(actual, readFileSync(golden, "utf8"));
});

test("no type refers to a file that is not in the package", () => {
  const there = readdirSync(dist);
  for (const file of there.filter((it) => it.endsWith(".d.ts"))) {
    const text = readFileSync(new URL(file, dist), "utf8");
    for (const [, path] of text.matchAll(/(?:from|import\() ?["'](.+?)["']/g)) {
      const name = path.replace(/^\.\//, "").replace(/\.(js|ts)$/, ".d.ts");
      assert.ok(there.includes(name), `${file} refers to ${path}`);
    }
  }
});
