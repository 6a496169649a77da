// The journal of starts as the page calls it.

import { StartJournal, StartRows } from "./starts.ts";

/** Makes the calls, and follows what becomes of the page. */
export function startCalls() {
  let deployment = "";
  const journal = new StartJournal({
    open: () => StartRows.open(deployment),
    now: () => performance.now(),
    later: (run, milliseconds) => void setTimeout(run, milliseconds),
  });
  addEventListener("pagehide", () => journal.leave());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") journal.leave();
    else journal.comeBack();
  });
  // A browser's complaint about the layout comes as an error too, but without one.
  addEventListener("error", ({ error }) => error instanceof Error && journal.fail());
  addEventListener("unhandledrejection", ({ reason }) => reason instanceof Error && journal.fail());
  return {
    /**
     * Notes that a tab of a deployment starts to open its files. Returns how many starts in a row failed before it;
     * `others` is the list of tabs that live.
     */
    beginStart(own: string, tab: string, others: string): Promise<number> {
      deployment = own;
      return journal.begin(tab, JSON.parse(others) as string[]);
    },

    /** Notes that files are opened that a start before this one failed with. */
    resumeStart: () => journal.resume(),

    /** Notes that what was to be opened is there; `isWhole` if nothing of it was left out. */
    settleStart: (isWhole: boolean) => journal.settle(isWhole),

    /** Notes that the page has failed. */
    failStart: () => journal.fail(),
  };
}
