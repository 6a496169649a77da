// What the element may do in a page that requires Trusted Types: one policy, which the page names by
// `trusted-types bobbin-editor`. It is no default policy, so that nothing else in the page is let through by it.

import { isHarmless, ownScript } from "../harmless.ts";

/** A named policy of a browser, whose values stand for strings. */
interface Policy {
  createHTML(markup: string): string;
  createScriptURL(address: string): string;
}

interface Guarded {
  trustedTypes?: { createPolicy(name: string, rules: object): Policy };
}

/** The policy, once something is to be passed; null where there is none. */
let policy: Policy | null | undefined;

function ownPolicy(): Policy | null {
  if (policy !== undefined) return policy;
  const rules = { createHTML: (markup: string) => (isHarmless(markup) ? markup : null), createScriptURL: ownScript };
  try {
    policy = (globalThis as Guarded).trustedTypes?.createPolicy("bobbin-editor", rules) ?? null;
  } catch {
    // A page that names other policies, but not this one. If it requires one, the browser says so.
    policy = null;
  }
  return policy;
}

/** Returns markup in the form in which it can be shown. */
export function shownMarkup(markup: string): string {
  return ownPolicy()?.createHTML(markup) ?? markup;
}

/** Returns the address of an own script in the form that starts a worker; null if any address does. */
export function scriptAddress(address: string): string | null {
  return ownPolicy()?.createScriptURL(address) ?? null;
}
