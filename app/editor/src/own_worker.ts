// Starts the worker of the language core under the policy of the page.

import type { WorkerPort } from "./session.ts";
import { scriptAddress } from "./trusted_types.ts";

const starters = new Map<string, string>();

/** The modules that could not be reached from a script in the page. */
const unreached = new Set<string>();

/**
 * Starts a module as a worker, from a script of one line in the page itself: such a worker has the page's content
 * security policy. One that is started from its own address would have what the host sends with it, which is nothing
 * where the host does not know `_headers`.
 *
 * In Firefox the service worker does not answer what such a script imports, so without a network it ends before it has
 * begun. Where there is a service worker, the next start is then from the module's own address, which it does answer.
 */
export function startWorker(address: string): WorkerPort {
  if (unreached.has(address)) return new Worker(scriptAddress(address), { type: "module" }) as WorkerPort;
  let starter = starters.get(address);
  if (starter === undefined) {
    const script = `import ${JSON.stringify(address)};`;
    starter = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    // It is needed for as long as the page lives: the worker may have to be started again.
    starters.set(address, starter);
  }
  const worker = new Worker(scriptAddress(starter), { type: "module" });
  const fail = () => navigator.serviceWorker?.controller && unreached.add(address);
  worker.addEventListener("error", fail);
  // Whatever goes wrong after the first message has another cause.
  worker.addEventListener("message", () => worker.removeEventListener("error", fail), { once: true });
  return worker as WorkerPort;
}
