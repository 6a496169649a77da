// Descriptions of places in documents.

import type { OpenDocument } from "./documents.ts";
import type { Location } from "./wire.ts";

/** Returns the last part of a URI, decoded. */
export function fileName(uri: string): string {
  return decoded(uri.split("/").pop() ?? uri);
}

/** Returns the path of a URI with its folders, decoded: the page and the server spell the `/` between them differently. */
export function pathOf(uri: string): string {
  return decoded(uri.replace(/^[^:]*:\/\/[^/]*\//, ""));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The rest of a longer line adds little and makes the menu wide.
const longest = 80;

/** Returns file, line, and the text of the line if the document is open. */
export function labelOf({ uri, range }: Location, document: OpenDocument | null): string {
  const { line } = range.start;
  const place = `${fileName(uri)}:${line + 1}`;
  const text = document && line < document.doc.lines ? document.doc.line(line + 1).text.trim() : "";
  if (text === "") return place;
  return `${place}  ${text.length > longest ? `${text.slice(0, longest - 1)}…` : text}`;
}
