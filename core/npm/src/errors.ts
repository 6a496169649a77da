/** The kind of a `BobbinError`, for programs. */
export type BobbinErrorCode =
  /** A call came before `load()` was done. */
  | "not-loaded"
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
export class BobbinError extends Error {
  override readonly name = "BobbinError";

  /** `code` says what happened to programs, `message` to people. */
  constructor(
    readonly code: BobbinErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
