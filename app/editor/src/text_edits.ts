// Conversion of edits between the wire and CodeMirror.

import type { ChangeSet, Text } from "@codemirror/state";
import { insertedLines, type LineEnds, linesToText } from "./line_ends.ts";
import { rangeOf, spanOf } from "./positions.ts";
import type { DocumentEdit, Range, TextEdit, WorkspaceEdit } from "./wire.ts";

/** A change in CodeMirror's terms. */
export interface LinesChange {
  from: number;
  to: number;
  insert: Text;
}

/**
 * Returns the changes of `doc` that `edits` ask for, in order, without those that change nothing; null
 * if two of them touch the same text, because their meaning is unclear.
 */
export function changesOf(doc: Text, edits: TextEdit[], ends: LineEnds): LinesChange[] | null {
  const changes = edits.map((edit) => ({
    ...spanOf(doc, edit.range),
    insert: insertedLines(edit.newText, ends),
  }));
  // Two insertions at one place keep the order in which they were given; sort is stable.
  changes.sort((a, b) => a.from - b.from || a.to - b.to);
  const overlap = changes.some((it, idx) => it.from < (changes[idx - 1]?.to ?? 0));
  return overlap ? null : changes.filter((it) => !doc.slice(it.from, it.to).eq(it.insert));
}

/** A content change of `textDocument/didChange`. */
export interface ContentChange {
  range: Range;
  text: string;
}

/**
 * Returns the content changes for a transaction from `before`.
 *
 * LSP applies them one after the other, so they go from the end of the text to its start: none moves
 * the place of the next.
 */
export function contentChanges(before: Text, changes: ChangeSet, ends: LineEnds): ContentChange[] {
  const result: ContentChange[] = [];
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    result.push({ range: rangeOf(before, fromA, toA), text: linesToText(inserted, ends) });
  });
  return result.reverse();
}

/**
 * Returns a workspace edit as a list of documents with their edits, which are for texts of these
 * versions.
 */
export function documentEdits(edit: WorkspaceEdit, versions: ReadonlyMap<string, number>): DocumentEdit[] {
  // Its edits tell that a file is new.
  const changes = edit.documentChanges
    ? edit.documentChanges.flatMap((it) => ("edits" in it ? [[it.textDocument.uri, it.edits] as const] : []))
    : Object.entries(edit.changes ?? {});
  return changes.map(([uri, edits]) => {
    const version = versions.get(uri);
    return { uri, ...(version === undefined ? {} : { version }), edits };
  });
}
