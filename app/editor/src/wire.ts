// What goes over the wire: our own protocol, the parts of LSP that the editor reads itself, and the
// events for the page.

import type { DiagnosticData, DocumentInfo, Encoding, Position, Range, TextEdit } from "../../../core/npm/src/protocol.ts";

export type { DocumentEdit, DocumentInfo, Fix, Languages, Position, Progress, Range, TextEdit } from "../../../core/npm/src/protocol.ts";

/** LSP's workspace edit, in both of its spellings. */
export interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  documentChanges?: ({ textDocument: { uri: string }; edits: TextEdit[] } | { kind: string; uri: string })[];
}

/** A stretch of a text; LSP's. */
export interface Location {
  uri: string;
  range: Range;
}

/** A finding of the language server. */
export interface LspDiagnostic {
  range: Range;
  /** 1 error, 2 warning, 3 information, 4 hint. */
  severity?: number;
  code?: string | number;
  message: string;
  data?: DiagnosticData;
  relatedInformation?: { location: { uri: string; range: Range }; message: string }[];
}

/** A file as the page opens it. */
export interface OpenedFile {
  uri: string;
  name: string;
  language: string;
  /** With its own line ends and byte order mark. */
  text: string;
  /** Kept for the page; the editor does not look at it. */
  encoding: Encoding;
  /** False for a draft that was never saved as it stands. */
  pristine?: boolean;
  /** How often the language core died over this text. */
  deaths?: number;
}

/** Who moved the caret: the user, the page that went somewhere, or an edit of the page that it gave way to. */
export type CaretMover = "user" | "page" | "edit";

/** What the editor tells the page. */
export type EditorEvent =
  | { type: "worker"; state: "starting" | "ready" | "restarted" | "failed"; reason?: string }
  | {
      type: "change";
      uri: string;
      version: number;
      canUndo: boolean;
      canRedo: boolean;
      pristine: boolean;
    }
  | { type: "selection"; uri: string; position: Position; range: Range; movedBy: CaretMover }
  /** The history has another step of what happens beside the text; `recalled` is what undo or redo met. */
  | { type: "step"; uri: string; canUndo: boolean; canRedo: boolean; recalled: string[] }
  | {
      type: "diagnostics";
      uri: string;
      version: number;
      diagnostics: LspDiagnostic[];
    }
  /** How often the language core died over a text, and whether the text is left out for that. */
  | { type: "deaths"; uri: string; deaths: number; isLeftOut: boolean }
  | { type: "document"; info: DocumentInfo }
  /** How far a view is that takes long. */
  | { type: "progress"; uri: string; percent: number }
  /** One that is `passing` answers a key press; the next of these takes its place. */
  | { type: "notice"; kind: "info" | "error"; text: string; passing?: boolean }
  | { type: "latency"; ms: number }
  | { type: "display"; uri: string }
  /** An edit makes a new file. */
  | { type: "create"; uri: string; name: string; language: string; text: string; label: string }
  /** A definition, a reference or a link leads to a file that is not open. */
  | { type: "openLocation"; uri: string; name: string; range: Range };
