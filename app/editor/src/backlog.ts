// Requests that take long, which wait until the worker has nothing else to do.

/** JSON-RPC's answer to a request about a text that has changed since. */
const contentModified = -32801;

/** A message longer than this carries a text; it is no request for a drawing. */
const longest = 4000;

interface Slow {
  id: number | string;
  uri: string;
  text: string;
}

/**
 * Drawings of graphs: the server lays out one at a time and cannot look up meanwhile, so whatever is
 * answered at once comes first, and a drawing of a text that has changed since is not made at all.
 */
export class Backlog {
  private waiting: Slow[] = [];

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** Keeps a message if it may wait; false if it shall be handled now. */
  keep(text: string): boolean {
    const slow = slowRequest(text);
    if (slow) this.waiting.push(slow);
    return slow !== null;
  }

  /** The answers to requests that a message makes pointless; they wait no more. */
  outdatedBy(text: string): string[] {
    if (this.isEmpty || !text.includes('"textDocument/didChange"')) return [];
    // The text may be long, and its address stands before it.
    const changed = this.waiting.filter((it) => text.includes(JSON.stringify(it.uri)));
    this.waiting = this.waiting.filter((it) => !changed.includes(it));
    return changed.map(({ id }) => refusal(id));
  }

  /** The message that has waited longest. */
  next(): string | undefined {
    return this.waiting.shift()?.text;
  }

  clear(): void {
    this.waiting = [];
  }
}

function slowRequest(text: string): Slow | null {
  if (text.length > longest || !text.includes('"bobbin/view"')) return null;
  const message = JSON.parse(text) as {
    id?: number | string;
    method?: string;
    params?: { uri?: string; view?: string };
  };
  const { id, method, params } = message;
  const isGraph = method === "bobbin/view" && params?.view === "graph";
  return isGraph && id !== undefined ? { id, uri: params.uri ?? "", text } : null;
}

function refusal(id: number | string): string {
  const error = { code: contentModified, message: "the text has changed since" };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}
