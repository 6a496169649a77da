// Questions that are asked again whenever the text has changed.

import type { Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { LSPPlugin } from "@codemirror/lsp-client";
import { askAgain, documentsOf, openDocument } from "./documents.ts";

/** A question about the whole document. */
export interface Question<Answer> {
  method: string;
  /** Asked only of servers that have it. */
  capability: string;
  /** Milliseconds to wait after a change of a text of so many lines; 0 asks at once. */
  delay(lines: number): number;
  take(view: EditorView, answer: Answer): void;
}

/** Asks at the start and after changes; one request at a time, and no answer about an older text. */
export function asking<Answer>(question: Question<Answer>): Extension {
  return ViewPlugin.fromClass(
    class {
      private cancel: (() => void) | null = null;
      private underWay = false;
      private again = false;
      private gone = false;

      constructor(private readonly view: EditorView) {
        this.schedule();
      }

      update(update: ViewUpdate): void {
        const renewed = update.transactions.some((it) => it.effects.some((e) => e.is(askAgain)));
        if (update.docChanged || renewed) this.schedule();
      }

      destroy(): void {
        this.gone = true;
        this.cancel?.();
      }

      private schedule(): void {
        if (this.underWay) {
          this.again = true;
          return;
        }
        this.cancel?.();
        const delay = question.delay(this.view.state.doc.lines);
        let cancelled = false;
        const run = () => {
          if (!cancelled) void this.ask();
        };
        const timer = delay > 0 ? setTimeout(run, delay) : null;
        this.cancel = () => {
          cancelled = true;
          if (timer !== null) clearTimeout(timer);
        };
        // Even at once means after the update of the view that brought the change.
        if (timer === null) queueMicrotask(run);
      }

      private async ask(): Promise<void> {
        this.cancel = null;
        const document = this.view.state.facet(openDocument);
        const documents = documentsOf(this.view);
        const capabilities = LSPPlugin.get(this.view)?.client.serverCapabilities;
        if (!document || !documents || !(capabilities && question.capability in capabilities)) return;
        this.underWay = true;
        try {
          const answer = await documents.ask<Answer | null>(document, question.method, {});
          if (!this.gone && answer !== null) question.take(this.view, answer);
        } catch {
          // Stale or lost: either another question is on its way, or a new server will be asked.
        }
        this.underWay = false;
        if (this.again && !this.gone) {
          this.again = false;
          this.schedule();
        }
      }
    },
  );
}
