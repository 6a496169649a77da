// A text as lines of coloured stretches.

import type { Text } from "@codemirror/state";
import { decodeTokens, firstTokenBehind } from "./token_table.ts";
import type { PageToken } from "./web_page.ts";

/** Splits a text into lines, and those into stretches with the types of the server's tokens. */
export function colouredLines(doc: Text, data: ArrayLike<number>, legend: readonly string[]): PageToken[][] {
  const table = decodeTokens(doc, data);
  const lines: PageToken[][] = [];
  for (let number = 1; number <= doc.lines; number++) {
    const { from, to, text } = doc.line(number);
    const parts: PageToken[] = [];
    let at = from;
    const upTo = (end: number, type: string) => {
      if (end > at) parts.push([text.slice(at - from, end - from), type]);
      at = Math.max(at, end);
    };
    for (let idx = firstTokenBehind(table, from); idx < table.from.length; idx++) {
      const start = table.from[idx] ?? 0;
      if (start >= to) break;
      upTo(start, "");
      upTo(Math.min(to, table.to[idx] ?? 0), legend[table.type[idx] ?? 0] ?? "");
    }
    upTo(to, "");
    lines.push(parts);
  }
  // The line behind the last line end is none to people.
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
