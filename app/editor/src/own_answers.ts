// Answers to Bobbin's own requests stay the JSON text as which they came, since the client only passes
// them on to the page. A graph of thousands of processes is megabytes, which would otherwise be parsed
// and written again.

const asked = /^\{"jsonrpc":"2\.0","id":(\d+),"method":"bobbin\//;
const answered = /^\{"jsonrpc":"2\.0","id":(\d+),"(result|error)":/;

/** The client's stand-in for such an answer. */
interface Kept {
  kept: number;
}

/** Keeps the texts of pending answers. */
export class OwnAnswers {
  /** By the id of the request; null until its answer comes. */
  private readonly texts = new Map<number, string | null>();

  /** Notes the requests among messages to the server. */
  sent(message: string): void {
    const id = asked.exec(message)?.[1];
    if (id !== undefined) this.texts.set(Number(id), null);
  }

  /** Returns a message from the server in the form for the client. */
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

  /** Returns the JSON of an answer that the client passed on, once for each request. */
  take(answer: unknown): string {
    const id = answer instanceof Object && "kept" in answer ? answer.kept : undefined;
    const text = typeof id === "number" ? this.texts.get(id) : undefined;
    if (typeof id !== "number" || typeof text !== "string") return JSON.stringify(answer);
    this.texts.delete(id);
    return text;
  }

  /** Forgets all requests, as no answers will come any more. */
  forget(): void {
    this.texts.clear();
  }
}
