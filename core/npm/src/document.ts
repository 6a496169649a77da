/// <reference lib="esnext.disposable" preserve="true" />
import { checkBoolean, checkCount, checkEdits, checkFiles, checkItem, checkObject, checkPosition, checkSettings, checkString, checkText, toJson } from "./arguments.js";
import { bytesOf } from "./base64.js";
import { answer, type Core, type Held, hold, isAlive, release } from "./core.js";
import { BobbinError } from "./errors.js";
import { applied, Lines, type Replacement } from "./positions.js";
import type {
  Command,
  CompileResult,
  ConversionChoice,
  ConvertResult,
  Diagnostic,
  DocumentInfo,
  Graph,
  HostParams,
  ItemPath,
  KeyValue,
  OutlineEntry,
  PlanResult,
  Position,
  Range,
  Remark,
  TextEdit,
  View,
  ViewKind,
} from "./model.js";

/** A diagnostic with its place as offsets: `text.slice(start, end)` is the text it is about. */
export interface Finding extends Diagnostic {
  /** UTF-16 code units before the range. */
  start: number;
  /** UTF-16 code units before the end of the range. */
  end: number;
}

/** A compiled file, or the reason why there is none. */
export type Compiled =
  | {
      kind: "file";
      /** The proposed file name. */
      name: string;
      /** The content of the file. */
      bytes: Uint8Array<ArrayBuffer>;
    }
  | {
      kind: "refusal";
      /** The reason, for people. */
      reason: string;
      /** The place in the text that prevents it. */
      at: Range | null;
    };

/** The result of a conversion, or the reason why there is none. */
export type Converted =
  | {
      kind: "file";
      /** The proposed file name. */
      name: string;
      /** For example `text/vnd.graphviz`. */
      mediaType: string;
      /** A text, unless the format is binary. */
      content: string | Uint8Array<ArrayBuffer>;
      /** The language of the result, if it is one of these four. */
      language: string | null;
      /** Notes about what was lost or guessed, or is worth a look. */
      remarks: Remark[];
    }
  | {
      kind: "refusal";
      /** The reason, for people. */
      reason: string;
      /** The place in the text that prevents it. */
      at: Range | null;
      /** Ways to convert it all the same, if the text only leaves something open: `convert()` takes their ids. */
      choices: ConversionChoice[];
    };

/** The content and the environment of a document. */
export interface DocumentOptions {
  /** As `languages()` names it: "sprokit", "pinsight", "coil-hardware" or "coil-target". */
  language: string;
  /** The text of the document. */
  text: string;
  /** The file's name or path; includes are looked up beside it. */
  name?: string;
  /** Texts that it may include, by path. */
  files?: Record<string, string>;
  /** The machine that the text is for: its environment variables, settings, include path and so on. */
  host?: Partial<HostParams>;
}

/** The type of the view of one kind. */
export type ViewOf<Kind extends ViewKind> = Extract<View, { kind: Kind }>;

/** The subject and the options of a view. */
export interface Target {
  /** The item of a form, a coverage or a timeline. */
  item?: ItemPath;
  /** The place whose item a form, a coverage or a timeline shows, unless one is named. */
  at?: Position;
  /**
   * The view options; missing ones have their defaults. A coverage or a timeline takes the keys of its `controls`. A
   * graph takes `layout` with the value `fresh`, which lays it out without regard to earlier drawings, `comments` with
   * `shown`, `groups` with `banners` for frames by the banner comments, `room` such as `640x480`, in whose shape a wide
   * graph is folded, and `expanded`, once for each item that is drawn with its contents, its parts joined by U+001F.
   * Graph and outline take `slice`, the number of a piece from 0. Resolved values take `search`, words that each row must
   * hold, and `rows`, the most there may be.
   */
  settings?: KeyValue[];
}

/**
 * A text and everything that can be asked of it.
 *
 * It holds memory that JavaScript does not see: call `free()` when it is no longer needed, or declare
 * it with `using`. What is forgotten is freed some time after nothing refers to it any more.
 */
export class Document {
  /** As in the options. */
  readonly language: string;
  /** As in the options; empty if there was none. */
  readonly name: string;
  private readonly files: string;
  private readonly host: string;
  private current: string;
  private held: Held<Handle> | null;
  private lineStarts: Lines | null = null;

  constructor(options: DocumentOptions) {
    checkOptions(options, "options");
    checkString(options.language, "options.language");
    this.language = options.language;
    this.name = options.name ?? "";
    const files = Object.entries(options.files ?? {}).map(([path, text]) => [slashed(path), text]);
    this.files = JSON.stringify(files);
    this.host = toJson(options.host ?? {}, "options.host");
    this.current = options.text;
    this.held = this.parse(options.text);
  }

  /** Returns the present text. */
  get text(): string {
    return this.current;
  }

  /** Returns the diagnostics in the order of the text. */
  diagnostics(): Finding[] {
    return this.ask<Diagnostic[]>((it) => it.diagnostics()).map((it) => ({
      ...it,
      start: this.offsetAt(it.range.start),
      end: this.offsetAt(it.range.end),
    }));
  }

  /** Returns the dialect, and the number of diagnostics. */
  info(): DocumentInfo {
    return this.ask((it) => it.info());
  }

  /** Returns the items of the text. */
  outline(): OutlineEntry[] {
    return this.view("outline")?.entries ?? [];
  }

  /** Returns the graph with its layout; null if the language has no graphs. */
  graph(): Graph | null {
    return this.view("graph");
  }

