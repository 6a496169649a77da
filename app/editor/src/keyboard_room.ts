// The keyboard of the screen takes its room from the page (the viewport in index.html says so): the line that is
// written stays in what is left.

import { EditorView, ViewPlugin } from "@codemirror/view";

/** The least height that such a keyboard takes, in pixels; bars of browsers that come and go are lower. */
const least = 100;

/** Brings the caret into view when the text becomes much lower under fingers. */
export const caretAboveKeyboard = ViewPlugin.define((view) => {
  let height = view.scrollDOM.clientHeight;
  const observer = new ResizeObserver(() => {
    const before = height;
    height = view.scrollDOM.clientHeight;
    if (!isKeyboard(before, height) || !view.hasFocus || !matchMedia("(pointer: coarse)").matches) return;
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: "nearest", yMargin: 8 }) });
  });
  observer.observe(view.scrollDOM);
  return { destroy: () => observer.disconnect() };
});

/** Returns true if a text that had one height and has another may have made room for a keyboard. */
export function isKeyboard(before: number, now: number): boolean {
  return now > 0 && before - now >= least;
}
