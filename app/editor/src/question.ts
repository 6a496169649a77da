// A question above the text, with a field for the answer: a new name, a line to go to.
//
// CodeMirror's own dialogs add their field to the state in which they are opened, and look for it, when
// they are answered, in whatever state the view has by then. With a state per file that may be another
// one, which lacks the field. This one is part of every state, and is hidden with its file.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, type Panel, showPanel } from "@codemirror/view";
import { documentsOf, leave } from "./documents.ts";

export interface Question {
  /** The words in front of the field. */
  label: string;
  /** The initial content of the field. */
  value: string;
  /** The label of the button. */
  submit: string;
  /** Called with the answer, after the question was closed. */
  answer(view: EditorView, text: string): void;
}

const setQuestion = StateEffect.define<Question | null>();

const field = StateField.define<Question | null>({
  create: () => null,
  update(value, { effects }) {
    for (const effect of effects) {
      if (effect.is(setQuestion)) return effect.value;
      if (effect.is(leave)) return null;
    }
    return value;
  },
  provide: (field) => showPanel.from(field, (question) => question && ((view) => panelOf(view, question))),
});

/** Asks a question in the view; it replaces an open one. What was answered before is old news then. */
export function ask(view: EditorView, question: Question): void {
  documentsOf(view)?.say("");
  view.dispatch({ effects: setQuestion.of(question) });
}

/** Gives the keyboard to what had it when the question was asked, such as the outline, or else to the text. */
function giveBack(view: EditorView, asker: Element | null): void {
  const isText = asker === document.body || asker === (view.root instanceof ShadowRoot && view.root.host) || view.dom.contains(asker);
  // A drawing can have the keyboard, too.
  const isFocusable = asker instanceof HTMLElement || asker instanceof SVGElement;
  if (isFocusable && asker.isConnected && !isText) asker.focus();
  else view.focus();
}

function panelOf(view: EditorView, question: Question): Panel {
  const asker = document.activeElement;
  const close = () => {
    view.dispatch({ effects: setQuestion.of(null) });
    giveBack(view, asker);
  };
  const input = document.createElement("input");
  input.type = "text";
  input.value = question.value;
  input.autocomplete = "off";
  input.spellcheck = false;
  const label = document.createElement("label");
  label.append(question.label, input);
  const submit = document.createElement("button");
  submit.type = "submit";
  submit.textContent = question.submit;
  const form = document.createElement("form");
  form.append(label, submit);
  form.onsubmit = (event) => {
    event.preventDefault();
    close();
    question.answer(view, input.value);
  };
  const dismiss = document.createElement("button");
  dismiss.type = "button";
  dismiss.className = "bobbin-question-close";
  dismiss.setAttribute("aria-label", "Close");
  dismiss.textContent = "×";
  dismiss.onclick = close;
  const dom = document.createElement("div");
  dom.className = "bobbin-question";
  dom.append(form, dismiss);
  dom.onkeydown = (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return { dom, top: true, mount: () => input.select() };
}

export const questions: Extension = field;
