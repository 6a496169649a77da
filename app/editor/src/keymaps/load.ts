// The habits of other editors' keys, in modules of their own that are loaded for those who have them.

import type { Extension } from "@codemirror/state";

/** The habits that the keys of the text follow. */
export type Habits = "usual" | "vim" | "emacs";

/** Loads the keys of some habits. `run` runs an action of the page by its id. */
export async function keysFor(habits: Habits, run: (action: string) => void): Promise<Extension> {
  switch (habits) {
    case "vim":
      return (await import("./vim.ts")).vimKeys(run);
    case "emacs":
      return (await import("./emacs.ts")).emacsKeys(run);
    default:
      return [];
  }
}
