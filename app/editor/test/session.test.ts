import assert from "node:assert/strict";
import { test } from "node:test";
import { Session, type WorkerPort } from "../src/session.ts";
import type { EditorEvent } from "../src/wire.ts";
import { ManualTimers } from "./manual_timers.ts";

/** A worker that answers what the test lets it answer. */
class FakeWorker implements WorkerPort {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  terminated = false;
  readonly received: { id?: number; method?: string }[] = [];
  silent = false;
  /** A method that is never answered. */
  ignored: string | null = null;

  postMessage(message: { type: string; text?: string }): void {
    if (message.type === "start") return;
    const received = JSON.parse(message.text ?? "{}") as { id?: number; method?: string };
    this.received.push(received);
    if (this.silent || received.id === undefined || received.method === this.ignored) return;
    const result = received.method === "initialize" ? { capabilities: {} } : { echo: received.method };
    this.say({ type: "message", text: JSON.stringify({ jsonrpc: "2.0", id: received.id, result }) });
  }

  say(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }

  terminate(): void {
    this.terminated = true;
  }

  get methods(): (string | undefined)[] {
    return this.received.map((it) => it.method);
  }
}

function start(died?: (atWork: string[]) => boolean) {
  const workers: FakeWorker[] = [];
  const events: EditorEvent[] = [];
  const timers = new ManualTimers();
  let now = 0;
  const session = new Session({
    startWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    core: "core.wasm",
    client: {},
    emit: (event) => events.push(event),
    ...(died ? { died } : {}),
    timers,
    now: () => now,
  });
  session.start();
  return {
    session,
    timers,
    workers,
    /** The newest worker, which comes up. */
    async ready(): Promise<FakeWorker> {
      const worker = workers.at(-1);
      assert.ok(worker);
      worker.say({ type: "ready" });
      await settle();
      return worker;
    },
    pass(ms: number) {
      now += ms;
      timers.pass(ms);
    },
    states: () => events.flatMap((it) => ("worker" in it ? [it.worker.state] : [])),
    notices: () => events.flatMap((it) => ("notice" in it ? [it.notice.text] : [])),
  };
}

