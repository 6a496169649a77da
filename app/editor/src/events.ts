// The queue of events for the page's one listener.

import type { EditorEvent } from "./wire.ts";

/** Hears the events, too. */
export type Tap = (event: EditorEvent) => void;

/** Keeps events until there is a listener, so that none of the first is lost. */
export class EventQueue {
  private listener: ((json: string) => void) | null = null;
  private waiting: EditorEvent[] = [];
  private readonly taps: Tap[] = [];

  /** Tells each event from now on also to `hear`. */
  tap(hear: Tap): void {
    this.taps.push(hear);
  }

  emit(event: EditorEvent): void {
    for (const hear of this.taps) hear(event);
    this.pass(event);
  }

  private pass(event: EditorEvent): void {
    if (this.listener) this.listener(JSON.stringify(event));
    else this.waiting.push(event);
  }

  listen(listener: (json: string) => void): void {
    this.listener = listener;
    for (const event of this.waiting.splice(0)) this.pass(event);
  }
}
