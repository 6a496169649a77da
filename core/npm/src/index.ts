import { checkBytes, checkFunction, checkString, checkText } from "./arguments.js";
import { addFailureListener, answer, call } from "./core.js";
import { type Compiled, checkOptions, Document, type DocumentOptions, type Finding } from "./document.js";
import { BobbinError } from "./errors.js";
import type { DetectResult, Encoding, LanguageInfo, Languages, OpenResult, OutlineEntry } from "./model.js";

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
export type Source = Omit<DocumentOptions, "language"> & { language?: string };

/** Lists the languages. */
export function languages(): LanguageInfo[] {
  return answer<Languages>((core) => core.languages()).languages;
}

/** Detects the kind of a file, by its bytes and its name. */
export function detect(name: string, bytes: Uint8Array): DetectResult {
  checkString(name, "name");
  checkBytes(bytes, "bytes");
  return answer((core) => core.detect(name, bytes));
}

/** Detects the kind of a file and reads its text; a binary is decompiled. */
export function open(name: string, bytes: Uint8Array): OpenResult {
  checkString(name, "name");
  checkBytes(bytes, "bytes");
  return answer((core) => core.open(name, bytes));
}

/** Decompiles a binary to its text. */
export function decompile(bytes: Uint8Array, name = "configuration.coilcfg"): OpenResult {
  checkBytes(bytes, "bytes");
  checkString(name, "name");
  return answer((core) => core.decompile(name, bytes));
}

/** Returns the bytes of a text, for saving. A character that Latin-1 lacks makes it UTF-8. */
export function encode(text: string, encoding: Encoding = "utf8"): Uint8Array {
  checkText(text, "text");
  checkString(encoding, "encoding");
  return call((core) => core.encode(text, encoding));
}

/** Returns the diagnostics and the items of a text, in one call. */
export function analyse(source: Source): Analysis {
  return using(source, (document) => ({
    language: document.language,
    dialect: document.info().dialect,
    diagnostics: document.diagnostics(),
    outline: document.outline(),
  }));
}

/** Compiles a text to its binary, or returns the reason why there is none, in one call. */
export function compile(source: Source): Compiled {
  return using(source, (document) => document.compile());
}

function using<T>(source: Source, use: (document: Document) => T): T {
  checkOptions(source, "source");
  const document = documentOf(source);
  try {
    return use(document);
  } finally {
    document.free();
  }
}

function documentOf(source: Source): Document {
  const language = source.language ?? languageOf(source);
  try {
    // By name: an object of a class may have getters.
    const { text, name = "", files = {}, host = {} } = source;
    return new Document({ language, text, name, files, host });
  } catch (error) {
    // The caller knows the argument by another name.
    if (error instanceof TypeError) error.message = error.message.replace("`options.", "`source.");
    throw error;
  }
}

function languageOf({ name = "", text }: Source): string {
  const detected = detect(name, new TextEncoder().encode(text));
  if (detected.kind === "text") return detected.language;
  throw new BobbinError("undetected", detected.kind === "binary" ? "the text is a binary file" : detected.reason);
}

/**
 * Calls `listener` with the reason if the core fails, which it should never do. The call that failed
 * throws a `BobbinError` with the code `core-failed`; the next one starts the core anew.
 */
export function onPanic(listener: (message: string) => void): void {
  checkFunction(listener, "listener");
  addFailureListener(listener);
}
