// The keys of Vim, with the page's own undo, files and windows behind its commands.

import { CodeMirror, Vim, vim } from "@replit/codemirror-vim";
import { type Extension, Prec } from "@codemirror/state";
import type { Command } from "@codemirror/view";
import { keysFirst } from "../typing.ts";
import { redoStep, undoStep } from "../undo.ts";

/** Commands of Vim: name, shortest form, actions of the page. */
const commands: [string, string, string[]][] = [
  ["write", "w", ["file.save"]],
  ["quit", "q", ["file.close"]],
  ["edit", "e", ["file.open"]],
  ["enew", "ene", ["file.new"]],
  ["bnext", "bn", ["file.next"]],
  ["bprevious", "bp", ["file.previous"]],
  ["help", "h", ["help.shortcuts"]],
];

/** Returns the keys of Vim. `run` runs an action of the page by its id. */
export function vimKeys(run: (action: string) => void): Extension {
  // A step may have changed several files.
  const [undo, redo] = [throughFiles(undoStep), throughFiles(redoStep)];
  CodeMirror.commands.undo = undo;
  CodeMirror.commands.redo = redo;
  Vim.defineEx("undo", "u", (it) => undo(it as CodeMirror));
  Vim.defineEx("redo", "red", (it) => redo(it as CodeMirror));
  // Vim goes on with its view after a command; what changes views comes after that.
  const later = (actions: string[]) => setTimeout(() => actions.forEach(run), 0);
  for (const [name, short, actions] of commands) {
    Vim.defineEx(name, short, (_, params: { argString?: string } | undefined) => {
      // A name means another file, and this one must stay as it is there.
      const isCopy = name === "write" && Boolean(params?.argString?.trim());
      later(isCopy ? ["file.saveAs"] : actions);
    });
  }
  return [keysFirst.of(true), Prec.highest(vim({ status: true }))];
}

/** Runs a command of a history as Vim expects it: the caret is where the change begins then. */
function throughFiles(command: Command): (editor: CodeMirror) => void {
  return ({ curOp, cm6 }) => {
    delete curOp?.$changeStart;
    command(cm6);
    const start = curOp?.$changeStart;
    if (start !== undefined) cm6.dispatch({ selection: { anchor: start } });
  };
}
