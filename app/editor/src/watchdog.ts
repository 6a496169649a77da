// When a silent worker counts as lost, and when it is not worth another start.

/** The timers of a browser, or of a test. */
export interface Timers {
  every(ms: number, run: () => void): number;
  stop(timer: number): void;
}

/** The browser's own. */
export const browserTimers: Timers = {
  every: (ms, run) => setInterval(run, ms) as unknown as number,
  stop: (timer) => clearInterval(timer),
};

const tick = 500;

/**
 * Watches that something is heard while something is awaited.
 *
 * Time is counted in ticks of the page's own timer, not on a clock: a laptop that slept or a page that
 * was itself busy must not look like a worker that hangs.
 */
export class Watchdog {
  private timer: number | null = null;
  private silence = 0;
  /** Milliseconds of silence that are too many. */
  limit = 0;

  constructor(
    private readonly timers: Timers,
    private readonly bark: () => void,
  ) {}

  /** Starts counting, unless it counts already. */
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

  /** What was asked takes longer than was thought; it is never given less time. */
  allow(limit: number): void {
    this.limit = Math.max(this.limit, limit);
  }

  /** A sign of life: requests wait in line, so the oldest may have waited for others. */
  heard(): void {
    this.silence = 0;
  }

  /** Nothing is awaited. */
  rest(): void {
    if (this.timer !== null) this.timers.stop(this.timer);
    this.timer = null;
  }
}

// In silences that count as a death: as many deaths as are allowed fit in, each with its new start.
const window = 6;
const deathsAllowed = 3;

/** Remembers deaths, so that a text that kills the core at once does not kill it for ever. */
export class RestartLimit {
  private deaths: number[] = [];

  /**
   * Notes a death at `now` and says whether another start is worth it; a worker may be silent for
   * `limit`, both in milliseconds.
   */
  died(now: number, limit: number): boolean {
    this.deaths = this.deaths.filter((it) => now - it < window * limit);
    this.deaths.push(now);
    return this.deaths.length < deathsAllowed;
  }

  /** A person asked for a new start. */
  forget(): void {
    this.deaths = [];
  }
}
