import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnAnswers } from "../src/own_answers.ts";

const ask = (id: number, method: string) => JSON.stringify({ jsonrpc: "2.0", id, method, params: {} });
const tell = (id: number, rest: object) => JSON.stringify({ jsonrpc: "2.0", id, ...rest });

test("an answer to the page's own request is passed on as its text, once", () => {
  const answers = new OwnAnswers();
  answers.sent(ask(7, "bobbin/view"));
  const result = { view: { title: 'a "b" }', n: [1, 2] } };
  const passed = JSON.parse(answers.received(tell(7, { result })));
  assert.deepEqual([passed.id, passed.result], [7, { kept: 7 }]);
  assert.equal(answers.take(passed.result), JSON.stringify(result));
  assert.equal(answers.take(passed.result), '{"kept":7}', "it was taken");
});

test("all other messages are left as they are", () => {
  const answers = new OwnAnswers();
  answers.sent(ask(1, "textDocument/hover"));
  answers.sent(ask(2, "bobbin/view"));
  answers.sent(JSON.stringify({ jsonrpc: "2.0", method: "bobbin/host", params: {} }));
  for (const message of [
    tell(1, { result: { kept: 2 } }),
    tell(2, { error: { code: -32801, message: "the text changed" } }),
    tell(3, { result: null }),
    JSON.stringify({ jsonrpc: "2.0", method: "bobbin/document", params: { id: 2 } }),
  ]) {
    assert.equal(answers.received(message), message);
  }
  const late = tell(2, { result: 1 });
  assert.equal(answers.received(late), late, "it was answered with an error");
  assert.equal(answers.take({ kept: 2 }), '{"kept":2}');
  assert.equal(answers.take([1]), "[1]");
});

test("nothing is kept for a server that is gone", () => {
  const answers = new OwnAnswers();
  answers.sent(ask(4, "bobbin/plan"));
  answers.forget();
  const late = tell(4, { result: {} });
  assert.equal(answers.received(late), late);
});
