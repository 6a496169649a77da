// Undo and redo of edits that changed several files: one step takes back all of them.
//
// Each file has a history of its own. The steps that one edit made in several of them carry the same mark,
// which the histories keep as they keep changes. A mark names the files by their keys and not by the objects
// that they are, so that it can be stored with the history and is good after a reload, too.

import { invertedEffects, redo, redoDepth, undo } from "@codemirror/commands";
import { type EditorState, type Extension, Prec, StateEffect, type StateCommand, type Transaction } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import { type Documents, documentsOf, freshKey, type OpenDocument, openDocument } from "./documents.ts";
import { pathOf } from "./locations.ts";
import { plain } from "./prose.ts";
import type { DocumentEdit } from "./wire.ts";

/** A file that an edit made. */
export interface Made {
  /** The key that the file gets, whenever it is opened. */
  key: string;
  uri: string;
  text: string;
  label: string;
}

/** A file that an edit gives another name. */
export interface Move {
  key: string;
  from: { uri: string; name: string };
  to: { uri: string; name: string };
}

/** An edit of several files, in a form that JSON can hold: it is stored with the histories of the files. */
export interface Edit {
  /** Random; the same in all files. */
  id: string;
  /** The files that it changed, with the names that they had. */
  documents: readonly { key: string; name: string }[];
  made: readonly Made[];
  moves: readonly Move[];
}

const together = StateEffect.define<Edit>();

/** The name of a step, such as `add skip`, which its undo and redo are announced by until the page is reloaded. */
const label = StateEffect.define<string>();

/** The edit of which a document's user was told that the other files cannot follow, and the document's version then. */
const told = new WeakMap<OpenDocument, { id: string; version: number }>();

/** Names a step, for its history and for screen readers; what has no name is not announced. */
export function named(text: string): StateEffect<string>[] {
  const words = plain(text);
  return words === "" ? [] : [label.of(words), ...spoken(text)];
}

/** Says the name of a step to screen readers. */
export function spoken(text: string): StateEffect<string>[] {
  const words = plain(text);
  return words === "" ? [] : [EditorView.announce.of(words)];
}

/** Marks what happens in several documents as one step; a change of the text of one document needs no mark. */
export function asOneStep(
  documents: readonly OpenDocument[],
  made: readonly Made[],
  moves: readonly Move[],
): StateEffect<Edit>[] {
  const isMarked = documents.length + made.length > 1 || moves.length > 0;
  const changed = documents.map(({ key, name }) => ({ key, name }));
  return isMarked ? [markOf({ id: freshKey(), documents: changed, made, moves })] : [];
}

/** Returns the mark of an edit, as histories keep it. */
export function markOf(edit: Edit): StateEffect<Edit> {
  return together.of(edit);
}

/** Returns the edit that is marked among effects; null if none is. */
export function editIn(effects: readonly StateEffect<unknown>[]): Edit | null {
  return effects.find((it) => it.is(together))?.value ?? null;
}

/** Returns a name on the given side of `moves` that a file has which does not move; null if all are free. */
export function blocked(documents: Documents, moves: readonly Move[], side: "from" | "to"): string | null {
  const isInTheWay = (it: Move) => {
    const there = documents.get(it[side].uri);
    return there !== null && !moves.some(({ key }) => key === there.key);
  };
  return moves.find(isInTheWay)?.[side].name ?? null;
}

/** Gives files the names on the given side of `moves`; returns those that have them then. */
export function moveAll(documents: Documents, moves: readonly Move[], side: "from" | "to"): Move[] {
  const other = side === "to" ? "from" : "to";
  // One that has got yet another name since keeps that.
  const due = moves.flatMap((move) => {
    const document = documents.withKey(move.key);
    return document?.uri === move[other].uri ? [{ document, move }] : [];
  });
  let left = due;
  const moved: Move[] = [];
  // A file that moves may have the name that another one gets.
  for (;;) {
    const free = left.find(({ move }) => documents.get(move[side].uri) === null);
    if (!free) return moved;
    left = left.filter((it) => it !== free);
    documents.onRename(free.document, free.move[side].name);
    if (free.document.uri === free.move[side].uri) moved.push(free.move);
  }
}

/** Opens a file that an edit makes, unless it is open already. */
export function openMade(documents: Documents, { key, uri, text, label }: Made): void {
  if (documents.withKey(key)) return;
  const before = new Set(documents.files);
  documents.create(uri, text, label);
  const document = documents.files.find((it) => !before.has(it));
  if (document) document.key = key;
}

