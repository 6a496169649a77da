import { history, toggleComment, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { alone } from "../src/alone.ts";
import { dropSelection, type Pressed, pressWithShift } from "../src/keys.ts";

/** A view as far as commands ask for one. */
class View {
  state: EditorState;

  constructor(doc: string) {
    const comments = EditorState.languageData.of(() => [{ commentTokens: { line: "#" } }]);
    this.state = EditorState.create({ doc, extensions: [history({ newGroupDelay: 400 }), comments] });
  }

  readonly dispatch = (spec: TransactionSpec): void => {
    this.state = this.state.update(spec).state;
  };

  type(insert: string): void {
    this.dispatch({ changes: { from: this.state.doc.length, insert }, userEvent: "input.type" });
  }
}

test("undo after a command takes back the command alone, not what was typed right before or behind", () => {
  const view = new View("");
  view.type("b");
  assert.ok(alone(toggleComment)(view as unknown as EditorView));
  view.type("c");
  const texts = [view.state.doc.toString()];
  while (undo(view)) texts.push(view.state.doc.toString());
  assert.deepEqual(texts, ["# bc", "# b", "b", ""]);
});

test("Escape lets Tab leave the text, also where it takes a selection away", () => {
  const view = new View("process input");
  const times: unknown[] = [];
  const tab = Object.assign(view, { setTabFocusMode: (time: unknown) => void times.push(time) }) as unknown as EditorView;
  view.dispatch({ selection: { anchor: 0, head: 7 } });
  assert.equal(dropSelection(tab), true);
  assert.ok(view.state.selection.main.empty);
  assert.equal(dropSelection(tab), false, "there is nothing to take away");
  assert.deepEqual(times, [2000, 2000]);
});

test("a letter with Shift means the same with Caps Lock", () => {
  const done: string[] = [];
  const does = (name: string) => () => done.push(name) > 0;
  const keys = [{ key: "Ctrl-f", run: does("find") }, { key: "Ctrl-g", run: does("next"), shift: does("previous") }];
  const view = { state: EditorState.create({ extensions: keymap.of(keys) }) } as unknown as EditorView;
  const press = (key: string, more: Partial<Pressed> = {}, run: ((action: string) => void) | undefined = (it) => void done.push(it)) => {
    done.length = 0;
    const keyCode = key.toUpperCase().charCodeAt(0);
    const event = { key, keyCode, shiftKey: true, altKey: false, ctrlKey: true, metaKey: false, ...more };
    return [pressWithShift(view, event, run), ...done];
  };
  assert.deepEqual(press("g"), [true, "previous"]);
  assert.deepEqual(press("f"), [true, "edit.findAll"]);
  assert.deepEqual(press("k"), [false]);
  assert.deepEqual(press("g", { shiftKey: false }), [false]);
  assert.deepEqual(press("G"), [false], "the keymap knows this one");
  assert.deepEqual(press("g", { ctrlKey: false }), [false], "it is typed");
});
