// From a command to a change of the texts: the plan is made by the server and applied here, so that the
// edits of a large change cross to the page not at all.

import { LostError, messageOf, StaleError } from "./errors.ts";
import type { Performed, PlanResult } from "./wire.ts";

type Edit = Extract<PlanResult, { kind: "edit" }>;

/** The number of times a plan is made again when the text changes meanwhile. */
const maxTries = 3;

/**
 * Plans and applies a change. `apply` returns false if the texts are no longer those that the plan was
 * made for; then, and if the request is stale, the plan is made again.
 */
export async function performPlan(
  plan: () => Promise<PlanResult>,
  apply: (edit: Edit) => boolean,
): Promise<Performed> {
  let isLost = false;
  for (let nth = 0; nth < maxTries; nth += 1) {
    let planned: PlanResult;
    try {
      planned = await plan();
    } catch (error) {
      if (error instanceof StaleError) continue;
      // The next core is asked once more: the one that is lost may have died of something else.
      if (error instanceof LostError && !error.isTooMuch && !isLost) {
        isLost = true;
        continue;
      }
      return { Err: { reason: messageOf(error) } };
    }
    if (planned.kind === "refusal") return { Err: { reason: planned.reason, at: planned.at ?? null } };
    const { notes = [], created = [], leftovers = [] } = planned;
    if (apply(planned)) return { Ok: { notes, created, leftovers } };
  }
  return { Err: { reason: "the text is changing; try again" } };
}

/** Does one work after the other: a plan that is made while another one is applied would be for a text that is gone. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Does some work when all that came before it is done, or has failed. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work);
    this.last = done;
    return done;
  }
}
