/// <reference lib="esnext.disposable" preserve="true" />
import { checkCount, checkEdits, checkFiles, checkItem, checkObject, checkPosition, checkSettings, checkString, checkText, toJson } from "./arguments.js";
import { bytesOf } from "./base64.js";
import { answer, call, type Core, release } from "./core.js";
import { applied, Lines, type Replacement } from "./positions.js";
import type {
  Command,
  CompileResult,
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
} from "./protocol.js";

/** A finding with its place as offsets: `text.slice(start, end)` is the wrong thing. */
export interface Finding extends Diagnostic {
  /** UTF-16 code units before the finding. */
  start: number;
  /** UTF-16 code units before its end. */
  end: number;
}

/** A compiled file, or why there is none. */
export type Compiled =
  | {
      kind: "file";
      /** What to call it. */
      name: string;
      /** Its bytes. */
      bytes: Uint8Array<ArrayBuffer>;
    }
  | {
      kind: "refusal";
      /** Why, for people. */
      reason: string;
      /** The place in the text that stands in the way. */
      at: Range | null;
    };

/** What a conversion made, or why it could not. */
export type Converted =
  | {
      kind: "file";
      /** What to call it. */
      name: string;
      /** For example `text/vnd.graphviz`. */
      mediaType: string;
      /** What is in it; a text, unless the format is binary. */
      content: string | Uint8Array<ArrayBuffer>;
      /** Its language, if it is one of these four. */
      language: string | null;
      /** What was lost, guessed or is worth a look. */
      remarks: Remark[];
    }
  | {
      kind: "refusal";
      /** Why, for people. */
      reason: string;
      /** The place in the text that stands in the way. */
      at: Range | null;
    };

/** What a document is made of. */
export interface DocumentOptions {
  /** As `languages()` names it: "sprokit", "pinsight", "coil-hardware" or "coil-target". */
  language: string;
  /** The text. */
  text: string;
  /** The file's name or path; includes are looked up beside it. */
  name?: string;
  /** Texts that it may include, by path. */
  files?: Record<string, string>;
  /** The machine that the text is for: its environment variables, settings, include path and so on. */
  host?: Partial<HostParams>;
}

/** The view of one kind. */
export type ViewOf<Kind extends ViewKind> = Extract<View, { kind: Kind }>;

/** What a view shall show. */
export interface Target {
  /** For a form, a coverage or a timeline: of this item. */
  item?: ItemPath;
  /** For a form, a coverage or a timeline: of the item at this place, unless one is named. */
  at?: Position;
  /** Values of the view's controls; those that are missing have their defaults. */
  settings?: KeyValue[];
}

/**
 * One text and everything that can be asked of it.
 *
 * It holds memory that JavaScript does not see: call `free()` when it is no longer needed, or declare
 * it with `using`.
 */
export class Document {
  /** As in the options. */
  readonly language: string;
  /** As in the options; empty if there was none. */
  readonly name: string;
  private readonly files: string;
  private readonly host: string;
  private current: string;
  private handle: Handle | null;
  private lineStarts: Lines | null = null;

  constructor(options: DocumentOptions) {
    checkOptions(options, "options");
    checkString(options.language, "options.language");
    this.language = options.language;
    this.name = options.name ?? "";
    this.files = JSON.stringify(Object.entries(options.files ?? {}));
    this.host = toJson(options.host ?? {}, "options.host");
    this.current = options.text;
    this.handle = this.parse(options.text);
  }

  /** The text as it is now. */
  get text(): string {
    return this.current;
  }

  /** What is wrong with the text, in its order. */
  diagnostics(): Finding[] {
    return this.ask<Diagnostic[]>((it) => it.diagnostics()).map((it) => ({
      ...it,
      start: this.offsetAt(it.range.start),
      end: this.offsetAt(it.range.end),
    }));
  }

  /** The dialect, and how many findings there are. */
  info(): DocumentInfo {
    return this.ask((it) => it.info());
  }

  /** The items of the text. */
  outline(): OutlineEntry[] {
    return this.view("outline")?.entries ?? [];
  }

  /** The graph with its layout; null if the language has no graphs. */
  graph(): Graph | null {
    return this.view("graph");
  }

  /** A view; null if the language lacks it. A form needs a target, and is null if there is no such item. */
  view<Kind extends ViewKind>(view: Kind, target?: Target): ViewOf<Kind> | null {
    checkString(view, "view");
    if (target !== undefined) checkTarget(target, "target");
    const { item, at, settings } = target ?? {};
    const params = JSON.stringify({ uri: "", view, item, at, settings });
    return this.ask((it) => it.view(params));
  }

  /** What is known about a place: Markdown, and the stretch that it is about. */
  hover(at: Position): { range: Range; markdown: string } | null {
    checkPosition(at, "at");
    const hover = this.ask<[Range, string] | null>((it) => it.hover(at.line, at.character));
    return hover && { range: hover[0], markdown: hover[1] };
  }

  /** The binary that the text stands for, or why there is none. */
  compile(): Compiled {
    const result = this.ask<CompileResult>((it) => it.compile());
    return result.kind === "file" ? { kind: "file", name: result.name, bytes: bytesOf(result.data) } : result;
  }

  /** Turns the text into something else: one of the `conversions` that `languages()` lists for its language. */
  convert(id: string): Converted {
    checkString(id, "id");
    const result = this.ask<ConvertResult>((it) => it.convert(id));
    if (result.kind === "refusal") return result;
    const { content, ...rest } = result;
    return { ...rest, content: content.kind === "text" ? content.text : bytesOf(content.data) };
  }

  /** The canonical layout as edits for `edit()`; null if the language has none. The meaning stays. */
  format(): TextEdit[] | null {
    return this.ask((it) => it.format());
  }

  /**
   * What a command would change, or why it cannot be carried out. Nothing is changed: give the edits of
   * the document to `edit()`. Documents are named by their paths.
   */
  plan(command: Command): PlanResult {
    checkObject(command, "command");
    const json = toJson(command, "command");
    return this.ask((it) => it.plan(json));
  }

  /** Changes the text. All edits are in terms of the text before; they must not overlap. */
  edit(edits: readonly (TextEdit | Replacement)[]): void {
    checkEdits(edits, "edits");
    const { open } = this;
    const text = applied(this.current, this.lines, edits);
    checkText(text, "the text after the edits");
    this.handle = this.parse(text);
    release(open);
    this.current = text;
    this.lineStarts = null;
  }

  /** The offset of a position, in UTF-16 code units, as JavaScript's strings count. */
  offsetAt(position: Position): number {
    checkPosition(position, "position");
    return this.lines.offset(position);
  }

  /** The position of an offset. */
  positionAt(offset: number): Position {
    checkCount(offset, "offset");
    return this.lines.position(offset);
  }

  /** Gives its memory back. It must not be used any more. */
  free(): void {
    release(this.handle);
    this.handle = null;
  }

  /** The same as `free()`, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }

  private get lines(): Lines {
    this.lineStarts ??= new Lines(this.current);
    return this.lineStarts;
  }

  private get open(): Handle {
    if (!this.handle) throw new Error("this document was freed");
    return this.handle;
  }

  private ask<T>(question: (handle: Handle) => string): T {
    const { open } = this;
    return answer(() => question(open));
  }

  private parse(text: string): Handle {
    return call((core) => new core.Document(this.language, this.name, text, this.files, this.host));
  }
}

type Handle = InstanceType<Core["Document"]>;

/** Refuses options that JavaScript lets pass; the language may still be missing. */
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
