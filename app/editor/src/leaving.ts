// Leaving a state of a view.

import { closeCompletion } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";

/**
 * Ends what is under way in a view, before another state takes the place of its own: CodeMirror keeps the
 * pointer that selects and what is to be measured, both with positions of the old text, and a shorter
 * text does not have them. A change that this brings belongs to the document that is still shown.
 */
export function endInput(view: EditorView): void {
  // Typing is what ends a selection by pointer.
  view.dispatch({ userEvent: "input.type" });
  // It also asks for a completion, which a state would ask for again when it comes back.
  closeCompletion(view);
  // Whoever asks for a place has everything measured first.
  view.coordsAtPos(0);
}
