// Written by `UPDATE_EXPECT=1 cargo test -p bobbin-protocol` from core/protocol.

/** A place in a text. */
export type Position = {
  /** Counted from 0. */
  line: number,
  /** UTF-16 code units from the start of the line. */
  character: number,
};

/** A stretch of a text; the end is not included. */
export type Range = {
  /** The first place. */
  start: Position,
  /** The place behind the last. */
  end: Position,
};

/** One replaced stretch; the same shape as LSP's. */
export type TextEdit = {
  /** What is replaced. */
  range: Range,
  /** What takes its place. */
  newText: string,
};

/** Edits of one document, sorted, disjoint, all in terms of the text before. */
export type DocumentEdit = {
  /** Which document. */
  uri: string,
  /** The edits. */
  edits: Array<TextEdit>,
};

/** Names one item of a document, from the outside in, for example `["process", "detector"]`. */
export type ItemPath = Array<string>;

/** A port of an item. */
export type PortRef = {
  /** Whose port. */
  item: ItemPath,
  /** The port's name. */
  port: string,
};

/** A value for a key. */
export type KeyValue = {
  /** As the field says it. */
  key: string,
  /** As it would stand in the text. */
  value: string,
};

/** A change that a view asks for. */
export type Command = {
  kind: "setValue",
  /** Whose key. */
  item: ItemPath,
  /** As the field says it. */
  key: string,
  /** As it would stand in the text. */
  value: string,
} | {
  kind: "unset",
  /** Whose key. */
  item: ItemPath,
  /** As the field says it. */
  key: string,
} | {
  kind: "addItem",
  /** The first part of the new item's path. */
  itemKind: string,
  /** Its name. */
  name: string,
  /** Its first values. */
  values: Array<KeyValue>,
} | {
  kind: "remove",
  /** Which. */
  item: ItemPath,
} | {
  kind: "rename",
  /** Which. */
  item: ItemPath,
  /** The new name. */
  name: string,
} | {
  kind: "connect",
  /** The output. */
  from: PortRef,
  /** The input. */
  to: PortRef,
} | {
  kind: "disconnect",
  /** The output. */
  from: PortRef,
  /** The input. */
  to: PortRef,
} | {
  kind: "move",
  /** Which. */
  item: ItemPath,
  /** In front of which. */
  before: ItemPath | null,
};

/** How bad it is, by what the real program does with the text. */
export type Severity = "error" | "warning" | "hint";

/**
 * One finding. In LSP's `textDocument/publishDiagnostics` the same stands in LSP's own shape, with
 * [`DiagnosticData`] as `data`.
 */
export type Diagnostic = {
  /** What kind of finding: a stable name in kebab case. */
  code: string,
  /** The name under which the language's own documents know it. */
  reference: string | null,
  /** Follows from the code. */
  severity: Severity,
  /** The smallest wrong thing. */
  range: Range,
  /** One lower-case sentence without full stop; the user's text in backticks. */
  message: string,
  /** What to do about it. */
  help: string | null,
  /** Other places that explain this one. */
  related: Array<Related>,
  /** Edits that mend it, the likeliest first. */
  fixes: Array<Fix>,
};

/** Another place that explains a diagnostic. */
export type Related = {
  /** The file, if it is another one. */
  path: string | null,
  /** Where. */
  range: Range,
  /** What is there. */
  message: string,
};

/** A way to mend a diagnostic. */
export type Fix = {
  /** What it does, as a menu entry. */
  label: string,
  /** Edits of the diagnostic's own text, sorted, disjoint, in terms of the text before. */
  edits: Array<TextEdit>,
};

/**
 * The `data` of an LSP diagnostic: what LSP's own fields cannot say apart.
 *
 * LSP's `message` is this message with the help as a second line, for clients that know nothing of
 * `data`.
 */
export type DiagnosticData = {
  /** The message alone. */
  message: string,
  /** What to do about it. */
  help: string | null,
  /** Edits that mend it, the likeliest first. */
  fixes: Array<Fix>,
};