  /**
   * Returns a picture of the graph as SVG, laid out as on Bobbin's page; null if the language has no graphs, or nothing
   * is there to draw. Clusters are drawn with what is inside, or as boxes if they are `closed`.
   */
  picture(options: { theme?: "light" | "dark"; closed?: boolean } = {}): string | null {
    checkObject(options, "options");
    const { theme = "light", closed = false } = options;
    if (theme !== "light" && theme !== "dark") throw new TypeError("`options.theme` is neither \"light\" nor \"dark\"");
    checkBoolean(closed, "options.closed");
    return this.ask((it) => it.picture(theme, closed));
  }

  /**
   * Returns a view; null if the language lacks it. A form without a target is that of the whole text, and null if
   * there is no such item.
   */
  view<Kind extends ViewKind>(view: Kind, target?: Target): ViewOf<Kind> | null {
    checkString(view, "view");
    if (target !== undefined) checkTarget(target, "target");
    const { item, at, settings } = target ?? {};
    const params = JSON.stringify({ uri: "", view, item, at, settings });
    return this.ask<ViewOf<Kind> | null>((it) => it.view(params), withWide);
  }

  /** Returns Markdown about a place, and the range that it is about. */
  hover(at: Position): { range: Range; markdown: string } | null {
    checkPosition(at, "at");
    const hover = this.ask<[Range, string] | null>((it) => it.hover(at.line, at.character));
    return hover && { range: hover[0], markdown: hover[1] };
  }

  /** Compiles the text to its binary, or returns the reason why there is none. */
  compile(): Compiled {
    const result = this.ask<CompileResult>((it) => it.compile());
    return result.kind === "file" ? { kind: "file", name: result.name, bytes: bytesOf(result.data) } : result;
  }

  /** Converts the text by one of the `conversions` that `languages()` lists for its language. */
  convert(id: string): Converted {
    checkString(id, "id");
    const result = this.ask<ConvertResult>((it) => it.convert(id));
    if (result.kind === "refusal") return result;
    const { content, ...rest } = result;
    return { ...rest, content: content.kind === "text" ? content.text : bytesOf(content.data) };
  }

  /**
   * Returns the canonical layout as edits for `edit()`; null if the text has none. The meaning
   * stays.
   */
  format(): TextEdit[] | null {
    return this.ask((it) => it.format());
  }

  /**
   * Returns the edits of a command, or the reason why it cannot be carried out. Nothing is changed:
   * give the edits of the document to `edit()`. Documents are named by their paths.
   */
  plan(command: Command): PlanResult {
    checkObject(command, "command");
    const json = toJson(command, "command");
    return this.ask((it) => it.plan(json));
  }

  /** Changes the text. All edits refer to the text before; they must not overlap. */
  edit(edits: readonly (TextEdit | Replacement)[]): void {
    checkEdits(edits, "edits");
    if (!this.held) throw freed();
    const text = applied(this.current, this.lines, edits);
    checkText(text, "the text after the edits");
    const before = this.held;
    this.held = this.parse(text);
    release(before);
    this.current = text;
    this.lineStarts = null;
  }

  /** Returns the offset of a position, in UTF-16 code units, as JavaScript's strings count. */
  offsetAt(position: Position): number {
    checkPosition(position, "position");
    return this.lines.offset(position);
  }

  /** Returns the position of an offset. */
  positionAt(offset: number): Position {
    checkCount(offset, "offset");
    return this.lines.position(offset);
  }

  /** Frees its memory in the core. Only `text` and the places in it may be asked for any more. */
  free(): void {
    release(this.held);
    this.held = null;
  }

  /** Frees its memory like `free()`, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }

  private get lines(): Lines {
    this.lineStarts ??= new Lines(this.current);
    return this.lineStarts;
  }

  private get open(): Handle {
    if (!this.held) throw freed();
    // What the core knew is gone if it failed; the text is here.
    if (!isAlive(this.held)) this.held = this.parse(this.current);
    return this.held.handle;
  }

  private ask<T>(question: (handle: Handle) => string, read?: (json: string) => T): T {
    const { open } = this;
    return answer(() => question(open), read);
  }

  private parse(text: string): Held<Handle> {
    const { language, name, files, host } = this;
    return hold((core) => new core.Document(language, slashed(name), text, files, host), "unknown-language");
  }
}

/** Returns a path with slashes between its parts if it is one of Windows with a drive or a server; elsewhere `\` is a letter. */
function slashed(path: string): string {
  return /^([A-Za-z]:|\\)\\/.test(path) ? path.replaceAll("\\", "/") : path;
}

/** Parses JSON with wide numbers in full. */
function withWide<T>(json: string): T {
  if (!json.includes('{"$bigint":"')) return JSON.parse(json) as T;
  return JSON.parse(json, (_, value: { $bigint?: string } | null) => (value?.$bigint === undefined ? value : BigInt(value.$bigint))) as T;
}

function freed(): BobbinError {
  return new BobbinError("freed", "this document was freed");
}

type Handle = InstanceType<Core["Document"]>;

/** Refuses malformed options, which JavaScript lets pass; the language may still be missing. */
export function checkOptions(options: unknown, name: string): void {
  checkObject(options, name);
  checkText(options.text, `${name}.text`);
  if (options.language !== undefined) checkString(options.language, `${name}.language`);
  if (options.name !== undefined) checkString(options.name, `${name}.name`);
  if (options.files !== undefined) checkFiles(options.files, `${name}.files`);
  if (options.host !== undefined) checkObject(options.host, `${name}.host`);
}

function checkTarget(target: unknown, name: string): void {
  checkObject(target, name);
  if (target.item !== undefined) checkItem(target.item, `${name}.item`);
  if (target.at !== undefined) checkPosition(target.at, `${name}.at`);
  if (target.settings !== undefined) checkSettings(target.settings, `${name}.settings`);
}
