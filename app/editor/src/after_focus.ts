// The caret behind what is typed right after the text got the keyboard.

import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * The time after a focus, in milliseconds, for which the library takes a selection at the start of the text for one that
 * the browser has put there; theirs is 200.
 */
const doubtful = 300;

/** The times at which views got the keyboard last, by the page's clock in milliseconds. */
const focused = new WeakMap<EditorView, number>();

/**
 * Puts the browser's caret where a change has left that of the text, as long as the library may not see that it is not
 * there: it would take over the browser's, and what is typed next would stand in front of what was typed first. A dialog
 * that gives the keyboard back may take the browser's caret with it; what is typed without one is lost.
 */
export const caretAfterFocus: Extension = [
  EditorView.domEventObservers({
    focus: (_event, view) => void focused.set(view, performance.now()),
    keydown: (_event, view) => placeCaret(view, false),
  }),
  EditorView.updateListener.of(({ docChanged, view }) => {
    if (docChanged) placeCaret(view, true);
  }),
];

/** Puts the browser's caret to that of the text if it is elsewhere; where it is in the text it stays unless it `moves`. */
function placeCaret(view: EditorView, moves: boolean): void {
  const { empty, head } = view.state.selection.main;
  const isDoubtful = performance.now() - (focused.get(view) ?? -Infinity) < doubtful;
  if (!empty || !isDoubtful || !view.hasFocus || view.compositionStarted) return;
  const shown = selectionIn(view.root);
  if (!shown) return;
  const { anchorNode, anchorOffset } = shown;
  const isInside = anchorNode && view.contentDOM.contains(anchorNode);
  if (isInside && (!moves || view.posAtDOM(anchorNode, anchorOffset) === head)) return;
  const { node, offset } = view.domAtPos(head);
  shown.collapse(node, offset);
}

/** Returns the selection in a shadow root, which only some browsers tell apart from that of the page. */
const selectionIn = (root: DocumentOrShadowRoot) => (root as Document).getSelection?.() ?? document.getSelection();