/** A language that the server knows. */
export type LanguageInfo = {
  /** Stable name; LSP's `languageId`. */
  name: string,
  /** What people call it. */
  title: string,
  /** Ends of file names. */
  extensions: Array<string>,
  /** What starts a comment. */
  comment: string,
  /** The views it offers. */
  views: Array<ViewKind>,
};

/** Notification `bobbin/document`: sent with the diagnostics of each version. */
export type DocumentInfo = {
  /** Which document. */
  uri: string,
  /** Of which version. */
  version: number,
  /** Its language. */
  language: string,
  /** The version of the language it is written in, if the language has several. */
  dialect: string | null,
  /** The views it offers, the most telling first. */
  views: Array<ViewKind>,
  /** How many problems it has. */
  errors: number,
  /** How many problems it has. */
  warnings: number,
  /** How many problems it has. */
  hints: number,
};

/** Request `bobbin/languages`: which languages there are. No parameters. */
export type Languages = {
  /** In the order menus show them. */
  languages: Array<LanguageInfo>,
};

/** How the bytes of a file spell its text. */
export type Encoding = "utf8" | "latin1";

/** What a file is, by its bytes and its name. The npm package's `detect`. */
export type DetectResult = {
  kind: "text",
  /** Its language, the likeliest one. */
  language: string,
  /** Other languages that the text has signs of. */
  others: Array<string>,
} | {
  kind: "binary",
} | {
  kind: "unreadable",
  /** Why, for people. */
  reason: string,
};

/** Which view. */
export type ViewKind = "outline" | "graph" | "form" | "bytes" | "resolved";

/** Request `bobbin/view`: a view of an open document. Answered with [`ViewResult`]. */
export type ViewParams = {
  /** Which document. */
  uri: string,
  /** Which view. */
  view: ViewKind,
  /** For a form: of the item at this place. */
  at?: Position | null,
  /** For a form: of this item, which wins over `at`. */
  item?: ItemPath | null,
};

/**
 * A view, with the version of the text it was computed from; answers for an older version than the
 * newest text are stale.
 */
export type ViewResult = {
  /** Of the text. */
  version: number,
  /** None if the document has no such view, or no such item. */
  view: View | null,
};

/** A view. */
export type View = {
  kind: "outline",
} & Outline | {
  kind: "graph",
} & Graph | {
  kind: "form",
} & Form | {
  kind: "bytes",
} & Bytes | {
  kind: "resolved",
} & Resolved;

/** The items of a document, in its order. */
export type Outline = {
  /** The outermost items. */
  entries: Array<OutlineEntry>,
};

/** What an outline entry is; chooses the icon. */
export type OutlineKind = "section" | "unit" | "group" | "connection" | "key" | "table" | "include" | "port";

/** One item. */
export type OutlineEntry = {
  /** Names it in commands. */
  item: ItemPath,
  /** What it is called. */
  name: string,
  /** A few words more; may be empty. */
  detail: string,
  /** What it is. */
  outlineKind: OutlineKind,
  /** The whole item. */
  range: Range,
  /** Its name. */
  nameRange: Range,
  /** What is inside it. */
  children: Array<OutlineEntry>,
};

/** A place on the canvas, in canvas units (pixels at zoom 1). */
export type Point = {
  /** To the right. */
  x: number,
  /** Downward. */
  y: number,
};

/** A box on the canvas. */
export type Rect = {
  /** Left edge. */
  x: number,
  /** Top edge. */
  y: number,
  /** Width. */
  width: number,
  /** Height. */
  height: number,
};

/** A graph with its layout. */
export type Graph = {
  /** Edges and parents refer to them by index. */
  vertices: Array<Vertex>,
  /** In the order of the text. */
  edges: Array<Edge>,
  /** The drawing's extent; its top left corner is 0, 0. */
  width: number,
  /** The drawing's extent. */
  height: number,
};

