import { type ChangeSpec, EditorState, type TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { CodeMirror, Vim } from "@replit/codemirror-vim";
import assert from "node:assert/strict";
import { test } from "node:test";
import { soundText } from "../src/sound.ts";
import { vimKeys, wholeCharacters } from "../src/keymaps/vim.ts";

vimKeys(() => {});

/** As much of a view as Vim's keys need. */
class View {
  state = EditorState.create();
  cm: CodeMirror | undefined;
  readonly contentDOM = { addEventListener() {}, removeEventListener() {}, blur() {} };
  readonly scrollDOM = { classList: { add() {}, remove() {} } };
  readonly failures: string[] = [];

  /** Shows another text, with keys of its own as the plugin makes them. */
  show(doc: string): void {
    if (this.cm) Vim.leaveVimMode(this.cm as any);
    const failing = EditorView.exceptionSink.of((error) => this.failures.push(String(error)));
    this.state = EditorState.create({ doc, extensions: [failing, wholeCharacters, soundText, EditorState.allowMultipleSelections.of(true)] });
    this.cm = new CodeMirror(this as any);
    Vim.enterVimMode(this.cm as any);
  }

  dispatch(...specs: TransactionSpec[]): void {
    this.state = this.state.update(...specs).state;
  }

  focus(): void {}

  /** Returns for each key whether it is handled; the browser would write the others into the text. */
  press(keys: string): boolean[] {
    return [...keys].map((it) => Vim.multiSelectHandleKey(this.cm as any, it, "user") === true);
  }
}

const lines = (n: number) => Array.from({ length: n }, (_, nth) => `# ${nth}`).join("\n");

test("jumps of a longer text are none in a shorter one", () => {
  const view = new View();
  view.show(lines(40));
  view.press("ggG");
  view.show(lines(3));
  assert.deepEqual(view.press("G"), [true]);
  assert.equal(view.state.selection.main.head, lines(2).length + 1);
  assert.deepEqual(view.press("ggG''``"), Array(7).fill(true));
  assert.deepEqual(view.failures, []);
  view.press("gg");
  const handled = Vim.multiSelectHandleKey(view.cm as any, "<C-o>", "user");
  assert.equal(handled, true, "and back");
  assert.deepEqual(view.failures, []);
});

test("the key of a command that fails is not written into the text, and the failure is reported", (context) => {
  context.mock.method(console, "log", () => {});
  const fail = () => {
    throw new RangeError("fails");
  };
  Vim.defineAction("fails", fail);
  Vim.mapCommand("gz", "action", "fails", {}, {});
  Vim.mapCommand("<C-b>", "action", "fails", {}, { context: "insert" });
  const view = new View();
  view.show(lines(3));
  assert.deepEqual(view.press("gz"), [true, true]);
  assert.deepEqual(view.failures, ["RangeError: fails"]);
  view.press("i");
  assert.throws(() => Vim.multiSelectHandleKey(view.cm as any, "<C-b>", "user"), RangeError);
});

test("substitutions leave the empty line behind the last line feed alone, unless the caret is there", () => {
  const element = { appendChild() {}, setAttribute() {}, style: {} };
  Object.assign(globalThis, { document: { createElement: () => element, createTextNode: () => element } });
  const substituted = (doc: string, command: string, keys = "gg") => {
    const view = new View();
    view.show(doc);
    if (view.cm) view.cm.openNotification = () => () => {};
    view.press(keys);
    Vim.handleEx(view.cm as any, command);
    return view.state.doc.toString();
  };
  assert.equal(substituted("a\n\nb\n", "%s/$/;/"), "a;\n;\nb;\n");
  assert.equal(substituted("a\n\nb\n", "%s/^/- /"), "- a\n- \n- b\n");
  assert.equal(substituted("a\nb", "%s/$/;/"), "a;\nb;");
  assert.equal(substituted("a\n", "s/$/;/", "G"), "a\n;");
});

test("a block takes in whole characters", () => {
  const view = new View();
  for (const [doc, keys, wanted] of [
    ["ab one\n# cx\nq", "2Gd", "b one\n cx\nq"],
    ["# cx\n😀😁 one\nq", "2Gd", " cx\n😁 one\nq"],
    ["ab 😀 one\ncd 😀 two\nq", "2Gd", "b 😀 one\nd 😀 two\nq"],
    ["😀😁 one\n# 😂x\nq", "2Gd", "😁 one\n 😂x\nq"],
    ["abcd\na😀d\nq", "2Gld", "cd\nd\nq"],
    ["abcd\na😀d\nq", "2Gdp", "bacd\n😀ad\nq"],
  ] as const) {
    view.show(doc);
    view.press("gg0");
    Vim.multiSelectHandleKey(view.cm as any, "<C-v>", "user");
    view.press(keys);
    assert.equal(view.state.doc.toString(), wanted);
  }
});

test("what is put into a character stands behind it, and one that becomes another stays whole", () => {
  const state = EditorState.create({ doc: "a😀b", extensions: [wholeCharacters, soundText] });
  const after = (changes: ChangeSpec) => state.update({ changes }).newDoc.toString();
  assert.equal(after({ from: 2, insert: "x" }), "a😀xb");
  assert.equal(after({ from: 2, to: 4 }), "a");
  assert.equal(after({ from: 0, to: 2, insert: "x" }), "xb");
  assert.equal(after({ from: 2, to: 3, insert: "😁".slice(1) }), "a😁b", "as browsers tell it");
});
