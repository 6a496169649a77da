// Typed characters are put into the text a moment after their events.
//
// When an input event changes the page, Chromium delays every task, including the worker's messages,
// until the page is drawn. A change made in a task of its own delays nothing: the diagnostics then
// often come in time for the same frame as the character they are about.

import { type Extension, Facet, Prec } from "@codemirror/state";
import { EditorView, runScopeHandlers, ViewPlugin } from "@codemirror/view";

/** A key press that waits for its task. */
type Pressed = { text: string } | { key: KeyboardEvent };

/** Keys that write too, and that the editor's key map handles. */
const writing = new Set(["Enter", "Backspace", "Delete"]);

class Typing {
  private waiting: Pressed[] = [];
  private frame = 0;
  private readonly channel = new MessageChannel();
  /** The text that the last key event will type, if the key tells. */
  private typed = "";

  constructor(private readonly view: EditorView) {
    this.channel.port1.onmessage = () => this.flush();
    // CodeMirror requests a frame at each key, before other listeners run; it need not know of a key
    // that types.
    view.dom.addEventListener("keydown", this.keydown, true);
  }

  update(): void {
    // This change is drawn in a coming frame. Text typed until then belongs to that frame too, and
    // would miss it by waiting for a later task.
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.drawn());
  }

  private drawn(): void {
    this.frame = 0;
    this.flush();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.view.dom.removeEventListener("keydown", this.keydown, true);
    this.channel.port1.close();
  }

  private readonly keydown = (event: KeyboardEvent): void => {
    const { view } = this;
    if (!view.contentDOM.contains(event.target as Node)) return;
    view.state.facet(pressed).forEach((it) => it(event));
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && this.isPlain(event.isComposing);
    this.typed = event.key;
    if (isPlain && writing.has(event.key) && !event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      this.wait({ key: event });
    } else if (isPlain && [...event.key].length === 1) {
      // `beforeinput` follows, with the character.
      event.stopPropagation();
    } else {
      // Everything else must happen in an up-to-date text.
      this.flush();
    }
  };

  beforeinput(event: InputEvent): boolean {
    this.view.state.facet(pressed).forEach((it) => it(event));
    // Input methods, corrections and accents insert other text than the key's, and replace more than
    // the selection; these are left to the browser.
    const isTyped = event.inputType === "insertText" && event.data !== null && event.data === this.typed;
    this.typed = "";
    if (isTyped && this.isPlain(event.isComposing)) {
      this.wait({ text: event.data ?? "" });
      return true;
    }
    this.flush();
    return false;
  }

  /** Applies pending input now. */
  flush(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const it of waiting) {
      if ("text" in it) insert(this.view, it.text);
      else runScopeHandlers(this.view, it.key, "editor");
    }
  }

  private isPlain(isComposing: boolean): boolean {
    const { state, compositionStarted } = this.view;
    return !isComposing && !compositionStarted && !state.readOnly && !state.facet(keysFirst);
  }

  private wait(it: Pressed): void {
    this.waiting.push(it);
    if (this.waiting.length === 1) this.channel.port2.postMessage(null);
  }
}

/** Replaces the selection, as CodeMirror does with text that a browser typed. */
function insert(view: EditorView, text: string): void {
  const { state } = view;
  const { from, to } = state.selection.main;
  const make = () => state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
  const isHandled = state.facet(EditorView.inputHandler).some((it) => it(view, from, to, text, make));
  if (!isHandled) view.dispatch(make());
}

const flushing = (_event: Event, view: EditorView) => flushTyping(view);

const plugin = ViewPlugin.fromClass(Typing, {
  eventHandlers: {
    beforeinput(event) {
      return this.beforeinput(event as InputEvent);
    },
  },
});

/** Puts pending input into the text now, before anything else is done with the text. */
export function flushTyping(view: EditorView): void {
  view.plugin(plugin)?.flush();
}

/** Set where keys that type may be commands, as in Vim: they are handled as they come. */
export const keysFirst = Facet.define<boolean, boolean>({ combine: (all) => all.some(Boolean) });

/** Listeners for key presses and other input at the time of the event. */
const pressed = Facet.define<(event: Event) => void>();

export const typing = (listener: (event: Event) => void): Extension => [
  pressed.of(listener),
  Prec.highest(plugin),
  EditorView.domEventObservers({
    mousedown: flushing,
    touchstart: flushing,
    compositionstart: flushing,
    copy: flushing,
    cut: flushing,
    paste: flushing,
    dragstart: flushing,
    drop: flushing,
    blur: flushing,
  }),
];
