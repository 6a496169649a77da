// Line ends: CodeMirror has lines, files have bytes between them.

import { Text } from "@codemirror/state";

/**
 * How the lines of a file end.
 *
 * `mixed` stands for every file whose line ends a single word cannot describe: there LF ends a line,
 * as it does for the server, and each CR is a visible character of its line.
 */
export type LineEnds = "lf" | "crlf" | "mixed";

/** Which line ends `text` has; a text of one line counts as `lf`. */
export function lineEndsOf(text: string): LineEnds {
  if (!text.includes("\r")) return "lf";
  // One CRLF for each CR and for each LF means that there is nothing else.
  const [crs, lfs, crlfs] = [/\r/g, /\n/g, /\r\n/g].map((it) => text.match(it)?.length ?? 0);
  return crs === crlfs && lfs === crlfs ? "crlf" : "mixed";
}

/** The lines of a file's text. */
export function textToLines(text: string, ends: LineEnds): Text {
  return Text.of(text.split(ends === "crlf" ? "\r\n" : "\n"));
}

/** The lines of a text from elsewhere, put into a file with these line ends. */
export function insertedLines(text: string, ends: LineEnds): Text {
  return Text.of(text.split(ends === "mixed" ? "\n" : /\r\n?|\n/));
}

/** The exact text of a file. */
export function linesToText(lines: Text, ends: LineEnds): string {
  return lines.sliceString(0, lines.length, ends === "crlf" ? "\r\n" : "\n");
}
