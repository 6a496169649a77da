// What happens beside the text as steps of its history: undo and redo meet both in the order in which
// they happened. The history keeps effects as it keeps changes.

import { invertedEffects, isolateHistory } from "@codemirror/commands";
import { type Extension, StateEffect, type Transaction, type TransactionSpec } from "@codemirror/state";
import { fromPage } from "./edits.ts";

/** What redo shall tell the page, and what undo shall; the page knows what they mean. */
export interface Step {
  done: string;
  undone: string;
}

const step = StateEffect.define<Step>();

/** Lets the history of a state keep steps. */
export const steps: Extension = invertedEffects.of((transaction) =>
  transaction.effects
    .filter((it) => it.is(step))
    .map(({ value: { done, undone } }) => step.of({ done: undone, undone: done })),
);

/** Makes a step of something that was done by now. */
export function noteStep(value: Step): TransactionSpec {
  return {
    effects: step.of(value),
    annotations: [isolateHistory.of("full"), fromPage.of(true)],
    userEvent: "bobbin.step",
  };
}

/** The steps that transactions made, undid or did again; and of the latter two, what the page has to be told. */
export function stepsIn(transactions: readonly Transaction[]): { isAny: boolean; recalled: string[] } {
  const found = transactions.flatMap((it) =>
    it.effects.flatMap((effect) => (effect.is(step) ? [{ value: effect.value, isNew: it.annotation(fromPage) }] : [])),
  );
  return { isAny: found.length > 0, recalled: found.filter((it) => !it.isNew).map((it) => it.value.done) };
}
