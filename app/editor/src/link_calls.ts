// Links and Markdown as the page calls them: structured values cross as JSON.

import type { Documents, OpenDocument } from "./documents.ts";
import type { LinkError } from "./link_format.ts";
import { rangeOf } from "./positions.ts";
import { isLink, markdown, type Picked, type Shared, type SharedFile } from "./share.ts";
import type { Encoding } from "./wire.ts";

/** The module of the parts that are loaded on demand. */
export type OnDemand = typeof import("./on_demand.ts");

/** A wish for a link: the documents that it carries, and how they are shown. */
interface ToShare {
  files: { uri: string; encoding: Encoding }[];
  /** The index of the document to show. */
  shown: number;
  view: string | null;
  /** The part of the text that is selected where the link is opened. */
  select: "selection" | "line";
  /** The choices in the views of the shown document. */
  picked: Picked | null;
  /** Empty for a link that everybody can read. */
  passphrase: string;
}

/** The content of a link, or that it takes a passphrase to read it. */
export type ReadLink = { Opened: Shared } | "Sealed";

/** Makes the calls for some documents. `settle` applies pending typing. */
export function linkCalls(documents: Documents, settle: () => void, onDemand: () => Promise<OnDemand>) {
  return {
    /** Returns the part of a link behind the `#` that carries open documents, of which the shown one has a selection. */
    async makeLink(json: string): Promise<string> {
      settle();
      const { files: wanted, shown: idx, view, select, picked, passphrase } = JSON.parse(json) as ToShare;
      const open = wanted.flatMap(({ uri, encoding }) => {
        const document = documents.get(uri);
        return document ? [{ document, encoding }] : [];
      });
      const files = open.map(({ document: it, encoding }): SharedFile => [it.name, it.languageId, it.text(), encoding]);
      const shown = open[idx]?.document;
      const selection = !shown ? null : select === "line" ? lineOf(shown) : selectionOf(shown);
      const { writeLink } = await onDemand();
      return writeLink({ files, shown: idx, view, selection, ...(picked && { picked }) }, passphrase);
    },

    /**
     * Reads the part of a link behind the `#`: null if it is none of ours. Fails with a message for people. With
     * an empty passphrase a link that needs one is not read, which [`ReadLink`] says.
     */
    async readFragment(fragment: string, passphrase: string): Promise<string | null> {
      if (!isLink(fragment)) return null;
      const { readLink } = await onDemand();
      let read: ReadLink;
      try {
        read = { Opened: await readLink(fragment, passphrase) };
      } catch (error) {
        const isMissing = passphrase === "" && (error as Partial<LinkError>).fault === "passphrase";
        if (!isMissing) throw error;
        read = "Sealed";
      }
      return JSON.stringify(read);
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
function selectionOf({ doc, state }: OpenDocument): Shared["selection"] {
  const { from, to } = state.selection.main;
  return to === 0 ? null : placesOf(doc, from, to);
}

/** Returns the line of the caret as a link has a selection. */
function lineOf({ doc, state }: OpenDocument): Shared["selection"] {
  const { from, to } = doc.lineAt(state.selection.main.head);
  return placesOf(doc, from, to);
}

function placesOf(doc: OpenDocument["doc"], from: number, to: number): Shared["selection"] {
  const { start, end } = rangeOf(doc, from, to);
  return [start.line, start.character, end.line, end.character];
}
