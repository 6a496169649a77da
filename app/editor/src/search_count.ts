// The number of matches in the search panel of the text.

import { getSearchQuery, type SearchQuery, searchPanelOpen, setSearchQuery } from "@codemirror/search";
import type { EditorState } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** The most matches that are counted: more say nothing to a person, and each costs time. */
const most = 1000;

/** Longer texts are not searched as a whole at each key. */
const longest = 1_000_000;

/** Says which of how many matches is selected; an empty text if there is nothing to count. */
export function countOf(state: EditorState, query: SearchQuery): string {
  if (!query.valid || state.doc.length > longest) return "";
  const { from, to } = state.selection.main;
  let [count, here] = [0, 0];
  const cursor = query.getCursor(state);
  for (let it = cursor.next(); !it.done && count <= most; it = cursor.next()) {
    count += 1;
    if (it.value.from === from && it.value.to === to) here = count;
  }
  if (count === 0) return "no matches";
  const all = count > most ? `more than ${most}` : `${count}`;
  return here > 0 ? `${here} of ${all}` : all === "1" ? "1 match" : `${all} matches`;
}

export const searchCount = ViewPlugin.fromClass(
  class {
    private readonly label: HTMLElement;

    constructor(private readonly view: EditorView) {
      this.label = document.createElement("span");
      this.label.className = "bobbin-search-count";
      this.label.setAttribute("role", "status");
      this.show();
    }

    update({ docChanged, selectionSet, startState, state, transactions }: ViewUpdate): void {
      const isAsked = transactions.some((it) => it.effects.some((effect) => effect.is(setSearchQuery)));
      const isOpened = searchPanelOpen(state) !== searchPanelOpen(startState);
      if (docChanged || selectionSet || isAsked || isOpened) this.show();
    }

    destroy(): void {
      this.label.remove();
    }

    private show(): void {
      if (!searchPanelOpen(this.view.state)) return;
      const text = countOf(this.view.state, getSearchQuery(this.view.state));
      if (this.label.textContent !== text) this.label.textContent = text;
      // The panel is drawn with the view, which is being updated.
      if (!this.label.isConnected) queueMicrotask(() => this.view.dom.querySelector(".cm-search input")?.after(this.label));
    }
  },
);
