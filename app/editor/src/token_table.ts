// Semantic tokens as flat tables: decoded once, mapped through edits, looked up by place.

import type { ChangeDesc, Text } from "@codemirror/state";

/** Tokens sorted by place, without overlaps. Immutable. */
export interface TokenTable {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Indices into the server's list of token types. */
  readonly type: Uint8Array;
}

export const noTokens: TokenTable = {
  from: new Uint32Array(0),
  to: new Uint32Array(0),
  type: new Uint8Array(0),
};

/**
 * Decodes LSP's five numbers per token: lines and columns relative to the previous token, length, type
 * and modifiers. Tokens outside the text are cut or left out.
 */
export function decodeTokens(doc: Text, data: ArrayLike<number>): TokenTable {
  const n = Math.floor(data.length / 5);
  const from = new Uint32Array(n);
  const to = new Uint32Array(n);
  const type = new Uint8Array(n);
  let used = 0;
  let line = 0;
  let character = 0;
  let lineFrom = 0;
  let lineTo = doc.lines > 0 ? doc.line(1).to : 0;
  let last = 0;
  for (let idx = 0; idx < n * 5; idx += 5) {
    const deltaLine = data[idx] ?? 0;
    const deltaStart = data[idx + 1] ?? 0;
    if (deltaLine > 0) {
      line += deltaLine;
      character = deltaStart;
      if (line >= doc.lines) break;
      ({ from: lineFrom, to: lineTo } = doc.line(line + 1));
    } else {
      character += deltaStart;
    }
    const start = Math.max(last, lineFrom + character);
    const end = Math.min(lineTo, lineFrom + character + (data[idx + 2] ?? 0));
    if (start >= end) continue;
    from[used] = start;
    to[used] = end;
    type[used] = data[idx + 3] ?? 0;
    used += 1;
    last = end;
  }
  return cut({ from, to, type }, used);
}

/**
 * Returns the table after `changes`. Text typed inside a token takes its colour until the server
 * answers, and with `grow` so does text typed right behind it; a deleted token is removed.
 *
 * Token ends never go backward, so one pass serves tokens and changes together: this runs on each key
 * press.
 */
export function mapTokens(table: TokenTable, changes: ChangeDesc, grow: boolean): TokenTable {
  const ranges: { start: number; end: number; inserted: number }[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    ranges.push({ start: fromA, end: toA, inserted: toB - fromB });
  }, true);
  let next = 0;
  let shift = 0;
  const map = (at: number, behind: boolean): number => {
    for (let range = ranges[next]; range && range.start <= at; range = ranges[next]) {
      const { start, end, inserted } = range;
      const passed = at > end || (at === end && start < end);
      if (!passed) return start === at && start < end ? at + shift : start + shift + (behind ? inserted : 0);
      shift += inserted - (end - start);
      next += 1;
    }
    return at + shift;
  };

  const n = table.from.length;
  const from = new Uint32Array(n);
  const to = new Uint32Array(n);
  const type = new Uint8Array(n);
  let used = 0;
  for (let idx = 0; idx < n; idx++) {
    const start = map(table.from[idx] ?? 0, true);
    const end = map(table.to[idx] ?? 0, grow);
    if (start >= end) continue;
    from[used] = start;
    to[used] = end;
    type[used] = table.type[idx] ?? 0;
    used += 1;
  }
  return cut({ from, to, type }, used);
}

/** Returns the index of the first token that ends behind `at`. */
export function firstTokenBehind(table: TokenTable, at: number): number {
  let low = 0;
  let high = table.to.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((table.to[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function sameTokens(a: TokenTable, b: TokenTable): boolean {
  if (a.from.length !== b.from.length) return false;
  return a.from.every((it, idx) => it === b.from[idx] && a.to[idx] === b.to[idx] && a.type[idx] === b.type[idx]);
}

function cut(table: TokenTable, n: number): TokenTable {
  if (n === table.from.length) return table;
  return { from: table.from.slice(0, n), to: table.to.slice(0, n), type: table.type.slice(0, n) };
}
