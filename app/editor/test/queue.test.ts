import assert from "node:assert/strict";
import { test } from "node:test";
import { Queue } from "../src/queue.ts";

/** A queue whose messages need the part that they begin with, if they have a colon. */
function queue(fetch: (part: string) => Promise<void>) {
  const [there, handed, failures] = [new Set<string>(), [] as string[], [] as unknown[]];
  const needs = (message: string) => {
    const [part, rest] = message.split(":");
    return rest !== undefined && part && !there.has(part) ? [part] : [];
  };
  const get = async (part: string) => {
    await fetch(part);
    there.add(part);
  };
  const it = new Queue(needs, get, (message) => handed.push(message), (error) => failures.push(error), async () => {});
  return { it, handed, failures };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test("messages wait for the part that one before them needs, and keep their order", async () => {
  let come = () => {};
  const { it, handed } = queue(() => new Promise((resolve) => (come = resolve)));
  for (const message of ["1", "a:2", "3", "a:4"]) it.take(message);
  assert.deepEqual(handed, ["1"]);
  await settled();
  it.take("5");
  assert.deepEqual(handed, ["1"]);
  come();
  await settled();
  assert.deepEqual(handed, ["1", "a:2", "3", "a:4", "5"]);
  it.take("a:6");
  assert.deepEqual(handed.at(-1), "a:6");
});

test("a part that does not come is asked for again, and then given up", async () => {
  let attempts = 0;
  const late = queue(async () => {
    attempts += 1;
    if (attempts < 3) throw new Error("offline");
  });
  late.it.take("a:1");
  await settled();
  assert.deepEqual([late.handed, late.failures], [["a:1"], []]);

  const never = queue(async () => {
    throw new Error("offline");
  });
  never.it.take("a:1");
  never.it.take("2");
  await settled();
  assert.deepEqual(never.handed, []);
  assert.equal(never.failures.length, 1);
});
