// Lines and columns of a text, and offsets into its JavaScript string.

import { BobbinError } from "./errors.js";
import type { Position, TextEdit } from "./model.js";

/** The starts of a text's lines. Only LF ends a line; a CR before it is the line's last character. */
export class Lines {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  /** Returns the offset of a position, limited to its line and to the text. */
  offset({ line, character }: Position): number {
    const start = this.starts[line] ?? this.text.length;
    const next = this.starts[line + 1];
    return Math.min(start + character, next === undefined ? this.text.length : next - 1);
  }

  /** Returns true if a position lies in the text. */
  has({ line, character }: Position): boolean {
    const start = this.starts[line];
    return start !== undefined && start + character <= this.offset({ line, character });
  }

  /** Returns the position of an offset, limited to the text. */
  position(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return { line: low, character: at - (this.starts[low] ?? 0) };
  }
}

/** A replacement of a range of a text, by offsets into its string. */
export interface Replacement {
  /** UTF-16 code units before the range. */
  start: number;
  /** UTF-16 code units before its end. */
  end: number;
  /** The new text. */
  text: string;
}

/** Returns the text after edits, all of which refer to the text before. */
export function applied(text: string, lines: Lines, edits: readonly (TextEdit | Replacement)[]): string {
  const replacements = edits.map((it) => {
    if (!("range" in it)) return it;
    const { start, end } = it.range;
    for (const { line, character } of [start, end].filter((it) => !lines.has(it))) {
      throw new BobbinError("bad-edit", `the text has no character ${character} in line ${line}, both counted from 0`);
    }
    return { start: lines.offset(start), end: lines.offset(end), text: it.newText };
  });
  replacements.sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let done = 0;
  for (const { start, end, text: piece } of replacements) {
    if (start < done || end < start || end > text.length) {
      throw new BobbinError("bad-edit", `the edit from ${start} to ${end} overlaps another or does not lie in the text`);
    }
    result += text.slice(done, start) + piece;
    done = end;
  }
  return result + text.slice(done);
}
