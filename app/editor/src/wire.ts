// What goes over the wire: the parts of LSP that the editor reads itself, and the events for the page.

/** A place in a text: line from 0, UTF-16 code units from the start of the line. */
export interface Position {
  line: number;
  character: number;
}

/** A stretch of a text; the end is not included. */
export interface Range {
  start: Position;
  end: Position;
}

/** One replaced stretch. */
export interface TextEdit {
  range: Range;
  newText: string;
}

/** Edits of one document, sorted, disjoint, all in terms of the text before. */
export interface DocumentEdit {
  uri: string;
  edits: TextEdit[];
}

/** LSP's workspace edit, in both of its spellings. */
export interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  documentChanges?: { textDocument: { uri: string }; edits: TextEdit[] }[];
}

/** A way to make a finding go away. */
export interface Fix {
  label: string;
  edits: TextEdit[];
}

/** A finding of the language server. */
export interface LspDiagnostic {
  range: Range;
  /** 1 error, 2 warning, 3 information, 4 hint. */
  severity?: number;
  code?: string | number;
  message: string;
  data?: { help?: string | null; fixes?: Fix[] };
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
  encoding: string;
  /** False for a draft that was never saved as it stands. */
  pristine?: boolean;
}

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
  | { type: "selection"; uri: string; position: Position; range: Range; byUser: boolean }
  | { type: "diagnostics"; uri: string; version: number; diagnostics: LspDiagnostic[] }
  | { type: "document"; info: unknown }
  | { type: "notice"; kind: "info" | "error"; text: string }
  | { type: "latency"; ms: number }
  | { type: "display"; uri: string };
