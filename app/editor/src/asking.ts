// Questions to the server that are repeated whenever the text has changed.

import type { Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { LSPPlugin } from "@codemirror/lsp-client";
import { askAgain, documentsOf, openDocument } from "./documents.ts";
import { rangeOf } from "./positions.ts";

/** A question about the whole document, or about the visible part of a long one. */
export interface Question<Answer> {
  method: string;
  /** Asked only of servers with this capability. */
  capability: string;
  /**
   * Returns the milliseconds to wait after a change of a text with this many lines; 0 asks at once, as is done when a
   * text is first shown.
   */
  delay(lines: number): number;
  take(view: EditorView, answer: Answer): void;
  /**
   * In documents with more lines, only the visible part is asked about, if the capability has the
   * option.
   */
  inSight?: { method: string; option: string; lines: number };
}

/** Asks at the start and after changes, one request at a time; answers about an older text are dropped. */
export function asking<Answer>(question: Question<Answer>): Extension {
  return ViewPlugin.fromClass(
    class {
      private cancel: (() => void) | null = null;
      private underWay = false;
      private again = false;
      private gone = false;

      constructor(private readonly view: EditorView) {
        this.schedule(0);
      }

      update(update: ViewUpdate): void {
        const renewed = update.transactions.some((it) => it.effects.some((e) => e.is(askAgain)));
        const scrolled = update.viewportChanged && this.isLong;
        if (update.docChanged || renewed || scrolled) this.schedule();
      }

      destroy(): void {
        this.gone = true;
        this.cancel?.();
      }

      private get isLong(): boolean {
        return this.view.state.doc.lines > (question.inSight?.lines ?? Infinity);
      }

      private schedule(delay = question.delay(this.view.state.doc.lines)): void {
        if (this.underWay) {
          this.again = true;
          return;
        }
        this.cancel?.();
        let cancelled = false;
        const run = () => {
          if (!cancelled) void this.ask();
        };
        const timer = delay > 0 ? setTimeout(run, delay) : null;
        this.cancel = () => {
          cancelled = true;
          if (timer !== null) clearTimeout(timer);
        };
        // Even then, only after the update of the view that brought the change.
        if (timer === null) queueMicrotask(run);
      }

      private async ask(): Promise<void> {
        this.cancel = null;
        const document = this.view.state.facet(openDocument);
        const documents = documentsOf(this.view);
        const capabilities = LSPPlugin.get(this.view)?.client.serverCapabilities;
        if (!document || !documents || !(capabilities && question.capability in capabilities)) return;
        this.underWay = true;
        const { inSight } = question;
        const provider: unknown = capabilities[question.capability as keyof typeof capabilities];
        const knows = inSight && provider instanceof Object && inSight.option in provider;
        const { doc } = this.view.state;
        const { from, to } = this.view.viewport;
        const [method, params] =
          knows && this.isLong ? [inSight.method, { range: rangeOf(doc, from, to) }] : [question.method, {}];
        try {
          const answer = await documents.ask<Answer | null>(document, method, params);
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
