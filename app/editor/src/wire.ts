// The messages on the wire: our own protocol, the parts of LSP that the editor reads itself, and the
// events for the page.

import type { DiagnosticData, DocumentInfo, Encoding, PlanResult, Position, Progress, Range, TextEdit } from "../../../core/npm/src/protocol.ts";

export type { DocumentEdit, DocumentInfo, Encoding, FileMove, Fix, Languages, PictureResult, PlanResult, Position, Progress, Range, SameDiagnostics, TextEdit } from "../../../core/npm/src/protocol.ts";

/** LSP's workspace edit, in both of its forms. */
export interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  /** Ours: what stays in the texts though it leads elsewhere once files have moved. */
  notes?: string[];
  documentChanges?: ({ textDocument: { uri: string }; edits: TextEdit[] } | { kind: string; uri: string })[];
}

/** LSP's location: a range of a text. */
export interface Location {
  uri: string;
  range: Range;
}

/** A diagnostic of the language server. */
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
  /** Kept for the page; the editor does not use it. */
  encoding: Encoding;
  /** False for a draft that was never saved in this form. */
  pristine?: boolean;
  /** The number of deaths of the language core over this text. */
  deaths?: number;
  /** True if another document stays in the view. */
  isBehind?: boolean;
}

/**
 * The cause of a move of the caret: the user, the page that selected a place, or an edit of the page
 * that moved the caret along with its text.
 */
export type CaretMover = "user" | "page" | "edit";

/** Files that the person picked, dropped or opened with the installed page. */
export interface Found {
  /** `uri` is that of the document that the file is open as. */
  files: { token: number; name: string; size: number; uri: string | null }[];
  /** The folder or archive that they are from. */
  origin: string | null;
  /** The number of files that are of no interest by their names. */
  nOthers: number;
  /** Sentences about what was not read. */
  remarks: string[];
}

/** An event for the page; its one key says which. */
export type EditorEvent =
  | { worker: { state: "starting" | "ready" | "restarted" | "failed"; reason?: string } }
  | { change: { uri: string; version: number; canUndo: boolean; canRedo: boolean; pristine: boolean } }
  | { selection: { uri: string; position: Position; range: Range; movedBy: CaretMover } }
  /** The history has another step beside the text; `recalled` are the steps that undo or redo met. */
  | { step: { uri: string; canUndo: boolean; canRedo: boolean; recalled: string[] } }
  | { diagnostics: { uri: string; diagnostics: LspDiagnostic[] } }
  /**
   * The number of deaths of the language core over a text; `isLeftOut` if the text is left out for
   * that.
   */
  | { deaths: { uri: string; deaths: number; isLeftOut: boolean } }
  | { document: DocumentInfo }
  /** The progress of a view that takes long. */
  | { progress: Progress }
  /**
   * A notice; one that is passing answers a key press and is replaced by the next of these; an empty one takes it away.
   * One of files that are gone is true until one of them is there again.
   */
  | { notice: { kind: "info" | "error"; text: string; isPassing?: boolean; gone?: string[] } }
  /** The open file at a path of the server is taken for the one at another path. */
  | { move: { from: string; to: string } }
  /** The file that is looked for at a path of the server is to be opened. */
  | { openWanted: { path: string } }
  /** An edit creates a new file. */
  | { create: { name: string; language: string; text: string; label: string } }
  /** A step or its undoing gives an open file another name. */
  | { rename: { uri: string; name: string } }
  /** A key of the text asks for an action of the page, by its id. */
  | { run: { action: string } }
  /** Another program has changed the file of a document. */
  /** `writer` is the open document that was saved to the same file; null if it was another program. */
  | { changedOnDisk: { uri: string; writer: string | null } }
  /** The file of a document is no longer where it was on disk; its text counts as not saved. */
  | { lostOnDisk: { uri: string } }
  /** The person opened files with the installed page. */
  | { launched: Found }
  /** The page around the frame wants other files to be open: name, language and Base64 of each. */
  | { framed: { id: number; files: [string, string, string][]; shown: number; view: string | null } }
  /** The page around the frame wants to see something else of the shown file. */
  | { framedView: { id: number; view: string } }
  /** Undo removes a file that an edit created. */
  | { withdraw: { uri: string } }
  /** A definition, a reference or a link leads to a file that is not open. */
  | { openLocation: { uri: string; name: string; range: Range } };

/** The result of commands, as Rust writes one: the notes on the change, or the reason why there was none. */
export type Performed = { Ok: Done } | { Err: Refused };

/** An open file that gets another name, and its URI then. */
export interface FileRename {
  uri: string;
  newUri: string;
  name: string;
}

/**
 * Files that get other names, the folder that they move with, if they are all that is open of one, and whether they
 * get back the names that they had.
 */
export interface FileRenames {
  files: FileRename[];
  folder: { uri: string; newUri: string } | null;
  isBack: boolean;
}

/**
 * The result of renaming files, as Rust writes one: the files in which references were rewritten, by the names
 * that they have now, what stays though it leads elsewhere now, and the reason why the server was not asked for
 * more, or null where the step of the names was undone and the user told; or the reason why nothing was done.
 */
export type RenamedFiles = { Ok: { rewritten: string[]; notes: string[]; unasked: string | null } | null } | { Err: string };

/** The notes on a change. */
export type Done = Pick<Extract<PlanResult, { kind: "edit" }>, "notes" | "created" | "leftovers"> & {
  /** The version of the text after the change. */
  version?: number;
  /** The first lines of the text that the change altered. */
  lines?: ChangedLine[];
};

/** A line that a change altered, with its number from 1; one that is new or gone has one side. */
export interface ChangedLine {
  line: number;
  before: string | null;
  after: string | null;
}

/** A refusal: the reason in words for people, and the place that stands in the way. */
export interface Refused {
  reason: string;
  at?: Range | null;
}
