// Changes outside of the text as steps of its history: undo and redo meet both in the order in which
// they happened. The history keeps effects as it keeps changes.

import { invertedEffects, isolateHistory } from "@codemirror/commands";
import { Annotation, type Extension, StateEffect, type Transaction, type TransactionSpec } from "@codemirror/state";

/** Marks transactions of the page, so that their echo is not taken for the user's. */
export const fromPage = Annotation.define<true>();

/** The messages to the page on redo and on undo; the page knows what they mean. */
export interface Step {
  done: string;
  undone: string;
}

const step = StateEffect.define<Step>();

/** Returns the effect of a step that goes with a change of the text, and is undone with that. */
export function effectOf(value: Step): StateEffect<Step> {
  return step.of(value);
}

/** Returns the step among effects; null if there is none. */
export function stepAmong(effects: readonly StateEffect<unknown>[]): Step | null {
  return effects.find((it) => it.is(step))?.value ?? null;
}

/** Makes the history of a state keep steps. */
export const steps: Extension = invertedEffects.of((transaction) =>
  transaction.effects
    .filter((it) => it.is(step))
    .map(({ value: { done, undone } }) => step.of({ done: undone, undone: done })),
);

/** Makes a step of a change that has already been made. */
export function noteStep(value: Step): TransactionSpec {
  return {
    effects: step.of(value),
    annotations: [isolateHistory.of("full"), fromPage.of(true)],
    userEvent: "bobbin.step",
  };
}

/**
 * Collects the steps that transactions made, undid or redid; and of the latter two, the messages for
 * the page.
 */
export function stepsIn(transactions: readonly Transaction[]): { isAny: boolean; recalled: string[] } {
  const found = transactions.flatMap((it) =>
    it.effects.flatMap((effect) => (effect.is(step) ? [{ value: effect.value, isNew: it.annotation(fromPage) }] : [])),
  );
  return { isAny: found.length > 0, recalled: found.filter((it) => !it.isNew).map((it) => it.value.done) };
}
