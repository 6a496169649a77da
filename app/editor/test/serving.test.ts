import assert from "node:assert/strict";
import { test } from "node:test";
import { type PiecewiseServer, Serving } from "../src/serving.ts";

/** A server that notes what it is given, and owes one answer for all messages since the last piece. */
class FakeServer implements PiecewiseServer {
  readonly log: string[] = [];
  private owed = 0;
  pieces = 1;

  begin(message: string): string[] {
    this.log.push(message);
    if (message === "request") return ["answer"];
    this.owed = this.pieces;
    return [];
  }

  hasWork(): boolean {
    return this.owed > 0;
  }

  work(): string[] {
    this.owed -= 1;
    return this.owed === 0 ? ["findings"] : [];
  }
}

function start() {
  const server = new FakeServer();
  const sent: string[] = [];
  const callbacks: (() => void)[] = [];
  const serving = new Serving(server, (it) => void sent.push(it), (callback) => void callbacks.push(callback));
  return { server, sent, callbacks, serving };
}

test("edits that wait are judged together", () => {
  const { sent, callbacks, serving } = start();
  for (let n = 0; n < 1000; n++) serving.take(`edit ${n}`);
  assert.deepEqual(sent, []);
  assert.equal(callbacks.length, 1, "one look behind all messages");
  callbacks.shift()?.();
  assert.deepEqual(sent, ["findings"]);
  assert.equal(callbacks.length, 0);
});

test("a request is answered at once, before what is owed", () => {
  const { sent, callbacks, serving } = start();
  serving.take("edit");
  serving.take("request");
  assert.deepEqual(sent, ["answer"]);
  callbacks.shift()?.();
  assert.deepEqual(sent, ["answer", "findings"]);
});

test("messages are heard between two pieces of work", () => {
  const { server, sent, callbacks, serving } = start();
  server.pieces = 3;
  serving.take("edit");
  callbacks.shift()?.();
  assert.equal(callbacks.length, 1, "the next piece is behind the messages that come now");
  serving.take("request");
  assert.deepEqual(sent, ["answer"]);
  while (callbacks.length > 0) callbacks.shift()?.();
  assert.deepEqual(sent, ["answer", "findings"]);
  serving.take("edit");
  assert.equal(callbacks.length, 1, "it starts again after a rest");
});
