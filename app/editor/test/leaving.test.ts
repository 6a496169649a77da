import { autocompletion, completionStatus } from "@codemirror/autocomplete";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import assert from "node:assert/strict";
import { test } from "node:test";
import { endInput } from "../src/leaving.ts";

test("a text that is left asks for no completion when it comes back", () => {
  const view = {
    state: EditorState.create({ doc: "out", selection: { anchor: 3 }, extensions: autocompletion({ override: [() => null] }) }),
    dispatch: (spec: TransactionSpec) => void (view.state = view.state.update(spec).state),
    coordsAtPos: () => null,
  };
  const end = () => endInput(view as unknown as EditorView);
  end();
  assert.equal(completionStatus(view.state), null, "ending the input is no typing");
  view.dispatch({ changes: { from: 3, insert: "p" }, selection: { anchor: 4 }, userEvent: "input.type" });
  assert.equal(completionStatus(view.state), "pending");
  end();
  assert.equal(completionStatus(view.state), null);
});
