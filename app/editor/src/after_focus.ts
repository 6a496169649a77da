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
 * there: it would take over the browser's, and what is typed next would stand in front of what was typed first.
 */
export const caretAfterFocus: Extension = [
  EditorView.domEventObservers({ focus: (_event, view) => void focused.set(view, performance.now()) }),
  EditorView.updateListener.of(({ docChanged, state, view }) => {
    const { empty, head } = state.selection.main;
    const isDoubtful = performance.now() - (focused.get(view) ?? -Infinity) < doubtful;
    if (!docChanged || !empty || !isDoubtful || !view.hasFocus || view.compositionStarted) return;
    const shown = selectionIn(view.root);
    if (!shown?.anchorNode || !view.contentDOM.contains(shown.anchorNode)) return;
    if (view.posAtDOM(shown.anchorNode, shown.anchorOffset) === head) return;
    const { node, offset } = view.domAtPos(head);
    shown.collapse(node, offset);
  }),
];

/** Returns the selection in a shadow root, which only some browsers tell apart from that of the page. */
const selectionIn = (root: DocumentOrShadowRoot) => (root as Document).getSelection?.() ?? document.getSelection();
