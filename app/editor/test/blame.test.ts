import assert from "node:assert/strict";
import { test } from "node:test";
import { Blame } from "../src/blame.ts";

const text = (name: string, deaths = 0) => ({ name, deaths });

test("a text that kills twice is left out", () => {
  const blame = new Blame<ReturnType<typeof text>>();
  const a = text("a");
  assert.equal(blame.died([a], 0), null);
  assert.equal(blame.died([a], 1000), a);
});

test("who was at work both times is the culprit, and the others are forgiven", () => {
  const blame = new Blame<ReturnType<typeof text>>();
  const [a, b, c] = [text("a"), text("b"), text("c")];
  assert.equal(blame.died([a, b, c], 0), null);
  assert.deepEqual(blame.suspects, [a, b, c]);
  assert.equal(blame.died([b], 1000), b);
  assert.deepEqual([a.deaths, c.deaths], [0, 0]);
});

test("after a reload the first death is enough for a text that killed before", () => {
  const blame = new Blame<ReturnType<typeof text>>();
  const [a, b] = [text("a"), text("b", 1)];
  assert.equal(blame.died([a, b], 0), b);
});

test("a death amid no text blames none", () => {
  const blame = new Blame<ReturnType<typeof text>>();
  assert.equal(blame.died([], 0), null);
  assert.equal(blame.died([], 1), null);
});

test("deaths that lie far apart are no pattern", () => {
  const blame = new Blame<ReturnType<typeof text>>();
  const a = text("a");
  blame.died([a], 0);
  assert.equal(blame.died([a], 20 * 60_000), null);
});

test("fewer suspects are worth another start", () => {
  const blame = new Blame<ReturnType<typeof text>>();
  const [a, b, c] = [text("a"), text("b"), text("c")];
  blame.died([a, b, c], 0);
  assert.equal(blame.hasNarrowed, false);
  assert.equal(blame.died([b, c], 1), null);
  assert.equal(blame.hasNarrowed, true);
  assert.equal(blame.died([b, c], 2), null);
  assert.equal(blame.hasNarrowed, false, "that leads nowhere");
  assert.equal(blame.died([c], 3), c);
});
