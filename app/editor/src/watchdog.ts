// Decides when a silent worker counts as lost, and when another start is not worthwhile.

/** The timers of a browser, or of a test. */
export interface Timers {
  every(ms: number, run: () => void): number;
  stop(timer: number): void;
}

/** The timers of the browser. */
export const browserTimers: Timers = {
  every: (ms, run) => setInterval(run, ms) as unknown as number,
  stop: (timer) => clearInterval(timer),
};

const tick = 500;

/**
 * Watches that messages arrive while an answer is awaited.
 *
 * Time is counted in ticks of the page's own timer, not on a clock: a laptop that slept or a page that
 * was itself busy must not look like a worker that hangs.
 */
export class Watchdog {
  private timer: number | null = null;
  private silence = 0;
  /** The milliseconds of silence after which the worker counts as lost. */
  limit = 0;

  constructor(
    private readonly timers: Timers,
    private readonly bark: () => void,
  ) {}

  /** Starts counting, unless it already counts. */
  expect(limit: number): void {
    this.limit = limit;
    if (this.timer !== null) return;
    this.silence = 0;
    this.timer = this.timers.every(tick, () => {
      this.silence += tick;
      if (this.silence < this.limit) return;
      this.rest();
      this.bark();
    });
  }

  /** Raises the limit for a request that takes longer than expected; it is never lowered. */
  allow(limit: number): void {
    this.limit = Math.max(this.limit, limit);
  }

  /** Notes a sign of life: requests wait in line, so the oldest may have waited for others. */
  heard(): void {
    this.silence = 0;
  }

  /** Stops counting, as nothing is awaited. */
  rest(): void {
    if (this.timer !== null) this.timers.stop(this.timer);
    this.timer = null;
  }
}

// In silences that count as a death: long enough for all allowed deaths, each with its new start.
const window = 6;
const deathsAllowed = 3;

/** Remembers deaths, so that a text that kills the core at once does not do so for ever. */
export class RestartLimit {
  private deaths: number[] = [];

  /**
   * Notes a death at `now` and returns true if another start is worthwhile; a worker may be silent for
   * `limit`, both in milliseconds.
   */
  died(now: number, limit: number): boolean {
    this.deaths = this.deaths.filter((it) => now - it < window * limit);
    this.deaths.push(now);
    return this.deaths.length < deathsAllowed;
  }

  /** Forgets all deaths, when the user asks for a new start. */
  forget(): void {
    this.deaths = [];
  }
}
