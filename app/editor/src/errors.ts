// Why an answer does not come.

/** The text changed while the server was at work; the answer would speak of an older one. */
export class StaleError extends Error {
  override readonly name = "Stale";

  constructor() {
    super("The text changed meanwhile.");
  }
}

/** The server was lost, or is not there at all. */
export class LostError extends Error {
  override readonly name = "Lost";
  /** LSP's "request cancelled": the client library passes over such an answer without a word. */
  readonly code = -32800;
}

/** A sentence for people from whatever was thrown; JSON-RPC errors are plain objects. */
export function messageOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "message" in error) {
    return String(error.message);
  }
  return String(error);
}

/** The language core is not asked about a text that it died of. */
export class LeftOutError extends Error {
  /** As for a lost server: whoever asks by himself is silent about it. */
  readonly code = -32800;

  constructor(name: string) {
    super(`\`${name}\` is shown as plain text, because the language core stopped over it.`);
  }
}
