import { history, redo, undo, undoDepth } from "@codemirror/commands";
import { EditorState, type Transaction, type TransactionSpec } from "@codemirror/state";
import assert from "node:assert/strict";
import { test } from "node:test";
import { noteStep, steps, stepsIn } from "../src/steps.ts";

/** A text with its history, and what the page is told. */
class Text {
  state = EditorState.create({ doc: "a", extensions: [history(), steps] });
  told: string[] = [];

  do(spec: TransactionSpec): void {
    this.take(this.state.update(spec));
  }

  take(transaction: Transaction): void {
    this.state = transaction.state;
    this.told.push(...stepsIn([transaction]).recalled);
  }

  run(command: typeof undo): string {
    this.told = [];
    command({ state: this.state, dispatch: (it) => this.take(it) });
    return `${this.state.doc.toString()} ${this.told.join()}`;
  }
}

test("undo and redo meet text and steps in the order in which they happened", () => {
  const text = new Text();
  text.do({ changes: { from: 1, insert: "b" }, userEvent: "input.type" });
  text.do(noteStep({ done: "right", undone: "left" }));
  text.do(noteStep({ done: "down", undone: "up" }));
  text.do({ changes: { from: 2, insert: "c" }, userEvent: "input.type" });
  assert.deepEqual(text.told, [], "who did it knows");
  assert.equal(undoDepth(text.state), 4);
  assert.equal(text.run(undo), "ab ");
  assert.equal(text.run(undo), "ab up");
  assert.equal(text.run(undo), "ab left");
  assert.equal(text.run(redo), "ab right");
  assert.equal(text.run(undo), "ab left");
  assert.equal(text.run(undo), "a ");
  assert.equal(text.run(redo), "ab ");
  assert.equal(text.run(redo), "ab right");
  assert.equal(text.run(redo), "ab down");
  assert.equal(text.run(redo), "abc ");
});

test("a step is seen as one, and ends what could be undone before it was", () => {
  const text = new Text();
  assert.equal(stepsIn([text.state.update(noteStep({ done: "1", undone: "0" }))]).isAny, true);
  assert.equal(stepsIn([text.state.update({ changes: { from: 0, insert: "x" } })]).isAny, false);
  text.do({ changes: { from: 1, insert: "b" } });
  text.run(undo);
  text.do(noteStep({ done: "1", undone: "0" }));
  assert.equal(text.run(redo), "a ", "nothing is left to do again");
});
