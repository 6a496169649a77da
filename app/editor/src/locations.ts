// Places in documents, in words.

import type { OpenDocument } from "./documents.ts";
import type { Location } from "./wire.ts";

/** The last part of a URI, as people know it. */
export function fileName(uri: string): string {
  const name = uri.split("/").pop() ?? uri;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

// Longer lines say no more about a place, and make the menu wide.
const longest = 80;

/** File, line, and what stands on it if the document is open. */
export function labelOf({ uri, range }: Location, document: OpenDocument | null): string {
  const { line } = range.start;
  const place = `${fileName(uri)}:${line + 1}`;
  const text = document && line < document.doc.lines ? document.doc.line(line + 1).text.trim() : "";
  if (text === "") return place;
  return `${place}  ${text.length > longest ? `${text.slice(0, longest - 1)}…` : text}`;
}
