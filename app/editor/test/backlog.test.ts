import assert from "node:assert/strict";
import { test } from "node:test";
import { Backlog } from "../src/backlog.ts";

const request = (id: number, view: string, uri = "bobbin:///a.pipe") =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "bobbin/view", params: { uri, view } });
const change = (uri: string) =>
  JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didChange", params: { textDocument: { uri } } });

test("only drawings wait, in their order", () => {
  const backlog = new Backlog();
  assert.equal(backlog.keep(request(1, "outline")), false);
  assert.equal(backlog.keep(change("bobbin:///a.pipe")), false);
  assert.equal(backlog.isEmpty, true);
  assert.equal(backlog.keep(request(2, "graph")), true);
  assert.equal(backlog.keep(request(3, "graph", "bobbin:///b.pipe")), true);
  assert.equal(backlog.next(), request(2, "graph"));
  assert.equal(backlog.next(), request(3, "graph", "bobbin:///b.pipe"));
  assert.equal(backlog.next(), undefined);
});

test("a drawing of an older text is refused, not made", () => {
  const backlog = new Backlog();
  backlog.keep(request(7, "graph"));
  backlog.keep(request(8, "graph", "bobbin:///b.pipe"));
  assert.deepEqual(backlog.outdatedBy(request(9, "outline")), []);
  const answers = backlog.outdatedBy(change("bobbin:///a.pipe")).map((it) => JSON.parse(it));
  assert.deepEqual(answers.map((it) => [it.id, it.error.code]), [[7, -32801]]);
  assert.equal(backlog.next(), request(8, "graph", "bobbin:///b.pipe"));
});
