// Measures the time from a key press to its diagnostics on the screen.

/** Measures latency, for the benchmark. */
export class Latency {
  private pressed = 0;
  private waiting: { uri: string; version: number; pressed: number }[] = [];

  constructor(private readonly report: (ms: number) => void) {}

  /** Notes a key press or input; input that follows from a key does not count again. */
  press(event: Event): void {
    if (event.type === "keydown" || event.timeStamp - this.pressed > 100) this.pressed = event.timeStamp;
  }

  /** Notes the version that the key's change made. */
  changed(uri: string, version: number): void {
    if (this.pressed > 0) this.waiting.push({ uri, version, pressed: this.pressed });
    this.pressed = 0;
  }

  /**
   * Notes that the diagnostics for this version are in the page, ready for the next paint.
   *
   * A key whose own diagnostics came too late to be drawn is counted up to those drawn in their place.
   */
  drawn(uri: string, version: number): void {
    const now = performance.now();
    const done = this.waiting.filter((it) => it.uri === uri && it.version <= version);
    if (done.length === 0) return;
    this.waiting = this.waiting.filter((it) => !done.includes(it));
    for (const { pressed } of done) this.report(now - pressed);
  }
}
