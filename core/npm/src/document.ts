import { bytesOf } from "./base64.js";
import { core } from "./core.js";
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

/** Which item a form is for: one by name, or the one at a place. */
export type Target = { item: ItemPath } | { at: Position };

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
  private handle: InstanceType<ReturnType<typeof core>["Document"]> | null;
  private lineStarts: Lines | null = null;

  constructor(options: DocumentOptions) {
    this.language = options.language;
    this.name = options.name ?? "";
    this.files = JSON.stringify(Object.entries(options.files ?? {}));
    this.host = JSON.stringify(options.host ?? {});
    this.current = options.text;
    this.handle = this.parse(options.text);
  }

  /** The text as it is now. */
  get text(): string {
    return this.current;
  }

  /** What is wrong with the text, in its order. */
  diagnostics(): Finding[] {
    const diagnostics = JSON.parse(this.open.diagnostics()) as Diagnostic[];
    return diagnostics.map((it) => ({
      ...it,
      start: this.offsetAt(it.range.start),
      end: this.offsetAt(it.range.end),
    }));
  }

  /** The dialect, and how many findings there are. */
  info(): DocumentInfo {
    return JSON.parse(this.open.info()) as DocumentInfo;
  }

  /** The items of the text. */
  outline(): OutlineEntry[] {
    const view = this.view("outline");
    return view?.kind === "outline" ? view.entries : [];
  }

  /** The graph with its layout; null if the language has no graphs. */
  graph(): Graph | null {
    const view = this.view("graph");
    return view?.kind === "graph" ? view : null;
  }

  /** A view; null if the language lacks it. A form needs a target, and is null if there is no such item. */
  view(view: ViewKind, target?: Target): View | null {
    return JSON.parse(this.open.view(JSON.stringify({ uri: "", view, ...target }))) as View | null;
  }

  /** What is known about a place: Markdown, and the stretch that it is about. */
  hover(at: Position): { range: Range; markdown: string } | null {
    const hover = JSON.parse(this.open.hover(at.line, at.character)) as [Range, string] | null;
    return hover && { range: hover[0], markdown: hover[1] };
  }

  /** The binary that the text stands for, or why there is none. */
  compile(): Compiled {
    const result = JSON.parse(this.open.compile()) as CompileResult;
    return result.kind === "file" ? { kind: "file", name: result.name, bytes: bytesOf(result.data) } : result;
  }

  /** Turns the text into something else: one of the `conversions` that `languages()` lists for its language. */
  convert(id: string): Converted {
    const result = JSON.parse(this.open.convert(id)) as ConvertResult;
    if (result.kind === "refusal") return result;
    const { content, ...rest } = result;
    return { ...rest, content: content.kind === "text" ? content.text : bytesOf(content.data) };
  }

  /** The canonical layout as edits for `edit()`; null if the language has none. The meaning stays. */
  format(): TextEdit[] | null {
    return JSON.parse(this.open.format()) as TextEdit[] | null;
  }

  /**
   * What a command would change, or why it cannot be carried out. Nothing is changed: give the edits of
   * the document to `edit()`. Documents are named by their paths.
   */
  plan(command: Command): PlanResult {
    return JSON.parse(this.open.plan(JSON.stringify(command))) as PlanResult;
  }

  /** Changes the text. All edits are in terms of the text before; they must not overlap. */
  edit(edits: readonly (TextEdit | Replacement)[]): void {
    const text = applied(this.current, this.lines, edits);
    const handle = this.parse(text);
    this.open.free();
    this.handle = handle;
    this.current = text;
    this.lineStarts = null;
  }

  /** The offset of a position, in UTF-16 code units, as JavaScript's strings count. */
  offsetAt(position: Position): number {
    return this.lines.offset(position);
  }

  /** The position of an offset. */
  positionAt(offset: number): Position {
    return this.lines.position(offset);
  }

  /** Gives its memory back. It must not be used any more. */
  free(): void {
    this.handle?.free();
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

  private get open(): InstanceType<ReturnType<typeof core>["Document"]> {
    if (!this.handle) throw new Error("this document was freed");
    return this.handle;
  }

  private parse(text: string): InstanceType<ReturnType<typeof core>["Document"]> {
    return new (core().Document)(this.language, this.name, text, this.files, this.host);
  }
}
