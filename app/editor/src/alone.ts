// Commands that are steps of their own for undo.

import { isolateHistory } from "@codemirror/commands";
import type { Command } from "@codemirror/view";

/**
 * Makes a step of a command alone. What changes a text right after a key is taken for more of what was typed, unless it
 * says otherwise, and one undo would take both back.
 */
export function alone(command: Command): Command {
  return (view) => {
    const isolate = () => view.dispatch({ annotations: isolateHistory.of("full") });
    isolate();
    const isDone = command(view);
    if (isDone) isolate();
    return isDone;
  };
}
