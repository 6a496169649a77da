// The keys of Vim, with the page's own undo, files and windows behind its commands.

import { redo as redoInState, undo as undoInState } from "@codemirror/commands";
import { CodeMirror, getCM, Vim, vim } from "@replit/codemirror-vim";
import { type ChangeSpec, EditorSelection, EditorState, type Extension, Prec, type Text } from "@codemirror/state";
import { type Command, type EditorView, logException } from "@codemirror/view";
import { documentsOf, openDocument } from "../documents.ts";
import { keysFirst } from "../typing.ts";
import { opensOrCloses, redoStep, undoStep } from "../undo.ts";

/**
 * Commands of Vim: name, shortest form, action of the page. A `!` changes nothing: what would be lost is asked about
 * with and without it.
 */
const commands: [string, string, string][] = [
  ["quit", "q", "file.close"],
  ["qall", "qa", "file.closeAll"],
  ["bdelete", "bd", "file.close"],
  ["wall", "wa", "file.saveChanged"],
  ["edit", "e", "file.open"],
  ["enew", "ene", "file.new"],
  ["bnext", "bn", "file.next"],
  ["bprevious", "bp", "file.previous"],
  ["help", "h", "help.shortcuts"],
];

/** Commands of Vim that save: name, shortest form, whether they also close, and whether they save only what has changed. */
const saving: [string, string, boolean, boolean][] = [
  ["write", "w", false, false],
  ["update", "up", false, true],
  ["wq", "wq", true, false],
  ["xit", "x", true, true],
  ["exit", "exi", true, true],
];

/** Commands of Vim that are several of the page's: name, shortest form, what to do instead. */
const several: [string, string, string][] = [
  ["wqall", "wqa", "Save with `:wa`, then close with `:qa`."],
  ["xall", "xa", "Save with `:wa`, then close with `:qa`."],
];

/** A command as it was typed. */
type Typed = { argString?: string; line?: number; lineEnd?: number } | undefined;

// Vim's list of jumps is one for all texts, and its places are offsets: in another text than theirs they are nothing.
const { setBookmark } = CodeMirror.prototype;
CodeMirror.prototype.setBookmark = function (cursor, options) {
  const mark = setBookmark.call(this, cursor, options);
  const find = mark.find.bind(mark);
  mark.find = () => (getCM(this.cm6) === this ? find() : null);
  return mark;
};

// Behind the last line feed is no line for Vim, but one of the text: substitutions that begin above it would write there.
const { getSearchCursor } = CodeMirror.prototype;
CodeMirror.prototype.getSearchCursor = function (query, pos) {
  const cursor = getSearchCursor.call(this, query, pos);
  const findNext = cursor.findNext.bind(cursor);
  const last = this.lastLine();
  cursor.findNext = () => {
    const match = findNext();
    const isBehind = pos.line < last && cursor.from()?.line === this.lastLine() && this.getLine(this.lastLine()) === "";
    return isBehind ? null : match;
  };
  return cursor;
};

// A command that fails must not leave its key to the browser, which would write it into the text.
const { multiSelectHandleKey } = Vim;
Vim.multiSelectHandleKey = (editor, key, origin) => {
  const { cm6, state } = editor as CodeMirror;
  const isInserting = state.vim?.insertMode;
  try {
    return multiSelectHandleKey(editor, key, origin);
  } catch (error) {
    if (isInserting) throw error;
    logException(cm6.state, error, "Vim");
    return true;
  }
};

/** Returns the keys of Vim. `run` runs an action of the page by its id. */
export function vimKeys(run: (action: string) => void): Extension {
  // A step may have changed several files.
  const undo = throughFiles(undoStep, (it) => opensOrCloses(it, undoInState));
  const redo = throughFiles(redoStep, (it) => opensOrCloses(it, redoInState));
  CodeMirror.commands.undo = undo;
  CodeMirror.commands.redo = redo;
  Vim.defineEx("undo", "u", (it) => undo(it as CodeMirror));
  Vim.defineEx("redo", "red", (it) => redo(it as CodeMirror));
  // Vim goes on with its view after a command; what changes views comes after that.
  const later = (action: string) => setTimeout(() => run(action), 0);
  const save = ({ cm6 }: CodeMirror, typed: Typed, closes: boolean, isUpdate: boolean) => {
    const refusal = refusalOf(cm6, typed);
    if (refusal !== null) {
      documentsOf(cm6)?.say(refusal);
      return;
    }
    // A name means another file, and this one must stay as it is there.
    const isCopy = nameIn(typed) !== "";
    if (isCopy && closes) documentsOf(cm6)?.say("Nothing was saved. Save under another name with `:w` and the name, then close with `:q`.");
    else if (isCopy) later("file.saveAs");
    else if (!isUpdate || !cm6.state.facet(openDocument)?.isPristine()) later(closes ? "file.saveAndClose" : "file.save");
    else if (closes) later("file.close");
    else documentsOf(cm6)?.say("The text has not changed since it was saved.");
  };
  for (const [name, short, closes, isUpdate] of saving) {
    Vim.defineEx(name, short, (it, typed: Typed) => save(it as CodeMirror, typed, closes, isUpdate));
  }
  for (const [name, short, action] of commands) Vim.defineEx(name, short, () => later(action));
  for (const [name, short, instead] of several) {
    Vim.defineEx(name, short, (it) => documentsOf((it as CodeMirror).cm6)?.say(instead));
  }
  Vim.defineAction("saveAndClose", (it) => save(it as CodeMirror, undefined, true, true));
  Vim.defineAction("closeFile", () => later("file.close"));
  Vim.mapCommand("ZZ", "action", "saveAndClose", {}, { context: "normal" });
  Vim.mapCommand("ZQ", "action", "closeFile", {}, { context: "normal" });
  return [keysFirst.of(true), staysNormal, wholeCharacters, Prec.highest(vim({ status: true }))];
}

