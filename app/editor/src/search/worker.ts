// The search as a worker: an expression that takes for ever can be stopped only from outside.

import { type Query, type SearchedText, searchIn } from "./search.ts";

/** A search, as a worker is given it. */
export interface Task {
  texts: SearchedText[];
  query: Query;
}

// The module of what is loaded on demand is also this worker.
if (typeof document === "undefined" && typeof self !== "undefined" && "WorkerGlobalScope" in self) {
  self.onmessage = ({ data }: MessageEvent<Task>) => {
    // The time of loading this module is not the search's.
    self.postMessage(null);
    self.postMessage(searchIn(data.texts, data.query));
  };
}
