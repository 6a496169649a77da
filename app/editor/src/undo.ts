// Undo and redo of edits that changed several files: one step takes back all of them.
//
// Each file has a history of its own. The steps that one edit made in several of them carry the same mark,
// which the histories keep as they keep changes.

import { invertedEffects, redo, undo } from "@codemirror/commands";
import { type Extension, Prec, StateEffect, type StateCommand, type Text, type Transaction } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import { type Documents, documentsOf, type OpenDocument, openDocument } from "./documents.ts";

/** A file that an edit made. */
export interface Made {
  uri: string;
  text: string;
  label: string;
  /** The file as it was opened, and under which name; null before. */
  opened: { document: OpenDocument; uri: string; doc: Text } | null;
}

/** A file that an edit gives another name. */
export interface Move {
  document: OpenDocument;
  from: { uri: string; name: string };
  to: { uri: string; name: string };
}

/** An edit of several files. */
interface Edit {
  documents: readonly OpenDocument[];
  made: readonly Made[];
  moves: readonly Move[];
  /** The text whose user was told that the others cannot follow, and its version then. */
  told: { document: OpenDocument; version: number } | null;
}

const together = StateEffect.define<Edit>();

/** Marks what happens in several documents as one step; a change of the text of one document needs no mark. */
export function asOneStep(
  documents: readonly OpenDocument[],
  made: readonly Made[],
  moves: readonly Move[],
): StateEffect<Edit>[] {
  const isMarked = documents.length + made.length > 1 || moves.length > 0;
  return isMarked ? [together.of({ documents, made, moves, told: null })] : [];
}

/** Returns a name on the given side of `moves` that a file has which does not move; null if all are free. */
export function blocked(documents: Documents, moves: readonly Move[], side: "from" | "to"): string | null {
  const isInTheWay = (it: Move) => {
    const there = documents.get(it[side].uri);
    return there !== null && !moves.some(({ document }) => document === there);
  };
  return moves.find(isInTheWay)?.[side].name ?? null;
}

/** Gives files the names on the given side of `moves`; returns those that have them then. */
export function moveAll(documents: Documents, moves: readonly Move[], side: "from" | "to"): Move[] {
  const other = side === "to" ? "from" : "to";
  // One that has got yet another name since keeps that.
  const isDue = ({ document, [other]: { uri } }: Move) => documents.files.includes(document) && document.uri === uri;
  let left = moves.filter(isDue);
  const moved: Move[] = [];
  // A file that moves may have the name that another one gets.
  for (;;) {
    const free = left.find((it) => documents.get(it[side].uri) === null);
    if (!free) return moved;
    left = left.filter((it) => it !== free);
    documents.onRename(free.document, free[side].name);
    if (free.document.uri === free[side].uri) moved.push(free);
  }
}

/** Opens a file that an edit makes, unless it is open already. */
export function open(documents: Documents, file: Made): void {
  if (file.opened && documents.files.includes(file.opened.document)) return;
  const before = new Set(documents.files);
  documents.create(file.uri, file.text, file.label);
  const document = documents.files.find((it) => !before.has(it));
  file.opened = document ? { document, uri: document.uri, doc: document.doc } : null;
}

/** Takes away the files that an edit made; one that has changed since stays, and the user is told. */
function takeAway(documents: Documents, made: readonly Made[]): void {
  const gone: string[] = [];
  for (const { opened } of made) {
    if (!opened || !documents.files.includes(opened.document)) continue;
    const { document, uri, doc } = opened;
    const { name } = document;
    if (document.uri !== uri) documents.notice(`\`${name}\` stays: it has been renamed since.`);
    else if (!document.doc.eq(doc)) documents.notice(`\`${name}\` stays: it has been changed since.`);
    else if (documents.withdraw(document)) gone.push(`\`${name}\``);
  }
  if (gone.length > 0) documents.notice(`This was undone, and ${gone.join(", ")} removed; redo brings it back.`);
}

/** Returns the transaction that a command would make in a document; null if there is none. */
function next(document: OpenDocument, command: StateCommand): Transaction | null {
  let transaction: Transaction | null = null;
  command({ state: document.state, dispatch: (it) => (transaction = it) });
  return transaction;
}

function editOf(transaction: Transaction | null): Edit | null {
  return transaction?.effects.find((it) => it.is(together))?.value ?? null;
}

/**
 * Undoes the last step of a document, or does it again, in all files that the step changed. Where another
 * file has changed since, only a second call goes on, and leaves that file as it is. False if there is
 * nothing to undo.
 */
function step(documents: Documents, document: OpenDocument, command: typeof undo): boolean {
  const transaction = next(document, command);
  if (!transaction) return false;
  const edit = editOf(transaction);
  const others = edit?.documents.filter((it) => it !== document) ?? [];
  const opposite = command === undo ? redo : undo;
  // One that was taken back on its own stands where it shall.
  const due = others.filter((it) => !documents.files.includes(it) || editOf(next(it, opposite)) !== edit);
  const ready = due.flatMap((it) => {
    const its = documents.files.includes(it) ? next(it, command) : null;
    return its && editOf(its) === edit ? [{ document: it, transaction: its }] : [];
  });
  const left = due.filter((it) => !ready.some((other) => other.document === it));
  const side = command === undo ? "from" : "to";
  const done = command === undo ? "undone" : "done again";
  const inTheWay = edit ? blocked(documents, edit.moves, side) : null;
  let moves = edit?.moves ?? [];
  if (edit && (left.length > 0 || inTheWay !== null)) {
    const wasTold = edit.told?.document === document && edit.told.version === document.version;
    if (!wasTold) {
      edit.told = { document, version: document.version };
      documents.notice(cannotFollow(documents, left, inTheWay, document, done));
      return true;
    }
    ready.length = 0;
    moves = [];
  }
  documents.take(document, transaction);
  for (const it of ready) documents.take(it.document, it.transaction);
  if (command === undo) takeAway(documents, edit?.made ?? []);
  else for (const it of edit?.made ?? []) open(documents, it);
  const also = ready.filter((it) => !moves.some((move) => move.document === it.document));
  const moved = moveAll(documents, moves, side);
  tell(documents, also.map((it) => it.document), moved, side, done);
  return true;
}

/** Tells the user of what a step did beside the text that they see. */
function tell(documents: Documents, also: OpenDocument[], moved: Move[], side: "from" | "to", done: string): void {
  const parts: string[] = [];
  if (also.length > 0) parts.push(`This was ${done} in ${also.map((it) => `\`${it.name}\``).join(", ")}, too.`);
  const other = side === "to" ? "from" : "to";
  const [only] = moved;
  if (only && moved.length === 1) parts.push(`\`${only[other].name}\` is \`${only[side].name}\` again.`);
  else if (moved.length > 1) parts.push(`${moved.length} files have their ${side === "from" ? "former" : "new"} names again.`);
  if (parts.length > 0) documents.notice(parts.join(" "));
}

function cannotFollow(
  documents: Documents,
  left: OpenDocument[],
  inTheWay: string | null,
  document: OpenDocument,
  done: string,
): string {
  const reasons = left.map((it) => `\`${it.name}\` ${documents.files.includes(it) ? "has been changed since" : "is closed"}`);
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
  invertedEffects.of((transaction) => transaction.effects.filter((it) => it.is(together))),
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
