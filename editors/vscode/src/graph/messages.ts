/** The messages between the extension and the page of the graph. */

import type {
  ItemPath,
  PictureResult,
  Room,
} from "../../../../core/npm/src/protocol.js" with { "resolution-mode": "import" };

/** A graph with the places of its vertices. */
export type Picture = Extract<PictureResult, { kind: "picture" }>;

/** The document and its open clusters, kept by the page and given back by the editor after a restart. */
export type State = {
  /** The document's URI. */
  uri: string;
  /** The items whose vertices are drawn with their contents. */
  expanded: ItemPath[];
};

export type ToPage =
  | {
      kind: "picture";
      state: State;
      /** The document's name, for people. */
      name: string;
      picture: Picture;
    }
  /** There is no graph, for a reason. */
  | { kind: "sentence"; text: string }
  /** A drawing takes its time. */
  | { kind: "busy" }
  /** The vertex with the caret, by its index. */
  | { kind: "current"; vertex: number | null };

export type FromPage =
  /** The page listens, and has so much room for a drawing. */
  | { kind: "ready"; room: Room }
  /** A vertex is chosen: by a click, or to go on with it in the text. */
  | { kind: "choose"; vertex: number; isForText: boolean }
  /** These items shall be drawn with their contents, and no others. */
  | { kind: "expand"; items: ItemPath[] };
