// When the worker's language server is given what: messages at once, and what they ask for when no more
// of them are waiting.

/** What is needed of the language server. */
export interface PiecewiseServer {
  begin(message: string): string[];
  hasWork(): boolean;
  work(milliseconds: number): string[];
}

// Milliseconds: so long a key press may wait for its findings.
const pieceLength = 8;

/** Feeds a language server from a queue of messages. */
export class Serving {
  private isWorking = false;

  /**
   * `send` takes what the server says. `later` calls back behind the messages that have come already, so
   * that changes that wait are judged together, and between two pieces of work messages are heard.
   */
  constructor(
    private readonly server: PiecewiseServer,
    private readonly send: (message: string) => void,
    private readonly later: (callback: () => void) => void,
  ) {}

  /** Takes a message; what takes long is worked on later, piece by piece. */
  take(message: string): void {
    for (const answer of this.server.begin(message)) this.send(answer);
    if (!this.isWorking) this.goOn();
  }

  private goOn(): void {
    this.isWorking = this.server.hasWork();
    if (this.isWorking) this.later(() => this.work());
  }

  private work(): void {
    for (const answer of this.server.work(pieceLength)) this.send(answer);
    this.goOn();
  }
}
