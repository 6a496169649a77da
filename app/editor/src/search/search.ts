// Search and replace in all open texts, line by line.

import { lengthWithoutReturns } from "../line_ends.ts";

/** A text or an expression to look for, and how. */
export interface Query {
  text: string;
  isRegex: boolean;
  isCase: boolean;
  isWord: boolean;
  /** The text that is to take the place of each hit; null if nothing is to be replaced. */
  replacement: string | null;
}

/** A text to search. */
export interface SearchedText {
  uri: string;
  name: string;
  version: number;
  /** Its lines end with LF. */
  text: string;
}

/** A place in a text. */
export interface Hit {
  line: number;
  /** UTF-16 columns. */
  from: number;
  to: number;
  /** The surroundings and the hit itself, cut to what fits into a row. */
  before: string;
  match: string;
  after: string;
  /** The text that would take its place; null if nothing is to be replaced. */
  inserted: string | null;
}

export interface FileHits {
  uri: string;
  name: string;
  version: number;
  hits: Hit[];
}

export interface Hits {
  files: FileHits[];
  /** True if there are more than the limit. */
  isCut: boolean;
  /** The reason why nothing was searched, for people. */
  fault: string | null;
}

/** The most hits that are listed. */
export const mostHits = 5000;

/** Makes the expression of a query; words may have more signs in them. Fails with a message for people. */
export function expressionOf({ text, isRegex, isCase, isWord }: Omit<Query, "replacement">, inWords = ""): RegExp {
  const plain = isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|/-]/g, (it) => (it === "-" ? "\\x2d" : `\\${it}`));
  const source = isWord ? `(?<![\\p{L}\\p{N}_${inWords}])(?:${plain})(?![\\p{L}\\p{N}_${inWords}])` : plain;
  try {
    // Checked by itself: `a)(b` must not become valid by the brackets around it.
    new RegExp(plain, "u");
    return new RegExp(source, isCase ? "gu" : "giu");
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^.*:\s*/s, "") : "";
    throw new Error(`This is not a valid regular expression: ${why === "" ? "it cannot be read" : why.charAt(0).toLowerCase() + why.slice(1)}.`);
  }
}

/** Finds a query in texts, in their order. */
export function searchIn(texts: readonly SearchedText[], query: Query, most: number = mostHits): Hits {
  const found: Hits = { files: [], isCut: false, fault: null };
  if (query.text === "") return found;
  let expression: RegExp;
  try {
    expression = expressionOf(query);
  } catch (error) {
    return { ...found, fault: (error as Error).message };
  }
  let left = most;
  for (const { uri, name, version, text } of texts) {
    const hits = hitsIn(text, expression, query, left);
    found.isCut ||= hits.length > left;
    hits.length = Math.min(hits.length, left);
    left -= hits.length;
    if (hits.length > 0) found.files.push({ uri, name, version, hits });
    if (found.isCut) break;
  }
  return found;
}

/** Returns whether a query is about CRs: for others those in front of a line feed belong to the line's end. */
export function looksForReturns({ text, isRegex }: Pick<Query, "text" | "isRegex">): boolean {
  return isRegex && text.includes("\\r");
}

/** Finds an expression in a line as people see it, which starts at an offset; it is ended by a line feed and the CRs before that, or not. */
export function matchesIn(line: string, expression: RegExp, isFirst: boolean, isEnded: boolean): { start: number; content: string; matches: RegExpExecArray[] } {
  // The byte order mark stands before the text.
  const start = isFirst && line.startsWith("\ufeff") ? 1 : 0;
  const content = line.slice(start, isEnded ? lengthWithoutReturns(line) : undefined);
  // Nothing is no hit: it cannot be seen.
  return { start, content, matches: [...content.matchAll(expression)].filter((it) => it[0] !== "") };
}

/** Returns the hits in a text, at most one more than `most`. */
function hitsIn(text: string, expression: RegExp, query: Query, most: number): Hit[] {
  const hits: Hit[] = [];
  const lines = text.split("\n");
  const isForReturns = looksForReturns(query);
  for (const [line, full] of lines.entries()) {
    const { start, content, matches } = matchesIn(full, expression, line === 0, line < lines.length - 1 && !isForReturns);
    for (const match of matches) {
      const hit = hitOf(line, content, match, query);
      hits.push({ ...hit, from: start + hit.from, to: start + hit.to });
      if (hits.length > most) return hits;
    }
  }
  return hits;
}

function hitOf(line: number, content: string, match: RegExpExecArray, { isRegex, replacement }: Query): Hit {
  const [from, to] = [match.index, match.index + match[0].length];
  const inserted = replacement === null ? null : isRegex ? expanded(replacement, match) : replacement;
  const head = content.slice(0, from).trimStart();
  return {
    line,
    from,
    to,
    before: head.length > 40 ? `…${whole(head.slice(-40))}` : head,
    match: cut(match[0], 120),
    after: cut(content.slice(to, to + 121), 120),
    inserted,
  };
}

const cut = (text: string, most: number) => (text.length > most ? `${whole(text.slice(0, most))}…` : text);

/** Drops halves of characters from the ends. */
const whole = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");

/** Fills in `$1`, `$<name>`, `$&` and `$$`, as JavaScript does, and `$0`, `\n`, `\r`, `\t` and `\\`, as editors do. */
export function expanded(replacement: string, match: RegExpExecArray): string {
  return replacement.replace(/\\([nrt\\])|\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g, (all, escaped, dollar, whole, digits: string | undefined, name: string | undefined) => {
    if (escaped) return { n: "\n", r: "\r", t: "\t" }[escaped as string] ?? escaped;
    if (dollar) return "$";
    if (whole) return match[0];
    if (digits !== undefined) {
      const nth = Number(digits);
      if (nth < match.length) return match[nth] ?? "";
      // `$12` is `$1` and a 2 where there are fewer groups.
      const first = Number(digits[0]);
      return digits.length === 2 && first < match.length ? (match[first] ?? "") + digits[1] : all;
    }
    return name !== undefined && match.groups ? (match.groups[name] ?? "") : all;
  });
}
