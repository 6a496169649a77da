// Reasons why an answer does not come.

/** The text changed while the server was at work, so the answer would be about an older one. */
export class StaleError extends Error {
  override readonly name = "Stale";

  constructor() {
    super("The text changed in the meantime.");
  }
}

/** The server was lost or is not running. */
export class LostError extends Error {
  override readonly name = "Lost";
  /** LSP's "request cancelled": the client library ignores such an answer silently. */
  readonly code = -32800;

  /** `isTooMuch` says that the request itself took too long, and would again. */
  constructor(
    message: string,
    readonly isTooMuch = false,
  ) {
    super(message);
  }
}

/** Returns a sentence for people about a thrown value; JSON-RPC errors are plain objects. */
export function messageOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "message" in error) {
    return String(error.message);
  }
  return String(error);
}

/** The language core is not asked about a text over which it died. */
export class LeftOutError extends Error {
  /** As for a lost server: questions that are repeated by themselves ignore it silently. */
  readonly code = -32800;

  constructor(name: string) {
    super(`\`${name}\` is shown as plain text, because the language core failed on it.`);
  }
}