/** Returns the name of the file that a command names; empty if it names none. */
function nameIn(typed: Typed): string {
  return (typed?.argString ?? "").replace(/^!/, "").trim();
}

/** Returns why a command saves nothing: it asks for something else than a whole file. Null if it does not. */
function refusalOf({ state }: EditorView, typed: Typed): string | null {
  const { line, lineEnd, argString = "" } = typed ?? {};
  const isWhole = line === undefined || (line === 0 && lineEnd === state.doc.lines - 1);
  if (!isWhole) return "Nothing was saved: only whole texts are, no range of lines. Copy the lines into a new file instead.";
  if (/^!?\s*>>/.test(argString)) return "Nothing was saved: a text cannot be added to the end of a file.";
  if (/^\s+!/.test(argString)) return "Nothing was saved: a text cannot be given to a program from here.";
  return null;
}

/**
 * Lets the page show a place, and undo go to one, by the caret alone: what is selected would begin Vim's visual mode, in
 * which the next key changes the text.
 */
const staysNormal: Extension = EditorState.transactionFilter.of((transaction) => {
  const isThePages = transaction.isUserEvent("select.bobbin") || transaction.isUserEvent("undo") || transaction.isUserEvent("redo");
  if (!isThePages || transaction.newSelection.ranges.every((it) => it.empty)) return transaction;
  return [transaction, { selection: { anchor: transaction.newSelection.main.from }, sequential: true }];
});

/** Tells whether a place is between the two halves of a character. */
const splits = (doc: Text, at: number) => /^[\ud800-\udbff][\udc00-\udfff]$/.test(doc.sliceString(Math.max(0, at - 1), at + 1));

/** Lets what is selected take in whole characters: the edges of a block are counted in halves of some. */
const wholeSelections: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.selection) return transaction;
  const { newSelection: selection, newDoc } = transaction;
  const isSplit = (at: number) => splits(newDoc, at);
  if (!selection.ranges.some((it) => !it.empty && (isSplit(it.from) || isSplit(it.to)))) return transaction;
  const ranges = selection.ranges.map((it) => {
    if (it.empty) return it;
    const [from, to] = [isSplit(it.from) ? it.from - 1 : it.from, isSplit(it.to) ? it.to + 1 : it.to];
    return it.anchor <= it.head ? EditorSelection.range(from, to) : EditorSelection.range(to, from);
  });
  return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }];
});

/** Leaves no half of a character: what would be put into the middle of one stands behind it, what ends there takes it along. */
const wholeChanges: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged) return transaction;
  const { startState: { doc }, newDoc } = transaction;
  const changes: ChangeSpec[] = [];
  transaction.changes.iterChanges((fromA, toA, fromB, toB) => {
    const isLeft = splits(doc, fromA) && !splits(newDoc, fromB);
    if (isLeft && fromA === toA) {
      changes.push({ from: fromB, insert: doc.sliceString(fromA, fromA + 1) }, { from: toB, to: toB + 1 });
      return;
    }
    if (isLeft) changes.push({ from: fromB - 1, to: fromB });
    if (splits(doc, toA) && !splits(newDoc, toB)) changes.push({ from: toB, to: toB + 1 });
  });
  return changes.length > 0 ? [transaction, { changes, sequential: true }] : transaction;
});

/** Keeps characters whole. The last filter is asked first: none puts another sign in the place of a half before. */
export const wholeCharacters: Extension = Prec.lowest([wholeSelections, wholeChanges]);

/**
 * Runs a command of a history as Vim expects it: the caret is where the change begins then. What `changesViews` comes
 * after Vim's command.
 */
function throughFiles(command: Command, changesViews: (state: EditorState) => boolean): (editor: CodeMirror) => void {
  return ({ curOp, cm6 }) => {
    if (changesViews(cm6.state)) {
      setTimeout(() => command(cm6), 0);
      return;
    }
    delete curOp?.$changeStart;
    command(cm6);
    const start = curOp?.$changeStart;
    if (start !== undefined) cm6.dispatch({ selection: { anchor: start } });
  };
}
