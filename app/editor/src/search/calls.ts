// Search and replace as the page calls them.

import type { Documents } from "../documents.ts";
import { applyDocumentEdits } from "../edits.ts";
import { startWorker } from "../own_worker.ts";
import type { WorkerPort } from "../session.ts";
import type { DocumentEdit } from "../wire.ts";
import type { Hits, Query } from "./search.ts";
import type { Task } from "./worker.ts";

/** The time that a search may take, in milliseconds. */
const longest = 3000;

const tooLong = "The search took more than 3 seconds and was stopped. Simplify the expression, for example by avoiding a `+` or `*` inside another.";

/** Makes the calls for some documents. `settle` applies pending typing; `address` is that of the worker's module. */
export function searchCalls(documents: Documents, settle: () => void, address: () => string) {
  const search = new Search(address);
  return {
    /** Finds a [`Query`] in all open texts. Returns [`Hits`] as JSON; null if another search was asked for meanwhile. */
    async searchFiles(json: string): Promise<string | null> {
      settle();
      const texts = documents.files.map(({ uri, name, version, doc }) => ({ uri, name, version, text: doc.toString() }));
      const hits = await search.run({ texts, query: JSON.parse(json) as Query });
      return hits && JSON.stringify(hits);
    },

    /**
     * Replaces the hits of the last search but for those of these indices, as one undoable step. Returns false, and
     * changes nothing, if a text has changed since.
     */
    replaceFound(skipped: string, label: string): boolean {
      settle();
      return search.last !== null && applyDocumentEdits(documents, editsOf(search.last, new Set(JSON.parse(skipped) as number[])), label);
    },
  };
}

/** Returns the edits that replace hits, but for those of the indices `skipped`. */
export function editsOf({ files }: Hits, skipped: ReadonlySet<number>): DocumentEdit[] {
  let nth = 0;
  return files.flatMap(({ uri, version, hits }) => {
    const edits = hits.flatMap(({ line, from, to, inserted }) => {
      const isSkipped = skipped.has(nth++) || inserted === null;
      const range = { start: { line, character: from }, end: { line, character: to } };
      return isSkipped ? [] : [{ range, newText: inserted }];
    });
    return edits.length > 0 ? [{ uri, version, edits }] : [];
  });
}

/** The last search, and the one that is under way. */
class Search {
  last: Hits | null = null;
  private worker: WorkerPort | null = null;
  private giveUp: () => void = () => {};

  constructor(private readonly address: () => string) {}

  async run(task: Task): Promise<Hits | null> {
    this.giveUp();
    this.last = null;
    const hits = await this.ask(task);
    if (hits) this.last = hits;
    return hits;
  }

  private ask(task: Task): Promise<Hits | null> {
    const worker = (this.worker ??= startWorker(this.address()));
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (hits: Hits | null, isSpent: boolean) => {
        clearTimeout(timer);
        this.giveUp = () => {};
        worker.onmessage = worker.onerror = null;
        if (isSpent) {
          worker.terminate();
          this.worker = null;
        }
        resolve(hits);
      };
      const fault = (words: string): Hits => ({ files: [], isCut: false, fault: words });
      this.giveUp = () => end(null, true);
      worker.onmessage = ({ data }: MessageEvent<Hits | null>) => {
        if (data) end(data, false);
        else timer = setTimeout(() => end(fault(tooLong), true), longest);
      };
      worker.onerror = () => end(fault("The search failed. Try again."), true);
      worker.postMessage(task);
    });
  }
}
