// Keys inside the editor. The page's command list has their commands too.

import { acceptCompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, deleteLine, historyKeymap, indentLess, indentMore, simplifySelection, toggleBlockComment, toggleComment } from "@codemirror/commands";
import { foldKeymap, indentUnit } from "@codemirror/language";
import { gotoLine, searchKeymap } from "@codemirror/search";
import { EditorSelection, type Extension, Prec } from "@codemirror/state";
import { type Command, EditorView, type KeyBinding, keymap, runScopeHandlers } from "@codemirror/view";
import { alone } from "./alone.ts";
import { startOf } from "./byte_order_mark.ts";
import { openFixMenu } from "./code_actions.ts";
import { findReferences, formatDocument, goToDefinition, renameSymbol } from "./commands.ts";
import { nextProblem, previousProblem } from "./diagnostics.ts";
import { goToLine } from "./go_to_line.ts";
import { redoStep, undoStep } from "./undo.ts";

/**
 * Left to the browser: close, new tab, history; and left out: keys that work on syntax trees, which we do not
 * have. The text has the key of bookmarks only while the keyboard is there; on Apple's keyboards Ctrl+D deletes.
 */
const left = /^(?:Ctrl|Cmd|Mod)-(?:w|t|h)$|^Mod-i$|^(?:Alt|Ctrl)-Arrow(?:Left|Right)$/;

/**
 * Takes a selection away, and lets the next Tab leave: CodeMirror forgets that where Escape has something to do, and who
 * works in a view does not know that it has selected text.
 */
export const dropSelection: Command = (view) => {
  // As long as CodeMirror's own.
  view.setTabFocusMode(2000);
  return simplifySelection(view);
};

/** The commands in place of those of CodeMirror, most of which it would add to the step of what was typed right before. */
const instead = new Map<Command | undefined, Command>([
  // CodeMirror's own dialog does not survive a change of the file.
  [gotoLine, goToLine],
  [simplifySelection, dropSelection],
  ...[deleteLine, indentLess, toggleComment, toggleBlockComment].map((it): [Command, Command] => [it, alone(it)]),
]);

function ours(bindings: readonly KeyBinding[]): KeyBinding[] {
  const kept = bindings.filter((it) => !left.test(it.key ?? it.mac ?? ""));
  return kept.map((it) => {
    const run = instead.get(it.run);
    return run ? { ...it, run } : it;
  });
}

/** Inserts blanks to the next tab stop at a caret; with a selection, indents the lines. */
const insertIndent: Command = (view) => {
  const { state } = view;
  if (state.readOnly) return false;
  if (state.selection.ranges.some((it) => !it.empty)) return indentMore(view);
  const unit = state.facet(indentUnit);
  const specs = state.changeByRange((range) => {
    const column = range.head - Math.max(startOf(state.doc), state.doc.lineAt(range.head).from);
    const insert = unit === "\t" ? unit : " ".repeat(unit.length - (column % unit.length));
    return {
      changes: { from: range.head, insert },
      range: EditorSelection.cursor(range.head + insert.length),
    };
  });
  view.dispatch(specs, { scrollIntoView: true, userEvent: "input" });
  return true;
};

/** Announces the present meaning of Tab, as nothing shows it. */
function tabFocus(notice: (text: string) => void): Command {
  let leaving = false;
  return (view) => {
    leaving = !leaving;
    view.setTabFocusMode(leaving);
    notice(leaving ? "Tab now leaves the editor." : "Tab now indents.");
    return true;
  };
}

/** Runs an action of the page by its id. */
export type RunAction = (action: string) => void;

/** A press of a key, as far as a keymap asks. */
export type Pressed = Pick<KeyboardEvent, "key" | "keyCode" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/**
 * Does what a letter with Shift and Ctrl or Cmd means; returns false if that is nothing. With Caps Lock on, the letter
 * is a small one, for which a keymap looks among the keys without Shift first: it would undo instead of redo.
 */
export function pressWithShift(view: EditorView, { key, keyCode, shiftKey, altKey, ctrlKey, metaKey }: Pressed, run?: RunAction): boolean {
  if (!shiftKey || altKey || !(ctrlKey || metaKey) || !/^[a-z]$/.test(key)) return false;
  if (key === "z") {
    redoStep(view);
    return true;
  }
  const big = { key: key.toUpperCase(), keyCode, shiftKey, altKey, ctrlKey, metaKey, stopPropagation() {} };
  if (runScopeHandlers(view, big as unknown as KeyboardEvent, "editor")) return true;
  // The page's own key, of which the text has the one without Shift.
  if (key !== "f" || !run) return false;
  run("edit.findAll");
  return true;
}

const lettersWithShift = (run?: RunAction) =>
  Prec.high(EditorView.domEventHandlers({ keydown: (event, view) => pressWithShift(view, event, run) }));

/** The keys of the places where the person was; on Apple's keyboards Alt and an arrow leads from word to word. */
function placeKeys(run: RunAction): KeyBinding[] {
  const going = (id: string): Command => () => {
    run(id);
    return true;
  };
  return [
    { key: "Alt-ArrowLeft", mac: "Ctrl--", run: going("go.back"), preventDefault: true },
    { key: "Alt-ArrowRight", mac: "Ctrl-Shift--", run: going("go.forward"), preventDefault: true },
  ];
}

/** Returns the keys of the text; `run` is there where a page is around it. */
export function keys(notice: (text: string) => void, run?: RunAction): Extension {
  return [lettersWithShift(run), keymap.of([
    { key: "Ctrl-m", mac: "Shift-Alt-m", run: tabFocus(notice), preventDefault: true },
    { key: "Tab", run: acceptCompletion },
    { key: "Tab", run: insertIndent, shift: alone(indentLess) },
    { key: "Mod-.", run: openFixMenu, preventDefault: true },
    { key: "F8", run: nextProblem, shift: previousProblem, preventDefault: true },
    { key: "F2", run: renameSymbol, preventDefault: true },
    { key: "F12", run: goToDefinition, shift: findReferences, preventDefault: true },
    ...(run ? placeKeys(run) : []),
    { key: "Shift-Alt-f", run: formatDocument, preventDefault: true },
    ...completionKeymap,
    ...ours(searchKeymap),
    { key: "Mod-z", run: undoStep, preventDefault: true },
    { key: "Mod-y", mac: "Mod-Shift-z", run: redoStep, preventDefault: true },
    { linux: "Ctrl-Shift-z", run: redoStep, preventDefault: true },
    ...historyKeymap,
    ...foldKeymap,
    ...ours(defaultKeymap),
  ])];
}
