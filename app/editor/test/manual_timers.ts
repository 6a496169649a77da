import type { Timers } from "../src/watchdog.ts";

/** Timers that run when the test says so. */
export class ManualTimers implements Timers {
  private timers = new Map<number, { ms: number; run: () => void }>();
  private last = 0;

  every(ms: number, run: () => void): number {
    this.timers.set(++this.last, { ms, run });
    return this.last;
  }

  stop(timer: number): void {
    this.timers.delete(timer);
  }

  /** Lets `ms` pass. */
  pass(ms: number): void {
    for (let rest = ms; rest > 0; rest -= 500) {
      for (const { run } of [...this.timers.values()]) run();
    }
  }

  get running(): number {
    return this.timers.size;
  }
}
