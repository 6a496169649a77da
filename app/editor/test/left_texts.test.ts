import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Database, type LeftText } from "../src/storage/database.ts";
import { LeftTexts } from "../src/storage/left_texts.ts";

let nth = 0;

/** A stand-in for the browser's storage that is written at once, with room for some characters a value. */
function fakeStorage(room = Infinity): Storage {
  const all = new Map<string, string>();
  return {
    get length() {
      return all.size;
    },
    key: (idx) => [...all.keys()][idx] ?? null,
    getItem: (name) => all.get(name) ?? null,
    setItem(name, value) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      all.set(name, value);
    },
    removeItem: (name) => void all.delete(name),
    clear: () => all.clear(),
  };
}

const left = (id: string, text: string, changedAt = 1, tab = "a", owner: string | null = null): LeftText => ({
  entry: { id, tab, name: `${id}.pipe`, language: "fake", length: text.length, changedAt, closedAt: null },
  row: { id, record: "{}", text, isModified: true, history: { done: ["a step"] } },
  owner,
});

/** A page with a database, which is left while it stores some files, and the next one in the same storage. */
async function start(place = fakeStorage()) {
  const database = await Database.open(`left-${++nth}`, { lost() {}, superseded() {} });
  const never = new Promise<boolean>(() => {});
  return {
    database,
    place,
    texts: new LeftTexts("text:", () => place),
    never,
    textOf: async (id: string) => (await database.file(id))?.text,
    goOn: () => new LeftTexts("text:", () => place).putBack(database),
  };
}

test("what was being stored when the page was left is there at the next start", async () => {
  const it = await start();
  await it.database.keep(left("old", "x", 1).entry, left("old", "x", 1).row, null);
  void it.texts.during(left("old", "xy", 2, "a", "a"), it.never);
  void it.texts.during(left("new", "n"), it.never);
  assert.equal(it.place.length, 0, "a page that stays writes nothing beside the database");
  it.texts.leave();
  void it.texts.during(left("late", "l"), it.never);
  await it.goOn();
  assert.deepEqual(await Promise.all(["old", "new", "late"].map(it.textOf)), ["xy", "n", "l"]);
  assert.deepEqual((await it.database.file("old"))?.history, { done: ["a step"] });
  assert.deepEqual(await it.database.versions("old"), [], "the history leads back");
  assert.equal(it.place.length, 0);
});

test("what the database has taken is not put there again", async () => {
  const it = await start();
  let answer = (_isStored: boolean) => {};
  const stored = it.texts.during(left("1", "x"), new Promise((resolve) => (answer = resolve)));
  it.texts.leave();
  assert.equal(it.place.length, 1);
  answer(true);
  assert.equal(await stored, true);
  assert.equal(it.place.length, 0);
  // The answer may not come to a page that goes away.
  void it.texts.during(left("1", "x", 3), it.never);
  await it.database.keep(left("1", "later", 4).entry, left("1", "later", 4).row, null);
  await it.goOn();
  assert.equal(await it.textOf("1"), "later");
  assert.equal(it.place.length, 0);
});

test("a page that comes back writes nothing beside the database", async () => {
  const it = await start();
  it.texts.leave();
  it.texts.comeBack();
  void it.texts.during(left("1", "x"), it.never);
  assert.equal(it.place.length, 0);
});

test("an older text that is stored late does not hide the newer one", async () => {
  const it = await start();
  let answer = (_isStored: boolean) => {};
  const older = it.texts.during(left("1", "x", 1), new Promise((resolve) => (answer = resolve)));
  void it.texts.during(left("1", "xy", 2), it.never);
  it.texts.leave();
  answer(true);
  await older;
  await it.goOn();
  assert.equal(await it.textOf("1"), "xy");
});

test("what another tab has taken over becomes a version there", async () => {
  const it = await start();
  await it.database.keep(left("1", "theirs", 1, "b").entry, left("1", "theirs", 1, "b").row, null);
  void it.texts.during(left("1", "mine", 2, "a", "a"), it.never);
  it.texts.leave();
  await it.goOn();
  assert.equal(await it.textOf("1"), "theirs");
  assert.deepEqual((await it.database.versions("1")).map((it) => it.text), ["mine"]);
});

test("without room for its history a text comes alone, and the one before is a version", async () => {
  const it = await start(fakeStorage(230));
  await it.database.keep(left("1", "x", 1).entry, left("1", "x", 1).row, null);
  const long = left("1", "xy", 2, "a", "a");
  long.row.history = { done: ["a long step".repeat(50)] };
  void it.texts.during(long, it.never);
  void it.texts.during(left("2", "too long".repeat(50)), it.never);
  it.texts.leave();
  await it.goOn();
  assert.equal(await it.textOf("1"), "xy");
  assert.equal(await it.textOf("2"), undefined);
  assert.deepEqual((await it.database.versions("1")).map((it) => it.text), ["x"]);
});

test("who is about to leave learns whether there is room for every text with changes", async () => {
  const it = await start(fakeStorage(230));
  assert.equal(it.texts.cover(), true, "nothing is being stored");
  const unchanged = left("1", "too long".repeat(50));
  unchanged.row.isModified = false;
  void it.texts.during(unchanged, it.never);
  assert.equal(it.texts.cover(), true, "it is on disk as it stands");
  let answer = (_isStored: boolean) => {};
  const long = it.texts.during(left("2", "too long".repeat(50)), new Promise((resolve) => (answer = resolve)));
  void it.texts.during(left("3", "x"), it.never);
  assert.equal(it.texts.cover(), false);
  answer(true);
  await long;
  assert.equal(it.texts.cover(), true);
  // The page that was not left writes nothing more, and what it has written is found if it fails.
  void it.texts.during(left("4", "y"), it.never);
  await it.goOn();
  assert.deepEqual(await Promise.all(["2", "3", "4"].map(it.textOf)), [undefined, "x", undefined]);
});

test("what was forgotten does not come back, and nothing that stands there stops a start", async () => {
  const it = await start();
  void it.texts.during(left("1", "x"), it.never);
  it.texts.leave();
  it.texts.forget("1");
  it.texts.leave();
  for (const [id, json] of Object.entries({ a: "{", b: "null", c: "[]", d: `{"entry":{"id":"d"},"row":7}` })) {
    it.place.setItem(`text:${id}`, json);
  }
  it.place.setItem("other", "stays");
  await it.goOn();
  assert.deepEqual(await it.database.entries(), []);
  assert.equal(it.place.length, 1);
  const unreadable = new LeftTexts("text:", () => {
    throw new DOMException("refused", "SecurityError");
  });
  void unreadable.during(left("1", "x"), it.never);
  unreadable.leave();
  unreadable.forget("1");
  await unreadable.putBack(it.database);
});
