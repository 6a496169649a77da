// Edits from elsewhere than the keyboard: fixes, gestures in other views, formatting, rename.

import { isolateHistory } from "@codemirror/commands";
import { ChangeSet, type EditorState } from "@codemirror/state";
import { type Documents, freshKey, type OpenDocument } from "./documents.ts";
import { effectOf, fromPage, type Step } from "./steps.ts";
import { changesOf, type LinesChange } from "./text_edits.ts";
import { asOneStep, type Made, type Move, moveAll, named, openMade, spoken } from "./undo.ts";
import type { DocumentEdit, TextEdit } from "./wire.ts";

/** File names and a step of the page that belong to the same undoable step as some edits. */
export interface Along {
  /** The files that get another name in the same step, if there is one. */
  moves?: readonly Move[];
  /** The step of the page that is taken back or repeated when the first document undoes the edits or does them again. */
  beside?: Step | null;
  /** The edits mend what is selected: no selection is left, but a caret behind it. */
  isFix?: boolean;
}

/**
 * Applies edits to the newest texts as one undoable step; `label` describes it to screen readers. It
 * is all or nothing: returns false if a document is not open, can only be read or is no longer of the
 * version that its edits are for, or if its edits overlap. A document that is not open and gets all of its text by one
 * insertion is a new file.
 */
export function applyDocumentEdits(
  documents: Documents,
  edits: DocumentEdit[],
  label: string,
  { moves = [], beside = null, isFix = false }: Along = {},
): boolean {
  const planned: { document: OpenDocument; changes: LinesChange[] }[] = [];
  const created: Made[] = [];
  for (const { uri, version, edits: textEdits } of edits) {
    const document = documents.get(uri);
    // What was asked for while it could be written may come later.
    if (document?.state.readOnly || (version !== undefined && document?.version !== version)) return false;
    const text = document ? null : newText(textEdits);
    if (text !== null) {
      created.push({ key: freshKey(), uri, text, label });
      continue;
    }
    const changes = document && changesOf(document.doc, textEdits, document.ends);
    if (!document || !changes) return false;
    planned.push({ document, changes });
  }
  const changing = planned.filter((it, idx) => it.changes.length > 0 || (beside && idx === 0));
  // A name alone is no step of a text: undo is for what was written.
  const inStep = changing.length > 0 ? moves : [];
  for (const { key } of inStep) {
    const document = documents.withKey(key);
    if (document && !changing.some((it) => it.document === document)) changing.push({ document, changes: [] });
  }
  const step = asOneStep(
    changing.map((it) => it.document),
    created,
    inStep,
  );
  for (const { document, changes } of changing) {
    documents.dispatch(document, {
      changes,
      ...(isFix && { selection: { anchor: caretBehind(document.state, changes) } }),
      annotations: [isolateHistory.of("full"), fromPage.of(true)],
      effects: [...step, ...(beside && document === planned[0]?.document ? [effectOf(beside)] : []), ...named(label)],
      userEvent: "bobbin",
    });
  }
  // What happens in other files only is said where the person is.
  const seen = documents.files.find((it) => it.isShown);
  const hasChanged = changing.length + created.length > 0;
  if (seen && hasChanged && !changing.some((it) => it.document === seen)) {
    documents.dispatch(seen, { effects: spoken(label) });
  }
  for (const it of created) openMade(documents, it);
  moveAll(documents, moves, "to");
  return true;
}

/** Returns why edits were not applied, in words. */
export function whyNot(documents: Documents, edits: readonly DocumentEdit[]): string {
  const still = edits.map((it) => documents.get(it.uri)).find((it) => it?.state.readOnly);
  return still ? `\`${still.name}\` can only be read` : "a text changed in the meantime; try again";
}

/** Returns the place behind what is selected and what changes there, in the text after the changes. */
export function caretBehind({ doc, selection }: EditorState, changes: LinesChange[]): number {
  const { from, to } = selection.main;
  const touched = changes.filter((it) => it.from <= to && it.to >= from);
  return ChangeSet.of(changes, doc.length).mapPos(Math.max(to, ...touched.map((it) => it.to)), 1);
}

/** Returns the text of a new file; null if the edits are for an existing file. */
function newText(edits: TextEdit[]): string | null {
  const [edit] = edits;
  if (!edit || edits.length > 1) return null;
  const { start, end } = edit.range;
  return start.line + start.character + end.line + end.character === 0 ? edit.newText : null;
}
