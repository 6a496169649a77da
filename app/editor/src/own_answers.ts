// Answers to Bobbin's own requests, which the page reads and the client only passes on: they stay the
// text that they came as. A graph of thousands of processes is megabytes, which would be parsed and
// written again on the way.

const asked = /^\{"jsonrpc":"2\.0","id":(\d+),"method":"bobbin\//;
const answered = /^\{"jsonrpc":"2\.0","id":(\d+),"(result|error)":/;

/** What the client gets for such an answer. */
interface Kept {
  kept: number;
}

/** Keeps the texts of answers that are under way. */
export class OwnAnswers {
  /** By the id of the request; null until its answer comes. */
  private readonly texts = new Map<number, string | null>();

  /** Looks at a message to the server. */
  sent(message: string): void {
    const id = asked.exec(message)?.[1];
    if (id !== undefined) this.texts.set(Number(id), null);
  }

  /** A message from the server as the client shall get it. */
  received(message: string): string {
    const found = answered.exec(message);
    const id = Number(found?.[1]);
    if (!found || !this.texts.has(id)) return message;
    if (found[2] === "error") {
      this.texts.delete(id);
      return message;
    }
    this.texts.set(id, message.slice(found[0].length, -1));
    const kept: Kept = { kept: id };
    return `${found[0]}${JSON.stringify(kept)}}`;
  }

  /** The JSON of an answer that the client passed on; that of each request can be taken once. */
  take(answer: unknown): string {
    const id = answer instanceof Object && "kept" in answer ? answer.kept : undefined;
    const text = typeof id === "number" ? this.texts.get(id) : undefined;
    if (typeof id !== "number" || typeof text !== "string") return JSON.stringify(answer);
    this.texts.delete(id);
    return text;
  }

  /** No answer will come any more. */
  forget(): void {
    this.texts.clear();
  }
}
