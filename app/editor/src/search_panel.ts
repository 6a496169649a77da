// The search panel of the text finds what the search in all files does. A text is taken by its letters, where the
// library's own panel takes a backslash and what follows for another sign; regular expressions find line by line, without
// line ends and the byte order mark, which nobody sees.

import { getSearchQuery, SearchQuery, setSearchQuery } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { expanded, expressionOf, looksForReturns, matchesIn } from "./search/search.ts";

interface Match {
  from: number;
  to: number;
  /** True: it is no part of a character. */
  precise: true;
  match: RegExpExecArray;
}

/** The part of a query that the library asks. */
class LinesQuery {
  private readonly expression: RegExp;
  private readonly isForReturns: boolean;

  constructor(readonly spec: SearchQuery) {
    const query = { text: spec.search, isRegex: true, isCase: spec.caseSensitive, isWord: spec.wholeWord };
    // A hyphen is part of a name in all our languages.
    this.expression = expressionOf(query, "\\-");
    this.isForReturns = looksForReturns(query);
  }

  private inLine({ doc }: EditorState, nth: number): Match[] {
    const line = doc.line(nth);
    const { start, matches } = matchesIn(line.text, this.expression, nth === 1, nth < doc.lines && !this.isForReturns);
    return matches.map((match) => {
      const from = line.from + start + match.index;
      return { from, to: from + match[0].length, precise: true, match };
    });
  }

  nextMatch(state: EditorState, before: number, behind: number): Match | null {
    const { doc } = state;
    for (let nth = doc.lineAt(behind).number; nth <= doc.lines; nth++) {
      const next = this.inLine(state, nth).find((it) => it.from >= behind);
      if (next) return next;
    }
    for (let nth = 1; nth <= doc.lineAt(before).number; nth++) {
      const next = this.inLine(state, nth).find((it) => it.to <= before);
      if (next) return next;
    }
    return null;
  }

  prevMatch(state: EditorState, before: number, behind: number): Match | null {
    const { doc } = state;
    for (let nth = doc.lineAt(before).number; nth >= 1; nth--) {
      const previous = this.inLine(state, nth).filter((it) => it.to <= before).at(-1);
      if (previous) return previous;
    }
    for (let nth = doc.lines; nth >= doc.lineAt(behind).number; nth--) {
      const previous = this.inLine(state, nth).filter((it) => it.from >= behind).at(-1);
      if (previous) return previous;
    }
    return null;
  }

  matchAll(state: EditorState, limit: number): Match[] | null {
    const all: Match[] = [];
    for (let nth = 1; nth <= state.doc.lines; nth++) {
      for (const it of this.inLine(state, nth)) all.push(it);
      if (all.length > limit) return null;
    }
    return all;
  }

  highlight(state: EditorState, from: number, to: number, add: (from: number, to: number) => void): void {
    const last = state.doc.lineAt(to).number;
    for (let nth = state.doc.lineAt(from).number; nth <= last; nth++) {
      for (const it of this.inLine(state, nth)) add(it.from, it.to);
    }
  }

  getReplacement({ match }: Match): string {
    return expanded(this.spec.replace, match);
  }
}

/** A regular expression that finds within lines. The library makes a query do something by `create`. */
class InLines extends SearchQuery {
  create(): LinesQuery {
    return new LinesQuery(this);
  }
}

/** A query with what the library keeps of it, and what the keys of Vim do. */
type FullQuery = SearchQuery & { unquoted?: string; forVim?: boolean };

/** A text that is found by its letters. */
class ByLetters extends SearchQuery {
  /** Its `unquoted` is what is looked for: a line end of it, which a field cannot show, is spelled there. */
  constructor({ search, replace, caseSensitive, wholeWord }: SearchQuery, unquoted: string) {
    super({ search, replace, caseSensitive, wholeWord, literal: true });
    Object.assign(this, { unquoted });
  }
}

/** Returns the query for a text; what is selected over several lines stays what is looked for while its field does. */
function byLetters({ search, replace, caseSensitive, wholeWord }: SearchQuery, before: FullQuery): ByLetters {
  const shown = search.replace(/[\r\n]/g, (it) => (it === "\n" ? "\\n" : "\\r"));
  const isSame = before instanceof ByLetters && before.search === search;
  const query = new SearchQuery({ search: shown, replace, caseSensitive, wholeWord });
  return new ByLetters(query, (isSame && (before as FullQuery).unquoted) || search);
}

/**
 * Takes texts in the search panel by their letters, and regular expressions for such; one that names line ends looks for
 * them.
 */
export const searchInLines: Extension = EditorState.transactionExtender.of(({ effects, startState }) => {
  const query = effects.filter((it) => it.is(setSearchQuery)).at(-1)?.value as FullQuery | undefined;
  if (!query || query instanceof InLines || query instanceof ByLetters || !query.valid || query.forVim) return null;
  if (!query.regexp) return { effects: setSearchQuery.of(byLetters(query, getSearchQuery(startState))) };
  const { search, replace, caseSensitive, wholeWord } = query;
  if (/(?<!\\)(?:\\\\)*\\n/.test(search)) return null;
  return { effects: setSearchQuery.of(new InLines({ search, replace, caseSensitive, wholeWord, regexp: true })) };
});
