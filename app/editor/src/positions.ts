// Positions as LSP counts them, and CodeMirror's offsets.

import type { Text } from "@codemirror/state";
import type { Position, Range } from "./wire.ts";

/** A stretch of a CodeMirror document. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The offset of `position`, cut to its line and to the text.
 *
 * The server counts the CR of a CRLF as a character of its line, the editor does not have it; so a
 * column may lie one behind the end of the line.
 */
export function offsetAt(doc: Text, position: Position): number {
  if (position.line < 0) return 0;
  if (position.line >= doc.lines) return doc.length;
  const line = doc.line(position.line + 1);
  return line.from + Math.max(0, Math.min(position.character, line.length));
}

/** The stretch that `range` means. */
export function spanOf(doc: Text, range: Range): Span {
  const from = offsetAt(doc, range.start);
  return { from, to: Math.max(from, offsetAt(doc, range.end)) };
}

/** The position of `offset`. */
export function positionAt(doc: Text, offset: number): Position {
  const line = doc.lineAt(Math.max(0, Math.min(offset, doc.length)));
  return { line: line.number - 1, character: Math.min(offset, doc.length) - line.from };
}

/** The range of a stretch. */
export function rangeOf(doc: Text, from: number, to: number): Range {
  return { start: positionAt(doc, from), end: positionAt(doc, to) };
}
