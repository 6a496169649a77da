// Finds the text over which the language core died.

/** The number of deaths of the language core over a text after which the text is left out. */
export const deathsAllowed = 2;

// Milliseconds after which an earlier death in this page's life no longer counts.
const memory = 10 * 60_000;

/** A text that may kill the core. */
interface Suspect {
  /** The known number of deaths of the language core over it. */
  deaths: number;
}

/**
 * Remembers the texts that a server was working on when it died.
 *
 * The text that remains after two deaths in a row is the culprit. While several remain, they are
 * suspects, and the next server gets them one by one, so that its death identifies one.
 */
export class Blame<Text extends Suspect> {
  /** The texts over which the last server may have died. */
  suspects: Text[] = [];
  private lastDeath = -Infinity;

  /** True if the last death left fewer suspects than there were before. */
  hasNarrowed = false;

  /** Notes a death at `now` during the work on `busy`; returns the text that must be left out. */
  died(busy: Text[], now: number): Text | null {
    if (now - this.lastDeath > memory) {
      // Until this page's first death, the count of an earlier page stands.
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
