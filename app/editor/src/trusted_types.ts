// What the page may run: the content security policy refuses markup and addresses of scripts that no policy of this
// module has passed (`require-trusted-types-for 'script'`).

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

/** Fails unless an address is of this page's own origin. */
function ownScript(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) {
    throw new TypeError(`${address} is no script of this page`);
  }
  return address;
}

const comments = /<!(?:--[^<>-]*--)?>/g;
const tags = /<\/?([a-z][^\s/>"'=<]*)((?:\s+[^\s/>"'=<]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/gi;
const values = /=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const refused = new Set(
  "applet base embed form frame frameset iframe link meta noembed noframes noscript object plaintext script textarea xmp".split(" "),
);

/**
 * Returns true if markup has nothing that runs or loads anything: none of the elements that do, no handler of an event
 * and no `javascript:` address. What is not spelled plainly is refused. All markup of the page is its own, with what it
 * quotes escaped; this is the second lock.
 */
export function isHarmless(markup: string): boolean {
  let isPlain = true;
  const rest = markup.replace(comments, "").replace(tags, (_, name: string, attributes: string) => {
    isPlain &&= !refused.has(name.toLowerCase()) && (attributes === "" || areHarmless(attributes));
    return "";
  });
  return isPlain && !/<[a-z/!?]/i.test(rest);
}

function areHarmless(attributes: string): boolean {
  for (const [, double, single, bare] of attributes.matchAll(values)) {
    if (/^[\s\0-\x1f]*javascript:/i.test(double ?? single ?? bare ?? "")) return false;
  }
  return !/(?:^|[\s/"])on[a-z]+(?:\s*=|\s|\/|$)/i.test(attributes.replace(values, '=""'));
}
