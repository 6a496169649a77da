// The second lock in front of markup: the first is that all of it is Bobbin's own, with what it quotes escaped.

const comments = /<!(?:--[^<>-]*--)?>/g;
const tags = /<\/?([a-z][^\s/>"'=<]*)((?:\s+[^\s/>"'=<]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/gi;
const values = /=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const refused = new Set(
  "applet base embed form frame frameset iframe link meta noembed noframes noscript object plaintext script textarea xmp".split(" "),
);

/**
 * Returns true if markup has nothing that runs or loads anything: none of the elements that do, no handler of an event
 * and no `javascript:` address. What is not spelled plainly is refused.
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

/** Fails unless an address is of this page's own origin, as one of a script made in the page is, too. */
export function ownScript(address: string): string {
  // A frame may have another origin than its address.
  if (new URL(address, location.href).origin !== self.origin) {
    throw new TypeError(`${address} is no script of this page`);
  }
  return address;
}
