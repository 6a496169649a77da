import assert from "node:assert/strict";
import { test } from "node:test";
import { type Change, LeftUnderWay } from "../src/storage/left_under_way.ts";

function place() {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, value: string) => void all.set(name, value),
    removeItem: (name: string) => void all.delete(name),
  };
}

const change = (uri: string, label = "set a to 1"): Change => ({
  method: "bobbin/plan",
  params: JSON.stringify({ uri, command: { key: "a" } }),
  label,
});

const fileOf = (uri: string) => (uri === "bobbin:///gone" ? null : { id: `id of ${uri}`, text: "one\n" });

test("what is under way when the page is left is there for the same text, once", async () => {
  const stored = place();
  const before = new LeftUnderWay(stored);
  const never = new Promise(() => {});
  await before.during(change("bobbin:///a"), Promise.resolve());
  await assert.rejects(before.during(change("bobbin:///a"), Promise.reject(new Error("refused"))));
  before.leave("left", fileOf);
  assert.equal(stored.all.size, 0, "nothing is under way any more");
  void before.during(change("bobbin:///a"), never);
  void before.during(change("bobbin:///b"), never);
  void before.during(change("bobbin:///gone"), never);
  before.leave("left", fileOf);
  const after = new LeftUnderWay(stored);
  assert.deepEqual(after.take("left", "id of bobbin:///c", "bobbin:///c", "one\n"), []);
  const renamed = after.take("left", "id of bobbin:///a", "bobbin:///a2", "one\n");
  assert.deepEqual(renamed, [change("bobbin:///a2")]);
  assert.deepEqual(after.take("left", "id of bobbin:///a", "bobbin:///a2", "one\n"), []);
  assert.deepEqual(after.take("left", "id of bobbin:///b", "bobbin:///b", "two\n"), [], "for another text");
  assert.equal(stored.all.size, 0);
});

test("what somebody else has written there is no change", () => {
  const damaged = JSON.stringify([{ id: "x", text: "0 2166136261", change: { method: "m", params: "x", label: "l" } }]);
  for (const text of ["", "null", "{}", "[null, 1, {\"id\": \"x\"}]", "no JSON", damaged]) {
    const stored = place();
    stored.setItem("left", text);
    assert.deepEqual(new LeftUnderWay(stored).take("left", "x", "bobbin:///x", ""), []);
  }
});
