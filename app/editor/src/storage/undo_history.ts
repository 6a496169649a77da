// The undo history of a text across reloads.
//
// The effects of a step are lost on the way: a step of several files is taken back in each of them alone,
// and a step that was about the page only goes.

import { historyField } from "@codemirror/commands";
import type { EditorState, EditorStateConfig } from "@codemirror/state";
import { EditorState as State } from "@codemirror/state";

/** A step of CodeMirror's own format. */
interface Step {
  changes?: unknown[];
  mapped?: unknown;
  selectionsAfter?: unknown[];
}

interface Stored {
  done: Step[];
  undone: Step[];
}

/** The largest history that is kept, in characters of JSON. */
const largest = 2_000_000;

/** Returns the history of a state in a form that can be stored; null if there is none worth it. */
export function historyOf(state: EditorState): unknown {
  const { history } = state.toJSON({ history: historyField }) as { history: Stored };
  const kept = { done: withText(history.done), undone: withText(history.undone) };
  if (kept.done.length + kept.undone.length === 0) return null;
  return JSON.stringify(kept).length > largest ? null : kept;
}

/**
 * Drops the steps that change no text, and those below a change that was made outside of the history:
 * only CodeMirror knows how they would have to be moved.
 */
function withText(steps: Step[]): Step[] {
  const lowest = steps.reduce((lowest, it, idx) => (it.mapped ? idx : lowest), 0);
  return steps.slice(lowest).flatMap(({ mapped: _, ...it }) => {
    return !it.changes || it.changes.some(Array.isArray) ? [it] : [];
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
    return State.fromJSON(json, config, { history: historyField });
  } catch {
    return plain;
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

