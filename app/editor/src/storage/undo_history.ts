// The undo history of a text across reloads.
//
// CodeMirror's own form of it has no effects. The marks of steps of several files are stored beside the steps, so
// that one undo still takes back all of them, and so is what the page does with a change of the text; a step that was
// about the page only goes.

import { historyField } from "@codemirror/commands";
import type { EditorState, EditorStateConfig, StateEffect } from "@codemirror/state";
import { EditorState as State } from "@codemirror/state";
import { effectOf, type Step as Beside, stepAmong } from "../steps.ts";
import { type Edit, editIn, markOf } from "../undo.ts";

/** A step of CodeMirror's own format, the edit of several files that it belongs to, and what the page does with it. */
interface Step {
  changes?: unknown[];
  mapped?: unknown;
  selectionsAfter?: unknown[];
  edit?: Edit;
  beside?: Beside;
}

interface Stored {
  done: Step[];
  undone: Step[];
}

/** A step as CodeMirror has it, which never changes once it was stored; its form has no effects. */
interface Event {
  effects: readonly StateEffect<unknown>[];
}

type Effects = Record<keyof Stored, Event[]>;

/** The sizes of steps that were measured before: most are the same at the next time. */
const sizes = new WeakMap<Event, number>();

/** The largest history that is kept, in characters of JSON; of a larger one the oldest steps go. */
const largest = 2_000_000;

/** Returns the history of a state in a form that can be stored; null if there is none worth it. */
export function historyOf(state: EditorState): unknown {
  return measuredHistory(state).history;
}

/** Returns that form, and the number of steps that are too large to be stored. */
export function measuredHistory(state: EditorState): { history: unknown; nHuge: number } {
  const { history } = state.toJSON({ history: historyField }) as { history: Stored };
  const events = state.field(historyField, false) as Effects | undefined;
  const stepsOf = (side: keyof Stored) =>
    history[side].map((it, idx): [Step, Event | undefined] => {
      const event = events?.[side][idx];
      const its = event?.effects ?? [];
      const [edit, beside] = [editIn(its), stepAmong(its)];
      return [{ ...it, ...(edit && { edit }), ...(beside && { beside }) }, event];
    });
  const measured = (side: keyof Stored) => lasting(stepsOf(side)).map(([step, event]) => ({ step, size: sizeOf(step, event) }));
  const [all, undoneAll] = [measured("done"), measured("undone")];
  const done = newest(all, largest);
  const undone = newest(undoneAll, done.room);
  const isEmpty = done.kept.length + undone.kept.length === 0;
  return {
    history: isEmpty ? null : { done: done.kept, undone: undone.kept },
    nHuge: [...all, ...undoneAll].filter((it) => it.size > largest).length,
  };
}

/** Returns the length of a step in JSON. */
function sizeOf(step: Step, event: Event | undefined): number {
  const known = event && sizes.get(event);
  if (known !== undefined) return known;
  const size = JSON.stringify(step).length;
  if (event) sizes.set(event, size);
  return size;
}

/** Returns the newest steps for which there is room, and the room that is left. */
function newest(steps: { step: Step; size: number }[], room: number): { kept: Step[]; room: number } {
  let first = steps.length;
  for (const { size } of [...steps].reverse()) {
    if (size > room) break;
    room -= size;
    first -= 1;
  }
  return { kept: steps.slice(first).map((it) => it.step), room };
}

/**
 * Drops the steps that change neither a text nor other files, and those below a change that was made outside of the history:
 * only CodeMirror knows how they would have to be moved.
 */
function lasting(steps: [Step, Event | undefined][]): [Step, Event | undefined][] {
  const lowest = steps.reduce((lowest, [it], idx) => (it.mapped ? idx : lowest), 0);
  return steps.slice(lowest).flatMap(([{ mapped: _, ...it }, event]): [Step, Event | undefined][] => {
    return !it.changes || it.edit || it.changes.some(Array.isArray) ? [[it, event]] : [];
  });
}

/**
 * Creates a state with a stored history. A history that does not fit to the text is left out, since its
 * steps would damage it.
 */
export function withHistory(config: EditorStateConfig & { doc: State["doc"] }, stored: unknown): EditorState {
  const plain = State.create(config);
  if (!stored) return plain;
  try {
    if (!fits(stored as Stored, config.doc.length)) return plain;
    const json = { doc: config.doc.toString(), selection: plain.selection.toJSON(), history: stored };
    const state = State.fromJSON(json, config, { history: historyField });
    mark(state, stored as Stored);
    return state;
  } catch {
    return plain;
  }
}

/** Gives the steps of a history that has just been read the marks that they had. */
function mark(state: State, stored: Stored): void {
  const read = state.field(historyField, false) as Effects | undefined;
  for (const side of ["done", "undone"] as const) {
    stored[side].forEach(({ edit, beside }, idx) => {
      const step = read?.[side][idx];
      // Nobody else has these objects yet, and they offer no other way in.
      if (step) step.effects = [...(edit ? [markOf(edit)] : []), ...(beside ? [effectOf(beside)] : [])];
    });
  }
}

/** Returns true if the newest step on each side starts from a text of this length, and each other one where that leads. */
function fits({ done, undone }: Stored, length: number): boolean {
  return [done, undone].every((steps) => {
    let at = length;
    return [...steps].reverse().every(({ changes }) => {
      if (!changes) return true;
      const [before, after] = lengthsOf(changes);
      const isNext = before === at;
      at = after;
      return isNext;
    });
  });
}

/** Returns the lengths before and after changes in CodeMirror's JSON: kept lengths, and `[deleted, ...inserted lines]`. */
function lengthsOf(changes: unknown[]): [number, number] {
  let [before, after] = [0, 0];
  for (const it of changes) {
    if (typeof it === "number") {
      before += it;
      after += it;
    } else if (Array.isArray(it)) {
      const [deleted, ...lines] = it as [number, ...string[]];
      before += deleted;
      if (lines.length > 0) after += lines.reduce((all, line) => all + line.length + 1, -1);
    }
  }
  return [before, after];
}

