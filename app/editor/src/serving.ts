// The schedule of the worker's language server: messages are handled at once, and slow work is done
// when no messages are waiting.

/** The required interface of the language server. */
export interface PiecewiseServer {
  begin(message: string): string[];
  hasWork(): boolean;
  work(milliseconds: number): string[];
}

// Milliseconds that a key press may wait for its diagnostics.
const pieceLength = 8;

/** Feeds a language server from a queue of messages. */
export class Serving {
  private isWorking = false;

  /**
   * `send` takes the server's messages. `later` calls back after the messages that have already
   * arrived, so that waiting changes are handled together, and messages are read between two pieces of
   * work.
   */
  constructor(
    private readonly server: PiecewiseServer,
    private readonly send: (message: string) => void,
    private readonly later: (callback: () => void) => void,
  ) {}

  /** Takes a message; slow work is left for later, piece by piece. */
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
