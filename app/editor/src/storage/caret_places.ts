// Where a person was in each file, across reloads: the caret, and the line at the top.
//
// That changes far more often than a text, and nothing is lost with it, so it stands in the storage that is written
// at once: when a text is stored, and when the page is left or hidden.

import type { CaretPlace } from "../documents.ts";

/** The number of files whose places are kept. */
const most = 200;

type Stored = Record<string, CaretPlace>;

/** Keeps places by the ids of files, under a name in the browser's storage. */
export class CaretPlaces {
  /** The JSON that was read last and the places in it: a start asks for the place in each file. */
  private read: { json: string; stored: Stored } = { json: "{}", stored: {} };

  constructor(private readonly name: string) {}

  private all(): Stored {
    try {
      const json = localStorage.getItem(this.name) ?? "{}";
      if (json !== this.read.json) {
        const stored = JSON.parse(json) as unknown;
        this.read = { json, stored: typeof stored === "object" && stored !== null ? (stored as Stored) : {} };
      }
      return this.read.stored;
    } catch {
      return {};
    }
  }

  /** Returns the place in a file; null if none is known. */
  get(id: string): CaretPlace | null {
    const place = this.all()[id];
    const numbers = place ? [place.anchor, place.head, place.top, place.within] : [];
    return place && numbers.every(Number.isFinite) ? place : null;
  }

  /** Keeps the places in some files; those in the others stay. */
  keep(places: readonly [id: string, place: CaretPlace][]): void {
    if (places.length === 0) return;
    const own = new Set(places.map(([id]) => id));
    const others = Object.entries(this.all()).filter(([id]) => !own.has(id));
    try {
      localStorage.setItem(this.name, JSON.stringify(Object.fromEntries([...others, ...places].slice(-most))));
    } catch {
      // Without room, the next visit begins at the start.
    }
  }
}