/** A box with ports. */
export type Vertex = {
  /** Names it in commands. */
  item: ItemPath,
  /** What it is called. */
  title: string,
  /** What it is; may be empty. */
  subtitle: string,
  /** The whole item. */
  range: Range,
  /** Its name. */
  nameRange: Range,
  /** Where it is drawn. */
  rect: Rect,
  /** Inputs and outputs. */
  ports: Array<Port>,
  /** The vertex it is drawn in. */
  parent: number | null,
  /** Why it is marked as wrong, if it is. */
  problem: string | null,
};

/** Which way data goes through a port. */
export type PortSide = "input" | "output";

/** An end for edges at a vertex. */
export type Port = {
  /** Unique on its side. */
  name: string,
  /** Which side. */
  side: PortSide,
  /** The type of the data; empty if unknown. */
  dataType: string,
  /** Whether it must be connected. */
  required: boolean,
  /** Where edges end. */
  anchor: Point,
};

/** A connection from an output to an input. */
export type Edge = {
  /** Names it in commands. */
  item: ItemPath,
  /** The vertex it leaves. */
  fromVertex: number,
  /** Its port, as index. */
  fromPort: number,
  /** The vertex it enters. */
  toVertex: number,
  /** Its port, as index. */
  toPort: number,
  /** The statement in the text. */
  range: Range,
  /** Whether it runs against the flow on purpose. */
  feedback: boolean,
  /** Why it is marked as wrong, if it is. */
  problem: string | null,
  /** The line to draw, from the output to the input. */
  points: Array<Point>,
};

/** The fields of one item. */
export type Form = {
  /** Names it in commands. */
  item: ItemPath,
  /** What it is called. */
  title: string,
  /** What kind of item it is, in the language's words. */
  itemKind: string,
  /** The whole item. */
  range: Range,
  /** A remark about the whole item; may be empty. */
  note: string,
  /** The fields, grouped. */
  groups: Array<FieldGroup>,
};

/** Fields that belong together. */
export type FieldGroup = {
  /** A heading. */
  title: string,
  /** A remark; may be empty. */
  note: string,
  /** In the order they are shown. */
  fields: Array<Field>,
};

/** One value. */
export type Field = {
  /** Names it in commands. */
  key: string,
  /** What people read. */
  label: string,
  /** How it is edited. */
  input: FieldInput,
  /** What the text says, if it says something. */
  written: string | null,
  /** What counts in the end. */
  effective: string,
  /** Where that comes from. */
  origin: Origin,
  /** The value in the text. */
  range: Range | null,
  /** What it means; may be empty. */
  help: string,
  /** Why changing it is impossible or has no effect. */
  inert: string | null,
  /** Why the written value is marked as wrong. */
  problem: string | null,
};

/** How a field is edited; the words are what stands in the text. */
export type FieldInput = {
  kind: "text",
} | {
  kind: "integer",
  /** The least. */
  min: number,
  /** The greatest. */
  max: number,
} | {
  kind: "choice",
  /** The words. */
  choices: Array<Choice>,
} | {
  kind: "toggle",
  /** The word for on. */
  on: string,
  /** The word for off. */
  off: string,
} | {
  kind: "list",
  /** Words to offer. */
  choices: Array<Choice>,
};

/** One word of a fixed set. */
export type Choice = {
  /** As it stands in the text. */
  value: string,
  /** What it means; may be empty. */
  help: string,
};

/** Every value that counts in the end. */
export type Resolved = {
  /** Sorted as the language reports them. */
  rows: Array<ResolvedRow>,
};

/** One value that counts. */
export type ResolvedRow = {
  /** Whose value. */
  item: ItemPath,
  /** Its full key. */
  key: string,
  /** After macros, inheritance and overrides. */
  value: string,
  /** Where it comes from. */
  origin: Origin,
};

/** The way a value came to be. */
export type OriginKind = "written" | "default" | "inherited" | "expanded";

