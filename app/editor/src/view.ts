// The one view, in a shadow root: there CodeMirror's styles are constructed style sheets, which a
// content security policy without inline styles allows.

import { autocompletion } from "@codemirror/autocomplete";
import { history } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import type { LSPClient } from "@codemirror/lsp-client";
import { highlightSelectionMatches, search } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, type Extension, Prec, type Text, type Transaction } from "@codemirror/state";
import {
  crosshairCursor, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers, placeholder, rectangularSelection, tooltips, type ViewUpdate,
} from "@codemirror/view";
import { caretAfterFocus } from "./after_focus.ts";
import { behindMark, startOf } from "./byte_order_mark.ts";
import { withinLines } from "./carriage_returns.ts";
import { caret } from "./caret.ts";
import { completions, leaveFinishedWord } from "./completions.ts";
import { diagnosticFields, diagnostics } from "./diagnostics.ts";
import { type OpenDocument, openDocument } from "./documents.ts";
import { isDraggedAway } from "./dragging.ts";
import { folding } from "./folding.ts";
import { highlighting } from "./highlight.ts";
import { hover, leavingCloses } from "./hover.ts";
import { indentOf } from "./indentation.ts";
import { caretAboveKeyboard } from "./keyboard_room.ts";
import { keys } from "./keys.ts";
import { links } from "./links.ts";
import { menus } from "./menu.ts";
import { moreCarets } from "./more_carets.ts";
import { questions } from "./question.ts";
import { searchCount } from "./search_count.ts";
import { searchInLines } from "./search_panel.ts";
import { semanticTokens } from "./semantic_tokens.ts";
import { soundSelection, soundText } from "./sound.ts";
import { steps } from "./steps.ts";
import { withHistory } from "./storage/undo_history.ts";
import { themeFor, type ThemeName } from "./theme.ts";
import { typing } from "./typing.ts";
import { stepsOfSeveralFiles } from "./undo.ts";

/** The requirements of states and view. */
export interface ViewConfig {
  client: LSPClient;
  /** Returns the start of a comment in a language; null if unknown. */
  commentOf(language: string): string | null;
  notice(text: string): void;
  /** Runs an action of the page around the text, if there is one. */
  run?(action: string): void;
  updated(document: OpenDocument, update: ViewUpdate): void;
  /** Called at a key press or other input. */
  pressed(event: Event): void;
}

/** The extensions that depend on how the user wants a text to look. */
const look = new Compartment();
/** The keys of another editor, if the user has its habits. */
const habits = new Compartment();
/** The extensions that depend on the name of a document. */
const identity = new Compartment();
/** The compartment of the placeholder: an empty text says how to begin, unless it can only be read. */
const hint = new Compartment();
const startHint = placeholder("Start typing, or press Ctrl+Space.");

/** Makes states for documents. */
export class StateFactory {
  theme: ThemeName = "light";
  wrapsLines = false;
  tabSize = 4;
  keys: Extension = [];
  /** True if the person can only read. */
  isStill = false;

  constructor(private readonly config: ViewConfig) {}

  /** Creates the state of a document, with a history that was stored with its text if there is one. */
  create(document: OpenDocument, doc: Text, history?: unknown): EditorState {
    const extensions = [habits.of(this.keys), this.extensions(document, doc), look.of(this.look())];
    return withHistory({ doc, extensions, selection: EditorSelection.single(startOf(doc)) }, history);
  }

  /** Returns the state of the view while no document is open. */
  blank(): EditorState {
    const still = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
    // Timers of the previous state still look for its fields.
    const fields = [autocompletion({ override: [] }), diagnosticFields, hover];
    return EditorState.create({ extensions: [still, fields, look.of(this.look())] });
  }

  /**
   * Returns the effects that bring a state to the current look and keys; hidden states may have missed
   * a change.
   */
  lookEffects(state: EditorState) {
    // Keys that are configured anew forget their mode.
    const isChanged = habits.get(state) !== undefined && habits.get(state) !== this.keys;
    return [look.reconfigure(this.look()), hint.reconfigure(this.hint()), ...(isChanged ? [habits.reconfigure(this.keys)] : [])];
  }

  private look(): Extension {
    const tabs = EditorState.tabSize.of(this.tabSize);
    return [themeFor(this.theme), tabs, this.wrapsLines ? EditorView.lineWrapping : []];
  }

  private hint(): Extension {
    return this.isStill ? [] : startHint;
  }

  /** Returns the effect that brings the state of a document to its present name. */
  identityEffect(document: OpenDocument) {
    return identity.reconfigure(this.identityOf(document));
  }

