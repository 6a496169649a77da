import assert from "node:assert/strict";
import test from "node:test";
import { LostError, StaleError } from "../src/errors.ts";
import { performPlan, Turns } from "../src/perform.ts";
import type { PlanResult } from "../src/wire.ts";

const edit = (version: number, notes: string[] = []): PlanResult => ({
  kind: "edit",
  version,
  documents: [],
  notes,
  created: [["process", "a"]],
});

test("a plan is applied once, and what it says is handed on", async () => {
  let nApplied = 0;
  const performed = await performPlan(
    async () => edit(1, ["`b` has no input any more"]),
    () => ++nApplied > 0,
  );
  assert.equal(nApplied, 1);
  assert.deepEqual(performed, {
    Ok: { notes: ["`b` has no input any more"], created: [["process", "a"]], leftovers: [] },
  });
});

test("a plan for an older text is made again, three times at most", async () => {
  let version = 0;
  const plan = async () => {
    version += 1;
    if (version === 1) throw new StaleError();
    return edit(version);
  };
  const applied: number[] = [];
  const until = (last: number) => (it: { version: number }) => applied.push(it.version) > 0 && it.version === last;
  assert.ok("Ok" in (await performPlan(plan, until(3))));
  assert.deepEqual(applied, [2, 3]);
  const performed = await performPlan(plan, () => false);
  assert.deepEqual(performed, { Err: { reason: "the text is changing; try again" } });
  assert.equal(version, 6);
});

test("a refusal and a failure have a reason, and nothing is applied", async () => {
  const never = () => assert.fail("applied");
  const at = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } };
  const refusal = async (): Promise<PlanResult> => ({ kind: "refusal", reason: "`a` is taken", at });
  assert.deepEqual(await performPlan(refusal, never), { Err: { reason: "`a` is taken", at } });
  const failing = async () => Promise.reject(new Error("The language core is stopped."));
  assert.deepEqual(await performPlan(failing, never), { Err: { reason: "The language core is stopped." } });
});

test("a plan over which the core is lost is asked for once more, and not a third time", async () => {
  let nAsked = 0;
  const lost = (nTimes: number) => async (): Promise<PlanResult> => {
    nAsked += 1;
    if (nAsked <= nTimes) throw new LostError("The language core stopped before it answered.");
    return edit(1);
  };
  assert.ok("Ok" in (await performPlan(lost(1), () => true)));
  assert.equal(nAsked, 2);
  nAsked = 0;
  const performed = await performPlan(lost(9), () => true);
  assert.deepEqual(performed, { Err: { reason: "The language core stopped before it answered." } });
  assert.equal(nAsked, 2);
});

test("a plan that takes too long is not asked for again", async () => {
  let nAsked = 0;
  const slow = async (): Promise<PlanResult> => {
    nAsked += 1;
    throw new LostError("This takes too long.", true);
  };
  assert.deepEqual(await performPlan(slow, () => true), { Err: { reason: "This takes too long." } });
  assert.equal(nAsked, 1);
});

test("works are done one after the other, also behind one that fails", async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const work = (name: string, fails = false) => async () => {
    seen.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve));
    seen.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const [first, second, third] = [turns.take(work("a")), turns.take(work("b", true)), turns.take(work("c"))];
  await assert.rejects(second, /b/);
  assert.deepEqual([await first, await third], ["a", "c"]);
  assert.deepEqual(seen, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});
