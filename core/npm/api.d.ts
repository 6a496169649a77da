// node.d.ts

import { type ModuleSource } from "./source.js";
export * from "./index.js";
/**
 * Loads the WebAssembly module. Under Node nobody needs to wait for that: the first call of anything
 * else loads it, too. So one program works in both. An address means nothing here; bytes are used.
 */
export declare function load(source?: ModuleSource): Promise<void>;

// browser.d.ts

import { type ModuleSource } from "./source.js";
export * from "./index.js";
/**
 * Loads the WebAssembly module; call it before anything else, as often as you like.
 *
 * `source` is the address of the module or its bytes, if the module does not lie beside this file under
 * its name in the package.
 */
export declare function load(source?: ModuleSource): Promise<void>;

// wasm.d.ts

/** The module as a bundler provides it, an address or bytes: give it to `load()`. */
declare const source: string | Uint8Array<ArrayBuffer>;
export default source;

// source.d.ts

/** The address of the WebAssembly module, or its bytes. */
export type ModuleSource = string | {
    readonly href: string;
} | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

// index.d.ts

import { type Compiled, type DocumentOptions, type Finding } from "./document.js";
import type { DetectResult, Encoding, LanguageInfo, OpenResult, OutlineEntry } from "./model.js";
export { type Compiled, type Converted, Document, type DocumentOptions, type Finding, type Target, type ViewOf } from "./document.js";
export { BobbinError, type BobbinErrorCode } from "./errors.js";
export type { Replacement } from "./positions.js";
export type * from "./model.js";
/** The same types as the messages of the language server have them, where whole numbers of 64 bits are numbers. */
export type * as protocol from "./protocol.js";
export { createServer, type LanguageServer } from "./server.js";
export type { ModuleSource } from "./source.js";
/** The result of `analyse()`. */
export interface Analysis {
    /** The language that the text was read in. */
    language: string;
    /** The version of the language, if the language has several. */
    dialect: string | null;
    /** The diagnostics in the order of the text. */
    diagnostics: Finding[];
    /** The items of the text. */
    outline: OutlineEntry[];
}
/** A text to analyse; without a language, its content and its name decide. */
export type Source = Omit<DocumentOptions, "language"> & {
    language?: string;
};
/** Lists the languages. */
export declare function languages(): LanguageInfo[];
/** Detects the kind of a file, by its bytes and its name. */
export declare function detect(name: string, bytes: Uint8Array): DetectResult;
/** Detects the kind of a file and reads its text; a binary is decompiled. */
export declare function open(name: string, bytes: Uint8Array): OpenResult;
/** Decompiles a binary to its text. */
export declare function decompile(bytes: Uint8Array, name?: string): OpenResult;
/** Returns the bytes of a text, for saving. A character that Latin-1 lacks makes it UTF-8. */
export declare function encode(text: string, encoding?: Encoding): Uint8Array;
/** Returns the diagnostics and the items of a text, in one call. */
export declare function analyse(source: Source): Analysis;
/** Compiles a text to its binary, or returns the reason why there is none, in one call. */
export declare function compile(source: Source): Compiled;
/**
 * Calls `listener` with the reason if the core fails, which it should never do. The call that failed
 * throws a `BobbinError` with the code `core-failed`; the next one starts the core anew.
 */
export declare function onPanic(listener: (message: string) => void): void;

// document.d.ts

