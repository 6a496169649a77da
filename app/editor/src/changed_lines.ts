// The lines that an edit changed, for a record of it.

import type { Text } from "@codemirror/state";
import type { ChangedLine, TextEdit } from "./wire.ts";

/** More lines than these tell nobody what a change did. */
const maxLines = 4;
/** A longer line is cut. */
const maxLength = 120;

/** Returns the first lines that differ after `edits` of `before`; a line that is new or gone has one side. */
export function changedLines(before: Text, after: Text, edits: readonly TextEdit[]): ChangedLine[] {
  if (edits.length === 0) return [];
  const first = Math.min(...edits.map((it) => it.range.start.line)) + 1;
  let lastBefore = Math.min(Math.max(...edits.map((it) => it.range.end.line)) + 1, before.lines);
  let lastAfter = lastBefore + after.lines - before.lines;
  const text = (doc: Text, line: number) => doc.line(line).text;
  // An insertion in front of a line leaves that line as it was.
  while (lastBefore >= first && lastAfter >= first && text(before, lastBefore) === text(after, lastAfter)) {
    lastBefore -= 1;
    lastAfter -= 1;
  }
  const changed: ChangedLine[] = [];
  for (let line = first; line <= Math.max(lastBefore, lastAfter) && changed.length < maxLines; line += 1) {
    const old = line <= lastBefore ? text(before, line).slice(0, maxLength) : null;
    const now = line <= lastAfter ? text(after, line).slice(0, maxLength) : null;
    if (old !== now) changed.push({ line, before: old, after: now });
  }
  return changed;
}
