// Detection of a text's indentation.

import type { Text } from "@codemirror/state";

/** Returns one step of indentation, as the first indented lines of the text have it. */
export function indentOf(doc: Text): string {
  for (let number = 1; number <= Math.min(doc.lines, 500); number++) {
    const indent = /^[\t ]+(?=\S)/.exec(doc.line(number).text)?.[0];
    if (indent?.startsWith("\t")) return "\t";
    if (indent) return indent.length >= 4 && indent.length % 4 === 0 ? "    " : "  ";
  }
  return "  ";
}