/** Lets promises run. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("messages wait for the worker, in their order", async () => {
  const it = start();
  const answer = it.session.client.request("a", {});
  it.session.notify("b", {});
  await settle();
  assert.deepEqual(it.workers[0]?.methods, []);
  const worker = await it.ready();
  assert.deepEqual(await answer, { echo: "a" });
  assert.deepEqual(worker.methods, ["initialize", "initialized", "a", "b"]);
  assert.deepEqual(it.states(), ["starting", "ready"]);
  assert.equal(it.timers.running, 0, "nothing is awaited");
});

test("a request without an answer costs the worker, and only that", async () => {
  const it = start();
  const first = await it.ready();
  first.silent = true;
  const lost = it.session.client.request("hang", {});
  const failure = assert.rejects(lost, { name: "Lost", code: -32800 });
  await settle();
  it.pass(4500);
  assert.equal(first.terminated, false);
  it.pass(500);
  assert.equal(first.terminated, true);
  await failure;
  await it.ready();
  assert.deepEqual(it.states(), ["starting", "ready", "starting", "restarted"]);
  assert.match(it.notices()[0] ?? "", /restarted; nothing was lost/);
  assert.deepEqual(await it.session.client.request("next", {}), { echo: "next" });
  // What a worker says after its end is not heard.
  first.say({ type: "panic", message: "late" });
  assert.equal(it.workers.length, 2);
});

test("a file that was being opened when the worker died is asked about again, once", async () => {
  const it = start();
  (await it.ready()).silent = true;
  const answer = it.session.insist("bobbin/open", { name: "a" });
  await settle();
  it.workers[0]?.say({ type: "panic", message: "index out of bounds" });
  await settle();
  const second = await it.ready();
  assert.equal(await answer, JSON.stringify({ echo: "bobbin/open" }));
  assert.equal(second.methods.filter((it) => it === "bobbin/open").length, 1);
  // What kills two workers may not have a third.
  second.silent = true;
  it.pass(60_000);
  const deadly = assert.rejects(it.session.insist("bobbin/open", { name: "b" }), { name: "Lost" });
  for (const _death of [1, 2]) {
    await settle();
    it.workers.at(-1)?.say({ type: "panic", message: "index out of bounds" });
    const next = it.workers.at(-1);
    if (next) next.ignored = "bobbin/open";
    await it.ready();
  }
  await deadly;
  assert.equal(it.workers.length, 4);
  assert.equal(it.workers[2]?.methods.includes("bobbin/open"), true);
  assert.equal(it.workers[3]?.methods.includes("bobbin/open"), false);
});

test("a worker that waits for a part of the core is not lost", async () => {
  const it = start();
  const worker = await it.ready();
  worker.silent = true;
  const asked = it.session.client.request("a", {});
  asked.catch(() => {});
  await settle();
  for (let nth = 0; nth < 20; nth++) {
    it.pass(2000);
    worker.say({ type: "alive" });
  }
  assert.equal(worker.terminated, false);
  it.pass(10_000);
  assert.equal(worker.terminated, true);
});

test("a slow start is not a hang", async () => {
  const it = start();
  const answer = it.session.client.request("a", {});
  it.pass(30_000);
  await it.ready();
  assert.deepEqual(await answer, { echo: "a" });
  assert.equal(it.workers.length, 1);
});

test("a text of megabytes may take longer, and is still given up after three deaths", async () => {
  const it = start();
  const text = "x".repeat(20_000_000);
  for (let death = 1; death <= 3; death++) {
    const worker = await it.ready();
    worker.silent = true;
    const lost = assert.rejects(it.session.client.request("bobbin/open", { text }));
    await settle();
    it.pass(44_500);
    assert.equal(it.workers.length, death, "45 s are allowed");
    it.pass(500);
    await lost;
  }
  assert.equal(it.states().at(-1), "failed");
  assert.match(it.notices().at(-1) ?? "", /did not answer within 45 s.*Your texts are safe/);
  it.pass(300_000);
  assert.equal(it.workers.length, 3, "nobody starts it again");
});

test("a worker that keeps dying is given up until somebody asks", async () => {
  const it = start();
  await it.ready();
  for (const _death of [1, 2, 3]) {
    it.workers.at(-1)?.say({ type: "panic", message: "index out of bounds" });
    await settle();
  }
  assert.deepEqual(it.states(), ["starting", "ready", "starting", "starting", "failed"]);
  assert.match(it.notices().at(-1) ?? "", /index out of bounds/);
  await assert.rejects(it.session.client.request("a", {}), { name: "Lost" });
  it.session.notify("typed while it was down", {});
  it.session.restart();
  const worker = await it.ready();
  assert.deepEqual(worker.methods, ["initialize", "initialized"]);
  assert.equal(it.states().at(-1), "restarted");
});

test("a restart that was asked for is not told as a stop, and a stop after it is", async () => {
  const it = start();
  await it.ready();
  it.session.restart();
  await it.ready();
  assert.equal(it.notices().at(-1), "The language core was restarted; nothing was lost.");
  it.workers.at(-1)?.say({ type: "panic", message: "index out of bounds" });
  await it.ready();
  assert.equal(it.notices().at(-1), "The language core stopped and was restarted; nothing was lost.");
});

test("a worker that cannot be loaded is a death", async () => {
  const it = start();
  it.workers[0]?.onerror?.({ message: "404", preventDefault() {} } as ErrorEvent);
  assert.equal(it.workers.length, 2);
  assert.equal(it.workers[0]?.terminated, true);
});

test("a death says which documents were asked about, and one whose reason is taken away does not count", async () => {
  const heard: string[][] = [];
  const it = start((atWork) => heard.push(atWork) > 0);
  for (let death = 0; death < 5; death++) {
    const worker = await it.ready();
    worker.silent = true;
    const lost = assert.rejects(it.session.client.request("bobbin/view", { uri: "bobbin:///a" }));
    const other = assert.rejects(it.session.client.request("textDocument/hover", { textDocument: { uri: "bobbin:///b" } }));
    await settle();
    worker.say({ type: "panic", message: "index out of bounds" });
    await Promise.all([lost, other]);
  }
  assert.deepEqual(heard[0], ["bobbin:///a", "bobbin:///b"]);
  assert.equal(it.workers.length, 6);
});

test("a death before the start, or over bytes that are being opened, is no document's", async () => {
  const heard: string[][] = [];
  const it = start((atWork) => heard.push(atWork) > 0);
  it.workers[0]?.say({ type: "panic", message: "no memory" });
  const worker = await it.ready();
  worker.silent = true;
  const lost = assert.rejects(it.session.client.request("bobbin/open", { name: "a", data: "" }));
  await settle();
  worker.say({ type: "panic", message: "index out of bounds" });
  await lost;
  assert.deepEqual(heard, []);
});

test("a gesture that takes too long is nobody's fault but its own", async () => {
  const heard: string[][] = [];
  const it = start((atWork) => heard.push(atWork) > 0);
  const ask = (method: string) => it.session.client.request(method, { uri: "bobbin:///a" });
  (await it.ready()).silent = true;
  const lost = assert.rejects(ask("bobbin/plan"), { isTooMuch: true, message: /takes too long/ });
  await settle();
  it.pass(5000);
  await lost;
  assert.deepEqual(heard, []);
  // What waits behind it can be asked for again; the core is not given up, however often that is tried.
  for (let nth = 0; nth < 4; nth += 1) {
    (await it.ready()).silent = true;
    const first = assert.rejects(ask("bobbin/plan"), { isTooMuch: true });
    const behind = ["bobbin/view", "bobbin/plan"].map((it) => assert.rejects(ask(it), { isTooMuch: false }));
    await settle();
    it.pass(5000);
    await Promise.all([first, ...behind]);
  }
  assert.deepEqual(heard, []);
  assert.equal(it.states().at(-1), "starting");
  // Behind another request it was not at work.
  (await it.ready()).silent = true;
  const both = ["bobbin/view", "bobbin/plan"].map((it) => assert.rejects(ask(it), { isTooMuch: false }));
  await settle();
  it.pass(5000);
  await Promise.all(both);
  assert.deepEqual(heard, [["bobbin:///a", "bobbin:///a"]]);
});

test("a part of the core that does not come is no text's fault, and the person decides when to try again", async () => {
  const blamed: string[][] = [];
  const it = start((atWork) => (blamed.push(atWork), false));
  (await it.ready()).silent = true;
  const asked = assert.rejects(it.session.client.request("textDocument/hover", { textDocument: { uri: "a" } }));
  await settle();
  it.workers[0]?.say({ type: "unreachable", message: "status 404" });
  await asked;
  assert.deepEqual(blamed, []);
  assert.equal(it.workers.length, 1);
  assert.equal(it.states().at(-1), "failed");
  assert.match(it.notices().at(-1) ?? "", /could not be loaded \(status 404\).*texts are safe/);
  it.session.restart();
  await it.ready();
  assert.equal(it.workers.length, 2);
});
