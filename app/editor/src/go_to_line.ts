// Going to a line by its number.

import { EditorSelection, type EditorState } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import { ask } from "./question.ts";

/**
 * Returns the offset that `text` names: a line, a number of lines from here with `+` or `-`, or a
 * percentage of the text; with a column behind a colon. Null if it names none.
 */
export function placeOf(state: EditorState, text: string): number | null {
  const match = /^([+-])?(\d+)?(?::(\d+))?(%)?$/.exec(text.trim());
  if (!match || text.trim() === "") return null;
  const [, sign, digits, column, percent] = match;
  const { doc } = state;
  const here = doc.lineAt(state.selection.main.head).number;
  const direction = sign === "-" ? -1 : 1;
  let line = digits === undefined ? here : Number(digits);
  if (digits !== undefined && percent) {
    line = Math.round((doc.lines * direction * line) / 100) + (sign ? here : 0);
  } else if (digits !== undefined && sign) {
    line = here + direction * line;
  }
  const { from, length } = doc.line(Math.max(1, Math.min(doc.lines, line)));
  // People count columns from 1.
  return from + Math.min(Math.max(0, Number(column ?? 1) - 1), length);
}

/** Asks for a line and goes there. */
export const goToLine: Command = (view) => {
  const { doc, selection } = view.state;
  ask(view, {
    label: "Go to line",
    value: String(doc.lineAt(selection.main.head).number),
    submit: "Go",
    answer(view, text) {
      const place = placeOf(view.state, text);
      if (place === null) return;
      view.dispatch({
        selection: EditorSelection.cursor(place),
        effects: EditorView.scrollIntoView(place, { y: "center" }),
        userEvent: "select",
      });
    },
  });
  return true;
};
