// Positions as LSP counts them, and CodeMirror's offsets.

import type { Text } from "@codemirror/state";
import type { Position, Range } from "./wire.ts";

/** A range of a CodeMirror document. */
export interface Span {
  from: number;
  to: number;
}

/**
 * Returns the offset of `position`, limited to its line and to the text.
 *
 * The server counts the CR of a CRLF as a character of its line, while the editor does not have it; so
 * a column may lie one beyond the end of the line.
 */
export function offsetAt(doc: Text, position: Position): number {
  if (position.line < 0) return 0;
  if (position.line >= doc.lines) return doc.length;
  const line = doc.line(position.line + 1);
  return line.from + Math.max(0, Math.min(position.character, line.length));
}

/** Converts a range to a span. */
export function spanOf(doc: Text, range: Range): Span {
  const from = offsetAt(doc, range.start);
  return { from, to: Math.max(from, offsetAt(doc, range.end)) };
}

/** Returns the position of `offset`. */
export function positionAt(doc: Text, offset: number): Position {
  const line = doc.lineAt(Math.max(0, Math.min(offset, doc.length)));
  return { line: line.number - 1, character: Math.min(offset, doc.length) - line.from };
}

/** Converts a span to a range. */
export function rangeOf(doc: Text, from: number, to: number): Range {
  return { start: positionAt(doc, from), end: positionAt(doc, to) };
}
