// Links and Markdown as the page calls them: structured values cross as JSON.

import type { Documents, OpenDocument } from "./documents.ts";
import { rangeOf } from "./positions.ts";
import { isLink, markdown, type SharedFile } from "./share.ts";

/** The module of the parts that are loaded on demand. */
export type OnDemand = typeof import("./on_demand.ts");

/** Makes the calls for some documents. `settle` applies pending typing. */
export function linkCalls(documents: Documents, settle: () => void, onDemand: () => Promise<OnDemand>) {
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
      const selection = open[idx] ? selectionOf(open[idx]) : null;
      const { writeLink } = await onDemand();
      return writeLink({ files, shown: idx, view, selection });
    },

    /** Reads the part of a link behind the `#`: null if it is none of ours. Fails with a message for people. */
    async readFragment(fragment: string): Promise<string | null> {
      if (!isLink(fragment)) return null;
      const { readLink } = await onDemand();
      return JSON.stringify(await readLink(fragment));
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
