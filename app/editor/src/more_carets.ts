// More carets by the pointer: a press with Alt adds one, as dragging with Alt selects a rectangle.

import { EditorSelection, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** The way of a pointer that was not meant to drag, in pixels. */
const still = 4;

interface Press {
  x: number;
  y: number;
  before: EditorSelection;
}

const presses = new WeakMap<EditorView, Press>();

const isMeant = (event: MouseEvent) =>
  event.button === 0 && event.altKey && !event.shiftKey && !event.ctrlKey && !event.metaKey;

export const moreCarets: Extension = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (isMeant(event)) presses.set(view, { x: event.clientX, y: event.clientY, before: view.state.selection });
    else presses.delete(view);
    return false;
  },
  mouseup(event, view) {
    const press = presses.get(view);
    presses.delete(view);
    if (!press || Math.hypot(event.clientX - press.x, event.clientY - press.y) > still) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const length = view.state.doc.length;
    if (at === null || press.before.ranges.some((it) => it.to > length)) return false;
    const ranges = [...press.before.ranges, EditorSelection.cursor(at)];
    view.dispatch({ selection: EditorSelection.create(ranges, ranges.length - 1), userEvent: "select.pointer" });
    return false;
  },
});
