import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { test } from "node:test";
import { patience, StartJournal, StartRows } from "../src/storage/starts.ts";

let nth = 0;

/** A browser in which pages start and end. */
class Browser {
  private readonly deployment = `/test-${++nth}/`;
  time = 0;

  /** A page, and what ends its wait to settle. */
  page() {
    const waits: (() => void)[] = [];
    const journal = new StartJournal({
      open: () => StartRows.open(this.deployment),
      now: () => this.time,
      later: (run) => void waits.push(run),
    });
    return { journal, pass: () => waits.splice(0).forEach((it) => it()) };
  }

  /** Starts a page that dies before it gets there; returns how many starts had failed before. */
  async die(tab: string, others: string[] = []): Promise<number> {
    return this.page().journal.begin(tab, others);
  }

  /** Starts a page that gets there. */
  async succeed(tab: string, isWhole = true): Promise<number> {
    const { journal, pass } = this.page();
    const count = await journal.begin(tab, []);
    journal.settle(isWhole);
    pass();
    return count;
  }
}

test("starts that end without a word are counted until one gets there", async () => {
  const browser = new Browser();
  assert.equal(await browser.die("a"), 0);
  assert.equal(await browser.die("a"), 1);
  assert.equal(await browser.die("b"), 2);
  assert.equal(await browser.succeed("b", false), 3);
  assert.equal(await browser.succeed("b"), 3, "a start without the files proves nothing");
  assert.equal(await browser.succeed("b"), 0);
});

test("tabs that live are none that failed, and those that died together count once", async () => {
  const browser = new Browser();
  await browser.die("a");
  assert.equal(await browser.die("b", ["a"]), 0);
  assert.equal(await browser.die("c"), 1);
});

test("who is in a hurry has not seen a start fail", async () => {
  const browser = new Browser();
  for (let nth = 0; nth < 5; nth++) {
    const { journal } = browser.page();
    assert.equal(await journal.begin("a", []), 0);
    browser.time += 200;
    journal.leave();
  }
});

test("a start that was left after a long time, or after a failure, has failed", async () => {
  const browser = new Browser();
  const slow = browser.page().journal;
  await slow.begin("a", []);
  browser.time += patience;
  slow.leave();
  const broken = browser.page().journal;
  assert.equal(await broken.begin("a", []), 1);
  broken.fail();
  broken.leave();
  assert.equal(await browser.die("a"), 2);
});

test("a failure on the way does not count if the start gets there", async () => {
  const browser = new Browser();
  const { journal, pass } = browser.page();
  await journal.begin("a", []);
  journal.fail();
  journal.settle(true);
  pass();
  assert.equal(await browser.die("a"), 0);
});

test("a tab that is hidden may be ended by the browser, and goes on when it is seen again", async () => {
  const browser = new Browser();
  const { journal, pass } = browser.page();
  await journal.begin("a", []);
  journal.leave();
  assert.equal(await browser.die("b"), 0);
  await browser.succeed("b");
  journal.comeBack();
  assert.equal(await browser.die("b"), 1, "a is gone, and was at work");
  journal.settle(true);
  journal.leave();
  journal.comeBack();
  pass();
  assert.equal(await browser.succeed("c"), 1, "it got there after all, and only b did not");
});

test("files that are opened later are a start again", async () => {
  const browser = new Browser();
  const { journal, pass } = browser.page();
  await journal.begin("a", []);
  journal.settle(false);
  journal.resume();
  pass();
  assert.equal(await browser.die("b"), 1);
});

test("without a database nothing is counted and nothing fails", async () => {
  const journal = new StartJournal({
    open: () => Promise.reject(new Error("forbidden")),
    now: () => 0,
    later: (run) => run(),
  });
  assert.equal(await journal.begin("a", []), 0);
  journal.settle(true);
  journal.leave();
});
