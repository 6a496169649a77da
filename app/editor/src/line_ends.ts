// Line ends: CodeMirror has lines, files have bytes between them.

import { Text } from "@codemirror/state";

/**
 * The line ends of a file.
 *
 * `mixed` stands for every file whose line ends a single word cannot describe: there LF ends a line,
 * as it does for the server, and each CR is a visible character of its line.
 */
export type LineEnds = "lf" | "crlf" | "mixed";

/** Returns the line ends of `text`; a text of one line counts as `lf`. */
export function lineEndsOf(text: string): LineEnds {
  if (!text.includes("\r")) return "lf";
  // If there are as many CRLF as CR and as LF, there is nothing else.
  const [crs, lfs, crlfs] = [/\r/g, /\n/g, /\r\n/g].map((it) => text.match(it)?.length ?? 0);
  return crs === crlfs && lfs === crlfs ? "crlf" : "mixed";
}

/** Returns true if a text may have come about in a file with these line ends; one of one line may in any. */
export function mayHave(ends: LineEnds, text: string): boolean {
  if (ends === "mixed") return true;
  return ends === "lf" ? !text.includes("\r") : !/[\r\n]/.test(text.replaceAll("\r\n", ""));
}

/** Splits a file's text into lines. */
export function textToLines(text: string, ends: LineEnds): Text {
  return Text.of(text.split(ends === "crlf" ? "\r\n" : "\n"));
}

/** Splits a text from elsewhere into lines for a file with these line ends. */
export function insertedLines(text: string, ends: LineEnds): Text {
  return Text.of(text.split(ends === "mixed" ? "\n" : /\r\n?|\n/));
}

/** Returns the length of the exact text of a file. */
export function lengthInFile(lines: Text, ends: LineEnds): number {
  return lines.length + (ends === "crlf" ? lines.lines - 1 : 0);
}

/** Returns the exact text of a file. */
export function linesToText(lines: Text, ends: LineEnds): string {
  return lines.sliceString(0, lines.length, ends === "crlf" ? "\r\n" : "\n");
}

/** Returns the length of a line without the CRs at its end. */
export function lengthWithoutReturns(line: string): number {
  let length = line.length;
  while (line[length - 1] === "\r") length -= 1;
  return length;
}

/**
 * Returns the changes that make LF of every CRLF of a text whose CRs are characters of their lines. None of the
 * languages takes a CR in front of an LF for more than a blank; one inside a line may mean something, and stays.
 */
export function carriageReturns(lines: Text): { from: number; to: number }[] {
  const changes: { from: number; to: number }[] = [];
  for (let nth = 1; nth < lines.lines; nth++) {
    const { text, to } = lines.line(nth);
    const n = text.length - lengthWithoutReturns(text);
    if (n > 0) changes.push({ from: to - n, to });
  }
  return changes;
}