/** Takes away the files that an edit made; one that has changed since stays, and the user is told. */
function takeAway(documents: Documents, made: readonly Made[]): void {
  const gone: string[] = [];
  for (const { key, uri, text } of made) {
    const document = documents.withKey(key);
    if (!document) continue;
    const { name } = document;
    if (pathOf(document.uri) !== pathOf(uri)) documents.notice(`\`${name}\` stays: it has been renamed since.`);
    else if (document.text() !== text) documents.notice(`\`${name}\` stays: it has been changed since.`);
    else if (documents.isOnDisk(document)) documents.notice(`\`${name}\` stays: it has been saved since.`);
    // Its own steps would be gone with it.
    else if (redoDepth(document.state) > 0) documents.notice(`\`${name}\` stays: redo brings back what was undone in it.`);
    else if (documents.withdraw(document)) gone.push(name);
  }
  if (gone.length === 0) return;
  documents.notice(`This was undone, and ${listed(gone)} removed; redo brings it back.`, gone);
}

/** Returns whether a command opens files or closes them. */
export function opensOrCloses(state: EditorState, command: StateCommand): boolean {
  return (editOf(next({ state }, command))?.made.length ?? 0) > 0;
}

/** The most names that a message lists. */
const mostNamed = 3;

/** Returns names as people list them: the first few, and how many more there are. */
export function listed(names: readonly string[]): string {
  // One that is left out takes as much room as its name.
  const shown = names.length > mostNamed + 1 ? names.slice(0, mostNamed) : names;
  const parts = shown.map((it) => `\`${it}\``);
  if (shown.length < names.length) parts.push(`${names.length - shown.length} more`);
  const last = parts.pop() ?? "";
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}

/** Returns the transaction that a command would make in a document; null if there is none. */
function next(document: Pick<OpenDocument, "state">, command: StateCommand): Transaction | null {
  let transaction: Transaction | null = null;
  command({ state: document.state, dispatch: (it) => (transaction = it) });
  return transaction;
}

/** Returns what is said of a step that is taken back or done again. */
function inWords(transaction: Transaction | null, command: StateCommand): string {
  const verb = command === undo ? "undo" : "redo";
  if (!transaction) return `There is nothing to ${verb}.`;
  const what = transaction.effects.find((it) => it.is(label))?.value;
  const done = command === undo ? "Undone" : "Redone";
  return what === undefined ? done : `${done}: ${what}`;
}

function editOf(transaction: Transaction | null): Edit | null {
  return transaction ? editIn(transaction.effects) : null;
}

/**
 * Undoes the last step of a document, or does it again, in all files that the step changed. Where another
 * file has changed since, only a second call goes on, and leaves that file as it is. False if there is
 * nothing to undo.
 */
function step(documents: Documents, document: OpenDocument, command: typeof undo): boolean {
  const transaction = next(document, command);
  const said = inWords(transaction, command);
  if (!transaction) {
    documents.say(said);
    return false;
  }
  const edit = editOf(transaction);
  const others = edit?.documents.filter((it) => it.key !== document.key) ?? [];
  const opposite = command === undo ? redo : undo;
  const isNext = (it: OpenDocument, command: typeof undo) => editOf(next(it, command))?.id === edit?.id;
  const side = command === undo ? "from" : "to";
  const other = command === undo ? "to" : "from";
  // One that is closed was called as the step left it.
  const nameOf = (key: string) => edit?.moves.find((it) => it.key === key)?.[other].name;
  const open = others.map(({ key, name }) => ({ name: nameOf(key) ?? name, document: documents.withKey(key) }));
  // One that was taken back on its own stands where it shall.
  const due = open.filter((it) => !it.document || !isNext(it.document, opposite));
  const ready = due.flatMap(({ document }) => (document && isNext(document, command) ? [document] : []));
  const left = due.filter((it) => !it.document || !ready.includes(it.document));
  const done = command === undo ? "undone" : "done again";
  const inTheWay = edit ? blocked(documents, edit.moves, side) : null;
  let moves = edit?.moves ?? [];
  if (edit && (left.length > 0 || inTheWay !== null)) {
    const last = told.get(document);
    if (last?.id !== edit.id || last.version !== document.version) {
      told.set(document, { id: edit.id, version: document.version });
      documents.notice(cannotFollow(left, inTheWay, document, done));
      return true;
    }
    ready.length = 0;
    moves = [];
  }
  documents.take(document, transaction);
  documents.dispatch(document, { effects: EditorView.announce.of(said) });
  for (const it of ready) {
    const its = next(it, command);
    if (its) documents.take(it, its);
  }
  if (command === undo) takeAway(documents, edit?.made ?? []);
  else for (const it of edit?.made ?? []) openMade(documents, it);
  const also = ready.filter((it) => !moves.some((move) => move.key === it.key));
  const moved = moveAll(documents, moves, side);
  tell(documents, also, moved, side, done);
  return true;
}

