// node.d.ts

import { type ModuleSource } from "./source.js";
export * from "./index.js";
/** Does nothing: under Node the WebAssembly module is loaded by the import. So one program can do for both. */
export declare function load(source?: ModuleSource): Promise<void>;

// browser.d.ts

import { type ModuleSource } from "./source.js";
export * from "./index.js";
/**
 * Loads the WebAssembly module; call it once before anything else, and as often as you like.
 *
 * `source` says where the module is, if it is not `bobbin.wasm` beside this file: an address, or the
 * module's bytes.
 */
export declare function load(source?: ModuleSource): Promise<void>;

// bobbin.wasm.d.ts

/** What a bundler makes of the module, its address or its bytes: give it to `load()`. */
declare const source: string | Uint8Array<ArrayBuffer>;
export default source;

// source.d.ts

/** Where the WebAssembly module is, or its bytes. */
export type ModuleSource = string | {
    readonly href: string;
} | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

// index.d.ts

import { type Compiled, type DocumentOptions, type Finding } from "./document.js";
import type { DetectResult, Encoding, LanguageInfo, OpenResult, OutlineEntry } from "./protocol.js";
export { type Compiled, type Converted, Document, type DocumentOptions, type Finding, type Target, type ViewOf } from "./document.js";
export { CoreFailure } from "./failure.js";
export type { Replacement } from "./positions.js";
export type * from "./protocol.js";
export { createServer, type LanguageServer } from "./server.js";
export type { ModuleSource } from "./source.js";
/** What `analyse()` finds. */
export interface Analysis {
    /** The language that the text was read in. */
    language: string;
    /** The version of the language it is written in, if the language has several. */
    dialect: string | null;
    /** What is wrong with it. */
    diagnostics: Finding[];
    /** Its items. */
    outline: OutlineEntry[];
}
/** A text to look at; without a language, its content and its name decide. */
export type Source = Omit<DocumentOptions, "language"> & {
    language?: string;
};
/** The languages there are. */
export declare function languages(): LanguageInfo[];
/** What a file is, by its bytes and its name. */
export declare function detect(name: string, bytes: Uint8Array): DetectResult;
/** What a file is, with its text; a binary is decompiled. */
export declare function open(name: string, bytes: Uint8Array): OpenResult;
/** The text of a binary. */
export declare function decompile(bytes: Uint8Array, name?: string): OpenResult;
/** The bytes of a text, for saving. A character that Latin-1 lacks makes it UTF-8. */
export declare function encode(text: string, encoding?: Encoding): Uint8Array;
/** Everything that is wrong with a text, and its items, in one call. */
export declare function analyse(source: Source): Analysis;
/** The binary that a text stands for, or why there is none, in one call. */
export declare function compile(source: Source): Compiled;
/**
 * Calls `listener` with the reason if the core fails, which it should never do. The call that failed
 * throws a [`CoreFailure`], and so does every later one: go on in a new worker or process.
 */
export declare function onPanic(listener: (message: string) => void): void;

// document.d.ts

