// Links and Markdown as the page calls them: structured values cross as JSON.

import type { Documents, OpenDocument } from "./documents.ts";
import { rangeOf } from "./positions.ts";
import { isLink, markdown, readLink, type SharedFile, writeLink } from "./share.ts";

/** Makes the calls for some documents. `settle` applies pending typing. */
export function linkCalls(documents: Documents, settle: () => void) {
  return {
    /**
     * Returns the part of a link behind the `#` that carries open documents: `{uris, shown, view}`, where `shown` is
     * the index of the one to show, with its selection, and `view` the view beside it or null.
     */
    async makeLink(json: string): Promise<string> {
      settle();
      const { uris, shown: idx, view } = JSON.parse(json) as { uris: string[]; shown: number; view: string | null };
      const open = uris.flatMap((uri) => documents.get(uri) ?? []);
      const files = open.map((it): SharedFile => [it.name, it.languageId, it.text()]);
      return writeLink({ files, shown: idx, view, selection: open[idx] ? selectionOf(open[idx]) : null });
    },

    /** Reads the part of a link behind the `#`: null if it is none of ours. Fails with a message for people. */
    async readFragment(fragment: string): Promise<string | null> {
      return isLink(fragment) ? JSON.stringify(await readLink(fragment)) : null;
    },

    /** Returns the name and the text of a document as Markdown. */
    asMarkdown(uri: string): string {
      settle();
      const document = documents.get(uri);
      return document ? markdown(document.name, document.text()) : "";
    },
  };
}

/** Returns the selection as a link has it; null where the caret is at the start. */
function selectionOf({ doc, state }: OpenDocument): [number, number, number, number] | null {
  const { from, to } = state.selection.main;
  if (to === 0) return null;
  const { start, end } = rangeOf(doc, from, to);
  return [start.line, start.character, end.line, end.character];
}