/**
 * Undoes the step in which files got the names that `moves` takes back. False if nothing was undone: it is not the
 * last step of all files that it changed.
 */
export function undoMoves(documents: Documents, moves: readonly Move[]): boolean {
  const first = documents.withKey(moves[0]?.key ?? "");
  const edit = first && editOf(next(first, undo));
  const isTaken = ({ key, from, to }: Move) =>
    moves.some((it) => it.key === key && it.from.uri === to.uri && it.to.uri === from.uri);
  if (!edit || edit.moves.length !== moves.length || !edit.moves.every(isTaken)) return false;
  if (blocked(documents, edit.moves, "from") !== null) return false;
  const isLast = ({ key }: { key: string }) => {
    const document = documents.withKey(key);
    return document !== null && !document.state.readOnly && editOf(next(document, undo))?.id === edit.id;
  };
  return edit.documents.every(isLast) && step(documents, first, undo);
}

/** Tells the user which files a renaming changed beside the one that it was asked for in. */
export function tellOthers(documents: Documents, uri: string, edits: readonly DocumentEdit[]): void {
  const others = edits.filter((it) => it.edits.length > 0 && pathOf(it.uri) !== pathOf(uri));
  const names = others.flatMap((it) => documents.get(it.uri)?.name ?? []);
  if (names.length > 0) documents.notice(`${listed(names)} ${names.length === 1 ? "was" : "were"} changed, too.`);
}

/** Tells the user of what a step did beside the text that they see. */
function tell(documents: Documents, also: OpenDocument[], moved: Move[], side: "from" | "to", done: string): void {
  const parts: string[] = [];
  if (also.length > 0) parts.push(`This was ${done} in ${listed(also.map((it) => it.name))}, too.`);
  const other = side === "to" ? "from" : "to";
  const [only] = moved;
  if (only && moved.length === 1) parts.push(`\`${only[other].name}\` is \`${only[side].name}\` again.`);
  else if (moved.length > 1) parts.push(`${moved.length} files have their ${side === "from" ? "former" : "new"} names again.`);
  if (parts.length > 0) documents.notice(parts.join(" "));
}

function cannotFollow(
  left: { name: string; document: OpenDocument | null }[],
  inTheWay: string | null,
  document: OpenDocument,
  done: string,
): string {
  const reasons = left.map(({ name, document }) => {
    if (!document) return `\`${name}\` is closed`;
    return `\`${document.name}\` ${document.state.readOnly ? "can only be read" : "has been changed since"}`;
  });
  const more = reasons.length > mostNamed + 1 ? reasons.splice(mostNamed).length : 0;
  if (more > 0) reasons.push(`${more} more are closed or have been changed`);
  if (inTheWay !== null) reasons.push(`another file is called \`${inTheWay}\``);
  return `This step also changed other files, and ${reasons.join(", ")}. Nothing was ${done}; press again to do it in \`${document.name}\` only.`;
}

const throughFiles =
  (command: typeof undo): Command =>
  (view) => {
    const documents = documentsOf(view);
    const document = view.state.facet(openDocument);
    return documents && document && !view.state.readOnly ? step(documents, document, command) : command(view);
  };

/** Undo in all files that the step changed. */
export const undoStep = throughFiles(undo);
/** Redo in all files that the step changed. */
export const redoStep = throughFiles(redo);

/** Keeps the marks in the history, and lets the browser's own undo go the same way as the keys. */
export const stepsOfSeveralFiles: Extension = [
  invertedEffects.of((transaction) => transaction.effects.filter((it) => it.is(together) || it.is(label))),
  Prec.high(
    EditorView.domEventHandlers({
      beforeinput(event, view) {
        const command = { historyUndo: undoStep, historyRedo: redoStep }[event.inputType];
        if (!command) return false;
        event.preventDefault();
        return command(view);
      },
    }),
  ),
];

/** Undoes without a view; for tests. */
export const undoIn = (documents: Documents, document: OpenDocument): boolean => step(documents, document, undo);
/** Does again without a view; for tests. */
export const redoIn = (documents: Documents, document: OpenDocument): boolean => step(documents, document, redo);
