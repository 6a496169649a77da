// What the page may run: the content security policy refuses markup and addresses of scripts that no policy of this
// module has passed (`require-trusted-types-for 'script'`).

import { isHarmless, ownScript } from "./harmless.ts";

/** A named policy of a browser, as far as it is used here. */
interface Policy {
  createScriptURL(address: string): string;
}

interface Rules {
  createHTML?(markup: string): string | null;
  createScriptURL?(address: string): string;
}

interface Factory {
  createPolicy(name: string, rules: Rules): Policy;
}

/** A window with its policies. The modules of start and editor share them: a policy is made once. */
interface Guarded {
  trustedTypes?: Factory;
  bobbinScripts?: Policy;
}

const page = globalThis as Guarded;

if (page.trustedTypes && !page.bobbinScripts) {
  // Passes the addresses of this page's own scripts: its worker and its service worker.
  page.bobbinScripts = page.trustedTypes.createPolicy("bobbin", { createScriptURL: ownScript });
  allowHarmlessMarkup(page);
}

/**
 * Lets a window of the page take harmless markup: the compiled templates of the page and CodeMirror's language client
 * set markup from inside their libraries, where no named policy can be given. Addresses of scripts are not passed here.
 */
export function allowHarmlessMarkup(window: object): void {
  const { trustedTypes } = window as Guarded;
  trustedTypes?.createPolicy("default", { createHTML: (markup) => (isHarmless(markup) ? markup : null) });
}

/** Returns the address of an own script in the form that starts a worker. */
export function scriptAddress(address: string): string {
  return page.bobbinScripts?.createScriptURL(address) ?? address;
}
