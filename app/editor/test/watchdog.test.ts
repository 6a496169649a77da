import assert from "node:assert/strict";
import { test } from "node:test";
import { RestartLimit, Watchdog } from "../src/watchdog.ts";
import { ManualTimers } from "./manual_timers.ts";

function watched(): { timers: ManualTimers; watchdog: Watchdog; barks: () => number } {
  const timers = new ManualTimers();
  let n = 0;
  const watchdog = new Watchdog(timers, () => (n += 1));
  return { timers, watchdog, barks: () => n };
}

test("nothing is heard while something is awaited", () => {
  const { timers, watchdog, barks } = watched();
  watchdog.expect(5000);
  timers.pass(4500);
  assert.equal(barks(), 0);
  timers.pass(500);
  assert.equal(barks(), 1);
  timers.pass(60_000);
  assert.equal(barks(), 1, "once is enough");
});

test("any sign of life starts the time anew", () => {
  const { timers, watchdog, barks } = watched();
  watchdog.expect(5000);
  for (let round = 0; round < 10; round++) {
    timers.pass(4500);
    watchdog.heard();
  }
  assert.equal(barks(), 0);
});

test("further requests do not hide that nothing is heard", () => {
  const { timers, watchdog, barks } = watched();
  for (let round = 0; round < 10; round++) {
    watchdog.expect(5000);
    timers.pass(500);
  }
  assert.equal(barks(), 1);
});

test("silence is fine when nothing is awaited", () => {
  const { timers, watchdog, barks } = watched();
  watchdog.expect(5000);
  timers.pass(4500);
  watchdog.rest();
  assert.equal(timers.running, 0, "no timer is left behind");
  timers.pass(60_000);
  assert.equal(barks(), 0);
  watchdog.expect(5000);
  timers.pass(4500);
  assert.equal(barks(), 0, "the time before the rest does not count");
});

test("what takes longer gets more time, never less", () => {
  const { timers, watchdog, barks } = watched();
  watchdog.expect(5000);
  timers.pass(4500);
  watchdog.allow(45_000);
  watchdog.allow(5000);
  timers.pass(40_000);
  assert.equal(barks(), 0);
  timers.pass(500);
  assert.equal(barks(), 1);
});

test("three deaths within half a minute are enough", () => {
  const limit = new RestartLimit();
  const died = (now: number) => limit.died(now, 5000);
  assert.deepEqual([died(0), died(1000), died(29_000)], [true, true, false]);
});

test("deaths that take their time are as many", () => {
  const limit = new RestartLimit();
  const died = (now: number) => limit.died(now, 45_000);
  assert.deepEqual([died(45_000), died(100_000), died(155_000)], [true, true, false]);
});

test("deaths long ago do not count, nor those before a person asked", () => {
  const limit = new RestartLimit();
  const died = (now: number) => limit.died(now, 5000);
  assert.deepEqual([died(0), died(20_000), died(31_000)], [true, true, true]);
  assert.equal(died(32_000), false);
  limit.forget();
  assert.equal(died(33_000), true);
});
