// Another state for a view.

import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/**
 * Puts another state into a view, after what is still under way in the old one: CodeMirror keeps the
 * pointer that selects and what is to be measured, both with positions of the old text, and a shorter
 * text does not have them.
 */
export function replaceState(view: EditorView, state: EditorState): void {
  // Typing is what ends a selection by pointer.
  view.dispatch({ userEvent: "input.type" });
  // Whoever asks for a place has everything measured first.
  view.coordsAtPos(0);
  view.setState(state);
}
