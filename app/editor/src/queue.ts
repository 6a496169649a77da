// The worker's messages in their order, of which some need a part of the core that has to be fetched first.

/** The times to wait before a part that did not come is asked for again, in milliseconds. */
const pauses = [300, 1000, 3000];

/** Hands messages on one after the other. */
export class Queue {
  private readonly waiting: string[] = [];
  private isFetching = false;

  /**
   * `needs` tells the parts that a message needs and that are not there, `fetch` gets one, `take` gets each message
   * when its parts are there, and `fail` the reason why a part did not come, after several attempts.
   */
  constructor(
    private readonly needs: (message: string) => string[],
    private readonly fetch: (part: string) => Promise<void>,
    private readonly hand: (message: string) => void,
    private readonly fail: (error: unknown) => void,
    private readonly pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  ) {}

  take(message: string): void {
    this.waiting.push(message);
    if (!this.isFetching) this.goOn();
  }

  private goOn(): void {
    for (;;) {
      const [next] = this.waiting;
      if (next === undefined) return;
      const missing = this.needs(next);
      if (missing.length > 0) {
        void this.fetchAll(missing);
        return;
      }
      this.waiting.shift();
      this.hand(next);
    }
  }

  private async fetchAll(parts: string[]): Promise<void> {
    this.isFetching = true;
    try {
      await Promise.all(parts.map((it) => this.insist(it)));
    } catch (error) {
      this.fail(error);
      return;
    }
    this.isFetching = false;
    this.goOn();
  }

  private async insist(part: string): Promise<void> {
    for (const milliseconds of pauses) {
      try {
        return await this.fetch(part);
      } catch {
        await this.pause(milliseconds);
      }
    }
    return this.fetch(part);
  }
}
