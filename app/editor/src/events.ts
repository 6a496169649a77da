// The queue of events for the page's one listener.

import type { EditorEvent } from "./wire.ts";

/** Keeps events until there is a listener, so that none of the first is lost. */
export class EventQueue {
  private listener: ((json: string) => void) | null = null;
  private waiting: EditorEvent[] = [];

  emit(event: EditorEvent): void {
    if (this.listener) this.listener(JSON.stringify(event));
    else this.waiting.push(event);
  }

  listen(listener: (json: string) => void): void {
    this.listener = listener;
    for (const event of this.waiting.splice(0)) this.emit(event);
  }
}
