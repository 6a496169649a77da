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
  constructor(private readonly name: string) {}

  private all(): Stored {
    try {
      const stored = JSON.parse(localStorage.getItem(this.name) ?? "{}") as unknown;
      return typeof stored === "object" && stored !== null ? (stored as Stored) : {};
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
    const all = Object.entries(this.all()).filter(([id]) => !places.some((it) => it[0] === id));
    try {
      localStorage.setItem(this.name, JSON.stringify(Object.fromEntries([...all, ...places].slice(-most))));
    } catch {
      // Without room, the next visit begins at the start.
    }
  }
}
