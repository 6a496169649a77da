// Chance that can be repeated.

/** Draws numbers, the same ones for the same seed (mulberry32). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** Returns a number from 0 to below 1. */
  draw(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(n: number): number {
    return Math.floor(this.draw() * n);
  }

  pick<T>(all: readonly T[]): T | undefined {
    return all[this.below(all.length)];
  }

  /** Returns one of the keys of `weights`, each as often as its number says. */
  weighted<K extends string>(weights: Record<K, number>): K {
    const all = Object.entries(weights) as [K, number][];
    let left = this.draw() * all.reduce((sum, [, weight]) => sum + weight, 0);
    return (all.find(([, weight]) => (left -= weight) < 0) ?? all[0]!)[0];
  }
}
