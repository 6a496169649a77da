// Typed characters, put into the text a moment after their events.
//
// When an input event changes the page, Chromium puts off every task, messages of the worker among them,
// until the page is drawn. A change that is made in a task of its own puts nothing off: the findings
// then often come in time for the same frame as the character they speak of.

import { type Extension, Facet, Prec } from "@codemirror/state";
import { EditorView, runScopeHandlers, ViewPlugin } from "@codemirror/view";

/** What was pressed and waits for its task. */
type Pressed = { text: string } | { key: KeyboardEvent };

/** Keys that write, too, and that the editor's key map handles. */
const writing = new Set(["Enter", "Backspace", "Delete"]);

class Typing {
  private waiting: Pressed[] = [];
  private frame = 0;
  private readonly channel = new MessageChannel();
  /** Of the last key event: what it will type, as far as the key says so. */
  private typed = "";

  constructor(private readonly view: EditorView) {
    this.channel.port1.onmessage = () => this.flush();
    // CodeMirror asks for a frame at each key, before anybody else hears of it; of a key that types it
    // does not need to know.
    view.dom.addEventListener("keydown", this.keydown, true);
  }

  update(): void {
    // This change is drawn in a frame to come. What is typed until then belongs into that frame, too,
    // and would miss it by waiting for a task that comes after.
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
      // All else happens in a text that is up to date.
      this.flush();
    }
  };

  beforeinput(event: InputEvent): boolean {
    this.view.state.facet(pressed).forEach((it) => it(event));
    // Input methods, corrections and accents say something else than the key, and replace more than the
    // selection: those are the browser's.
    const isTyped = event.inputType === "insertText" && event.data !== null && event.data === this.typed;
    this.typed = "";
    if (isTyped && this.isPlain(event.isComposing)) {
      this.wait({ text: event.data ?? "" });
      return true;
    }
    this.flush();
    return false;
  }

  /** Does what waits, now. */
  flush(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const it of waiting) {
      if ("text" in it) insert(this.view, it.text);
      else runScopeHandlers(this.view, it.key, "editor");
    }
  }

  private isPlain(isComposing: boolean): boolean {
    return !isComposing && !this.view.compositionStarted && !this.view.state.readOnly;
  }

  private wait(it: Pressed): void {
    this.waiting.push(it);
    if (this.waiting.length === 1) this.channel.port2.postMessage(null);
  }
}

/** Writes over the selection, as CodeMirror does with what a browser typed. */
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

/** Puts what was typed into the text now: before anything else is done with the text. */
export function flushTyping(view: EditorView): void {
  view.plugin(plugin)?.flush();
}

/** Who wants to know of key presses and other input when they happen. */
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
