// Pictures, pages and paper as the page calls them: structured values cross as JSON, files as bytes.

import type { Text } from "@codemirror/state";
import type { Bytes, Resolved } from "../../../core/npm/src/protocol.ts";
import { carrierOf } from "./carriers.ts";
import type { Documents, OpenDocument } from "./documents.ts";
import type { OnDemand } from "./link_calls.ts";
import { fileName } from "./locations.ts";
import type { WebPage } from "./web_page.ts";
import type { Encoding } from "./wire.ts";

/** The parts of a page beside the text: see [`WebPage`]. */
interface PageParts extends Pick<WebPage, "language" | "drawings" | "diagnostics"> {
  uri: string;
  encoding: Encoding;
  view: string | null;
  /** The server's answer with the view, as JSON. */
  resolved: string | null;
  bytes: string | null;
}

/** Returns the view of an answer, if there is one. */
function viewIn<View>(answer: string | null): View | null {
  return answer === null ? null : (JSON.parse(answer) as { view: View | null }).view;
}

/** Makes the calls for some documents. `settle` applies pending typing, `legend` names the server's token types. */
export function exportCalls(documents: Documents, settle: () => void, onDemand: () => Promise<OnDemand>, legend: () => readonly string[]) {
  const sourceOf = async (document: OpenDocument, encoding: Encoding, view: string | null) => {
    const { name, languageId } = document;
    const text = document.text();
    const { writeLink } = await onDemand();
    return writeLink({ files: [[name, languageId, text, encoding]], shown: 0, view, selection: null });
  };
  return {
    /** Returns a picture, `svg` or `png`, with the text of a document in it and the view that it shows. */
    async pictureWithSource(
      kind: "svg" | "png",
      picture: Uint8Array,
      uri: string,
      encoding: Encoding,
      view: string,
    ): Promise<Uint8Array> {
      settle();
      // The page's memory moves.
      const own = picture.slice();
      const document = documents.get(uri);
      if (!document) return own;
      const fragment = await sourceOf(document, encoding, view);
      const { withSource } = await onDemand();
      return withSource(kind, own, fragment);
    },

    /**
     * Reads the text that a picture or a page carries, as [`readFragment`] does; null if it is neither. Fails with a
     * message for people.
     */
    async readCarrier(name: string, bytes: Uint8Array): Promise<string | null> {
      if (!carrierOf(bytes)) return null;
      const own = bytes.slice();
      const { readCarrier } = await onDemand();
      return JSON.stringify(await readCarrier(name, own));
    },

    /** Returns a document with its views as one HTML page. */
    async webPage(json: string): Promise<string> {
      settle();
      const { uri, encoding, view, resolved, bytes, ...parts } = JSON.parse(json) as PageParts;
      const document = documents.get(uri);
      if (!document) throw new Error("the file is not open any more");
      const { doc } = document;
      const fragment = await sourceOf(document, encoding, view);
      const asked = documents.ask<{ data: number[] } | null>(document, "textDocument/semanticTokens/full", {});
      // Without its colours the text is still the text.
      const tokens = await asked.catch(() => null);
      const { colouredLines, webPage } = await onDemand();
      const lines = colouredLines(doc, tokens?.data ?? [], legend());
      const date = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
      const tables = { resolved: viewIn<Resolved>(resolved), bytes: viewIn<Bytes>(bytes) };
      return webPage({ ...parts, ...tables, name: fileName(document.name), date, lines, fragment });
    },

    /** Shows a document on a sheet of the page that is seen on paper only; returns the sheet. */
    textSheet(uri: string): HTMLElement | null {
      settle();
      const document = documents.get(uri);
      return document ? sheetOf(fileName(document.name), document.doc) : null;
    },
  };
}

/** Writes a text with the numbers of its lines. */
function sheetOf(name: string, doc: Text): HTMLElement {
  const sheet = document.createElement("div");
  sheet.className = "print-text";
  const heading = document.createElement("h1");
  heading.textContent = name;
  const list = document.createElement("ol");
  // The line behind the last line end is none to people.
  const end = doc.lines > 1 && doc.line(doc.lines).length === 0 ? doc.lines : doc.lines + 1;
  for (const text of doc.iterLines(1, end)) {
    const line = document.createElement("li");
    line.textContent = text;
    list.append(line);
  }
  sheet.append(heading, list);
  return sheet;
}