  private identityOf(document: OpenDocument): Extension {
    return [
      this.config.client.plugin(document.uri, document.languageId),
      EditorView.contentAttributes.of({
        "aria-label": `Source of ${document.name}`,
        // Tells assistive technology what contenteditable implies.
        tabindex: "0",
        spellcheck: "false",
        autocorrect: "off",
        autocapitalize: "off",
        translate: "no",
      }),
    ];
  }

  private extensions(document: OpenDocument, doc: Text): Extension {
    const { commentOf, notice, run, updated, pressed } = this.config;
    const language = () => {
      const line = commentOf(document.languageId);
      // A hyphen is part of a name in all our languages.
      return [{ wordChars: "-", ...(line ? { commentTokens: { line } } : {}) }];
    };
    return [
      openDocument.of(document),
      behindMark,
      soundText,
      soundSelection,
      caretAfterFocus,
      identity.of(this.identityOf(document)),
      document.ends === "mixed" ? withinLines : [],
      EditorState.languageData.of(language),
      indentUnit.of(indentOf(doc)),
      EditorState.allowMultipleSelections.of(true),
      diagnostics,
      lineNumbers(),
      folding,
      history({ newGroupDelay: 400 }),
      steps,
      stepsOfSeveralFiles,
      noFilesInText,
      keptWhenDragged,
      onlyWithKeyboard,
      caretAboveKeyboard,
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSpecialChars({ addSpecialChars: /\u00a0/ }),
      caret,
      dropCursor(),
      moreCarets,
      rectangularSelection(),
      crosshairCursor(),
      bracketMatching(),
      highlightSelectionMatches({ minSelectionLength: 2, wholeWords: true, maxMatches: 200 }),
      search({ top: true, literal: true }),
      searchInLines,
      searchCount,
      EditorState.phrases.of(phrases),
      hint.of(this.hint()),
      // Before the list's own keys.
      Prec.highest(keymap.of([{ key: "Enter", run: leaveFinishedWord }])),
      autocompletion({ override: [completions], maxRenderedOptions: 60 }),
      tooltips({ position: "fixed", tooltipSpace: roomForTooltips }),
      leavingCloses,
      hover,
      semanticTokens,
      highlighting,
      links,
      menus,
      questions,
      keys(notice, run),
      typing(pressed),
      EditorView.updateListener.of((update) => updated(document, update)),
    ];
  }
}

const phrases = {
  next: "Next",
  previous: "Previous",
  all: "Select all",
  replace: "Replace",
  "replace all": "Replace all",
  "match case": "Match case",
  regexp: "Regular expression",
  "by word": "Whole word",
  close: "Close",
  go: "Go",
};

/** Returns the rectangle for tooltips: the window, but not what the page shows above the text. */
function roomForTooltips(view: EditorView) {
  const { documentElement: page } = view.dom.ownerDocument;
  const { top } = view.dom.getBoundingClientRect();
  return { top, left: 0, bottom: page.clientHeight, right: page.clientWidth };
}

/** The page opens dropped files; CodeMirror would also insert their text into this one. */
const noFilesInText: Extension = Prec.high(
  EditorView.domEventHandlers({ drop: (event) => event.dataTransfer?.types.includes("Files") ?? false }),
);

/** Within a text and to another one the editor moves by itself; what is dragged elsewhere, also out of the page, stays. */
const keptWhenDragged: Extension = Prec.highest(
  EditorView.domEventHandlers({
    beforeinput: isDraggedAway,
    // Its letters go along; a browser that reads them with their styles complains that the page's policy forbids those.
    dragstart: (event) => event.dataTransfer?.clearData("text/html"),
  }),
);

/** Browsers cut from and paste into what was selected last, also while the keyboard is somewhere else in the page. */
const onlyWithKeyboard: Extension = Prec.highest(
  EditorView.domEventHandlers({
    cut: (_, view) => !view.hasFocus,
    paste: (_, view) => !view.hasFocus,
  }),
);

/**
 * Creates the view; `send` gets each transaction before the view draws it, so that the server works
 * meanwhile.
 */
export function createView(
  host: HTMLElement,
  state: EditorState,
  send: (transaction: Transaction) => void,
): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const frame = document.createElement("div");
  frame.className = "bobbin-editor";
  root.replaceChildren(frame);
  // A sheet is of one document only, which need not be that of the script.
  const sheet = new (host.ownerDocument.defaultView ?? window).CSSStyleSheet();
  sheet.replaceSync(":host { display: block; min-height: 0; min-width: 0 } .bobbin-editor { height: 100% }");
  root.adoptedStyleSheets = [sheet];
  return new EditorView({
    state,
    parent: frame,
    root,
    dispatchTransactions(transactions, view) {
      for (const transaction of transactions) send(transaction);
      view.update(transactions);
    },
  });
}
