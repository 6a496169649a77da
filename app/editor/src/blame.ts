// Which text the language core died of.

import type { OpenDocument } from "./documents.ts";

/** So often the language core may die over a text before the text is left out. */
export const deathsAllowed = 2;

// Milliseconds after which an earlier death of this page's life no longer counts.
const memory = 10 * 60_000;

/** What is known of a text that may kill. */
type Suspect = Pick<OpenDocument, "deaths">;

/**
 * Remembers which texts a server was at work on when it died.
 *
 * Who is left after two deaths in a row is the culprit. As long as several are, they are suspects, and the
 * next server gets them one by one, so that its death says which it was.
 */
export class Blame<Text extends Suspect = OpenDocument> {
  /** Those that the last server may have died of. */
  suspects: Text[] = [];
  private lastDeath = -Infinity;

  /** Whether the last death left fewer suspects than there were before. */
  hasNarrowed = false;

  /** Notes a death at `now` amid the work on `busy`; answers with the text that is to be left out. */
  died(busy: Text[], now: number): Text | null {
    if (now - this.lastDeath > memory) {
      // Before the first death of this page, the count of an earlier page stands.
      if (this.lastDeath > -Infinity) for (const it of this.suspects) it.deaths = 0;
      this.suspects = busy.filter((it) => it.deaths > 0);
    }
    this.lastDeath = now;
    const earlier = this.suspects;
    const known = busy.filter((it) => earlier.includes(it));
    this.suspects = known.length > 0 ? known : busy;
    this.hasNarrowed = known.length > 0 && known.length < earlier.length;
    for (const it of this.suspects) it.deaths += 1;
    const [only] = this.suspects;
    if (!only || this.suspects.length > 1 || only.deaths < deathsAllowed) return null;
    for (const it of earlier) if (it !== only) it.deaths = 0;
    this.suspects = [];
    return only;
  }
}
