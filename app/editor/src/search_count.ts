// The number of matches in the search panel of the text.

import { getSearchQuery, type SearchQuery, searchPanelOpen, setSearchQuery } from "@codemirror/search";
import type { EditorState, SelectionRange, Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** The most matches that are counted: more say nothing to a person, and each costs time. */
const most = 1000;

/** Longer texts are not searched as a whole: at this length it takes as long as a frame. */
const longest = 100_000;

/** The time without a key after which a text is searched, in milliseconds. */
const pause = 150;

/** The matches of a query in a text. */
export interface Matches {
  doc: Text;
  query: SearchQuery;
  /** The places, one more than are counted if there are more; null if they are not counted. */
  places: readonly { from: number; to: number }[] | null;
}

/**
 * Returns the matches of a query in a text. Those of regular expressions are not counted: one can take for ever in a
 * short text, and nothing stops it.
 */
export function matchesOf(state: EditorState, query: SearchQuery): Matches {
  const { doc } = state;
  if (!query.valid || query.regexp || doc.length > longest) return { doc, query, places: null };
  const places = [];
  const cursor = query.getCursor(state);
  for (let it = cursor.next(); !it.done && places.length <= most; it = cursor.next()) {
    places.push({ from: it.value.from, to: it.value.to });
  }
  return { doc, query, places };
}

/** Says which of how many matches is selected; an empty text if they are not counted. */
export function countOf({ places }: Matches, selected: SelectionRange): string {
  if (!places) return "";
  const count = places.length;
  if (count === 0) return "no matches";
  const here = 1 + places.findIndex(({ from, to }) => from === selected.from && to === selected.to);
  const all = count > most ? `more than ${most}` : `${count}`;
  return here > 0 ? `${here} of ${all}` : all === "1" ? "1 match" : `${all} matches`;
}

export const searchCount = ViewPlugin.fromClass(
  class {
    private readonly label: HTMLElement;
    private matches: Matches | null = null;
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly view: EditorView) {
      this.label = document.createElement("span");
      this.label.className = "bobbin-search-count";
      this.label.setAttribute("role", "status");
      this.follow();
    }

    update({ docChanged, selectionSet, startState, state, transactions }: ViewUpdate): void {
      const isAsked = transactions.some((it) => it.effects.some((effect) => effect.is(setSearchQuery)));
      const isOpened = searchPanelOpen(state) !== searchPanelOpen(startState);
      if (docChanged || selectionSet || isAsked || isOpened) this.follow();
    }

    destroy(): void {
      clearTimeout(this.timer);
      this.label.remove();
    }

    /** Shows the count of the matches that are known, or looks for those of another text or query in the next pause. */
    private follow(): void {
      const { state } = this.view;
      clearTimeout(this.timer);
      if (!searchPanelOpen(state)) return;
      const query = getSearchQuery(state);
      if (this.matches && this.matches.doc === state.doc && this.matches.query.eq(query)) {
        this.show(this.matches);
      } else {
        this.timer = setTimeout(() => {
          this.matches = matchesOf(this.view.state, query);
          this.show(this.matches);
        }, pause);
      }
      // The panel is drawn with the view, which is being updated.
      if (!this.label.isConnected) queueMicrotask(() => this.view.dom.querySelector(".cm-search input")?.after(this.label));
    }

    private show(matches: Matches): void {
      const text = countOf(matches, this.view.state.selection.main);
      if (this.label.textContent !== text) this.label.textContent = text;
    }
  },
);
