// What a frame grants, and the part of a text that another one changes.

/** Returns the origins that the address of a frame names as those that may use it, each as `origin=`; null for all. */
export function allowedOrigins(search: string): ReadonlySet<string> | null {
  const named = new URLSearchParams(search).getAll("origin");
  return named.length === 0 ? null : new Set(named.map((it) => it.replace(/\/$/, "")));
}

/** Returns the part of `before` in which `after` differs, and what stands there then. */
export function changedPart(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // A pair of surrogates is one character.
  if (from > 0 && isHigh(after, from - 1)) from--;
  if (end > 0 && isHigh(after, after.length - end - 1)) end--;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function isHigh(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00;
}
