// What goes into a link, and how to know one. Writing and reading is in link_format.ts.

import type { Encoding } from "./wire.ts";

/** A file of a link: name, language, text, and the encoding that it is saved in. */
export type SharedFile = [name: string, language: string, text: string, encoding: Encoding];

/** The content of a link, a picture or a page. */
export interface Shared {
  files: SharedFile[];
  /** The index of the file to show. */
  shown: number;
  /** The view to show beside it; null if any. */
  view: string | null;
  /** The selection in the shown file: line and UTF-16 column of its start and end; null if none. */
  selection: [number, number, number, number] | null;
  /** The choices in the views, if there are any; pages of earlier days pass over them. */
  picked?: Picked;
}

/** The item and the axes that a person chose in the views of the shown file. */
export interface Picked {
  /** The path of an item. */
  item?: string[];
  /** The axes of the map: each with what it is. */
  axes?: [axis: string, value: string][];
}

/** Returns true if the part of a link behind the `#` is one of ours, readable or not. */
export function isLink(fragment: string): boolean {
  return /^(?:%20|\s)*bobbin\d+e?\./.test(fragment);
}

/** Writes a text as a block of code, with a fence that is longer than any in the text. */
export function markdown(name: string, text: string): string {
  // Up to three blanks in front of a fence mean nothing.
  const fences = text.match(/(?<=^ {0,3})`{3,}/gm) ?? [];
  const fence = "`".repeat(Math.max(2, ...fences.map((it) => it.length)) + 1);
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  return `\`${name}\`:\n\n${fence}\n${text}${end}${fence}\n`;
}