/// <reference lib="esnext.disposable" preserve="true" />
import { type Replacement } from "./positions.js";
import type { Command, ConversionChoice, Diagnostic, DocumentInfo, Graph, HostParams, ItemPath, KeyValue, OutlineEntry, PlanResult, Position, Range, Remark, TextEdit, View, ViewKind } from "./model.js";
/** A diagnostic with its place as offsets: `text.slice(start, end)` is the text it is about. */
export interface Finding extends Diagnostic {
    /** UTF-16 code units before the range. */
    start: number;
    /** UTF-16 code units before the end of the range. */
    end: number;
}
/** A compiled file, or the reason why there is none. */
export type Compiled = {
    kind: "file";
    /** The proposed file name. */
    name: string;
    /** The content of the file. */
    bytes: Uint8Array<ArrayBuffer>;
} | {
    kind: "refusal";
    /** The reason, for people. */
    reason: string;
    /** The place in the text that prevents it. */
    at: Range | null;
};
/** The result of a conversion, or the reason why there is none. */
export type Converted = {
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
} | {
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
export type ViewOf<Kind extends ViewKind> = Extract<View, {
    kind: Kind;
}>;
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
export declare class Document {
    /** As in the options. */
    readonly language: string;
    /** As in the options; empty if there was none. */
    readonly name: string;
    private readonly files;
    private readonly host;
    private current;
    private held;
    private lineStarts;
    constructor(options: DocumentOptions);
    /** Returns the present text. */
    get text(): string;
    /** Returns the diagnostics in the order of the text. */
    diagnostics(): Finding[];
    /** Returns the dialect, and the number of diagnostics. */
    info(): DocumentInfo;
    /** Returns the items of the text. */
    outline(): OutlineEntry[];
    /** Returns the graph with its layout; null if the language has no graphs. */
    graph(): Graph | null;
    /**
     * Returns a picture of the graph as SVG, laid out as on Bobbin's page; null if the language has no graphs, or nothing
     * is there to draw. Clusters are drawn with what is inside, or as boxes if they are `closed`.
     */
    picture(options?: {
        theme?: "light" | "dark";
        closed?: boolean;
    }): string | null;
    /**
     * Returns a view; null if the language lacks it. A form without a target is that of the whole text, and null if
     * there is no such item.
     */
    view<Kind extends ViewKind>(view: Kind, target?: Target): ViewOf<Kind> | null;
    /** Returns Markdown about a place, and the range that it is about. */
    hover(at: Position): {
        range: Range;
        markdown: string;
    } | null;
    /** Compiles the text to its binary, or returns the reason why there is none. */
    compile(): Compiled;
    /** Converts the text by one of the `conversions` that `languages()` lists for its language. */
    convert(id: string): Converted;
    /**
     * Returns the canonical layout as edits for `edit()`; null if the text has none. The meaning
     * stays.
     */
    format(): TextEdit[] | null;
    /**
     * Returns the edits of a command, or the reason why it cannot be carried out. Nothing is changed:
     * give the edits of the document to `edit()`. Documents are named by their paths.
     */
    plan(command: Command): PlanResult;
    /** Changes the text. All edits refer to the text before; they must not overlap. */
    edit(edits: readonly (TextEdit | Replacement)[]): void;
    /** Returns the offset of a position, in UTF-16 code units, as JavaScript's strings count. */
    offsetAt(position: Position): number;
    /** Returns the position of an offset. */
    positionAt(offset: number): Position;
    /** Frees its memory in the core. Only `text` and the places in it may be asked for any more. */
    free(): void;
    /** Frees its memory like `free()`, for `using`. */
    [Symbol.dispose](): void;
    private get lines();
    private get open();
    private ask;
    private parse;
}
/** Refuses malformed options, which JavaScript lets pass; the language may still be missing. */
export declare function checkOptions(options: unknown, name: string): void;

// positions.d.ts

import type { Position, TextEdit } from "./model.js";
/** The starts of a text's lines. Only LF ends a line; a CR before it is the line's last character. */
export declare class Lines {
    private readonly text;
    private readonly starts;
    constructor(text: string);
    /** Returns the offset of a position, limited to its line and to the text. */
    offset({ line, character }: Position): number;
    /** Returns true if a position lies in the text. */
    has({ line, character }: Position): boolean;
    /** Returns the position of an offset, limited to the text. */
    position(offset: number): Position;
}
/** A replacement of a range of a text, by offsets into its string. */
export interface Replacement {
    /** UTF-16 code units before the range. */
    start: number;
    /** UTF-16 code units before its end. */
    end: number;
    /** The new text. */
    text: string;
}
/** Returns the text after edits, all of which refer to the text before. */
export declare function applied(text: string, lines: Lines, edits: readonly (TextEdit | Replacement)[]): string;

// server.d.ts

/// <reference lib="esnext.disposable" preserve="true" />
/**
 * A language server for one client, for an editor of your own; best in a Web Worker.
 *
 * If the core fails, the server ends with it: every later call throws a `BobbinError` with the code
 * `core-failed`. Create another and open the texts again.
 */
export interface LanguageServer {
    /** Handles a JSON-RPC message and returns the messages to send, in order. */
    handle(message: string): string[];
    /**
     * Handles a message like `handle()`, for a server that gets its messages from a queue: slow work is
     * left to `work()`, so that waiting edits are checked once, and a request need not wait for a graph.
     */
    begin(message: string): string[];
    /** True while `work()` has something to do. */
    readonly hasWork: boolean;
    /**
     * Works for about this many milliseconds on the work that `begin()` left, and returns the messages
     * to send.
     */
    work(milliseconds: number): string[];
    /** Frees its memory. It must not be used any more. */
    free(): void;
    /** Frees its memory like `free()`, for `using`. */
    [Symbol.dispose](): void;
}
/** Creates a language server, which waits for `initialize`. */
export declare function createServer(): LanguageServer;

// errors.d.ts

/** The kind of a `BobbinError`, for programs. */
export type BobbinErrorCode = 
/** A call came before `load()` was done. */
"not-loaded"
/** The WebAssembly module did not come, or what came is another file. */
 | "load-failed"
/** The core failed, which no text should cause. The next call starts it anew. */
 | "core-failed"
/** A document or a language server was used after `free()`. */
 | "freed"
/** There is no such language in what was imported. */
 | "unknown-language"
/** No language was named, and neither content nor name of the text say which it is. */
 | "undetected"
/** A text or a file is larger than can be read. */
 | "too-large"
/** Edits overlap, or lie outside of the text. */
 | "bad-edit"
/** The page in a frame did not answer, or refused. */
 | "frame";
/** The error that this package throws, except that an argument of a wrong type is a `TypeError`. */
export declare class BobbinError extends Error {
    readonly code: BobbinErrorCode;
    readonly name = "BobbinError";
    /** `code` says what happened to programs, `message` to people. */
    constructor(code: BobbinErrorCode, message: string, options?: {
        cause?: unknown;
    });
}

// element.d.ts

import type { Range } from "./protocol.js";
/** A diagnostic of the text in an editor: `value.slice(start, end)` is the text it is about. */
export interface EditorDiagnostic {
    /** An error is what the real program rejects. */
    severity: "error" | "warning" | "hint";
    /** The kind of the diagnostic, in kebab case. */
    code: string;
    /** The message, for people. */
    message: string;
    /** More about it. */
    help: string | null;
    /** Its place in lines and columns. */
    range: Range;
    /** UTF-16 code units before the range. */
    start: number;
    /** UTF-16 code units before the end of the range. */
    end: number;
}
/**
 * `<bobbin-editor>`: an editor with diagnostics, completion and hover for one text. The language core works
 * in a worker, one for all editors of a family of languages.
 *
 * It is a part of its form: the text is its value, errors make it invalid, and it can be reset and
 * disabled. Its CSS parts are `frame`, `editor` and `picture`, its colours are the custom properties `--bg`, `--fg`,
 * `--accent` and others of Bobbin's page.
 *
 * Events: `change` when the person changed the text, `diagnostics` when it was judged, `notice` with a
 * sentence for people.
 */
export interface BobbinEditorElement extends HTMLElement {
    /** "sprokit", "pinsight", "coil-hardware" or "coil-target"; anything else is edited as plain text. */
    language: string;
    /** The text; null sets an empty one. */
    value: string;
    /** The text before the person changed it: the attribute `value`, or else what stands in the element. */
    defaultValue: string;
    /** True if the person can only read and copy the text. */
    readOnly: boolean;
    /** True if the person can neither change nor send the text; a disabled `fieldset` around it has the same effect. */
    disabled: boolean;
    /** "bobbin-editor". */
    readonly type: string;
    /** "light", "dark" or "contrast"; "auto" follows the system. */
    theme: string;
    /** "graph" shows the graph beside the text, as a picture, if the language has one. */
    view: string;
    /** The name of the value in its form. */
    name: string;
    /** The diagnostics of the text as it was last judged. */
    readonly diagnostics: readonly EditorDiagnostic[];
    /** The form that it belongs to. */
    readonly form: HTMLFormElement | null;
    /** Its labels, which name the text box unless `aria-label` does. */
    readonly labels: NodeList;
    /** `customError` if the text has errors. */
    readonly validity: ValidityState;
    /** The first error, for people. */
    readonly validationMessage: string;
    /** False while it is disabled. */
    readonly willValidate: boolean;
    /** Returns true if the text has no errors. */
    checkValidity(): boolean;
    /** Returns true if the text has no errors, and else shows the first one. */
    reportValidity(): boolean;
}
/** The detail of the event `diagnostics`. */
export interface DiagnosticsDetail {
    /** The diagnostics in the order of the text. */
    diagnostics: EditorDiagnostic[];
}
/** The detail of the event `notice`. */
export interface NoticeDetail {
    /** An error if the language core does not work. */
    kind: "info" | "error";
    /** A sentence for people. */
    text: string;
}
declare global {
    interface HTMLElementTagNameMap {
        "bobbin-editor": BobbinEditorElement;
    }
}

// frame.d.ts

import type { Range } from "./protocol.js";
/** A file for a frame. */
export interface FrameFile {
    /** Its name, which says what includes it, and often its language. */
    name: string;
    /** Its text, or the bytes of a binary. */
    content: string | Uint8Array<ArrayBuffer>;
    /** Its language, such as "sprokit"; without it, Bobbin finds it out. */
    language?: string;
}
/** The part of a file that a frame shows: one of its views, its text, or both beside each other. */
export type FrameView = "graph" | "form" | "bytes" | "resolved" | "coverage" | "timeline" | "text" | "both";
/** A diagnostic of a file in a frame. */
export interface FrameDiagnostic {
    /** An error is what the real program rejects. */
    severity: "error" | "warning" | "hint";
    /** The kind of the diagnostic, in kebab case. */
    code: string;
    /** The message, for people. */
    message: string;
    /** More about it. */
    help: string | null;
    /** Its place in lines and columns. */
    range: Range;
}
/** The events of a frame, and what is told with each. */
export interface FrameEvents {
    /** The person, or a gesture of theirs in a view, has changed the text of a file. */
    change: {
        name: string;
        text: string;
    };
    /** A file was judged. */
    diagnostics: {
        name: string;
        diagnostics: FrameDiagnostic[];
    };
}
/** Bobbin's page in a frame of this one. */
export interface BobbinFrame {
    /**
     * Opens files in place of those that are open, and shows the one named `shown`, or the first. Fails if some cannot be
     * read; the others are open then. Two files of one name are refused.
     */
    open(files: readonly FrameFile[], options?: {
        shown?: string;
        view?: FrameView;
    }): Promise<void>;
    /** Returns the text of a file, or of the first. */
    text(name?: string): Promise<string>;
    /**
     * Replaces the text of a file, or of the first, as a step that the person can undo; the file keeps its kind of line
     * ends. A text that was told of within the last second changes nothing.
     */
    setText(text: string, name?: string): Promise<void>;
    /** Gives the text or a view all the room, or shares it. Fails if the shown file has no such view. */
    show(view: FrameView): Promise<void>;
    /** Calls back with each event of a kind; the result ends that. */
    on<K extends keyof FrameEvents>(kind: K, hear: (detail: FrameEvents[K]) => void): () => void;
    /** Ends the connection. What was asked and is not answered fails, as it does when the page in the frame goes. */
    close(): void;
}
/**
 * Connects with Bobbin's `embed.html` in a frame. Messages are taken from that window and that origin only, which is
 * the one of the frame's address unless `origin` says another. Fails with `frame` if it does not answer within
 * `timeout` milliseconds (30,000), or has a list of pages that may use it and this one is not on it.
 */
export declare function connectFrame(frame: HTMLIFrameElement, options?: {
    origin?: string;
    timeout?: number;
}): Promise<BobbinFrame>;
