// The blinking caret.
//
// As a CSS animation it would request frame after frame where only the processor draws, and a requested
// frame delays the worker's messages (see typing.ts).

import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** Milliseconds for which the caret is visible, and then hidden. */
const half = 600;

const blinking = ViewPlugin.fromClass(
  class {
    private timer: ReturnType<typeof setInterval> | null = null;
    private hidden = false;

    constructor(private readonly view: EditorView) {
      this.restart();
    }

    update(update: ViewUpdate): void {
      if (update.focusChanged || update.docChanged || update.selectionSet) this.restart();
    }

    destroy(): void {
      this.stop();
      this.show();
    }

    /** Shows a caret that has just moved. */
    private restart(): void {
      this.stop();
      this.show();
      const still =
        document.documentElement.dataset.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!still && this.view.hasFocus) this.timer = setInterval(() => this.turn(!this.hidden), half);
    }

    private stop(): void {
      if (this.timer !== null) clearInterval(this.timer);
      this.timer = null;
    }

    private show(): void {
      if (this.hidden) this.turn(false);
    }

    private turn(hidden: boolean): void {
      this.hidden = hidden;
      const layer = this.view.scrollDOM.querySelector<HTMLElement>(".cm-cursorLayer");
      if (layer) layer.style.visibility = hidden ? "hidden" : "";
    }
  },
);

export const caret: Extension = [
  drawSelection({ cursorBlinkRate: 0 }),
  blinking,
  EditorView.theme({ "&.cm-focused > .cm-scroller > .cm-cursorLayer": { animation: "none" } }),
];
