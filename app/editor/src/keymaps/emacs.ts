// The keys of Emacs, with the page's own undo and files behind its chords.

import { EmacsHandler, emacs } from "@replit/codemirror-emacs";
import { acceptCompletion } from "@codemirror/autocomplete";
import { insertNewlineAndIndent } from "@codemirror/commands";
import { type Extension, Prec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { leaveFinishedWord } from "../completions.ts";
import { keysFirst } from "../typing.ts";
import { redoStep, undoStep } from "../undo.ts";

/** Chords of Emacs and actions of the page. */
const chords: [string, string][] = [
  ["C-x C-s", "file.save"],
  ["C-x C-w", "file.saveAs"],
  ["C-x C-f", "file.open"],
  ["C-x k", "file.close"],
  ["C-x b", "file.next"],
  ["S-C-p", "help.palette"],
];

/** Returns the keys of Emacs. `run` runs an action of the page by its id. */
export function emacsKeys(run: (action: string) => void): Extension {
  // A step may have changed several files.
  EmacsHandler.bindKey("C-/|C-x u|S-C--|C-z", undoStep);
  EmacsHandler.bindKey("S-C-/|S-C-z", redoStep);
  // The plugin stands in front of the editor's own keys.
  EmacsHandler.bindKey("Return|C-m", (view: EditorView) => {
    void (leaveFinishedWord(view) || acceptCompletion(view) || insertNewlineAndIndent(view));
  });
  for (const [keys, action] of chords) EmacsHandler.bindKey(keys, () => run(action));
  return [keysFirst.of(true), Prec.highest(emacs())];
}
