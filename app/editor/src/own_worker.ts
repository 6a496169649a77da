// Starts the worker of the language core under the policy of the page.

import type { WorkerPort } from "./session.ts";
import { scriptAddress } from "./trusted_types.ts";

const starters = new Map<string, string>();

/**
 * Starts a module as a worker, from a script of one line in the page itself: such a worker has the page's content
 * security policy. One that is started from its own address would have what the host sends with it, which is nothing
 * where the host does not know `_headers`.
 */
export function startWorker(address: string): WorkerPort {
  let starter = starters.get(address);
  if (starter === undefined) {
    const script = `import ${JSON.stringify(address)};`;
    starter = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    // It is needed for as long as the page lives: the worker may have to be started again.
    starters.set(address, starter);
  }
  return new Worker(scriptAddress(starter), { type: "module" }) as WorkerPort;
}