/** Where a value comes from. */
export type Origin = {
  /** The way. */
  originKind: OriginKind,
  /** The place that decides. */
  range: Range | null,
  /** The way in words; may be empty. */
  note: string,
};

/** A binary with its structure, or why there is none. */
export type Bytes = {
  /** What to call the file. */
  fileName: string,
  /** All bytes, Base64; empty if the text does not compile. */
  data: string,
  /** The parts, sorted by offset. */
  fields: Array<ByteField>,
  /** Why there are no bytes. */
  refusal: string | null,
  /** The place in the text that stands in the way. */
  refusalAt: Range | null,
};

/** A part of a binary. */
export type ByteField = {
  /** As the format's document spells it. */
  name: string,
  /** Its type; may be empty. */
  typeName: string,
  /** Where it starts in the file. */
  offset: number,
  /** How many bytes it has. */
  len: number,
  /** Its value as people write it. */
  value: string,
  /** What the value means. */
  meaning: string,
  /** The text that made it. */
  source: Range | null,
  /** Its parts. */
  children: Array<ByteField>,
};

/** Request `bobbin/plan`: what a command would change. Answered with [`PlanResult`]. */
export type PlanParams = {
  /** Which document. */
  uri: string,
  /** The change. */
  command: Command,
};

/** What a command would change, or why it cannot be carried out. */
export type PlanResult = {
  kind: "edit",
  /** Of the text of the asked document. */
  version: number,
  /** The edits. */
  documents: Array<DocumentEdit>,
} | {
  kind: "refusal",
  /** Why, for people. */
  reason: string,
  /** The place that stands in the way. */
  at: Range | null,
};

/** Request `bobbin/compile`: the binary of an open document. Answered with [`CompileResult`]. */
export type CompileParams = {
  /** Which document. */
  uri: string,
};

/** A binary to download, or why there is none. */
export type CompileResult = {
  kind: "file",
  /** What to call it. */
  name: string,
  /** Its bytes, Base64. */
  data: string,
} | {
  kind: "refusal",
  /** Why, for people. */
  reason: string,
  /** The place that stands in the way. */
  at: Range | null,
};

/**
 * Request `bobbin/open`: what the bytes of a file are, before a document of them is opened.
 * Answered with [`OpenResult`].
 */
export type OpenParams = {
  /** The file's name. */
  name: string,
  /** Its bytes, Base64. */
  data: string,
};

/** What a file is. */
export type OpenResult = {
  kind: "text",
  /** Its language. */
  language: string,
  /** Other languages it could be. */
  others: Array<string>,
  /** The text, with its line ends and byte order mark. */
  text: string,
  /** How to write it again. */
  encoding: Encoding,
} | {
  kind: "binary",
  /** The language of the text. */
  language: string,
  /** The name of a file for the text. */
  name: string,
  /** The text. */
  text: string,
  /** Whether compiling the text gives the same bytes. */
  exact: boolean,
  /** What differs, and what was remarkable in the file; one sentence each. */
  report: Array<string>,
} | {
  kind: "unreadable",
  /** Why, for people. */
  reason: string,
  /** Where in the file, in bytes. */
  offset: number | null,
};

/** Request `bobbin/decompile`: the text of a binary. Answered with [`OpenResult`]. */
export type DecompileParams = {
  /** The file's name. */
  name: string,
  /** Its bytes, Base64. */
  data: string,
};

/** Request `bobbin/encode`: the bytes of a text, for saving. Answered with [`EncodeResult`]. */
export type EncodeParams = {
  /** The text, with the line ends that it shall have. */
  text: string,
  /** How to spell it. */
  encoding: Encoding,
};

/** The bytes of a text. */
export type EncodeResult = {
  /** Base64. */
  data: string,
};

/**
 * Request `bobbin/crash`: takes the worker down, so that tests can see it come back. Only the
 * worker knows it; a server elsewhere answers that there is no such method.
 */
export type CrashParams = {
  /** In which way. */
  how: Crash,
};

/** A way to take the worker down. */
export type Crash = "panic" | "hang";