/// <reference lib="esnext.disposable" preserve="true" />
import { type Replacement } from "./positions.js";
import type { Command, Diagnostic, DocumentInfo, Graph, HostParams, ItemPath, KeyValue, OutlineEntry, PlanResult, Position, Range, Remark, TextEdit, View, ViewKind } from "./protocol.js";
/** A finding with its place as offsets: `text.slice(start, end)` is the wrong thing. */
export interface Finding extends Diagnostic {
    /** UTF-16 code units before the finding. */
    start: number;
    /** UTF-16 code units before its end. */
    end: number;
}
/** A compiled file, or why there is none. */
export type Compiled = {
    kind: "file";
    /** What to call it. */
    name: string;
    /** Its bytes. */
    bytes: Uint8Array<ArrayBuffer>;
} | {
    kind: "refusal";
    /** Why, for people. */
    reason: string;
    /** The place in the text that stands in the way. */
    at: Range | null;
};
/** What a conversion made, or why it could not. */
export type Converted = {
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
} | {
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
export type ViewOf<Kind extends ViewKind> = Extract<View, {
    kind: Kind;
}>;
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
export declare class Document {
    /** As in the options. */
    readonly language: string;
    /** As in the options; empty if there was none. */
    readonly name: string;
    private readonly files;
    private readonly host;
    private current;
    private handle;
    private lineStarts;
    constructor(options: DocumentOptions);
    /** The text as it is now. */
    get text(): string;
    /** What is wrong with the text, in its order. */
    diagnostics(): Finding[];
    /** The dialect, and how many findings there are. */
    info(): DocumentInfo;
    /** The items of the text. */
    outline(): OutlineEntry[];
    /** The graph with its layout; null if the language has no graphs. */
    graph(): Graph | null;
    /** A view; null if the language lacks it. A form needs a target, and is null if there is no such item. */
    view<Kind extends ViewKind>(view: Kind, target?: Target): ViewOf<Kind> | null;
    /** What is known about a place: Markdown, and the stretch that it is about. */
    hover(at: Position): {
        range: Range;
        markdown: string;
    } | null;
    /** The binary that the text stands for, or why there is none. */
    compile(): Compiled;
    /** Turns the text into something else: one of the `conversions` that `languages()` lists for its language. */
    convert(id: string): Converted;
    /** The canonical layout as edits for `edit()`; null if the language has none. The meaning stays. */
    format(): TextEdit[] | null;
    /**
     * What a command would change, or why it cannot be carried out. Nothing is changed: give the edits of
     * the document to `edit()`. Documents are named by their paths.
     */
    plan(command: Command): PlanResult;
    /** Changes the text. All edits are in terms of the text before; they must not overlap. */
    edit(edits: readonly (TextEdit | Replacement)[]): void;
    /** The offset of a position, in UTF-16 code units, as JavaScript's strings count. */
    offsetAt(position: Position): number;
    /** The position of an offset. */
    positionAt(offset: number): Position;
    /** Gives its memory back. It must not be used any more. */
    free(): void;
    /** The same as `free()`, for `using`. */
    [Symbol.dispose](): void;
    private get lines();
    private get open();
    private ask;
    private parse;
}
/** Refuses options that JavaScript lets pass; the language may still be missing. */
export declare function checkOptions(options: unknown, name: string): void;

// positions.d.ts

import type { Position, TextEdit } from "./protocol.js";
/** Where the lines of a text start. Only LF ends a line; a CR before it is the line's last character. */
export declare class Lines {
    private readonly text;
    private readonly starts;
    constructor(text: string);
    /** The offset of a position, cut to its line and to the text. */
    offset({ line, character }: Position): number;
    /** The position of an offset, cut to the text. */
    position(offset: number): Position;
}
/** One replaced stretch of a text, by offsets into its string. */
export interface Replacement {
    /** UTF-16 code units before the stretch. */
    start: number;
    /** UTF-16 code units before its end. */
    end: number;
    /** What takes its place. */
    text: string;
}
/** The text after edits, all of which are in terms of the text before. */
export declare function applied(text: string, lines: Lines, edits: readonly (TextEdit | Replacement)[]): string;

// server.d.ts

/// <reference lib="esnext.disposable" preserve="true" />
/** A language server for one client, for an editor of your own; best in a Web Worker. */
export interface LanguageServer {
    /** Takes one JSON-RPC message and answers with the messages to send, in order. */
    handle(message: string): string[];
    /**
     * The same for a server that gets its messages from a queue: what takes long is left to `work()`, so
     * that edits that are waiting already are judged once, and a request need not wait for a graph.
     */
    begin(message: string): string[];
    /** Whether `work()` has something to do. */
    readonly hasWork: boolean;
    /** Works for about so many milliseconds at what `begin()` left, and answers with the messages to send. */
    work(milliseconds: number): string[];
    /** Gives its memory back. It must not be used any more. */
    free(): void;
    /** The same as `free()`, for `using`. */
    [Symbol.dispose](): void;
}
/** A language server that waits for `initialize`. */
export declare function createServer(): LanguageServer;

// failure.d.ts

/**
 * The core failed, which no text should bring about. Nothing of this package works any more where it
 * happened: go on in a new worker or process. Texts that JavaScript holds are not affected.
 */
export declare class CoreFailure extends Error {
    readonly name = "CoreFailure";
    /** `reason` is what the core said before it failed, or what the call threw. */
    constructor(reason: string, options?: {
        cause?: unknown;
    });
}
